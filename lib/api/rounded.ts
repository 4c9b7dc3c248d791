/** The API server reads whole numbers up to here exactly, larger ones as doubles. */
const INT64 = 2 ** 63;

/**
 * An integer that the server would keep exactly and JavaScript does not: by the time a program has it, its digits may be others than
 * those that were written.
 */
export function mayBeRounded(value: number): boolean {
  return Number.isInteger(value) && !Number.isSafeInteger(value) && Math.abs(value) <= INT64;
}
