/** What a bundle needs of others, read from its properties. */
import { isJsonObject } from '../../api';
import { type Constraint, constraintText } from '../../formats';
import { constraintProblems } from '../../formats/metadata/constraint';
import { parseConstraint, requiredKinds, requiredPackages } from '../../formats/metadata/required';
import { parseSkipRange } from '../../semver';
import { type BulkyProperty, isBulky, type Property } from '../model/blob';

export interface Need {
  readonly constraint: Constraint;
  /** What the author says where it is not met. */
  readonly says?: string;
}

/** Undefined: one of them cannot be read, so whether it is met cannot be known. */
export function needsOf(properties: readonly (Property | BulkyProperty)[]): readonly Need[] | undefined {
  const needs: Need[] = [];
  for (const property of properties) {
    const found = needsOfProperty(property);
    if (found === undefined) return undefined;
    needs.push(...found);
  }
  return needs;
}

/** `package cert-manager >=1.14.0`: equal needs have equal texts. */
export function needText({ constraint, says }: Need): string {
  const text = constraint.form === 'kind' ? `kind ${constraintText(constraint)}` : constraintText(constraint);
  return says === undefined || constraint.form === 'cel' ? text : `${text} (${JSON.stringify(says)})`;
}

function needsOfProperty(property: Property | BulkyProperty): readonly Need[] | undefined {
  const { type } = property;
  if (type !== 'olm.package.required' && type !== 'olm.gvk.required' && type !== 'olm.constraint') return [];
  const value = isBulky(property) ? undefined : property.value;
  if (!isJsonObject(value)) return undefined;
  if (type === 'olm.constraint') {
    // Unknown members and what is malformed are found there; depth is what remains.
    if (constraintProblems(value)?.length !== 0) return undefined;
    const { failureMessage } = value;
    const says = typeof failureMessage === 'string' && failureMessage !== '' ? { says: failureMessage } : {};
    return readable([{ constraint: parseConstraint(value), ...says }]);
  }
  const found = type === 'olm.gvk.required' ? requiredKinds(value) : requiredPackages(value, 'versionRange');
  return found.length === 0 ? undefined : readable(found.map((constraint) => ({ constraint })));
}

function readable(needs: readonly Need[]): readonly Need[] | undefined {
  return needs.every(({ constraint }) => isReadable(constraint, 0)) ? needs : undefined;
}

/** Deeper ones do not occur, and a catalog may come from anywhere. */
const DEEPEST = 20;

function isReadable(constraint: Constraint, depth: number): boolean {
  switch (constraint.form) {
    case 'package':
      return constraint.package.range === undefined || 'range' in parseSkipRange(constraint.package.range);
    case 'malformed':
      return false;
    case 'kind':
    case 'cel':
      return true;
    default:
      return depth < DEEPEST && constraint.of.every((one) => isReadable(one, depth + 1));
  }
}
