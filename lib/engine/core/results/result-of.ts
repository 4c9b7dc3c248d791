import { defined } from '../../../defined';
import { contestOf } from '../contest';
import { settledOf, type Asking, type Entry, type Knowledge, type Open, type Writing } from '../state/entry';
import { isFailure, type ObjectAction, type ObjectResult, type PhaseResult, type RevisionResult } from './results';
import { readyIn } from '../state/finished';
import type { State } from '../state/state';
import type { Item } from '../state/task';
import type { WaitingCause } from './waiting';

/** The state of a run as a result: what happened, and where each object stands. */
export function resultOf(state: State): RevisionResult {
  const { task, entries, plan } = state;
  const objectOf = (key: string): Entry => entries.get(key) as Entry;
  let reached = true;
  const phases = task.phases.map((name, index): PhaseResult => {
    const items = plan.phases[index]?.members ?? [];
    const objects = items.map((item) => toResult(item.ref, name, objectOf(item.key), task.dryRun || item.paused === true, item));
    const complete = objects.every((result, at) => isReady(result, objectOf((items[at] as (typeof items)[number]).key)));
    const failed = objects.some((result) => isFailure(result) || isDoomed(result));
    const status = failed
      ? 'failed'
      : complete ? 'complete' : reached && (state.preflight === 'passed' || task.dryRun) ? 'running' : 'pending';
    reached &&= complete && !failed;
    return { name, status, objects };
  });
  const removed = task.removals.map((removal) => toResult(removal.ref, removal.phase, objectOf(removal.key), task.dryRun));
  return {
    phases,
    removed,
    complete: state.status === 'complete' && !task.dryRun,
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
  if (settledOf(entry) === undefined || (result.wouldBe === true && !isAsItIs(result))) return false;
  return result.action === 'Released' || result.ready?.status === 'pass';
}

/** Nothing would be written to it. */
function isAsItIs({ action }: ObjectResult): boolean {
  return action === 'Unchanged' || action === 'Released';
}

function toResult(ref: ObjectResult['ref'], phase: string, entry: Entry, wouldBe: boolean, item?: Item): ObjectResult {
  const { knowledge } = entry;
  const action = actionOf(entry);
  const wasAbsent = action.action === 'Deleted' && knowledge.presence === 'absent' && !knowledge.existed;
  const contested = contestOf(entry);
  return {
    ...action, ref, phase,
    ...(wouldBe && action.action !== 'Waiting' ? { wouldBe: true as const } : {}),
    ...(wasAbsent ? { wasAbsent: true as const } : {}),
    ...defined({ ready: readyIn(item, entry), contested }),
  };
}

function actionOf({ progress, knowledge }: Entry): ObjectAction {
  switch (progress.type) {
    case 'settled':
      return progress.action;
    case 'held':
      return progress.wouldBe;
    default:
      return { action: 'Waiting', cause: progress.waiting ?? causeOf(progress, knowledge) };
  }
}

/** What is under way for an object that nothing holds up. */
function causeOf(progress: Open | Asking | Writing, { needsRead }: Knowledge): WaitingCause {
  switch (progress.type) {
    case 'open':
      return { type: 'phase' };
    case 'asking':
      return { type: progress.request === 'read' ? 'being-read' : 'being-checked' };
    case 'writing':
      return needsRead ? { type: 'being-read' } : beingDone(progress.intent);
  }
}

function beingDone({ action }: ObjectAction): WaitingCause {
  if (action === 'Deleted' || action === 'Replaced') return { type: 'being-deleted', finalizers: [] };
  return { type: action === 'Orphaned' || action === 'Released' ? 'being-released' : 'being-written' };
}
