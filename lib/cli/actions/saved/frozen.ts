/** The options of an apply that a saved plan decides: with another value, another thing would be done. */
import { BoxcutterError } from '../../../errors';
import { shellWord } from '../../../shell-word';
import type { ApplyArgs } from '../../commands/apply';
import { dashed, inCode, type NamedOptions, type Words } from '../../commands/command';
import type { SavedPlan } from './saved-plan';

/** What may be said of carrying it out; everything else has become part of the plan. */
const FREE: ReadonlySet<string> = new Set([
  'wait', 'timeout', 'break-lock', 'yes', 'watch', 'give-up', 'on-failure', 'atomic', 'preflight', 'output', 'kubeconfig', 'context', 'as',
  'as-group', 'report', 'full',
]);

type Given = Pick<ApplyArgs, 'path' | 'more'>;

/**
 * What the plan says is taken as it is; said once more, it does no harm.
 * @throws BoxcutterError `plan-options` (input) for options that say something else
 */
export function refuseDecided(
  args: Given, { options: kept, stateNamespace, revision }: SavedPlan, command: Pick<Words, 'options'>,
): void {
  const decided = new Map<string, unknown>(Object.entries({ ...kept, stateNamespace, name: revision.extension }));
  const values = new Map<string, unknown>(Object.entries(args));
  const options: NamedOptions = command.options;
  const given = Object.entries(options).flatMap(([name, { default: unset }]) => {
    const value = values.get(inCode(name));
    const isGiven = value !== undefined && value !== unset && !(Array.isArray(value) && value.length === 0);
    const isSaid = JSON.stringify(value) === JSON.stringify(decided.get(inCode(name)));
    return isGiven && !isSaid && !FREE.has(name) ? [dashed(name)] : [];
  });
  given.push(...(args.more ?? []));
  if (given.length === 0) return;
  throw new BoxcutterError('plan-options', 'input', `${args.path} is a saved plan, which has fixed these options: ${given.join(', ')}.`, {
    hint: 'Leave it out, or make another plan with it: boxcutter plan PATH --out FILE.',
  });
}

/** What the plan allows beyond an ordinary apply, as it is typed: who carries it out is told, whoever has made it. */
export function decidedOptions({ options: kept }: Pick<SavedPlan, 'options'>, command: Pick<Words, 'options'>): readonly string[] {
  const values = new Map<string, unknown>(Object.entries(kept));
  const options: NamedOptions = command.options;
  return Object.entries(options).flatMap(([name, { default: unset }]) => {
    const value = values.get(inCode(name));
    if (value === undefined || value === unset || PLACE.has(name)) return [];
    if (Array.isArray(value)) return value.map((one) => `${dashed(name)} ${shellWord(String(one))}`);
    return [value === true ? dashed(name) : `${dashed(name)} ${shellWord(String(value))}`];
  });
}

/** Where it goes is shown by the plan itself. */
const PLACE: ReadonlySet<string> = new Set(['namespace', 'state-namespace']);
