import { isSchemaBound } from './schema-bounds';

/** The API server reads whole numbers up to here exactly, larger ones as doubles. */
const INT64 = 2 ** 63;

/**
 * An integer that the server would keep exactly and JavaScript does not: by the time a program has it, its digits may be others than
 * those that were written.
 */
export function mayBeRounded(value: number): boolean {
  return Number.isInteger(value) && !Number.isSafeInteger(value) && Math.abs(value) <= INT64;
}

/**
 * Keys and indexes that lead to the first such integer of a value that was read from JSON. Undefined: there is none. Bounds in the schemas
 * of CustomResourceDefinitions do not count: there the server keeps doubles itself.
 */
export function findRounded(root: unknown): Path | undefined {
  const find = (value: unknown, path: Path): Path | undefined => {
    if (typeof value === 'number') return mayBeRounded(value) && !isSchemaBound(root, path) ? path : undefined;
    if (typeof value !== 'object' || value === null) return undefined;
    const entries: Iterable<readonly [string | number, unknown]> = Array.isArray(value) ? value.entries() : Object.entries(value);
    for (const [key, each] of entries) {
      const found = find(each, [...path, key]);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return holdsRounded(root) ? find(root, []) : undefined;
}

/** Keeps no paths, for nearly no object needs one. */
function holdsRounded(value: unknown): boolean {
  if (typeof value === 'number') return mayBeRounded(value);
  if (typeof value !== 'object' || value === null) return false;
  return Array.isArray(value) ? value.some(holdsRounded) : Object.values(value).some(holdsRounded);
}

type Path = readonly (string | number)[];
