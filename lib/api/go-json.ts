/**
 * JSON as Go's encoder writes it. Names of RBAC objects carry a hash of such a text, so one different byte would give every object of an
 * installed operator a new name.
 */

/** Go escapes what could end a script element or a line of JavaScript. */
const ESCAPED = /[<>&\u2028\u2029]/g;

/**
 * Compact JSON in the order in which the members were added; members that are undefined are left out.
 * Between two tokens none of the escaped characters can stand, so the whole text may be escaped at once.
 */
export function goJson(value: unknown): string {
  return goEscaped(JSON.stringify(value));
}

/** JSON with the escapes of Go's encoder. */
export function goEscaped(json: string): string {
  return json.replace(ESCAPED, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
