/** The objects of a phase in a plan: a line each, and below it why, what changes, and who changed it. Pure. */
import { displayName, isVolume } from '../../../api';
import type { HintWords } from '../../../errors';
import { contentsText, type DataLoss } from '../../../guards';
import {
  actionReason, collisionHint, type CausedAction, type IgnoredField, type PlanAction, type PlannedObject, type PlannedPhase,
} from '../../../runtime';
import { brief } from '../brief';
import type { Paint } from '../terminal/paint';
import { wrap } from '../terminal/wrap';
import { crdLines } from './crd-diff';
import { diffLines, linesOf, type DiffLine } from './diff';
import type { PlanTextOptions } from './options';

type Colour = (text: string) => string;

/** Lines of changes that are shown of one object, unless all are wanted. */
const LINES_PER_OBJECT = 40;

const SIGNS: Readonly<Record<PlanAction, string>> = {
  'create': '+', 'change': '~', 'replace': '±', 'recover': '~', 'adopt': '>', 'hand-over': '>', 'unchanged': '=',
  'collision': '!', 'refused': '!', 'release': '=', 'wait': '.', 'unforeseen': '?',
};
const WORDS: Readonly<Record<PlanAction, string>> = {
  'create': '', 'change': '', 'replace': 'will be replaced', 'recover': 'changed by others, to be restored', 'adopt': 'to be adopted',
  'hand-over': 'to be handed over', 'unchanged': '',
  'collision': 'collision', 'refused': 'refused', 'release': 'left alone', 'wait': 'to be waited for', 'unforeseen': '',
};

/** Ways out of collisions, each below the first object that it is for. */
export type WaysOut = ReadonlyMap<PlannedObject, string>;

export function waysOut(phases: readonly PlannedPhase[], words: HintWords): WaysOut {
  const known = new Set<string>();
  const found = new Map<PlannedObject, string>();
  for (const object of phases.flatMap(({ objects }) => objects)) {
    const way = object.because?.action === 'Collision' ? collisionHint(object.because.cause, words) : undefined;
    if (way === undefined || known.has(way)) continue;
    known.add(way);
    found.set(object, way);
  }
  return found;
}

export function phaseLines({ objects }: PlannedPhase, ways: WaysOut, options: PlanTextOptions): readonly string[] {
  const unchanged = objects.filter(isSilent).length;
  const lines = objects.filter((object) => !isSilent(object)).flatMap((object) => objectLines(object, ways, options));
  return unchanged === 0 ? lines : [...lines, options.paint.dim(`  = ${unchanged} unchanged`)];
}

/** Nothing happens to it, and nothing of it is left to others. */
export function isSilent({ action, ignored }: PlannedObject): boolean {
  return action === 'unchanged' && ignored === undefined;
}

/** What the server says may be long. */
function reasonOf(because: CausedAction): string {
  return because.action === 'Failed' ? brief(actionReason(because)) : actionReason(because);
}

function objectLines(object: PlannedObject, ways: WaysOut, options: PlanTextOptions): readonly string[] {
  const { paint, width } = options;
  const { ref, action, notAsked, because } = object;
  const colour = colourOf(SIGNS[action], paint);
  const notes: readonly (readonly [string | undefined, Colour])[] = [
    [
      because && (action === 'replace' ? `because ${reasonOf(because)}` : reasonOf(because)),
      action === 'collision' || action === 'refused' ? paint.red : paint.dim,
    ],
    [ways.get(object), paint.dim],
    [notAsked === undefined ? undefined : `not asked: ${notAsked}`, paint.dim],
    [object.lost, paint.yellow],
    [object.loss && dataText(object.loss), paint.red],
    [object.paused === true ? 'paused: the run would not write it' : undefined, paint.yellow],
    [isOnlyMarks(object) ? 'only the marks of the extension, and the owners of fields' : undefined, paint.dim],
  ];
  return [
    ...wrap(`${SIGNS[action]} ${displayName(ref)}${WORDS[action] === '' ? '' : `  ${WORDS[action]}`}`, 2, width, 4).map(colour),
    ...notes.flatMap(([text, colourNote]) => (text === undefined ? [] : wrap(text, 6, width, 0).map(colourNote))),
    ...limited(changeLines(object, options), options),
    ...whoLines(object, options),
    ...ignoredLines(object, options),
    ...created(object, options),
  ];
}

