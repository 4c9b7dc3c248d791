import {
  backoff, begin, SETTLE_MS, step, dueWorkOf, type SubjectFacts, type Keeping, type KeepingEvent, type Work,
} from '../../../../lib/runtime/keep/due-work';

const complete: SubjectFacts = { version: '1', number: 1, complete: true, decided: true, paused: false, deleting: false, silentMs: 0 };
const repair = (...keys: string[]): Work => ({ type: 'repair', keys });
const rollout: Work = { type: 'rollout' };
const lockOf = (renewed: number) => ({
  id: 'x',
  holder: 'somebody',
  host: 'elsewhere',
  pid: 1,
  purpose: 'apply',
  since: '',
  renewed: new Date(renewed).toISOString(),
});

function after(head: SubjectFacts, ...events: readonly (readonly [at: number, event: KeepingEvent])[]): Keeping {
  return events.reduce((state, [at, event]) => step(state, event, at), begin(head, events[0]?.[0] ?? 0));
}
const wrong = (key: string, allowedAt = 0): KeepingEvent => ({ type: 'wrong', key, allowedAt });

test('Nothing is wished for an extension that is as it should be', () => {
  expect(dueWorkOf(begin(complete, 0), 0)).toBeUndefined();
});

test('A wrong object is repaired at once, and no other', () => {
  expect(dueWorkOf(after(complete, [5, wrong('a')]), 5)).toEqual({ work: repair('a'), at: 0 });
});

test('An object that is right again before its turn needs none', () => {
  expect(dueWorkOf(after(complete, [5, wrong('a')], [6, { type: 'right', key: 'a' }]), 6)).toBeUndefined();
});

test('An object that another client fights for waits; the others do not wait for it', () => {
  const state = after(complete, [5, wrong('fought', 30_000)], [6, wrong('a')]);
  expect(dueWorkOf(state, 6)).toEqual({ work: repair('a'), at: 0 });
  expect(dueWorkOf(step(state, { type: 'right', key: 'a' }, 7), 7)).toEqual({ work: repair('fought'), at: 30_000 });
});

test.each<[string, Partial<SubjectFacts>]>([
  ['paused', { paused: true }],
  ['being deleted', { deleting: true }],
  ['without a revision', { number: 0 }],
])('Nothing is written to an extension that is %s', (_name, facts) => {
  expect(dueWorkOf(after({ ...complete, ...facts }, [5, wrong('a')]), 5)).toBeUndefined();
});

test('Another record takes back every suspicion and every pause: all is judged anew by it', () => {
  const fought = after(complete, [5, wrong('a', 600_000)], [100, { type: 'facts', facts: { ...complete, version: '2' } }]);
  expect(dueWorkOf(fought, 100)).toBeUndefined();
  expect(dueWorkOf(step(fought, wrong('a'), 101), 101)).toEqual({ work: repair('a'), at: 100 + SETTLE_MS });
});

test('What a run of ours writes into the record takes nothing back', () => {
  const running = after(complete, [5, wrong('a')], [6, { type: 'begun' }], [7, { type: 'facts', facts: { ...complete, version: '2' } }]);
  expect([...running.suspects.keys()]).toEqual(['a']);
});

test('Who holds it is not disturbed before the lock has expired; the end of the lock is heard of and waited for shortly', () => {
  const now = Date.parse('2026-01-01T00:00:00Z');
  const held = after({ ...complete, lock: lockOf(now) }, [now, wrong('a')]);
  expect(dueWorkOf(held, now)).toEqual({ work: repair('a'), at: now + 61_000 });
  const released = step(held, { type: 'facts', facts: { ...complete, version: '2' } }, now + 10);
  expect(dueWorkOf(step(released, wrong('a'), now + 11), now + 11)?.at).toBe(now + 10 + SETTLE_MS);
});

test.each<[string, Partial<SubjectFacts>, number]>([
  ['the clock of the holder is five minutes slow', { lock: lockOf(700_000) }, 1_061_000],
  ['the clock of the holder is five minutes fast', { lock: lockOf(1_300_000) }, 1_061_000],
  ['it was silent for 40 s when the head was read', { lock: lockOf(1_000_000), silentMs: 40_000 }, 1_021_000],
  ['it was silent for hours', { lock: lockOf(1_000_000), silentMs: 7_200_000 }, 1_000_000],
])('When a lock expires follows from what was observed: %s', (_name, facts, at) => {
  expect(dueWorkOf(after({ ...complete, ...facts }, [1_000_000, wrong('a')]), 1_000_000)?.at).toBe(at);
});

test('A renewal is a sign of life; the same state of the head seen again is none', () => {
  const head = { ...complete, lock: lockOf(0) };
  const again = after(head, [0, wrong('a')], [20_000, { type: 'facts', facts: head }]);
  expect(dueWorkOf(again, 20_000)?.at).toBe(61_000);
  const renewed = after(head, [
    0,
    { type: 'facts', facts: { ...head, version: '2' } },
  ], [20_000, { type: 'facts', facts: { ...head, version: '3' } }]);
  expect(dueWorkOf(step(renewed, wrong('a'), 20_001), 20_001)?.at).toBe(81_000);
});

