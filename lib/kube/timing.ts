/**
 * Every duration and bound of the connection in one place, so that docs, code and tests speak of the same numbers.
 * Tests pass shorter ones instead of faking timers.
 */
export interface Timing {
  /** TCP, proxy tunnel and TLS handshake together. */
  readonly connectMs: number;
  /** From sending a request to the first byte of its answer, and between two pieces of the body. The server itself gives up at 34 s. */
  readonly answerMs: number;
  /** How often a request is sent at most. */
  readonly attempts: number;
  /** First pause before a repetition; doubles, jittered by a quarter. */
  readonly pauseMs: number;
  /** Longest pause before a repetition, whatever `Retry-After` asks for. */
  readonly pauseCapMs: number;
  /** A watch without a byte for this long is dead: bookmarks come each minute, plus 90 s. */
  readonly silenceMs: number;
  /** A streaming list without a byte for this long is not one: fall back to a paged list. */
  readonly initialSilenceMs: number;
  /** The longest line of a watch, in characters: far above the largest object (etcd takes 1.5 MB), far below what memory bears. */
  readonly lineLength: number;
  /** An answer that has taken longer than `answerMs` must come with so many bytes a second on average. */
  readonly bodyBytesPerSecond: number;
  /** No answer may take longer, however large it is. */
  readonly bodyMs: number;
  /** The longest answer to a request, in bytes, unpacked. */
  readonly bodyBytes: number;
  /** First and longest pause before a stream is opened again. */
  readonly reopenMs: number;
  readonly reopenCapMs: number;
  /** How long a read goes on once its caller has to end. */
  readonly readGraceMs: number;
  /** The same for a write: enough for a server that is slow, not for one that is gone. */
  readonly writeGraceMs: number;
  /** Two refreshes of discovery start at least this far apart. */
  readonly discoveryMs: number;
  /** Token and certificate files are read again after this long. */
  readonly fileMs: number;
  /** Between 0 (inclusive) and 1 (exclusive). */
  readonly random: () => number;
}

export const defaultTiming: Timing = {
  connectMs: 5_000,
  answerMs: 35_000,
  attempts: 5,
  pauseMs: 250,
  pauseCapMs: 30_000,
  silenceMs: 150_000,
  initialSilenceMs: 30_000,
  lineLength: 100_000_000,
  bodyBytesPerSecond: 16_384,
  bodyMs: 600_000,
  bodyBytes: 256_000_000,
  reopenMs: 250,
  reopenCapMs: 30_000,
  readGraceMs: 1_000,
  writeGraceMs: 10_000,
  discoveryMs: 500,
  fileMs: 60_000,
  random: Math.random,
};

/** `ms` give or take a quarter, so that many clients do not come back at the same moment. */
export function jitter(ms: number, timing: Timing): number {
  return Math.round(ms * (0.75 + timing.random() / 2));
}

/** Pause before attempt `n` (1 is the first repetition): what the server asked for, or exponential. */
export function pauseBefore(n: number, retryAfterSeconds: number | undefined, timing: Timing): number {
  // Never earlier than asked, and not all at that very moment.
  if (retryAfterSeconds !== undefined) return Math.min(timing.pauseCapMs, Math.round(retryAfterSeconds * 1000 * (1 + timing.random() / 4)));
  return Math.min(timing.pauseCapMs, jitter(timing.pauseMs * 2 ** (n - 1), timing));
}

/** Waits; ends early, without an error, when the signal fires. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const done = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal?.addEventListener('abort', done);
  });
}
