/** Field sets of several managers as one. */
import type { FieldSet } from './field-set';

/** Below the root an empty node is a field held as a whole; beside fields below it, that is written as `.`. */
export function unionOf(a: FieldSet, b: FieldSet, isRoot = false): FieldSet {
  const result: Record<string, FieldSet> = { ...a };
  for (const [key, child] of Object.entries(b)) {
    const known = result[key];
    result[key] = known === undefined ? child : unionOf(known, child);
  }
  const heldAsWhole = Object.keys(a).length === 0 || Object.keys(b).length === 0;
  if (!isRoot && heldAsWhole && Object.keys(result).length > 0) result['.'] = {};
  return result;
}
