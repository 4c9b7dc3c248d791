import { setTimeout as wait } from 'node:timers/promises';
import { NetworkFailure } from '../../net';
import { answerError, networkError } from './problem';
import type { Endpoint } from './endpoint';

export interface RegistryTiming {
  /** Milliseconds for TCP, proxy tunnel and TLS handshake together. */
  readonly connectMs: number;
  /** Milliseconds without a byte in either direction after which a request is given up. */
  readonly silenceMs: number;
  /** What takes longer than `silenceMs` must travel with so many bytes a second on average. */
  readonly bytesPerSecond: number;
  /** Milliseconds that neither a request nor its answer may exceed, however large they are. */
  readonly mostMs: number;
  /** How often something is asked at most. */
  readonly attempts: number;
  /** First pause before a repetition; doubles, give or take a quarter. */
  readonly pauseMs: number;
  /** Longest pause. A registry that asks for more is not waited for. */
  readonly pauseCapMs: number;
  /** Between 0 (inclusive) and 1 (exclusive). */
  readonly random: () => number;
}

export const defaultTiming: RegistryTiming = {
  connectMs: 10_000, silenceMs: 60_000, bytesPerSecond: 16_384, mostMs: 3_600_000, attempts: 4, pauseMs: 500, pauseCapMs: 30_000,
  random: Math.random,
};

/** An answer that a later attempt may better: 429, and faults of the server. */
export class PassingAnswer extends Error {
  constructor(readonly status: number, readonly retryAfterSeconds: number | undefined, readonly what: string, readonly said: string) {
    super(`answered ${status}`);
    this.name = 'PassingAnswer';
  }
}

export function isPassing(status: number): boolean {
  return status === 429 || status === 500 || status === 502 || status === 503 || status === 504;
}

/**
 * Does something that does no harm when it is repeated, until it succeeds or there is no hope.
 * @throws BoxcutterError for what is left: `registry-unreachable`, `registry-tls`, `registry-answer`, `interrupted`
 */
export async function retrying<T>(
  endpoint: Endpoint, timing: RegistryTiming, signal: AbortSignal | undefined, attempt: () => Promise<T>,
): Promise<T> {
  for (let made = 1; ; made++) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof NetworkFailure) && !(error instanceof PassingAnswer)) throw error;
      const asked = error instanceof PassingAnswer ? error.retryAfterSeconds : undefined;
      const isOver = made >= Math.min(timing.attempts, attemptsFor(error)) || (asked ?? 0) * 1000 > timing.pauseCapMs;
      if (isOver && error instanceof PassingAnswer) throw answerError(error.status, endpoint, error.what, error.said, asked);
      if (isOver) throw networkError(error as NetworkFailure, endpoint);
      const backoff = timing.pauseMs * 2 ** (made - 1) * (0.75 + timing.random() / 2);
      const pause = Math.min(timing.pauseCapMs, Math.max(backoff, (asked ?? 0) * 1000));
      await wait(pause, undefined, signal === undefined ? {} : { signal }).catch(() => {
        throw networkError(new NetworkFailure('it was broken off', 'ABORTED', endpoint.base.host), endpoint);
      });
    }
  }
}

/** An address where nothing answers is more likely wrong than busy. */
function attemptsFor(error: NetworkFailure | PassingAnswer): number {
  if (error instanceof PassingAnswer || error.code === 'ECONNRESET' || error.code === 'EAI_AGAIN') return Infinity;
  return error.code === 'ECONNREFUSED' || error.code === 'ETIMEDOUT' ? 2 : 1;
}
