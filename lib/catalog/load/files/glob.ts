/** Patterns of one name within a path: `*`, `?`, `[a-d]`, `[^a-d]`, and `\` before a sign that means itself. */

interface SignClass {
  readonly ranges: readonly (readonly [string, string])[];
  readonly negated: boolean;
}

type Token = '*' | '?' | { readonly literal: string } | SignClass;

export type Glob = readonly Token[];

/** Undefined: brackets are not closed, so it matches nothing. */
export function globOf(pattern: string): Glob | undefined {
  const tokens: Token[] = [];
  const signs = [...pattern];
  for (let at = 0; at < signs.length; at++) {
    const sign = signs[at] ?? '';
    if (sign === '*') {
      if (tokens.at(-1) !== '*') tokens.push('*');
    } else if (sign === '?') tokens.push('?');
    else if (sign === '[') {
      const end = endOfClass(signs, at);
      if (end === undefined) return undefined;
      tokens.push(classOf(signs.slice(at + 1, end)));
      at = end;
    } else if (sign === '\\') {
      at += 1;
      if (at === signs.length) return undefined;
      tokens.push({ literal: signs[at] ?? '' });
    } else tokens.push({ literal: sign });
  }
  return tokens;
}

/** In time that grows with the product of both lengths, whatever the pattern is: patterns come from catalogs of others. */
export function matchesGlob(glob: Glob, text: string): boolean {
  const signs = [...text];
  let [token, sign] = [0, 0];
  /** The last star, and the first sign that it does not take yet. */
  let star: { readonly token: number; sign: number } | undefined;
  while (sign < signs.length) {
    const expected = glob[token];
    if (expected === '*') {
      star = { token, sign };
      token += 1;
    } else if (expected !== undefined && matchesSign(expected, signs[sign] ?? '')) {
      token += 1;
      sign += 1;
    } else if (star === undefined) return false;
    else {
      star.sign += 1;
      [token, sign] = [star.token + 1, star.sign];
    }
  }
  return glob.slice(token).every((rest) => rest === '*');
}

function matchesSign(token: Exclude<Token, '*'>, sign: string): boolean {
  if (token === '?') return true;
  if ('literal' in token) return token.literal === sign;
  return token.ranges.some(([from, to]) => from <= sign && sign <= to) !== token.negated;
}

function endOfClass(signs: readonly string[], start: number): number | undefined {
  for (let at = start + (signs[start + 1] === '^' ? 2 : 1) + 1; at < signs.length; at++) {
    if (signs[at] === '\\') at += 1;
    else if (signs[at] === ']') return at;
  }
  return undefined;
}

function classOf(signs: readonly string[]): Token {
  const negated = signs[0] === '^';
  const plain: string[] = [];
  const ranges: [string, string][] = [];
  for (let at = negated ? 1 : 0; at < signs.length; at++) {
    if (signs[at] === '\\') at += 1;
    const [from, hyphen, to] = [signs[at] ?? '', signs[at + 1], signs[at + 2]];
    if (hyphen === '-' && to !== undefined) {
      ranges.push([from, to]);
      at += 2;
    } else plain.push(from);
  }
  return { ranges: [...ranges, ...plain.map((sign): [string, string] => [sign, sign])], negated };
}
