/**
 * Who may manage a live object: the collision table of the reference (boxcutter.md 1.5) as one pure function.
 * Two of its ownerless rows are mended: IfNoController does not take a controlled object, and a lower revision does not take
 * back what a higher one manages.
 */
import type { CollisionProtection } from '../api';
import type { Ownership } from './ownership';

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
      return { type: 'collision', reason: `it is controlled by ${controller ?? 'somebody else'}` };
    case 'none':
      // A revision number without a controller: the garbage collector or a person is just letting it go; taking it now would lose it.
      if (written !== undefined) return { type: 'collision', reason: 'a revision managed it and its owner is gone; remove the revision annotation to let it be adopted' };
      if (protection === 'Prevent') return { type: 'collision', reason: 'it exists and no revision of this extension manages it' };
      return { type: 'adopt' };
  }
}

function claimWithoutOwner({ ownership, revision, protection }: ClaimInput): Claim {
  const { controller, revision: written } = ownership;
  if (Number.isNaN(written)) return { type: 'collision', reason: 'its revision annotation is not a number' };
  if (controller !== undefined) {
    if (protection === 'None') return written !== undefined && written > revision ? { type: 'progressed', revision: written } : { type: 'adopt' };
    return { type: 'collision', reason: `it is controlled by ${controller}` };
  }
  if (written === undefined) {
    return protection === 'Prevent' ? { type: 'collision', reason: 'it exists and no revision manages it' } : { type: 'adopt' };
  }
  return written > revision ? { type: 'progressed', revision: written } : { type: 'manage' };
}

/** May a teardown of ours delete it? Only what we control. */
export function mayDelete({ ownership, revision, owned }: Omit<ClaimInput, 'protection'>): boolean {
  if (owned) return ownership.relation === 'ours';
  return ownership.controller === undefined && ownership.revision === revision;
}
