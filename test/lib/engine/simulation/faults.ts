/** What can go wrong in a world. */

/** The network and the API server. `lost`: no answer, and the request was not done, or was. `repeat`: it arrives twice. */
export const NETWORK = ['conflict', 'busy', 'broken', 'lost-before', 'lost-after', 'repeat-request'] as const;
/** The streams: forbidden; given up; cut and opened anew; an event told again, late; opened with the state in which the world began. */
export const STREAMS = ['forbidden', 'stream-fails', 'cut', 'repeat-event', 'stale-list'] as const;
/** Other people and programs, at any moment. */
export const PEOPLE = ['edit', 'delete', 'recreate', 'unlabel', 'steal'] as const;
/**
 * The process: it dies (and is started again), is told to stop, or sleeps until another has taken over. `reject`: content is refused for
 * good.
 */
export const PROCESS = ['crash', 'stop', 'sleep', 'reject'] as const;

export type Fault = (typeof NETWORK)[number] | (typeof STREAMS)[number] | (typeof PEOPLE)[number] | (typeof PROCESS)[number];

export interface Faults {
  /** How many, on one path. */
  readonly limit: number;
  readonly kinds: readonly Fault[];
}

export const NO_FAULTS: Faults = { limit: 0, kinds: [] };

export function isPeople(fault: string): boolean {
  return (PEOPLE as readonly string[]).includes(fault);
}
