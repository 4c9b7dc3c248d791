/**
 * The clock of a keeper is monotonic: the machine's may be set, and an hour back would be an hour without repairs. Events name times of
 * day.
 */
export interface KeepClock {
  /** Milliseconds since some moment. */
  now(): number;
  /** A moment of that clock as milliseconds since 1970, by the machine's clock as it is set now. */
  timeOfDay(at: number): number;
}

export const keepClock: KeepClock = {
  now: () => performance.now(),
  timeOfDay: (at) => Math.round(Date.now() + at - performance.now()),
};
