/** Resource versions of one server that are decimal compare as numbers (KEP-5504). Others cannot be compared. */
const DECIMAL = /^[0-9]+$/;

/** Is version `a` surely later than `b`? False as well when one is missing or when they cannot be compared. */
export function isLater(a: string | undefined, b: string | undefined): boolean {
  if (a === undefined || b === undefined || !DECIMAL.test(a) || !DECIMAL.test(b)) return false;
  return a.length === b.length ? a > b : a.length > b.length;
}

/** Is what has version `a` surely contained in a state as of `b`? */
export function isCoveredBy(a: string | undefined, b: string | undefined): boolean {
  return isLater(b, a) || (a !== undefined && a === b && DECIMAL.test(a));
}
