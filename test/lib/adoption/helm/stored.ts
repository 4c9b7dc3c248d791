/** Releases as Helm and operator-controller store them, for tests. */
import { gzipSync } from 'node:zlib';
import type { KubeObject } from '../../../../lib/api';

export interface ReleaseDraft {
  readonly name?: string;
  readonly namespace?: string;
  readonly version?: number;
  readonly status?: string;
  readonly manifest?: string;
  readonly more?: object;
}

/** The JSON of a release. */
export function releaseJson({ name = 'shop', namespace = 'shop-ns', version = 1, status = 'deployed', manifest = '', more = {} }: ReleaseDraft = {}): object {
  return {
    name, namespace, version, manifest, info: { status, deleted: '' }, chart: { metadata: { name: 'shop-chart', version: '1.2.3', appVersion: '9' }, files: [] },
    config: { replicas: 2 }, hooks: [], ...more,
  };
}

/** As Helm 3 and 4 store it in a Secret: base64 of gzip, and the base64 of the Secret on top. */
export function helmSecret(draft: ReleaseDraft = {}, content: Buffer = gzipSync(JSON.stringify(releaseJson(draft)))): KubeObject {
  const { name = 'shop', namespace = 'shop-ns', version = 1, status = 'deployed' } = draft;
  return {
    apiVersion: 'v1', kind: 'Secret', type: 'helm.sh/release.v1',
    metadata: {
      name: `sh.helm.release.v1.${name}.v${version}`, namespace, uid: `uid-${version}`, resourceVersion: '7',
      labels: { owner: 'helm', name, status, version: String(version), createdAt: '1' },
    },
    data: { release: Buffer.from(content.toString('base64')).toString('base64') },
  };
}

/** As operator-controller stores it: gzip in chunks, the first in an index that names the others. */
export function chunkedSecrets(draft: ReleaseDraft = {}, size = 100): readonly [KubeObject, ...KubeObject[]] {
  const { name = 'shop', version = 1, status = 'deployed' } = draft;
  const bytes = gzipSync(JSON.stringify(releaseJson(draft)));
  const key = `sh.helm.release.v1.${name}.v${version}`;
  const namespace = 'olmv1-system';
  const parts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) => bytes.subarray(index * size, (index + 1) * size));
  const [first = Buffer.alloc(0), ...rest] = parts;
  const chunks = rest.map((part, index): KubeObject => ({
    apiVersion: 'v1', kind: 'Secret', type: 'operatorframework.io/chunk.v1', immutable: true,
    metadata: { name: `${key}-chunk${index}`, namespace, labels: { owner: 'operator-controller', key, type: 'chunk' } },
    data: { chunk: part.toString('base64') },
  }));
  const index: KubeObject = {
    apiVersion: 'v1', kind: 'Secret', type: 'operatorframework.io/index.v1', immutable: false,
    metadata: {
      name: key, namespace, uid: 'uid-index', resourceVersion: '7',
      labels: { owner: 'operator-controller', name, status, version: String(version), key, type: 'index' },
    },
    data: {
      chunk: first.toString('base64'), extraChunks: Buffer.from(JSON.stringify(chunks.map(({ metadata }) => metadata.name))).toString('base64'),
    },
  };
  return [index, ...chunks];
}
