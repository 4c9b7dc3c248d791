/** A small registry+v1 bundle without a mistake, and ways to put some in. */
import type { JsonObject, JsonValue } from '../../../lib/api';
import { type ReadResult, bundleFilesOf, readBundle } from '../../../lib/bundle';

type Members = Readonly<Record<string, JsonValue>>;
export type Draft = Record<string, string | undefined>;

export const CSV_FILE = 'manifests/web.clusterserviceversion.yaml';
const PREFIX = 'operators.operatorframework.io.bundle.';

export function deployment(name: string): JsonObject {
  const labels = { app: name };
  return { name, spec: { selector: { matchLabels: labels }, template: { metadata: { labels }, spec: { containers: [{ name: 'web', image: 'registry.example/web:1' }] } } } };
}

export function definition(name = 'sites.web.example', kind = 'Site', version = 'v1'): JsonObject {
  const [plural = '', ...group] = name.split('.');
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name },
    spec: {
      group: group.join('.'),
      scope: 'Namespaced',
      names: { plural, kind },
      versions: [{ name: version, served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
    },
  };
}

export function serviceVersion(spec: Members = {}, metadata: Members = {}): JsonObject {
  return {
    apiVersion: 'operators.coreos.com/v1alpha1',
    kind: 'ClusterServiceVersion',
    metadata: { name: 'web.v1.2.3', annotations: { 'alm-examples': '[{"apiVersion":"web.example/v1","kind":"Site"}]' }, ...metadata },
    spec: {
      version: '1.2.3',
      minKubeVersion: '1.30.0',
      installModes: [{ type: 'AllNamespaces', supported: true }],
      customresourcedefinitions: { owned: [{ name: 'sites.web.example', version: 'v1', kind: 'Site' }] },
      install: { strategy: 'deployment', spec: { deployments: [deployment('web')] } },
      ...spec,
    },
  };
}

export const annotations = (changes: Readonly<Record<string, JsonValue | undefined>> = {}): string =>
  JSON.stringify({
    annotations: {
      [`${PREFIX}mediatype.v1`]: 'registry+v1',
      [`${PREFIX}manifests.v1`]: 'manifests/',
      [`${PREFIX}metadata.v1`]: 'metadata/',
      [`${PREFIX}package.v1`]: 'web',
      [`${PREFIX}channels.v1`]: 'stable',
      ...Object.fromEntries(Object.entries(changes).map(([key, value]) => [`${PREFIX}${key}`, value])),
    },
  });

/** The files of the sample; undefined takes one out. */
export function files(changes: Draft = {}): Draft {
  return {
    'metadata/annotations.yaml': annotations(),
    [CSV_FILE]: JSON.stringify(serviceVersion()),
    'manifests/sites.yaml': JSON.stringify(definition()),
    ...changes,
  };
}

export function read(changes: Draft = {}, origin = 'sample'): ReadResult {
  return readFiles(files(changes), origin);
}

export function readFiles(draft: Draft, origin = 'sample'): ReadResult {
  const entries = Object.entries(draft).flatMap(([path, text]) => (text === undefined ? [] : [[path, text] as const]));
  return readBundle(bundleFilesOf(origin, entries));
}

/** Findings as short lines: severity, code, file, message. */
export function lines({ findings }: Pick<ReadResult, 'findings'>): string[] {
  return findings.map(({ severity, code, origin, message }) => `${severity} ${code} ${origin?.replace(/:\d+.*$/, '')}: ${message}`);
}

export function errors(result: Pick<ReadResult, 'findings'>): string[] {
  return lines({ findings: result.findings.filter(({ severity }) => severity === 'error') });
}
