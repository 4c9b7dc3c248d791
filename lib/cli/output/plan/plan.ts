/**
 * The picture of a plan: phases in order, an object a line, the fields that change below it, what goes, sums, and warnings last. Pure.
 */
import { displayName, type ObjectRef } from '../../../api';
import { defined } from '../../../defined';
import type { DataLoss } from '../../../guards';
import {
  collisionHint, crdUpgradeError, type Plan, type PlanAction, type PlannedObject, type PlannedPhase, type PlannedRemoval,
} from '../../../runtime';
import { brief } from '../brief';
import { COMMAND_WORDS } from '../../command-line/hints';
import { crdLines } from './crd-diff';
import { crdIssueLines } from '../crd-issues';
import { diffLines, linesOf, type DiffLine } from './diff';
import type { Paint } from '../terminal/paint';
import { describePause } from '../pause';
import { counted } from '../terminal/table';
import { wrap } from '../terminal/wrap';

export interface PlanTextOptions {
  readonly paint: Paint;
  /** Columns of the terminal. @default no limit */
  readonly width?: number;
  /** Every line of every change, and the objects that would be created. */
  readonly full: boolean;
}

type Colour = (text: string) => string;

/** Lines of changes that are shown of one object, unless all are wanted. */
const LINES_PER_OBJECT = 40;

const SIGNS: Readonly<Record<PlanAction, string>> = {
  'create': '+', 'change': '~', 'recover': '~', 'adopt': '>', 'hand-over': '>', 'unchanged': '=',
  'collision': '!', 'refused': '!', 'release': '=', 'wait': '.', 'unforeseen': '?',
};
const WORDS: Readonly<Record<PlanAction, string>> = {
  'create': '', 'change': '', 'recover': 'changed by others, to be restored', 'adopt': 'to be adopted',
  'hand-over': 'to be handed over', 'unchanged': '',
  'collision': 'collision', 'refused': 'refused', 'release': 'left alone', 'wait': 'to be waited for', 'unforeseen': '',
};

export function renderPlan(plan: Plan, options: PlanTextOptions): readonly string[] {
  const { paint } = options;
  const phases = plan.phases.map((phase, index) => ({ phase, head: `Phase ${phase.name} (${index + 1} of ${plan.phases.length})` }));
  const busy = phases.filter(({ phase }) => phase.objects.some(({ action }) => action !== 'unchanged'));
  return [
    ...headline(plan, options),
    ...busy.flatMap(({ phase, head }) => ['', paint.bold(head), ...phaseLines(phase, options)]),
    ...removalLines(plan.removals, options),
    ...crdUpgradeLines(plan, options),
    '',
    ...sums(plan, options),
    ...warningLines(plan, options),
  ];
}

function headline(plan: Plan, options: PlanTextOptions): readonly string[] {
  const { extension, revision, version, newRevision, current } = plan;
  const to = `${revision}${version === undefined ? '' : ` (version ${version})`}`;
  const from = current === undefined ? '' : `${current.revision}${current.version === undefined ? '' : ` (version ${current.version})`}`;
  const what = current === undefined ? `new, revision ${to}` : newRevision ? `revision ${from} → ${to}` : `revision ${to} again`;
  const made = (plan.newNamespaces ?? []).map((name) =>
    `Namespace ${name} would be created first; it stays when the extension is deleted.`);
  const wrapped = (lines: readonly string[]): readonly string[] => lines.flatMap((line) => wrap(line, 0, options.width));
  return [
    `${options.paint.bold(extension)}: ${what}`,
    ...wrapped(made).map(options.paint.green),
    ...wrapped(pauseLines(plan)).map(options.paint.yellow),
    ...lockLines(plan, options),
  ];
}

function pauseLines({ paused, pause }: Plan): readonly string[] {
  if (!paused) return [];
  if (pause === undefined) return ['The revision is paused (spec.lifecycleState), so an apply writes nothing.'];
  return [`It is ${describePause(pause)}: until it is resumed, an apply writes nothing.`];
}

function lockLines({ lock }: Plan, { paint, width }: PlanTextOptions): readonly string[] {
  if (lock === undefined) return [];
  const text = lock.state === 'held'
    ? `${lock.holder} works on it (${lock.purpose}, since ${lock.since}): ` +
      'an apply would have to wait for that, and this plan may be out of date then.'
    : `${lock.holder} was cut off while working on it (${lock.purpose}, since ${lock.since}): apply with --take-over.`;
  return wrap(text, 0, width).map(paint.yellow);
}

