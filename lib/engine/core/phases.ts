/**
 * The phases in order: a phase is written when every phase before it is complete.
 */
import { subjectOf } from '../../api';
import { defined } from '../../defined';
import { lostContest, repairPauseMs } from './contest';
import type { Draft } from './draft';
import { doubted, pendingOf, settledOf, viewIn, type Entry, type Open } from './entry';
import { dryRunOf, needsDryRun } from './preflight';
import { isFailure } from './results';
import type { Item } from './task';
import { isUnsettled, isWrite, wishOfItem, type Wish } from './wish';

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
    if (pendingOf(entry) === undefined && settledOf(entry) === undefined) advanceItem(draft, item, entry);
  }
  return finishPhase(draft, items);
}

function advanceItem(draft: Draft, item: Item, entry: Entry): void {
  const missing = missingFor(draft, item);
  if (missing !== undefined) {
    draft.wait(item.key, `it waits for ${subjectOf(missing.ref)}, which comes with the same phase`);
    return;
  }
  const wish = wishOfItem(draft.task, item, entry);
  if (item.after !== undefined && isWrite(wish) && needsDryRun(draft, item, entry)) {
    draft.send(item.key, dryRunOf(wish));
    return;
  }
  if (item.paused === true && isWrite(wish)) {
    draft.hold(item.key, wish.intent);
    return;
  }
  if (entry.progress.type === 'held') draft.hold(item.key, undefined);
  const lost = isWrite(wish) ? lostContest(entry) : undefined;
  if (lost !== undefined) {
    draft.settle(item.key, lost);
  } else if (wish.type === 'settle') {
    draft.settle(item.key, wish.action);
  } else if (wish.type === 'send') {
    if (item.watched) draft.watch(item.key);
    draft.send(item.key, wish);
  } else {
    awaitChange(draft, item.key, wish, draft.task.wait);
  }
}

/** What of its own phase has to be there first: its namespace, its kind. */
function missingFor(draft: Draft, { after = [] }: Item): Item | undefined {
  const key = after.find((one) => {
    const entry = draft.entry(one);
    const settled = settledOf(entry);
    return settled === undefined || isFailure(settled) || (settled.action !== 'Released' && viewIn(entry)?.ready.status !== 'pass');
  });
  return key === undefined ? undefined : draft.state.items.get(key);
}

/** Settled objects that changed since are looked at again. */
function reopen(draft: Draft, items: readonly Item[]): void {
  for (const item of items) {
    const entry = draft.entry(item.key);
    const { progress } = entry;
    if (progress.type !== 'settled' || !isUnsettled(item, entry)) continue;
    const { attempts, action } = progress;
    const open: Open = { type: 'open', attempts, ...defined({ waiting: progress.waiting }) };
    const pauseMs = repairPauseMs(entry.contest.repairs);
    // After a pause only a live read tells what is there; a paused object is not repaired, so there is nothing to slow down.
    if (item.paused === true) draft.set(item.key, { ...entry, progress: open });
    else if (pauseMs === 0) draft.set(item.key, { ...entry, progress: { ...open, before: action } });
    else draft.set(item.key, doubted({ ...entry, progress: { ...open, before: action, pauseMs } }));
  }
}

/** The dry runs that could not be asked before: nothing of the phase is written before all of them are answered. */
function phaseMayWrite(draft: Draft, items: readonly Item[]): boolean {
  let open = false;
  for (const item of items) {
    const entry = draft.entry(item.key);
    // What this very phase makes possible is asked about by itself, later.
    if (settledOf(entry) !== undefined || item.after !== undefined || !needsDryRun(draft, item, entry)) continue;
    if (pendingOf(entry) === undefined) {
      const wish = wishOfItem(draft.task, item, entry);
      if (wish.type !== 'send') continue;
      draft.send(item.key, isWrite(wish) ? dryRunOf(wish) : wish);
    }
    open = true;
  }
  return !open && !items.some(({ key, after }) => after === undefined && draft.entry(key).dryRun === 'failed');
}

/** Nothing to send for it now: wait by stream, or by reading now and then where no stream can be had. */
export function awaitChange(draft: Draft, key: string, wish: Extract<Wish, { type: 'wait' }>, polls = true): void {
  draft.wait(key, wish.reason);
  if (!draft.isStreamed(key) && polls) draft.poll(key);
}

/** True when every object of the phase is as desired and ready. Ends the run when it cannot become so. */
function finishPhase(draft: Draft, items: readonly Item[]): boolean {
  const entries = items.map(({ key }) => draft.entry(key));
  if (entries.some(isDoomed)) {
    draft.end();
    return false;
  }
  if (entries.some((entry) => pendingOf(entry) !== undefined)) return false;
  if (entries.some((entry) => isFailure(settledOf(entry)))) {
    draft.state = { ...draft.state, status: 'failed' };
    return false;
  }
  let complete = true;
  let waiting = true;
  let onlyHeld = true;
  for (const item of items) {
    const entry = draft.entry(item.key);
    const settled = settledOf(entry);
    if (settled === undefined) {
      const missing = missingFor(draft, item);
      const isHeld = isPaused(entry) || (missing !== undefined && isPaused(draft.entry(missing.key)));
      complete = false;
      waiting &&= isHeld || missing !== undefined || viewIn(entry)?.terminating === true;
      onlyHeld &&= isHeld;
    } else if (settled.action !== 'Released' && viewIn(entry)?.ready.status !== 'pass') {
      complete = false;
      onlyHeld = false;
      if (!draft.isStreamed(item.key) && draft.task.wait) draft.poll(item.key);
    }
  }
  // Whoever paused an object has to go on: nothing that this run could wait for changes it.
  if (!complete && (onlyHeld || (!draft.task.wait && waiting))) draft.state = { ...draft.state, status: 'waiting' };
  return complete;
}

function isPaused({ progress }: Entry): boolean {
  return progress.type === 'held';
}

/** Its probe says that it will never become ready. */
function isDoomed(entry: Entry): boolean {
  const settled = settledOf(entry);
  return settled !== undefined && settled.action !== 'Released' && viewIn(entry)?.ready.terminal === true;
}
