/**
 * Who may manage a live object: the collision table as one pure function. With and without an owner: IfNoController never takes what
 * something controls, and a lower revision takes nothing back from a higher one.
 */
import type { CollisionProtection } from '../../api';
import { defined } from '../../defined';
import { withRecord, type Ownership } from '../ownership';
import type { CollisionCause } from './collision';

export type Claim =
  /** Ours: keep it as desired. */
  | { readonly type: 'manage' }
  /** No revision of ours has it, and the policy allows to take it. */
  | { readonly type: 'adopt' }
  /** An older revision of the same extension has it. */
  | { readonly type: 'handover' }
  /** A newer revision has it: leave it. */
  | { readonly type: 'progressed'; readonly revision?: number }
  | { readonly type: 'collision'; readonly cause: CollisionCause };

export interface ClaimInput {
  readonly ownership: Ownership;
  readonly revision: number;
  readonly protection: CollisionProtection;
  /** False: no owner object; the revision annotation alone marks what is ours. */
  readonly owned: boolean;
  /** Our own record names this very object, by its uid: a mark on it is ours. @default false */
  readonly recorded?: boolean;
}

export function claim(input: ClaimInput): Claim {
  const known = { ...input, ownership: withRecord(input.ownership, input.recorded === true) };
  return input.owned ? claimWithOwner(known) : claimWithoutOwner(known);
}

function claimWithOwner({ ownership, revision, protection }: ClaimInput): Claim {
  const { relation, controller, revision: written } = ownership;
  switch (relation) {
    case 'ours':
      return { type: 'manage' };
    case 'sibling':
      if (written === undefined || written < revision) return { type: 'handover' };
      if (written > revision) return { type: 'progressed', revision: written };
      if (Number.isNaN(written)) return collision({ type: 'revision-unreadable' });
      return collision({ type: 'same-revision-number', revision, ...defined({ controller }) });
    case 'other':
      if (protection === 'None') return { type: 'adopt' };
      return collision({ type: 'controlled', ...defined({ controller }) });
    case 'copy':
      return protection === 'Prevent' ? collision({ type: 'copied' }) : { type: 'adopt' };
    case 'none':
      // A revision number without a controller: the garbage collector or a person is just letting it go; taking it now would lose it.
      if (written !== undefined) return collision({ type: 'owner-gone' });
      return protection === 'Prevent' ? collision({ type: 'unmanaged' }) : { type: 'adopt' };
  }
}

function claimWithoutOwner({ ownership, revision, protection }: ClaimInput): Claim {
  const { controller, revision: written } = ownership;
  if (Number.isNaN(written)) return collision({ type: 'revision-unreadable' });
  if (controller !== undefined) {
    return protection === 'None' ? claimControlled(written, revision) : collision({ type: 'controlled', controller });
  }
  if (ownership.relation === 'copy') return protection === 'Prevent' ? collision({ type: 'copied' }) : { type: 'adopt' };
  if (written === undefined) return protection === 'Prevent' ? collision({ type: 'unmanaged' }) : { type: 'adopt' };
  return written > revision ? { type: 'progressed', revision: written } : { type: 'manage' };
}

function collision(cause: CollisionCause): Claim {
  return { type: 'collision', cause };
}

/** What we took from a controller that keeps its reference is ours from then on, as long as the policy says so. */
function claimControlled(written: number | undefined, revision: number): Claim {
  if (written === revision) return { type: 'manage' };
  return written !== undefined && written > revision ? { type: 'progressed', revision: written } : { type: 'adopt' };
}

/**
 * May a teardown of ours delete it? Only what we control and have written. Without an owner that is what carries our number; or a lower
 * one, when it is the very object that our own record names: then an earlier content of the same inventory wrote it, and no other revision.
 */
export function mayDelete({ ownership, revision, owned, recorded = false }: Omit<ClaimInput, 'protection'>): boolean {
  const { relation, controller, revision: written } = withRecord(ownership, recorded);
  if (owned || relation === 'copy') return relation === 'ours';
  return controller === undefined && (written === revision || (recorded && written !== undefined && written < revision));
}
