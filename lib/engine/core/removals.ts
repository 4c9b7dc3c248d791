/**
 * What has to go, goes in reverse order, after all phases are complete. Every batch that deletes or lets go passes the fence first.
 */
import type { Draft } from './draft';
import { pendingOf, settledOf, viewIn } from './entry';
import { awaitChange } from './phases';
import { isFailure } from './results';
import type { Removal } from './task';
import { isWrite, wishOfRemoval } from './wish';

/** Order of the group of removals that is due: the highest that still has something to do. */
function currentGroup(draft: Draft): number | undefined {
  const open = draft.task.removals.filter(({ key }) => settledOf(draft.entry(key)) === undefined);
  return open.length === 0 ? undefined : Math.max(...open.map(({ order }) => order));
}

export function advanceRemovals(draft: Draft): void {
  for (;;) {
    const group = currentGroup(draft);
    if (hasFailedBefore(draft, group)) {
      draft.state = { ...draft.state, status: 'failed' };
      return;
    }
    if (group === undefined) {
      draft.state = { ...draft.state, status: 'complete' };
      return;
    }
    const removals = draft.task.removals.filter(({ order }) => order === group);
    for (const removal of removals) advanceRemoval(draft, removal);
    if (removals.some(({ key }) => settledOf(draft.entry(key)) === undefined)) {
      finishUnwaited(draft, removals);
      return;
    }
  }
}

/** Something of a group that is done with has failed: what comes before it in order stays. */
function hasFailedBefore(draft: Draft, group: number | undefined): boolean {
  return draft.task.removals.some(({ key, order }) => (group === undefined || order > group) && isFailure(settledOf(draft.entry(key))));
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
function finishUnwaited(draft: Draft, removals: readonly Removal[]): void {
  if (draft.task.wait) return;
  const order = removals[0]?.order ?? 0;
  const isLast = draft.task.removals.every(({ key, order: other }) => other >= order || settledOf(draft.entry(key)) !== undefined);
  const accepted = ({ key }: Removal): boolean => {
    const entry = draft.entry(key);
    return settledOf(entry) !== undefined || viewIn(entry)?.terminating === true;
  };
  if (!isLast || !removals.every(accepted)) return;
  const hasFailed = removals.some(({ key }) => isFailure(settledOf(draft.entry(key))));
  draft.state = { ...draft.state, status: hasFailed ? 'failed' : 'waiting' };
}
