import { describePause } from '../../../../lib/cli/output/pause';

test('a pause says who, since when and why', () => {
  const pause = { since: '2026-01-01T10:00:00Z', by: 'ada@desk' };
  expect(describePause(pause, new Date('2026-01-01T12:30:00Z'))).toBe('paused by ada@desk 3 h ago');
  expect(describePause({ ...pause, reason: 'freeze' }, new Date('2026-01-01T10:00:05Z'))).toBe('paused by ada@desk 5 s ago (freeze)');
});
