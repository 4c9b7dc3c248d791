/** Time as controllers see it: what days and conditions name, what durations are measured with, and timers. Tests have their own. */
export interface Clock {
  /** The time of day, which may be set forward or back. For timestamps. */
  now(): Date;
  /** Milliseconds since some moment; never goes back. For durations. */
  monotonic(): number;
  /** Calls `act` once after so many milliseconds. @returns the way to call it off */
  after(ms: number, act: () => void): () => void;
}

/** What a timer of Node can count, in milliseconds; one that is longer would fire at once. */
const LONGEST_MS = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => new Date(),
  monotonic: () => performance.now(),
  after: (ms, act) => {
    let timer: NodeJS.Timeout;
    const wait = (left: number): void => {
      timer = left > LONGEST_MS ? setTimeout(() => wait(left - LONGEST_MS), LONGEST_MS) : setTimeout(act, Math.max(0, left));
    };
    wait(ms);
    return () => clearTimeout(timer);
  },
};

/** As the API server writes times of conditions: UTC, whole seconds. */
export function timestamp(date: Date): string {
  return `${date.toISOString().slice(0, 19)}Z`;
}

/** As the API server writes the times of leases and events: UTC, microseconds. */
export function microTimestamp(date: Date): string {
  return date.toISOString().replace('Z', '000Z');
}
