/**
 * The engine as a library: any object as owner, by native reference, with a number for each revision; and collisions on a real server.
 */
import { ANNOTATION_OWNERS, type CollisionProtection, type KubeObject } from '../../../lib/api';
import { buildTeardown, type OwnerContext } from '../../../lib/engine';
import { actions, Bench, objectOf, revisionOf } from '../support/extension';
import * as library from '../support/library';

let bench: Bench;
beforeEach(async () => {
  bench = await Bench.open('engine');
});
afterEach(() => bench.close());

type RollOutArguments = Parameters<typeof library.rollOut> extends [Bench, ...infer Rest] ? Rest : never;

describe('two revisions, each with an owner of its own', () => {
  const ownerNamed = (name: string): Promise<KubeObject> => library.ownerNamed(bench, name);
  const contextOf = (owner: KubeObject, ...siblings: readonly KubeObject[]): OwnerContext => library.contextOf(bench, owner, ...siblings);
  const rollOut = (...args: RollOutArguments): ReturnType<typeof library.rollOut> => library.rollOut(bench, ...args);

  test('handover costs one write an object, recreates nothing, and the old teardown takes only what the old one still has', async () => {
    const [first, second] = [await ownerNamed('revision-1'), await ownerNamed('revision-2')];
    const one = await rollOut(revisionOf([[bench.configMap('kept', '1'), bench.configMap('changed', '1'), bench.configMap('dropped', '1')]]), 1, contextOf(first, second));
    expect(one.text).toEqual(['kept: Created', 'changed: Created', 'dropped: Created']);
    const refs = [bench.ref('ConfigMap', 'kept'), bench.ref('ConfigMap', 'changed')];
    const uids = await bench.uids(...refs);

    const { result: two, requests } = await bench.counted(() => rollOut(revisionOf([[bench.configMap('kept', '1'), bench.configMap('changed', '2')]]), 2, contextOf(second, first)));
    expect(two.text).toEqual(['kept: HandedOver', 'changed: HandedOver']);
    expect(requests['patch']).toBe(2);
    expect(await bench.uids(...refs)).toEqual(uids);
    const { metadata } = await bench.otherClient.get(refs[0] as (typeof refs)[0]);
    expect(metadata.ownerReferences?.map(({ name, controller }) => [name, controller])).toEqual([['revision-2', true]]);
    expect(metadata.annotations?.[library.REVISION]).toBe('2');

    // The old revision, run again, leaves what the new one has.
    expect((await rollOut(revisionOf([[bench.configMap('kept', '1'), bench.configMap('dropped', '1')]]), 1, contextOf(first, second))).text)
      .toEqual(['kept: Released', 'dropped: Unchanged']);

    const context = contextOf(first, second);
    const teardown = buildTeardown(1, { context, inventory: one.inventory, labelSelector: library.selectorOf(bench) });
    const down = await bench.counted(() => library.execute(bench, teardown, context));
    expect([...down.result.text].sort()).toEqual(['changed: Released', 'dropped: Deleted', 'kept: Released']);
    expect([down.requests['delete'], down.requests['patch']]).toEqual([1, undefined]);
    expect(await bench.uids(...refs)).toEqual(uids);
  });

  test('without a record, what is as desired is told from what was created', async () => {
    const context = contextOf(await ownerNamed('owner'));
    const revision = revisionOf([[bench.configMap('a', '1')]]);
    expect((await rollOut(revision, 1, context)).text).toEqual(['a: Created']);
    expect((await rollOut(revision, 1, context)).text).toEqual(['a: Unchanged']);
  });

  test('taking an object from its controller (None) demotes that controller, in the dry run too', async () => {
    const [ours, theirs] = [await ownerNamed('ours'), await ownerNamed('theirs')];
    const reference = { apiVersion: 'v1', kind: 'ConfigMap', name: 'theirs', uid: theirs.metadata.uid ?? '', controller: true };
    const plain = bench.configMap('a', 'theirs');
    await bench.otherClient.apply({ ...plain, metadata: { ...plain.metadata, ownerReferences: [reference] } });
    expect((await rollOut(revisionOf([[bench.configMap('a', '1')]], { protection: 'IfNoController' }), 1, contextOf(ours))).text).toEqual(['a: Collision']);
    const taken = await rollOut(revisionOf([[bench.configMap('a', '1')]], { protection: 'None' }), 1, contextOf(ours));
    expect(taken.text).toEqual(['a: Adopted']);
    const { metadata } = await bench.otherClient.get(bench.ref('ConfigMap', 'a'));
    expect(metadata.ownerReferences?.map(({ name, controller }) => [name, controller])).toEqual([['theirs', false], ['ours', true]]);
    expect((await rollOut(revisionOf([[bench.configMap('a', '1')]], { protection: 'None' }), 1, contextOf(ours), taken.inventory)).text).toEqual(['a: Unchanged']);
  });
});

describe('an object that another client made', () => {
  test.each<[string, CollisionProtection, boolean, string]>([
    ['Prevent', 'Prevent', false, 'Collision'],
    ['Prevent, controlled', 'Prevent', true, 'Collision'],
    ['IfNoController', 'IfNoController', false, 'Adopted'],
    ['IfNoController, controlled', 'IfNoController', true, 'Collision'],
    ['None', 'None', false, 'Adopted'],
    ['None, controlled', 'None', true, 'Adopted'],
  ])('%s', async (_, protection, controlled, action) => {
    const controller = await bench.otherClient.apply(bench.object('Secret', 'controller'));
    const reference = { apiVersion: 'v1', kind: 'Secret', name: 'controller', uid: controller.metadata.uid ?? '', controller: true };
    const theirs = bench.object('ConfigMap', 'theirs', { data: { value: 'theirs', more: 'kept' } });
    const mark = controlled ? { ownerReferences: [reference] } : {};
    const before = await bench.otherClient.apply({ ...theirs, metadata: { ...theirs.metadata, ...mark } });
    const outcome = await bench.apply(revisionOf([[bench.configMap('ours', '1')], [bench.configMap('theirs', '1')]], { protection }));
    expect(objectOf(outcome, 'theirs').action).toBe(action);
    if (action === 'Collision') {
      expect(outcome).toMatchObject({ status: 'failed', newRevision: false });
      expect(JSON.stringify(await bench.otherClient.get(bench.ref('ConfigMap', 'theirs')))).toBe(JSON.stringify(before));
      await expect(bench.otherClient.exists(bench.ref('ConfigMap', 'ours'))).resolves.toBe(false);
    } else {
      expect(outcome.status).toBe('complete');
      const { metadata: live, ...content } = await bench.otherClient.get(bench.ref('ConfigMap', 'theirs'));
      expect([live.uid, content['data']]).toEqual([before.metadata.uid, { value: '1', more: 'kept' }]);
      expect(live.annotations?.[ANNOTATION_OWNERS]).toContain('boxcutter.web');
      expect(actions(await bench.apply(revisionOf([[bench.configMap('ours', '1')], [bench.configMap('theirs', '1')]], { protection })))).toEqual(['ours: Unchanged', 'theirs: Unchanged']);
    }
  });
});
