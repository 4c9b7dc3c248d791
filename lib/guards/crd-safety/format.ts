/** Issues of CRD upgrades as text. */
import { defined } from '../../defined';
import type { Finding } from '../../issue';
import { replaceNotPlain } from '../../plain-text';
import { DEFINITION_CHECKS, type CrdIssue } from './issue';
import { crdWordsOf } from './wording';

/**
 * One issue in OLM's form: `<check>: <message>` for the definition as a whole, `<version>: <path>: <check>: <message>` otherwise,
 * where the version may be a pair, `<vA> -> <vB>`.
 */
export function formatCrdIssue(issue: CrdIssue): string {
  const { check, versions, path } = issue;
  const { message } = crdWordsOf(issue);
  if (DEFINITION_CHECKS.has(check) || versions.length === 0) return printable(`${check}: ${message}`);
  return printable(`${versions.join(' -> ')}: ${path}: ${check}: ${message}`);
}

/** Bytes that a condition's message may have (limit of the API server: 32,768), with room for what stands around it. */
const CONDITION = 30_000;

/**
 * All errors of one definition, as a condition says them; undefined without one. Beyond 30,000 characters the rest is counted.
 * Warnings and waived issues are not in it.
 */
export function formatCrdErrors(crd: string, issues: readonly CrdIssue[]): string | undefined {
  const errors = issues.filter(({ severity }) => severity === 'error').map(formatCrdIssue);
  if (errors.length === 0) return undefined;
  const lines: string[] = [];
  let length = 0;
  for (const line of errors) {
    length += Buffer.byteLength(line) + 1;
    if (length > CONDITION) break;
    lines.push(line);
  }
  const left = errors.length - lines.length;
  return `validating upgrade for CRD "${crd}": ${lines.join('\n')}${left === 0 ? '' : `\nand ${left} more`}`;
}

/** Issues for a report: one line each, with the safe alternative below it, once for each check. */
export function formatCrdReport(crd: string, issues: readonly CrdIssue[]): string {
  const explained = new Set<string>();
  const lines = issues.flatMap((issue) => {
    const { severity, check, waiver } = issue;
    const why = waiver?.reason === undefined ? '' : ` (${printable(waiver.reason)})`;
    const line = `  ${severity}: ${formatCrdIssue(issue)}${why}`;
    if (severity === 'waived' || explained.has(check)) return [line];
    explained.add(check);
    return [line, `    ${crdWordsOf(issue).hint}`];
  });
  return lines.length === 0 ? `${crd}: safe to upgrade` : [`${crd}:`, ...lines].join('\n');
}

/** Issues among the findings of other checks; waived ones are left out. */
export function findingsOfCrd(crd: string, issues: readonly CrdIssue[], origin?: string): readonly Finding[] {
  return issues.flatMap((issue): readonly Finding[] => {
    const { severity, check, versions, path } = issue;
    if (severity === 'waived') return [];
    const { message, hint } = crdWordsOf(issue);
    const place = versions.length === 0 ? path : `${versions.join(' -> ')}: ${path}`;
    const text = `${check}: ${message}`;
    return [{
      code: 'crd-upgrade-unsafe', severity, message: text, path: DEFINITION_CHECKS.has(check) ? '' : place, hint,
      subject: `CustomResourceDefinition.apiextensions.k8s.io/v1 ${crd}`, ...defined({ origin }),
    }];
  });
}

/** Names and values come from the package: no control characters of theirs reach a terminal. */
function printable(text: string): string {
  return replaceNotPlain(text.replace(/[\n\t]/g, '\ufffd'), () => '\ufffd');
}
