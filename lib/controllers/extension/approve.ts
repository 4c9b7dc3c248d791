/** Between what could be installed and what is: an upgrade may have to wait until somebody approves it. */
import { defined } from '../../defined';
import {
  decideUpgrade, type PendingUpgrade, pendingUpgrades, performUpgrade, remarkOnWait, type UpgradePlace, type UpgradeRule,
} from '../approval';
import { type Choice, isSame } from './choose-bundle';
import { gateOf, type LiveExtension, type LiveRevision, type RevisionStates } from './revision-facts';
import { FIELD_MANAGER } from './write-revision';

export interface Approved {
  /** What may be installed now. */
  readonly choice: Choice;
  /** The pending upgrade that is there for what was found. */
  readonly pending?: PendingUpgrade;
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
  const { installed, rollingOut } = states;
  const current = rollingOut.at(-1);
  const found = choice.type === 'none' ? 'unknown' : choice.type === 'kept' && choice.why === 'no-catalog' ? 'none' : choice.bundle;
  const decision = decideUpgrade({
    rule: extension.spec.upgradeApproval ?? place.upgradeRule, found,
    pending: pendingUpgrades(revisions, extension), now: place.clock.now(),
    ...defined({
      installed: installed?.bundle, rollingOut: current?.bundle, rolledBack: states.all.at(-1)?.rollback?.failed, gate: gateOf(states),
    }),
  });
  const revision = typeof found === 'object' && current?.bundle !== undefined && isSame(current.bundle, found) ? current.name : undefined;
  await performUpgrade(decision, { extension, ...defined({ installed: installed?.bundle, revision }) }, place, FIELD_MANAGER);
  const pending = defined({ pending: decision.current });
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
