/** Fields of which the API server takes one or the other, the first filled in by its defaults. */
import type { JsonObject, KubeObject } from '../../../lib/api';
import { compile } from '../../../lib/compile';
import { createEngine, type Outcome, planRevision } from '../../../lib/runtime';
import { actions, Bench, objectOf, revisionOf } from '../support/extension';

let bench: Bench;
beforeEach(async () => {
  bench = await Bench.open('exclusive');
});
afterEach(async () => bench.close());

const labels = { app: 'a' };
const pods = (volumes?: readonly object[]): object => ({
  metadata: { labels }, spec: { containers: [{ name: 'a', image: 'example.com/a:1' }], ...(volumes === undefined ? {} : { volumes }) },
});
const running = (kind: string, spec: object, volumes?: readonly object[]): KubeObject => (
  bench.object(kind, 'a', { spec: { replicas: 0, selector: { matchLabels: labels }, template: pods(volumes), ...spec } }, 'apps/v1')
);
const deployment = (spec: object, volumes?: readonly object[]): KubeObject => running('Deployment', spec, volumes);
const set = (spec: object): KubeObject => running('StatefulSet', { serviceName: 'a', ...spec });
const service = (spec: object): KubeObject => bench.object('Service', 'a', { spec: { ports: [{ port: 80, protocol: 'TCP' }], ...spec } });

test.each<[string, () => KubeObject, () => KubeObject, object]>([
  ['a Deployment from the default strategy to Recreate', () => deployment({}), () => deployment({ strategy: { type: 'Recreate' } }),
    { strategy: { type: 'Recreate' } }],
  ['a Deployment whose strategy was named', () => deployment({ strategy: { type: 'RollingUpdate' } }), () => deployment({ strategy: { type: 'Recreate' } }),
    { strategy: { type: 'Recreate' } }],
  ['a StatefulSet from the default strategy to OnDelete', () => set({}), () => set({ updateStrategy: { type: 'OnDelete' } }), { updateStrategy: { type: 'OnDelete' } }],
  ['a Service that gives its affinity up', () => service({ sessionAffinity: 'ClientIP' }), () => service({ sessionAffinity: 'None' }), { sessionAffinity: 'None' }],
  ['a volume that gets a source', () => deployment({}, [{ name: 'v' }]), () => deployment({}, [{ name: 'v', secret: { secretName: 's', defaultMode: 256 } }]),
    { template: { spec: { volumes: [{ name: 'v', secret: { secretName: 's', defaultMode: 256 } }] } } }],
])('%s', async (_what, before, after, spec) => {
  await bench.apply(revisionOf([[before()]]), { wait: false });
  const ref = bench.ref(before().kind, 'a', before().apiVersion);
  const { uid } = (await bench.otherClient.get(ref)).metadata;
  expect(actions(await bench.apply(revisionOf([[after()]]), { wait: false }))).toEqual(['a: Updated']);
  const live = await bench.otherClient.get(ref);
  expect(live).toMatchObject({ metadata: { uid }, spec });
  // Nothing of it is left to do.
  expect(actions(await bench.apply(revisionOf([[after()]]), { wait: false }))).toEqual(['a: Unchanged']);
  // And back again, where the server fills in what it filled in before.
  expect(actions(await bench.apply(revisionOf([[before()]]), { wait: false }))).toEqual(['a: Updated']);
  await bench.delete();
});

test('what another client has set there goes, too: content decides about what it names, and about what goes with it', async () => {
  await bench.apply(revisionOf([[deployment({})]]), { wait: false });
  const { apiVersion, kind, metadata: { name, namespace } } = bench.object('Deployment', 'a', {}, 'apps/v1');
  const part = { apiVersion, kind, metadata: { name, namespace }, spec: { strategy: { rollingUpdate: { maxSurge: 2 } } } } as unknown as KubeObject;
  await bench.otherClient.apply(part);
  const outcome = await bench.apply(revisionOf([[deployment({ strategy: { type: 'Recreate' } })]]), { wait: false });
  expect(objectOf(outcome, 'a')).toMatchObject({ action: 'Updated' });
  expect((await bench.otherClient.get(bench.ref('Deployment', 'a', apiVersion)))['spec']).toMatchObject({ strategy: { type: 'Recreate' } });
  await bench.delete();
});

