/** The life of a single object: what is written, what is left alone, and what is said of it. */
import type { KubeObject } from '../../../lib/api';
import type { RevisionInput } from '../../../lib/engine';
import { stored } from '../support/extension';
import { MANAGER, NO_WRITES, objectsOf, revision, REVISION, signal, Stage, told, wants, writes } from './stage';

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open('object');
});
afterAll(() => stage.close());

test('created, unchanged, unchanged beside a key of another client, updated, deleted, and gone when it is looked for again', async () => {
  const engine = stage.engine();
  const owner = await stage.owner('life-owner');
  const target = { number: 1, object: stage.configMap('life', '1') };
  const up = await engine.reconcile(target, { owner, signal: signal() });
  expect(told(up)).toEqual(['life: Created']);
  await stage.patch('life', [{ op: 'add', path: '/data/theirs', value: 'x' }]);
  const again = await stage.bench.counted(() => engine.reconcile(target, { owner, inventory: up.inventory, signal: signal() }));
  expect([told(again.result), writes(again.requests)]).toEqual([['life: Unchanged'], NO_WRITES]);
  const two = { number: 1, object: stage.configMap('life', '2') };
  const next = await engine.reconcile(two, { owner, inventory: up.inventory, signal: signal() });
  expect([told(next), await stage.data('life')]).toEqual([['life: Updated'], { value: '2', theirs: 'x' }]);

  const down = await stage.bench.counted(() => engine.teardown(two, { owner, inventory: next.inventory, signal: signal() }));
  expect([told(down.result), down.result.complete, down.requests['delete'], await stage.exists('life')]).toEqual([['life: Deleted'], true, 1, false]);
  const absent = await stage.bench.counted(() => engine.teardown(two, { owner, signal: signal() }));
  expect([objectsOf(absent.result), absent.result.complete, absent.requests['delete']]).toMatchObject([[{ action: 'Deleted', wasAbsent: true }], true, undefined]);
});

test('the number on an object of ours is changed by another client: it is ours all the same, and the number is put back', async () => {
  const engine = stage.engine();
  const owner = await stage.owner('number-owner');
  const target = { number: 1, object: stage.configMap('number', '1') };
  const up = await engine.reconcile(target, { owner, signal: signal() });
  await stage.patch('number', [{ op: 'replace', path: `/metadata/annotations/${REVISION.replace('/', '~1')}`, value: '4' }]);
  const next = await engine.reconcile(target, { owner, inventory: up.inventory, signal: signal() });
  expect(objectsOf(next)).toMatchObject([{ action: 'Recovered', interference: [{ path: `metadata.annotations["${REVISION}"]`, manager: 'somebody' }] }]);
  expect(await stage.marks('number')).toEqual([['number-owner controls'], '1']);
});

describe('paused', () => {
  const paused = (value: string): RevisionInput => ({ name: 'shop', number: 1, phases: [{ name: 'p', objects: [{ object: stage.configMap('paused', value), paused: true }] }] });

  test('an absent object would be created and is not; an unchanged one is complete; a changed one would be updated and is not', async () => {
    const engine = stage.engine();
    const owner = await stage.owner('paused-owner');
    const absent = await engine.reconcile(paused('1'), { owner, signal: signal() });
    expect([told(absent), absent.complete, await stage.exists('paused')]).toEqual([['paused: Created?'], false, false]);
    const up = await engine.reconcile(paused('1'), { owner, overrides: { objects: [{ ref: stage.ref('paused'), paused: false }] }, signal: signal() });
    const idle = await engine.reconcile(paused('1'), { owner, inventory: up.inventory, signal: signal() });
    expect([told(up), told(idle), idle.complete]).toEqual([['paused: Created'], ['paused: Unchanged?'], true]);
    const { resourceVersion } = (await stage.get('paused')).metadata;
    const changed = await stage.bench.counted(() => engine.reconcile(paused('2'), { owner, inventory: up.inventory, signal: signal() }));
    expect([told(changed.result), changed.result.complete, writes(changed.requests)]).toEqual([['paused: Updated?'], false, NO_WRITES]);
    expect((await stage.get('paused')).metadata.resourceVersion).toBe(resourceVersion);
  });

  test('what another client changed would be recovered, what an older revision has would be handed over: nothing is written', async () => {
    const engine = stage.engine();
    const [first, second] = [await stage.owner('paused-1'), await stage.owner('paused-2')];
    const one = revision(1, [stage.configMap('held', '1')]);
    const up = await engine.reconcile(one, { owner: first, siblings: [second], signal: signal() });
    await stage.patch('held', [{ op: 'replace', path: '/data/value', value: 'theirs' }]);
    const live = JSON.stringify(await stage.get('held'));
    const drift = await engine.reconcile({ ...one, paused: true }, { owner: first, siblings: [second], inventory: up.inventory, signal: signal() });
    const handover = await engine.reconcile({ ...revision(2, [stage.configMap('held', '1')]), paused: true }, { owner: second, siblings: [first], signal: signal() });
    expect([told(drift), told(handover), JSON.stringify(await stage.get('held'))]).toEqual([['held: Recovered?'], ['held: HandedOver?'], live]);
  });
});

