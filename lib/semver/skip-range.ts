/**
 * Ranges of versions as bundles and catalogs write them: `skipRange` of an upgrade edge, `versionRange` of a dependency. A grammar of its
 * own (that of blang's semver for Go): a space is and, `||` is or, `1.2.x` has a wildcard, and pre-releases are ordered like any other
 * version, so that 2.0.0-rc.1 is in `<2.0.0`. Build metadata takes no part.
 */
import { parse as parseVersion } from 'semver';
import type { SemanticVersion } from './semantic-version';
import { strictVersionProblem, type VersionProblem } from './strict-version';

/** Bounds of which all must hold, in groups of which one must. */
export interface SkipRange {
  /** As it was written. */
  readonly text: string;
  readonly groups: readonly (readonly Bound[])[];
}

export interface Bound {
  readonly operator: BoundOperator;
  readonly version: SemanticVersion;
}

export type BoundOperator = '=' | '!=' | '>' | '<' | '>=' | '<=';

/** Why a range cannot be read, as upstream finds it; {@link skipRangeProblemText} has its words. */
export type SkipRangeProblem =
  | { readonly found: 'starts-with-or' | 'ends-with-or' }
  | { readonly found: 'no-version'; readonly text: string }
  | { readonly found: 'bad-comparator'; readonly text: string; readonly comparator: string }
  | { readonly found: 'bad-version'; readonly text: string; readonly version: string; readonly problem: VersionProblem };

/** Longer ones do not occur, and a catalog may come from anywhere. */
const LONGEST = 4096;

export type ParsedSkipRange = { readonly range: SkipRange } | { readonly problem: SkipRangeProblem };

/** The same few ranges stand in thousands of bundles. */
const known = new Map<string, ParsedSkipRange>();
const MOST_KNOWN = 2000;

export function parseSkipRange(text: string): ParsedSkipRange {
  if (text.length > LONGEST) return { problem: { found: 'no-version', text: `${text.slice(0, 40)}…` } };
  let parsed = known.get(text);
  if (parsed === undefined) {
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(text, (parsed = parse(text)));
  }
  return parsed;
}

function parse(text: string): ParsedSkipRange {
  const groups: (readonly string[])[] = [];
  let last = 0;
  const parts = partsOf(text);
  for (const [index, part] of parts.entries()) {
    if (part !== '||') continue;
    if (index === 0) return { problem: { found: 'starts-with-or' } };
    groups.push(parts.slice(last, index));
    last = index + 1;
  }
  if (last === parts.length) return { problem: { found: 'ends-with-or' } };
  groups.push(parts.slice(last));
  return boundsOf(text, groups);
}

export function isSkipRange(text: string): boolean {
  return 'range' in parseSkipRange(text);
}

export function isInSkipRange({ groups }: SkipRange, version: SemanticVersion): boolean {
  return groups.some((bounds) => bounds.every(({ operator, version: limit }) => HOLDS[operator](version.compare(limit))));
}

const HOLDS: Readonly<Record<BoundOperator, (order: number) => boolean>> = {
  '=': (order) => order === 0,
  '!=': (order) => order !== 0,
  '>': (order) => order > 0,
  '<': (order) => order < 0,
  '>=': (order) => order >= 0,
  '<=': (order) => order <= 0,
};

/** At spaces, but not behind a comparator; what is a single character long is dropped, as it is upstream. */
function partsOf(text: string): readonly string[] {
  const parts: string[] = [];
  let start = 0;
  let before = '';
  for (let index = 0; index < text.length; index++) {
    const character = text.charAt(index);
    if (character !== ' ') {
      before = character;
    } else if (!'><='.includes(before) || before === '') {
      if (start < index - 1) parts.push(text.slice(start, index));
      start = index + 1;
    }
  }
  if (start < text.length - 1) parts.push(text.slice(start));
  return parts.map((part) => part.replaceAll(' ', ''));
}

function boundsOf(text: string, groups: readonly (readonly string[])[]): ParsedSkipRange {
  const expanded: (readonly string[])[] = [];
  for (const group of groups) {
    const parts: string[] = [];
    for (const part of group) {
      const [comparator, version] = apart(part);
      if (!part.includes('x')) parts.push(part);
      else if (version === '') return { problem: { found: 'no-version', text: part } };
      else parts.push(...withoutWildcard(comparator, version));
    }
    expanded.push(parts);
  }
  const bounds: (readonly Bound[])[] = [];
  for (const group of expanded) {
    const own: Bound[] = [];
    for (const part of group) {
      const bound = boundOf(part);
      if ('found' in bound) return { problem: bound };
      own.push(bound);
    }
    bounds.push(own);
  }
  return { range: { text, groups: bounds } };
}

/** The comparator, and from the first digit on the version. */
function apart(part: string): readonly [comparator: string, version: string] {
  const digit = part.search(/\p{Nd}/u);
  return digit === -1 ? [part, ''] : [part.slice(0, digit), part.slice(digit)];
}

/** `1.2.x` is `>=1.2.0 <1.3.0`. Where there is an `x` and no wildcard, as in `=1.0.0-fix`, nothing is left that could be read. */
function withoutWildcard(comparator: string, text: string): readonly string[] {
  const parts = text.split('.');
  const wildcard = parts.at(-1) === 'x' ? parts.length : 0;
  const flat = flatten(text);
  const next = wildcard === 3 ? following(flat, 1) : wildcard === 2 ? following(flat, 0) : '';
  switch (comparator) {
    case '>':
      return [`>=${next}`];
    case '>=':
    case '<':
      return [`${comparator}${flat}`];
    case '<=':
      return [`<${next}`];
    case '':
    case '=':
    case '==':
      return [`>=${flat}`, `<${next}`];
    case '!':
    case '!=':
      return [`<${flat}`, `>=${next}`];
    default:
      return [flat];
  }
}

function flatten(text: string): string {
  const flat = text.replace('.x.x', '.x').replace('.x', '.0');
  return flat.split('.').length === 2 ? `${flat}.0` : flat;
}

/** One of the numbers is one higher. Empty: it is no number. */
function following(text: string, index: number): string {
  const parts = text.split('.');
  const number = parts[index] ?? '';
  if (!/^[+-]?\d{1,15}$/.test(number)) return '';
  parts[index] = String(Number(number) + 1);
  return parts.join('.');
}

function boundOf(part: string): Bound | SkipRangeProblem {
  const [comparator, text] = apart(part);
  if (text === '') return { found: 'no-version', text: part };
  const operator = OPERATORS[comparator.trim()];
  if (operator === undefined) return { found: 'bad-comparator', text: part, comparator };
  const problem = strictVersionProblem(text);
  const version = parseVersion(text);
  if (problem !== undefined) return { found: 'bad-version', text: part, version: text, problem };
  if (version === null) return { found: 'bad-version', text: part, version: text, problem: { found: 'too-large', text } };
  return { operator, version };
}

const OPERATORS: Readonly<Record<string, BoundOperator>> = {
  '': '=', '=': '=', '==': '=', '!': '!=', '!=': '!=', '>': '>', '<': '<', '>=': '>=', '<=': '<=',
};
