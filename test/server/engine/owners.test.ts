/** In whose name objects are managed, on a real API server: every kind of owner, handover between owners, races, the garbage collector. */
import type { KubeObject, ObjectRef, OwnerReference } from '../../../lib/api';
import { annotationOwners, createEngine, type Engine, type EngineOptions, type EngineResult, type OwnerRef, type ReconcileOptions, type RevisionInput } from '../../../lib/engine';
import { connect } from '../../../lib/kube';
import { Bench, kubeconfig, stored, unique } from '../support/extension';

let bench: Bench;
beforeEach(async () => {
  bench = await Bench.open('owners');
});
afterEach(() => bench.close());

const REVISION = 'example.com/revision';
const OWNERS = 'example.com/owners';
const signal = (): AbortSignal => AbortSignal.timeout(30_000);
const engineOf = (more: Partial<EngineOptions> = {}): Engine => createEngine({ cluster: bench.cluster, fieldManager: 'shop', systemPrefix: 'example.com', ...more });

function cm(name: string, value: string, namespace = bench.namespace): KubeObject {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace }, data: { value } };
}
const ref = (name: string): ObjectRef => bench.ref('ConfigMap', name);

function ownerOf({ apiVersion, kind, metadata: { name = '', namespace, uid = '' } }: KubeObject): OwnerRef {
  return { apiVersion, kind, name, uid, ...(namespace === undefined ? {} : { namespace }) };
}
const ownerNamed = async (name: string): Promise<OwnerRef> => ownerOf(await bench.otherClient.apply(cm(name, 'owner')));

function revision(number: number, ...objects: readonly KubeObject[]): RevisionInput {
  return { name: 'shop', number, phases: [{ name: 'p', objects }] };
}

function told({ phases, removed }: EngineResult): readonly string[] {
  return [...phases.flatMap(({ objects }) => objects), ...removed].map(({ ref: { name }, action }) => `${name}: ${action}`);
}

/** Name and role of every native owner, and the number. */
async function marks(name: string): Promise<unknown> {
  const { ownerReferences = [], annotations = {} } = (await bench.otherClient.get(ref(name))).metadata;
  return [ownerReferences.map(({ name: owner, controller }) => `${owner} ${controller === true ? 'controls' : 'owns'}`), annotations[REVISION]];
}

test('a native owner in the namespace: its deletion takes the objects with it', async () => {
  const owner = await ownerNamed('owner');
  const result = await engineOf({ strategy: 'native' }).reconcile(revision(1, cm('a', '1')), { owner, signal: signal() });
  expect([told(result), await marks('a')]).toEqual([['a: Created'], [['owner controls'], '1']]);
  expect((await bench.otherClient.get(ref('a'))).metadata.ownerReferences?.[0]).toEqual({ apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid: owner.uid, controller: true, blockOwnerDeletion: true });
  await bench.otherClient.delete(ref('owner'));
  await bench.otherClient.until(ref('a'), (object) => object === undefined);
});

test('what was orphaned outlives the native owner', async () => {
  const owner = await ownerNamed('owner');
  const engine = engineOf({ strategy: 'native' });
  const up = await engine.reconcile(revision(1, cm('a', '1'), cm('b', '1')), { owner, signal: signal() });
  const orphan = { objects: [{ ref: ref('a'), orphan: true }] };
  await engine.reconcile(revision(1, cm('b', '1')), { owner, inventory: up.inventory, overrides: orphan, signal: signal() });
  await bench.otherClient.delete(ref('owner'));
  // The collector takes both at once, or one: when the one is gone, it has looked.
  await bench.otherClient.until(ref('b'), (object) => object === undefined);
  expect(await bench.otherClient.exists(ref('a'))).toBe(true);
});

