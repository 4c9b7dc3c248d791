/**
 * The phases in order: a phase is written when every phase before it is complete.
 */
import { defined } from '../../defined';
import { lostContest, repairPauseMs } from './contest';
import type { Draft } from './draft';
import { dryRunOf } from './preflight';
import { isFailure } from './results/results';
import { doubted, pendingOf, settledOf, viewIn, type Entry, type Open } from './state/entry';
import { readyIn } from './state/finished';
import { isHalfReplaced } from './state/replacing';
import type { Batch } from './state/plan';
import type { Stage } from './state/state';
import type { Item } from './state/task';
import { isUnsettled, isWrite, needsDryRun, wishOfItem, type WaitWish } from './wish';

type Phase = Batch<Item>;

/** Bring the first incomplete phase forward. True when all phases are complete. */
export function advancePhases(draft: Draft): boolean {
  for (const phase of draft.state.plan.phases) {
    const stage = advancePhase(draft, phase);
    if (stage === 'complete') continue;
    draft.reach({ batch: phase.index, stage });
    return false;
  }
  return true;
}

/** How far the phase has got in this step. */
function advancePhase(draft: Draft, phase: Phase): Stage | 'complete' {
  reopen(draft, draft.due(phase, 'asking'));
  askAgain(draft, draft.due(phase, 'asking'));
  if (!mayWrite(draft, phase)) return finishPhase(draft, phase) === 'complete' ? 'complete' : 'asking';
  write(draft, draft.due(phase, 'writing'));
  const stage = finishPhase(draft, phase);
  if (stage !== 'complete' && draft.state.status === 'running') askAhead(draft, phase.index);
  return stage ?? 'writing';
}

/** What is settled by the way lets others of its phase go on. */
function write(draft: Draft, items: readonly Item[]): void {
  const { places } = draft.state.plan;
  for (let due = items; due.length > 0;) {
    const open = due.filter(({ key }) => settledOf(draft.entry(key)) === undefined);
    for (const item of open) {
      const entry = draft.entry(item.key);
      if (pendingOf(entry) === undefined) advanceItem(draft, item, entry);
    }
    const settled = open.filter(({ key }) => settledOf(draft.entry(key)) !== undefined);
    due = settled.flatMap(({ key }) => places.get(key)?.followers ?? []).flatMap((key) => draft.state.items.get(key) ?? []);
  }
}