function phaseLines({ objects }: PlannedPhase, options: PlanTextOptions): readonly string[] {
  const unchanged = objects.filter(({ action }) => action === 'unchanged').length;
  const lines = objects.filter(({ action }) => action !== 'unchanged').flatMap((object) => objectLines(object, options));
  return unchanged === 0 ? lines : [...lines, options.paint.dim(`  = ${unchanged} unchanged`)];
}

function objectLines(object: PlannedObject, options: PlanTextOptions): readonly string[] {
  const { paint, width } = options;
  const { ref, action, notAsked, refusal, reason } = object;
  const colour = colourOf(SIGNS[action], paint);
  const notes: readonly (readonly [string | undefined, Colour])[] = [
    [refusal === undefined ? undefined : brief(refusal.message), paint.red],
    [reason, action === 'collision' ? paint.red : paint.dim],
    [notAsked === undefined ? undefined : `not asked: ${notAsked}`, paint.dim],
    [object.paused === true ? 'paused: nothing would be written to it' : undefined, paint.yellow],
    [isOnlyMarks(object) ? 'only the marks of the extension on it, and who holds which field' : undefined, paint.dim],
  ];
  return [
    ...wrap(`${SIGNS[action]} ${displayName(ref)}${WORDS[action] === '' ? '' : `  ${WORDS[action]}`}`, 2, width, 4).map(colour),
    ...notes.flatMap(([text, colourNote]) => (text === undefined ? [] : wrap(text, 6, width, 0).map(colourNote))),
    ...limited(changeLines(object, options), options),
    ...whoLines(object, options),
    ...created(object, options),
  ];
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

function created({ object }: PlannedObject, options: PlanTextOptions): readonly string[] {
  if (!options.full || object === undefined) return [];
  return linesOf(object as never).flatMap((line) => wrap(line, 6, options.width)).map(options.paint.green);
}

function limited(lines: readonly DiffLine[], options: PlanTextOptions): readonly string[] {
  const shown = options.full || lines.length <= LINES_PER_OBJECT + 5 ? lines : lines.slice(0, LINES_PER_OBJECT);
  const rest = lines.length - shown.length;
  const more = rest === 0 ? [] : [options.paint.dim(`      ... and ${rest} more lines; all of them: --full`)];
  return [...shown.flatMap((line) => diffLine(line, options)), ...more];
}

function diffLine({ sign, text, nested }: DiffLine, { paint, width }: PlanTextOptions): readonly string[] {
  const colour = colourOf(sign, paint);
  return wrap(`${sign} ${text}`.trimEnd(), nested ? 8 : 6, width, 4).map((line) => colour(line));
}

function colourOf(sign: string, paint: Paint): Colour {
  const colours: Readonly<Record<string, Colour>> = {
    '+': paint.green, '-': paint.red, '~': paint.yellow, '>': paint.cyan, '!': paint.red, '=': paint.dim, '.': paint.dim, '?': paint.yellow, ' ': paint.dim,
  };
  return colours[sign] ?? String;
}

function removalLines(removals: readonly PlannedRemoval[], options: PlanTextOptions): readonly string[] {
  const { paint, width } = options;
  const going = removals.filter(({ action }) => action !== 'gone');
  if (going.length === 0) return [];
  const lines = going.flatMap(({ ref, action, reason, loss }) => [
    ...wrap(removalText(ref, action, reason), 2, width, 4).map(action === 'delete' || action === 'collision' ? paint.red : paint.dim),
    ...(loss === undefined ? [] : wrap(`would take data along: ${lossText(loss)}`, 6, width).map(paint.red)),
  ]);
  return ['', paint.bold('Goes, when all phases are complete'), ...lines];
}

const GOING = { delete: '', orphan: '  let go of, it lives on', release: '  only forgotten', gone: '', collision: '  collision' } as const;
const LEAVING_SIGNS = { delete: '-', orphan: '=', release: '=', gone: '=', collision: '!' } as const;

function removalText(ref: ObjectRef, action: PlannedRemoval['action'], reason: string | undefined): string {
  return `${LEAVING_SIGNS[action]} ${displayName(ref)}${GOING[action]}${reason === undefined ? '' : `: ${reason}`}`;
}

function lossText({ contents }: DataLoss): string {
  return contents
    .map(({ kind, count, examples }) => `${count} ${kind} (${examples.join(', ')}${count > examples.length ? ', …' : ''})`)
    .join(', ');
}

const COUNTED: readonly (readonly [PlanAction, string])[] = [
  ['create', 'to create'], ['change', 'to change'], ['recover', 'to restore'], ['adopt', 'to adopt'], ['hand-over', 'to hand over'],
  ['collision', 'in collision'], ['refused', 'refused'], ['wait', 'to wait for'], ['unforeseen', 'that cannot be foreseen'], ['release', 'left alone'],
];

/** `2 to create, 1 to change, 1 to delete, 3 unchanged`. */
export function countPlan(plan: Plan): string {
  const objects = plan.phases.flatMap((phase) => phase.objects);
  const count = (action: PlanAction): number => objects.filter((object) => object.action === action).length;
  const goes = (action: PlannedRemoval['action']): number => plan.removals.filter((removal) => removal.action === action).length;
  const parts = [
    ...COUNTED.map(([action, word]) => [count(action) + (action === 'collision' ? goes(action) : 0), word] as const),
    [goes('delete'), 'to delete'] as const,
    [goes('orphan') + goes('release'), 'to let go of'] as const,
    [count('unchanged'), 'unchanged'] as const,
  ];
  return parts.filter(([number]) => number > 0).map(([number, word]) => `${number} ${word}`).join(', ');
}

function sums(plan: Plan, { paint, width }: PlanTextOptions): readonly string[] {
  const notAsked = plan.phases.flatMap(({ objects }) => objects).filter((object) => object.notAsked !== undefined).length;
  const unasked = notAsked === 0 ? '' : ` (${counted(notAsked, 'object')} the server could not be asked about yet)`;
  const record = plan.newRevision && plan.current !== undefined && !hasWork(plan) ? `; revision ${plan.revision} would be recorded` : '';
  const lines = wrap(plan.changes ? `${countPlan(plan)}${unasked}${record}` : `Nothing to do: ${countPlan(plan)}`, 0, width);
  return [...lines.map(paint.bold), ...wrap(`The order: ${plan.phases.map(({ name }) => name).join(' → ')}`, 0, width).map(paint.dim)];
}

function hasWork(plan: Plan): boolean {
  return plan.removals.length > 0 || plan.phases.some(({ objects }) => objects.some(({ action }) => action !== 'unchanged'));
}

/** Issues of definitions that are shown, unless all are wanted. */
const ISSUES = 40;

function crdUpgradeLines({ crdUpgrades }: Plan, { paint, width, full }: PlanTextOptions): readonly string[] {
  if (crdUpgrades.length === 0) return [];
  const place = { paint, hints: full, indent: 2, ...defined({ width }), ...(full ? {} : { limit: ISSUES }) };
  return ['', paint.bold('What new forms of definitions may break'), ...crdIssueLines(crdUpgrades, place)];
}

const BREAKING = '! New forms of definitions would break objects that exist, or those who use them: ' +
  'an apply stops before it writes anything.';

/** Last, where eyes are. */
function warningLines(plan: Plan, { paint, width }: PlanTextOptions): readonly string[] {
  const hint = (text: string | undefined): readonly string[] => (text === undefined ? [] : wrap(text, 4, width, 0).map(paint.dim));
  const warnings = plan.warnings.flatMap((warning) => [...wrap(`! ${warning.message}`, 2, width).map(paint.yellow), ...hint(warning.hint)]);
  const guard = plan.dataLoss
    ? [
        ...wrap('! Data would be deleted that nothing brings back: an apply stops before it writes anything.', 2, width).map(paint.red),
        ...hint('--delete-data deletes it all the same, --orphan lets these objects live.'),
      ]
    : [];
  const refusal = plan.crdRefused ? crdUpgradeError(plan.crdUpgrades) : undefined;
  const unsafe = refusal === undefined ? [] : [
    ...wrap(BREAKING, 2, width).map(paint.red),
    ...hint(refusal.hintIn(COMMAND_WORDS)),
  ];
  const causes = plan.phases.flatMap(({ objects }) => objects.flatMap(({ collision }) => collision ?? []));
  const ways = [...new Set(causes.flatMap((cause) => collisionHint(cause, COMMAND_WORDS) ?? []))];
  const policy = ways.flatMap((way) => hint(`Collisions: ${way.charAt(0).toLowerCase()}${way.slice(1)}`));
  return warnings.length + guard.length + unsafe.length + policy.length === 0 ? [] : ['', ...warnings, ...guard, ...unsafe, ...policy];
}
