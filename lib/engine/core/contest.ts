/**
 * Objects that another client changes or deletes again and again while we repair them. Each repair waits longer than the one before; after
 * the last the object is left as it is, and the run says who fights for it.
 */
import type { Interference } from '../fields';
import { viewIn, type Entry } from './state/entry';
import type { Contest, ObjectAction } from './results/results';
import type { ObjectRequest } from './state/messages';

/** Repairs of one object in one run. */
export const MAX_REPAIRS = 3;

/** Fields that a contest names at most. */
const MAX_PATHS = 10;

/** Before the next look at an object that changed after it was settled: none, then 1 s, doubled with each repair. */
export function repairPauseMs(repairs: number): number {
  return repairs === 0 ? 0 : 1_000 * 2 ** (repairs - 1);
}

/** The entry as a repair is sent for it. Only the first request of one counts, and no second try of the same. */
export function noteRepair(entry: Entry, request: ObjectRequest['type']): Entry {
  const isWrite = request === 'create' || request === 'update' || request === 'merge';
  const { contest, progress } = entry;
  if (!isWrite || progress.attempts > 0 || !isAgain(entry)) return entry;
  const repairs = contest.repairs + 1;
  if (request === 'create') return { ...entry, contest: { ...contest, repairs, deletions: contest.deletions + 1 } };
  return { ...entry, contest: { ...contest, repairs, interference: together(contest.interference, viewIn(entry)?.interference ?? []) } };
}

/** It was settled before, and nothing has been written since. */
function isAgain({ progress }: Entry): boolean {
  return progress.type !== 'settled' && progress.before !== undefined && progress.achieved === undefined;
}

function together(known: readonly Interference[], more: readonly Interference[]): readonly Interference[] {
  const fresh = more.filter(({ path, manager }) => !known.some((other) => other.path === path && other.manager === manager));
  return [...known, ...fresh].slice(0, MAX_PATHS);
}

export function contestOf({ contest: { repairs, interference, deletions } }: Entry): Contest | undefined {
  if (repairs < MAX_REPAIRS) return undefined;
  return deletions === 0 ? { repairs, interference } : { repairs, interference, deletions };
}

/** Repaired as often as we do, and not as desired again: it cannot become so while the other goes on. */
export function lostContest(entry: Entry): ObjectAction | undefined {
  const { repairs } = entry.contest;
  if (!isAgain(entry) || repairs < MAX_REPAIRS) return undefined;
  const view = viewIn(entry);
  const interference = together(view?.interference ?? [], entry.contest.interference);
  return { action: 'Failed', cause: { type: 'contested', repairs, change: view === undefined ? 'delete' : 'edit', interference } };
}
