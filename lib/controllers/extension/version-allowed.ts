import { parse } from 'semver';
import { isInRange, parseVersionRange } from '../../semver';

/** Does the range of an extension allow this version? A range that cannot be read allows nothing; an empty one everything. */
export function isVersionInRange(version: string, range: string): boolean {
  if (range === '') return true;
  const parsed = parseVersionRange(range);
  const semantic = parse(version);
  return 'range' in parsed && semantic !== null && isInRange(parsed.range, semantic);
}
