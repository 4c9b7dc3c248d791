/** JSON as Go's encoding/json writes it: compact, keys in byte order, and `<`, `>`, `&` and two line separators escaped. */
import { canonicalJson } from '../api/canonical-json';

const ESCAPES: Readonly<Record<string, string>> = {
  '<': '\\u003c', '>': '\\u003e', '&': '\\u0026', '\u2028': '\\u2028', '\u2029': '\\u2029',
};

export function goJson(value: unknown): string {
  // None of these has a meaning outside of strings.
  return canonicalJson(value).replace(/[<>&\u2028\u2029]/g, (character) => ESCAPES[character] ?? character);
}
