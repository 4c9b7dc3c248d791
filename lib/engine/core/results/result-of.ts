import { defined } from '../../../defined';
import { contestOf } from '../contest';
import { settledOf, type Asking, type Entry, type Knowledge, type Open, type Writing } from '../state/entry';
import { isFailure, type ObjectAction, type ObjectResult, type PhaseResult, type RevisionResult } from './results';
import { readyIn } from '../state/finished';
import type { State } from '../state/state';
import type { Item, Removal, Task } from '../state/task';
import type { WaitingCause } from './waiting';

/** The state of a run as a result: what happened, and where each object stands. */
export function resultOf(state: State): RevisionResult {
  return new RunResults().of(state);
}

/** An object, and the entry that its result was made of. */
interface Row {
  readonly entry: Entry;
  readonly result: ObjectResult;
}

/** The objects of a phase, or those that have to go. */
interface Rows {
  readonly rows: readonly Row[];
  readonly objects: readonly ObjectResult[];
  readonly complete: boolean;
  readonly failed: boolean;
}

/**
 * The result of a run while it goes on, for a caller that looks at it again and again. What has not changed since the last look is the very
 * same object: the caller tells by `===` what it has to look at, and of thousands of objects only those that changed cost anything.
 */
export class RunResults {
  private task: Task | undefined;
  private readonly batches = new Map<number, Rows>();

  of(state: State): RevisionResult {
    const { task, plan } = state;
    if (this.task !== task) this.batches.clear();
    this.task = task;
    let reached = true;
    const phases = task.phases.map((name, index): PhaseResult => {
      const { objects, complete, failed } = this.rowsOf(state, index, plan.phases[index]?.members ?? [], (item, entry) =>
        toResult(item.ref, name, entry, task.dryRun || item.paused === true, item));
      const status = failed
        ? 'failed'
        : complete ? 'complete' : reached && (state.preflight === 'passed' || task.dryRun) ? 'running' : 'pending';
      reached &&= complete && !failed;
      return { name, status, objects };
    });
    const { objects: removed } = this.rowsOf(state, task.phases.length, task.removals, ({ ref, phase }, entry) =>
      toResult(ref, phase, entry, task.dryRun));
    return {
      phases,
      removed,
      complete: state.status === 'complete' && !task.dryRun,
      failed: state.status === 'failed',
      ...(state.deadlineExceeded === undefined ? {} : { deadlineExceeded: true }),
      ...defined({ unreachable: state.unreachable }),
    };
  }

  private rowsOf<Member extends Item | Removal>(
    { entries }: State, batch: number, members: readonly Member[], make: (member: Member, entry: Entry) => ObjectResult,
  ): Rows {
    const before = this.batches.get(batch);
    const rows = members.map((member, at): Row => {
      const entry = entries.get(member.key) as Entry; // Every key of the task has an entry from the start.
      const row = before?.rows[at];
      return row?.entry === entry ? row : { entry, result: make(member, entry) };
    });
    if (before !== undefined && rows.every((row, at) => row === before.rows[at])) return before;
    const made: Rows = {
      rows,
      objects: rows.map(({ result }) => result),
      complete: rows.every(isReady),
      failed: rows.some(({ result }) => isFailure(result) || isDoomed(result)),
    };
    this.batches.set(batch, made);
    return made;
  }
}

/** What its probe said before it was written counts as little as what becomes of an object that is no longer ours. */
function isDoomed({ action, ready }: ObjectResult): boolean {
  return action !== 'Released' && action !== 'Waiting' && ready?.terminal === true;
}

function isReady({ result, entry }: Row): boolean {
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
      return { action: 'Waiting', cause: waitingIn(progress.waiting, knowledge) ?? causeOf(progress, knowledge) };
  }
}

/** The wait for the first look ends with it, although nothing else is decided about an object until its phase is reached. */
function waitingIn(waiting: WaitingCause | undefined, { presence, needsRead }: Knowledge): WaitingCause | undefined {
  return waiting?.type === 'being-read' && presence !== 'unknown' && !needsRead ? undefined : waiting;
}

/** What is under way for an object that nothing holds up. */
function causeOf(progress: Open | Asking | Writing, { needsRead, presence }: Knowledge): WaitingCause {
  switch (progress.type) {
    case 'open':
      return { type: progress.achieved?.action === 'Replaced' && presence === 'absent' ? 'being-replaced' : 'phase' };
    case 'asking':
      return { type: progress.request === 'read' ? 'being-read' : 'being-checked' };
    case 'writing':
      return needsRead ? { type: 'being-read' } : beingDone(progress.intent, presence);
  }
}

function beingDone({ action }: ObjectAction, presence: Knowledge['presence']): WaitingCause {
  // The second half of a replacement creates.
  if (action === 'Deleted' || (action === 'Replaced' && presence === 'present')) return { type: 'being-deleted', finalizers: [] };
  if (action === 'Replaced') return { type: 'being-replaced' };
  return { type: action === 'Orphaned' || action === 'Released' ? 'being-released' : 'being-written' };
}
