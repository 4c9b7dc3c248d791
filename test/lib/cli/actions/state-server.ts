/** A server with nothing but the records of extensions, for actions that only look at these; and what an action prints. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { KubeObject } from '../../../../lib/api';
import { encodeHead, type Head } from '../../../../lib/state';
import { FakeServer, group, json } from '../../kube/fake-server';

const CORE = { items: [group('', 'v1', ['ConfigMap', 'configmaps'], ['Secret', 'secrets'], ['Namespace', 'namespaces', 'Cluster'])] };

const CONTROLLED_API = 'olm.operatorframework.io/v1';
const CONTROLLED = group('olm.operatorframework.io', 'v1',
  ['ClusterExtension', 'clusterextensions', 'Cluster'], ['ClusterExtensionRevision', 'clusterextensionrevisions', 'Cluster']);

export interface StateServer {
  readonly kubeconfig: string;
  /** The records that there are from now on. */
  holds(...heads: readonly KubeObject[]): void;
  /** What the controllers have from now on: ClusterExtensions and ClusterExtensionRevisions. @default their kinds are not served */
  runs(...objects: readonly KubeObject[]): void;
  stop(): Promise<void>;
}

/** A record as it is stored; broken: one that this program cannot read. */
export function recordOf(head: Partial<Head>, namespace: string, broken = false): KubeObject {
  const { extension = 'shop', revisions = [], inventory = [], ...more } = head;
  const encoded = encodeHead({ extension, revisions, inventory, ...more }, namespace);
  const metadata = { ...encoded.metadata, uid: `uid-${extension}`, resourceVersion: '1' };
  return { ...encoded, metadata, ...(broken ? { data: {} } : {}) };
}

/** A ClusterExtension. */
export function extensionOf(name: string, more: object = {}): KubeObject {
  const spec = { namespace: 'home', source: { sourceType: 'Catalog', catalog: { packageName: name } } };
  return { apiVersion: CONTROLLED_API, kind: 'ClusterExtension', metadata: { name, uid: `uid-${name}` }, spec, ...more } as unknown as KubeObject;
}

/** A rollout of a ClusterExtension, without objects. */
export function revisionOf(
  extension: string, number: number, metadata: Partial<KubeObject['metadata']> = {}, conditions: readonly object[] = [],
): KubeObject {
  const owner = { apiVersion: CONTROLLED_API, kind: 'ClusterExtension', name: extension, uid: `uid-${extension}`, controller: true };
  return {
    apiVersion: CONTROLLED_API, kind: 'ClusterExtensionRevision',
    metadata: {
      name: `${extension}-${number}`, uid: `uid-${extension}-${number}`, creationTimestamp: new Date().toISOString(), ownerReferences: [owner],
      labels: { 'olm.operatorframework.io/owner-name': extension }, ...metadata,
    },
    spec: { lifecycleState: 'Active', revision: number, phases: [] }, status: { conditions },
  } as unknown as KubeObject;
}

/** A pending upgrade of a ClusterExtension. */
export function upgradeOf(extension: string, version: string, spec: object = {}, conditions: readonly object[] = []): KubeObject {
  const { metadata, ...rest } = revisionOf(extension, 0, { name: `${extension}-${version}`, labels: { clusterextension: extension } }, conditions);
  const availableSince = new Date().toISOString();
  const upgrade = { clusterExtensionRef: { name: extension }, version, bundleMetadata: {}, availableSince, approved: false };
  return { ...rest, metadata, spec: { ...upgrade, ...spec } };
}

/** @param options.refusal what it says to everything but reads of Secrets. @default 404 */
export async function startStateServer({ refusal }: { readonly refusal?: string } = {}): Promise<StateServer> {
  const server = await FakeServer.start();
  const folder = mkdtempSync(join(tmpdir(), 'state-server-'));
  const kubeconfig = join(folder, 'kubeconfig');
  writeFileSync(kubeconfig, JSON.stringify({
    'current-context': 'x',
    'clusters': [{ name: 'x', cluster: { server: server.url } }],
    'users': [{ name: 'x', user: {} }],
    'contexts': [{ name: 'x', context: { cluster: 'x', user: 'x', namespace: 'home' } }],
  }));
  let heads: readonly KubeObject[] = [];
  let controlled: readonly KubeObject[] | undefined;
  server.handler = ({ method, path, query }, response) => {
    if (refusal !== undefined && path !== '/api' && path !== '/apis' && (method !== 'GET' || !path.includes('/secrets'))) {
      const status = { apiVersion: 'v1', kind: 'Status', status: 'Failure', code: 403, reason: 'Forbidden', message: refusal };
      json(response, 403, status);
      return true;
    }
    const [, namespace, name] = /^\/api\/v1(?:\/namespaces\/([^/]+))?\/secrets(?:\/([^/]+))?$/.exec(path) ?? [];
    if (path === '/api') json(response, 200, {
      kind: 'APIGroupDiscoveryList',
      apiVersion: 'apidiscovery.k8s.io/v2',
      metadata: {},
      ...CORE,
    });
    else if (path === '/version') json(response, 200, { major: '1', minor: '36', gitVersion: 'v1.36.0' });
    else if (path === '/apis' && controlled !== undefined) json(response, 200, {
      kind: 'APIGroupDiscoveryList', apiVersion: 'apidiscovery.k8s.io/v2', metadata: {}, items: [CONTROLLED],
    });
    else if (path.startsWith('/apis/olm.operatorframework.io/v1/') && method === 'GET') {
      const called = /^metadata.name=(.+)$/.exec(query.get('fieldSelector') ?? '')?.[1];
      const [label] = /^[^=,]+/.exec(query.get('labelSelector') ?? '') ?? [];
      const items = (controlled ?? []).filter(({ kind, metadata }) => (
        path.endsWith(`/${kind.toLowerCase()}s`) && (called === undefined || metadata.name === called)
          && (label === undefined || metadata.labels?.[label] !== undefined)
      ));
      json(response, 200, { apiVersion: 'olm.operatorframework.io/v1', kind: 'List', metadata: { resourceVersion: '1' }, items });
    }
    else if (!path.includes('/secrets')) return undefined;
    else {
      const items = heads.filter(({ metadata }) => namespace === undefined || metadata.namespace === namespace);
      const one = items.find(({ metadata }) => metadata.name === name);
      if (name === undefined) json(response, 200, { apiVersion: 'v1', kind: 'SecretList', metadata: { resourceVersion: '1' }, items });
      else if (one !== undefined) json(response, 200, one);
      else json(response, 404, {
        apiVersion: 'v1',
        kind: 'Status',
        status: 'Failure',
        code: 404,
        reason: 'NotFound',
        message: 'not found',
      });
    }
    return true;
  };
  return {
    kubeconfig,
    holds: (...given) => {
      heads = given;
    },
    runs: (...given) => {
      controlled = given;
    },
    stop: async () => {
      await server.stop();
      rmSync(folder, { recursive: true });
    },
  };
}

/** What goes to standard output and standard error while the tests of a file run. */
export function capturedOutput(): { readonly out: () => string; readonly err: () => string } {
  let out = '';
  let err = '';
  beforeEach(() => {
    [out, err] = ['', ''];
    jest.spyOn(process.stdout, 'write').mockImplementation((text) => Boolean((out += String(text))));
    jest.spyOn(process.stderr, 'write').mockImplementation((text) => Boolean((err += String(text))));
  });
  afterEach(() => jest.restoreAllMocks());
  return { out: () => out, err: () => err };
}
