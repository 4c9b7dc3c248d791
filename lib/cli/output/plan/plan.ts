/**
 * The picture of a plan: phases in order, an object a line, the fields that change below it, what goes, sums, and warnings last. Pure.
 */
import { defined } from '../../../defined';
import { newNamespaceText } from '../../../guards';
import type { Plan, PlanAction, PlannedRemoval } from '../../../runtime';
import { crdIssueLines } from '../crd-issues';
import { describePause } from '../pause';
import { counted } from '../terminal/table';
import { wrap } from '../terminal/wrap';
import { isSilent, phaseLines, waysOut } from './objects';
import type { PlanTextOptions } from './options';
import { removalLines } from './removals';
import { warningLines } from './warnings';

export function renderPlan(plan: Plan, options: PlanTextOptions): readonly string[] {
  const { paint } = options;
  const phases = plan.phases.map((phase, index) => ({ phase, head: `Phase ${phase.name} (${index + 1} of ${plan.phases.length})` }));
  const ways = waysOut(plan.phases, options.words);
  const busy = phases.filter(({ phase }) => phase.objects.some((object) => !isSilent(object)));
  return [
    ...headline(plan, options),
    ...busy.flatMap(({ phase, head }) => ['', paint.bold(head), ...phaseLines(phase, ways, options)]),
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
  const made = (plan.newNamespaces ?? []).map((name) => newNamespaceText(name, 'would-be-created'));
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

function lockLines({ lock }: Plan, { paint, width, words }: PlanTextOptions): readonly string[] {
  if (lock === undefined) return [];
  const text = lock.state === 'held'
    ? `${lock.holder} works on it (${lock.purpose}, since ${lock.since}): ` +
      'an apply would have to wait until that run ends, and then this plan may be out of date.'
    : `${lock.holder} was cut off while working on it (${lock.purpose}, since ${lock.since}). To continue: `
      + `${words.option('breakLock', true)}`;
  return wrap(text, 0, width).map(paint.yellow);
}

const COUNTED: readonly (readonly [PlanAction, string])[] = [
  ['create', 'to create'], ['change', 'to change'], ['replace', 'to replace'],
  ['recover', 'to restore'], ['adopt', 'to adopt'], ['hand-over', 'to hand over'],
  ['collision', 'in collision'], ['refused', 'refused'], ['wait', 'to wait for'], ['unforeseen', 'that cannot be foreseen'],
  ['release', 'left alone'],
];

/** `2 to create, 1 to change, 1 to delete, 3 unchanged`, of one plan or of several together. */
export function countPlan(...plans: readonly Pick<Plan, 'phases' | 'removals'>[]): string {
  const objects = plans.flatMap(({ phases }) => phases.flatMap((phase) => phase.objects));
  const removals = plans.flatMap((plan) => plan.removals);
  const count = (action: PlanAction): number => objects.filter((object) => object.action === action).length;
  const goes = (action: PlannedRemoval['action']): number => removals.filter((removal) => removal.action === action).length;
  const parts = [
    ...COUNTED.map(([action, word]) => [count(action) + (action === 'collision' ? goes(action) : 0), word] as const),
    [goes('delete'), 'to delete'] as const,
    [goes('orphan') + goes('release'), 'to let go of'] as const,
    [count('unchanged'), 'unchanged'] as const,
  ];
  return parts.filter(([number]) => number > 0).map(([number, word]) => `${number} ${word}`).join(', ');
}

/** `3 extensions: 12 to create, 1 to change`. */
export function totalLine(plans: readonly Pick<Plan, 'phases' | 'removals'>[]): string {
  const counts = countPlan(...plans);
  return `${counted(plans.length, 'extension')}: ${counts === '' ? 'no objects' : counts}`;
}

function sums(plan: Plan, { paint, width }: PlanTextOptions): readonly string[] {
  const notAsked = plan.phases.flatMap(({ objects }) => objects).filter((object) => object.notAsked !== undefined).length;
  const unasked = notAsked === 0 ? '' : ` (${counted(notAsked, 'object')} that the server could not be asked about yet)`;
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
  return ['', paint.bold('What the changed definitions may break'), ...crdIssueLines(crdUpgrades, place)];
}
