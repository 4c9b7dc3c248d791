/** One deadline at a time, however far away. */

/** What a timer of Node can hold (2^31 - 1 ms), about 25 days. */
const LONGEST_TIMER_MS = 2_147_483_647;

export class Deadline {
  private timer: NodeJS.Timeout | undefined;

  /** Replaces the one before. */
  set(ms: number, passed: () => void): void {
    this.clear();
    const rest = ms - LONGEST_TIMER_MS;
    this.timer = rest > 0 ? setTimeout(() => this.set(rest, passed), LONGEST_TIMER_MS) : setTimeout(passed, ms);
  }

  clear(): void {
    clearTimeout(this.timer);
  }
}
