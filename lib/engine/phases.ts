/**
 * The phases in order: a phase is written when every phase before it is complete.
 */
import type { Draft } from './draft';
import { dryRunOf, needsDryRun } from './preflight';
import { isFailure } from './results';
import type { Item } from './task';
import { isUnsettled, wishOfItem, type Wish } from './wish';

/** Bring the first incomplete phase forward. True when all phases are complete. */
export function advancePhases(draft: Draft): boolean {
  for (let phase = 0; phase < draft.task.phases.length; phase += 1) {
    const items = draft.task.items.filter((item) => item.phase === phase);
    if (!advancePhase(draft, items)) return false;
  }
  return true;
}

function advancePhase(draft: Draft, items: readonly Item[]): boolean {
  reopen(draft, items);
  if (!phaseMayWrite(draft, items)) return finishPhase(draft, items);
  for (const item of items) {
    const entry = draft.entry(item.key);
    if (entry.pending !== undefined || entry.settled !== undefined) continue;
    const wish = wishOfItem(draft.task, item, entry);
    if (wish.type === 'settle') {
      draft.settle(item.key, wish.action);
    } else if (wish.type === 'send') {
      if (item.watched) draft.watch(item.key);
      draft.send(item.key, wish);
    } else {
      awaitChange(draft, item.key, wish, draft.task.wait);
    }
  }
  return finishPhase(draft, items);
}

/** Settled objects that changed since are looked at again. */
function reopen(draft: Draft, items: readonly Item[]): void {
  for (const item of items) {
    const entry = draft.entry(item.key);
    if (!isUnsettled(item, entry)) continue;
    const { settled: _settled, ...rest } = entry;
    draft.set(item.key, { ...rest, repairs: entry.repairs + 1 });
  }
}

/** The dry runs that could not be asked before: nothing of the phase is written before all of them are answered. */
function phaseMayWrite(draft: Draft, items: readonly Item[]): boolean {
  let open = false;
  for (const item of items) {
    const entry = draft.entry(item.key);
    if (entry.settled !== undefined || !needsDryRun(draft, item, entry)) continue;
    if (entry.pending === undefined) {
      const wish = wishOfItem(draft.task, item, entry);
      if (wish.type !== 'send') continue;
      draft.send(item.key, wish.request.type === 'read' ? wish : dryRunOf(wish));
    }
    open = true;
  }
  return !open && !items.some(({ key }) => draft.entry(key).dryRun === 'failed');
}

/** Nothing to send for it now: wait by stream, or by reading now and then where no stream can be had. */
export function awaitChange(draft: Draft, key: string, wish: Extract<Wish, { type: 'wait' }>, polls = true): void {
  draft.wait(key, wish.reason);
  if (!draft.isStreamed(key) && polls) draft.poll(key);
}

/** True when every object of the phase is as desired and ready. Ends the run when it cannot become so. */
function finishPhase(draft: Draft, items: readonly Item[]): boolean {
  const entries = items.map(({ key }) => draft.entry(key));
  if (entries.some(({ pending }) => pending !== undefined)) return false;
  const failed = entries.some(({ settled, view }) => isFailure(settled) || (settled !== undefined && view?.ready.terminal === true));
  if (failed) {
    draft.state = { ...draft.state, status: 'failed' };
    return false;
  }
  let complete = true;
  let waiting = true;
  for (const item of items) {
    const entry = draft.entry(item.key);
    if (entry.settled === undefined) {
      complete = false;
      waiting &&= entry.view?.terminating === true;
    } else if (entry.settled.action !== 'Released' && entry.view?.ready.status !== 'pass') {
      complete = false;
      if (!draft.isStreamed(item.key) && draft.task.wait) draft.poll(item.key);
    }
  }
  if (!complete && !draft.task.wait && waiting) draft.state = { ...draft.state, status: 'waiting' };
  return complete;
}
