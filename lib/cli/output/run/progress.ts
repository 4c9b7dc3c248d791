/**
 * Live progress of a run: a tree that is redrawn on a terminal, plain lines elsewhere, nothing for machines.
 */
import { displayName } from '../../../api';
import { actionReason, isFailure, resultOf, type ObjectResult, type PhaseResult, type State, type WaitingCause } from '../../../engine';
import { checkedOf } from '../../../engine/internal';
import { brief } from '../brief';
import { live } from '../terminal/live';
import { paint } from '../terminal/paint';
import { renderTree } from './tree';
import { isDone, isReached, readinessOf, wording } from './tree-object';
import { printLines } from '../terminal/sink';
import { note } from '../note';

export interface Progress {
  show(state: State): void;
  /** A remark in between. */
  note(text: string): void;
  /** Ends the live picture. */
  end(): Promise<void>;
}

export type ProgressMode = 'tree' | 'lines' | 'silent';

export async function startProgress(mode: ProgressMode, title: string): Promise<Progress> {
  if (mode === 'silent') return { show: () => undefined, note, end: () => Promise.resolve() };
  if (mode === 'lines') return lineProgress(title);
  return treeProgress(title);
}

/** Redrawn at most so often: more is only flicker. */
const FRAME_MS = 80;

async function treeProgress(title: string): Promise<Progress> {
  const { createLogUpdate } = await import('log-update');
  const colours = paint(process.stderr);
  const started = performance.now();
  let latest: State | undefined;
  let next: NodeJS.Timeout | undefined;
  let drawnAt = Number.NEGATIVE_INFINITY;
  const frame = (): void => {
    clearTimeout(next);
    next = undefined;
    if (latest === undefined) return;
    drawnAt = performance.now();
    const height = Math.max(8, (process.stderr.rows ?? 24) - 3);
    const result = resultOf(latest);
    const lines = renderTree(result, { paint: colours, height, full: false, width: process.stderr.columns ?? 80 });
    const checking = isChecking(latest) ? `, ${describeChecking(latest)}` : '';
    const head = `${colours.bold(title)} ${colours.dim(`${Math.round((performance.now() - started) / 1000)} s${checking}`)}`;
    const trouble = result.unreachable === undefined ? [] : [colours.yellow(describeUnreachable(result.unreachable))];
    picture.draw([head, ...lines, ...trouble]);
  };
  const picture = live(process.stderr, createLogUpdate(process.stderr, { showCursor: false }), frame);
  // The clock goes on while nothing happens.
  const clock = setInterval(frame, 1000).unref();
  return {
    show: (state) => {
      latest = state;
      next ??= setTimeout(frame, Math.max(0, FRAME_MS - (performance.now() - drawnAt))).unref();
    },
    note: (text) => {
      picture.clear();
      note(text);
      frame();
    },
    end: () => {
      clearTimeout(next);
      clearInterval(clock);
      picture.end();
      return Promise.resolve();
    },
  };
}

/** The server is asked about everything first; and a look writes nothing at all. */
function isChecking({ preflight, task }: State): boolean {
  return preflight === 'running' || task.dryRun;
}

/** How many objects the server has been asked about, for as long as it is being asked. */
function describeChecking(state: State): string {
  const progress = checkedOf(state);
  return `checking${progress === undefined ? '' : ` ${progress.checked} of ${progress.objects} objects`}: nothing is written yet`;
}

/** How often lines say how far the preflight is. A short one is no news. */
const CHECKING_MS = 2_000;

/** One line for each thing that changes; a reason to wait is said once until it changes. */
function lineProgress(title: string): Progress {
  const said = new Map<string, string>();
  const waited = new Set<string>();
  let latest: State | undefined;
  let timer: NodeJS.Timeout | undefined;
  let checkingSaidAt = performance.now();
  const say = (key: string, text: string): void => {
    if (said.get(key) === text) return;
    said.set(key, text);
    printLines([text], process.stderr);
  };
  const flush = (): void => {
    timer = undefined;
    if (latest === undefined) return;
    const { phases, removed, unreachable } = resultOf(latest);
    const { dryRun } = latest.task;
    if (unreachable !== undefined) say('reach', describeUnreachable(unreachable));
    else if (said.has('reach')) say('reach', 'The API server answers again.');
    if (latest.preflight === 'running' && performance.now() - checkingSaidAt >= CHECKING_MS) {
      checkingSaidAt = performance.now();
      say('checking', describeChecking(latest));
    }
    // A look, before a run or in place of it, does nothing; what it found is shown at its end.
    if (dryRun) return;
    if (latest.preflight === 'running') for (const phase of phases) sayUnasked(phase, say);
    for (const phase of phases) sayPhase(phase, waited, say);
    for (const object of removed) sayObject(object, 'removed', waited, say);
  };
  // Not before: there may be nothing to work on, and then an error says so.
  const begin = (): void => {
    if (latest === undefined) printLines([title], process.stderr);
  };
  return {
    show: (state) => {
      begin();
      latest = state;
      timer ??= setTimeout(flush, FRAME_MS);
      timer.unref();
    },
    note,
    end: () => {
      clearTimeout(timer);
      flush();
      return Promise.resolve();
    },
  };
}

function describeUnreachable(problem: string): string {
  return `The API server does not answer, trying again: ${problem}`;
}

/** Before the first write: what keeps the server from answering about an object (its namespace goes, a webhook is away). */
function sayUnasked({ name, objects }: PhaseResult, say: (key: string, text: string) => void): void {
  for (const object of objects) {
    if (object.action !== 'Waiting' || !isReached(object) || isUnderWay(object.cause)) continue;
    say(`asked ${name} ${displayName(object.ref)}`, `  ${displayName(object.ref)}: cannot be checked yet: ${brief(actionReason(object))}`);
  }
}

/** A request for it is on its way: no news, for as long as the answer is not there. */
function isUnderWay({ type }: WaitingCause): boolean {
  return type === 'being-read' || type === 'being-checked' || type === 'being-written';
}

function sayPhase(phase: PhaseResult, waited: Set<string>, say: (key: string, text: string) => void): void {
  if (phase.status === 'pending') return;
  for (const object of phase.objects) sayObject(object, phase.name, waited, say);
  // A phase in which nothing was to be done is no news.
  const quiet = phase.objects.every((object) => object.action === 'Unchanged' && isDone(object));
  if (phase.status !== 'running' && !quiet) say(`phase ${phase.name}`, `phase ${phase.name}: ${phase.status}`);
}

function sayObject(object: ObjectResult, phase: string, waited: Set<string>, say: (key: string, text: string) => void): void {
  const name = displayName(object.ref);
  const key = `${phase} ${name}`;
  if (object.action === 'Waiting' && (isUnderWay(object.cause) || !isReached(object))) return;
  if (isDone(object) || isFailure(object) || object.action === 'Waiting') {
    // What was done to it was said when it began to wait.
    if (isDone(object) && waited.has(key)) say(key, `  ${name}: ready`);
    // Why they collide, and what to do about it, is said at the end.
    else if (object.action === 'Collision') say(key, `  ${name}: collision`);
    else if (!(object.action === 'Unchanged' && isDone(object))) say(key, `  ${name}: ${wording(object)}`);
    return;
  }
  if (object.wouldBe === true) {
    say(key, `  ${name}: ${wording(object)}`);
    return;
  }
  waited.add(key);
  say(key, `  ${name}: ${wording(object)}, waiting: ${brief(object.ready === undefined ? 'not observed yet' : readinessOf(object))}`);
}
