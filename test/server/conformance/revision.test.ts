/** Revisions of several phases: order and probes, collisions with others, and revisions beside each other. */
import type { CollisionProtection } from '../../../lib/api';
import type { CallOptions, EngineResult, RevisionInput, State } from '../../../lib/engine';
import { objectsOf, revision, signal, Stage, told, waitsForFinalizer, wants } from './stage';

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open('revision');
});
afterAll(() => stage.close());

/** Ends as soon as something that is being deleted is held by a finalizer. */
async function teardownUntilHeld(target: RevisionInput, options: CallOptions): Promise<EngineResult> {
  const held = new AbortController();
  const onProgress = ({ entries }: State): void => {
    if ([...entries.values()].some((entry) => waitsForFinalizer(entry))) held.abort('a finalizer holds it');
  };
  return stage.engine().teardown(target, { ...options, onProgress, signal: AbortSignal.any([held.signal, signal()]) });
}

test('a phase waits for the probe of the one before; a teardown waits for finalizers, in reverse', async () => {
  const engine = stage.engine();
  const owner = await stage.owner('phases-owner');
  const target = revision(1, [stage.configMap('gate', 'closed')], [stage.configMap('behind', 'open')]);
  const options = { owner, probes: [wants('.data.value', 'open')], wait: false };
  const first = await engine.reconcile(target, { ...options, signal: signal() });
  expect([told(first), first.complete, first.failed, first.phases.map(({ status }) => status)]).toEqual([['gate: Created', 'behind: Waiting'], false, false, ['running', 'pending']]);
  expect(await stage.exists('behind')).toBe(false);

  const open = revision(1, [stage.configMap('gate', 'open')], [stage.configMap('behind', 'open')]);
  const second = await engine.reconcile(open, { ...options, inventory: first.inventory, signal: signal() });
  expect([told(second), second.complete]).toEqual([['gate: Updated', 'behind: Created'], true]);

  await stage.patch('behind', [{ op: 'add', path: '/metadata/finalizers', value: ['example.com/hold'] }]);
  const waiting = await teardownUntilHeld(open, { owner, inventory: second.inventory });
  expect(objectsOf(waiting)).toMatchObject([
    { ref: { name: 'behind' }, action: 'Waiting', cause: { type: 'being-deleted', finalizers: ['example.com/hold'] } },
    { ref: { name: 'gate' }, action: 'Waiting', cause: { type: 'phase' } },
  ]);
  expect([waiting.complete, await stage.exists('gate')]).toEqual([false, true]);

  // Asked again, it does not delete what is being deleted already.
  const still = await stage.bench.counted(() => teardownUntilHeld(open, { owner, inventory: waiting.inventory }));
  expect([still.result.complete, still.requests['delete']]).toEqual([false, undefined]);
  await stage.patch('behind', [{ op: 'remove', path: '/metadata/finalizers' }]);
  const done = await engine.teardown(open, { owner, inventory: still.result.inventory, signal: signal() });
  expect([told(done), done.complete, await stage.exists('gate')]).toEqual([['behind: Deleted', 'gate: Deleted'], true, false]);
});

test('a higher number is no right: an object of a stranger with revision 1 stays as it is', async () => {
  const engine = stage.engine();
  const [theirs, ours] = [await stage.owner('stranger'), await stage.owner('higher')];
  const before = JSON.stringify(await stage.foreign('linear', theirs, 1));
  const result = await engine.reconcile(revision(7, [stage.configMap('linear', '7')]), { owner: ours, signal: signal() });
  expect(objectsOf(result)).toMatchObject([{ action: 'Collision', cause: { type: 'controlled', controller: { text: 'ConfigMap stranger' } } }]);
  expect([result.complete, result.failed, JSON.stringify(await stage.get('linear'))]).toEqual([false, true, before]);
});

