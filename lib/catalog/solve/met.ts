/** Is a need met by what is there? The meaning of constraints, in one place. */
import type { Constraint } from '../../formats';
import { isLeaf, type Leaf } from './meets';
import type { Option } from './option';

export interface Presence {
  /** Those that meet it. */
  readonly meeting: (leaf: Leaf) => readonly Option[];
  /** Is it there whatever is installed by packages? */
  readonly isServed: (leaf: Leaf) => boolean;
}

/**
 * A package, a kind, or a rule: one of the bundles meets it by itself, or the cluster serves the kind. `all`, `any` and `not` combine such;
 * what must not be there, the bundle's own package may be, for else nothing could forbid its rivals.
 * @param of name of the package that has the need
 */
export function isMet(constraint: Constraint, of: string, presence: Presence, isWanted = true): boolean {
  switch (constraint.form) {
    case 'all':
      return constraint.of.every((one) => isMet(one, of, presence, isWanted));
    case 'any':
      return constraint.of.some((one) => isMet(one, of, presence, isWanted));
    case 'not':
      return !constraint.of.some((one) => isMet(one, of, presence, !isWanted));
    case 'malformed':
      return false;
    default:
      return isLeaf(constraint) && (
        presence.isServed(constraint) || presence.meeting(constraint).some(({ packageName }) => isWanted || packageName !== of)
      );
  }
}
