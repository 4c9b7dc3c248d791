/** Before the first write: what is asked, and what comes of the answers. */
import { absent, draftOf, FAILED, item, present, removal, sent, settled, task, WRITING } from './scene';
import type { Item, State, Task } from '../../../../lib/engine';
import type { Draft } from '../../../../lib/engine/core/draft';
import { advancePreflight, dryRunOf } from '../../../../lib/engine/core/preflight';
import { settledOf, type Entry } from '../../../../lib/engine/core/state/entry';

const PASSED: Partial<Entry> = { dryRun: 'passed' };
const FOREIGN = present({ ownership: { relation: 'none', listed: false } });
const RECORD = { uid: 'u', desired: 'desired a', owned: 'owned' };

function advanced(of: Partial<Item>, parts: readonly Partial<Entry>[], more: Partial<Task> = {}): Draft {
  const draft = draftOf(task([item('a', of), item('b', { phase: 1 })], [], more), { a: parts, b: [PASSED] });
  advancePreflight(draft);
  return draft;
}

const outcome = ({ state, ...draft }: Draft): readonly [readonly string[], State['preflight']] => [sent(draft), state.preflight];

test.each<[string, Partial<Item>, readonly Partial<Entry>[], Partial<Task>, readonly string[], State['preflight']]>([
  ['a new object is asked about', {}, [], {}, ['dry-run a'], 'running'],
  [
    'nothing is asked twice while the answer is under way',
    {},
    [{ progress: { type: 'asking', id: 9, attempts: 0, request: 'dry-run' } }],
    {},
    [],
    'running',
  ],
  ['everything is accepted: what will be is put on record', {}, [PASSED], {}, ['commit'], 'committing'],
  ['no dry runs', {}, [], { preflight: 'never' }, ['commit'], 'committing'],
  ['the same content is not asked about', {}, [present(), { record: RECORD }], {}, ['commit'], 'committing'],
  [
    '... unless everything is',
    {},
    [present({ exact: false, uid: 'v' }), { record: RECORD }],
    { preflight: 'always' },
    ['dry-run a'],
    'running',
  ],
  ['an object that is as desired is not asked about', {}, [present()], { preflight: 'always' }, ['commit'], 'committing'],
  ['asked too early: it is asked again in its phase', {}, [{ dryRun: 'deferred' }], {}, ['commit'], 'committing'],
  ['its namespace or kind comes with the revision', { dependent: true }, [], {}, ['commit'], 'committing'],
  [
    '... and it is on record: its state is looked at',
    { dependent: true, record: RECORD },
    [{ record: RECORD }],
    {},
    ['observe 0'],
    'running',
  ],
  [
    '... and it is to be changed: it is asked about in its phase',
    { dependent: true, record: RECORD },
    [present({ exact: false, uid: 'v' }), { record: RECORD }],
    { preflight: 'always' },
    ['commit'],
    'committing',
  ],
  [
    '... and it is in doubt: it is read, as it is on record',
    { dependent: true, record: RECORD },
    [present({}, { needsRead: true }), { record: RECORD }],
    {},
    ['read a'],
    'running',
  ],
  [
    '... and it is in doubt, without a record: it is read in its phase',
    { dependent: true },
    [present({}, { needsRead: true })],
    {},
    ['commit'],
    'committing',
  ],
  ['on record and not looked at yet', { record: RECORD }, [{ record: RECORD }], {}, ['observe 0'], 'running'],
  ['in doubt', {}, [present({}, { needsRead: true })], {}, ['read a'], 'running'],
  ['being deleted: its phase waits for it', {}, [present({ terminating: true })], {}, ['commit'], 'committing'],
  ['a collision: nothing is written', {}, [FOREIGN], {}, [], 'failed'],
  ['refused: nothing is written', {}, [FAILED], {}, [], 'failed'],
  ['a paused object is not asked about', { paused: true }, [absent(true)], {}, ['commit'], 'committing'],
])('%s', (_, of, parts, more, requests, preflight) => expect(outcome(advanced(of, parts, more))).toEqual([requests, preflight]));

