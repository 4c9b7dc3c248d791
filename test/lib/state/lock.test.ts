import { formatAge, lockState, newLock } from '../../../lib/state';

const now = new Date('2026-01-01T12:00:00Z');
const ago = (seconds: number): Date => new Date(now.getTime() - seconds * 1000);
const lock = (seconds: number) => ({ ...newLock('apply', 'ada', 'id', ago(seconds)), host: 'here', pid: 7 });
const state = (seconds: number, alive: boolean, host = 'here') => lockState(lock(seconds), now, () => alive, host);

test.each<[string, ReturnType<typeof lockState>, string]>([
  ['no lock', lockState(undefined, now), 'free'],
  ['a living process on this machine', state(5, true), 'held'],
  ['a dead process on this machine', state(5, false), 'abandoned'],
  ['a process elsewhere: its pid says nothing here', state(5, false, 'there'), 'held'],
  ['silent for a minute', state(60, true), 'held'],
  ['silent for longer', state(61, true), 'expired'],
  ['silent elsewhere', state(61, false, 'there'), 'expired'],
])('%s', (_, { type }, expected) => expect(type).toBe(expected));

test('the age counts from the beginning of the run, the silence from its last sign of life', () => {
  const renewed = { ...lock(600), renewed: ago(10).toISOString() };
  expect(lockState(renewed, now, () => true, 'here')).toMatchObject({ type: 'held', ageSeconds: 600 });
});

test('a lock of this very process is held', () => {
  expect(lockState(newLock('apply', 'ada', 'id', new Date()), new Date()).type).toBe('held');
});

test('says who holds it', () => {
  expect(newLock('apply', 'ada', 'id', now)).toMatchObject({ holder: expect.stringMatching(/^ada@.+ \(pid \d+\)$/), since: now.toISOString(), pid: process.pid });
});

test('ages for people', () => {
  expect([42, 150, 7300, 200_000].map(formatAge)).toEqual(['42 s', '3 min', '2 h', '2 d']);
});
