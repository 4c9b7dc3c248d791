/**
 * How many requests may be under way at once: more while the server keeps up, half when it says that it does not
 * (additive increase, multiplicative decrease). Watches are not counted. One limiter for reads and writes: the server's
 * own fairness counts them together too.
 */
export class ConcurrencyLimiter {
  private allowed: number;
  private running = 0;
  private successes = 0;
  private epoch = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(
    start = 16,
    private readonly least = 2,
    private readonly most = 32,
  ) {
    this.allowed = start;
  }

  /** Requests that may be under way at once now. */
  get limit(): number {
    return this.allowed;
  }

  /** Runs the task when there is room, in order of arrival. `congested` tells whether its result is the server asking for less. */
  async run<T>(task: () => Promise<T>, congested: (result: T) => boolean): Promise<T> {
    if (this.running >= this.allowed) await new Promise<void>((resolve) => this.waiting.push(resolve));
    else this.running += 1;
    const epoch = this.epoch;
    try {
      const result = await task();
      if (congested(result)) this.shrink(epoch);
      else this.grow();
      return result;
    } finally {
      this.running -= 1;
      while (this.running < this.allowed && this.waiting.length > 0) {
        this.running += 1;
        this.waiting.shift()?.();
      }
    }
  }

  private grow(): void {
    this.successes += 1;
    if (this.successes < this.allowed) return;
    this.successes = 0;
    this.allowed = Math.min(this.most, this.allowed + 1);
  }

  /** Requests that started before the last cut say nothing new about the server, so that one bad moment halves only once. */
  private shrink(epoch: number): void {
    if (epoch !== this.epoch) return;
    this.epoch += 1;
    this.successes = 0;
    this.allowed = Math.max(this.least, Math.floor(this.allowed / 2));
  }
}
