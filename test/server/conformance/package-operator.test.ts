/** Scenarios of package-operator that concern an engine: archiving, handover and who controls what, pause, orphans, history. */
import type { KubeObject } from '../../../lib/api';
import { controllerOf, type EngineResult, type InventoryEntry, type OwnerRef } from '../../../lib/engine';
import { viewIn } from '../../../lib/engine/core/state/entry';
import { stored } from '../support/extension';
import { NO_WRITES, revision, REVISION, signal, Stage, told, wants, writes } from './stage';

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open('package-operator');
});
afterAll(() => stage.close());

/** What each owner controls, of these objects, as the cluster says. */
async function controlled(names: readonly string[]): Promise<Readonly<Record<string, readonly string[]>>> {
  const by: Record<string, string[]> = {};
  for (const name of names) {
    const live = await stage.bench.otherClient.cluster.get(stage.ref(name));
    if (live.type === 'object') (by[controllerOf(live.object, { type: 'native' })?.name ?? 'nobody'] ??= []).push(name);
  }
  return by;
}

/** What a revision controls, as its result says: everything but what was released or is a collision. */
function controls(result: EngineResult): readonly string[] {
  const ours = new Set(['Created', 'Updated', 'Recovered', 'Adopted', 'HandedOver', 'Unchanged']);
  return result.phases.flatMap(({ objects }) => objects).filter(({ action }) => ours.has(action)).map(({ ref }) => ref.name);
}

test('set up, pause, tear down: paused, drift stays and is told; resumed, it is put right; torn down, all is gone', async () => {
  const engine = stage.engine();
  const owner = await stage.owner('life-owner');
  const target = revision(1, [stage.configMap('life-a', '1')], [stage.configMap('life-b', '1')]);
  const up = await engine.reconcile(target, { owner, signal: signal() });
  await stage.bench.otherClient.delete(stage.ref('life-a'));
  await stage.patch('life-b', [{ op: 'replace', path: '/data/value', value: 'theirs' }]);
  const paused = await stage.bench.counted(() => engine.reconcile({ ...target, paused: true }, { owner, inventory: up.inventory, signal: signal() }));
  expect([told(paused.result), writes(paused.requests), await stage.exists('life-a'), await stage.data('life-b')]).toEqual([['life-a: Created?', 'life-b: Recovered?'], NO_WRITES, false, { value: 'theirs' }]);
  const resumed = await engine.reconcile(target, { owner, inventory: paused.result.inventory, signal: signal() });
  expect([told(resumed), resumed.complete]).toEqual([['life-a: Created', 'life-b: Recovered'], true]);
  // That it was paused does not keep it from being torn down.
  const down = await engine.teardown({ ...target, paused: true }, { owner, inventory: resumed.inventory, signal: signal() });
  expect([told(down), down.complete, await stage.exists('life-a'), await stage.exists('life-b')]).toEqual([['life-b: Deleted', 'life-a: Deleted'], true, false, false]);
});

test('a handover, phase by phase: at each moment it is known who controls what, and both say the same', async () => {
  const engine = stage.engine();
  const owners = [await stage.owner('set-1'), await stage.owner('set-2')] as const;
  const names = ['ho-a', 'ho-b', 'ho-old', 'ho-new'];
  const one = revision(1, [stage.configMap('ho-a', '1')], [stage.configMap('ho-b', '1'), stage.configMap('ho-old', '1')]);
  const two = (a: string) => revision(2, [stage.configMap('ho-a', a)], [stage.configMap('ho-b', '2'), stage.configMap('ho-new', '2')]);
  const first = await engine.reconcile(one, { owner: owners[0], siblings: [owners[1]], signal: signal() });
  expect([controls(first), await controlled(names)]).toEqual([['ho-a', 'ho-b', 'ho-old'], { 'set-1': ['ho-a', 'ho-b', 'ho-old'] }]);
  const uids = await stage.bench.uids(stage.ref('ho-a'), stage.ref('ho-b'));

  // The new one is stuck behind its first phase: the old one keeps the rest.
  const again = { owner: owners[1], siblings: [owners[0]], probes: [wants('.data.value', '2')], wait: false };
  const stuck = await engine.reconcile(two('1'), { ...again, signal: signal() });
  const old = await engine.reconcile(one, { owner: owners[0], siblings: [owners[1]], inventory: first.inventory, signal: signal() });
  expect([controls(stuck), controls(old), told(old)]).toEqual([['ho-a'], ['ho-b', 'ho-old'], ['ho-a: Released', 'ho-b: Unchanged', 'ho-old: Unchanged']]);
  expect(await controlled(names)).toEqual({ 'set-2': ['ho-a'], 'set-1': ['ho-b', 'ho-old'] });

  const done = await engine.reconcile(two('2'), { ...again, inventory: stuck.inventory, signal: signal() });
  expect([controls(done), done.complete]).toEqual([['ho-a', 'ho-b', 'ho-new'], true]);
  expect(await controlled(names)).toEqual({ 'set-2': ['ho-a', 'ho-b', 'ho-new'], 'set-1': ['ho-old'] });
  const archived = await engine.teardown(one, { owner: owners[0], siblings: [owners[1]], inventory: first.inventory, signal: signal() });
  expect([[...told(archived)].sort(), archived.complete, await controlled(names)]).toEqual([['ho-a: Released', 'ho-b: Released', 'ho-old: Deleted'], true, { 'set-2': ['ho-a', 'ho-b', 'ho-new'] }]);
  expect(await stage.bench.uids(stage.ref('ho-a'), stage.ref('ho-b'))).toEqual(uids);
});