test('several probes of one object: complete only when all of them pass; one that fails and one that has no answer hold it back', async () => {
  const engine = stage.engine();
  const owner = await stage.owner('probes-owner');
  const target = { number: 1, object: stage.configMap('probes', '1', { other: 'x' }) };
  const probed = async (...probes: ReturnType<typeof wants>[]): Promise<unknown> => {
    const { complete, phases } = await engine.reconcile(target, { owner, probes, wait: false, signal: signal() });
    return [complete, phases[0]?.objects[0]?.ready?.status];
  };
  const other = wants('.data.other', 'x');
  expect(await probed(wants('.data.value', '2'), other)).toEqual([false, 'fail']);
  expect(await probed(wants('.data.missing', '1'), other)).toEqual([false, 'unknown']);
  expect(await probed(wants('.data.value', '1'), other)).toEqual([true, 'pass']);
});

test('without an owner: an entry that an older tool left under our own name is merged by the next revision, and nobody is said to interfere', async () => {
  const engine = stage.engine();
  const up = await engine.reconcile({ number: 1, object: stage.configMap('stale', '1') }, { signal: signal() });
  const live = await stage.get('stale');
  stored(await stage.bench.otherClient.cluster.replace({ ...live, data: { value: 'older', stale: 'left over' } } as KubeObject, { fieldManager: MANAGER }));
  const next = await engine.reconcile({ number: 2, object: stage.configMap('stale', '2') }, { inventory: up.inventory, signal: signal() });
  expect(objectsOf(next)).toMatchObject([{ action: 'Updated' }]);
  const { metadata, data } = (await stage.get('stale')) as KubeObject & { data: unknown };
  expect([metadata.managedFields?.map(({ manager, operation }) => `${manager ?? ''} ${operation ?? ''}`), data]).toEqual([[`${MANAGER} Apply`], { value: '2' }]);
});

test('an owner that no longer controls lets go: its reference goes, the other one stays, and the controller deletes later', async () => {
  const engine = stage.engine();
  const [first, second] = [await stage.owner('former'), await stage.owner('controller')];
  const target = { number: 1, object: stage.configMap('passed-on', '1') };
  const up = await engine.reconcile(target, { owner: first, signal: signal() });
  const reference = ({ name, uid }: typeof first, controller: boolean): object => ({ apiVersion: 'v1', kind: 'ConfigMap', name, uid, controller });
  // Another client makes another one the controller; the number stays as it is.
  await stage.patch('passed-on', [{ op: 'replace', path: '/metadata/ownerReferences', value: [reference(first, false), reference(second, true)] }]);
  const down = await stage.bench.counted(() => engine.teardown(target, { owner: first, inventory: up.inventory, signal: signal() }));
  expect([told(down.result), down.result.complete, down.requests['delete']]).toEqual([['passed-on: Released'], true, undefined]);
  expect((await stage.marks('passed-on'))[0]).toEqual(['controller controls']);
  // Nothing is left to be done, and nothing is sent.
  const again = await stage.bench.counted(() => engine.teardown(target, { owner: first, signal: signal() }));
  expect([told(again.result), writes(again.requests)]).toEqual([['passed-on: Released'], NO_WRITES]);
  // It never wrote the object, and a reference that another client writes proves nothing: its record says that the object is its own.
  const last = await engine.teardown(target, { owner: second, inventory: up.inventory, signal: signal() });
  expect([told(last), await stage.exists('passed-on')]).toEqual([['passed-on: Deleted'], false]);
});

describe('an object whose number cannot be read', () => {
  test('is a collision without an owner, and simply ours where the owner says so', async () => {
    const engine = stage.engine();
    const owner = await stage.owner('unreadable-owner');
    const unreadable = [{ op: 'replace' as const, path: `/metadata/annotations/${REVISION.replace('/', '~1')}`, value: 'two' }];
    const [owned, unowned] = [{ number: 1, object: stage.configMap('owned', '1') }, { number: 1, object: stage.configMap('unowned', '1') }];
    const ups = [await engine.reconcile(owned, { owner, signal: signal() }), await engine.reconcile(unowned, { signal: signal() })];
    for (const name of ['owned', 'unowned']) await stage.patch(name, unreadable);
    const results = [
      await engine.reconcile(owned, { owner, inventory: ups[0]?.inventory ?? [], signal: signal() }),
      await engine.reconcile(unowned, { inventory: ups[1]?.inventory ?? [], signal: signal() }),
    ];
    expect(results.flatMap(told)).toEqual(['owned: Recovered', 'unowned: Collision']);
  });
});
