/** Hooks of a chart that helm would run now: said before anything is done, because the user has to do by hand what they do. */
import type { HookMoment, HookNotRun } from '../../api';
import { oneLine } from '../../plain-text';
import type { OperationOptions } from '../options';

/** Hooks that a note lists. */
const SHOWN = 10;

export function noteHooks(
  hooks: readonly HookNotRun[] | undefined,
  moment: HookMoment,
  { onNote }: Pick<OperationOptions, 'onNote'>,
): void {
  if (hooks !== undefined && hooks.length > 0) onNote?.(hooksText(hooks, moment));
}

export function hooksText(hooks: readonly HookNotRun[], moment: HookMoment): string {
  // The record says them, and tenants may write it: a line break in a name would begin a line of theirs.
  const shown = hooks.slice(0, SHOWN).map(({ kind, name, events }) => oneLine(`${kind} ${name} (${events.join(', ')})`));
  const more = hooks.length > SHOWN ? ` and ${hooks.length - SHOWN} more` : '';
  const [count, does] = hooks.length === 1 ? ['1 hook', 'it does'] : [`${hooks.length} hooks`, 'they do'];
  const what = `The chart has ${count} of ${moment} that boxcutter does not run`;
  return `${what}: ${shown.join(', ')}${more}. If you need what ${does}, do it by hand.`;
}
