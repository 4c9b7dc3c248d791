/**
 * The queue in which a request waits when requests have to wait: what the API server's own priority and fairness calls a flow.
 * Named lane, because what takes turns here are callers.
 */
export interface Lane {
  /** Requests of one lane keep their order; lanes take turns. */
  readonly lane: string;
  /** Must not wait behind others: goes first, and may use places that are kept for such requests. @default false */
  readonly urgent?: boolean;
  /** Writes of this lane pass the fence of the connection. @default false */
  readonly unfenced?: boolean;
}

const COMMON: Lane = { lane: '' };

/** Places for urgent requests beyond what is allowed: leases and fences are few and short. */
const RESERVED = 2;

/** An answer that took at most so many times as long as the quickest one did not wait for others. */
const PROMPT = 2;

/**
 * How many requests may be under way at once: more while the server keeps up, half when it says that it does not
 * (additive increase, multiplicative decrease). Until it first says so, each answer that comes promptly allows one more: on a long way
 * answers are as late as the way is long, and more at once cost nothing; a server nearby that is busy answers more slowly, and more
 * connections would only keep it busier. Watches are not counted. One limiter for reads and writes: the server's own fairness counts
 * them together too. What has to wait is taken from the lanes in turn.
 */
export class ConcurrencyLimiter {
  private allowed: number;
  private running = 0;
  private successes = 0;
  private epoch = 0;
  private quickestMs = Infinity;
  private readonly urgent: (() => void)[] = [];
  /** Lanes in which a request waits, in the order of their turns. */
  private readonly lanes = new Map<string, (() => void)[]>();

  constructor(
    start = 8,
    private readonly least = 2,
    private readonly most = 32,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.allowed = start;
  }

  /** Requests that may be under way at once now. */
  get limit(): number {
    return this.allowed;
  }

  /**
   * Runs the task when there is room: urgent ones first, then one of each lane in turn.
   * `congested` says whether the result means that the server asks for less.
   */
  async run<T>(task: () => Promise<T>, congested: (result: T) => boolean, lane: Lane = COMMON): Promise<T> {
    if (this.running >= this.allowed + (lane.urgent ? RESERVED : 0)) await new Promise<void>((resolve) => this.wait(lane, resolve));
    else this.running += 1;
    const epoch = this.epoch;
    const started = this.now();
    try {
      const result = await task();
      if (congested(result)) this.shrink(epoch);
      else this.grow(this.now() - started);
      return result;
    } finally {
      this.running -= 1;
      for (let next = this.next(); next !== undefined; next = this.next()) {
        this.running += 1;
        next();
      }
    }
  }

  private wait({ lane, urgent }: Lane, resolve: () => void): void {
    if (urgent) {
      this.urgent.push(resolve);
      return;
    }
    const queue = this.lanes.get(lane);
    if (queue === undefined) this.lanes.set(lane, [resolve]);
    else queue.push(resolve);
  }

  /** The request that may start now; its lane has its next turn after all others. */
  private next(): (() => void) | undefined {
    if (this.urgent.length > 0 && this.running < this.allowed + RESERVED) return this.urgent.shift();
    if (this.running >= this.allowed) return undefined;
    for (const [lane, queue] of this.lanes) {
      const resolve = queue.shift();
      this.lanes.delete(lane);
      if (queue.length > 0) this.lanes.set(lane, queue);
      return resolve;
    }
    return undefined;
  }

  private grow(tookMs: number): void {
    this.quickestMs = Math.min(this.quickestMs, tookMs);
    const isPrompt = tookMs <= PROMPT * this.quickestMs && this.epoch === 0 && this.lanes.size > 0;
    this.successes += 1;
    if (!isPrompt && this.successes < this.allowed) return;
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
