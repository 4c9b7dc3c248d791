/** What stands below a plan: warnings, and why an apply would stop. Pure. */
import type { BoxcutterError } from '../../../errors';
import { crdUpgradeError, otherContentError, type Plan, upgradeGatedError } from '../../../runtime';
import { wrap } from '../terminal/wrap';
import type { PlanTextOptions } from './options';

const BREAKING = '! The changed definitions would break existing objects or their users: ' +
  'an apply stops before it writes anything.';

/** What is made anew cannot be let live. */
function orphanHint({ phases, removals }: Plan): string {
  if (removals.every(({ loss }) => loss === undefined)) return '';
  const isReplaced = phases.some(({ objects }) => objects.some(({ loss }) => loss !== undefined));
  return isReplaced ? ', --orphan keeps the objects that have to go' : ', --orphan keeps these objects';
}

/** Last, where eyes are. */
export function warningLines(plan: Plan, options: PlanTextOptions): readonly string[] {
  const { paint, width, words } = options;
  const hint: Hint = (text) => (text === undefined ? [] : wrap(text, 4, width, 0).map(paint.dim));
  const warnings = plan.warnings.flatMap((warning) => [...wrap(`! ${warning.message}`, 2, width).map(paint.yellow), ...hint(warning.hint)]);
  const guard = plan.dataLoss
    ? [
        ...wrap('! The apply would delete data for good: it stops before it writes anything.', 2, width).map(paint.red),
        ...hint(`--delete-data deletes it nevertheless${orphanHint(plan)}.`),
      ]
    : [];
  // The plan shows what would be; an apply of it ends with these words.
  const ending = (error: BoxcutterError): readonly string[] => (
    [...wrap(`! ${error.message}`, 2, width).map(paint.red), ...hint(error.hintIn(words))]);
  const gated = plan.gated === undefined ? [] : ending(upgradeGatedError(plan.gated));
  const named = plan.otherContent === undefined ? [] : ending(otherContentError(plan.otherContent));
  const refusal = plan.crdRefused ? crdUpgradeError(plan.crdUpgrades) : undefined;
  const unsafe = refusal === undefined ? [] : [
    ...wrap(BREAKING, 2, width).map(paint.red),
    ...hint(refusal.hintIn(words)),
  ];
  const lines = [...warnings, ...gated, ...guard, ...unsafe, ...named];
  return lines.length === 0 ? [] : ['', ...lines];
}

type Hint = (text: string | undefined) => readonly string[];
