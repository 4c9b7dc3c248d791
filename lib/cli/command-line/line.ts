/** A line to type: a subcommand with what was given to another one, or to itself before. */
import type { Options } from 'yargs';
import { shellWord } from '../../shell-word';
import type { NamedOptions } from '../commands/command';

/** What a line was understood as, by names in code: `dryRun`. */
export type Given = ReadonlyMap<string, unknown>;

/** They say how something is done and shown, and not what: a line that only looks is better without them. */
const HOW: ReadonlySet<string> = new Set([
  'plan', 'yes', 'full', 'dry-run', 'wait', 'timeout', 'progress', 'report', 'open', 'output', 'out', 'preflight', 'give-up', 'on-failure',
  'atomic', 'break-lock',
]);

/** Their values may be secrets, and lines are printed where others read them. */
const HIDDEN: ReadonlySet<string> = new Set(['set', 'set-string']);

/**
 * `boxcutter plan ./shop -n shop --config values.yaml`: of what was given, all that the subcommand takes.
 * @param start the subcommand and what comes first
 */
export function lineOf(start: readonly string[], options: NamedOptions, given: Given): string {
  const flags = Object.entries(options).filter(([name]) => !HOW.has(name))
    .flatMap(([name, option]) => flagsOf(name, option, given.get(inCode(name))));
  return [...['boxcutter', ...start].map(shellWord), ...flags].join(' ');
}

function flagsOf(name: string, option: Options, value: unknown): readonly string[] {
  if (value === undefined || value === option.default) return [];
  if (Array.isArray(value)) return value.flatMap((one: unknown) => flagsOf(name, option, one));
  if (typeof value === 'boolean') return [value ? `--${name}` : `--no-${name}`];
  if (typeof value !== 'string' && typeof value !== 'number') return [];
  const text = HIDDEN.has(name) ? String(value).replace(/=.*$/s, '=…') : String(value);
  return [name === 'namespace' ? '-n' : `--${name}`, shellWord(text)];
}

function inCode(name: string): string {
  return name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