test('a plan shows it before anything is written', async () => {
  await bench.apply(revisionOf([[deployment({})]]), { wait: false });
  const options = { cluster: bench.cluster, stateNamespace: bench.namespace, signal: AbortSignal.timeout(30_000) };
  const plan = await planRevision(revisionOf([[deployment({ strategy: { type: 'Recreate' } })]]), options);
  const [object] = plan.phases.flatMap(({ objects }) => objects);
  expect(object).toMatchObject({ action: 'change' });
  expect(object?.changes.map(({ path }) => path.join('.'))).toEqual(['spec.strategy.type', 'spec.strategy.rollingUpdate']);
  expect((await bench.otherClient.get(bench.ref('Deployment', 'a', 'apps/v1')))['spec']).toMatchObject({ strategy: { type: 'RollingUpdate' } });
  await bench.delete();
});

test('another client that takes the strategy back is put right', async () => {
  const recreate = revisionOf([[deployment({ strategy: { type: 'Recreate' } })]]);
  await bench.apply(recreate, { wait: false });
  const ref = bench.ref('Deployment', 'a', 'apps/v1');
  await bench.otherClient.cluster.patch(ref, [{ op: 'replace', path: '/spec/strategy', value: { type: 'RollingUpdate' } }], 'kubectl-edit');
  expect(actions(await bench.apply(recreate, { wait: false }))).toEqual(['a: Recovered']);
  expect((await bench.otherClient.get(ref))['spec']).toMatchObject({ strategy: { type: 'Recreate' } });
  await bench.delete();
});

test('the engine by itself does the same, without a record', async () => {
  const engine = createEngine({ cluster: bench.cluster, fieldManager: 'exclusive', systemPrefix: 'exclusive.example.com', strategy: 'native' });
  const reconcile = (object: KubeObject) => engine.reconcile({ name: 'web', number: 1, phases: [{ name: 'all', objects: [object] }] }, { wait: false });
  await reconcile(deployment({}));
  const states = [await reconcile(deployment({ strategy: { type: 'Recreate' } })), await reconcile(deployment({ strategy: { type: 'Recreate' } }))];
  const third = await reconcile(deployment({ strategy: { type: 'Recreate' } }));
  expect([...states, third].map(({ phases: [phase] }) => phase?.objects[0]?.action)).toEqual(['Updated', 'Unchanged', 'Unchanged']);
  await bench.otherClient.delete(bench.ref('Deployment', 'a', 'apps/v1'));
});

test('a caBundle that a chart writes as empty is left to whoever fills it in', async () => {
  const configuration = (path: string): JsonObject => ({
    apiVersion: 'admissionregistration.k8s.io/v1', kind: 'MutatingWebhookConfiguration', metadata: { name: bench.namespace },
    webhooks: [{
      name: 'a.example.com', admissionReviewVersions: ['v1'], sideEffects: 'None', failurePolicy: 'Ignore',
      clientConfig: { service: { name: 'a', namespace: bench.namespace, path }, caBundle: '' },
      rules: [{ apiGroups: ['none.example.com'], apiVersions: ['v1'], operations: ['CREATE'], resources: ['nothings'] }],
    }],
  });
  const apply = (path: string): Promise<Outcome> => {
    const { compiled, findings } = compile({ extension: 'web', namespace: bench.namespace, objects: [{ manifest: configuration(path), origin: { source: 'here' } }] });
    if (compiled === undefined) throw new Error(JSON.stringify(findings));
    return bench.apply(compiled.resolved);
  };
  await apply('/one');
  const ref = { apiVersion: 'admissionregistration.k8s.io/v1', kind: 'MutatingWebhookConfiguration', name: bench.namespace };
  const caBundle = Buffer.from('certificate').toString('base64');
  const patched = await bench.otherClient.cluster.patch(ref, [{ op: 'add', path: '/webhooks/0/clientConfig/caBundle', value: caBundle }], 'injector');
  expect(patched.type).toBe('object');
  expect(actions(await apply('/one'))).toEqual([`${bench.namespace}: Unchanged`]);
  expect(actions(await apply('/two'))).toEqual([`${bench.namespace}: Updated`]);
  expect(await bench.otherClient.get(ref)).toMatchObject({ webhooks: [{ clientConfig: { caBundle, service: { path: '/two' } } }] });
  await bench.delete();
});
