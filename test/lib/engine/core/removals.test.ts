/** What has to go, in groups: the highest order first, each batch of deletes behind the fence. */
import { absent, draftOf, FAILED, present, removal, RELEASED, sent, settled, task, view, WRITING } from './scene';
import type { Task } from '../../../../lib/engine';
import { Draft } from '../../../../lib/engine/core/draft';
import { advanceRemovals } from '../../../../lib/engine/core/removals';
import type { Entry } from '../../../../lib/engine/core/state/entry';
import { step } from '../../../../lib/engine/core/step';

type Entries = Readonly<Record<string, readonly Partial<Entry>[]>>;

/** Two go first (order 1), then one (order 0). */
function advanced(entries: Entries, { fenced = false, ...more }: Partial<Task> & { readonly fenced?: boolean } = {}): Draft {
  const of = task([], [removal('a', { order: 1 }), removal('b', { order: 1 }), removal('c', { order: 0 })], more);
  const draft = draftOf(of, entries);
  draft.fenced = fenced;
  advanceRemovals(draft);
  return draft;
}

const HERE = [present()];
const GONE = [settled('Deleted'), absent(true)];
const GOING = [present({ terminating: true })];

test.each<[string, Entries, boolean, readonly string[], string]>([
  ['nothing is known: it is waited for by stream', {}, false, ['observe 0'], 'running'],
  ['before a delete the fence is asked, once', { a: HERE, b: HERE, c: HERE }, false, ['fence'], 'running'],
  ['behind the fence the whole group is deleted, and no other', { a: HERE, b: HERE, c: HERE }, true, ['delete a', 'delete b'], 'running'],
  ['what is under way is left alone', { a: [...HERE, WRITING], b: HERE, c: HERE }, true, ['delete b'], 'running'],
  ['the next group waits for the whole of this one', { a: GONE, b: [...HERE, WRITING], c: HERE }, true, [], 'running'],
  ['the next group follows', { a: GONE, b: GONE, c: HERE }, true, ['delete c'], 'running'],
  [
    'what is gone already is passed over in the same step',
    { a: [absent(true)], b: [absent(true)], c: HERE },
    true,
    ['delete c'],
    'running',
  ],
  ['a read needs no fence', { a: [absent(false)], b: GONE, c: HERE }, false, ['read a'], 'running'],
  ['everything is gone', { a: GONE, b: GONE, c: GONE }, false, [], 'complete'],
  ['what others manage is no failure', { a: [RELEASED], b: GONE, c: GONE }, false, [], 'complete'],
  ['a failure leaves the others of its group going', { a: [FAILED], b: HERE, c: HERE }, true, ['delete b'], 'running'],
  ['a failure keeps the next group', { a: [FAILED], b: GONE, c: HERE }, true, [], 'failed'],
  ['a failure in the last group', { a: GONE, b: GONE, c: [FAILED] }, true, [], 'failed'],
])('%s', (_, entries, fenced, requests, status) => {
  const draft = advanced(entries, { fenced });
  expect([
    sent(draft).filter((request) => request !== 'observe 0' || requests.includes(request)),
    draft.state.status,
  ]).toEqual([requests, status]);
});

test.each<[string, Entries, string]>([
  ['the last group is going', { a: GONE, b: GONE, c: GOING }, 'waiting'],
  ['an earlier group is going', { a: GOING, b: GONE, c: HERE }, 'running'],
  ['the delete of the last is not accepted yet', { a: GONE, b: GONE, c: [...HERE, WRITING] }, 'running'],
  ['the last groups are gone, and this one is going', { a: GOING, b: GOING, c: GONE }, 'waiting'],
  ['the rest is going, one has failed', { a: GOING, b: [FAILED], c: GONE }, 'failed'],
])('without waiting: %s', (_, entries, status) => expect(advanced(entries, { wait: false }).state.status).toBe(status));

test('a deletion that is stuck in the server is nudged after its time', () => {
  const stuck = present({ terminating: true, finalizers: ['customresourcecleanup.apiextensions.k8s.io'] });
  expect(sent(advanced({ a: [stuck], b: GONE, c: HERE }))).toContain('nudge a after 2000');
});

test('where the server took long for the last nudge of any object, the next one waits twice as long', () => {
  const stuck = { terminating: true, finalizers: ['customresourcecleanup.apiextensions.k8s.io'] };
  const first = draftOf(task([], [removal('a'), removal('b')]), { a: [present(stuck)], b: [present(stuck)] }, { preflight: 'passed' });
  advanceRemovals(first);
  const nudges = first.finish().requests.flatMap((request) => ('key' in request && request.request.type === 'nudge' ? [request] : []));
  expect(nudges.map(({ key, delayMs }) => [key, delayMs])).toEqual([['a', 2000], ['b', 2000]]);
  const { id = 0 } = nudges[0] ?? {};
  const { state } = first.finish();
  const after = step(state, { type: 'answer', id, key: 'a', request: 'nudge', answer: { type: 'gone' }, tookMs: 34_000 });
  expect(after.state.nudgeTookMs).toBe(34_000);
  const shown = step(after.state, { type: 'seen', key: 'a', scope: 0, view: view({ ...stuck, resourceVersion: '9' }) });
  expect([...after.requests, ...shown.requests]).toMatchObject([{ key: 'a', delayMs: 68_000, request: { type: 'nudge' } }]);
});

