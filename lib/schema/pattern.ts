/**
 * Patterns of CRDs are RE2 expressions, which run in linear time on the server. JavaScript's do not, and read some syntax in
 * another way: only patterns that mean the same and cannot run long are tried here, the others are left to the server.
 */

/** Syntax that is RE2's only, that RE2 does not know, or that means something else in JavaScript. */
const foreign = /\(\?(?!:)|\\[1-9AzZQECpPkx]|\[\[:|\[\^?\]|&&/;
/** Most steps that trying a pattern may take. */
const MAX_STEPS = 1e6;

const compiled = new Map<string, { readonly regex: RegExp; readonly loops: number } | undefined>();

/** False when the text does not match, true when it does, undefined when this cannot be told here. */
export function matchesPattern(pattern: string, text: string): boolean | undefined {
  // Classes such as \s and \w differ beyond ASCII.
  if (!/^[\x00-\x7f]*$/.test(text)) return undefined;
  let known = compiled.get(pattern);
  if (known === undefined && !compiled.has(pattern)) compiled.set(pattern, (known = compile(pattern)));
  if (known === undefined || Math.max(2, text.length) ** (known.loops + 1) > MAX_STEPS) return undefined;
  return known.regex.test(text);
}

function compile(pattern: string): { readonly regex: RegExp; readonly loops: number } | undefined {
  if (foreign.test(pattern)) return undefined;
  const loops = countLoops(pattern);
  if (loops === undefined) return undefined;
  try {
    return { regex: new RegExp(pattern), loops };
  } catch {
    return undefined;
  }
}

/** What a group holds that leaves a matcher a choice: nothing; alternatives, optional parts and bounded repetitions; unbounded ones. */
type Choice = 'none' | 'finite' | 'unbounded';
const weight: Readonly<Record<Choice, number>> = { none: 0, finite: 1, unbounded: 2 };

/** Most repetitions of a group with choices, and most optional parts. */
const MAX_REPEATED_CHOICE = 4;
const MAX_OPTIONAL = 10;

/** Number of unbounded repetitions; undefined when choices are repeated, which can take exponential time. */
function countLoops(pattern: string): number | undefined {
  const text = pattern.replace(/\\./g, 'a').replace(/\[\^?\]?[^\]]*\]/g, 'a').replaceAll('(?:', '(');
  const groups: Choice[] = ['none'];
  let closed: Choice = 'none';
  let loops = 0;
  let optional = 0;
  const holds = (choice: Choice): void => {
    if (weight[choice] > weight[groups.at(-1) ?? 'none']) groups[groups.length - 1] = choice;
  };
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === '|') holds('finite');
    else if (character === '(') groups.push('none');
    else if (character === ')') {
      closed = groups.pop() ?? 'none';
      if (groups.length === 0) return undefined;
      holds(closed);
    }
    const repeated = repetition(text, at);
    if (repeated === undefined) continue;
    const inner: Choice = text[at - 1] === ')' ? closed : 'none';
    if (repeated.most > 1 && (inner === 'unbounded' || (inner === 'finite' && repeated.most > MAX_REPEATED_CHOICE))) return undefined;
    if (repeated.most === Infinity) loops++;
    else if (repeated.least !== repeated.most && ++optional > MAX_OPTIONAL) return undefined;
    if (repeated.least !== repeated.most) holds(repeated.most === Infinity ? 'unbounded' : 'finite');
  }
  return loops;
}

/** The quantifier at a place of a pattern. A "?" after a quantifier makes it lazy and changes no verdict. */
function repetition(text: string, at: number): { readonly least: number; readonly most: number } | undefined {
  switch (text[at]) {
    case '*':
      return { least: 0, most: Infinity };
    case '+':
      return { least: 1, most: Infinity };
    case '?':
      return { least: 0, most: 1 };
    case '{': {
      const bounds = /^\{(\d+)(,(\d*))?\}/.exec(text.slice(at, at + 20));
      if (!bounds) return undefined;
      const least = Number(bounds[1]);
      return { least, most: bounds[2] === undefined ? least : bounds[3] === '' ? Infinity : Number(bounds[3]) };
    }
    default:
      return undefined;
  }
}
