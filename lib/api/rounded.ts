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
 * Keys and indexes that lead to the first such integer of a value that was read from JSON. Undefined: there is none.
 */
export function findRounded(value: unknown): readonly (string | number)[] | undefined {
  if (typeof value === 'number') return mayBeRounded(value) ? [] : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  const entries: Iterable<readonly [string | number, unknown]> = Array.isArray(value) ? value.entries() : Object.entries(value);
  for (const [key, each] of entries) {
    const path = findRounded(each);
    if (path !== undefined) return [key, ...path];
  }
  return undefined;
}
