/**
 * What has to go, goes in reverse order, after all phases are complete. Every batch that deletes or lets go passes the fence first.
 */
import type { Draft } from './draft';
import { awaitChange } from './phases';
import { pendingOf, settledOf } from './state/entry';
import type { Batch } from './state/plan';
import type { Removal } from './state/task';
import { isWrite, wishOfRemoval } from './wish';

/** Goes through the groups, the highest order first, as far as they are done with. */
export function advanceRemovals(draft: Draft): void {
  for (const group of draft.state.plan.groups) {
    if (draft.tally(group).open > 0) {
      for (const removal of draft.fenced ? group.members : draft.due(group, 'writing')) advanceRemoval(draft, removal);
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