test('without a stream it is read now and then', () => {
  const of = task([], [removal('a')]);
  const draft = draftOf(of, { a: GOING });
  draft.scopes.set(0, { status: 'failed' });
  advanceRemovals(draft);
  expect(sent(draft)).toEqual(['read a after 2000']);
});

test('a step looks only at what it concerns, until the fence has answered', () => {
  const of = task([], [removal('a'), removal('b')]);
  const first = draftOf(of, { a: HERE, b: HERE });
  advanceRemovals(first);
  const { state } = first.finish();
  const second = draftOf(of, {}, state);
  advanceRemovals(second);
  expect(sent(second)).toEqual([]);
  second.fenced = true;
  advanceRemovals(second);
  expect(sent(second)).toEqual(['delete a', 'delete b']);
});

/** It was asked for, and is not known yet. */
const READING: Partial<Entry> = { progress: { type: 'asking', id: 91, request: 'read', attempts: 0 } };

describe('aggregated ClusterRoles, which their controller makes again when a role that they gather goes', () => {
  const role = (name: string): ReturnType<typeof removal> =>
    removal(name, { order: 1, ref: { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', name } });
  const AGGREGATED = [present({ aggregated: true })];

  test.each<[string, Entries, boolean, readonly string[]]>([
    [
      'are detached before the other roles of their group go',
      { whole: AGGREGATED, part: HERE, other: HERE },
      true,
      ['detach whole', 'delete other'],
    ],
    ['not before the fence', { whole: AGGREGATED, part: HERE, other: GONE }, false, ['fence']],
    ['the others wait for the answer', { whole: [...AGGREGATED, WRITING], part: HERE, other: GONE }, true, []],
    ['and for what is not known yet', { part: HERE, other: GONE }, true, []],
    ['and while that is being read', { whole: [READING], part: HERE, other: GONE }, true, []],
    ['detached, all of them go', { whole: HERE, part: HERE, other: GONE }, true, ['delete whole', 'delete part']],
    ['a detach that is refused keeps no other role', { whole: [FAILED], part: HERE, other: GONE }, false, ['fence']],
    [
      'one that is going already keeps no other role',
      { whole: [present({ aggregated: true, terminating: true })], part: HERE, other: GONE },
      true,
      ['delete part'],
    ],
    [
      'that of others is let go as ever',
      { whole: [present({ aggregated: true, ownership: { relation: 'none', listed: false } })], part: HERE, other: GONE },
      true,
      ['delete part'],
    ],
  ])('%s', (_, entries, fenced, requests) => {
    const draft = draftOf(task([], [role('whole'), role('part'), removal('other', { order: 1 })]), entries);
    draft.fenced = fenced;
    advanceRemovals(draft);
    expect(sent(draft).filter((request) => !request.startsWith('observe'))).toEqual(requests);
  });

  test.each<[string, Entries, boolean, readonly string[]]>([
    ['are detached first', { whole: AGGREGATED, part: HERE, other: HERE }, true, ['delete other', 'detach whole']],
    ['not before the fence', { whole: AGGREGATED, part: HERE, other: GONE }, false, ['fence']],
    ['are waited for while nothing is known of them', { part: HERE, other: GONE }, true, []],
    ['and while the answer is awaited', { whole: [...AGGREGATED, WRITING], part: HERE, other: GONE }, true, []],
    ['detached, they wait for their group', { whole: HERE, part: HERE, other: GONE }, true, ['delete part']],
    ['that are going already keep no other role', { whole: GOING, part: HERE, other: GONE }, true, ['delete part']],
  ])('of a group that comes later: %s', (_, entries, fenced, requests) => {
    const later = { ...role('whole'), order: 0 };
    const draft = draftOf(task([], [role('part'), removal('other', { order: 1 }), later]), entries);
    draft.fenced = fenced;
    advanceRemovals(draft);
    expect(sent(draft).filter((request) => !request.startsWith('observe'))).toEqual(requests);
  });

  test('what becomes known of a role of a later group lets those of this group go', () => {
    const later = { ...role('whole'), order: 0 };
    const draft = draftOf(task([], [role('part'), removal('other', { order: 1 }), later]), { whole: AGGREGATED, part: HERE, other: GONE });
    advanceRemovals(draft);
    const { fencePending: _pending, ...state } = draft.finish().state;
    const next = new Draft(state);
    next.set('whole', { ...next.entry('whole'), ...present() });
    advanceRemovals(next);
    expect(sent(next)).toEqual(['fence']);
  });

  test('what only has that field is deleted at once', () => {
    const draft = draftOf(task([], [removal('a')]), { a: AGGREGATED });
    draft.fenced = true;
    advanceRemovals(draft);
    expect(sent(draft)).toEqual(['delete a']);
  });
});