test('One run at a time; what goes wrong meanwhile is next', () => {
  const running = after(complete, [5, wrong('a')], [6, { type: 'begun' }], [7, wrong('b')]);
  expect(dueWorkOf(running, 7)).toBeUndefined();
  const ended = [{ type: 'right', key: 'a' }, { type: 'ended', work: repair('a'), left: false }] as const;
  expect(dueWorkOf(ended.reduce<Keeping>((state, event) => step(state, event, 8), running), 8)).toEqual({ work: repair('b'), at: 8 });
});

test('What cannot be repaired is tried ever more rarely; other objects of the extension do not wait for it', () => {
  let state = after(complete, [0, wrong('bad')]);
  for (const now of [0, 2_000, 6_000]) {
    expect(dueWorkOf(state, now)?.at).toBeLessThanOrEqual(now);
    state = step(step(state, { type: 'begun' }, now), { type: 'ended', work: repair('bad'), left: true }, now);
  }
  expect(dueWorkOf(state, 6_000)).toEqual({ work: repair('bad'), at: 14_000 });
  expect(dueWorkOf(step(state, wrong('good'), 6_001), 6_001)).toMatchObject({ work: repair('good') });
});

test('The pauses end at ten minutes', () => {
  expect([0, 1, 2, 30].map((failures) => backoff(failures))).toEqual([2_000, 4_000, 8_000, 600_000]);
});

test('A revision that is not complete is brought further as a whole, again when something got ready, else ever more rarely', () => {
  const head = { ...complete, complete: false };
  expect(dueWorkOf(begin(head, 0), 0)).toEqual({ work: rollout, at: 0 });
  const left = after(head, [0, { type: 'begun' }], [10, { type: 'ended', work: rollout, left: true }]);
  expect(dueWorkOf(left, 10)?.at).toBe(2_010);
  expect(dueWorkOf(step(left, { type: 'readiness' }, 100), 100)?.at).toBe(100 + SETTLE_MS);
});

test('What no record decides costs one run, once', () => {
  const head = { ...complete, decided: false };
  expect(dueWorkOf(begin(head, 0), 0)?.work).toEqual(rollout);
  const tried = after(head, [0, { type: 'begun' }], [1, { type: 'ended', work: rollout, left: false }]);
  expect(dueWorkOf(tried, 1)).toBeUndefined();
  expect(dueWorkOf(step(tried, { type: 'facts', facts: { ...head, version: '9', number: 2 } }, 2), 2)?.work).toEqual(rollout);
});

test('Another client that writes the head ends all pauses', () => {
  const failed = after(complete, [0, wrong('a')], [0, { type: 'begun' }], [0, { type: 'ended', work: rollout, left: true }]);
  expect(step(failed, { type: 'facts', facts: { ...complete, version: '2' } }, 10)).toMatchObject({ failures: 0, notBefore: 10 + SETTLE_MS });
});

describe('A rollout that only waits for probes', () => {
  const unfinished = { ...complete, complete: false };
  const waiting = after(unfinished, [0, { type: 'begun' }], [10, { type: 'ended', work: rollout, left: true, waits: true }]);

  test('is not tried again by itself', () => {
    expect(dueWorkOf(waiting, 1e12)).toEqual({ work: rollout, at: Infinity });
  });

  test('goes on when something got ready', () => {
    expect(dueWorkOf(step(waiting, { type: 'readiness' }, 100), 100)).toEqual({ work: rollout, at: 100 + SETTLE_MS });
  });

  test('goes on when an object of it is wrong, not before that may be repaired', () => {
    expect(dueWorkOf(step(waiting, wrong('a'), 100), 100)).toEqual({ work: rollout, at: 100 });
    expect(dueWorkOf(step(waiting, wrong('a', 30_000), 100), 100)).toEqual({ work: rollout, at: 30_000 });
  });

  test('goes on when something got ready, or wrong, while it ran', () => {
    const end: KeepingEvent = { type: 'ended', work: rollout, left: true, waits: true };
    const ready = after(unfinished, [0, { type: 'begun' }], [5, { type: 'readiness' }], [10, end]);
    expect(dueWorkOf(ready, 10)).toEqual({ work: rollout, at: 10 + SETTLE_MS });
    expect(dueWorkOf(after(unfinished, [0, { type: 'begun' }], [5, wrong('a')], [10, end]), 10)).toEqual({ work: rollout, at: 10 });
  });
});

test('The pace is given: how soon after news, and how long after failures', () => {
  const slow = { settleMs: 50, backoffMs: 1_000, capMs: 3_000 };
  let state = begin({ ...complete, complete: false }, 0, slow);
  for (const at of [1_000, 2_000, 3_000, 3_000]) {
    state = step(step(state, { type: 'begun' }, 0), { type: 'ended', work: rollout, left: true }, 0);
    expect(dueWorkOf(state, 0)?.at).toBe(at);
  }
  expect(dueWorkOf(step(state, { type: 'readiness' }, 7), 7)?.at).toBe(57);
});
