/**
 * Issues of CRD upgrades as people read them: a definition a paragraph, an issue a line, the safe alternative once for each kind of change.
 * Pure.
 */
import { defined } from '../../defined';
import { formatCrdIssue, formatStored, type CrdIssue, type CrdUpgrade } from '../../runtime';
import type { Paint } from './terminal/paint';
import { counted } from './terminal/table';
import { wrap } from './terminal/wrap';

export interface CrdIssuesOptions {
  readonly paint: Paint;
  /** Columns of the terminal. @default no limit */
  readonly width?: number;
  /** How many issues are shown at most. @default all */
  readonly limit?: number;
  /** Say of each kind of change what the safe alternative is. */
  readonly hints: boolean;
  readonly indent: number;
}

const MARKS = { error: '✗', warning: '!', waived: '=' } as const;

export function crdIssueLines(upgrades: readonly CrdUpgrade[], options: CrdIssuesOptions): readonly string[] {
  const { paint, width, indent, limit = Number.POSITIVE_INFINITY } = options;
  const given = new Set<string>();
  let left = limit;
  const lines = upgrades.flatMap(({ crd, issues, stored }) => {
    const shown = inOrder(issues).slice(0, left);
    left -= shown.length;
    const head = wrap(`CustomResourceDefinition ${crd}: ${countIssues(issues)}`, indent, width).map(paint.bold);
    const about = stored === undefined ? [] : wrap(formatStored(stored), indent + 2, width).map(paint.dim);
    return [...head, ...about, ...shown.flatMap((issue) => issueLines(issue, given, options))];
  });
  const rest = upgrades.reduce((sum, { issues }) => sum + issues.length, 0) - (limit - left);
  const isCut = Number.isFinite(limit) && rest > 0;
  return isCut ? [...lines, paint.dim(`${' '.repeat(indent)}... and ${rest} more; boxcutter plan --full shows all of them`)] : lines;
}

function issueLines(issue: CrdIssue, given: Set<string>, { paint, width, indent, hints }: CrdIssuesOptions): readonly string[] {
  const { severity, hint, waiver } = issue;
  const colour = { error: paint.red, warning: paint.yellow, waived: paint.dim }[severity];
  const why = waiver?.reason === undefined ? '' : ` (${waiver.reason})`;
  const waived = severity === 'waived' ? ' (waived)' : '';
  const line = wrap(`${MARKS[severity]} ${formatCrdIssue(issue)}${waived}${why}`, indent + 2, width, 4).map(colour);
  if (!hints || severity === 'waived' || given.has(hint)) return line;
  given.add(hint);
  return [...line, ...wrap(hint, indent + 6, width, 0).map(paint.dim)];
}

const ORDER = ['error', 'warning', 'waived'] as const;

function inOrder(issues: readonly CrdIssue[]): readonly CrdIssue[] {
  return ORDER.flatMap((severity) => issues.filter((issue) => issue.severity === severity));
}

/** `2 errors, 1 warning`; `safe to upgrade` without any. */
export function countIssues(issues: readonly CrdIssue[]): string {
  const of = (severity: CrdIssue['severity']): number => issues.filter((issue) => issue.severity === severity).length;
  const [errors, warnings, waived] = [of('error'), of('warning'), of('waived')];
  const parts = [
    ...(errors > 0 ? [counted(errors, 'error')] : []),
    ...(warnings > 0 ? [counted(warnings, 'warning')] : []),
    ...(waived > 0 ? [`${waived} waived`] : []),
  ];
  return parts.length === 0 ? 'safe to upgrade' : parts.join(', ');
}

/** An issue for machines, as it is; a waiver as its words. */
export function issueDocument({ check, change, versions, path, message, severity, hint, waiver }: CrdIssue): object {
  return { check, change, versions, path, message, severity, hint, ...defined({ reason: waiver?.reason }) };
}
