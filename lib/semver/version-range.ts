/**
 * Ranges of versions as users of OLM write them (`spec.source.catalog.version`, `--version`): `>=1.2 <2`, `~1.4 || ^2`, `1.x`.
 * This is a grammar of its own (that of Masterminds' semver for Go). npm's looks alike and means something else: pre-releases, tildes
 * and comparators with wildcards differ. {@link parseSkipRange} has the third grammar, that of catalogs.
 */
import { parse } from 'semver';
import type { SemanticVersion } from './semantic-version';
import { defined } from '../defined';

/** Comparators of which all must hold, in groups of which one must. Build metadata takes no part. */
export interface VersionRange {
  /** As it was written. */
  readonly text: string;
  readonly groups: readonly RangeGroup[];
}

export interface RangeGroup {
  readonly comparators: readonly Comparator[];
  /** A pre-release is only in a group that names one. */
  readonly namesPrerelease: boolean;
}

export interface Comparator {
  readonly operator: Operator;
  /** Parts that are wildcards or left out are 0. */
  readonly version: SemanticVersion;
  /** The first part that is a wildcard or left out. */
  readonly wildcard?: 'major' | 'minor' | 'patch';
}

export type Operator = '=' | '!=' | '>' | '<' | '>=' | '<=' | '~' | '^';

export interface RangeProblem {
  readonly found: 'improper-constraint' | 'too-long' | 'too-many-groups';
  /** What could not be read: the whole text, or one of several groups. */
  readonly text: string;
}

const LONGEST = 512;
const MOST_GROUPS = 32;

const SPACE = '[\\t\\n\\f\\r ]';
const PART = '(0|[1-9]\\d*|[xX*])';
const IDENTIFIERS = '[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*';
const VERSION = `v?${PART}(?:\\.${PART})?(?:\\.${PART})?(-${IDENTIFIERS})?(?:\\+${IDENTIFIERS})?`;
const COMPARATOR = `(=|!=|>=|=>|<=|=<|~>|>|<|~|\\^)?${SPACE}*${VERSION}`;
const WITHOUT_CAPTURES = COMPARATOR.replaceAll('(?:', '(').replaceAll('(', '(?:');
const GROUP = new RegExp(`^${SPACE}*${WITHOUT_CAPTURES}${SPACE}*(?:(?:${SPACE}|,${SPACE}*)${WITHOUT_CAPTURES}${SPACE}*)*$`);
const EACH = new RegExp(COMPARATOR, 'g');

const OPERATORS: Readonly<Record<string, Operator>> = {
  '=': '=', '!=': '!=', '>': '>', '<': '<', '>=': '>=', '=>': '>=', '<=': '<=', '=<': '<=', '~': '~', '~>': '~', '^': '^',
};

export function parseVersionRange(text: string): { readonly range: VersionRange } | { readonly problem: RangeProblem } {
  if (text.length > LONGEST) return { problem: { found: 'too-long', text } };
  const parts = text.split('||');
  if (parts.length > MOST_GROUPS) return { problem: { found: 'too-many-groups', text } };
  const groups: RangeGroup[] = [];
  for (const part of parts) {
    const group = groupOf(part);
    if (group === undefined) return { problem: { found: 'improper-constraint', text: part } };
    groups.push(group);
  }
  return { range: { text, groups } };
}

function groupOf(text: string): RangeGroup | undefined {
  if (!GROUP.test(text)) return undefined;
  const comparators = [...text.matchAll(EACH)].map(comparatorOf);
  if (!comparators.every((one) => one !== undefined)) return undefined;
  return { comparators, namesPrerelease: comparators.some(({ version }) => version.prerelease.length > 0) };
}

/** Undefined: a number is too large, or a pre-release has leading zeros. */
function comparatorOf([, operator = '=', ...parts]: RegExpMatchArray): Comparator | undefined {
  const prerelease = parts[3] ?? '';
  const first = parts.slice(0, 3).findIndex((part) => part === undefined || /^[xX*]$/.test(part));
  const known = first === -1 ? 3 : first;
  const numbers = [0, 1, 2].map((index) => (index < known ? parts[index] : '0'));
  const version = parse(`${numbers.join('.')}${prerelease}`);
  if (version === null) return undefined;
  return { operator: OPERATORS[operator] ?? '=', version, ...defined({ wildcard: (['major', 'minor', 'patch'] as const)[known] }) };
}
