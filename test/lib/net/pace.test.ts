import { allowanceMs } from '../../../lib/net';

test.each([
  ['nothing has come: the time that every transfer has', 0, 1_000],
  ['what has come has earned time', 500, 1_500],
  ['but no transfer may take longer than the most', 50_000, 10_000],
])('%s', (_what, bytes, ms) => {
  expect(allowanceMs({ graceMs: 1_000, bytesPerSecond: 1_000, mostMs: 10_000 }, bytes)).toBe(ms);
});
