import { jitter, sleep, type Timing } from '../timing';

/** When a stream may be opened again: pauses that double with each failure, and that something new can cut short. */
export class Backoff {
  private failures = 0;
  private nap: AbortController | undefined;

  constructor(private readonly timing: Timing) {}

  /** Pauses since the last good moment. */
  get pauses(): number {
    return this.failures;
  }

  /** All is well: the next pause is a short one. */
  reset(): void {
    this.failures = 0;
  }

  /** @param askedSeconds what the server asks for at least */
  async pause(askedSeconds: number | undefined): Promise<void> {
    const { reopenMs, reopenCapMs } = this.timing;
    const backoff = jitter(Math.min(reopenCapMs, reopenMs * 2 ** this.failures), this.timing);
    this.failures = Math.min(this.failures + 1, 20);
    this.nap = new AbortController();
    await sleep(Math.max(backoff, Math.min(reopenCapMs, (askedSeconds ?? 0) * 1000)), this.nap.signal);
    this.nap = undefined;
  }

  /** Ends the pause under way. */
  wake(): void {
    this.nap?.abort();
  }
}
