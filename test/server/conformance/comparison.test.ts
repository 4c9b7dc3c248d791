/** What is drift, and whose: the scenarios of a comparison of desired and live, decided by what the API server itself says of ownership. */
import type { KubeObject } from '../../../lib/api';
import { stored } from '../support/extension';
import { NO_WRITES, objectsOf, signal, Stage, told, writes } from './stage';

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open('comparison');
});
afterAll(() => stage.close());

interface DeploymentSpec {
  readonly replicas: number;
  readonly template: { readonly spec: { readonly containers: readonly { readonly image: string }[] } };
}
const deploymentNamed = async (name: string): Promise<DeploymentSpec> => (await stage.get(name, 'Deployment', 'apps/v1'))['spec'] as DeploymentSpec;
const imageOf = ({ template }: DeploymentSpec): string => template.spec.containers[0]?.image ?? '';

test('one value changed and one key more: updated, the rest as it is, and nobody is said to interfere', async () => {
  const engine = stage.engine();
  const owner = await stage.owner('owner-1');
  const up = await engine.reconcile({ number: 1, object: stage.configMap('changed', '1', { same: 'x' }) }, { owner, signal: signal() });
  const next = await engine.reconcile({ number: 1, object: stage.configMap('changed', '2', { same: 'x', more: 'y' }) }, { owner, inventory: up.inventory, signal: signal() });
  expect(objectsOf(next)).toMatchObject([{ action: 'Updated' }]);
  expect(objectsOf(next)[0]).not.toHaveProperty('interference');
  expect(await stage.data('changed')).toEqual({ value: '2', same: 'x', more: 'y' });
});

test('a Deployment with another image, while its controller writes status: updated; defaults and status are no drift', async () => {
  const engine = stage.engine();
  const owner = await stage.owner('owner-2');
  const up = await engine.reconcile({ number: 1, object: stage.deployment('image', 'example.com/app:1') }, { owner, signal: signal() });
  const observed = (generation: number): Promise<void> =>
    stage.bench.otherClient.until(stage.ref('image', 'Deployment', 'apps/v1'), (object) => (object?.['status'] as { observedGeneration?: number } | undefined)?.observedGeneration === generation);
  await observed(1);
  const next = await engine.reconcile({ number: 1, object: stage.deployment('image', 'example.com/app:2') }, { owner, inventory: up.inventory, signal: signal() });
  expect(told(next)).toEqual(['image: Updated']);
  await observed(2);
  const { metadata } = await stage.get('image', 'Deployment', 'apps/v1');
  expect(metadata.managedFields?.map(({ manager, subresource = '' }) => `${manager ?? ''} ${subresource}`.trim()).sort()).toEqual(['kube-controller-manager status', 'shop']);
  const again = await stage.bench.counted(() => engine.reconcile({ number: 1, object: stage.deployment('image', 'example.com/app:2') }, { owner, inventory: next.inventory, signal: signal() }));
  expect([told(again.result), writes(again.requests)]).toEqual([['image: Unchanged'], NO_WRITES]);
});

describe('replicas that a client changed', () => {
  test('are put back, and the client is named', async () => {
    const engine = stage.engine();
    const owner = await stage.owner('owner-3');
    const target = { number: 1, object: stage.deployment('replicas', 'example.com/app:1') };
    const up = await engine.reconcile(target, { owner, signal: signal() });
    await stage.patch('replicas', [{ op: 'replace', path: '/spec/replicas', value: 3 }], 'autoscaler', 'Deployment', 'apps/v1');
    const next = await engine.reconcile(target, { owner, inventory: up.inventory, signal: signal() });
    expect(objectsOf(next)).toMatchObject([{ action: 'Recovered', interference: [{ path: 'spec.replicas', manager: 'autoscaler' }] }]);
    expect((await deploymentNamed('replicas')).replicas).toBe(0);
  });

  test('go together with a new image in one update', async () => {
    const engine = stage.engine();
    const owner = await stage.owner('owner-4');
    const up = await engine.reconcile({ number: 1, object: stage.deployment('both', 'example.com/app:1') }, { owner, signal: signal() });
    await stage.patch('both', [{ op: 'replace', path: '/spec/replicas', value: 3 }], 'autoscaler', 'Deployment', 'apps/v1');
    const target = { number: 1, object: stage.deployment('both', 'example.com/app:2') };
    const next = await engine.reconcile(target, { owner, inventory: up.inventory, signal: signal() });
    expect(told(next)).toEqual(['both: Updated']);
    const spec = await deploymentNamed('both');
    expect([spec.replicas, imageOf(spec)]).toEqual([0, 'example.com/app:2']);
  });
});

