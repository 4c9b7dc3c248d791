import { performance } from 'node:perf_hooks';

/** Milliseconds: the median of as many rounds, after one that does not count. */
export function median(rounds: number, run: () => unknown): number {
  run();
  const times = Array.from({ length: rounds }, () => {
    const start = performance.now();
    run();
    return performance.now() - start;
  }).sort((a, b) => a - b);
  return times[Math.floor(times.length / 2)] ?? 0;
}
