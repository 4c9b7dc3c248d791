import { matches, type ValidationRule } from '../api/schema';

/*
 * The expression is wire-level: what OLM accepts as `spec.source.catalog.version`, its oddities included. The stray `]`
 * in some of the alternatives (`\*]`) are there; because of them `1.*.*` is refused while `1.*` and `1.2.*` are not.
 * It is put together from its parts so that it can be read.
 */
const OPERATOR = '(=||!=|>|<|>=|=>|<=|=<|~|~>|\\^)';
const NUMBER = '0|[1-9]\\d*';
const SUFFIX = '(-([0-9A-Za-z\\-]+(\\.[0-9A-Za-z\\-]+)*))?(\\+([0-9A-Za-z\\-]+(\\.[0-9A-Za-z\\-]+)*))?';
const PART = `(\\.(${NUMBER}|x|X|\\*))?`;
const ODD_PART = `(\\.(${NUMBER}|x|X|\\*]))?`;
const FIRST = `(v?(${NUMBER}|[x|X|\\*])${ODD_PART}${PART}${SUFFIX})`;
const NEXT = `(v?(${NUMBER}|x|X|\\*])${PART}${ODD_PART}${SUFFIX})`;
const SEPARATOR = '(?:\\s+|,\\s*|\\s*\\|\\|\\s*)';

/** Regular expression (RE2) of a version or version range: `1.2.3`, `>=1.0.0, <2.0.0`, `~1.2 || ^2`. Spaces and commas mean and. */
export const VERSION_EXPRESSION = `^(\\s*${OPERATOR}\\s*${FIRST}\\s*)(${SEPARATOR}${OPERATOR}\\s*${NEXT}\\s*)*$`;

export const versionExpression: ValidationRule = matches(VERSION_EXPRESSION, 'invalid version expression');

const IDENTIFIER = '(0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*)';

/** A whole semantic version, from end to end (semver.org 2.0.0). */
export const semanticVersion: ValidationRule = matches(
  `^(${NUMBER})\\.(${NUMBER})\\.(${NUMBER})(-${IDENTIFIER}(\\.${IDENTIFIER})*)?(\\+[0-9A-Za-z-]+(\\.[0-9A-Za-z-]+)*)?$`,
  'version must be well-formed semver',
);

/** As OLM checks the version of an installed bundle: begins like a version. */
export const startsWithVersion: ValidationRule = matches(
  '^([0-9]+)(\\.[0-9]+)?(\\.[0-9]+)?(-([-0-9A-Za-z]+(\\.[-0-9A-Za-z]+)*))?(\\+([-0-9A-Za-z]+(-\\.[-0-9A-Za-z]+)*))?',
  'version must be well-formed semver',
);

export const release: ValidationRule = matches(
  `^(${IDENTIFIER}(\\.${IDENTIFIER})*)?$`,
  'release must be empty or consist of dot-separated identifiers (numeric without leading zeros, or alphanumeric)',
);
