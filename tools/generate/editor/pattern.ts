/**
 * A regular expression as all readers of JSON Schema take it: a bracket that closes nothing is escaped, because JavaScript's Unicode mode,
 * in which many of them read patterns, refuses it.
 * @throws SyntaxError where it is no regular expression of that mode even so
 */
export function portablePattern(source: string): string {
  let within = false;
  const escaped = source.replace(/\\.|[[\]]/gs, (part) => {
    const alone = part === ']' && !within;
    if (part === '[') within = true;
    if (part === ']') within = false;
    return alone ? '\\]' : part;
  });
  new RegExp(escaped, 'u');
  return escaped;
}
