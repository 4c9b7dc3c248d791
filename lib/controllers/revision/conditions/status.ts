/** The whole status of a revision, decided from what is known. Pure; at rest it is what it was before. */
import { conditionsOf, isTrue, type ConditionFact } from '../../conditions';
import type { Facts } from '../facts';
import type { CachedRevision, ObservedPhase } from '../model';
import { AVAILABLE_STATUS, availabilityOf } from './availability';
import { isComplete, PROGRESS_STATUS, progressOf } from './progress';
import { availabilityMessage, gateMessage, progressMessage, SUCCEEDED_MESSAGE, UPGRADE_ALLOWED } from './wording';

export function statusOf(facts: Facts): NonNullable<CachedRevision['status']> {
  const { revision, now } = facts;
  const observedPhases = observedOf(facts);
  return {
    conditions: conditionsOf(revision.conditions, conditionFacts(facts), { now: new Date(now), generation: revision.generation }),
    ...(observedPhases.length === 0 ? {} : { observedPhases }),
  };
}

function conditionFacts(facts: Facts): readonly ConditionFact[] {
  const { revision } = facts;
  const progress = progressOf(facts);
  const availability = availabilityOf(facts);
  const said: ConditionFact[] = [{
    type: 'Progressing',
    status: PROGRESS_STATUS[progress.reason],
    reason: progress.reason,
    message: progressMessage(progress, revision),
  }];
  if (availability !== undefined) {
    const { reason } = availability;
    said.push({ type: 'Available', status: AVAILABLE_STATUS[reason], reason, message: availabilityMessage(availability) });
  }
  const gate = gateCondition(facts);
  if (gate !== undefined) said.push(gate);
  // What is taken over was installed, whether it runs well or not: it is what the next version upgrades.
  // What a newer revision has taken over was made ready by that one.
  const isHanding = facts.objects.some(({ handedOver }) => handedOver);
  const isThere = (isComplete(facts) && !isHanding) || (revision.takesOver && progress.reason === 'RolledOut');
  const isNew = revision.state === 'Active' && !revision.deleting && isThere && !isTrue(revision.conditions, 'Succeeded');
  if (isNew) said.push({ type: 'Succeeded', status: 'True', reason: 'RolloutSuccess', message: SUCCEEDED_MESSAGE });
  return said;
}

/** Of packages that have upgrade gates. What is leaving says nothing of what comes next. */
function gateCondition({ revision, gates = [] }: Facts): ConditionFact | undefined {
  if (gates.length === 0 || revision.state === 'Archived' || revision.deleting) return undefined;
  const closed = gates.filter((gate) => gate.closed !== '');
  if (closed.length === 0) return { type: 'Upgradeable', status: 'True', reason: 'UpgradeAllowed', message: UPGRADE_ALLOWED };
  return { type: 'Upgradeable', status: 'False', reason: 'UpgradeGated', message: gateMessage(closed) };
}

/** Put down once, when the content was first resolved. */
function observedOf({ revision: { observedPhases, state, deleting }, content }: Facts): readonly ObservedPhase[] {
  if (observedPhases.length > 0 || content.type !== 'resolved' || state === 'Archived' || deleting) return observedPhases;
  return content.digests;
}
