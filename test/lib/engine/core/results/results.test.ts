import type { ObjectRef } from '../../../../../lib/api';
import { describeAction, isFailure, resultOf, type Entry, type ObjectAction, type ObjectResult, type ObjectView, type State } from '../../../../../lib/engine';
import { RunResults } from '../../../../../lib/engine/internal';
import { initialEntry } from '../../../../../lib/engine/core/state/entry';
import { initialState } from '../../../../../lib/engine/core/state/state';
import { absent, draftOf, item, present, settled, task } from '../scene';

const PASS = { status: 'pass', message: '', terminal: false } as const;
const FAIL = { status: 'fail', message: '1 of 2 replicas', terminal: false } as const;
const ref = (name: string): ObjectRef => ({ apiVersion: 'v1', kind: 'ConfigMap', namespace: 'n', name });

const seen = (ready: ObjectView['ready']): Partial<Entry> => ({ knowledge: { presence: 'present', needsRead: false, view: { ready } as ObjectView } });
const settledAs = (action: ObjectAction): Partial<Entry> => ({ progress: { type: 'settled', action, attempts: 0 } });

/** A state with two phases of one object each, and one object that has to go. */
function stateOf(first: Partial<Entry>, second: Partial<Entry> = {}, going: Partial<Entry> = {}, more: Partial<State> = {}): State {
  const item = (key: string, phase: number) => ({ key, ref: ref(key), phase, protection: 'Prevent', desired: '', watched: false, dependent: false, brought: false } as const);
  const task: State['task'] = {
    revision: 1, phases: ['one', 'two'], items: [item('a', 0), item('b', 1)], removals: [{ key: 'c', ref: ref('c'), order: 0, phase: 'old', orphan: false }],
    owned: true, preflight: 'new-content', dryRun: false, wait: true, labelSelector: '',
  };
  const entries = Object.entries({ a: first, b: second, c: going });
  const start = initialState(task);
  return {
    ...start, preflight: 'passed', ...more,
    entries: entries.reduce((table, [key, entry]) => table.with(key, { ...initialEntry(undefined), ...entry }), start.entries),
  };
}
const ready = (settled: ObjectAction, verdict: ObjectView['ready'] = PASS): Partial<Entry> => ({ ...settledAs(settled), ...seen(verdict) });

describe('phases', () => {
  test.each<[string, State, string[]]>([
    ['before the preflight', stateOf({}, {}, {}, { preflight: 'running' }), ['pending', 'pending']],
    ['the first is under way', stateOf({}), ['running', 'pending']],
    ['written, not ready', stateOf(ready({ action: 'Created' }, FAIL)), ['running', 'pending']],
    ['ready', stateOf(ready({ action: 'Created' })), ['complete', 'running']],
    ['all ready', stateOf(ready({ action: 'Unchanged' }), ready({ action: 'Updated' })), ['complete', 'complete']],
    ['handed on to a newer revision', stateOf(settledAs({ action: 'Released', cause: { type: 'newer-revision' } })), ['complete', 'running']],
    ['a collision', stateOf(settledAs({ action: 'Collision', cause: { type: 'unmanaged' } })), ['failed', 'pending']],
    ['a terminal probe', stateOf(ready({ action: 'Created' }, { ...FAIL, terminal: true })), ['failed', 'pending']],
  ])('%s', (_, state, expected) => expect(resultOf(state).phases.map(({ status }) => status)).toEqual(expected));
});

test('an object that nothing was done for yet says why', () => {
  const [first] = resultOf(stateOf({ progress: { type: 'open', attempts: 0, waiting: { type: 'being-deleted', finalizers: [] } } })).phases[0]?.objects ?? [];
  expect(first).toMatchObject({ action: 'Waiting', cause: { type: 'being-deleted', finalizers: [] }, ref: ref('a'), phase: 'one' });
  expect(resultOf(stateOf({})).phases[1]?.objects[0]).toMatchObject({ action: 'Waiting', cause: { type: 'phase' } });
});

