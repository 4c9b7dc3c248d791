/**
 * Progress of a large run as few lines, where there is no terminal: a line when a phase begins, one when it ends, and in between now and
 * then how far it is and what it waits for. What fails is named, each object once.
 */
import { counted } from '../../../counted';
import { displayName } from '../../../api';
import { isFailure, type ObjectResult, type PhaseResult, type State } from '../../../engine';
import { RunResults } from '../../../engine/internal';
import { printLines } from '../terminal/sink';
import { RunRemarks } from './run-remarks';
import { countActions } from './summary';
import { isDone, isReached, isUnchanged, reasonToWait, wording } from './tree-object';

/** How often a phase that goes on says how far it is. */
export const EVERY_MS = 10_000;
/** So many failures are named; of a phase that fails as a whole, the rest is counted, and all of them are told at the end. */
const MOST_FAILURES = 20;
/** So many of the objects that are waited for are named. */
const MOST_WAITING = 3;

export class PhaseLines {
  private readonly results = new RunResults();
  private readonly remarks = new RunRemarks();
  private readonly begun = new Set<string>();
  private readonly ended = new Set<string>();
  private readonly failed = new Set<string>();
  private saidAt = performance.now();

  /** Says what is new since the last call. */
  print(state: State): void {
    const lines = this.newLines(state);
    if (lines.length > 0) printLines(lines, process.stderr);
  }

  private newLines(state: State): readonly string[] {
    const { phases, removed, unreachable } = this.results.of(state);
    const remarks = this.remarks.of(state, unreachable);
    if (state.task.dryRun) return remarks;
    const isDue = performance.now() - this.saidAt >= EVERY_MS;
    const groups = removed.length === 0 ? phases : [...phases, removal(removed)];
    const lines = [...remarks, ...groups.flatMap((phase) => this.ofPhase(phase, isDue))];
    if (isDue || lines.length > 0) this.saidAt = performance.now();
    return lines;
  }

  private ofPhase(phase: PhaseResult, isDue: boolean): readonly string[] {
    const { name, status, objects } = phase;
    // A phase in which nothing was to be done is no news.
    if (status === 'pending' || this.ended.has(name) || (status === 'complete' && objects.every(isUnchanged))) return [];
    const failures = this.newFailures(phase);
    // Of a phase that has failed, other objects may still be under way.
    if (status !== 'running' && !(status === 'failed' && objects.some(isOpen))) {
      this.ended.add(name);
      return [...failures, `phase ${name}: ${status}: ${countActions(objects)}`];
    }
    const isNew = !this.begun.has(name);
    this.begun.add(name);
    if (isNew) return [`phase ${name}: ${counted(objects.length, 'object')}`, ...failures];
    return isDue ? [...failures, far(phase)] : failures;
  }

  private newFailures({ name, objects }: PhaseResult): readonly string[] {
    const known = this.failed.size;
    const fresh = objects.filter((object) => isFailure(object) && !this.failed.has(keyOf(name, object)));
    for (const object of fresh) this.failed.add(keyOf(name, object));
    const room = Math.max(0, MOST_FAILURES - known);
    const lines = fresh.slice(0, room).map((object) => `  ${displayName(object.ref)}: ${wording(object)}`);
    const isFirstTooMany = known <= MOST_FAILURES && this.failed.size > MOST_FAILURES;
    return isFirstTooMany ? [...lines, '  and more objects fail; the end of the output lists them all'] : lines;
  }
}

function keyOf(phase: string, { ref }: ObjectResult): string {
  return `${phase} ${displayName(ref)}`;
}

function removal(objects: readonly ObjectResult[]): PhaseResult {
  const status = objects.every(isDone) ? 'complete' : objects.some(isReached) ? 'running' : 'pending';
  return { name: 'removed', status, objects };
}

function isOpen(object: ObjectResult): boolean {
  return !isDone(object) && !isFailure(object) && isReached(object);
}

function far({ name, objects }: PhaseResult): string {
  const open = objects.filter(isOpen);
  const named = open.slice(0, MOST_WAITING).map((object) => `${displayName(object.ref)}: ${reasonToWait(object)}`);
  const more = open.length - named.length;
  const waiting = [...named, ...(more > 0 ? [`${more} more`] : [])].join('; ');
  return `phase ${name}: ${objects.filter(isDone).length} of ${objects.length} done${waiting === '' ? '' : `, waiting: ${waiting}`}`;
}
