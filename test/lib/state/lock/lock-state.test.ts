import { decodeHead, encodeHead, formatAge, lockState, mayBeTaken, newLock, type Lock, type LockState } from '../../../../lib/state';
import type { LockedHead } from '../../../../lib/state/lock/lock-state';

const NOW = Date.parse('2026-01-01T12:00:00Z');
const ago = (seconds: number): Date => new Date(NOW - seconds * 1000);
const lock = (change: Partial<Lock> = {}): Lock => ({ ...newLock('apply', 'ada', 'id', ago(0)), host: 'there', pid: 7, ...change });

/** A head as it is read: the server stamped its last write so many seconds ago, by its own clock. */
function headWith(held: Lock | undefined, writtenAgo: number | undefined, serverTime: number | 'unknown' = NOW): LockedHead {
  const head = { extension: 'web', revisions: [], inventory: [], ...(held === undefined ? {} : { lock: held }) };
  const secret = encodeHead(head, 's');
  const stamp = (field: string, seconds: number): object => ({
    manager: 'x',
    time: ago(seconds).toISOString(),
    fieldsV1: { [field]: { 'f:head': {} } },
  });
  // Another client labels it all the time.
  const managedFields = [
    stamp('f:metadata', 0),
    ...(writtenAgo === undefined ? [] : [stamp('f:data', writtenAgo + 600), stamp('f:data', writtenAgo)]),
  ];
  return decodeHead({ ...secret, metadata: { ...secret.metadata, managedFields } }, serverTime === 'unknown' ? undefined : serverTime);
}
/** A whole number, so that no sum of milliseconds is rounded. */
const READ = 1000;
const stateOf = ({ head, observed }: LockedHead, { alive = true, later = 0 } = {}): LockState =>
  lockState({ head, ...(observed === undefined ? {} : { observed: { ...observed, at: READ } }) }, () => alive, 'here', READ + later * 1000);

test.each<[string, LockState, LockState['type']]>([
  ['no lock', stateOf(headWith(undefined, 500)), 'free'],
  ['a living process on this machine', stateOf(headWith(lock({ host: 'here' }), 5)), 'held'],
  ['a dead process on this machine', stateOf(headWith(lock({ host: 'here' }), 5), { alive: false }), 'abandoned'],
  ['a process elsewhere: its pid says nothing here', stateOf(headWith(lock(), 5), { alive: false }), 'held'],
  ['silent for a minute, as far as stamps of whole seconds tell', stateOf(headWith(lock(), 61)), 'held'],
  ['silent for longer', stateOf(headWith(lock(), 62)), 'expired'],
  ['a holder whose clock is five minutes slow', stateOf(headWith(lock({ renewed: ago(305).toISOString() }), 5)), 'held'],
  ['a holder whose clock is five minutes fast, dead', stateOf(headWith(lock({ renewed: ago(-180).toISOString() }), 120)), 'expired'],
  [
    'no stamp: silent for longer by the clock of its holder',
    stateOf(headWith(lock({ renewed: ago(300).toISOString() }), undefined)),
    'held',
  ],
  ['no time in the answer', stateOf(headWith(lock(), 300, 'unknown')), 'held'],
  ['no stamp, unchanged for a minute since it was read', stateOf(headWith(lock(), undefined), { later: 61 }), 'expired'],
  ['40 s by the stamp, and unchanged for 20 s since it was read', stateOf(headWith(lock(), 41), { later: 20 }), 'held'],
  ['40 s by the stamp, and unchanged for 21 s since it was read', stateOf(headWith(lock(), 41), { later: 21 }), 'expired'],
  ['the server set its clock back', stateOf(headWith(lock(), -300)), 'held'],
])('%s', (_, { type }, expected) => expect(type).toBe(expected));

test.each<[string, LockedHead, readonly [boolean, boolean]]>([
  ['free', headWith(undefined, 5), [true, true]],
  ['held', headWith(lock(), 5), [false, false]],
  ['expired', headWith(lock(), 90), [false, true]],
  ['its silence is not known: only by a run that may take it over, which watches it first', headWith(lock(), undefined), [false, true]],
])('may it be taken, without and with --break-lock: %s', (_, stored, expected) => {
  expect([mayBeTaken(stored, false), mayBeTaken(stored, true)]).toEqual(expected);
});

test('the age is what the holder counts up to its last sign of life, and the silence since', () => {
  const slow = lock({ since: ago(900).toISOString(), renewed: ago(310).toISOString() });
  expect(stateOf(headWith(slow, 11))).toMatchObject({ type: 'held', ageSeconds: 600 });
});

test('a lock of this very process is held', () => {
  expect(lockState({ head: {
    extension: 'web',
    revisions: [],
    inventory: [],
    lock: newLock('apply', 'ada', 'id', new Date()),
  } }).type).toBe('held');
});

test('says who holds it', () => {
  const made = newLock('apply', 'ada', 'id', ago(0));
  expect(made).toMatchObject({ holder: expect.stringMatching(/^ada@.+ \(pid \d+\)$/), since: ago(0).toISOString(), pid: process.pid });
});

test('ages for people', () => {
  expect([42, 150, 7300, 200_000].map(formatAge)).toEqual(['42 s', '3 min', '2 h', '2 d']);
});
