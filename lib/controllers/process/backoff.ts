/** How long to wait after failures. */
export interface Backoff {
  /** After the first failure, in milliseconds. */
  readonly firstMs: number;
  /** However many there were. */
  readonly mostMs: number;
}

export const TURN_BACKOFF: Backoff = { firstMs: 1_000, mostMs: 5 * 60_000 };

/**
 * Doubled with each failure in a row, give or take a quarter, so that many that failed together do not come back together.
 * @param failures in a row, from 1
 * @param random between 0 and 1
 */
export function backoffMs(failures: number, { firstMs, mostMs }: Backoff, random: number): number {
  const doubled = Math.min(mostMs, firstMs * 2 ** Math.min(failures - 1, 30));
  return Math.round(Math.min(mostMs, doubled * (0.75 + random / 2)));
}
