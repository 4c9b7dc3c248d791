/** Between what could be installed and what is: an upgrade may have to wait until somebody approves it. */
import { defined } from '../../defined';
import {
  decideUpgrade, isFree, type PendingUpgrade, pendingUpgrades, performUpgrade, remarkOnWait, type UpgradePlace,
  type UpgradeRule,
} from '../approval';
import type { Approval } from '../../state';
import { type Choice, isSame } from './choose-bundle';
import { gateOf, hasSucceeded, type LiveExtension, type LiveRevision, type RevisionBundle, type RevisionStates } from './revision-facts';
import { asStanding, republished } from './republished';
import { markOfFailure } from './rollback';
import { FIELD_MANAGER } from './write-revision';

export interface Approved {
  /** What may be installed now. */
  readonly choice: Choice;
  /** The pending upgrade that is there for what was found. */
  readonly pending?: PendingUpgrade;
  /** Who has approved it. */
  readonly approval?: Approval;
  /** Digest of what is there of this version, where it came out of a catalog: nothing else under it was approved. */
  readonly content?: string;
  /** What waits. */
  readonly remark?: string;
  /** When a rule will let it go. */
  readonly againInMs?: number;
}

/** @param rule of extensions that have none */
export async function approved(
  extension: LiveExtension, states: RevisionStates, choice: Choice, revisions: readonly LiveRevision[],
  place: UpgradePlace & { readonly upgradeRule: UpgradeRule },
): Promise<Approved> {
  const { rollingOut } = states;
  // Who archives it has not made the next one a first install.
  const installed = states.installed ?? states.all.findLast(hasSucceeded);
  const current = rollingOut.at(-1);
  const rule = extension.spec.upgradeApproval ?? place.upgradeRule;
  const isPinned = !isFree(rule) && installed?.bundle !== undefined && isPinnedTo(extension, installed.bundle);
  const found = isPinned ? 'none' : foundBy(choice, installed?.bundle);
  const decision = decideUpgrade({
    rule, found,
    pending: pendingUpgrades(revisions, extension), now: place.clock.now(),
    ...defined({
      installed: installed?.bundle, rollingOut: current?.bundle, rolledBack: markOfFailure(states.all)?.rollback.failed,
      gate: gateOf(states),
    }),
  });
  const revision = typeof found === 'object' && current?.bundle !== undefined && isSame(current.bundle, found) ? current.name : undefined;
  const upgrade = { extension, ...defined({ installed: installed?.bundle, revision }) };
  const approval = await performUpgrade(decision, upgrade, place, FIELD_MANAGER);
  const pending = defined({ pending: decision.current, approval });
  if (isPinned && choice.type === 'resolved' && !isSame(choice.bundle, installed.bundle)) {
    return { choice: { type: 'kept', bundle: installed.bundle, why: 'not-approved', resolution: choice.resolved } };
  }
  const standing = choice.type === 'none' || isFree(rule) ? undefined
    : [current, installed].find((one) => one?.bundle !== undefined && isSame(one.bundle, choice.bundle))?.bundle;
  if (choice.type !== 'none' && standing !== undefined) {
    // What is asked for otherwise, like a configuration, is done with what was approved, whatever is behind a tag or in a catalog by now.
    const { content } = standing;
    const remark = republished(choice.bundle, standing);
    return { choice: { ...choice, bundle: asStanding(choice.bundle, standing) }, ...pending, ...defined({ content, remark }) };
  }
  const stays = current?.bundle ?? installed?.bundle;
  if (decision.mayGo || stays === undefined) return { choice, ...pending };
  const isFound = choice.type === 'resolved' || (choice.type === 'kept' && choice.why === 'history');
  if (!isFound) return { choice, ...pending };
  return {
    choice: {
      type: 'kept', bundle: stays, why: 'not-approved',
      resolution: choice.type === 'resolved' ? choice.resolved : choice.resolution,
    },
    ...pending,
    remark: remarkOnWait(decision.waits, choice.bundle.version, decision.current?.name),
    ...defined({ againInMs: decision.againInMs }),
  };
}

/** A version that is asked for to the letter is not left for another build or release of it (S1, pinned version). */
function isPinnedTo({ spec: { source: { catalog } } }: LiveExtension, installed: RevisionBundle): boolean {
  return catalog?.version?.trim() === installed.version;
}

/**
 * Where catalogs that can be read have nothing that is asked for, nothing waits. One that cannot be read, or none at all, might have it;
 * and what is installed may just be rolled out anew, with another configuration.
 */
function foundBy(choice: Choice, installed: RevisionBundle | undefined): Parameters<typeof decideUpgrade>[0]['found'] {
  if (choice.type === 'none') {
    const { failure: { found }, selected } = choice.unresolved;
    return found === 'no-bundle' || (found === 'no-package' && selected.length > 0) ? 'none' : 'unknown';
  }
  if (choice.type === 'resolved' || choice.why === 'history') return choice.bundle;
  const isAnew = choice.why === 'rolling-out' && installed !== undefined && isSame(choice.bundle, installed);
  return choice.why === 'no-catalog' || isAnew ? 'unknown' : choice.bundle;
}
