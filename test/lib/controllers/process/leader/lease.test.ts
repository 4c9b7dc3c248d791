/** Leases as objects, and what a shard's is called. */
import { DEFAULT_CONFIG } from '../../../../../lib/controllers/process';
import { leaseName, readLease, releasedLease, renewedLease, takenLease } from '../../../../../lib/controllers/process/leader/lease';

const terms = { name: 'l', namespace: 'n', identity: 'me', durationMs: 15_000, watchSelector: 'shard=a' };
const now = new Date('2026-01-01T00:00:00.123Z');

test('what is taken, renewed and released reads as such', () => {
  const taken = readLease(takenLease(terms, undefined, now));
  expect(taken).toEqual({
    holder: 'me', durationMs: 15_000, acquired: '2026-01-01T00:00:00.123000Z', renewed: '2026-01-01T00:00:00.123000Z', transitions: 0, resourceVersion: undefined,
  });
  const later = new Date('2026-01-01T00:00:02Z');
  expect(readLease(renewedLease(terms, { ...taken, resourceVersion: '7' }, later))).toEqual({
    ...taken, renewed: '2026-01-01T00:00:02.000000Z', resourceVersion: '7',
  });
  expect(readLease(releasedLease(terms, taken, later))).toMatchObject({ holder: '', durationMs: 1_000 });
  expect(readLease(takenLease(terms, { ...taken, holder: 'other', transitions: 4 }, later)).transitions).toBe(5);
  expect(takenLease(terms, undefined, now).metadata.annotations).toEqual({ 'olm.operatorframework.io/watch-selector': 'shard=a' });
});

test('a lease of which nothing is certain is in nobody\'s hands', () => {
  expect(readLease({ apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata: {}, spec: { holderIdentity: 3 } })).toMatchObject({ holder: '', durationMs: 0 });
});

test('each shard has a lease of its own, however its selector is written', () => {
  const nameOf = (watchSelector: string): string => leaseName({ ...DEFAULT_CONFIG, watchSelector });
  expect(nameOf('')).toBe('boxcutter-controller');
  expect(nameOf('shard in (a,b),x=y')).toMatch(/^boxcutter-controller-[0-9a-f]{8}$/);
  expect(nameOf(' x=y , shard in (a,b)')).toBe(nameOf('shard in (a,b),x=y'));
  expect(nameOf('shard in (a),x=y')).not.toBe(nameOf('shard in (a,b),x=y'));
});
