import { defined } from '../../defined';
import { contestOf } from './contest';
import { isFailure, type ObjectResult, type PhaseResult, type RevisionResult } from './results';
import type { Entry, State } from './state';

/** The state of a run as a result: what happened, and where each object stands. */
export function resultOf(state: State): RevisionResult {
  const { task, entries } = state;
  const objectOf = (key: string): Entry => entries.get(key) as Entry;
  let reached = true;
  const phases = task.phases.map((name, index): PhaseResult => {
    const items = task.items.filter((item) => item.phase === index);
    const objects = items.map((item) => toResult(item.ref, name, objectOf(item.key), task.report || item.paused === true));
    const complete = objects.every((result, at) => isReady(result, objectOf((items[at] as (typeof items)[number]).key)));
    const failed = objects.some((result) => isFailure(result) || isDoomed(result));
    const status = failed ? 'failed' : complete ? 'complete' : reached && (state.preflight === 'passed' || task.report) ? 'running' : 'pending';
    reached &&= complete && !failed;
    return { name, status, objects };
  });
  const removed = task.removals.map((removal) => toResult(removal.ref, removal.phase, objectOf(removal.key), task.report));
  return {
    phases,
    removed,
    complete: state.status === 'complete' && !task.report,
    failed: state.status === 'failed',
    ...(state.deadlineExceeded === undefined ? {} : { deadlineExceeded: true }),
    ...defined({ unreachable: state.unreachable }),
  };
}

/** What its probe said before it was written counts as little as what becomes of an object that is no longer ours. */
function isDoomed({ action, ready }: ObjectResult): boolean {
  return action !== 'Released' && action !== 'Waiting' && ready?.terminal === true;
}

function isReady(result: ObjectResult, entry: Entry): boolean {
  if (entry.settled === undefined || (result.wouldBe === true && !isAsItIs(result))) return false;
  return result.action === 'Released' || result.ready?.status === 'pass';
}

/** Nothing would be written to it. */
function isAsItIs({ action }: ObjectResult): boolean {
  return action === 'Unchanged' || action === 'Released';
}

function toResult(ref: ObjectResult['ref'], phase: string, entry: Entry, wouldBe: boolean): ObjectResult {
  const { view, pending, waiting = pending === undefined ? UNREACHED : underWay(entry) } = entry;
  const action = entry.settled ?? entry.wouldBe ?? { action: 'Waiting' as const, reason: waiting };
  const contested = contestOf(entry);
  return {
    ...action, ref, phase,
    ...(wouldBe && action.action !== 'Waiting' ? { wouldBe: true as const } : {}),
    ...(action.action === 'Deleted' && entry.presence === 'absent' && entry.existed !== true ? { wasAbsent: true as const } : {}),
    ...defined({ ready: view?.ready, contested }),
  };
}

const UNREACHED = 'its phase has not been reached';

/** What is under way for it, as far as the run has said nothing else. */
function underWay({ dryRun, needsRead, intent }: Entry): string {
  if (dryRun === 'running') return 'the API server is asked about it';
  if (needsRead || intent === undefined) return 'its state is being read';
  if (intent.action === 'Deleted') return 'it is being deleted';
  return intent.action === 'Orphaned' || intent.action === 'Released' ? 'it is being let go' : 'it is being written';
}
