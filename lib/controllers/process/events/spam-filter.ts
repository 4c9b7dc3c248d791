import type { Clock } from '../clock';

/** Different events about one object at once; then one more each five minutes. What counts repetitions of an event needs none of them. */
const BURST = 25;
const REFILL_MS = 300_000;

interface Bucket {
  tokens: number;
  at: number;
}

/** Keeps an object that something different happens to all the time from filling the server with events. */
export class SpamFilter {
  private readonly buckets = new Map<string, Bucket>();

  /** @param most objects that are remembered */
  constructor(
    private readonly clock: Clock,
    private readonly most: number,
  ) {}

  /** Whether one more event about this object may be told. */
  lets(object: string): boolean {
    const now = this.clock.monotonic();
    const bucket = this.buckets.get(object) ?? { tokens: BURST, at: now };
    const tokens = Math.min(BURST, bucket.tokens + (now - bucket.at) / REFILL_MS);
    this.buckets.delete(object);
    this.buckets.set(object, { tokens: tokens >= 1 ? tokens - 1 : tokens, at: now });
    const [oldest] = this.buckets.keys();
    if (this.buckets.size > this.most && oldest !== undefined) this.buckets.delete(oldest);
    return tokens >= 1;
  }
}