function dataText(loss: DataLoss): string {
  return isVolume(loss.ref) ? 'it holds data, which would be lost with it' : `would also delete data: ${contentsText(loss)}`;
}

function changeLines({ ref, changes }: PlannedObject, { full }: PlanTextOptions): readonly DiffLine[] {
  if (ref.kind === 'CustomResourceDefinition' && !full) return crdLines(changes);
  return changes.flatMap((change) => diffLines(change));
}

/** It would be written, and yet none of its fields changes. */
function isOnlyMarks({ action, changes, notAsked, paused }: PlannedObject): boolean {
  return (action === 'recover' || action === 'change') && changes.length === 0 && notAsked === undefined && paused !== true;
}

function whoLines({ interference = [] }: PlannedObject, { paint, width }: PlanTextOptions): readonly string[] {
  const managers = [...new Set(interference.flatMap(({ manager }) => (manager === undefined ? [] : [manager])))];
  return managers.length === 0 ? [] : wrap(`changed by ${managers.join(', ')}`, 6, width).map(paint.dim);
}

function ignoredLines({ ignored = [] }: PlannedObject, { paint, width }: PlanTextOptions): readonly string[] {
  return ignored.flatMap((field) => wrap(`ignored: ${ignoredText(field)}`, 6, width, 4).map(paint.dim));
}

/** `spec.replicas (live 5, here 3; owned by kube-controller-manager)`. */
function ignoredText({ path, manager, live, desired }: IgnoredField): string {
  const values = [live === undefined ? [] : [`live ${shown(live)}`], desired === undefined ? [] : [`here ${shown(desired)}`]].flat();
  const notes = [values.join(', '), manager === undefined ? '' : `owned by ${manager}`].filter((note) => note !== '');
  return notes.length === 0 ? path : `${path} (${notes.join('; ')})`;
}

/** A text of nothing is shown as one. */
function shown(value: string | number | boolean): string {
  return value === '' ? '""' : String(value);
}

function created({ object }: PlannedObject, options: PlanTextOptions): readonly string[] {
  if (!options.full || object === undefined) return [];
  return linesOf(object as never).flatMap((line) => wrap(line, 6, options.width)).map(options.paint.green);
}

function limited(lines: readonly DiffLine[], options: PlanTextOptions): readonly string[] {
  const shown = options.full || lines.length <= LINES_PER_OBJECT + 5 ? lines : lines.slice(0, LINES_PER_OBJECT);
  const rest = lines.length - shown.length;
  const all = `${options.words.operation('planRevision')} --full`;
  const more = rest === 0 ? [] : [options.paint.dim(`      ... and ${rest} more lines; all of them: ${all}`)];
  return [...shown.flatMap((line) => diffLine(line, options)), ...more];
}

function diffLine({ sign, text, nested }: DiffLine, { paint, width }: PlanTextOptions): readonly string[] {
  const colour = colourOf(sign, paint);
  return wrap(`${sign} ${text}`.trimEnd(), nested ? 8 : 6, width, 4).map((line) => colour(line));
}

function colourOf(sign: string, paint: Paint): Colour {
  const colours: Readonly<Record<string, Colour>> = {
    '+': paint.green, '-': paint.red, '~': paint.yellow, '±': paint.yellow, '>': paint.cyan, '!': paint.red, '=': paint.dim,
    '.': paint.dim, '?': paint.yellow,
    ' ': paint.dim,
  };
  return colours[sign] ?? String;
}
