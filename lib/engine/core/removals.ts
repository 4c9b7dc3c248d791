/**
 * What has to go, goes in reverse order, after all phases are complete. Every batch that deletes or lets go passes the fence first.
 */
import type { Draft } from './draft';
import { awaitChange } from './phases';
import { pendingOf, settledOf, viewIn } from './state/entry';
import type { Batch } from './state/plan';
import type { Removal } from './state/task';
import { isWrite } from './wish';
import { isClusterRole, wishOfRemoval } from './wish-of-removal';

/** Goes through the groups, the highest order first, as far as they are done with. */
export function advanceRemovals(draft: Draft): void {
  for (const group of draft.state.plan.groups) {
    if (draft.tally(group).open > 0) {
      for (const removal of nextOf(draft, group)) advanceRemoval(draft, removal);
    }
    const { open, failed } = draft.tally(group);
    if (open > 0) {
      draft.reach({ batch: group.index, stage: 'writing' });
      finishUnwaited(draft, group);
      return;
    }
    // What comes before it in order stays.
    if (failed > 0) {
      draft.state = { ...draft.state, status: 'failed' };
      return;
    }
  }
  draft.state = { ...draft.state, status: 'complete' };
}

/**
 * What of a group is looked at now. Aggregated ClusterRoles, also those of groups that come later, are detached before any ClusterRole is
 * deleted: the server shows changes of a kind in their order, so their controller knows that they are detached when it hears of the first
 * deletion.
 */
function nextOf(draft: Draft, { members, ...group }: Batch<Removal>): readonly Removal[] {
  const due = draft.fenced ? members : draft.due({ ...group, members }, 'writing');
  if (!due.some(isClusterRole) && !concernsRole(draft)) return due;
  const roles = members.filter(isClusterRole);
  if (roles.length === 0) return due;
  const later = draft.state.plan.groups.filter(({ index }) => index > group.index).flatMap((other) => other.members.filter(isClusterRole));
  const first = [...roles, ...later].filter((role) => comesFirst(draft, role));
  const next = new Set([...due.filter((removal) => !isClusterRole(removal)), ...(first.length > 0 ? first : roles)]);
  return [...members, ...later].filter((removal) => next.has(removal));
}

/** Something has become known of a role of any group. */
function concernsRole(draft: Draft): boolean {
  return [...draft.concerned].some((key) => {
    const removal = draft.state.removals.get(key);
    return removal !== undefined && isClusterRole(removal);
  });
}

/** It is not known yet whether it is aggregated; or it is, and not detached. */
function comesFirst(draft: Draft, role: Removal): boolean {
  const entry = draft.entry(role.key);
  if (settledOf(entry) !== undefined) return false;
  const isUnknown = entry.knowledge.presence === 'unknown';
  if (pendingOf(entry) !== undefined) return isUnknown || viewIn(entry)?.aggregated === true;
  const wish = wishOfRemoval(draft.task, role, entry);
  if (wish.type !== 'send') return isUnknown;
  return wish.request.type === 'read' || wish.request.type === 'detach';
}

function advanceRemoval(draft: Draft, removal: Removal): void {
  const entry = draft.entry(removal.key);
  if (pendingOf(entry) !== undefined || settledOf(entry) !== undefined) return;
  const wish = wishOfRemoval(draft.task, removal, entry);
  if (wish.type === 'settle') draft.settle(removal.key, wish.action);
  else if (wish.type === 'wait') {
    awaitChange(draft, removal.key, wish);
    if (wish.nudge !== undefined) draft.nudge(removal.key, wish.nudge);
  }
  else if (!isWrite(wish) || draft.fenced) draft.send(removal.key, wish);
  else draft.askFence();
}

/** Without waiting, a teardown is done when the deletes of its last group are accepted. */
function finishUnwaited(draft: Draft, group: Batch<Removal>): void {
  const { open, terminating, failed } = draft.tally(group);
  const isLast = draft.state.plan.groups.every((other) => other.index <= group.index || draft.tally(other).open === 0);
  if (draft.task.wait || !isLast || open > terminating) return;
  draft.state = { ...draft.state, status: failed > 0 ? 'failed' : 'waiting' };
}