test('a cluster-scoped owner owns cluster-scoped objects and any namespace', async () => {
  const names = [unique('owner'), unique('owned')] as const;
  const clusterRole = (name: string): KubeObject => ({ apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata: { name }, rules: [] });
  const owner = ownerOf(await bench.otherClient.apply(clusterRole(names[0])));
  const engine = engineOf({ strategy: 'native' });
  const target = revision(1, { ...clusterRole(names[1]), rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }] }, cm('a', '1'));
  try {
    const up = await engine.reconcile(target, { owner, signal: signal() });
    expect([up.complete, await marks('a')]).toEqual([true, [[`${names[0]} controls`], '1']]);
    const again = await engine.reconcile(target, { owner, inventory: up.inventory, signal: signal() });
    expect(told(again).map((line) => line.split(': ')[1])).toEqual(['Unchanged', 'Unchanged']);
    expect((await engine.teardown(target, { owner, inventory: again.inventory, signal: signal() })).complete).toBe(true);
    expect(await bench.otherClient.exists({ ...owner, name: names[1] })).toBe(false);
  } finally {
    for (const name of names) await bench.otherClient.delete({ ...owner, name });
  }
});

test('by annotation: an owner that no object here is, in another cluster; objects in two namespaces', async () => {
  const elsewhere = await Bench.open('elsewhere');
  try {
    const owner: OwnerRef = { apiVersion: 'example.com/v1', kind: 'Shop', name: 'shop', namespace: 'management', uid: '7e9ff3c0-0000-4000-8000-000000000001' };
    const engine = engineOf({ strategy: 'annotation' });
    const target = revision(1, cm('a', '1'), cm('a', '1', elsewhere.namespace));
    const up = await engine.reconcile(target, { owner, signal: signal() });
    expect([told(up), up.complete]).toEqual([['a: Created', 'a: Created'], true]);
    const live = await bench.otherClient.get(ref('a'));
    expect(live.metadata.annotations?.[OWNERS]).toBe(JSON.stringify([{ ...owner, controller: true }]));
    expect(told(await engine.reconcile(target, { owner, inventory: up.inventory, signal: signal() }))).toEqual(['a: Unchanged', 'a: Unchanged']);

    // Another owner of the same name is another client.
    const other = await engine.reconcile(target, { owner: { ...owner, uid: 'another' }, signal: signal() });
    expect(other.phases[0]?.objects).toMatchObject([{ action: 'Collision', cause: { type: 'controlled', controller: { text: 'Shop shop' } } }, { action: 'Collision' }]);

    const next = { ...owner, name: 'shop-2', uid: '7e9ff3c0-0000-4000-8000-000000000002' };
    const two = revision(2, cm('a', '1'), cm('a', '1', elsewhere.namespace));
    expect(told(await engine.reconcile(two, { owner: next, siblings: [owner], signal: signal() }))).toEqual(['a: HandedOver', 'a: HandedOver']);
    expect(annotationOwners(await bench.otherClient.get(ref('a')), OWNERS)).toEqual([{ ...next, controller: true }]);
    expect(told(await engine.teardown(target, { owner, siblings: [next], inventory: up.inventory, signal: signal() }))).toEqual(['a: Released', 'a: Released']);
    const down = await engine.teardown(two, { owner: next, siblings: [owner], signal: signal() });
    expect([told(down), await elsewhere.otherClient.exists(elsewhere.ref('ConfigMap', 'a'))]).toEqual([['a: Deleted', 'a: Deleted'], false]);
  } finally {
    await elsewhere.close();
  }
});

test('an annotation that nobody can read is a collision, and what None makes of it is readable', async () => {
  const broken = { ...cm('a', 'theirs'), metadata: { ...cm('a', '').metadata, annotations: { [OWNERS]: '[{' } } };
  await bench.otherClient.apply(broken);
  const owner = await ownerNamed('owner');
  const engine = engineOf({ strategy: 'annotation' });
  expect(told(await engine.reconcile(revision(1, cm('a', '1')), { owner, signal: signal() }))).toEqual(['a: Collision']);
  expect(told(await engine.reconcile({ ...revision(1, cm('a', '1')), collisionProtection: 'None' }, { owner, signal: signal() }))).toEqual(['a: Adopted']);
  expect(annotationOwners(await bench.otherClient.get(ref('a')), OWNERS)).toEqual([{ ...owner, controller: true }]);
});

