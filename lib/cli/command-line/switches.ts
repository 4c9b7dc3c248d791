/**
 * Switches that are given a value. The parser takes every value but `true` for false, so that `--dry-run=server` would write: what is
 * neither true nor false is a mistake. Pure.
 */
import { dashed, inCode, type Command } from '../commands';
import type { UsageProblem } from './usage-error';

/**
 * The first switch of a command line with a value that is neither `true` nor `false`; undefined when there is none.
 * @param argv the words as they were typed
 */
export function switchProblem(argv: readonly string[], { options }: Command): UsageProblem | undefined {
  const switches = Object.entries(options).flatMap(([name, { type, alias }]) =>
    (type === 'boolean' ? [name, inCode(name), ...[alias ?? []].flat()] : []));
  const spellings = new Set(switches.map(dashed));
  const end = argv.indexOf('--');
  for (const word of end === -1 ? argv : argv.slice(0, end)) {
    const [, option = '', value = ''] = /^([^=]+)=(.*)$/s.exec(word) ?? [];
    if (!spellings.has(option) || value === 'true' || value === 'false') continue;
    const hint = `Leave out "=${value}", or write ${option}=false.`;
    return { message: `${option} is a switch, and "${value}" is neither true nor false.`, hint };
  }
  return undefined;
}
