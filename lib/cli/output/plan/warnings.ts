/** What stands below a plan: warnings, and why an apply would stop. Pure. */
import { crdUpgradeError, otherContentError, type Plan } from '../../../runtime';
import { COMMAND_WORDS } from '../../command-line/hints';
import { wrap } from '../terminal/wrap';
import type { PlanTextOptions } from './options';

const BREAKING = '! New forms of definitions would break objects that exist, or those who use them: ' +
  'an apply stops before it writes anything.';

/** What is made anew cannot be let live. */
function orphanHint({ phases, removals }: Plan): string {
  if (removals.every(({ loss }) => loss === undefined)) return '';
  const isReplaced = phases.some(({ objects }) => objects.some(({ loss }) => loss !== undefined));
  return isReplaced ? ', --orphan lets those live that have to go' : ', --orphan lets these objects live';
}

/** Last, where eyes are. */
export function warningLines(plan: Plan, options: PlanTextOptions): readonly string[] {
  const { paint, width } = options;
  const hint: Hint = (text) => (text === undefined ? [] : wrap(text, 4, width, 0).map(paint.dim));
  const warnings = plan.warnings.flatMap((warning) => [...wrap(`! ${warning.message}`, 2, width).map(paint.yellow), ...hint(warning.hint)]);
  const guard = plan.dataLoss
    ? [
        ...wrap('! Data would be deleted that nothing brings back: an apply stops before it writes anything.', 2, width).map(paint.red),
        ...hint(`--delete-data deletes it all the same${orphanHint(plan)}.`),
      ]
    : [];
  const named = otherContentLines(plan, options, hint);
  const refusal = plan.crdRefused ? crdUpgradeError(plan.crdUpgrades) : undefined;
  const unsafe = refusal === undefined ? [] : [
    ...wrap(BREAKING, 2, width).map(paint.red),
    ...hint(refusal.hintIn(COMMAND_WORDS)),
  ];
  const lines = [...warnings, ...guard, ...unsafe, ...named];
  return lines.length === 0 ? [] : ['', ...lines];
}

type Hint = (text: string | undefined) => readonly string[];

/** The plan shows what goes; an apply of it ends with these words. */
function otherContentLines({ otherContent }: Plan, { paint, width }: PlanTextOptions, hint: Hint): readonly string[] {
  if (otherContent === undefined) return [];
  const error = otherContentError(otherContent);
  return [...wrap(`! ${error.message}`, 2, width).map(paint.red), ...hint(error.hintIn(COMMAND_WORDS))];
}