test('without an owner: two revisions in a row; the lower one never takes back, in whatever order they run', async () => {
  const engine = engineOf();
  const [one, two] = [revision(1, cm('a', '1'), cm('b', '1')), revision(2, cm('a', '2'))];
  const first = await engine.reconcile(one, { signal: signal() });
  const [uid] = await bench.uids(ref('a'));
  expect(told(await engine.reconcile(two, { signal: signal() }))).toEqual(['a: Updated']);
  for (let round = 0; round < 2; round += 1) {
    expect(told(await engine.reconcile(one, { inventory: first.inventory, signal: signal() }))).toEqual(['a: Released', 'b: Unchanged']);
    expect(told(await engine.reconcile(two, { signal: signal() }))).toEqual(['a: Unchanged']);
  }
  const down = await engine.teardown(one, { inventory: first.inventory, signal: signal() });
  expect([[...told(down)].sort(), await bench.uids(ref('a')), await marks('a')]).toEqual([['a: Released', 'b: Deleted'], [uid], [[], '2']]);
});

test('without an owner: IfNoController leaves what another client controls', async () => {
  const theirs = await ownerNamed('theirs');
  const ownerReferences = [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'theirs', uid: theirs.uid, controller: true }];
  await bench.otherClient.apply({ ...cm('a', 'theirs'), metadata: { ...cm('a', '').metadata, ownerReferences } });
  const engine = engineOf();
  const one = revision(1, cm('a', '1'));
  const with_ = (collisionProtection: 'IfNoController' | 'None'): Promise<EngineResult> => engine.reconcile(one, { overrides: { collisionProtection }, signal: signal() });
  expect(told(await with_('IfNoController'))).toEqual(['a: Collision']);
  const taken = await with_('None');
  expect([told(taken), await marks('a')]).toEqual([['a: Adopted'], [['theirs controls'], '1']]);
  // Taken once, it is ours: nothing is written again and again.
  const again = await engine.reconcile(one, { inventory: taken.inventory, overrides: { collisionProtection: 'None' }, signal: signal() });
  expect(told(again)).toEqual(['a: Unchanged']);
});

describe('handover between siblings', () => {
  const [first, second] = [() => ownerNamed('revision-1'), () => ownerNamed('revision-2')];

  test('one apply: one request an object, uids kept, nothing to archive the old one', async () => {
    const engine = engineOf({ strategy: 'native' });
    const owners = [await first(), await second()] as const;
    const objects = ['a', 'b', 'c'];
    const one = await engine.reconcile(revision(1, ...objects.map((name) => cm(name, '1'))), { owner: owners[0], siblings: [owners[1]], signal: signal() });
    const uids = await bench.uids(...objects.map(ref));
    const two = await bench.counted(() => engine.reconcile(revision(2, ...objects.map((name) => cm(name, '1'))), { owner: owners[1], siblings: [owners[0]], inventory: one.inventory, preflight: 'never', signal: signal() }));
    expect([told(two.result), two.requests['patch'], two.requests['get']]).toEqual([objects.map((name) => `${name}: HandedOver`), 3, undefined]);
    expect([await bench.uids(...objects.map(ref)), await marks('a')]).toEqual([uids, [['revision-2 controls'], '2']]);

    const old = { owner: owners[0], siblings: [owners[1]], inventory: one.inventory };
    const archive = await bench.counted(() => engine.teardown(revision(1), { ...old, signal: signal() }));
    expect([...told(archive.result)].sort()).toEqual(objects.map((name) => `${name}: Released`));
    expect([archive.requests['patch'], archive.requests['delete'], archive.result.inventory]).toEqual([undefined, undefined, []]);

    // The old owner may go now: the collector has nothing to take.
    await bench.otherClient.delete(ref('revision-1'));
    await bench.otherClient.until(ref('revision-1'), (object) => object === undefined);
    expect(await bench.uids(...objects.map(ref))).toEqual(uids);
  });

  test('between two field managers: the old owner stays listed until its own teardown lets go, and nothing else goes with it', async () => {
    const owners = [await first(), await second()] as const;
    const [old, next] = [engineOf({ strategy: 'native', fieldManager: 'old' }), engineOf({ strategy: 'native', fieldManager: 'new' })];
    const one = await old.reconcile(revision(1, cm('a', '1')), { owner: owners[0], siblings: [owners[1]], signal: signal() });
    const two = await next.reconcile(revision(2, cm('a', '2')), { owner: owners[1], siblings: [owners[0]], signal: signal() });
    expect([told(two), await marks('a')]).toEqual([['a: HandedOver'], [['revision-1 owns', 'revision-2 controls'], '2']]);
    expect(told(await old.teardown(revision(1), { owner: owners[0], siblings: [owners[1]], inventory: one.inventory, signal: signal() }))).toEqual(['a: Released']);
    expect(await marks('a')).toEqual([['revision-2 controls'], '2']);
    const again = await next.reconcile(revision(2, cm('a', '2')), { owner: owners[1], siblings: [owners[0]], inventory: two.inventory, signal: signal() });
    expect(told(again)).toEqual(['a: Unchanged']);
  });
});

