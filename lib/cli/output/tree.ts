/**
 * The picture of a run: phases, objects, and why each one waits. Pure: state in, lines out.
 */
import { displayName } from '../../api';
import { describeAction, isFailure, type ObjectResult, type PhaseResult, type RevisionResult } from '../../engine';
import type { Paint } from './paint';

export interface TreeOptions {
  readonly paint: Paint;
  /** Lines that the terminal has for the tree; finished phases fold first. */
  readonly height: number;
  /** Show every object, also of finished phases. */
  readonly full: boolean;
}

const MARK = { pending: '·', running: '…', complete: '✓', failed: '✗' } as const;

export function renderTree(result: RevisionResult, options: TreeOptions): readonly string[] {
  const full = result.phases.flatMap((phase) => renderPhase(phase, options, true));
  const fits = options.full || full.length + result.removed.length < options.height;
  const phases = fits ? full : result.phases.flatMap((phase) => renderPhase(phase, options, phase.status === 'running' || phase.status === 'failed'));
  const lines = [...phases, ...renderRemoved(result.removed, options)];
  if (options.full || lines.length <= options.height) return lines;
  return [...lines.slice(0, options.height - 1), options.paint.dim(`  … ${lines.length - options.height + 1} more lines`)];
}

function renderPhase(phase: PhaseResult, { paint }: TreeOptions, open: boolean): readonly string[] {
  const colour = { pending: paint.dim, running: paint.yellow, complete: paint.green, failed: paint.red }[phase.status];
  const { objects } = phase;
  const ready = objects.filter(isDone).length;
  const head = `${colour(MARK[phase.status])} ${paint.bold(phase.name)} ${paint.dim(`${ready}/${objects.length}`)}`;
  return open ? [head, ...objects.map((object) => renderObject(object, paint))] : [head];
}

function renderRemoved(removed: readonly ObjectResult[], { paint }: TreeOptions): readonly string[] {
  if (removed.length === 0) return [];
  const gone = removed.filter(({ action }) => action !== 'Waiting' && action !== 'Failed').length;
  return [`${gone === removed.length ? paint.green(MARK.complete) : paint.yellow(MARK.running)} ${paint.bold('removed')} ${paint.dim(`${gone}/${removed.length}`)}`, ...removed.map((object) => renderObject(object, paint))];
}

/** Applied and ready, or no longer ours to care for. */
export function isDone(object: ObjectResult): boolean {
  if (object.action === 'Released' || object.action === 'Deleted' || object.action === 'Orphaned') return true;
  return !isFailure(object) && object.action !== 'Waiting' && object.ready?.status === 'pass';
}

function renderObject(object: ObjectResult, paint: Paint): string {
  const name = displayName(object.ref);
  if (isFailure(object)) return `  ${paint.red(MARK.failed)} ${name}  ${paint.red(describeAction(object))}`;
  if (object.ready?.terminal === true) return `  ${paint.red(MARK.failed)} ${name}  ${paint.red(`will not become ready: ${object.ready.message}`)}`;
  if (object.action === 'Waiting') return `  ${paint.dim(`${MARK.pending} ${name}`)}  ${paint.dim(object.reason)}`;
  const action = paint.dim(wording(object));
  if (isDone(object)) return `  ${paint.green(MARK.complete)} ${name}  ${action}`;
  return `  ${paint.yellow(MARK.running)} ${name}  ${action}${object.ready === undefined ? '' : `  ${paint.yellow(object.ready.message)}`}`;
}

/** The action in lower case, as part of a line; in a report as what would be. */
export function wording(object: ObjectResult): string {
  const text = describeAction(object);
  const lower = text.charAt(0).toLowerCase() + text.slice(1);
  return object.wouldBe === true && object.action !== 'Unchanged' ? `would be ${lower}` : lower;
}
