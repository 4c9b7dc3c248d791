/** When an extension goes back to what was installed, and what then stays so. Pure. */
import { lt, valid } from 'semver';
import type { FailedUpgrade, RollbackMarker } from '../../../state';
import { type Choice, isSame } from '../choose-bundle';
import { conditionOf, type LiveExtension, type RevisionBundle, type RevisionFacts, type RevisionStates } from '../revision-facts';

export interface FailureFacts {
  /** Rolling out, and it will not come right by itself. */
  readonly failed: RevisionFacts;
  /** Installed. */
  readonly good: RevisionFacts & { readonly bundle: RevisionBundle };
  readonly marker: RollbackMarker;
}

const FAILED: ReadonlySet<string> = new Set(['ProgressDeadlineExceeded', 'Blocked']);

/** An upgrade that has failed for good, where the extension asks to go back then. A rollback that fails is not rolled back. */
export function failedUpgrade({ metadata, spec }: LiveExtension, { installed, rollingOut, all }: RevisionStates): FailureFacts | undefined {
  if (spec.onUpgradeFailure !== 'Rollback') return undefined;
  const failed = rollingOut.at(-1);
  if (failed === undefined || failed.rollback?.failed !== undefined || failed !== all.at(-1)) return undefined;
  if (installed?.bundle === undefined || failed.bundle === undefined || failed.request === undefined) return undefined;
  const { reason = '' } = conditionOf(failed, 'Progressing') ?? {};
  if (!FAILED.has(reason)) return undefined;
  const { generation = 0 } = metadata;
  const { name, version } = failed.bundle;
  const marker = { of: installed.number, from: failed.number, failed: { name, version, request: failed.request, generation, reason } };
  return { failed, good: { ...installed, bundle: installed.bundle }, marker };
}

/** The revision that says which version failed before what is there was brought back, however often that was configured since. */
export function markOfFailure(all: readonly RevisionFacts[]): (RevisionFacts & { readonly rollback: RollbackMarker }) | undefined {
  const newest = all.at(-1)?.bundle;
  if (newest === undefined) return undefined;
  const others = all.findLastIndex(({ bundle }) => bundle === undefined || !isSame(bundle, newest));
  const marked = all.slice(others + 1).findLast(({ rollback }) => rollback?.failed !== undefined);
  return marked?.rollback && { ...marked, rollback: marked.rollback };
}

/**
 * After a rollback nothing is tried anew that was asked for before it: what failed takes an approval, or a change of the extension.
 * @param request digest of what the extension asks for now
 * @returns a sentence; undefined: there is nothing to hold back
 */
export function heldAfterRollback(
  { metadata: { generation } }: LiveExtension, { all }: RevisionStates, choice: Exclude<Choice, { type: 'none' }>, request: string,
): string | undefined {
  const newest = all.at(-1);
  const failed = newest?.rollback?.failed;
  if (newest?.bundle === undefined || failed === undefined || newest.lifecycleState === 'Archived' || newest.isLeaving) return undefined;
  if (failed.generation !== generation || !isSame(newest.bundle, choice.bundle)) return undefined;
  if (request !== failed.request && choice.type !== 'kept') return undefined;
  return `Revision ${newest.rollback?.from} (version ${failed.version}) failed (${failed.reason}) and was rolled back; what it asked for `
    + `is not tried again before the extension changes.${keptText(failed)}`;
}

/** A sentence more, where definitions did not go back. */
export function keptText({ keptDefinitions = [], wouldBreak = [] }: Pick<FailedUpgrade, 'keptDefinitions' | 'wouldBreak'>): string {
  if (keptDefinitions.length === 0) return '';
  const why = wouldBreak.length === 0 ? '' : ` (${wouldBreak.join('; ')})`;
  return ` CustomResourceDefinitions stay as the failed version has them, because going back would break something${why}: `
    + `${keptDefinitions.join(', ')}.`;
}

/** What the history says of a version that was there before and comes back. */
export function markerOfReturn({ all }: RevisionStates, bundle: RevisionBundle): RollbackMarker | undefined {
  const newest = all.at(-1);
  if (newest?.bundle === undefined || isSame(newest.bundle, bundle) || !isOlder(bundle.version, newest.bundle.version)) return undefined;
  const before = all.filter((one) => one.bundle !== undefined && isSame(one.bundle, bundle));
  const of = (before.findLast((one) => conditionOf(one, 'Succeeded')?.status === 'True') ?? before.at(-1))?.number;
  return of === undefined ? undefined : { of, from: newest.number };
}

function isOlder(version: string, than: string): boolean {
  return valid(version) !== null && valid(than) !== null && lt(version, than);
}
