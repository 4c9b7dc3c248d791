/**
 * Who may manage a live object: the collision table of the reference (boxcutter.md 1.5) as one pure function.
 * Two of its ownerless rows are mended: IfNoController does not take a controlled object, and a lower revision does not take
 * back what a higher one manages.
 */
import type { CollisionProtection } from '../../api';
import type { Ownership } from '../ownership';

export type Claim =
  /** Ours: keep it as desired. */
  | { readonly type: 'manage' }
  /** No revision of ours has it, and the policy allows to take it. */
  | { readonly type: 'adopt' }
  /** An older revision of the same extension has it. */
  | { readonly type: 'handover' }
  /** A newer revision has it: leave it. */
  | { readonly type: 'progressed'; readonly revision?: number }
  | { readonly type: 'collision'; readonly reason: string };

export interface ClaimInput {
  readonly ownership: Ownership;
  readonly revision: number;
  readonly protection: CollisionProtection;
  /** False: no owner object; the revision annotation alone marks what is ours. */
  readonly owned: boolean;
}

/** What would let us have it. Where no policy would, the reason says what else has to happen. */
const ALLOWED_BY_NONE = 'the collision protection None would take it over';
const ALLOWED_BY_ANY = 'the collision protection IfNoController or None would adopt it';

export function claim(input: ClaimInput): Claim {
  return input.owned ? claimWithOwner(input) : claimWithoutOwner(input);
}

function claimWithOwner({ ownership, revision, protection }: ClaimInput): Claim {
  const { relation, controller, revision: written } = ownership;
  switch (relation) {
    case 'ours':
      return { type: 'manage' };
    case 'sibling':
      if (written === undefined || written < revision) return { type: 'handover' };
      if (written > revision) return { type: 'progressed', revision: written };
      if (Number.isNaN(written)) return { type: 'collision', reason: 'its revision annotation is not a number' };
      return { type: 'collision', reason: `it is managed by ${controller ?? 'another revision'}, which claims the same revision number ${revision}` };
    case 'other':
      if (protection === 'None') return { type: 'adopt' };
      return { type: 'collision', reason: `it is controlled by ${controller ?? 'somebody else'}; ${ALLOWED_BY_NONE}` };
    case 'none':
      // A revision number without a controller: the garbage collector or a person is just letting it go; taking it now would lose it.
      if (written !== undefined) return { type: 'collision', reason: 'a revision managed it and its owner is gone; remove the revision annotation to let it be adopted' };
      if (protection === 'Prevent') return { type: 'collision', reason: `it exists and no revision manages it; ${ALLOWED_BY_ANY}` };
      return { type: 'adopt' };
  }
}

function claimWithoutOwner({ ownership, revision, protection }: ClaimInput): Claim {
  const { controller, revision: written } = ownership;
  if (Number.isNaN(written)) return { type: 'collision', reason: 'its revision annotation is not a number' };
  if (controller !== undefined) {
    if (protection === 'None') return claimControlled(written, revision);
    return { type: 'collision', reason: `it is controlled by ${controller}; ${ALLOWED_BY_NONE}` };
  }
  if (written === undefined) {
    return protection === 'Prevent' ? { type: 'collision', reason: `it exists and no revision manages it; ${ALLOWED_BY_ANY}` } : { type: 'adopt' };
  }
  return written > revision ? { type: 'progressed', revision: written } : { type: 'manage' };
}

/** What we took from a controller that keeps its reference is ours from then on, as long as the policy says so. */
function claimControlled(written: number | undefined, revision: number): Claim {
  if (written === revision) return { type: 'manage' };
  return written !== undefined && written > revision ? { type: 'progressed', revision: written } : { type: 'adopt' };
}

/**
 * May a teardown of ours delete it? Only what we control. Without an owner that is what carries our number; or a lower one, when it is
 * the very object that our own record names: then an earlier content of the same inventory wrote it, and no other revision.
 */
export function mayDelete({ ownership, revision, owned, recorded = false }: Omit<ClaimInput, 'protection'> & { readonly recorded?: boolean }): boolean {
  if (owned) return ownership.relation === 'ours';
  const { controller, revision: written } = ownership;
  return controller === undefined && (written === revision || (recorded && written !== undefined && written < revision));
}
