/** The phases in order: what is written when, and how a phase ends. */
import { absent, ASKED, draftOf, entry, FAIL, FAILED, HELD, item, present, RELEASED, sent, settled, task, WRITING } from './scene';
import { step, type Item, type Task } from '../../../../lib/engine';
import { Draft } from '../../../../lib/engine/core/draft';
import { advancePhases } from '../../../../lib/engine/core/phases';
import { settledOf, type Entry } from '../../../../lib/engine/core/state/entry';

type Entries = Readonly<Record<string, readonly Partial<Entry>[]>>;

const DONE = [settled('Created'), present()];
const UNREADY = [settled('Created'), present({ ready: FAIL })];
const DOOMED = [settled('Created'), present({ ready: { ...FAIL, terminal: true } })];
const TASK: Partial<Task> = { preflight: 'never' };

/** Two objects in the first phase, one in the second. */
function advanced(entries: Entries, more: Partial<Task> = {}, of: Readonly<Record<string, Partial<Item>>> = {}): Draft {
  const items = [item('a', of['a']), item('b', of['b']), item('c', { phase: 1, ...of['c'] })];
  const draft = draftOf(task(items, [], { ...TASK, ...more }), entries, { preflight: 'passed' });
  advancePhases(draft);
  return draft;
}

test.each<[string, Entries, readonly string[], string]>([
  ['the first phase is written at once, the second is not', {}, ['create a', 'create b'], 'running'],
  ['what is under way is left alone', { a: [WRITING] }, ['create b'], 'running'],
  ['the second phase waits for a write of the first', { a: DONE, b: [WRITING] }, [], 'running'],
  ['the second phase waits for the readiness of the first', { a: DONE, b: UNREADY }, ['observe 0'], 'running'],
  ['the second phase follows', { a: DONE, b: DONE }, ['create c'], 'running'],
  ['what a newer revision manages counts as done', { a: DONE, b: [RELEASED] }, ['create c'], 'running'],
  ['an object that fails delays no other of its phase', { a: [FAILED] }, ['create b'], 'running'],
  ['a failure waits for what is under way', { a: [FAILED], b: [WRITING] }, [], 'running'],
  ['a failure ends the run', { a: [FAILED], b: DONE }, [], 'failed'],
  ['what was done and is gone is made anew', { a: [settled('Created'), absent(true)], b: DONE }, ['create a'], 'running'],
  [
    'what was done and has changed is written again',
    { a: [settled('Created'), present({ exact: false })], b: DONE },
    ['update a'],
    'running',
  ],
  ['an earlier phase comes first again', { a: [settled('Created'), absent(true)], b: DONE, c: [] }, ['create a'], 'running'],
])('%s', (_, entries, requests, status) => {
  const draft = advanced(entries);
  expect([sent(draft), draft.state.status]).toEqual([requests, status]);
});

test('a probe that says "never" ends the run, and what is under way is awaited', () => {
  expect(advanced({ a: DOOMED, b: [WRITING] }).state).toMatchObject({ ending: true, status: 'running' });
});

test.each([[{ a: DONE, b: DONE, c: DONE }, true], [{ a: DONE, b: DONE, c: UNREADY }, false], [{ a: UNREADY, b: DONE, c: DONE }, false]])(
  'all phases are complete: case %#', (entries, expected) => {
    const draft = draftOf(task([item('a'), item('b'), item('c', { phase: 1 })], [], TASK), entries, { preflight: 'passed' });
    expect(advancePhases(draft)).toBe(expected);
  },
);

describe('dry runs of a phase', () => {
  const asking: Partial<Task> = { preflight: 'new-content' };
  test.each<[string, Entries, readonly string[]]>([
    ['come before its first write', {}, ['dry-run a', 'dry-run b']],
    ['are all answered before its first write', { a: [{ dryRun: 'passed' }] }, ['dry-run b']],
    ['that passed let it be written', { a: [{ dryRun: 'passed' }], b: [{ dryRun: 'passed' }] }, ['create a', 'create b']],
    ['that one object needs no more do not hold it up', { a: DONE, b: [{ dryRun: 'passed' }] }, ['create b']],
    ['that were refused keep all of it', { a: [FAILED, { dryRun: 'failed' }], b: [{ dryRun: 'passed' }] }, []],
  ])('%s', (_, entries, requests) => expect(sent(advanced(entries, asking))).toEqual(requests));
});

