import { sha256 } from '../api/canonical-json';

export { canonicalJson } from '../api/canonical-json';

/** First 128 bits of SHA-256 in hex: short enough for an inventory of a thousand objects. */
export function shortHash(text: string): string {
  return sha256(text).toString('hex').slice(0, 32);
}

/** Strict equality of JSON values; `undefined` members count as absent. */
export function jsonEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (a === null || b === null || typeof a !== 'object' || typeof b !== 'object') return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    return Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((item, index) => jsonEqual(item, b[index]));
  }
  const left = a as Readonly<Record<string, unknown>>;
  const right = b as Readonly<Record<string, unknown>>;
  const keys = Object.keys(left).filter((key) => left[key] !== undefined);
  const others = Object.keys(right).filter((key) => right[key] !== undefined);
  return keys.length === others.length && keys.every((key) => right[key] !== undefined && jsonEqual(left[key], right[key]));
}

/**
 * Is `live` what the server stores of `desired`? Equal, but that the server leaves out zero values (`false`, `0`, `""`) of many
 * fields of built-in kinds. Only right where we own the value: whoever sets another one takes it from us.
 */
export function isStoredAs(desired: unknown, live: unknown): boolean {
  if (live === undefined) return desired === undefined || desired === false || desired === 0 || desired === '';
  if (desired === null || live === null || typeof desired !== 'object' || typeof live !== 'object') return desired === live;
  if (Array.isArray(desired) || Array.isArray(live)) {
    if (!Array.isArray(desired) || !Array.isArray(live) || desired.length !== live.length) return false;
    return desired.every((item, index) => isStoredAs(item, live[index]));
  }
  const wanted = desired as Readonly<Record<string, unknown>>;
  const stored = live as Readonly<Record<string, unknown>>;
  return [...new Set([...Object.keys(wanted), ...Object.keys(stored)])].every((key) => isStoredAs(wanted[key], stored[key]));
}
