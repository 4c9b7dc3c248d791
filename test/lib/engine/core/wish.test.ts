/** What one object needs next: the table of what is known of it. */
import { entry, HELD, item, present, removal, absent, settled, task, view, FAILED, RELEASED } from './scene';
import type { CollisionProtection, Item, ObjectAction, ObjectView } from '../../../../lib/engine';
import type { Entry } from '../../../../lib/engine/core/state/entry';
import {
  actionOf, isApplied, isUnsettled, isWrite, needsDryRun, wishOfItem, type Wish,
} from '../../../../lib/engine/core/wish';
import { wishOfRemoval } from '../../../../lib/engine/core/wish-of-removal';
import { UNSETTLED } from '../../../../lib/engine/fields';

const TASK = task([item('a')]);
/** A wish in short: `create: Created`, `read`, `settle: Unchanged`, `wait`. */
function short(wish: Wish): string {
  if (wish.type === 'wait') return wish.nudge === undefined ? 'wait' : 'wait, nudge';
  const action = actionOf(wish)?.action ?? '';
  if (wish.type === 'settle') return `settle: ${action}`;
  const takeover = 'takeover' in wish.request && wish.request.takeover ? ', takeover' : '';
  return isWrite(wish) ? `${wish.request.type}${takeover}: ${action}` : wish.request.type;
}

const NEEDS_READ: Partial<Entry> = { knowledge: { presence: 'unknown', needsRead: true } };
const REPLACED: ObjectAction = { action: 'Replaced', cause: { fields: ['data.a'], asked: true } };
const fixed = (trial: 'due' | 'accepted' | 'unknown'): Partial<Entry> => {
  const status = { code: 422, reason: 'Invalid', message: 'field is immutable', causes: [] };
  const ref = { apiVersion: 'v1', kind: 'ConfigMap', namespace: 'n', name: 'a' };
  return { fixed: { uid: 'u', refusal: { type: 'refused', ref, request: 'dry-run', status }, trial } };
};
const RECORD = { uid: 'u', desired: 'desired a', owned: 'owned' };
const RAN = { ...RECORD, finished: true as const };
const other = (more: object = {}): Partial<ObjectView> => ({ exact: false, owned: 'other', ...more });
const of = (relation: 'sibling' | 'other' | 'none', revision?: number): Partial<ObjectView> => (
  { ownership: { relation, listed: false, ...(revision === undefined ? {} : { revision }) } }
);
const open = (more: object): Partial<Entry> => ({ progress: { type: 'open', attempts: 0, ...more } });

