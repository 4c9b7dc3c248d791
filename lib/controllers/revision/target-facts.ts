/** Whether the objects of a revision are where this process can reach them. Pure. */
import type { Target } from '../process';
import type { Revision } from './model';

export type TargetFacts =
  /** The cluster of its objects cannot be reached. `since`: milliseconds since 1970; `message`: a sentence. */
  | { readonly type: 'away'; readonly name: string; readonly since: number; readonly message: string }
  /** They went to another cluster than this process writes to. Ids are undefined for the cluster of the revision itself. */
  | { readonly type: 'other'; readonly name: string | undefined; readonly went: string | undefined; readonly now: string | undefined };

type Where = Pick<Target, 'name' | 'id' | 'away'>;

/** Undefined: they can be reached, or there are none yet, or none any more. */
export function targetFactsOf(
  { target, hasFinalizer, deleting, state }: Pick<Revision, 'target' | 'hasFinalizer' | 'deleting' | 'state'>, { name, id, away }: Where,
): TargetFacts | undefined {
  if (!hasFinalizer && (deleting || state === 'Archived')) return undefined;
  if (away !== undefined) return { type: 'away', name: name ?? '', since: away.since, message: away.message };
  return hasFinalizer && target !== id ? { type: 'other', name, went: target, now: id } : undefined;
}