describe('a phase whose namespace or kind came with an earlier one', () => {
  const asking: Partial<Task> = { preflight: 'new-content' };
  const ahead = { c: { dependent: true, opensWith: -1 } };
  const passed = { dryRun: 'passed' } as const;
  test.each<[string, Entries, Readonly<Record<string, Partial<Item>>>, readonly string[]]>([
    ['is asked about behind the writes of the phase before it', { a: [passed], b: [passed] }, ahead, ['create a', 'create b', 'dry-run c']],
    ['is asked about while that phase gets ready', { a: UNREADY, b: DONE }, ahead, ['observe 0', 'dry-run c']],
    ['is not asked about before that phase is written', {}, ahead, ['dry-run a', 'dry-run b']],
    ['is not asked about when that very phase brings them', { a: [passed], b: DONE }, { c: { dependent: true, opensWith: 0 } }, ['create a']],
    ['is not asked about when it comes after another of its own', { a: [passed], b: DONE }, { c: { dependent: true } }, ['create a']],
    ['needs no question when it was asked about', { a: [passed], b: DONE, c: [passed] }, ahead, ['create a']],
    ['is not asked about again before its turn', { a: [passed], b: DONE, c: [{ dryRun: 'deferred' }] }, ahead, ['create a']],
    ['is not asked about when its dry run is not wanted', { a: [passed], b: DONE }, { c: { ...ahead.c, paused: true } }, ['create a']],
    ['waits for the answer in its turn', { a: DONE, b: DONE, c: [ASKED] }, ahead, []],
    ['is asked about again in its turn', { a: DONE, b: DONE, c: [{ dryRun: 'deferred' }] }, ahead, ['dry-run c']],
    ['is written when the answer was yes', { a: DONE, b: DONE, c: [passed] }, ahead, ['create c']],
  ])('%s', (_, entries, of, requests) => expect(sent(advanced(entries, asking, of))).toEqual(requests));

  describe('and that comes later than the next one', () => {
    const passedFirst = { a: [passed] };
    /** One object in the first phase; the others come with what is there already. */
    const asked = (later: readonly Item[]): readonly string[] => {
      const draft = draftOf(task([item('a'), ...later], [], asking), passedFirst, { preflight: 'passed' });
      advancePhases(draft);
      return sent(draft).filter((request) => request.startsWith('dry-run'));
    };
    const later = (key: string, phase: number, opensWith?: number): Item =>
      item(key, { phase, dependent: true, ...(opensWith === undefined ? {} : { opensWith }) });

    test.each<[string, readonly Item[], readonly string[]]>([
      ['is asked about as well', [later('b', 1, -1), later('c', 2, -1)], ['dry-run b', 'dry-run c']],
      ['is not when it needs a phase that is not complete', [later('b', 1, -1), later('c', 2, 0), later('d', 3, -1)], ['dry-run b']],
      ['is not held up by one that is asked about in its own phase only', [later('b', 1), later('c', 2, -1)], ['dry-run c']],
      ['is not held up by one that was asked about before', [item('b', { phase: 1 }), later('c', 2, -1)], ['dry-run c']],
    ])('%s', (_, items, requests) => expect(asked(items)).toEqual(requests));

    test('is not asked about while very many questions are open', () => {
      const many = Array.from({ length: 70 }, (_, index) => later(`b${index}`, 1, -1));
      expect(asked([...many, later('c', 2, -1)])).toEqual(many.map(({ key }) => `dry-run ${key}`));
    });
  });

  test('is asked about once, however many steps there are', () => {
    const first = advanced({ a: [passed], b: [passed] }, asking, ahead).finish().state;
    const created = first.entries.with('c', { ...entry(), progress: { type: 'open', attempts: 1 } });
    const again = new Draft({ ...first, entries: created });
    advancePhases(again);
    expect(sent(again)).toEqual([]);
  });

  test.each<[string, Entries, string]>([
    ['a failed phase ends the run when the question about the next one is answered', { a: [FAILED], b: DONE, c: [ASKED] }, 'running'],
    ['... and not later', { a: [FAILED], b: DONE, c: [passed] }, 'failed'],
  ])('%s', (_, entries, status) => expect(advanced(entries, asking, ahead).state.status).toBe(status));

  test.each<[string, number, string]>([
    ['what is refused ahead of its turn is asked again', 1, 'deferred'],
    ['what is refused in its turn fails', 0, 'failed'],
  ])('%s', (_, phase, dryRun) => {
    const of = task([item('a'), item('c', { phase, dependent: true, opensWith: -1 })], [], asking);
    const { state } = draftOf(of, { a: [WRITING], c: [ASKED] }, { preflight: 'passed' }).finish();
    const status = { code: 403, reason: 'Forbidden', message: 'no', causes: [] };
    const next = step(state, { type: 'answer', id: 91, key: 'c', request: 'dry-run', answer: { type: 'refused', status } });
    expect(next.state.entries.get('c')?.dryRun).toBe(dryRun);
  });
});