describe('an object of the revision', () => {
  test.each<[string, readonly Partial<Entry>[], Partial<Item>, string]>([
    ['of which nothing is known, and nothing is on record', [], {}, 'create: Created'],
    ['of which nothing is known, on record', [{ record: RECORD }], { record: RECORD }, 'wait'],
    ['that only a read can tell of', [NEEDS_READ], {}, 'read'],
    ['that only a read can tell of, although it is known', [present({}, { needsRead: true })], {}, 'read'],
    ['that is absent', [absent(false)], {}, 'create: Created'],
    ['that is surely absent', [absent(true)], {}, 'create: Created'],
    ['that is being deleted', [present({ terminating: true })], {}, 'wait'],
    ['as desired', [present()], {}, 'settle: Unchanged'],
    ['as desired, once something was done', [present(), open({ achieved: { action: 'Adopted' } })], {}, 'settle: Adopted'],
    ['as desired, after a lost answer', [present(), open({ unanswered: { action: 'Created' } })], {}, 'settle: Created'],
    [
      'as desired again, after a lost answer',
      [present(), open({ unanswered: { action: 'Recovered', interference: [] }, before: { action: 'Updated' } })], {}, 'settle: Recovered',
    ],
    ['as desired again', [present(), open({ before: { action: 'Updated' } })], {}, 'settle: Updated'],
    ['as our last apply left it', [present({ exact: false }), { record: RECORD }], {}, 'settle: Unchanged'],
    ['of another uid than on record', [present({ exact: false, uid: 'v' }), { record: RECORD }], {}, 'update: Recovered'],
    ['that others changed', [present(other()), { record: RECORD }], {}, 'update: Recovered'],
    ['that the revision wants otherwise', [present(other()), { record: { ...RECORD, desired: 'old' } }], {}, 'update: Updated'],
    ['not as desired, without a record', [present(other())], {}, 'update: Updated'],
    [
      'not as desired, without a record; another manager has a field',
      [present(other({ interference: [{ path: 'data.a', manager: 'm' }] }))], {}, 'update: Recovered',
    ],
    ['with fields to merge', [present({ toMerge: true })], {}, 'merge: Updated'],
    [
      'with fields to merge, merged once',
      [present({ toMerge: true }), { contest: { ...entry().contest, merges: 1 } }],
      {},
      'settle: Unchanged',
    ],
    ['of an older revision', [present(of('sibling', 4))], {}, 'update, takeover: HandedOver'],
    ['of a newer revision', [present(of('sibling', 6))], {}, 'settle: Released'],
    ['of another controller', [present(of('other'))], {}, 'settle: Collision'],
    ['of another controller (None)', [present(of('other'))], { protection: 'None' }, 'update, takeover: Adopted'],
    ['of nobody', [present(of('none'))], {}, 'settle: Collision'],
    ['of nobody (IfNoController)', [present(of('none'))], { protection: 'IfNoController' }, 'update, takeover: Adopted'],
    ['that is fixed, before the server was asked about a new one', [present(other()), fixed('due')], {}, 'trial'],
    ['that is fixed, as desired after all', [present(), fixed('due')], {}, 'settle: Unchanged'],
    ['that is fixed, and the server accepts a new one', [present(other()), fixed('accepted')], {}, 'replace: Replaced'],
    ['that is fixed, and the server cannot say', [present(other()), fixed('unknown')], {}, 'replace: Replaced'],
    ['that is fixed, and goes', [present({ ...other(), terminating: true }), fixed('accepted')], {}, 'wait'],
    ['that is fixed and of an older revision', [present({ ...other(), ...of('sibling', 4) }), fixed('accepted')], {}, 'replace: Replaced'],
    ['that is fixed and of a newer revision', [present(of('sibling', 6)), fixed('accepted')], {}, 'settle: Released'],
    ['that is fixed and of another controller', [present(of('other')), fixed('accepted')], {}, 'settle: Collision'],
    ['that is fixed and of nobody', [present({ ...other(), ...of('none') }), fixed('accepted')], { protection: 'None' }, 'settle: Failed'],
    ['another one than that which was fixed', [present(other({ uid: 'v' })), fixed('accepted')], {}, 'update: Updated'],
    [
      'that is fixed, and was deleted often enough',
      [present(other()), fixed('accepted'), { contest: { ...entry().contest, replacements: 3 } }], {}, 'settle: Failed',
    ],
    ['that is gone to be made anew', [absent(true), open({ achieved: REPLACED })], {}, 'create: Replaced'],
    ['that is gone, perhaps to be made anew', [absent(true), open({ unanswered: REPLACED })], {}, 'create: Replaced'],
    ['that has run, and may be gone', [absent(false), { record: RAN }], { fades: true, record: RAN }, 'read'],
    ['that has run, and is gone', [absent(true), { record: RAN }], { fades: true, record: RAN }, 'settle: Unchanged'],
    [
      'that has run in this run, and is gone',
      [absent(true), { record: RAN }, open({ before: { action: 'Created' } })],
      { fades: true },
      'settle: Created',
    ],
    ['that has run with other content', [absent(true), { record: { ...RAN, desired: 'old' } }], { fades: true }, 'create: Created'],
    ['that is gone, and was never seen to finish', [absent(true), { record: RECORD }], { fades: true }, 'create: Created'],
    ['that is gone, has run, and does not go by itself', [absent(true), { record: RAN }], {}, 'create: Created'],
    ['of nobody, to merge first', [present({ ...of('none'), toMerge: true })], { protection: 'None' }, 'merge, takeover: Adopted'],
  ])('%s', (_, parts, more, expected) => {
    expect(short(wishOfItem(TASK, item('a', more), entry(...parts)))).toBe(expected);
  });

  test.each(['update', 'merge'])('an %s names the state that was decided about', (type) => {
    const wish = wishOfItem(TASK, item('a'), entry(present(other({ toMerge: type === 'merge' }))));
    expect(wish).toMatchObject({ request: { type, on: { uid: 'u', resourceVersion: '5' } } });
  });
});

/** Where the API server is not asked by dry run, an object is read before it is said that it would be created. */
describe('an object that is only looked at', () => {
  const looks = [undefined, 'same', 'new'] as const;
  const every = (['never', 'new-content', 'always'] as const).flatMap((preflight) => looks.flatMap((record) => [false, true].flatMap(
    (dryRun) => [false, true].flatMap((paused) => [false, true].map((dependent) => ({ preflight, record, dryRun, paused, dependent }))),
  )));
  test.each(every)('%j', ({ preflight, record, dryRun, paused, dependent }) => {
    const recorded = record === undefined ? {} : { record: { desired: record === 'same' ? 'desired a' : 'old' } };
    const one = item('a', { dependent, ...(paused ? { paused: true } : {}) });
    const wish = wishOfItem(task([one], [], { preflight, dryRun }), one, entry(recorded));
    const isAsked = !paused && (preflight === 'always' || (preflight === 'new-content' && record !== 'same'));
    const isOnlyLookedAt = dryRun ? !dependent : paused;
    expect(short(wish)).toBe(isOnlyLookedAt && !isAsked ? 'read' : 'create: Created');
  });
});

