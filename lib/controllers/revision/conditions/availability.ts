/** Whether what a revision runs works: the condition Available as data, decided from what streams show of its objects. Pure. */
import type { Facts, ObjectFacts } from '../facts';

export type Availability =
  | { readonly reason: 'ProbesSucceeded' }
  | { readonly reason: 'ProbeFailure'; readonly objects: readonly ObjectFacts[] }
  /** Not everything was observed; `unknown` of `total` objects were not. */
  | { readonly reason: 'Reconciling'; readonly unknown: readonly ObjectFacts[]; readonly total: number }
  /** The cluster of its objects cannot be reached. */
  | { readonly reason: 'TargetUnavailable' }
  | { readonly reason: 'Archived' };

export const AVAILABLE_STATUS: Readonly<Record<Availability['reason'], 'True' | 'False' | 'Unknown'>> = {
  ProbesSucceeded: 'True',
  ProbeFailure: 'False',
  Reconciling: 'Unknown',
  TargetUnavailable: 'Unknown',
  Archived: 'Unknown',
};

/** Undefined: nothing can be said that was not said before. */
export function availabilityOf({ revision, content, run, objects, target }: Facts): Availability | undefined {
  if (revision.state === 'Archived' && !revision.deleting) return { reason: 'Archived' };
  if (target !== undefined) return { reason: 'TargetUnavailable' };
  if (objects.length === 0) {
    // No object at all needs no probe; that none is known may also be because nothing was looked at yet.
    return run?.type === 'rollout' && content.type === 'resolved' ? { reason: 'ProbesSucceeded' } : undefined;
  }
  const failing = objects.filter(({ state }) => state === 'not-ready' || state === 'missing');
  if (failing.length > 0) return { reason: 'ProbeFailure', objects: failing };
  const unknown = objects.filter(({ state }) => state === 'unknown');
  if (unknown.length === 0) return { reason: 'ProbesSucceeded' };
  return run === undefined && unknown.length === objects.length ? undefined : { reason: 'Reconciling', unknown, total: objects.length };
}
