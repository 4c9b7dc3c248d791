import type { ObjectRef } from '../../../lib/api';
import { describeAction, isFailure, resultOf, type Entry, type ObjectAction, type ObjectView, type State } from '../../../lib/engine';

const PASS = { status: 'pass', message: '', terminal: false } as const;
const FAIL = { status: 'fail', message: '1 of 2 replicas', terminal: false } as const;
const ref = (name: string): ObjectRef => ({ apiVersion: 'v1', kind: 'ConfigMap', namespace: 'n', name });

/** A state with two phases of one object each, and one object that has to go. */
function stateOf(first: Partial<Entry>, second: Partial<Entry> = {}, going: Partial<Entry> = {}, more: Partial<State> = {}): State {
  const entry: Entry = { presence: 'unknown', dryRun: 'due', attempts: 0, repairs: 0, needsRead: false, confirmed: false };
  const item = (key: string, phase: number) => ({ key, ref: ref(key), phase, protection: 'Prevent', desired: '', watched: false, dependent: false, brought: false } as const);
  const task: State['task'] = {
    revision: 1, phases: ['one', 'two'], items: [item('a', 0), item('b', 1)], removals: [{ key: 'c', ref: ref('c'), order: 0, phase: 'old', orphan: false }],
    owned: true, preflight: 'new-content', report: false, wait: true, labelSelector: '',
  };
  return {
    task, items: new Map(), removals: new Map(), scopes: [], preflight: 'passed', nextId: 1, status: 'running',
    entries: new Map([['a', { ...entry, ...first }], ['b', { ...entry, ...second }], ['c', { ...entry, ...going }]]),
    ...more,
  };
}
const ready = (settled: ObjectAction, verdict: ObjectView['ready'] = PASS): Partial<Entry> => ({ settled, view: { ready: verdict } as ObjectView });

describe('phases', () => {
  test.each<[string, State, string[]]>([
    ['before the preflight', stateOf({}, {}, {}, { preflight: 'running' }), ['pending', 'pending']],
    ['the first is under way', stateOf({}), ['running', 'pending']],
    ['written, not ready', stateOf(ready({ action: 'Created' }, FAIL)), ['running', 'pending']],
    ['ready', stateOf(ready({ action: 'Created' })), ['complete', 'running']],
    ['all ready', stateOf(ready({ action: 'Unchanged' }), ready({ action: 'Updated' })), ['complete', 'complete']],
    ['handed on to a newer revision', stateOf({ settled: { action: 'Released', reason: 'newer' } }), ['complete', 'running']],
    ['a collision', stateOf({ settled: { action: 'Collision', reason: 'theirs' } }), ['failed', 'pending']],
    ['a terminal probe', stateOf(ready({ action: 'Created' }, { ...FAIL, terminal: true })), ['failed', 'pending']],
  ])('%s', (_, state, expected) => expect(resultOf(state).phases.map(({ status }) => status)).toEqual(expected));
});

test('an object that nothing was done for yet says why', () => {
  const [first] = resultOf(stateOf({ waiting: 'it is being deleted' })).phases[0]?.objects ?? [];
  expect(first).toMatchObject({ action: 'Waiting', reason: 'it is being deleted', ref: ref('a'), phase: 'one' });
  expect(resultOf(stateOf({})).phases[1]?.objects[0]).toMatchObject({ action: 'Waiting', reason: 'its phase has not been reached' });
});

test('a report says what would be', () => {
  const state = stateOf(ready({ action: 'Updated' }), {}, { settled: { action: 'Deleted' } });
  const result = resultOf({ ...state, task: { ...state.task, report: true }, status: 'complete' });
  expect(result.phases[0]?.objects[0]).toMatchObject({ action: 'Updated', wouldBe: true });
  expect(result.removed[0]).toMatchObject({ action: 'Deleted', wouldBe: true, phase: 'old' });
  expect(result.complete).toBe(false);
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
  [{ action: 'Collision', reason: 'it is controlled by Deployment x' }, 'Collision: it is controlled by Deployment x'],
  [{ action: 'Waiting', reason: 'it is being deleted' }, 'Waiting: it is being deleted'],
  [{ action: 'Failed', error: { message: 'refused' } }, 'Failed: refused'],
])('one line for people: %j', (action, line) => expect(describeAction(action)).toBe(line));

test('failures are collisions and errors', () => {
  expect([isFailure({ action: 'Collision', reason: '' }), isFailure({ action: 'Failed', error: { message: '' } }), isFailure({ action: 'Released', reason: '' }), isFailure(undefined)])
    .toEqual([true, true, false, false]);
});