test('an object of a later phase that was looked at before the first write waits for its phase, not for that look', () => {
  const waiting: Partial<Entry> = { progress: { type: 'open', attempts: 0, waiting: { type: 'being-read' } } };
  const cause = (entry: Partial<Entry>) => resultOf(stateOf({}, entry)).phases[1]?.objects[0];
  expect(cause(waiting)).toMatchObject({ cause: { type: 'being-read' } });
  expect(cause({ ...waiting, ...absent(true) })).toMatchObject({ cause: { type: 'phase' } });
  expect(cause({ ...waiting, ...present() })).toMatchObject({ cause: { type: 'phase' } });
});

test('what was deleted to be made anew, and is not there yet, says so: a run may end like this', () => {
  const achieved = { action: 'Replaced', cause: { fields: ['data'], asked: true } } as const;
  const knowledge = { presence: 'absent', needsRead: false, confirmed: true, existed: true } as const;
  const cause = (entry: Parameters<typeof stateOf>[0]) => resultOf(stateOf(entry)).phases[0]?.objects[0];
  expect(cause({ knowledge, progress: { type: 'open', attempts: 0, achieved } })).toMatchObject({ cause: { type: 'being-replaced' } });
  expect(cause({ knowledge, progress: { type: 'writing', attempts: 0, id: 1, intent: achieved } })).toMatchObject({ cause: { type: 'being-replaced' } });
});

test('a dry run says what would be', () => {
  const state = stateOf(ready({ action: 'Updated' }), {}, settledAs({ action: 'Deleted' }));
  const result = resultOf({ ...state, task: { ...state.task, dryRun: true }, status: 'complete' });
  expect(result.phases[0]?.objects[0]).toMatchObject({ action: 'Updated', wouldBe: true });
  expect(result.removed[0]).toMatchObject({ action: 'Deleted', wouldBe: true, phase: 'old' });
  expect(result.complete).toBe(false);
  // A phase is complete when nothing would be done.
  expect(result.phases.map(({ status }) => status)).toEqual(['running', 'pending']);
  const same = stateOf(ready({ action: 'Unchanged' }), ready({ action: 'Recovered', interference: [] }));
  expect(resultOf({ ...same, task: { ...same.task, dryRun: true } }).phases.map(({ status }) => status)).toEqual(['complete', 'running']);
});

test('the run is complete when the core says so', () => {
  expect(resultOf(stateOf({}, {}, {}, { status: 'complete' }))).toMatchObject({ complete: true, failed: false });
  expect(resultOf(stateOf({}, {}, {}, { status: 'failed' }))).toMatchObject({ complete: false, failed: true });
});

test.each<[ObjectAction, string]>([
  [{ action: 'Created' }, 'Created'],
  [{ action: 'Recovered', interference: [] }, 'Recovered'],
  [{ action: 'Recovered', interference: [{ path: 'data.a', manager: 'kubectl' }, { path: 'data.b' }] }, 'Recovered data.a (changed by kubectl), data.b'],
  [{ action: 'Recovered', interference: ['a', 'b', 'c', 'd'].map((path) => ({ path })) }, 'Recovered a, b, c, and 1 more'],
  [{ action: 'Collision', cause: { type: 'revision-unreadable' } }, 'Collision: its revision annotation is not a number'],
  [{ action: 'Released', cause: { type: 'newer-revision', revision: 3 } }, 'Released: revision 3 manages it'],
  [{ action: 'Waiting', cause: { type: 'being-deleted', finalizers: [] } }, 'Waiting: it is being deleted'],
  [{ action: 'Failed', cause: { type: 'kept', code: 'data-loss', message: 'refused' } }, 'Failed: refused'],
])('one line for people: %j', (action, line) => expect(describeAction(action)).toBe(line));

