/** Issues with their words, as programs get them. */
import { defined } from '../../defined';
import type { CrdIssue } from './issue';
import type { CrdUpgrade } from './upgrade';
import { crdWordsOf, type CrdWords } from './wording';

export type CrdFinding = CrdIssue & CrdWords;

export interface CrdUpgradeInWords extends CrdUpgrade {
  readonly issues: readonly CrdFinding[];
}

export function crdFindingOf(issue: CrdIssue): CrdFinding {
  return { ...issue, ...crdWordsOf(issue) };
}

export function crdUpgradeInWords(upgrade: CrdUpgrade): CrdUpgradeInWords {
  return { ...upgrade, issues: upgrade.issues.map(crdFindingOf) };
}

/** A finding as it is printed for machines: without the data that its words are made of. */
export function printedFinding(issue: CrdIssue): object {
  const { check, change, versions, path, message, severity, hint, waiver } = crdFindingOf(issue);
  return { check, change, versions, path, message, severity, hint, ...defined({ waiver }) };
}
