import type { LeaseState } from './lease';

/** What a process that waits for a lease does next. */
export type Step =
  /** There is none. */
  | { readonly type: 'create' }
  /** It is in nobody's hands, or in those of a process that was not heard from for its whole duration. */
  | { readonly type: 'take' }
  /** Look again in so many milliseconds, or when it changes. */
  | { readonly type: 'wait'; readonly ms: number };

/** What was seen of a lease. */
export interface Sighting {
  /** Undefined: there is none. */
  readonly lease: LeaseState | undefined;
  /** When its holder was last seen to renew it: how long it is as it is, in milliseconds of the own monotonic clock. */
  readonly since: number;
}

/** By the own clock alone: what the holder wrote as its time is not looked at. */
export function nextStep({ lease, since }: Sighting, now: number): Step {
  if (lease === undefined) return { type: 'create' };
  if (lease.holder === '') return { type: 'take' };
  const left = since + lease.durationMs - now;
  return left <= 0 ? { type: 'take' } : { type: 'wait', ms: left };
}