describe('archiving', () => {
  interface Rollout {
    readonly owners: readonly OwnerRef[];
    readonly inventories: readonly (readonly InventoryEntry[])[];
  }

  /** Revisions in a row; each shares `shared` with the others, has an object of its own, and may get stuck before its last phase. */
  async function rolledOut(prefix: string, ...stuck: readonly boolean[]): Promise<Rollout> {
    const owners = await Promise.all(stuck.map((_, index) => stage.owner(`${prefix}-set-${index + 1}`)));
    const inventories: (readonly InventoryEntry[])[] = [];
    for (const [index, isStuck] of stuck.entries()) {
      const number = index + 1;
      const name = `${prefix}-own-${number}`;
      const first = [stage.configMap(`${prefix}-shared`, String(number)), stage.configMap(name, isStuck ? 'never' : 'ready')];
      const target = revision(number, first, [stage.configMap(`${prefix}-last`, String(number))]);
      const probes = [{ ...wants('.data.value', 'ready'), selector: { type: 'Object' as const, object: { group: '', kind: 'ConfigMap', name } } }];
      const call = { owner: owners[index] as OwnerRef, siblings: owners, probes, wait: false };
      const result = await stage.engine().reconcile(target, { ...call, signal: signal() });
      expect(result.complete).toBe(!isStuck);
      inventories.push(result.inventory);
    }
    return { owners, inventories };
  }

  async function archive(number: number, { owners, inventories }: Rollout): Promise<readonly string[]> {
    const call = { owner: owners[number - 1] as OwnerRef, siblings: owners, inventory: inventories[number - 1] ?? [] };
    const result = await stage.engine().teardown(revision(number), { ...call, signal: signal() });
    expect(result.complete).toBe(true);
    return [...told(result)].sort();
  }

  test('a superseded revision: what only it has goes, what was handed on stays', async () => {
    const rollout = await rolledOut('sup', false, false);
    const uids = await stage.bench.uids(stage.ref('sup-shared'), stage.ref('sup-last'));
    expect(await archive(1, rollout)).toEqual(['sup-last: Released', 'sup-own-1: Deleted', 'sup-shared: Released']);
    expect(await stage.bench.uids(stage.ref('sup-shared'), stage.ref('sup-last'))).toEqual(uids);
  });

  test('one that never became available: the one before it keeps what it had, the newer one gets the rest', async () => {
    const rollout = await rolledOut('nev', false, true, false);
    const names = ['nev-shared', 'nev-last', 'nev-own-1', 'nev-own-2', 'nev-own-3'];
    expect(await controlled(names)).toEqual({ 'nev-set-3': ['nev-shared', 'nev-last', 'nev-own-3'], 'nev-set-1': ['nev-own-1'], 'nev-set-2': ['nev-own-2'] });
    const uids = await stage.bench.uids(stage.ref('nev-shared'), stage.ref('nev-last'));
    // In whatever order: the intermediate one first.
    expect([await archive(2, rollout), await archive(1, rollout)]).toEqual([['nev-last: Released', 'nev-own-2: Deleted', 'nev-shared: Released'], ['nev-last: Released', 'nev-own-1: Deleted', 'nev-shared: Released']]);
    expect([await controlled(names), await stage.bench.uids(stage.ref('nev-shared'), stage.ref('nev-last'))]).toEqual([{ 'nev-set-3': ['nev-shared', 'nev-last', 'nev-own-3'] }, uids]);
  });

  test('an intermediate one that controls nothing: its archiving writes nothing', async () => {
    const owners = [await stage.owner('mid-1'), await stage.owner('mid-2'), await stage.owner('mid-3')] as const;
    const engine = stage.engine();
    const of = (number: number) => revision(number, [stage.configMap('mid', String(number))]);
    await engine.reconcile(of(1), { owner: owners[0], siblings: owners, signal: signal() });
    const mid = await engine.reconcile(of(2), { owner: owners[1], siblings: owners, signal: signal() });
    await engine.reconcile(of(3), { owner: owners[2], siblings: owners, signal: signal() });
    const call = { owner: owners[1], siblings: owners, inventory: mid.inventory };
    const down = await stage.bench.counted(() => engine.teardown(of(2), { ...call, signal: signal() }));
    expect([told(down.result), writes(down.requests), await stage.marks('mid')]).toEqual([['mid: Released'], NO_WRITES, [['mid-3 controls'], '3']]);
  });
});

