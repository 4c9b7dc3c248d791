/**
 * The picture of a run: phases, objects, and why each one waits. Pure: state in, lines out.
 */
import { isFailure, type ObjectResult, type PhaseResult, type PhaseStatus, type RevisionResult } from '../../../engine';
import type { Paint } from '../terminal/paint';
import { isDone, isReached, isUnchanged, MARK, objectLines, type AboutObject } from './tree-object';

export interface TreeOptions {
  readonly paint: Paint;
  /** Lines that the terminal has for the tree; what is finished folds first. */
  readonly height: number;
  /** Show every object, also of finished phases and of those that have not been reached. */
  readonly full: boolean;
  /** Columns of the terminal: longer lines go on below in a full tree, and are cut in another. @default no limit */
  readonly width?: number;
  /** Only count what is unchanged and ready: it is no part of what a run did. @default false */
  readonly foldUnchanged?: boolean;
  /** Finished objects of one phase that a full tree lists; of more it says how many there are. @default all of them */
  readonly mostListed?: number;
  /** What is said of each object beside its state. @default nothing */
  readonly about?: AboutObject;
}

/** What folds, more with each step: nothing, finished phases, and at last everything but what is worked on or has failed. */
type Folding = 'none' | 'phases' | 'objects';

/** Of a tree on a terminal, {@link TreeOptions.mostListed}: what is counted beyond that would run through some ten screens. */
export const MOST_ON_TERMINAL = 300;

interface Line {
  /** Made for the lines that are shown: of thousands of objects only these cost anything. */
  text(): string;
  /** What may be left out comes with a higher number. */
  readonly rank: number;
}

/** Failures; what is waited for, and the phases of both; what has not been reached; the rest. */
const [FAILED, URGENT, HEAD, REST] = [0, 1, 2, 3];

export function renderTree(result: RevisionResult, options: TreeOptions): readonly string[] {
  const { full, height, paint } = options;
  // Only while the run goes on: what was not reached in the end is said in other words.
  const current = full ? undefined : result.phases.find(({ status }) => status === 'running')?.name;
  const draw = (folding: Folding): readonly Line[] => [
    ...result.phases.flatMap((phase) => renderPhase(phase, options, folding, current)),
    ...(result.removed.length === 0 ? [] : renderPhase(removedAsPhase(result.removed), options, folding)),
  ];
  const first = draw('none');
  if (full || first.length <= height) return first.map(({ text }) => text());
  const second = draw('phases');
  if (second.length <= height) return second.map(({ text }) => text());
  return shortened(draw('objects'), height, paint);
}

/** The most urgent lines, in their order; all of them where there is room. */
function shortened(lines: readonly Line[], height: number, paint: Paint): readonly string[] {
  if (lines.length <= height) return lines.map(({ text }) => text());
  const places = lines.map(({ rank }, index) => ({ rank, index })).sort((a, b) => a.rank - b.rank || a.index - b.index);
  const kept = new Set(places.slice(0, height - 1).map(({ index }) => index));
  const shown = lines.flatMap(({ text }, index) => (kept.has(index) ? [text()] : []));
  return [...shown, paint.dim(`  … and ${lines.length - shown.length} more lines`)];
}

/** What has to go, in the order in which it goes. */
function removedAsPhase(objects: readonly ObjectResult[]): PhaseResult {
  const status = objects.every(isDone) ? 'complete' : objects.some(isFailure) ? 'failed' : objects.some(isReached) ? 'running' : 'pending';
  return { name: 'removed', status, objects };
}

function renderPhase(
  { name, status, objects }: PhaseResult, options: TreeOptions, folding: Folding, current?: string,
): readonly Line[] {
  const { paint, full, foldUnchanged = false } = options;
  const { dim, yellow, green, red } = paint;
  const colours: Readonly<Record<PhaseStatus, (text: string) => string>> = { pending: dim, running: yellow, complete: green, failed: red };
  const head = `${colours[status](MARK[status])} ${paint.bold(name)} ${paint.dim(`${objects.filter(isDone).length}/${objects.length}`)}`;
  const isQuiet = foldUnchanged && objects.every(isUnchanged);
  const remark = isQuiet && objects.length > 0
    ? 'unchanged'
    : status === 'pending' && current !== undefined ? `waits for phase ${current}` : '';
  const text = remark === '' ? head : `${head}${paint.dim(`  ${remark}`)}`;
  const rank = { failed: FAILED, running: URGENT, pending: HEAD, complete: REST }[status];
  const line = { text: () => text, rank: objects.some(isBroken) ? FAILED : rank };
  // Of a phase that has not been reached there is nothing to show, unless something of it is there already.
  const isOpen = !isQuiet && (full || ((folding === 'none' || status !== 'complete') && objects.some(isReached)));
  return isOpen ? [line, ...foldedObjects(objects, options, folding)] : [line];
}

/** What is counted instead of listed stands last. */
function foldedObjects(objects: readonly ObjectResult[], options: TreeOptions, folding: Folding): readonly Line[] {
  const { paint } = options;
  const hidesUnchanged = options.foldUnchanged === true && objects.filter(isUnchanged).length > 1;
  const finished = objects.filter((object) => isDone(object) && !(hidesUnchanged && isUnchanged(object))).length;
  const isTooMany = options.full && finished > (options.mostListed ?? Number.POSITIVE_INFINITY);
  const folds = (object: ObjectResult): boolean =>
    (folding === 'objects'
      ? isDone(object) || !isReached(object)
      : (hidesUnchanged && isUnchanged(object)) || (isTooMany && isDone(object)));
  const listed = objects.filter((object) => !folds(object)).flatMap((object) =>
    linesOf(object, options, isBroken(object) ? FAILED : isReached(object) && !isDone(object) ? URGENT : REST));
  const folded = objects.filter(folds);
  const counted = (count: number, mark: string, words: string): readonly Line[] =>
    (count === 0 ? [] : [{ text: () => paint.dim(`  ${mark} ${count} ${words}`), rank: REST }]);
  const done = folded.filter(isDone);
  return [
    ...listed,
    ...countsOf(done, options.full).flatMap(([words, count]) => counted(count, MARK.complete, words)),
    ...counted(folded.length - done.length, MARK.pending, 'not reached yet'),
  ];
}

/** How many are done; in a full tree by what was done, the most first. */
function countsOf(done: readonly ObjectResult[], full: boolean): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>();
  for (const { action } of done) {
    const words = action.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
    counts.set(words, (counts.get(words) ?? 0) + 1);
  }
  const isAlike = counts.size === 1 && (counts.has('unchanged') || counts.has('deleted'));
  if (full || isAlike) return [...counts].sort(([, a], [, b]) => b - a);
  return done.length === 0 ? [] : [['done', done.length]];
}

/** It failed, or will not become ready. */
function isBroken(object: ObjectResult): boolean {
  return isFailure(object) || (object.ready?.status === 'fail' && object.ready.terminal);
}

/** An object has one line, apart from a full tree. */
function linesOf(object: ObjectResult, options: TreeOptions, rank: number): readonly Line[] {
  if (!options.full) return [{ text: () => objectLines(object, options).join('\n'), rank }];
  return objectLines(object, options).map((text) => ({ text: () => text, rank }));
}
