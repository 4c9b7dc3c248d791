/** A clock that a test sets forward: what is due by then happens at once, and nobody waits for it. */
import { systemClock, type Clock } from '../../../lib/controllers/process';

export class MovingClock implements Clock {
  private aheadMs = 0;
  private readonly timers = new Map<() => void, number>();

  now(): Date {
    return new Date(Date.now() + this.aheadMs);
  }

  monotonic(): number {
    return performance.now() + this.aheadMs;
  }

  after(ms: number, act: () => void): () => void {
    const at = this.monotonic() + ms;
    let callOff = (): void => {};
    const end = (): void => {
      callOff();
      this.timers.delete(look);
    };
    const look = (): void => {
      callOff();
      const left = at - this.monotonic();
      if (left > 0) {
        callOff = systemClock.after(left, look);
        return;
      }
      this.timers.delete(look);
      act();
    };
    this.timers.set(look, at);
    callOff = systemClock.after(ms, look);
    return end;
  }

  /** How many timers will go off within so many milliseconds. */
  dueWithin(ms: number): number {
    const until = this.monotonic() + ms;
    return [...this.timers.values()].filter((at) => at <= until).length;
  }

  goOn(ms: number): void {
    this.aheadMs += ms;
    for (const look of [...this.timers.keys()]) look();
  }
}
