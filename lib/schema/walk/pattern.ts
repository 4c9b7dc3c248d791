/**
 * Patterns of CRDs are RE2 expressions, which run in linear time on the server. JavaScript's do not, and read some syntax in
 * another way: only patterns that mean the same and cannot run long are tried here, the others are left to the server.
 */

/** Syntax that is RE2's only, that RE2 does not know, or that means something else in JavaScript. */
const foreign = /\(\?(?!:)|\\[1-9AzZQECpPkx]|\[\[:|\[\^?\]|&&/;
/** Most steps that trying a pattern may take. */
const MAX_STEPS = 1e6;
/** Longest pattern that is looked at, in characters. */
const MAX_PATTERN = 10_000;

const compiled = new Map<string, Compiled | undefined>();

interface Compiled {
  readonly regex: RegExp;
  /** The pattern with every character and class as one letter: what is left is its structure. */
  readonly structure: string;
}

/** False when the text does not match, true when it does, undefined when this cannot be decided here. */
export function matchesPattern(pattern: string, text: string): boolean | undefined {
  // Classes such as \s and \w differ beyond ASCII.
  if (!/^[\x00-\x7f]*$/.test(text)) return undefined;
  let known = compiled.get(pattern);
  if (known === undefined && !compiled.has(pattern)) compiled.set(pattern, (known = compile(pattern)));
  if (known === undefined || !(Math.max(2, text.length) * waysThrough(known.structure, text.length) <= MAX_STEPS)) return undefined;
  return known.regex.test(text);
}

function compile(pattern: string): Compiled | undefined {
  if (pattern.length > MAX_PATTERN || foreign.test(pattern)) return undefined;
  const structure = pattern.replace(/\\./g, 'a').replace(/\[\^?\]?[^\]]*\]/g, 'a').replaceAll('(?:', '(');
  try {
    return { regex: new RegExp(pattern), structure };
  } catch {
    return undefined;
  }
}

/** A group that is being read: ways through the alternatives before the last `|`, and through what has been read since. */
interface Group {
  before: number;
  ways: number;
}

/**
 * In how many ways a matcher can go through a text of this length, at most: alternatives add up, what follows each other
 * multiplies, and what is repeated does so to the power of its count, also of the counts around it.
 */
function waysThrough(structure: string, length: number): number {
  const groups: Group[] = [{ before: 0, ways: 1 }];
  let at = 0;
  while (at < structure.length) {
    const character = structure.charAt(at++);
    const group = groups.at(-1);
    if (group === undefined) return Infinity;
    if (character === '(') {
      groups.push({ before: 0, ways: 1 });
      continue;
    }
    if (character === '|') {
      group.before += group.ways;
      group.ways = 1;
      continue;
    }
    let once = 1;
    if (character === ')') {
      groups.pop();
      once = group.before + group.ways;
    }
    const repeated = repetition(structure, at);
    at += repeated?.length ?? 0;
    const around = groups.at(-1);
    if (around === undefined) return Infinity;
    around.ways *= repeated === undefined ? once : waysRepeated(once, repeated.least, repeated.most, length);
  }
  const [whole] = groups;
  return whole === undefined ? Infinity : whole.before + whole.ways;
}

function waysRepeated(once: number, least: number, most: number, length: number): number {
  if (most === 0) return 1;
  // Without a choice inside only the number of rounds is open, and no round can take less than a character.
  if (once === 1) return Math.min(most - least, length) + 1;
  if (most === Infinity) return Infinity;
  return once ** most * Math.min(most - least + 1, 2);
}

/** The quantifier at a place of a pattern. A "?" after a quantifier makes it lazy and changes no verdict. */
function repetition(text: string, at: number): { readonly least: number; readonly most: number; readonly length: number } | undefined {
  const found = /^(?:([*+?])|\{(\d+)(,(\d*))?\})\??/.exec(text.slice(at, at + 24));
  if (found === null) return undefined;
  const [{ length }, sign, from = '0', range, to] = found;
  if (sign !== undefined) return { least: sign === '+' ? 1 : 0, most: sign === '?' ? 1 : Infinity, length };
  const least = Number(from);
  return { least, most: range === undefined ? least : to === '' ? Infinity : Number(to), length };
}