describe('an object that comes after another of its phase', () => {
  const after = { b: { after: ['a'] } };
  const there = [settled('Created'), present()];
  test.each<[string, Entries, Partial<Task>, readonly string[]]>([
    ['waits for it to be written', {}, {}, ['create a']],
    ['waits for it to be ready', { a: UNREADY }, {}, ['observe 0']],
    ['follows', { a: there }, {}, ['create b']],
    ['is asked about then', { a: [...there, { dryRun: 'passed' }] }, { preflight: 'new-content' }, ['dry-run b']],
    ['follows what turns out to be there in the same step', { a: [present()] }, {}, ['create b']],
  ])('%s', (_, entries, more, requests) => expect(sent(advanced(entries, more, after))).toEqual(requests));

  test('follows in the same step, whatever the order in the phase', () => {
    expect(sent(advanced({ b: [present()] }, {}, { a: { after: ['b'] } }))).toEqual(['create a']);
  });
  test('says what it waits for', () => {
    expect(advanced({}, {}, after).entry('b').progress.waiting).toEqual({ type: 'needs-object', ref: item('a').ref });
  });
});

describe('a run ends as waiting', () => {
  const changed = present({ exact: false });
  const paused = { a: { paused: true }, b: { paused: true } } as const;
  test.each<[string, Entries, Partial<Task>, Readonly<Record<string, Partial<Item>>>, string]>([
    ['only paused objects hold it up', { a: [changed], b: [changed] }, {}, paused, 'waiting'],
    ['a paused object, and the rest is done', { a: [changed], b: DONE }, {}, paused, 'waiting'],
    ['a paused object, and another is not ready', { a: [changed], b: UNREADY }, {}, paused, 'running'],
    ['a paused object, and what comes after it', { a: [HELD, changed] }, {}, { a: { paused: true }, b: { after: ['a'] } }, 'waiting'],
    ['something is being deleted, without waiting', { a: [present({ terminating: true })], b: DONE }, { wait: false }, {}, 'waiting'],
    ['something is being deleted', { a: [present({ terminating: true })], b: DONE }, {}, {}, 'running'],
    ['something is not ready, without waiting', { a: UNREADY, b: DONE }, { wait: false }, {}, 'waiting'],
    ['something is under way, without waiting', { a: UNREADY, b: [WRITING] }, { wait: false }, {}, 'running'],
    ['what comes after something not ready, without waiting', { a: UNREADY }, { wait: false }, { b: { after: ['a'] } }, 'waiting'],
  ])('%s', (_, entries, more, of, status) => expect(advanced(entries, more, of).state.status).toBe(status));
});

test('the stream of a paused object whose kind is not served is opened once, not after each of its failures', () => {
  const kind = { apiVersion: 'example.com/v1', kind: 'Cart', name: 'a' };
  const draft = advanced({ a: [absent(true)], b: UNREADY }, {}, { a: { paused: true, ref: kind } });
  expect([sent(draft), draft.scopes.at(0)?.scope.keys]).toEqual([['observe 0', 'observe 1'], ['a']]);
  const unserved = { type: 'scope-failed', scope: 0, message: 'the kind is not served', forbidden: false, unserved: true } as const;
  let { state } = draft.finish();
  for (const attempt of [1, 2, 3]) {
    const next = step(state, unserved);
    expect([attempt, next.requests, next.state.status]).toEqual([attempt, [], 'running']);
    ({ state } = next);
  }
  expect(state.entries.get('a')?.progress).toMatchObject({ type: 'held', wouldBe: { action: 'Created' } });
});

test('a paused object is not written; as desired it is done with', () => {
  const draft = advanced({ a: [present({ exact: false })], b: [present()] }, {}, { a: { paused: true }, b: { paused: true } });
  expect(draft.entry('a').progress).toMatchObject({ type: 'held', wouldBe: { action: 'Updated' }, waiting: { type: 'paused' } });
  expect(settledOf(draft.entry('b'))).toEqual({ action: 'Unchanged' });
  expect(sent(draft)).toEqual(['observe 0']);
});

test('an object that was repaired three times has failed', () => {
  const contest = { repairs: 3, interference: [], deletions: 0, merges: 0, replacements: 0, nudges: 0 };
  const draft = advanced({
    a: [present({ exact: false }), { contest, progress: { type: 'open', attempts: 0, before: { action: 'Updated' } } }],
    b: DONE,
  });
  expect([settledOf(draft.entry('a'))?.action, draft.state.status, sent(draft)]).toEqual(['Failed', 'failed', []]);
});

describe('what is settled and not ready', () => {
  const unstreamed = (more: Partial<Task>): readonly string[] => {
    const draft = draftOf(task([item('a')], [], { ...TASK, ...more }), { a: UNREADY }, { preflight: 'passed' });
    draft.scopes.set(0, { status: 'failed' });
    advancePhases(draft);
    return sent(draft);
  };
  test('is read now and then where no stream shows it', () => expect(unstreamed({})).toEqual(['read a after 2000']));
  test('is not read by a run that does not wait', () => expect(unstreamed({ wait: false })).toEqual([]));
});
