/** The words with which a run stops before it writes, and how to go on all the same. */
import { BoxcutterError, LIBRARY_WORDS, type HintText, type HintWords } from '../../errors';
import { formatCrdIssue, formatCrdReport } from './format';
import { printedFinding } from './in-words';
import type { CrdIssue } from './issue';
import { formatStored } from './stored';
import type { CrdUpgrade } from './upgrade';

/** Issues that an error lists; all of them are in its details. */
const LISTED = 40;

/** Waivers that a hint spells out; beyond that it names the checks. */
const SPELLED = 3;

export interface CrdRefusalOptions {
  /**
   * Where the new definitions are: in a file or bundle that can be named (an apply), or only in the record of an earlier revision (a
   * rollback). @default 'path'
   */
  readonly from?: 'path' | 'record';
}

/**
 * The error that stops a run; undefined when every issue is waived or only a warning. `details.upgrades` has everything.
 * @returns BoxcutterError `crd-upgrade-unsafe`, category input
 */
export function crdUpgradeError(upgrades: readonly CrdUpgrade[], { from = 'path' }: CrdRefusalOptions = {}): BoxcutterError | undefined {
  const refused = errorsOf(upgrades);
  if (refused.length === 0) return undefined;
  const lines: string[] = [];
  let [shownCount, total] = [0, 0];
  for (const { crd, issues, stored } of refused) {
    total += issues.length;
    const shown = issues.slice(0, LISTED - shownCount);
    if (shown.length === 0) continue;
    shownCount += shown.length;
    const about = stored === undefined ? '' : `: ${formatStored(stored)}`;
    lines.push(`  ${crd}${about}`, ...shown.map((issue) => `    ${formatCrdIssue(issue)}`));
  }
  const rest = total === shownCount ? [] : [`  … and ${total - shownCount} more`];
  const text = [
    'The new CustomResourceDefinitions would break existing objects or their users:',
    ...lines,
    ...rest,
    'Nothing was changed.',
  ].join('\n');
  const printed = upgrades.map(({ issues, ...upgrade }) => ({ ...upgrade, issues: issues.map(printedFinding) }));
  return new BoxcutterError('crd-upgrade-unsafe', 'input', text, { hint: waiverHint(refused, from), details: { upgrades: printed } });
}

function errorsOf(upgrades: readonly CrdUpgrade[]): readonly CrdUpgrade[] {
  return upgrades
    .map((upgrade) => ({ ...upgrade, issues: upgrade.issues.filter(({ severity }) => severity === 'error') }))
    .filter(({ issues }) => issues.length > 0);
}

/** What lets just this issue pass: `enum:^.spec.mode`, as `parseCrdWaiver` reads it. */
export function waiverTextOf({ check, path }: Pick<CrdIssue, 'check' | 'path'>): string {
  return path === '' ? check : `${check}:${path}`;
}

function waiverHint(refused: readonly CrdUpgrade[], from: 'path' | 'record'): HintText {
  const all = refused.flatMap(({ crd, issues }) => issues.map((issue) => ({ crd, issue })));
  const isMany = refused.length > 1;
  const exact = all.map(({ crd, issue }) => `${isMany ? `${crd}/` : ''}${waiverTextOf(issue)}`);
  const checks = [...new Set(all.map(({ issue }) => issue.check))];
  // What was not compared to its end cannot be waived: what it is, is not known.
  const isOpen = all.some(({ issue: { check, versions } }) => check === 'unhandled' && versions.length === 0);
  const waivers = [...new Set(exact.length <= SPELLED ? exact : checks)];
  return ({ option, operation, details }) => {
    const options = isOpen ? option('crdSafety.policy', 'warn') : waivers.map((waiver) => option('crdSafety.waivers', waiver)).join(' ');
    const look = from === 'path'
      ? `To see each with its safe alternative: ${operation('checkCrdUpgrades')}.`
      : `Each with its safe alternative: ${details('upgrades')}.`;
    return `${look} To apply it nevertheless: ${options}`;
  };
}

export interface CrdNoteOptions extends CrdRefusalOptions {
  /** Lists the warnings of a record, each with its safe alternative: nothing else shows them. @default false */
  readonly listed?: boolean;
}

/**
 * One line that says how many warnings there are, where, and how many objects are stored where that decided; undefined without one. What
 * a revision of the record would change is compared nowhere else, so a dry run lists it, and a run that writes names the dry run.
 */
export function crdWarningNote(
  upgrades: readonly CrdUpgrade[],
  { operation, option }: HintWords = LIBRARY_WORDS,
  { from = 'path', listed = false }: CrdNoteOptions = {},
): string | undefined {
  const warned = upgrades
    .map((upgrade) => ({ ...upgrade, issues: upgrade.issues.filter(({ severity }) => severity === 'warning') }))
    .filter(({ issues }) => issues.length > 0);
  if (warned.length === 0) return undefined;
  const total = warned.reduce((sum, { issues }) => sum + issues.length, 0);
  const shown = warned
    .slice(0, 5)
    .map(({ crd, stored, issues }) => `${issues.length} in ${crd}${stored === undefined ? '' : `, while ${formatStored(stored)}`}`)
    .join('; ');
  const rest = warned.length > 5 ? `; and ${warned.length - 5} more ${warned.length === 6 ? 'definition' : 'definitions'}` : '';
  const line = `CRD upgrade safety: ${total} ${total === 1 ? 'warning' : 'warnings'} (${shown}${rest}).`;
  if (from === 'path') return `${line} To see them: ${operation('planRevision')}, or ${operation('checkCrdUpgrades')}.`;
  if (!listed) return `${line} To see them: the same again with ${option('dryRun', true)}.`;
  return [line, ...warned.map(({ crd, issues }) => formatCrdReport(crd, issues))].join('\n');
}
