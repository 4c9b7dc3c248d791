/**
 * One object in the picture of a run: mark, name, what was done or would be, and what it waits for. Pure.
 */
import { displayName } from '../../../api';
import { actionReason, describeAction, isFailure, type ObjectAction, type ObjectResult } from '../../../engine';
import { brief } from '../brief';
import type { Paint } from '../terminal/paint';
import { wrap } from '../terminal/wrap';
import { oneLine } from '../../../plain-text';

export const MARK = { pending: '·', running: '…', complete: '✓', failed: '✗' } as const;

/** Signs of what would be done, as in a plan. */
const WOULD: Readonly<Partial<Record<ObjectAction['action'], string>>> = {
  Created: '+', Replaced: '±', Adopted: '>', HandedOver: '>', Deleted: '-', Orphaned: '=',
};

type Colour = (text: string) => string;

/** What is known of an object beside its state, as a cell behind its name; empty: nothing. */
export type AboutObject = (object: ObjectResult) => string;

/** Applied and ready, or no longer ours to care for. What would be done is not done. */
export function isDone(object: ObjectResult): boolean {
  const { action, ready } = object;
  if (wouldBeWritten(object) && object.wasAbsent !== true) return false;
  if (action === 'Released' || action === 'Deleted' || action === 'Orphaned') return true;
  return !isFailure(object) && action !== 'Waiting' && ready?.status === 'pass';
}

export function isUnchanged(object: ObjectResult): boolean {
  return object.action === 'Unchanged' && isDone(object);
}

/** That a phase has not been reached is said by the phase, not by each of its objects. */
export function isReached(object: ObjectResult): boolean {
  return object.action !== 'Waiting' || object.cause.type !== 'phase';
}

function wouldBeWritten({ action, wouldBe }: ObjectResult): boolean {
  return wouldBe === true && action !== 'Unchanged' && action !== 'Released' && action !== 'Waiting';
}

/** What is not ready, and why, in words for people. */
export function readinessOf({ ready }: ObjectResult): string {
  return ready === undefined ? '' : (ready.summary ?? ready.message);
}

/** What is waited for before it is done. */
export function reasonToWait(object: ObjectResult): string {
  if (object.action === 'Waiting') return actionReason(object);
  return object.ready === undefined ? 'not observed yet' : brief(readinessOf(object));
}

/** The action in lower case, as part of a line; in a report as what would be. */
export function wording(object: ObjectResult): string {
  if (object.wasAbsent === true) return object.wouldBe === true ? 'does not exist' : 'did not exist';
  const text = brief(describeAction(object));
  const lower = text.charAt(0).toLowerCase() + text.slice(1);
  return wouldBeWritten(object) && !isFailure(object) ? `would be ${lower}` : lower;
}

/**
 * Its line; in a full tree as many as it takes.
 * @param options.about beside its name
 * @param options.width columns: the cells are cut where the line ends, or in a full tree stand below each other where they do not fit
 */
export function objectLines(
  object: ObjectResult,
  options: { readonly paint: Paint; readonly full: boolean; readonly width?: number; readonly about?: AboutObject },
): readonly string[] {
  const { paint, about } = options;
  const plain: Colour = (text) => text;
  const draw = (mark: string, colour: Colour, nameColour: Colour, ...rest: (readonly [string, Colour])[]): readonly string[] => {
    const filled = rest.filter(([text]) => text !== '').map(([text, colourCell]) => [oneLine(text), colourCell] as const);
    const known = about?.(object) ?? '';
    const cells = [[displayName(object.ref), nameColour] as const, ...(known === '' ? [] : [[known, paint.dim] as const]), ...filled];
    return options.full ? belowEachOther(colour(mark), cells, options.width) : [cutOff(colour(mark), cells, options.width)];
  };
  if (isFailure(object)) return draw(MARK.failed, paint.red, plain, [brief(describeAction(object)), paint.red]);
  if (object.ready?.terminal === true && object.action !== 'Waiting') {
    return draw(MARK.failed, paint.red, plain, [`will not become ready: ${brief(readinessOf(object))}`, paint.red]);
  }
  if (object.action === 'Waiting') {
    return draw(MARK.pending, paint.dim, paint.dim, [isReached(object) ? actionReason(object) : '', paint.dim]);
  }
  // A remark of what is ready, too: that a claim is not waited for.
  if (isDone(object)) return draw(MARK.complete, paint.green, plain, [wording(object), paint.dim], [readinessOf(object), paint.dim]);
  const mark = wouldBeWritten(object) ? (WOULD[object.action] ?? '~') : MARK.running;
  // Whether it is ready does not matter for what goes.
  const goes = object.action === 'Deleted' || object.action === 'Orphaned';
  const unready = goes || object.ready?.status === 'pass' ? '' : brief(readinessOf(object));
  return draw(mark, paint.yellow, plain, [wording(object), paint.dim], [unready, paint.yellow]);
}

type Cells = readonly (readonly [string, Colour])[];

function cutOff(mark: string, cells: Cells, width = Number.POSITIVE_INFINITY): string {
  let room = width - 4;
  const shown = cells.flatMap(([text, colour]) => {
    if (room < 2) return [];
    const cut = text.length > room ? `${text.slice(0, room - 1)}…` : text;
    room -= cut.length + 2;
    return [colour(cut)];
  });
  return `  ${mark} ${shown.join('  ')}`.trimEnd();
}

function belowEachOther(mark: string, cells: Cells, width = Number.POSITIVE_INFINITY): readonly string[] {
  let room = width - 4;
  const first = cells.findIndex(([text], index) => {
    room -= text.length + (index === 0 ? 0 : 2);
    return index > 0 && room < 0;
  });
  const [beside, below] = first === -1 ? [cells, []] : [cells.slice(0, first), cells.slice(first)];
  return [
    `  ${mark} ${beside.map(([text, colour]) => colour(text)).join('  ')}`.trimEnd(),
    ...below.flatMap(([text, colour]) => wrap(text, 6, width, 0).map((line) => colour(line))),
  ];
}
