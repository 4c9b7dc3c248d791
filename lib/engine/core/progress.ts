/**
 * The progress deadline: a rollout in which nothing gets further for that long ends. Progress is an object that is settled or ready for
 * the first time in this run; one that comes and goes makes none.
 */
import type { Draft } from './draft';
import { settledOf, type Entry } from './state/entry';
import { readyIn } from './state/finished';
import type { Milestone } from './state/state';
import { Table } from './state/table';
import type { Item } from './state/task';

/** Called after each step: sets the deadline anew when there was progress. */
export function noteProgress(draft: Draft): void {
  const { task, state, concerned } = draft;
  const { progressDeadlineMs } = task;
  if (progressDeadlineMs === undefined || task.dryRun || state.status !== 'running') return;
  if (state.ending === true || state.stopping !== undefined) return;
  const before = state.progress?.reached ?? Table.of(draft.entries.keys(), (): Milestone => 'none');
  let reached = before;
  for (const key of concerned) {
    const milestone = milestoneOf(draft.entry(key), state.items.get(key));
    if (isFurther(milestone, reached.get(key) ?? 'none')) reached = reached.with(key, milestone);
  }
  if (state.progress !== undefined && reached === before) return;
  const mark = (state.progress?.mark ?? 0) + 1;
  draft.state = { ...state, progress: { mark, reached } };
  draft.requests.push({ deadline: progressDeadlineMs, mark });
}

function milestoneOf(entry: Entry, item: Item | undefined): Milestone {
  if (settledOf(entry) === undefined) return 'none';
  return readyIn(item, entry)?.status === 'pass' ? 'ready' : 'settled';
}

const MILESTONES: readonly Milestone[] = ['none', 'settled', 'ready'];

function isFurther(milestone: Milestone, than: Milestone): boolean {
  return MILESTONES.indexOf(milestone) > MILESTONES.indexOf(than);
}
