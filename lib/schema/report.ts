/** Where a walk through an object stands, and what it has found. */
import type { JsonValue } from '../api';
import { defined } from '../defined';
import type { Finding } from './finding';
import { kindOfValue } from './json';

/** Findings of one object beyond which it is not looked at further. */
export const MAX_FINDINGS = 50;

type Segment = string | number;

export interface Walk {
  /** Rules of built-in kinds and of custom resources differ in details. */
  readonly builtIn: boolean;
  /** The object is a Secret: findings never show what is under its `data` and `stringData`. */
  readonly secret?: boolean;
  readonly findings: Finding[];
  readonly path: Segment[];
}

/** Adds a finding at the place where the walk is. */
export function report(walk: Walk, code: string, message: string, hint?: string, severity: Finding['severity'] = 'error'): void {
  if (walk.findings.length < MAX_FINDINGS) {
    walk.findings.push({ code, severity, message, path: formatPath(walk.path), ...defined({ hint }) });
  }
}

export function wrongType(walk: Walk, expected: string, value: JsonValue): void {
  const confidential = isConfidential(walk);
  const scalar = typeof value === 'object' || confidential ? '' : ` (${shorten(JSON.stringify(value))})`;
  let hint: string | undefined;
  if (expected === 'a string' && typeof value !== 'object') hint = confidential ? 'Quote it.' : `Quote it: "${String(value)}".`;
  else if (typeof value === 'string' && ((expected === 'a boolean' && /^(true|false)$/.test(value)) || (expected !== 'a boolean' && /^-?\d+$/.test(value)))) hint = 'Remove the quotes.';
  else if (expected === 'a list' && typeof value === 'object') hint = 'Begin each entry with "- ".';
  report(walk, 'wrong-type', `must be ${expected}, and is ${kindOfValue(value)}${scalar}`, hint);
}

function isConfidential({ secret, path }: Walk): boolean {
  return secret === true && (path[0] === 'data' || path[0] === 'stringData');
}

export function shorten(text: string): string {
  return text.length <= 80 ? text : `${text.slice(0, 77)}...`;
}

/** `spec.containers[0].image`; keys that are no plain names in brackets: `metadata.labels["app.kubernetes.io/name"]`. */
export function formatPath(path: readonly Segment[]): string {
  let text = '';
  for (const segment of path) {
    if (typeof segment === 'number') text += `[${segment}]`;
    else if (/^[A-Za-z_$][\w$-]*$/.test(segment)) text += text === '' ? segment : `.${segment}`;
    else text += `[${JSON.stringify(segment)}]`;
  }
  return text;
}
