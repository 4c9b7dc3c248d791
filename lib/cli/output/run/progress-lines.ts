/** Progress as plain lines, where there is no terminal: one for each thing that changes; a reason to wait is said once until it changes. */
import { displayName } from '../../../api';
import {
  actionReason, isFailure, type ObjectResult, type PhaseResult, type RevisionResult, type State, type WaitingCause,
} from '../../../engine';
import { RunResults } from '../../../engine/internal';
import { brief } from '../brief';
import { printLines } from '../terminal/sink';
import { RunRemarks } from './run-remarks';
import { isDone, isReached, reasonToWait, wording } from './tree-object';

export class ProgressLines {
  private readonly results = new RunResults();
  /** What was last said of each thing. */
  private readonly said = new Map<string, string>();
  /** Objects that were said to wait. */
  private readonly waited = new Set<string>();
  /** Objects as they were when they were last looked at, by what they are part of: only what changed is looked at again. */
  private readonly looked = new Map<string, readonly ObjectResult[]>();
  private readonly remarks = new RunRemarks();
  private lines: string[] = [];

  /** Says what is new since the last call. */
  print(state: State): void {
    this.sayRun(state, this.results.of(state));
    if (this.lines.length > 0) printLines(this.lines, process.stderr);
    this.lines = [];
  }

  private sayRun(state: State, { phases, removed, unreachable }: RevisionResult): void {
    this.lines.push(...this.remarks.of(state, unreachable));
    // A look, before a run or in place of it, does nothing; what it found is shown at its end.
    if (state.task.dryRun) return;
    if (state.preflight === 'running') phases.forEach((phase, index) => this.sayUnasked(phase, index));
    phases.forEach((phase, index) => this.sayPhase(phase, index));
    for (const object of this.changed('removed', removed)) this.sayObject(object, 'removed');
  }

  private say(key: string, text: string): void {
    if (this.said.get(key) === text) return;
    this.said.set(key, text);
    this.lines.push(text);
  }

  private changed(of: string, objects: readonly ObjectResult[]): readonly ObjectResult[] {
    const before = this.looked.get(of);
    if (before === objects) return [];
    this.looked.set(of, objects);
    return before === undefined ? objects : objects.filter((object, at) => object !== before[at]);
  }

  /** Before the first write: what keeps the server from answering about an object (its namespace goes, a webhook is away). */
  private sayUnasked({ name, objects }: PhaseResult, index: number): void {
    for (const object of this.changed(`asked ${index}`, objects)) {
      if (object.action !== 'Waiting' || !isReached(object) || isUnderWay(object.cause)) continue;
      const subject = displayName(object.ref);
      this.say(`asked ${name} ${subject}`, `  ${subject}: cannot be checked yet: ${brief(actionReason(object))}`);
    }
  }

  private sayPhase({ name, status, objects }: PhaseResult, index: number): void {
    if (status === 'pending') return;
    for (const object of this.changed(`phase ${index}`, objects)) this.sayObject(object, name);
    if (status === 'running') return;
    // A phase in which nothing was to be done is no news.
    const quiet = objects.every((object) => object.action === 'Unchanged' && isDone(object));
    if (!quiet) this.say(`phase ${name}`, `phase ${name}: ${status}`);
  }

  private sayObject(object: ObjectResult, phase: string): void {
    const name = displayName(object.ref);
    const key = `${phase} ${name}`;
    if (object.action === 'Waiting' && (isUnderWay(object.cause) || !isReached(object))) return;
    if (isDone(object) || isFailure(object) || object.action === 'Waiting') {
      // What was done to it was said when it began to wait.
      if (isDone(object) && this.waited.has(key)) this.say(key, `  ${name}: ready`);
      // Why they collide, and what to do about it, is said at the end.
      else if (object.action === 'Collision') this.say(key, `  ${name}: collision`);
      else if (!(object.action === 'Unchanged' && isDone(object))) this.say(key, `  ${name}: ${wording(object)}`);
      return;
    }
    if (object.wouldBe === true) {
      this.say(key, `  ${name}: ${wording(object)}`);
      return;
    }
    this.waited.add(key);
    this.say(key, `  ${name}: ${wording(object)}, waiting: ${reasonToWait(object)}`);
  }
}

/** A request for it is on its way: no news, for as long as the answer is not there. */
function isUnderWay({ type }: WaitingCause): boolean {
  return type === 'being-read' || type === 'being-checked' || type === 'being-written' || type === 'being-replaced';
}
