/** Patterns of `#` and `%`: `*`, `?`, `[a-z]`, `[^a]`, and `\` before what is meant as it stands. `*` reaches over `/`. */

export interface Trim {
  readonly from: 'start' | 'end';
  readonly longest: boolean;
}

/** The value without the shortest or longest beginning, or end, that the pattern matches. A pattern that is none changes nothing. */
export function trimmed(value: string, pattern: string, { from, longest }: Trim): string {
  const characters = [...value];
  if (from === 'end') return [...trimmedStart(characters.reverse(), [...pattern].reverse(), longest)].reverse().join('');
  return trimmedStart(characters, [...pattern], longest).join('');
}

function trimmedStart(value: readonly string[], pattern: readonly string[], longest: boolean): readonly string[] {
  const parts = partsOf(pattern);
  if (parts === undefined) return value;
  const lengths = matchingLengths(value, parts).filter((length) => length > 0);
  const length = longest ? Math.max(...lengths) : Math.min(...lengths);
  return lengths.length === 0 ? value : value.slice(length);
}

type Part = 'any' | ((character: string) => boolean);

/** Undefined: it is no pattern. */
function partsOf(pattern: readonly string[]): readonly Part[] | undefined {
  const parts: Part[] = [];
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern[at] ?? '';
    if (character === '*') parts.push('any');
    else if (character === '?') parts.push(() => true);
    else if (character === '[') {
      const end = pattern.indexOf(']', at + 2);
      if (end < 0) return undefined;
      parts.push(classOf(pattern.slice(at + 1, end)));
      at = end;
    } else if (character === '\\') {
      at += 1;
      const meant = pattern[at];
      if (meant === undefined) return undefined;
      parts.push((one) => one === meant);
    } else {
      parts.push((one) => one === character);
    }
  }
  return parts;
}

function classOf(members: readonly string[]): (character: string) => boolean {
  const isNegated = members[0] === '^';
  const ranges: (readonly [string, string])[] = [];
  for (let at = isNegated ? 1 : 0; at < members.length; at++) {
    const low = members[at] ?? '';
    const isRange = members[at + 1] === '-' && at + 2 < members.length;
    ranges.push([low, isRange ? members[at + 2] ?? low : low]);
    if (isRange) at += 2;
  }
  return (character) => ranges.some(([low, high]) => low <= character && character <= high) !== isNegated;
}

/** Of all beginnings that the pattern matches, how long they are: one pass over the value for each part, whatever stands in them. */
function matchingLengths(value: readonly string[], parts: readonly Part[]): readonly number[] {
  let reached = new Set([0]);
  for (const part of parts) {
    if (part === 'any') {
      const from = Math.min(...reached);
      reached = new Set(reached.size === 0 ? [] : Array.from({ length: value.length - from + 1 }, (_, index) => from + index));
    } else {
      reached = new Set([...reached].filter((at) => at < value.length && part(value[at] ?? '')).map((at) => at + 1));
    }
  }
  return [...reached];
}
