import { clocks, elapsedMs } from '../../../../lib/state/lock/elapsed';

const ago = (monotonic: number, wall: number) => {
  const { monotonicMs, wallMs } = clocks();
  return { monotonicMs: monotonicMs - monotonic, wallMs: wallMs - wall };
};

test.each<[string, number, number, number]>([
  ['both clocks went on', 5_000, 5_000, 5_000],
  ['the machine was suspended: the monotonic clock stood still', 1_000, 60_000, 60_000],
  ['the clock of the machine was set back', 60_000, -3_600_000, 60_000],
])('%s: the longer time counts', (_, monotonic, wall, expected) => {
  const elapsed = elapsedMs(ago(monotonic, wall));
  expect(elapsed).toBeGreaterThanOrEqual(expected);
  expect(elapsed).toBeLessThan(expected + 1_000);
});

test('what never was is infinitely long ago', () => {
  expect(elapsedMs(undefined)).toBe(Number.POSITIVE_INFINITY);
});
