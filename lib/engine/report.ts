import { isFailure, type ObjectResult, type PhaseResult, type RevisionResult } from './results';
import type { Entry, State } from './state';

/** The state of a run as a result: what happened, and where each object stands. */
export function resultOf(state: State): RevisionResult {
  const { task, entries } = state;
  const objectOf = (key: string): Entry => entries.get(key) as Entry;
  let reached = true;
  const phases = task.phases.map((name, index): PhaseResult => {
    const items = task.items.filter((item) => item.phase === index);
    const objects = items.map((item) => toResult(item.ref, name, objectOf(item.key), task.report));
    const complete = objects.every((result, at) => isReady(result, objectOf((items[at] as (typeof items)[number]).key)));
    const failed = objects.some((result) => isFailure(result) || result.ready?.terminal === true);
    const status = failed ? 'failed' : complete ? 'complete' : reached && state.preflight === 'passed' ? 'running' : 'pending';
    reached &&= complete;
    return { name, status, objects };
  });
  const removed = task.removals.map((removal) => toResult(removal.ref, removal.phase, objectOf(removal.key), task.report));
  return {
    phases,
    removed,
    complete: state.status === 'complete' && !task.report,
    failed: state.status === 'failed',
    ...(state.unreachable === undefined ? {} : { unreachable: state.unreachable }),
  };
}

function isReady(result: ObjectResult, entry: Entry): boolean {
  if (entry.settled === undefined) return false;
  return result.action === 'Released' || result.ready?.status === 'pass';
}

function toResult(ref: ObjectResult['ref'], phase: string, entry: Entry, report: boolean): ObjectResult {
  const action = entry.settled ?? { action: 'Waiting' as const, reason: entry.waiting ?? (entry.pending === undefined ? 'its phase has not been reached' : 'it is being written') };
  return { ...action, ref, phase, ...(report ? { wouldBe: true as const } : {}), ...(entry.view === undefined ? {} : { ready: entry.view.ready }) };
}
