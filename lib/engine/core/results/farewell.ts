/** What becomes of a live object that has to go, from who manages it. Pure. */
import { withRecord, type Ownership } from '../../ownership';
import type { CollisionCause } from '../collision';
import { mayDelete, type ClaimInput } from '../decide';

export type Farewell =
  /** It is ours: it is deleted, or let go where that is wanted. */
  | { readonly type: 'ours' }
  /** Another client manages it: it lives on. `listed`: we are among its owners still, and take ourselves off. */
  | { readonly type: 'release'; readonly reason: string; readonly listed: boolean }
  /**
   * It names our owner as it was before that was made anew (restored from a backup): as good as ours, but without a confirmation. It
   * must not be called gone.
   */
  | { readonly type: 'collision'; readonly cause: CollisionCause; readonly reason: string };

export function farewellOf(input: Omit<ClaimInput, 'protection'>): Farewell {
  if (mayDelete(input)) return { type: 'ours' };
  const ownership = withRecord(input.ownership, input.recorded === true);
  const { relation, controller, listed } = ownership;
  if (controller?.namesake === 'recreated') {
    return { type: 'collision', cause: { type: 'controlled', controller }, reason: `it is controlled by ${controller.text}` };
  }
  return { type: 'release', reason: reasonOf(ownership), listed: listed && relation !== 'copy' };
}

function reasonOf({ relation, controller }: Ownership): string {
  if (relation === 'copy') return 'another client made it: it carries our mark, but it is not the object that we wrote';
  return controller === undefined ? 'nobody manages it any more' : `${controller.text} manages it`;
}