test('what is as desired is settled in its phase, not before', () => {
  expect(settledOf(advanced({}, [present()]).entry('a'))).toBeUndefined();
});

test('without a stream, an object on record is read', () => {
  const draft = draftOf(task([item('a', { record: RECORD })]), { a: [{ record: RECORD }] });
  draft.scopes.set(0, { status: 'failed' });
  advancePreflight(draft);
  expect(sent(draft)).toEqual(['read a']);
});

test('a failure waits for the other answers', () => {
  const draft = draftOf(task([item('a'), item('b')]), { a: [FAILED], b: [WRITING] });
  advancePreflight(draft);
  expect([draft.state.preflight, draft.state.status]).toEqual(['running', 'running']);
});

describe('a dry run of the task', () => {
  const run = (entries: Readonly<Record<string, readonly Partial<Entry>[]>>): Draft => {
    const draft = draftOf(task([item('a')], [removal('r'), removal('s', { orphan: true })], { dryRun: true }), entries);
    advancePreflight(draft);
    return draft;
  };
  const results = (draft: Draft): readonly unknown[] => ['a', 'r', 's'].map((key) => settledOf(draft.entry(key))?.action);

  test.each<[string, Readonly<Record<string, readonly Partial<Entry>[]>>, readonly unknown[], string]>([
    ['waits until everything is known', { a: [PASSED] }, [undefined, undefined, undefined], 'running'],
    [
      'says what would happen',
      { a: [absent(true), PASSED], r: [present()], s: [present()] },
      ['Created', 'Deleted', 'Orphaned'],
      'complete',
    ],
    [
      'says what it waits for', { a: [present({ terminating: true })], r: [absent(true)], s: [present()] },
      ['Waiting', 'Deleted', 'Orphaned'], 'complete',
    ],
    [
      'fails for a collision, and tells of the others',
      { a: [FOREIGN], r: [present()], s: [present()] },
      ['Collision', 'Deleted', 'Orphaned'],
      'failed',
    ],
  ])('%s', (_, entries, expected, status) => {
    const draft = run(entries);
    expect([results(draft), draft.state.status]).toEqual([expected, status]);
    expect(sent(draft)).not.toContain('commit');
  });

  describe('an object to delete that no stream shows', () => {
    const unstreamed = (...parts: readonly Partial<Entry>[]): Draft => {
      const draft = draftOf(task([], [removal('r')], { dryRun: true }), { r: parts });
      draft.scopes.set(0, { status: 'failed' });
      advancePreflight(draft);
      return draft;
    };
    const outcomeOf = (draft: Draft): readonly unknown[] => [sent(draft), settledOf(draft.entry('r'))?.action, draft.state.status];

    test('is read', () => expect(outcomeOf(unstreamed())).toEqual([['read r'], undefined, 'running']));

    test('is read once', () => {
      const reading: Partial<Entry> = { progress: { type: 'asking', id: 9, attempts: 0, request: 'read' } };
      expect(outcomeOf(unstreamed(reading))).toEqual([[], undefined, 'running']);
    });

    test('is there', () => expect(outcomeOf(unstreamed(present()))).toEqual([[], 'Deleted', 'complete']));

    test('cannot be read: it is not said that it would be deleted', () => {
      expect(outcomeOf(unstreamed(FAILED))).toEqual([[], 'Failed', 'failed']);
    });
  });

  test('puts nothing on record', () => {
    const { entries } = run({ a: [present(), settled('Unchanged')], r: [present()], s: [present()] });
    expect(entries.get('a')?.record).toBeUndefined();
  });
});

test('a dry run asks about the state, and with the takeover, of its write', () => {
  const on = { uid: 'u', resourceVersion: '5' };
  const intent = { action: 'Adopted' } as const;
  expect(dryRunOf({ type: 'send', intent, request: { type: 'create' } }).request).toEqual({ type: 'dry-run', takeover: false });
  for (const type of ['update', 'merge'] as const) {
    expect(dryRunOf({
      type: 'send',
      intent,
      request: { type, on, takeover: true },
    }).request).toEqual({ type: 'dry-run', on, takeover: true });
  }
});
