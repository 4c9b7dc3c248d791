/**
 * The progress deadline: a rollout in which nothing gets further for that long ends. Progress is an object that is settled or ready for
 * the first time in this run; one that comes and goes makes none.
 */
import type { Draft } from './draft';
import { settledOf, viewIn } from './entry';
import type { Task } from './task';

/** Called after each step: sets the deadline anew when there was progress. */
export function noteProgress(draft: Draft): void {
  const { task, state } = draft;
  const { progressDeadlineMs } = task;
  if (progressDeadlineMs === undefined || task.dryRun || state.status !== 'running' || state.ending === true) return;
  const reached = milestones(draft, task);
  const before = state.progress;
  if (before !== undefined && reached.every((milestone) => before.reached.has(milestone))) return;
  const mark = (before?.mark ?? 0) + 1;
  draft.state = { ...state, progress: { mark, reached: new Set([...(before?.reached ?? []), ...reached]) } };
  draft.requests.push({ deadline: progressDeadlineMs, mark });
}

function milestones(draft: Draft, task: Task): readonly string[] {
  return [...task.items, ...task.removals].flatMap(({ key }) => {
    const entry = draft.entry(key);
    if (settledOf(entry) === undefined) return [];
    return viewIn(entry)?.ready.status === 'pass' ? [`settled ${key}`, `ready ${key}`] : [`settled ${key}`];
  });
}
