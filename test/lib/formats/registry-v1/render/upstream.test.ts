/**
 * What upstream's renderer makes of two operators, object by object. Its fixtures are not part of the project; the variable
 * BOXCUTTER_UPSTREAM_FIXTURES names its folder test/regression/convert/testdata.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../../../lib/api';
import { renderBundle } from '../../../../../lib/bundle';
import { bundleIn } from './make';

const folder = process.env['BOXCUTTER_UPSTREAM_FIXTURES'];
const argocd = 'argocd-operator.v0.6.0';

const deploymentConfig = {
  nodeSelector: { 'kubernetes.io/os': 'linux' },
  tolerations: [
    { key: 'some/key', operator: 'Equal', effect: 'NoSchedule' },
    { key: 'someother/key', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 120 },
  ],
  resources: { requests: { cpu: '100m', memory: '128Mi' }, limits: { cpu: '500m', memory: '512Mi' } },
  env: [
    { name: 'CUSTOM_ENV_VAR', value: 'custom-value' },
    { name: 'LOG_LEVEL', value: 'debug' },
  ],
  envFrom: [{ prefix: 'test' }, { configMapRef: { name: 'configmapForTest' } }, { secretRef: { name: 'secretForTest' } }],
  volumes: [
    { name: 'test-configmap-volume', configMap: { name: 'testVolumeConfigMap' } },
    { name: 'test-emptydir-volume', emptyDir: {} },
  ],
  volumeMounts: [{ name: 'test-configmap-volume', mountPath: '/test-volume-mount', readOnly: true }],
};

const affinityOf = (expected: readonly JsonObject[]): JsonValue => {
  const found = expected.find(({ kind }) => kind === 'Deployment') as unknown as { spec: { template: { spec: { affinity: JsonValue } } } };
  return found.spec.template.spec.affinity;
};
const annotationsOf = (expected: readonly JsonObject[]): JsonValue => {
  const found = expected.find(({ kind }) => kind === 'Deployment') as unknown as { metadata: { annotations: JsonValue } };
  return found.metadata.annotations;
};

const cases: readonly (readonly [bundle: string, variant: string, namespace: string, config: (expected: readonly JsonObject[]) => JsonObject])[] = [
  [argocd, 'all-namespaces', 'argocd-system', () => ({})],
  [argocd, 'own-namespace', 'argocd-system', () => ({ watchNamespace: 'argocd-system' })],
  [argocd, 'single-namespace', 'argocd-system', () => ({ watchNamespace: 'argocd-watch' })],
  [argocd, 'with-deploymentconfig-options', 'argocd-system', (expected) => ({
    deploymentConfig: { ...deploymentConfig, affinity: affinityOf(expected), annotations: annotationsOf(expected) },
  })],
  [argocd, 'with-empty-affinity', 'argocd-system', () => ({ deploymentConfig: { affinity: {} } })],
  [argocd, 'with-empty-affinity-subtype', 'argocd-system', () => ({ deploymentConfig: { affinity: { nodeAffinity: {} } } })],
  ['webhook-operator.v0.0.5', 'all-webhook-types', 'webhook-system', () => ({})],
];

describe('the same objects as upstream', () => {
  if (folder === undefined) test.skip('skipped: BOXCUTTER_UPSTREAM_FIXTURES does not name a folder', () => undefined);
  else
    test.each(cases)('%s %s', (name, variant, installNamespace, configOf) => {
      const directory = join(folder, 'expected-manifests', name, variant);
      const expected = readdirSync(directory).map((file) => load(readFileSync(join(directory, file), 'utf8')) as JsonObject);
      const { findings, objects } = renderBundle(bundleIn(join(folder, 'bundles', name)), { installNamespace, config: configOf(expected), certificates: 'service-ca' });
      expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
      expect(byTitle(objects.map(({ manifest }) => manifest))).toEqual(byTitle(expected));
    });
});

function byTitle(objects: readonly JsonObject[]): Record<string, JsonValue | undefined> {
  return Object.fromEntries(objects.map((object) => [title(object), pruned(withoutProvider(object))]));
}

function title({ kind, metadata }: JsonObject): string {
  const { name } = metadata as { readonly name: string };
  return `${String(kind)} ${name}`;
}

/**
 * Upstream's fixtures were rendered without a provider, which leaves webhooks without certificates; here that is an error. So what a provider
 * adds or replaces is left out of both, as is the namespace that upstream gives objects of the cluster.
 */
function withoutProvider(object: JsonObject): JsonObject {
  const ofProvider = ({ name }: { readonly name: string }): boolean => /^(webhook|apiservice)-certs?$/.test(name);
  const text = JSON.stringify(object, (key, value: unknown) => {
    if (key.startsWith('service.beta.openshift.io/')) return undefined;
    if (key === 'metadata' && String(object['kind']).endsWith('WebhookConfiguration')) return { ...(value as object), namespace: undefined };
    const isVolumes = (key === 'volumes' || key === 'volumeMounts') && Array.isArray(value);
    return isVolumes ? value.filter((entry: { readonly name: string }) => !ofProvider(entry)) : value;
  });
  return JSON.parse(text) as JsonObject;
}

/** Typed Go objects have empty fields that mean nothing, a status, and a namespace where there is none. */
function pruned(value: JsonValue): JsonValue | undefined {
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.map((item: JsonValue) => (isJsonObject(item) ? prunedObject(item) : item));
  if (!isJsonObject(value)) return value ?? undefined;
  const object = prunedObject(value);
  return Object.keys(object).length === 0 ? undefined : object;
}

function prunedObject(object: JsonObject): JsonObject {
  const entries = Object.entries(object)
    .filter(([key]) => key !== 'status' || object['kind'] === undefined)
    .map(([key, value]) => [key, pruned(value)] as const)
    .filter((entry): entry is [string, JsonValue] => entry[1] !== undefined);
  return Object.fromEntries(entries);
}