test.each<[ObjectAction & Pick<ObjectResult, 'contested'>, string]>([
  [{ action: 'Recovered', interference: [], contested: { repairs: 3, interference: [{ path: 'data.a', manager: 'kubectl' }] } }, 'Recovered 3 times in this run: data.a (changed by kubectl)'],
  [{ action: 'Created', contested: { repairs: 3, interference: [], deletions: 3 } }, 'Created; repaired 3 times in this run: it was deleted each time'],
  [{ action: 'Waiting', cause: { type: 'being-deleted', finalizers: [] }, contested: { repairs: 3, interference: [] } }, 'Waiting: it is being deleted; repaired 3 times in this run'],
  [{ action: 'Failed', cause: { type: 'kept', code: 'data-loss', message: 'kubectl changes it' }, contested: { repairs: 3, interference: [] } }, 'Failed: kubectl changes it'],
])('one line for people, of an object that another client fights for: %j', (action, line) => expect(describeAction(action)).toBe(line));

describe('a paused object', () => {
  const pause = (entry: Partial<Entry>): readonly ObjectResult[] => {
    const state = stateOf(entry);
    const [first, ...others] = state.task.items;
    if (first === undefined) throw new Error('cannot be');
    const paused = initialState({ ...state.task, items: [{ ...first, paused: true }, ...others] });
    return resultOf({ ...paused, entries: state.entries }).phases[0]?.objects ?? [];
  };

  test('says what would be done', () => expect(pause({ progress: { type: 'held', attempts: 0, wouldBe: { action: 'Created' }, waiting: { type: 'paused' } } })).toMatchObject([{ action: 'Created', wouldBe: true }]));
  test('that was not reached says so', () => expect(pause({})[0]).not.toHaveProperty('wouldBe'));
});

test('what an old probe said of an object that is still to be written fails no phase', () => {
  const waiting = seen({ ...FAIL, terminal: true });
  expect(resultOf(stateOf(waiting)).phases.map(({ status }) => status)).toEqual(['running', 'pending']);
});

test('the deadline is reported', () => {
  expect(resultOf(stateOf({}, {}, {}, { status: 'failed', deadlineExceeded: true }))).toMatchObject({ failed: true, deadlineExceeded: true });
});

test('failures are collisions and errors', () => {
  expect([isFailure({ action: 'Collision', cause: { type: 'unmanaged' } }), isFailure({ action: 'Failed', cause: { type: 'kept', code: 'data-loss', message: '' } }), isFailure({ action: 'Released', cause: { type: 'unmanaged' } }), isFailure(undefined)])
    .toEqual([true, true, false, false]);
});

describe('a run that is looked at again and again', () => {
  test('only what changed is made anew', () => {
    const results = new RunResults();
    const start = stateOf(ready({ action: 'Created' }));
    const first = results.of(start);
    const second = results.of({ ...start, entries: start.entries.with('b', { ...initialEntry(undefined), ...ready({ action: 'Updated' }) }) });
    expect(second.phases[0]?.objects).toBe(first.phases[0]?.objects);
    expect(second.removed).toBe(first.removed);
    expect(second.phases[1]?.objects).not.toBe(first.phases[1]?.objects);
    expect(second.phases.map(({ status }) => status)).toEqual(['complete', 'complete']);
  });

  test('a phase that has many objects keeps those that stayed as they were', () => {
    const one = task([item('a'), item('b')]);
    const results = new RunResults();
    const { state } = draftOf(one, { a: [present()], b: [present()] }).finish();
    const [before] = results.of(state).phases;
    const [after] = results.of({ ...state, entries: state.entries.with('b', { ...initialEntry(undefined), ...settled('Created') }) }).phases;
    expect(after?.objects[0]).toBe(before?.objects[0]);
    expect(after?.objects[1]).toMatchObject({ action: 'Created' });
  });

  test('another task, such as the run after its look, starts anew', () => {
    const state = stateOf(ready({ action: 'Updated' }));
    const results = new RunResults();
    expect(results.of({ ...state, task: { ...state.task, dryRun: true } }).phases[0]?.objects[0]).toMatchObject({ wouldBe: true });
    expect(results.of(state).phases[0]?.objects[0]).not.toHaveProperty('wouldBe');
    expect(results.of(state)).toEqual(resultOf(state));
  });
});
