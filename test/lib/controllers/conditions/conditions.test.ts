/** Conditions: when their times change, what a long message becomes, and what counts as a transition. */
import type { Condition } from '../../../../lib/api';
import { conditionsOf, cutMessage, isTrue, MAX_MESSAGE, transitionsOf, type ConditionFact } from '../../../../lib/controllers/conditions';

const now = new Date('2026-05-01T10:00:00.789Z');
const before: readonly Condition[] = [{
  type: 'Available', status: 'False', reason: 'ProbeFailure', message: 'no replicas', observedGeneration: 2,
  lastTransitionTime: '2026-05-01T09:00:00Z',
}];
const fact = (more: Partial<ConditionFact> = {}): ConditionFact => ({
  type: 'Available', status: 'False', reason: 'ProbeFailure', message: 'no replicas', ...more,
});

test('what is as before is the very condition of before', () => {
  expect(conditionsOf(before, [fact()], { now, generation: 2 })[0]).toBe(before[0]);
});

test.each<readonly [string, Partial<ConditionFact>, number, string]>([
  ['another message', { message: 'one of two replicas' }, 2, '2026-05-01T09:00:00Z'],
  ['another reason', { reason: 'Other' }, 2, '2026-05-01T09:00:00Z'],
  ['another generation', {}, 3, '2026-05-01T09:00:00Z'],
  ['another status', { status: 'True', reason: 'ProbesSucceeded' }, 2, '2026-05-01T10:00:00Z'],
])('the time of the transition changes with the status alone: %s', (_what, more, generation, time) => {
  const [condition] = conditionsOf(before, [fact(more)], { now, generation });
  expect(condition).toEqual({ ...fact(more), observedGeneration: generation, lastTransitionTime: time });
});

test('conditions of others stay, and the order is that of their types', () => {
  const facts = [fact({ type: 'Progressing' }), fact({ type: 'Deprecated' })];
  expect(conditionsOf(before, facts, { now }).map(({ type }) => type)).toEqual(['Available', 'Deprecated', 'Progressing']);
});

test('a message is cut at the limit of the API, in characters, and says so', () => {
  expect(cutMessage('x'.repeat(MAX_MESSAGE))).toHaveLength(MAX_MESSAGE);
  const cut = cutMessage('x'.repeat(MAX_MESSAGE + 1));
  expect(cut).toHaveLength(MAX_MESSAGE);
  expect(cut.endsWith('x … (message cut)')).toBe(true);
  // 20,000 characters of two code units each are within the limit; 40,000 are not, and none is cut in two.
  expect(cutMessage('🦊'.repeat(20_000))).toBe('🦊'.repeat(20_000));
  expect([...cutMessage('🦊'.repeat(40_000))]).toHaveLength(MAX_MESSAGE);
  expect(cutMessage('🦊'.repeat(40_000))).toMatch(/🦊 … \(message cut\)$/u);
});

test('what others say in a message cannot speak to a terminal; its lines stay', () => {
  const [said] = conditionsOf(undefined, [{ type: 'A', status: 'True', reason: 'R', message: 'one\ntwo \u001b[2J\u202e' }], { now: new Date(0) });
  expect(said?.message).toBe('one\ntwo \\x1b[2J\\u202e');
});

test('a cut message at rest is no change', () => {
  const long = fact({ message: 'y'.repeat(50_000) });
  const once = conditionsOf(undefined, [long], { now });
  expect(conditionsOf(once, [long], { now: new Date() })[0]).toBe(once[0]);
});

test('a transition is another status or reason; a new condition is one, another message is none', () => {
  const after = conditionsOf(before, [
    fact({ status: 'True', reason: 'ProbesSucceeded', message: '' }), fact({ type: 'Progressing', reason: 'RolledOut' }),
  ], { now });
  expect(transitionsOf(before, after, new Date('2026-05-01T10:00:00Z'))).toEqual([
    {
      type: 'Available', from: { status: 'False', reason: 'ProbeFailure' }, to: { status: 'True', reason: 'ProbesSucceeded', message: '' },
      heldMs: 3_600_000,
    },
    { type: 'Progressing', to: { status: 'False', reason: 'RolledOut', message: 'no replicas' } },
  ]);
  expect(transitionsOf(before, conditionsOf(before, [fact({ message: 'other' })], { now }), now)).toEqual([]);
});

test('whether a condition holds', () => {
  expect([isTrue(before, 'Available'), isTrue([{ ...before[0] as Condition, status: 'True' }], 'Available'), isTrue(undefined, 'Available')])
    .toEqual([false, true, false]);
});