test.each((['never', 'new-content', 'always'] as const).flatMap((preflight) => [false, true].flatMap((paused) => (
  (['due', 'deferred', 'passed', 'failed'] as const).flatMap((dryRun) => (
    ['desired a', 'old'].map((desired) => ({ preflight, paused, dryRun, desired }))
  ))
))))('a dry run comes before the write: %j', ({ preflight, paused, dryRun, desired }) => {
  const one = item('a', paused ? { paused: true } : {});
  const expected = !paused && dryRun !== 'passed' && (preflight === 'always' || (preflight === 'new-content' && desired === 'old'));
  expect(needsDryRun({ preflight }, one, entry({ dryRun, record: { desired } }))).toBe(expected);
});

test.each<[string, object, Partial<ObjectView>, boolean]>([
  ['it shows what we want', {}, { exact: true }, true],
  ['as our last apply left it', RECORD, { exact: false }, true],
  ['another object', { ...RECORD, uid: 'v' }, { exact: false }, false],
  ['other content was applied', { ...RECORD, desired: 'old' }, { exact: false }, false],
  ['what we own has changed', { ...RECORD, owned: 'x' }, { exact: false }, false],
  ['what we own settles nothing', { ...RECORD, owned: UNSETTLED }, { exact: false, owned: UNSETTLED }, false],
])('nothing to write: %s', (_, record, of_, expected) => {
  expect(isApplied(item('a'), entry({ record }), view(of_))).toBe(expected);
});

test.each<[string, readonly Partial<Entry>[], boolean]>([
  ['open', [present()], false],
  ['settled, as desired', [settled('Created'), present()], false],
  ['settled, changed since', [settled('Created'), present(other())], true],
  ['settled, going since', [settled('Created'), present({ terminating: true })], true],
  ['settled, gone since', [settled('Created'), absent(false)], true],
  ['settled, in doubt', [settled('Created'), present({}, { needsRead: true })], true],
  ['settled, and nothing is known', [settled('Created')], false],
  ['settled, to be merged', [settled('Created'), present({ toMerge: true })], true],
  ['being polled', [{ progress: { type: 'settled', action: { action: 'Created' }, attempts: 0, poll: 1 } }, absent(true)], false],
  ['failed', [FAILED, absent(true)], false],
  ['released', [RELEASED, absent(true)], false],
  ['held', [HELD, absent(true)], false],
])('settled, and to be looked at again: %s', (_, parts, expected) => expect(isUnsettled(item('a'), entry(...parts))).toBe(expected));

describe('an object that has to go', () => {
  const CRD_CLEANUP = 'customresourcecleanup.apiextensions.k8s.io';
  test.each<[string, readonly Partial<Entry>[], boolean, string]>([
    ['of which nothing is known', [], false, 'wait'],
    ['that only a read can tell of', [NEEDS_READ], false, 'read'],
    ['that a stream by label does not show', [absent(false)], false, 'read'],
    ['that is surely gone', [absent(true)], false, 'settle: Deleted'],
    ['that is ours', [present()], false, 'delete: Deleted'],
    ['that is ours and is to live', [present()], true, 'release: Orphaned'],
    ['that is being deleted', [present({ terminating: true })], false, 'wait'],
    ['whose deletion is stuck in the server', [present({ terminating: true, finalizers: [CRD_CLEANUP] })], false, 'wait, nudge'],
    ['whose deletion waits for others, too', [present({ terminating: true, finalizers: [CRD_CLEANUP, 'x'] })], false, 'wait'],
    ['that another controls', [present(of('other'))], false, 'settle: Released'],
    ['that another controls, and we are listed', [present({ ownership: { relation: 'other', listed: true } })], false, 'release: Released'],
    [
      'that another controls, and we are listed; being deleted',
      [present({ ownership: { relation: 'other', listed: true }, terminating: true })], false, 'settle: Released',
    ],
  ])('%s', (_, parts, orphan, expected) => {
    expect(short(wishOfRemoval(TASK, removal('a', { orphan }), entry(...parts)))).toBe(expected);
  });

  test.each<[CollisionProtection, number, string, string]>([['None', 4, 'u', 'delete: Deleted'], ['None', 4, 'v', 'settle: Released']])(
    'without an owner, of a lower number: only the very object on record (%s, %i, %s)', (_, revision, uid, expected) => {
      const wish = wishOfRemoval({ ...TASK, owned: false }, removal('a'), entry(present({
        uid,
        ownership: { relation: 'ours', listed: false, revision },
      })));
      expect(short(wish)).toBe(expected);
    },
  );
});
