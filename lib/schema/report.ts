/** Where a walk through an object stands, and what it has found. */
import type { JsonValue } from '../api';
import { defined } from '../defined';
import type { Issue, Segment, Severity } from '../issue';
import { type ExpectedType, schemaIssue, type SchemaIssues } from './issues';
import { typeOf } from './json';

/** Issues of one object beyond which it is not looked at further. */
export const MAX_ISSUES = 50;

export interface Walk {
  /** Rules of built-in kinds and of custom resources differ in details. */
  readonly builtIn: boolean;
  /** The object is a Secret: issues never show what is under its `data` and `stringData`. */
  readonly secret?: boolean;
  readonly issues: Issue[];
  readonly path: Segment[];
}

/** Adds an issue at the place where the walk is. */
export function report<Code extends keyof SchemaIssues>(
  walk: Walk, code: Code, data: SchemaIssues[Code], severity: Severity = 'error',
): void {
  if (walk.issues.length < MAX_ISSUES) walk.issues.push(schemaIssue(code, data, { severity, path: [...walk.path] }));
}

export function wrongType(walk: Walk, expected: ExpectedType, value: JsonValue): void {
  const isShown = typeof value !== 'object' && !isConfidential(walk);
  report(walk, 'wrong-type', {
    expected,
    found: typeOf(value),
    ...(isShown ? { value } : {}),
    ...defined({ fix: fixOf(expected, value) }),
  });
}

function fixOf(expected: ExpectedType, value: JsonValue): SchemaIssues['wrong-type']['fix'] {
  if (typeof value === 'object') return expected === 'list' ? 'dashes' : undefined;
  if (expected === 'string') return 'quote';
  const looksRight = expected === 'boolean' ? /^(true|false)$/ : /^-?\d+$/;
  return typeof value === 'string' && looksRight.test(value) ? 'unquote' : undefined;
}

function isConfidential({ secret, path }: Walk): boolean {
  return secret === true && (path[0] === 'data' || path[0] === 'stringData');
}
