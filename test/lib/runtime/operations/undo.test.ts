/** Is there something to go back from? And is it still what the failed run left? */
import type { ResolvedRevision } from '../../../../lib/api';
import type { ObjectAction } from '../../../../lib/engine';
import { applyRevision, isToUndo, undo, type Outcome } from '../../../../lib/runtime';
import { movedOn } from '../../../../lib/runtime/operations/undo';
import type { Head, RevisionRecord } from '../../../../lib/state';
import { FakeCluster } from '../fake-cluster';

function outcome(action: ObjectAction['action'], more: Partial<Outcome> = {}): Outcome {
  const object = { action, ref: { apiVersion: 'v1', kind: 'ConfigMap', name: 'x' }, phase: 'a' } as Outcome['result']['removed'][number];
  return {
    extension: 'web', revision: 2, status: 'failed', unchanged: false, newRevision: false, dryRun: false, paused: false,
    result: { phases: [{ name: 'a', status: 'failed', objects: [object] }], removed: [], complete: false, failed: true }, ...more,
  };
}

test.each<[string, Outcome, boolean]>([
  ['something was written', outcome('Created'), true],
  ['a new revision is on record, and nothing of it was written', outcome('Waiting', { newRevision: true }), true],
  ['the same revision again got nowhere', outcome('Unchanged'), true],
  ['it ran out of time', outcome('Created', { status: 'incomplete' }), true],
  ['it is complete', outcome('Created', { status: 'complete' }), false],
  ['it was refused before the first write', outcome('Failed'), false],
  ['it collides before the first write', outcome('Collision'), false],
  ['it was a dry run', outcome('Created', { dryRun: true }), false],
  ['it is paused', outcome('Created', { paused: true }), false],
  ['it could not be put on record', outcome('Created', { unrecorded: { message: 'x', category: 'server', isOnlyCause: false } }), false],
  ['the server went away', outcome('Created', { result: { ...outcome('Created').result, unreachable: 'gone' } }), false],
])('%s', (_, of, expected) => expect(isToUndo(of)).toBe(expected));

describe('what another run did meanwhile is not undone', () => {
  const head = (...revisions: readonly Partial<RevisionRecord>[]): Head => ({
    extension: 'web', inventory: [], revisions: revisions.map((revision) => ({ number: 2, digest: 'd', at: 't', ...revision })),
  });

  test.each<[string, boolean, Head, RegExp | undefined]>([
    ['the failed revision is the newest', true, head({}, { number: 1, completeAt: 't' }), undefined],
    ['it was tried again, and failed again', false, head({}), undefined],
    ['there is a newer one', true, head({ number: 3 }, {}), /made revision 3/],
    ['another run completed it', true, head({ completeAt: 't' }), /completed the revision meanwhile/],
    ['it was complete before', false, head({ completeAt: 't' }), /was complete before/],
    ['it was rebuilt by recover', true, head(), /not on record any more/],
    ['it is being deleted', true, { ...head({}), deleting: true }, /begun to delete it/],
  ])('%s', (_, newRevision, record, expected) => {
    const why = movedOn({ newRevision, revision: 2 }, record);
    if (expected === undefined) expect(why).toBeUndefined();
    else expect(why).toMatch(expected);
  });

  function revision(value: string): ResolvedRevision {
    const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings', namespace: 'shop' }, data: { value } };
    const phases = [{ name: 'p', objects: [{ object, collisionProtection: 'Prevent' as const }] }];
    return { extension: 'web', number: 1, digest: value, probes: [], phases };
  }

  test('a newer revision of another run stays, and so does a completed first install', async () => {
    const { cluster } = new FakeCluster();
    const options = { cluster, stateNamespace: 'shop' };
    const first = await applyRevision(revision('1'), options);
    const failedFirst: Outcome = { ...first, status: 'failed' };
    await expect(undo(failedFirst, options)).rejects.toMatchObject({
      code: 'nothing-to-go-back-to', message: expect.stringContaining('another run has completed the revision meanwhile'),
    });
    await applyRevision(revision('2'), options);
    const failedSecond: Outcome = { ...first, status: 'failed', revision: 2 };
    await applyRevision(revision('3'), options);
    await expect(undo(failedSecond, options)).rejects.toMatchObject({
      code: 'nothing-to-go-back-to', message: expect.stringContaining('another run has made revision 3 of it meanwhile'),
    });
    expect(await applyRevision(revision('3'), options)).toMatchObject({ revision: 3, unchanged: true });
  });
});