describe('an object that no stream shows, because it lacks our label', () => {
  test.each<[string, CollisionProtection, boolean, string]>([
    ['nobody controls it, IfNoController: adopted', 'IfNoController', false, 'Adopted'],
    ['nobody controls it, Prevent: a collision', 'Prevent', false, 'Collision'],
    ['another client controls it, IfNoController: a collision', 'IfNoController', true, 'Collision'],
    ['another client controls it, None: adopted', 'None', true, 'Adopted'],
  ])('%s', async (_, collisionProtection, controlled, action) => {
    const name = `unlabelled-${collisionProtection.toLowerCase()}-${String(controlled)}`;
    const [ours, theirs] = [await stage.owner(`${name}-ours`), await stage.owner(`${name}-theirs`)];
    const { metadata } = await stage.foreign(name, controlled ? theirs : undefined);
    expect(metadata.labels).toBeUndefined();
    const target = { number: 1, object: stage.configMap(name, '1'), collisionProtection };
    // With and without a dry run before: the create itself finds out.
    const result = await stage.engine().reconcile(target, { owner: ours, preflight: 'never', signal: signal() });
    expect([objectsOf(result)[0]?.action, result.complete]).toEqual([action, action === 'Adopted']);
    const live = await stage.get(name);
    expect([live.metadata.uid, live['data']]).toEqual([metadata.uid, { value: action === 'Adopted' ? '1' : 'theirs' }]);
  });
});

describe('revisions beside each other', () => {
  /** Action, completeness, phase, marks and content after the second of two siblings. */
  const siblings = async (name: string, numbers: readonly [number, number]): Promise<readonly unknown[]> => {
    const owners = [await stage.owner(`${name}-a`), await stage.owner(`${name}-b`)] as const;
    const engine = stage.engine();
    await engine.reconcile(revision(numbers[0], [stage.configMap(name, 'a')]), { owner: owners[0], siblings: [owners[1]], signal: signal() });
    const second = await engine.reconcile(revision(numbers[1], [stage.configMap(name, 'b')]), { owner: owners[1], siblings: [owners[0]], signal: signal() });
    return [told(second), second.complete, second.phases[0]?.status, await stage.marks(name), await stage.data(name)];
  };

  test('the newer one has it: released to it, and complete', async () => {
    expect(await siblings('newer', [4, 1])).toEqual([['newer: Released'], true, 'complete', [['newer-a controls'], '4'], { value: 'a' }]);
  });

  test('the older one has it: handed over, with controller and number', async () => {
    expect(await siblings('older', [1, 2])).toEqual([['older: HandedOver'], true, 'complete', [['older-b controls'], '2'], { value: 'b' }]);
  });

  test('one of the same number has it: a collision', async () => {
    expect(await siblings('equal', [3, 3])).toEqual([['equal: Collision'], false, 'failed', [['equal-a controls'], '3'], { value: 'a' }]);
  });
});

test('back to an older content: under a new number, with the requests of an upgrade, and nothing is recreated', async () => {
  const engine = stage.engine();
  const owners = [await stage.owner('back-1'), await stage.owner('back-2'), await stage.owner('back-3')] as const;
  const content = (number: number, value: string) => revision(number, [stage.configMap('back', value)]);
  await engine.reconcile(content(1, 'a'), { owner: owners[0], siblings: [...owners], signal: signal() });
  const uids = await stage.bench.uids(stage.ref('back'));
  await engine.reconcile(content(2, 'b'), { owner: owners[1], siblings: [...owners], signal: signal() });
  // The old revision itself takes nothing back.
  expect(told(await engine.reconcile(content(1, 'a'), { owner: owners[0], siblings: [...owners], signal: signal() }))).toEqual(['back: Released']);
  const rollback = await stage.bench.counted(() => engine.reconcile(content(3, 'a'), { owner: owners[2], siblings: [...owners], preflight: 'never', signal: signal() }));
  expect([told(rollback.result), rollback.requests['delete'], await stage.marks('back'), await stage.data('back')]).toEqual([['back: HandedOver'], undefined, [['back-3 controls'], '3'], { value: 'a' }]);
  expect(await stage.bench.uids(stage.ref('back'))).toEqual(uids);
});

test('an owner in the manifest of an object is one finding that names the object, whether it controls or not', async () => {
  const engine = stage.engine();
  const owner = await stage.owner('finding-owner');
  for (const controller of [true, false]) {
    const plain = stage.configMap('owned-by-hand', '1');
    const object = { ...plain, metadata: { ...plain.metadata, ownerReferences: [{ apiVersion: 'v1', kind: 'ConfigMap', name: owner.name, uid: owner.uid, controller }] } };
    await expect(engine.reconcile(revision(1, [stage.configMap('before', '1'), object]), { owner, signal: signal() })).rejects.toMatchObject({
      code: 'revision-invalid', message: expect.stringContaining('owned-by-hand'),
      details: { findings: [{ code: 'field-forbidden', path: 'phases[0].objects[1].metadata.ownerReferences' }] },
    });
  }
  expect(await stage.exists('before')).toBe(false);
});