describe('objects that outlive their owner', () => {
  test('the owner is deleted with propagation Orphan: the child survives without a reference, and is nobody\'s to take until it is marked as such', async () => {
    const engine = stage.engine();
    const [owner, next] = [await stage.owner('cascade-owner'), await stage.owner('cascade-next')];
    await engine.reconcile({ number: 1, object: stage.configMap('cascade', '1') }, { owner, signal: signal() });
    const uids = await stage.bench.uids(stage.ref('cascade'));
    stored(await stage.bench.otherClient.cluster.delete(stage.ref('cascade-owner'), { uid: owner.uid, propagation: 'Orphan' }));
    await stage.bench.otherClient.until(stage.ref('cascade-owner'), (object) => object === undefined);
    await stage.bench.otherClient.until(stage.ref('cascade'), (object) => object?.metadata.ownerReferences === undefined);
    expect([await stage.bench.uids(stage.ref('cascade')), await stage.marks('cascade')]).toEqual([uids, [[], '1']]);
    const target = { number: 2, object: stage.configMap('cascade', '2'), collisionProtection: 'IfNoController' as const };
    expect(told(await engine.reconcile(target, { owner: next, signal: signal() }))).toEqual(['cascade: Collision']);
    await stage.patch('cascade', [{ op: 'remove', path: `/metadata/annotations/${REVISION.replace('/', '~1')}` }]);
    expect([told(await engine.reconcile(target, { owner: next, signal: signal() })), await stage.bench.uids(stage.ref('cascade'))]).toEqual([['cascade: Adopted'], uids]);
  });

  test('another client takes the controller flag off, and the owner is torn down: the child survives, our reference goes', async () => {
    const engine = stage.engine();
    const owner = await stage.owner('flag-owner');
    const target = { number: 1, object: stage.configMap('flag', '1') };
    const up = await engine.reconcile(target, { owner, signal: signal() });
    await stage.patch('flag', [{ op: 'replace', path: '/metadata/ownerReferences/0/controller', value: false }]);
    const down = await engine.teardown(target, { owner, inventory: up.inventory, signal: signal() });
    expect([told(down), down.complete, (await stage.marks('flag'))[0]]).toEqual([['flag: Released'], true, []]);
    await stage.bench.otherClient.delete(stage.ref('flag-owner'));
    await stage.bench.otherClient.until(stage.ref('flag-owner'), (object) => object === undefined);
    expect(await stage.exists('flag')).toBe(true);
  });
});

test('a Deployment that is not available holds the rollout back, and says why', async () => {
  const engine = stage.engine();
  const owner = await stage.owner('available-owner');
  const nowhere = (replicas: number): KubeObject => {
    const template = { metadata: { labels: { app: 'available' } }, spec: { nodeSelector: { no: 'such-node' }, containers: [{ name: 'app', image: 'example.com/app:1' }] } };
    return stage.object('apps/v1', 'Deployment', 'available', { spec: { replicas, selector: { matchLabels: { app: 'available' } }, template } });
  };
  const stuck = new AbortController();
  const result = await engine.reconcile(revision(1, [nowhere(1)], [stage.configMap('behind', '1')]), {
    owner,
    onProgress: ({ entries }) => {
      if ([...entries.values()].some((entry) => viewIn(entry)?.ready.status === 'fail')) stuck.abort('not available');
    },
    signal: AbortSignal.any([stuck.signal, signal()]),
  });
  expect([told(result), result.complete, result.stopped]).toEqual([['available: Created', 'behind: Waiting'], false, 'not available']);
  expect(result.phases[0]?.objects[0]?.ready?.message).toContain('condition "Available" == "True": .status.condition["Available"] is False');
  const next = await engine.reconcile(revision(1, [nowhere(0)], [stage.configMap('behind', '1')]), { owner, inventory: result.inventory, signal: signal() });
  expect([told(next), next.complete]).toEqual([['available: Updated', 'behind: Created'], true]);
});

test('a revision that is paused leaves its objects to the next one, which is not', async () => {
  const engine = stage.engine();
  const owners = [await stage.owner('pause-1'), await stage.owner('pause-2')] as const;
  const one = revision(1, [stage.configMap('pause', '1')]);
  const up = await engine.reconcile(one, { owner: owners[0], siblings: [owners[1]], signal: signal() });
  await engine.reconcile(revision(2, [stage.configMap('pause', '2')]), { owner: owners[1], siblings: [owners[0]], signal: signal() });
  const call = { owner: owners[0], siblings: [owners[1]], inventory: up.inventory };
  const paused = await engine.reconcile({ ...one, paused: true }, { ...call, signal: signal() });
  expect([told(paused), await stage.marks('pause')]).toEqual([['pause: Released?'], [['pause-2 controls'], '2']]);
});
