/** A run that ends early: it creates what it has deleted in order to replace it, and sends nothing else. */
import { absent, draftOf, FAILED, item, present, sent, task, view, WRITING } from './scene';
import { step, type Event, type Item, type State, type Task } from '../../../../lib/engine';
import { isStillSent } from '../../../../lib/engine/core';
import type { Entry, Writing } from '../../../../lib/engine/core/state/entry';

const REPLACED = { action: 'Replaced', cause: { fields: ['spec.template'], asked: true } } as const;
/** Deleted by this run. */
const DELETED: Partial<Entry> = { progress: { type: 'open', attempts: 0, achieved: REPLACED }, dryRun: 'passed' };
const GOING = [DELETED, present({ terminating: true, finalizers: ['example.com/hold'] })];
const GONE = [DELETED, absent(true)];
/** The answer to the delete was lost. */
const UNSURE = [{ progress: { type: 'open', attempts: 1, unanswered: REPLACED } } as Partial<Entry>, present({}, { needsRead: true })];
const DELETING: Writing = { type: 'writing', id: 90, attempts: 0, intent: REPLACED };

const STOP: Event = { type: 'stop', reason: 'interrupted', orderly: true };

function stateOf(a: readonly Partial<Entry>[], b: readonly Partial<Entry>[] = [], more: Partial<Task> = {}, of: Partial<Item> = {}): State {
  const items = [item('a', of), item('b'), item('c', { phase: 1 })];
  return draftOf(task(items, [], { preflight: 'never', ...more }), { a, b }, { preflight: 'passed' }).finish().state;
}

test.each<[string, readonly Partial<Entry>[], readonly Partial<Entry>[], readonly string[], string]>([
  ['nothing was deleted: it ends at once', [], [], [], 'stopped'],
  ['the old object is gone: the new one is created', GONE, [], ['deadline', 'create a'], 'running'],
  ['the old object is going: it is waited for', GOING, [], ['deadline', 'observe 0'], 'running'],
  ['the answer to the delete was lost: the object is read', UNSURE, [], ['deadline', 'read a after 50'], 'running'],
  ['the delete is under way: its answer is awaited', [{ progress: DELETING }, present()], [], ['deadline'], 'running'],
  ['other writes that are under way are awaited, and no other is sent', GONE, [WRITING], ['deadline', 'create a'], 'running'],
])('told to stop, %s', (_, a, b, requests, status) => {
  const next = step(stateOf(a, b), STOP);
  expect([sent(next), next.state.status]).toEqual([requests, status]);
});

test('when the new object is stored, the run has ended', () => {
  const { state } = step(stateOf(GONE), STOP);
  const id = state.nextId - 1;
  const next = step(state, { type: 'answer', id, key: 'a', request: 'create', answer: { type: 'object', created: true, view: view() } });
  expect(next.state).toMatchObject({ status: 'stopped', stopping: 'interrupted' });
  expect(next.state.entries.get('a')?.progress).toMatchObject({ type: 'settled', action: REPLACED });
});

test('an object that another client has made meanwhile is left alone', () => {
  const { state } = step(stateOf(GOING), STOP);
  const next = step(state, { type: 'seen', key: 'a', scope: 0, view: view({ uid: 'theirs', exact: false }) });
  expect([sent(next), next.state.status]).toEqual([[], 'stopped']);
});

test('a run that waits for nothing does not wait here, either', () => {
  expect(step(stateOf(GOING, [], { wait: false }), STOP).state.status).toBe('stopped');
  expect(sent(step(stateOf(GONE, [], { wait: false }), STOP))).toEqual(['deadline', 'create a']);
});

test.each<[string, Event]>([
  ['the time for it is up', { type: 'deadline', mark: 1 }],
  ['another run has the extension', { type: 'stop', reason: 'ada has it' }],
])('%s: it ends as it is', (_, event) => {
  const { state } = step(stateOf(GOING), STOP);
  const next = step(state, event);
  expect([sent(next), next.state.status, next.state.stopping]).toEqual([[], 'stopped', 'interrupted']);
});

test('a stop that is not orderly leaves everything as it is', () => {
  const next = step(stateOf(GONE), { type: 'stop', reason: 'ada has it' });
  expect([sent(next), next.state.status]).toEqual([[], 'stopped']);
});

test('a progress deadline does not end it', () => {
  const state = step({ ...stateOf(GOING, [], { progressDeadlineMs: 1 }) }, STOP).state;
  expect(step(state, { type: 'deadline', mark: 0 }).state).toMatchObject({ status: 'running' });
});

test('a run that fails creates it before it ends', () => {
  const failing = step(stateOf(GOING, [FAILED]), { type: 'reach' });
  expect([sent(failing), failing.state.status]).toEqual([['observe 0', 'deadline'], 'running']);
  const gone = step(failing.state, { type: 'vanished', key: 'a', scope: 0, resourceVersion: '6' });
  expect(sent(gone)).toEqual([expect.stringMatching(/^(create|read) a/)]);
  expect(step(failing.state, { type: 'deadline', mark: 1 }).state.status).toBe('failed');
});

test.each([
  ['a', 'create', true],
  ['a', 'read', true],
  ['a', 'replace', false],
  ['a', 'update', false],
  ['b', 'create', false],
] as const)('of %s a request to %s is still sent: %s', (key, request, expected) => {
  expect(isStillSent(step(stateOf(GONE), STOP).state, key, request)).toBe(expected);
});

