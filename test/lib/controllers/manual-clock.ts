import type { Clock } from '../../../lib/controllers/process';

/** A clock that stands still until it is told to go on. Timers fire in the order of their times. */
export class ManualClock implements Clock {
  private at = 0;
  private readonly timers = new Set<{ readonly at: number; readonly act: () => void }>();

  constructor(private readonly start = Date.parse('2026-01-01T00:00:00Z')) {}

  now(): Date {
    return new Date(this.start + this.at);
  }

  monotonic(): number {
    return this.at;
  }

  after(ms: number, act: () => void): () => void {
    const timer = { at: this.at + ms, act };
    this.timers.add(timer);
    return () => void this.timers.delete(timer);
  }

  /** How many timers wait. */
  get waiting(): number {
    return this.timers.size;
  }

  /** Goes on by so much; what timers begin has been done before the next one fires. */
  async advance(ms: number): Promise<void> {
    const until = this.at + ms;
    for (;;) {
      await settled();
      const [next] = [...this.timers].filter(({ at }) => at <= until).sort((a, b) => a.at - b.at);
      if (next === undefined) break;
      this.timers.delete(next);
      this.at = Math.max(this.at, next.at);
      next.act();
    }
    this.at = until;
    await settled();
  }
}

/** All that follows without time going on has happened. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  await new Promise((resolve) => setImmediate(resolve));
}
