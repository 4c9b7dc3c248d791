/**
 * Before the first write: ask about everything that can be asked. Nothing is written unless all of it is accepted.
 */
import type { Draft } from './draft';
import { isFailure } from './results/results';
import { pendingOf, settledOf, type Entry } from './state/entry';
import type { Item } from './state/task';
import { isToBeAsked } from './tally';
import { actionOf, isWrite, wishOfItem, type AskWish, type WriteWish } from './wish';
import { wishOfRemoval } from './wish-of-removal';

export function dryRunOf({ request }: WriteWish): AskWish {
  const update = request.type === 'update' || request.type === 'merge'
    ? { on: request.on, takeover: request.takeover }
    : { takeover: false };
  return { type: 'send', request: { type: 'dry-run', ...update } };
}

/** Ask about everything that can be asked before the first write. */
export function advancePreflight(draft: Draft): void {
  const { task, plan } = draft.state;
  for (const batch of plan.phases) {
    for (const item of draft.due(batch, 'asking')) {
      const entry = draft.entry(item.key);
      if (pendingOf(entry) === undefined && settledOf(entry) === undefined && !(item.dependent && entry.record === undefined)) {
        ask(draft, item, entry);
      }
    }
  }
  draft.reach({ batch: plan.phases.length + plan.groups.length, stage: 'asking' });
  if (draft.total('questioned') > 0 || (task.dryRun && awaitsRemovals(draft))) return;
  if (task.dryRun) finishDryRun(draft);
  const asked = task.dryRun ? [...plan.phases, ...plan.groups] : plan.phases;
  const failed = asked.some((batch) => draft.tally(batch).failed > 0);
  if (failed) {
    draft.state = { ...draft.state, preflight: 'failed', status: 'failed' };
  } else if (!task.dryRun) {
    draft.state = { ...draft.state, preflight: 'committing' };
    draft.reach({ batch: 0, stage: 'ahead' });
    draft.requests.push({ commit: true });
  }
}

/** What is to be said of an object that has to go follows from what its stream shows of it; without one, from reading it. */
function awaitsRemovals(draft: Draft): boolean {
  if (draft.total('unknown') === 0) return false;
  let awaits = false;
  for (const { key } of draft.task.removals) {
    const entry = draft.entry(key);
    if (entry.knowledge.presence !== 'unknown' || settledOf(entry) !== undefined) continue;
    awaits = true;
    if (!draft.watch(key) && pendingOf(entry) === undefined) draft.send(key, { type: 'send', request: { type: 'read' } });
  }
  return awaits;
}

/** One question of the preflight. */
function ask(draft: Draft, item: Item, entry: Entry): void {
  const wish = wishOfItem(draft.task, item, entry);
  if (wish.type === 'settle') {
    if (isFailure(wish.action)) draft.settle(item.key, wish.action);
  } else if (wish.type === 'wait') {
    draft.wait(item.key, wish.cause);
    // A terminating object is waited for in its phase; an object that has not been read yet, now.
    if (entry.knowledge.presence === 'unknown' && !draft.watch(item.key)) draft.send(item.key, { type: 'send', request: { type: 'read' } });
  } else if (!isWrite(wish)) {
    draft.send(item.key, wish);
  } else if (isToBeAsked(draft.task, item, entry)) {
    draft.send(item.key, dryRunOf(wish));
  }
}

/** A dry run of the task ends here: every object gets what would happen to it. */
function finishDryRun(draft: Draft): void {
  for (const item of draft.task.items) {
    const entry = draft.entry(item.key);
    if (settledOf(entry) !== undefined) continue;
    const wish = wishOfItem(draft.task, item, entry);
    draft.settle(item.key, actionOf(wish) ?? { action: 'Waiting', cause: wish.type === 'wait' ? wish.cause : { type: 'unknown' } });
  }
  for (const removal of draft.task.removals) {
    const entry = draft.entry(removal.key);
    // It could not be read.
    if (settledOf(entry) !== undefined) continue;
    const action = actionOf(wishOfRemoval(draft.task, removal, entry));
    draft.settle(removal.key, action ?? { action: removal.orphan ? 'Orphaned' : 'Deleted' });
  }
  draft.state = { ...draft.state, status: 'complete' };
}
