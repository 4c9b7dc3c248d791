/** Pending upgrades as a table and as documents. Pure. */
import { defined } from '../../../defined';
import type { ErrorCategory } from '../../../errors';
import { oneLine } from '../../../plain-text';
import type { ApprovalOutcome, PendingUpgradeInfo } from '../../../runtime';
import { counted, table } from '../terminal/table';

export const UPGRADES_SCHEMA = 'boxcutter.upgrades/v1';
export const APPROVAL_SCHEMA = 'boxcutter.approval/v1';

export function upgradeLines(upgrades: readonly PendingUpgradeInfo[]): readonly string[] {
  if (upgrades.length === 0) return ['No upgrade waits.'];
  const rows = upgrades.map((one) => [
    one.name, one.extension, one.from ?? '-', one.version, one.availableSince, stateOf(one), effectOf(one),
  ]);
  const reasons = upgrades.flatMap((one) => reasonOf(one) ?? []);
  const shown = table(['NAME', 'EXTENSION', 'FROM', 'TO', 'SINCE', 'STATE', 'WOULD'], rows);
  return reasons.length === 0 ? shown : [...shown, '', ...reasons];
}

/** What one waits for, where that is not just a person. */
function reasonOf({ name, version, approved, conditions }: PendingUpgradeInfo): string | undefined {
  const gate = conditions.find(({ type, reason }) => type === 'Progressing' && reason === 'UpgradeGated');
  const waits = approved ? undefined : conditions.find(({ type, status }) => type === 'Approved' && status === 'False');
  const message = (gate ?? waits)?.message ?? '';
  return message === '' || message === `Version ${version} waits until spec.approved is true.` ? undefined : `${name}: ${oneLine(message)}`;
}

/** `waiting`, `gated`, `approved`, `rolling out`. */
function stateOf({ approved, conditions }: PendingUpgradeInfo): string {
  const said = (type: string): string | undefined => conditions.find((condition) => condition.type === type)?.reason;
  switch (said('Progressing')) {
    case 'UpgradeInitiated':
      return 'rolling out';
    case 'UpgradeGated':
      return 'gated';
    default:
  }
  if (approved) return 'approved';
  switch (said('Approved')) {
    case 'Soaking':
      return 'soaking';
    case 'OutsideWindow':
      return 'outside its window';
    default:
      return 'waiting';
  }
}

/** In the order in which they are told; the API server keeps none. */
const WORK = ['create', 'change', 'replace', 'delete', 'other'] as const;

const STUCK: ReadonlySet<string> = new Set(['collision', 'refused']);

/** `create 1, change 3, delete 1` */
function effectOf({ status: { upgrade } }: PendingUpgradeInfo): string {
  if (upgrade === undefined) return 'not known yet';
  const { counts, problem, definitions = [], objects = [], dependencies = [] } = upgrade;
  if (counts === undefined) return problem === undefined ? 'not known yet' : 'see boxcutter diff';
  const parts = WORK.flatMap((action) => ((counts[action] ?? 0) === 0 ? [] : [`${action} ${counts[action]}`]));
  const brought = dependencies.length === 0 ? [] : [`install ${counted(dependencies.length, 'package')} more`];
  const unsafe = definitions.length === 0 ? [] : ['CRDs: see boxcutter diff'];
  // As things are, it would not get through.
  const stuck = objects.filter(({ action }) => STUCK.has(action)).length;
  if (stuck > 0) return `cannot be rolled out: ${stuck} refused, see boxcutter diff`;
  return [...(parts.length === 0 ? ['change no object'] : parts), ...brought, ...unsafe].join(', ');
}

export function upgradesDocument(upgrades: readonly PendingUpgradeInfo[]): Readonly<Record<string, unknown>> {
  return { schema: UPGRADES_SCHEMA, upgrades: upgrades.map(upgradeDocument) };
}

export function upgradeDocument(one: PendingUpgradeInfo): Readonly<Record<string, unknown>> {
  const { name, extension, from, version, availableSince, approved, conditions, status: { approvedAt, approvedBy, upgrade } } = one;
  return {
    name, extension, ...defined({ from }), version, availableSince, approved, state: stateOf(one),
    ...defined({ approvedAt, approvedBy, changes: upgrade }),
    conditions: conditions.map(({ type, status, reason, message }) => ({ type, status, reason, message })),
  };
}

/** One that was not approved, beside others that were. */
export interface ApprovalFailure {
  readonly upgrade: PendingUpgradeInfo;
  readonly code: string;
  readonly category: ErrorCategory;
  readonly message: string;
  readonly hint?: string;
}

/** Of those that are approved; what was refused is said beside that. */
export function approvalLines(
  outcomes: readonly ApprovalOutcome[], failures: readonly ApprovalFailure[], dryRun: boolean,
): readonly string[] {
  if (outcomes.length === 0 && failures.length === 0) return ['No upgrade waits.'];
  return outcomes.map(({ upgrade: { name, extension, version, conditions }, changed }) => {
    if (!changed) return `${name}: approved already`;
    if (dryRun) return `${name}: would be approved`;
    const gate = conditions.find(({ type, reason }) => type === 'Progressing' && reason === 'UpgradeGated');
    const next = gate === undefined ? `The controllers bring ${extension} to version ${version}.`
      : `It waits for its gate: ${gate.message}`;
    return `${name}: approved. ${next}`;
  });
}

export function approvalDocument(
  outcomes: readonly ApprovalOutcome[], failures: readonly ApprovalFailure[], dryRun: boolean,
): Readonly<Record<string, unknown>> {
  return {
    schema: APPROVAL_SCHEMA, dryRun,
    upgrades: outcomes.map(({ upgrade: { name, extension, version }, changed }) => ({ name, extension, version, changed })),
    failures: failures.map(({ upgrade: { name, extension, version }, ...error }) => ({ name, extension, version, ...error })),
  };
}
