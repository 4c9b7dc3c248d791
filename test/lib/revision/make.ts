/** Small objects and sources for these tests. */
import type { JsonObject } from '../../../lib/api';
import { compile, type CompileResult } from '../../../lib/compile';
import { type OrderSource, type RevisionSource, type SourceObject } from '../../../lib/revision';

export const configMap = (name: string, rest: Partial<JsonObject> = {}, namespace: string | null = 'ns'): JsonObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, ...(namespace === null ? {} : { namespace }) },
  ...rest,
});

export const deployment = (name: string, app = name): JsonObject => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name, namespace: 'ns' },
  spec: { selector: { matchLabels: { app } }, template: { metadata: { labels: { app } }, spec: { containers: [{ name: 'main', image: 'example.com/a:1' }] } } },
});

export const service = (name: string, app: string): JsonObject => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name, namespace: 'ns' },
  spec: { selector: { app }, ports: [{ port: 443 }] },
});

export const namespace = (name: string): JsonObject => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } });

export const crd = (kind: string, scope = 'Namespaced'): JsonObject => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `${kind.toLowerCase()}s.example.com` },
  spec: {
    group: 'example.com',
    names: { kind, plural: `${kind.toLowerCase()}s` },
    scope,
    versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } } }],
  },
});

export const custom = (kind: string, name: string, content: JsonObject = {}): JsonObject => ({
  apiVersion: 'example.com/v1',
  kind,
  metadata: { name, namespace: 'ns' },
  ...content,
});

export const webhook = (name: string, serviceName: string): JsonObject => ({
  apiVersion: 'admissionregistration.k8s.io/v1',
  kind: 'ValidatingWebhookConfiguration',
  metadata: { name },
  webhooks: [
    { name: 'a.example.com', admissionReviewVersions: ['v1'], sideEffects: 'None', clientConfig: { service: { namespace: 'ns', name: serviceName } } },
  ],
});

/** An order between two objects by their origins. */
export function before(first: string, then: string): OrderSource {
  return { first: { source: first }, then: { source: then } };
}

/** Objects with their names as origins, the others as given. */
export function objects(...entries: readonly (JsonObject | SourceObject)[]): SourceObject[] {
  return entries.map((entry) => {
    if ('manifest' in entry && 'origin' in entry) return entry as SourceObject;
    const manifest = entry as JsonObject;
    return { manifest, origin: { source: `${String(manifest['kind'])}/${String((manifest['metadata'] as JsonObject)['name'])}` } };
  });
}

export function run(entries: readonly (JsonObject | SourceObject)[], rest: Partial<RevisionSource> = {}): CompileResult {
  return compile({ extension: 'demo', ...rest, objects: objects(...entries) });
}

/** `phase: Kind/name Kind/name`, one line a phase; findings when there is no result. */
export function phasesOf(result: CompileResult): string[] {
  if (result.compiled === undefined) return result.findings.filter(({ severity }) => severity === 'error').map(({ code, message }) => `${code}: ${message}`);
  return result.compiled.resolved.phases.map(({ name, objects: inside }) => `${name}: ${inside.map(({ object }) => `${object.kind}/${object.metadata.name}`).join(' ')}`);
}

export function errorCodes(result: CompileResult): string[] {
  return result.findings.filter(({ severity }) => severity === 'error').map(({ code }) => code);
}

/** Seeded random numbers below 1 (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export function shuffled<T>(values: readonly T[], random: () => number): T[] {
  return values.map((value) => ({ value, key: random() })).sort((a, b) => a.key - b.key).map(({ value }) => value);
}
