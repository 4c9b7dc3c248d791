/** What becomes of a live object that has to go, from who manages it. Pure. */
import { withRecord, type Controller, type Ownership } from '../../ownership';
import type { CollisionCause } from '../collision';
import { mayDelete, type ClaimInput } from '../decide';

/** Why an object that a revision had is no longer ours. */
export type ReleaseCause =
  /** A newer revision of the same extension manages it. */
  | { readonly type: 'newer-revision'; readonly revision?: number }
  /** Something else controls it by now. */
  | { readonly type: 'controlled'; readonly controller: Controller }
  /** It carries our mark, but we did not write it: another client made it in place of ours. */
  | { readonly type: 'copied' }
  /** No owner is left on it. */
  | { readonly type: 'unmanaged' };

export type Farewell =
  /** It is ours: it is deleted, or let go where that is wanted. */
  | { readonly type: 'ours' }
  /** Another client manages it: it lives on. `listed`: we are among its owners still, and take ourselves off. */
  | { readonly type: 'release'; readonly cause: ReleaseCause; readonly listed: boolean }
  /**
   * It names our owner as it was before that was made anew (restored from a backup): as good as ours, but without a confirmation. It
   * must not be called gone.
   */
  | { readonly type: 'collision'; readonly cause: CollisionCause };

export function farewellOf(input: Omit<ClaimInput, 'protection'>): Farewell {
  if (mayDelete(input)) return { type: 'ours' };
  const ownership = withRecord(input.ownership, input.recorded === true);
  const { relation, controller, listed } = ownership;
  if (controller?.namesake === 'recreated') {
    return { type: 'collision', cause: { type: 'owner-recreated', controller } };
  }
  return { type: 'release', cause: causeOf(ownership), listed: listed && relation !== 'copy' };
}

function causeOf({ relation, controller }: Ownership): ReleaseCause {
  if (relation === 'copy') return { type: 'copied' };
  return controller === undefined ? { type: 'unmanaged' } : { type: 'controlled', controller };
}
