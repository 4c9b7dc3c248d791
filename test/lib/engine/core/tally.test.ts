/** What an object counts as: whether the first write has to wait for an answer about it. */
import { absent, entry, FAILED, item, present, task, WRITING } from './scene';
import type { Item, Task } from '../../../../lib/engine';
import type { Entry } from '../../../../lib/engine/core/state/entry';
import { counted, EMPTY_TALLY, isToBeAsked, traitsOf, type Trait } from '../../../../lib/engine/core/tally';

const RECORD = { uid: 'u', desired: 'desired a', owned: 'owned' };
const CHANGED = [present({ exact: false }), { record: { ...RECORD, desired: 'before' } }];
const DOUBTED = present({}, { needsRead: true });

function traits(of: Partial<Item>, parts: readonly Partial<Entry>[], more: Partial<Task> = {}): readonly Trait[] {
  return traitsOf(task([item('a', of)], [], more), item('a', of), entry(...parts));
}

test.each<[string, Partial<Item>, readonly Partial<Entry>[], readonly Trait[]]>([
  ['an object that is to be changed', {}, CHANGED, ['open', 'questioned', 'blocking']],
  ['... after its dry run', {}, [...CHANGED, { dryRun: 'passed' }], ['open']],
  ['... asked too early', {}, [...CHANGED, { dryRun: 'deferred' }], ['open', 'blocking']],
  ['... whose namespace or kind comes first: it blocks its phase, not the first write', { dependent: true }, CHANGED, ['open', 'blocking']],
  ['in doubt', {}, [DOUBTED], ['open', 'questioned', 'blocking']],
  ['in doubt, dependent and on record', { dependent: true }, [DOUBTED, { record: RECORD }], ['open', 'questioned']],
  ['in doubt, dependent and new', { dependent: true }, [DOUBTED], ['open', 'blocking']],
  ['new and dependent', { dependent: true }, [absent(true)], ['open', 'blocking']],
  ['under way', {}, [WRITING], ['open', 'pending', 'questioned', 'blocking']],
  ['failed', {}, [FAILED], ['failed', 'unready']],
])('%s', (_, of, parts, expected) => expect(traits(of, parts)).toEqual(expected));

test.each<[boolean, Partial<Item>, Partial<Entry>]>([
  [true, {}, {}],
  [false, { dependent: true }, {}],
  [false, {}, { dryRun: 'deferred' }],
  [false, {}, { dryRun: 'passed' }],
  [false, { paused: true }, {}],
])('asked about before the first write: %j for %j, %j', (expected, of, part) => {
  expect(isToBeAsked(task([item('a', of)]), item('a', of), entry(part))).toBe(expected);
});

test('the sums follow each change', () => {
  expect(counted(counted(EMPTY_TALLY, [], ['open', 'pending']), ['open', 'pending'], ['open'])).toEqual({ ...EMPTY_TALLY, open: 1 });
});
