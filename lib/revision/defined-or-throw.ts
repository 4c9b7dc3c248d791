/** For what must be there by construction, and that the type system cannot see: fails at once instead of going on with undefined. */
export function definedOrThrow<T>(value: T | undefined): T {
  if (value === undefined) throw new TypeError('a value that was put in before is missing');
  return value;
}
