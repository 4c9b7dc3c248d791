/**
 * Live progress of a run: a tree that is redrawn on a terminal, plain lines elsewhere, nothing for machines.
 */
import type { State } from '../../../engine';
import { RunResults } from '../../../engine/internal';
import { note } from '../note';
import { live } from '../terminal/live';
import { paint } from '../terminal/paint';
import { printLines } from '../terminal/sink';
import { wrap } from '../terminal/wrap';
import { EVERY_MS, PhaseLines } from './phase-lines';
import { ProgressLines } from './progress-lines';
import { describeChecking, describeFinishing, describeUnreachable, isChecking } from './remarks';
import { renderTree } from './tree';

export interface Progress {
  show(state: State): void;
  /** A remark in between. */
  note(text: string): void;
  /** Ends the live picture. */
  end(): Promise<void>;
}

/** A tree on a terminal; a line for each object, or a few for each phase; or nothing. */
export type ProgressMode = 'tree' | 'lines' | 'phases' | 'silent';

/** What `--progress` may ask for. */
export type ProgressChoice = 'auto' | 'lines' | 'phases' | 'none';

/** By itself: nothing beside a document, a tree on a terminal, lines elsewhere. */
export function progressMode(choice: ProgressChoice, isForPrograms: boolean, isTerminal: boolean): ProgressMode {
  if (choice === 'none') return 'silent';
  if (choice !== 'auto') return choice;
  return isForPrograms ? 'silent' : isTerminal ? 'tree' : 'lines';
}

export async function startProgress(mode: ProgressMode, title: string): Promise<Progress> {
  if (mode === 'silent') return { show: () => undefined, note, end: () => Promise.resolve() };
  if (mode === 'lines') return lineProgress(title, new ProgressLines());
  if (mode === 'phases') return lineProgress(title, new PhaseLines(), EVERY_MS);
  return treeProgress(title);
}

/** Redrawn at most so often: more is only flicker. */
const FRAME_MS = 80;

async function treeProgress(title: string): Promise<Progress> {
  const { createLogUpdate } = await import('log-update');
  const colours = paint(process.stderr);
  const started = performance.now();
  const results = new RunResults();
  let latest: State | undefined;
  let next: NodeJS.Timeout | undefined;
  let drawnAt = Number.NEGATIVE_INFINITY;
  const frame = (): void => {
    clearTimeout(next);
    next = undefined;
    if (latest === undefined) return;
    drawnAt = performance.now();
    const height = Math.max(8, (process.stderr.rows ?? 24) - 3);
    const result = results.of(latest);
    const lines = renderTree(result, { paint: colours, height, full: false, width: process.stderr.columns ?? 80 });
    const checking = isChecking(latest) ? `, ${describeChecking(latest)}` : '';
    const head = `${colours.bold(title)} ${colours.dim(`${Math.round((performance.now() - started) / 1000)} s${checking}`)}`;
    const trouble = result.unreachable === undefined ? [] : [colours.yellow(describeUnreachable(result.unreachable))];
    const finishing = describeFinishing(latest);
    const ending = finishing === undefined ? [] : wrap(finishing, 0, process.stderr.columns).map(colours.yellow);
    picture.draw([head, ...lines, ...ending, ...trouble]);
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

/**
 * @param clockMs how often it is looked at even when nothing happens, because lines say how long something takes
 */
function lineProgress(title: string, lines: { print(state: State): void }, clockMs?: number): Progress {
  let latest: State | undefined;
  let timer: NodeJS.Timeout | undefined;
  const flush = (): void => {
    timer = undefined;
    if (latest !== undefined) lines.print(latest);
  };
  // Not before: there may be nothing to work on, and then an error says so.
  const begin = (): void => {
    if (latest === undefined) printLines([title], process.stderr);
  };
  const clock = clockMs === undefined ? undefined : setInterval(flush, clockMs).unref();
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
      clearInterval(clock);
      flush();
      return Promise.resolve();
    },
  };
}