export function advanceItem(draft: Draft, item: Item, entry: Entry): void {
  const missing = missingFor(draft, item);
  if (missing !== undefined) {
    draft.wait(item.key, { type: 'needs-object', ref: missing.ref });
    return;
  }
  const wish = wishOfItem(draft.task, item, entry);
  if (item.after !== undefined && isWrite(wish) && needsDryRun(draft.task, item, entry)) {
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

/** The dry runs that could not be asked before the first write. */
function askAgain(draft: Draft, items: readonly Item[]): void {
  for (const item of items) {
    const entry = draft.entry(item.key);
    if (settledOf(entry) !== undefined || pendingOf(entry) !== undefined) continue;
    // What this very phase makes possible is asked about by itself, later.
    if (item.after !== undefined || !needsDryRun(draft.task, item, entry)) continue;
    const wish = wishOfItem(draft.task, item, entry);
    if (wish.type === 'send') draft.send(item.key, isWrite(wish) ? dryRunOf(wish) : wish);
  }
}

/** So many questions about later phases may be open at once: they must not stand in the way of what is written. */
const MOST_AHEAD = 64;

/**
 * The dry runs of the next phases, while one is written and gets ready: they come after its writes, and what they say counts in their
 * own phase only. Once for each phase: what is refused now is asked again there.
 * @param index of the phase that is written
 */
function askAhead(draft: Draft, index: number): void {
  const { phases } = draft.state.plan;
  let asked = 0;
  for (let next = index + 1; next < phases.length && asked < MOST_AHEAD; next += 1) {
    const members = phases[next]?.members ?? [];
    const early = members.some(({ opensWith }) => opensWith !== undefined && opensWith >= index);
    // A phase is asked about once. Unless it is the next one, that is when all that it needs is there.
    if (early && next > index + 1) return;
    if (draft.state.askedAhead < next) {
      draft.state = { ...draft.state, askedAhead: next };
      for (const item of members) if (item.opensWith !== undefined && item.opensWith < index) askOne(draft, item);
    }
    asked += members.length;
  }
}

function askOne(draft: Draft, item: Item): void {
  const entry = draft.entry(item.key);
  if (entry.dryRun !== 'due') return;
  if (settledOf(entry) !== undefined || pendingOf(entry) !== undefined || !needsDryRun(draft.task, item, entry)) return;
  const wish = wishOfItem(draft.task, item, entry);
  if (isWrite(wish)) draft.send(item.key, dryRunOf(wish));
}

/** Nothing of the phase is written before all of its dry runs are answered. */
function mayWrite(draft: Draft, phase: Phase): boolean {
  const { blocking, refused } = draft.tally(phase);
  return blocking === 0 && refused === 0;
}

/** Nothing to send for it now: wait by stream, or by reading now and then where no stream can be had. */
export function awaitChange(draft: Draft, key: string, wish: WaitWish, polls = true): void {
  draft.wait(key, wish.cause);
  if (!draft.isStreamed(key) && polls) draft.poll(key);
}

/** Is every object of the phase as desired and ready? Ends the run when they cannot become so. Undefined: something is under way. */
function finishPhase(draft: Draft, phase: Phase): 'complete' | 'resting' | undefined {
  const { doomed, pending, failed, open, unready } = draft.tally(phase);
  if (doomed > 0) {
    draft.end();
    return undefined;
  }
  if (pending > 0) return undefined;
  if (failed > 0) {
    // What the run has deleted itself is made again before it ends.
    if (phase.members.some(({ key }) => isHalfReplaced(draft.entry(key)))) draft.end();
    else finish(draft, 'failed');
    return undefined;
  }
  if (open === 0 && (unready === 0 || draft.task.ungated === true)) return 'complete';
  if (unready > 0 && draft.task.wait) pollUnready(draft, draft.due(phase, 'resting'));
  if (waitsInVain(draft, phase)) finish(draft, 'waiting');
  return 'resting';
}

/** The run is over when nothing is under way any more: questions about the next phase may be. */
function finish(draft: Draft, status: 'failed' | 'waiting'): void {
  if (draft.total('pending') === 0) draft.state = { ...draft.state, status };
}

function pollUnready(draft: Draft, items: readonly Item[]): void {
  for (const item of items) {
    const entry = draft.entry(item.key);
    const settled = settledOf(entry);
    if (settled === undefined || settled.action === 'Released' || readyIn(item, entry)?.status === 'pass') continue;
    if (!draft.isStreamed(item.key)) draft.poll(item.key);
  }
}

/** Only paused objects hold the phase up, which this run cannot change; or only time does, and the task does not wait. */
function waitsInVain(draft: Draft, phase: Phase): boolean {
  const { open, held, terminating, unready } = draft.tally(phase);
  const bound = open === held ? [] : boundTo(draft, phase);
  if (unready === 0 && open === held + bound.filter(({ other }) => isPaused(other)).length) return true;
  return !draft.task.wait && open === held + terminating + bound.filter(({ entry }) => viewIn(entry)?.terminating !== true).length;
}

/** What is open and not paused, and waits for another object of its phase. */
function boundTo(draft: Draft, { members }: Phase): readonly { readonly entry: Entry; readonly other: Entry }[] {
  return members.flatMap((item) => {
    const entry = draft.entry(item.key);
    if (item.after === undefined || settledOf(entry) !== undefined || isPaused(entry)) return [];
    const other = missingFor(draft, item);
    return other === undefined ? [] : [{ entry, other: draft.entry(other.key) }];
  });
}

function isPaused({ progress }: Entry): boolean {
  return progress.type === 'held';
}
