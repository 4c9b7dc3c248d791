/** How long something is ago, on a machine that may sleep and whose clock may be set. */
export interface Clocks {
  readonly monotonicMs: number;
  readonly wallMs: number;
}

export function clocks(): Clocks {
  return { monotonicMs: performance.now(), wallMs: Date.now() };
}

/**
 * Milliseconds since then, by whichever clock says more: the monotonic one stands still while a machine is suspended, the other may be set
 * back.
 */
export function elapsedMs(since: Clocks | undefined): number {
  if (since === undefined) return Number.POSITIVE_INFINITY;
  const now = clocks();
  return Math.max(now.monotonicMs - since.monotonicMs, now.wallMs - since.wallMs);
}