test('Hans takes the replicas by force, Franz adds an annotation: Hans is named, and what Franz added stays', async () => {
  const engine = stage.engine();
  const owner = await stage.owner('owner-5');
  const target = { number: 1, object: stage.deployment('people', 'example.com/app:1') };
  const up = await engine.reconcile(target, { owner, signal: signal() });
  const named = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'people', namespace: stage.bench.namespace } };
  const { cluster } = stage.bench.otherClient;
  stored(await cluster.apply({ ...named, spec: { replicas: 2 } }, { fieldManager: 'Hans', force: true }));
  stored(await cluster.apply({ ...named, metadata: { ...named.metadata, annotations: { 'example.com/note': 'x' } } }, { fieldManager: 'Franz', force: false }));
  const next = await engine.reconcile(target, { owner, inventory: up.inventory, signal: signal() });
  expect(objectsOf(next)).toMatchObject([{ action: 'Recovered', interference: [{ path: 'spec.replicas', manager: 'Hans' }] }]);
  const { metadata } = await stage.get('people', 'Deployment', 'apps/v1');
  expect([(await deploymentNamed('people')).replicas, metadata.annotations?.['example.com/note']]).toEqual([0, 'x']);
});

describe('a field of ours', () => {
  test('that another client applies with the same value is shared, and no drift', async () => {
    const engine = stage.engine();
    const owner = await stage.owner('owner-6');
    const target = { number: 1, object: stage.configMap('shared', '1') };
    const up = await engine.reconcile(target, { owner, signal: signal() });
    await stage.bench.otherClient.apply(stage.configMap('shared', '1'));
    const again = await stage.bench.counted(() => engine.reconcile(target, { owner, inventory: up.inventory, signal: signal() }));
    expect([told(again.result), writes(again.requests)]).toEqual([['shared: Unchanged'], NO_WRITES]);
  });

  test('that another client removes is put back, and nobody is blamed', async () => {
    const engine = stage.engine();
    const owner = await stage.owner('owner-7');
    const target = { number: 1, object: stage.configMap('removed', '1', { kept: 'x' }) };
    const up = await engine.reconcile(target, { owner, signal: signal() });
    await stage.patch('removed', [{ op: 'remove', path: '/data/value' }]);
    const next = await engine.reconcile(target, { owner, inventory: up.inventory, signal: signal() });
    expect(objectsOf(next)).toMatchObject([{ action: 'Recovered', interference: [{ path: 'data.value' }] }]);
    expect(await stage.data('removed')).toEqual({ value: '1', kept: 'x' });
  });
});

describe('kinds of one group, with and without a status of their own', () => {
  test('a status in the manifest is nobody\'s business where controllers write it, and content where it is a field like others', async () => {
    const group = `${stage.bench.namespace}.example.com`;
    const schema = { openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object', properties: { size: { type: 'integer' } } }, status: { type: 'object', properties: { phase: { type: 'string' } } } } } };
    const definition = (kind: string, subresources: object): KubeObject => ({
      apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', metadata: { name: `${kind.toLowerCase()}s.${group}` },
      spec: { group, scope: 'Namespaced', names: { kind, plural: `${kind.toLowerCase()}s` }, versions: [{ name: 'v1', served: true, storage: true, schema, ...subresources }] },
    });
    const of = (kind: string): KubeObject => stage.object(`${group}/v1`, kind, kind.toLowerCase(), { spec: { size: 1 }, status: { phase: 'Wanted' } });
    const engine = stage.engine({ strategy: 'annotation' });
    const owner = await stage.owner('owner-8');
    const target = { name: 'kinds', number: 1, phases: [{ name: 'crds', objects: [definition('Own', { subresources: { status: {} } }), definition('Plain', {})] }, { name: 'objects', objects: [of('Own'), of('Plain')] }] };
    try {
      const up = await engine.reconcile(target, { owner, signal: signal() });
      expect(up.complete).toBe(true);
      expect([(await stage.get('own', 'Own', `${group}/v1`))['status'], (await stage.get('plain', 'Plain', `${group}/v1`))['status']]).toEqual([undefined, { phase: 'Wanted' }]);
      const again = await stage.bench.counted(() => engine.reconcile(target, { owner, inventory: up.inventory, signal: signal() }));
      expect([told(again.result).map((line) => line.split(': ')[1]), writes(again.requests)]).toEqual([['Unchanged', 'Unchanged', 'Unchanged', 'Unchanged'], NO_WRITES]);
      await stage.patch('plain', [{ op: 'replace', path: '/status/phase', value: 'Other' }], 'somebody', 'Plain', `${group}/v1`);
      const next = await engine.reconcile(target, { owner, inventory: again.result.inventory, signal: signal() });
      expect(objectsOf(next)[3]).toMatchObject({ action: 'Recovered', interference: [{ path: 'status.phase', manager: 'somebody' }] });
      expect((await stage.get('plain', 'Plain', `${group}/v1`))['status']).toEqual({ phase: 'Wanted' });
    } finally {
      for (const kind of ['owns', 'plains']) await stage.bench.otherClient.delete({ apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', name: `${kind}.${group}` });
    }
  });
});
