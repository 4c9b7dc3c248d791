/**
 * Does work with a signal of its own, which fires with that of the caller, or after so many milliseconds. By hand: `AbortSignal.any` leaves
 * a trace on the longer-lived signal for each use, and what `AbortSignal.timeout` gives may be collected before it fires when nothing else
 * holds it.
 * @param ms undefined: as long as it takes
 */
export async function within<T>(
  ms: number | undefined, signal: AbortSignal | undefined, work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const ending = new AbortController();
  const end = (): void => ending.abort(signal?.reason);
  const timer = ms === undefined ? undefined : setTimeout(() => ending.abort(new Error('what is left takes longer')), ms);
  signal?.addEventListener('abort', end, { once: true });
  if (signal?.aborted === true) end();
  try {
    return await work(ending.signal);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', end);
  }
}
