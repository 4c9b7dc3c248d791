/** What is to be done for a revision next. Pure: the turn performs it, and looks again. */
import type { Facts } from './facts';
import { blockedBy } from './conditions/progress';

export type Step =
  /** Nothing is written to its objects. */
  | { readonly type: 'rest' }
  /** Its finalizer is set and its digests are put down, before its first object is written. */
  | { readonly type: 'begin'; readonly finalizer: boolean; readonly digests: boolean }
  /** It is rolled out and kept, as far as anything is due. */
  | { readonly type: 'keep' }
  /** Its objects are looked at, and nothing is written. */
  | { readonly type: 'look' }
  /** Its objects go, in reverse order. */
  | { readonly type: 'take-down' }
  /** Nothing of it is left, and what holds it goes. */
  | { readonly type: 'release' };

/** What the data-loss guard has refused is asked again after so long, or when it is allowed: what is in the way may be gone by then. */
export const ASKED_AGAIN_MS = 60_000;

export function stepOf(facts: Pick<Facts, 'revision' | 'content' | 'number' | 'run' | 'target' | 'now'>): Step {
  const { revision, content, run, now, target } = facts;
  if (target !== undefined) {
    const isLeft = revision.abandons && revision.hasFinalizer && (revision.deleting || revision.state === 'Archived');
    return { type: isLeft ? 'release' : 'rest' };
  }
  if (revision.deleting || revision.state === 'Archived') {
    if (!revision.hasFinalizer) return { type: 'rest' };
    if (run?.type === 'teardown' && run.complete) return { type: 'release' };
    const isRefused = run?.type === 'error' && run.code === 'data-loss' && now < run.at + ASKED_AGAIN_MS;
    return isRefused && !revision.allowsDataLoss ? { type: 'rest' } : { type: 'take-down' };
  }
  if (content.type !== 'resolved') return { type: 'rest' };
  // A terminal probe is a verdict about what was rolled out: that is kept, and looked at again when it changes.
  const { run: _run, ...given } = facts;
  if (blockedBy(given) !== undefined) return { type: 'rest' };
  if (revision.state === 'Paused') return { type: 'look' };
  const digests = revision.observedPhases.length === 0 && content.digests.length > 0;
  if (!revision.hasFinalizer || digests) return { type: 'begin', finalizer: !revision.hasFinalizer, digests };
  return { type: 'keep' };
}
