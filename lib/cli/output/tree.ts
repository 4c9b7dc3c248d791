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
  /** Show every object, also of finished phases and of those that have not been reached. */
  readonly full: boolean;
  /** Columns of the terminal: longer lines are cut. @default no limit */
  readonly width?: number;
}

const MARK = { pending: '·', running: '…', complete: '✓', failed: '✗' } as const;

export function renderTree(result: RevisionResult, options: TreeOptions): readonly string[] {
  const full = result.phases.flatMap((phase) => renderPhase(phase, options, options.full || phase.status !== 'pending'));
  const fits = options.full || full.length + result.removed.length < options.height;
  const phases = fits ? full : result.phases.flatMap((phase) => renderPhase(phase, options, phase.status === 'running' || phase.status === 'failed'));
  const lines = [...phases, ...renderRemoved(result.removed, options)];
  if (options.full || lines.length <= options.height) return lines;
  return [...lines.slice(0, options.height - 1), options.paint.dim(`  … and ${lines.length - options.height + 1} more lines`)];
}

function renderPhase(phase: PhaseResult, options: TreeOptions, open: boolean): readonly string[] {
  const { paint } = options;
  const colour = { pending: paint.dim, running: paint.yellow, complete: paint.green, failed: paint.red }[phase.status];
  const { objects } = phase;
  const ready = objects.filter(isDone).length;
  const head = `${colour(MARK[phase.status])} ${paint.bold(phase.name)} ${paint.dim(`${ready}/${objects.length}`)}`;
  return open ? [head, ...objects.map((object) => renderObject(object, options))] : [head];
}

/** In the order in which they go: the reverse of that in which they came. */
function renderRemoved(removed: readonly ObjectResult[], options: TreeOptions): readonly string[] {
  const { paint } = options;
  if (removed.length === 0) return [];
  const gone = removed.filter(({ action }) => action !== 'Waiting' && action !== 'Failed').length;
  return [`${gone === removed.length ? paint.green(MARK.complete) : paint.yellow(MARK.running)} ${paint.bold('removed')} ${paint.dim(`${gone}/${removed.length}`)}`, ...[...removed].reverse().map((object) => renderObject(object, options))];
}

/** Applied and ready, or no longer ours to care for. */
export function isDone(object: ObjectResult): boolean {
  if (object.action === 'Released' || object.action === 'Deleted' || object.action === 'Orphaned') return true;
  return !isFailure(object) && object.action !== 'Waiting' && object.ready?.status === 'pass';
}

/** Mark, name, what was done, and why it waits: a column each, cut where the line ends. */
function renderObject(object: ObjectResult, { paint, width }: TreeOptions): string {
  type Colour = (text: string) => string;
  const plain: Colour = (text) => text;
  const line = (mark: string, colour: Colour, nameColour: Colour, ...rest: (readonly [string, Colour])[]): string => {
    const cells = [[displayName(object.ref), nameColour] as const, ...rest.filter(([text]) => text !== '')];
    let room = (width ?? Number.POSITIVE_INFINITY) - 4;
    const shown = cells.flatMap(([text, colourCell]) => {
      if (room < 2) return [];
      const cut = text.length > room ? `${text.slice(0, room - 1)}…` : text;
      room -= cut.length + 2;
      return [colourCell(cut)];
    });
    return `  ${colour(mark)} ${shown.join('  ')}`.trimEnd();
  };
  if (isFailure(object)) return line(MARK.failed, paint.red, plain, [describeAction(object), paint.red]);
  if (object.ready?.terminal === true) return line(MARK.failed, paint.red, plain, [`will not become ready: ${object.ready.message}`, paint.red]);
  if (object.action === 'Waiting') return line(MARK.pending, paint.dim, paint.dim, [isUnreached(object) ? '' : object.reason, paint.dim]);
  if (isDone(object)) return line(MARK.complete, paint.green, plain, [wording(object), paint.dim]);
  return line(MARK.running, paint.yellow, plain, [wording(object), paint.dim], [object.ready?.message ?? '', paint.yellow]);
}

/** That a phase has not been reached is said by the phase, not by each of its objects. */
function isUnreached(object: ObjectResult): boolean {
  return object.action === 'Waiting' && object.reason === 'its phase has not been reached';
}

/** The action in lower case, as part of a line; in a report as what would be. */
export function wording(object: ObjectResult): string {
  const text = describeAction(object);
  const lower = text.charAt(0).toLowerCase() + text.slice(1);
  return object.wouldBe === true && object.action !== 'Unchanged' ? `would be ${lower}` : lower;
}
