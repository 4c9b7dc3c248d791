/**
 * The phases in order: a phase is written when every phase before it is complete.
 */
import { subjectOf } from '../../api';
import { lostContest, repairPauseMs } from './contest';
import type { Draft } from './draft';
import { dryRunOf, needsDryRun } from './preflight';
import { isFailure } from './results';
import type { Entry } from './state';
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
    if (entry.pending === undefined && entry.settled === undefined) advanceItem(draft, item, entry);
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
  if (wish.type === 'send' && item.after !== undefined && isWrite(wish) && needsDryRun(draft, item, entry)) {
    draft.send(item.key, dryRunOf(wish));
    return;
  }
  if (item.paused === true && isWrite(wish)) {
    draft.hold(item.key, wish.intent);
    return;
  }
  if (entry.wouldBe !== undefined) draft.hold(item.key, undefined);
  const lost = isWrite(wish) ? lostContest(entry) : undefined;
  if (wish.type === 'settle' || lost !== undefined) {
    draft.settle(item.key, wish.type === 'settle' ? wish.action : (lost as NonNullable<typeof lost>));
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
    const { settled, view } = draft.entry(one);
    return settled === undefined || isFailure(settled) || (settled.action !== 'Released' && view?.ready.status !== 'pass');
  });
  return key === undefined ? undefined : draft.state.items.get(key);
}

/** Settled objects that changed since are looked at again. */
function reopen(draft: Draft, items: readonly Item[]): void {
  for (const item of items) {
    const entry = draft.entry(item.key);
    if (!isUnsettled(item, entry)) continue;
    const { settled, ...rest } = entry;
    const pauseMs = repairPauseMs(entry.repairs);
    // After a pause only a live read tells what is there; a paused object is not repaired, so there is nothing to slow down.
    const slowed = pauseMs === 0 ? {} : { needsRead: true, pauseMs };
    draft.set(item.key, item.paused === true || settled === undefined ? rest : { ...rest, ...slowed, before: settled });
  }
}

/** The dry runs that could not be asked before: nothing of the phase is written before all of them are answered. */
function phaseMayWrite(draft: Draft, items: readonly Item[]): boolean {
  let open = false;
  for (const item of items) {
    const entry = draft.entry(item.key);
    // What this very phase makes possible is asked about by itself, later.
    if (entry.settled !== undefined || item.after !== undefined || !needsDryRun(draft, item, entry)) continue;
    if (entry.pending === undefined) {
      const wish = wishOfItem(draft.task, item, entry);
      if (wish.type !== 'send') continue;
      draft.send(item.key, wish.request.type === 'read' ? wish : dryRunOf(wish));
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
  if (entries.some(({ pending }) => pending !== undefined)) return false;
  if (entries.some(({ settled }) => isFailure(settled))) {
    draft.state = { ...draft.state, status: 'failed' };
    return false;
  }
  let complete = true;
  let waiting = true;
  let onlyHeld = true;
  for (const item of items) {
    const entry = draft.entry(item.key);
    if (entry.settled === undefined) {
      const missing = missingFor(draft, item);
      const isHeld = entry.wouldBe !== undefined || (missing !== undefined && draft.entry(missing.key).wouldBe !== undefined);
      complete = false;
      waiting &&= isHeld || missing !== undefined || entry.view?.terminating === true;
      onlyHeld &&= isHeld;
    } else if (entry.settled.action !== 'Released' && entry.view?.ready.status !== 'pass') {
      complete = false;
      onlyHeld = false;
      if (!draft.isStreamed(item.key) && draft.task.wait) draft.poll(item.key);
    }
  }
  // Whoever paused an object has to go on: nothing that this run could wait for changes it.
  if (!complete && (onlyHeld || (!draft.task.wait && waiting))) draft.state = { ...draft.state, status: 'waiting' };
  return complete;
}

/** Its probe says that it will never become ready. */
function isDoomed({ settled, view }: Entry): boolean {
  return settled !== undefined && settled.action !== 'Released' && view?.ready.terminal === true;
}
