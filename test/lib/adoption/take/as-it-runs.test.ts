/** A manifest as it runs: what others have changed since is kept, and named. */
import { asItRuns } from '../../../../lib/adoption';
import type { JsonObject, KubeObject } from '../../../../lib/api';
import { canonicalise } from '../../../../lib/revision';
import { fieldPathText } from '../../../../lib/runtime';
import { kubernetesSchemas } from '../../../../lib/schema';

const deployment = (spec: object, metadata: object = {}): JsonObject => ({
  apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web', namespace: 'ns', ...metadata }, spec,
} as unknown as JsonObject);

function compared(manifest: JsonObject, live: JsonObject): { readonly object: JsonObject; readonly edits: readonly string[] } {
  const schema = kubernetesSchemas().kind(String(manifest['apiVersion']), String(manifest['kind']));
  const { object, edits } = asItRuns(manifest, live as unknown as KubeObject, schema);
  return { object, edits: edits.map(({ path, type }) => `${type} ${fieldPathText(path)}`) };
}

const container = { name: 'web', image: 'web:1', ports: [{ containerPort: 80 }], resources: { limits: { cpu: '1000m' } } };
const spec = (over: object = {}, more: object = {}) => ({
  replicas: 2, selector: { matchLabels: { app: 'web' } },
  template: { metadata: { labels: { app: 'web' } }, spec: { containers: [{ ...container, ...over }] } }, ...more,
});
/** What the server adds, and how it writes quantities. */
const stored = (over: object = {}, more: object = {}) => spec({
  ports: [{ containerPort: 80, protocol: 'TCP' }], resources: { limits: { cpu: '1' } }, imagePullPolicy: 'IfNotPresent', terminationMessagePath: '/dev/log', ...over,
}, { revisionHistoryLimit: 10, ...more });

test('defaults of the server and other ways to write a value are no edits', () => {
  const { object, edits } = compared(deployment(spec()), deployment(stored()));
  expect(edits).toEqual([]);
  expect(object).toEqual(canonicalise(deployment(spec()), kubernetesSchemas().kind('apps/v1', 'Deployment')));
});

test('a value that others have changed is kept as it runs', () => {
  const { object, edits } = compared(deployment(spec()), deployment(stored({ image: 'web:hotfix' }, { replicas: 5 })));
  expect(edits).toEqual(['changed spec.replicas', 'changed spec.template.spec.containers[name=web].image']);
  expect(object['spec']).toMatchObject({ replicas: 5, template: { spec: { containers: [{ image: 'web:hotfix' }] } } });
});

test('what others have removed, and what the server dropped, is left out; zeros are not', () => {
  const env = [{ name: 'A', value: '1' }, { name: 'B', value: '2' }];
  const manifest = deployment(spec({ env, stdin: false }, { paused: false, minReadySeconds: 0, gone: 'field' }), { labels: { a: '1', b: '2' } });
  const { object, edits } = compared(manifest, deployment(stored({ env: [{ name: 'B', value: '2' }] }), { labels: { a: '1' } }));
  expect([...edits].sort()).toEqual(['missing metadata.labels.b', 'missing spec.gone', 'missing spec.template.spec.containers[name=web].env[name=A]']);
  expect(object['spec']).toMatchObject({ minReadySeconds: 0 });
});

test('what others have added is nobody\'s concern: labels, containers, annotations', () => {
  const live = deployment(stored(), { labels: { theirs: 'x' }, annotations: { theirs: 'y' } });
  (live as unknown as { spec: { template: { spec: { containers: object[] } } } }).spec.template.spec.containers.push({ name: 'sidecar', image: 's' });
  const { object, edits } = compared(deployment(spec()), live);
  expect(edits).toEqual([]);
  expect(JSON.stringify(object)).not.toMatch(/theirs|sidecar/);
});

test('our own annotations are kept although they are not there yet', () => {
  const annotations = { 'olm.operatorframework.io/on-removal': 'orphan' };
  const { object, edits } = compared(deployment(spec(), { annotations }), deployment(stored()));
  expect([object['metadata'], edits]).toMatchObject([{ annotations }, []]);
});

test('lists of kinds without a schema are taken as a whole where they differ', () => {
  const cr = (spec: object): JsonObject => ({ apiVersion: 'example.com/v1', kind: 'Thing', metadata: { name: 'a' }, spec } as unknown as JsonObject);
  const { object, edits } = compared(cr({ list: ['a', 'b'], same: [1] }), cr({ list: ['a', 'b', 'c'], same: [1] }));
  expect([object['spec'], edits]).toEqual([{ list: ['a', 'b', 'c'], same: [1] }, ['changed spec.list']]);
});

test('no value stands in an edit', () => {
  const secret = (value: string): JsonObject => ({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'a' }, data: { password: value } });
  expect(compared(secret('b2xk'), secret('bmV3')).edits).toEqual(['changed data.password']);
});

test('of a kind that is served in another version, it is what runs in that one', () => {
  const old = { apiVersion: 'policy/v1beta1', kind: 'PodDisruptionBudget', metadata: { name: 'a' }, spec: { minAvailable: 1 } } as JsonObject;
  const live = { ...old, apiVersion: 'policy/v1' };
  expect(compared(old, live).object).toMatchObject({ apiVersion: 'policy/v1', spec: { minAvailable: 1 } });
});