describe('two controllers at once', () => {
  const controllersOf = async (name: string): Promise<number> => {
    const { ownerReferences = [] } = (await bench.otherClient.get(ref(name))).metadata;
    return ownerReferences.filter(({ controller }) => controller === true).length;
  };
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

  /** Both at once, each with a connection of its own. */
  async function race(options: (rival: OwnerRef) => ReconcileOptions, numbers: readonly [number, number]): Promise<readonly EngineResult[]> {
    const other = await connect({ kubeconfig });
    const owners = [await ownerNamed('one'), await ownerNamed('two')] as const;
    const engines = [engineOf({ strategy: 'native', fieldManager: 'one' }), engineOf({ strategy: 'native', fieldManager: 'two', cluster: other })] as const;
    try {
      return await Promise.all(([0, 1] as const).map((index) => {
        const [owner, rival] = [owners[index], owners[1 - index] as OwnerRef];
        return engines[index].reconcile(revision(numbers[index], ...names.map((name) => cm(name, String(index)))), { ...options(rival), owner, preflight: 'never', signal: signal() });
      }));
    } finally {
      other.close();
    }
  }

  test('strangers: every object has one controller, and the other one reports a collision', async () => {
    const results = await race(() => ({}), [1, 1]);
    const actions = results.map((result) => result.phases[0]?.objects.map(({ action }) => action) ?? []);
    for (const [index, name] of names.entries()) {
      expect([actions[0]?.[index], actions[1]?.[index]].sort()).toEqual(['Collision', 'Created']);
      expect(await controllersOf(name)).toBe(1);
    }
  });

  test('siblings: the higher revision has every object in the end', async () => {
    const results = await race((rival) => ({ siblings: [rival] }), [1, 2]);
    expect(results[1]?.complete).toBe(true);
    for (const name of names) {
      expect(await controllersOf(name)).toBe(1);
      expect(await marks(name)).toEqual([expect.arrayContaining(['two controls']), '2']);
    }
    const seen = new Set(results[0]?.phases[0]?.objects.map(({ action }) => action));
    expect([...seen].filter((action) => !['Created', 'Released', 'HandedOver', 'Unchanged'].includes(action))).toEqual([]);
  });

  test('the API server itself refuses a second controller: nothing can be controlled by both', async () => {
    const owners = [await ownerNamed('one'), await ownerNamed('two')];
    const reference = ({ uid, name }: OwnerRef): OwnerReference => ({ apiVersion: 'v1', kind: 'ConfigMap', name, uid, controller: true });
    const claimed = (owner: OwnerRef): KubeObject => ({ ...cm('a', '1'), metadata: { ...cm('a', '1').metadata, ownerReferences: [reference(owner)] } });
    const [one, two] = owners.map(claimed) as [KubeObject, KubeObject];
    stored(await bench.cluster.apply(one, { fieldManager: 'one', force: true }));
    expect(await bench.cluster.apply(two, { fieldManager: 'two', force: true })).toMatchObject({ type: 'refused', status: { code: 422 } });
  });
});
