/**
 * Before the first write: ask about everything that can be asked. Nothing is written unless all of it is accepted.
 */
import type { Draft } from './draft';
import { pendingOf, settledOf, type Entry } from './entry';
import { isFailure } from './results';
import type { Item } from './task';
import { actionOf, isWrite, wishOfItem, wishOfRemoval, type AskWish, type WriteWish } from './wish';

/** Needs a dry run before it is written. */
export function needsDryRun(draft: Draft, item: Item, entry: Entry): boolean {
  if (item.paused === true || draft.task.preflight === 'never' || entry.dryRun === 'passed') return false;
  return draft.task.preflight === 'always' || entry.record?.desired !== item.desired;
}

export function dryRunOf({ request }: WriteWish): AskWish {
  const update = request.type === 'update' || request.type === 'merge'
    ? { on: request.on, takeover: request.takeover }
    : { takeover: false };
  return { type: 'send', request: { type: 'dry-run', ...update } };
}

/** Ask about everything that can be asked before the first write. */
export function advancePreflight(draft: Draft): void {
  let open = false;
  for (const item of draft.task.items) {
    const entry = draft.entry(item.key);
    if (pendingOf(entry) !== undefined) {
      open = true;
    } else if (settledOf(entry) === undefined && !(item.dependent && entry.record === undefined)) {
      open = ask(draft, item, entry) || open;
    }
  }
  if (draft.task.dryRun) {
    for (const { key } of draft.task.removals) open = (draft.entry(key).knowledge.presence === 'unknown' && draft.watch(key)) || open;
  }
  if (open) return;
  const failed = draft.task.items.some(({ key }) => isFailure(settledOf(draft.entry(key))));
  if (draft.task.dryRun) finishDryRun(draft);
  if (failed) {
    draft.state = { ...draft.state, preflight: 'failed', status: 'failed' };
  } else if (!draft.task.dryRun) {
    draft.state = { ...draft.state, preflight: 'committing' };
    draft.requests.push({ commit: true });
  }
}

/** One question of the preflight. True while it is not answered. */
function ask(draft: Draft, item: Item, entry: Entry): boolean {
  const wish = wishOfItem(draft.task, item, entry);
  if (wish.type === 'settle') {
    if (isFailure(wish.action)) draft.settle(item.key, wish.action);
    return false;
  }
  if (wish.type === 'wait') {
    draft.wait(item.key, wish.reason);
    // A terminating object is waited for in its phase; an object nobody has looked at yet, now.
    if (entry.knowledge.presence !== 'unknown') return false;
    if (!draft.watch(item.key)) draft.send(item.key, { type: 'send', request: { type: 'read' } });
    return true;
  }
  if (!isWrite(wish)) {
    draft.send(item.key, wish);
    return true;
  }
  if (item.dependent || entry.dryRun === 'deferred' || !needsDryRun(draft, item, entry)) return false;
  draft.send(item.key, dryRunOf(wish));
  return true;
}

/** A dry run of the task ends here: every object gets what would happen to it. */
function finishDryRun(draft: Draft): void {
  for (const item of draft.task.items) {
    const entry = draft.entry(item.key);
    if (settledOf(entry) !== undefined) continue;
    const wish = wishOfItem(draft.task, item, entry);
    const reason = wish.type === 'wait' ? wish.reason : 'its state is not known';
    draft.settle(item.key, actionOf(wish) ?? { action: 'Waiting', reason });
  }
  for (const removal of draft.task.removals) {
    const action = actionOf(wishOfRemoval(draft.task, removal, draft.entry(removal.key)));
    draft.settle(removal.key, action ?? { action: removal.orphan ? 'Orphaned' : 'Deleted' });
  }
  draft.state = { ...draft.state, status: 'complete' };
}
