/**
 * What the objects of a batch count as, so that an event costs no walk over all of them. What an object counts as follows from its own
 * entry alone; the sums are kept up with each change of an entry.
 */
import { isFailure } from './results/results';
import { pendingOf, settledOf, viewIn, type Entry } from './state/entry';
import { readyIn } from './state/finished';
import type { Item, Task } from './state/task';
import { isWrite, needsDryRun, wishOfItem, type Wish } from './wish';

export type Trait =
  /** A request is under way for it (a nudge apart). */
  | 'pending'
  /** Not settled. */
  | 'open'
  /** Open, and paused: it is known what would happen to it. */
  | 'held'
  /** Open, and being deleted. */
  | 'terminating'
  /** Of a removal: nothing is known of it. */
  | 'unknown'
  /** Before the first write: a question about it has no answer yet. */
  | 'questioned'
  /** Its dry run is not answered, and nothing of its phase is written before. */
  | 'blocking'
  /** Its dry run was refused: nothing of its phase is written. */
  | 'refused'
  /** Settled as a failure. */
  | 'failed'
  /** Settled, and not ready yet. */
  | 'unready'
  /** Settled, and its probe says that it will never become ready. */
  | 'doomed';

/** How many objects have each trait. */
export type Tally = Readonly<Record<Trait, number>>;

export const EMPTY_TALLY: Tally = {
  pending: 0, open: 0, held: 0, terminating: 0, unknown: 0, questioned: 0, blocking: 0, refused: 0, failed: 0, unready: 0, doomed: 0,
};

/** @param item absent: the object has to go */
export function traitsOf(task: Task, item: Item | undefined, entry: Entry): readonly Trait[] {
  return item === undefined ? traitsOfRemoval(entry) : traitsOfItem(task, item, entry);
}

function traitsOfItem(task: Task, item: Item, entry: Entry): readonly Trait[] {
  const refused: readonly Trait[] = item.after === undefined && entry.dryRun === 'failed' ? ['refused'] : [];
  if (settledOf(entry) !== undefined) return [...refused, ...traitsOfSettled(entry, item)];
  const isPending = pendingOf(entry) !== undefined;
  const wish = isPending ? undefined : wishOfItem(task, item, entry);
  return [
    ...refused, ...traitsOfOpen(entry),
    ...(isQuestioned(task, item, entry, wish) ? ['questioned' as const] : []),
    ...(isBlocking(task, item, entry, wish) ? ['blocking' as const] : []),
  ];
}

function traitsOfRemoval(entry: Entry): readonly Trait[] {
  const unknown: readonly Trait[] = entry.knowledge.presence === 'unknown' ? ['unknown'] : [];
  return [...unknown, ...(settledOf(entry) === undefined ? traitsOfOpen(entry) : traitsOfSettled(entry))];
}

function traitsOfOpen(entry: Entry): readonly Trait[] {
  const traits: Trait[] = ['open'];
  if (pendingOf(entry) !== undefined) traits.push('pending');
  if (entry.progress.type === 'held') traits.push('held');
  else if (viewIn(entry)?.terminating === true) traits.push('terminating');
  return traits;
}

function traitsOfSettled(entry: Entry, item?: Item): readonly Trait[] {
  const traits: Trait[] = pendingOf(entry) === undefined ? [] : ['pending'];
  const action = settledOf(entry);
  if (isFailure(action)) traits.push('failed');
  if (action?.action === 'Released') return traits;
  const ready = readyIn(item, entry);
  if (ready?.status !== 'pass') traits.push('unready');
  if (ready?.terminal === true) traits.push('doomed');
  return traits;
}

/** @param wish undefined: a request is under way */
function isQuestioned(task: Task, item: Item, entry: Entry, wish: Wish | undefined): boolean {
  if (wish === undefined) return true;
  // Its namespace or its kind comes with an earlier phase.
  if (wish.type === 'settle' || (item.dependent && entry.record === undefined)) return false;
  if (wish.type === 'wait') return entry.knowledge.presence === 'unknown';
  return !isWrite(wish) || isToBeAsked(task, item, entry);
}

/** Its write is asked about before the first write of the run. */
export function isToBeAsked(task: Task, item: Item, entry: Entry): boolean {
  return !item.dependent && entry.dryRun !== 'deferred' && needsDryRun(task, item, entry);
}

/** What its own phase makes possible is asked about by itself, later. */
function isBlocking(task: Task, item: Item, entry: Entry, wish: Wish | undefined): boolean {
  return item.after === undefined && needsDryRun(task, item, entry) && (wish === undefined || wish.type === 'send');
}

/** The tally without what an object counted as, and with what it counts as now. */
export function counted(tally: Tally, before: readonly Trait[], now: readonly Trait[]): Tally {
  const next: Record<Trait, number> = { ...tally };
  for (const trait of before) next[trait] -= 1;
  for (const trait of now) next[trait] += 1;
  return next;
}
