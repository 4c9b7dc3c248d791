/**
 * Words that people bring from other commands. Pure: words in, words out.
 */

import { commands, valuedOptionsOf, type Command } from '../commands';
import { asksForHelp } from './help';

/** Subcommands that take a path. */
const TAKE_PATH = new Map(commands.flatMap((command) =>
  (command.positionals?.['path'] === undefined ? [] : [[command.name, command as Command] as const])));

/** Groups by their names, and the subcommand that each means where none is named. */
const OTHERWISE = new Map(commands.flatMap((command) =>
  (command.subcommands === undefined || command.otherwise === undefined ? [] : [[command.name, command.otherwise] as const])));

/**
 * `help apply` asks for help, `version` for the version. `apply -f FILE` is what kubectl's users type, and means `apply FILE`;
 * `apply ./chart -f FILE` is what helm's users type, and is left as it is: the option for the configuration.
 */
export function understandHabits(typed: readonly string[]): readonly string[] {
  const argv = withSubcommand(withoutEndOfOptions(typed));
  const [first = '', ...rest] = argv;
  if (first === 'help') return [...rest, '--help'];
  if (first === 'version' && rest.length === 0) return ['--version'];
  const command = TAKE_PATH.get(first);
  if (command === undefined) return argv;
  const means = 'config' in command.options && namesPath(rest, command) ? ['--filename'] : ['-f', '--filename'];
  return argv.flatMap((word) => (means.includes(word) ? [] : [word.replace(/^--filename=/, '')]));
}

/** `controller --config FILE` is `controller run --config FILE`: in a group with a subcommand that is meant where none is named. */
function withSubcommand(argv: readonly string[]): readonly string[] {
  const [first, second, ...rest] = argv;
  const otherwise = OTHERWISE.get(first ?? '');
  const isNamed = second !== undefined && (!second.startsWith('-') || asksForHelp(second));
  if (first === undefined || otherwise === undefined || isNamed) return argv;
  return [first, otherwise, ...(second === undefined ? [] : [second]), ...rest];
}

/** Whether a path stands there without a letter before it. */
function namesPath(words: readonly string[], command: Command): boolean {
  const valued = new Set([...valuedOptionsOf(command), '-f', '--filename']);
  return words.some((word, index) => (word === '-' || !word.startsWith('-')) && !valued.has(words[index - 1] ?? ''));
}

/** `status -- NAME`, as careful scripts write it: what stands behind `--` is no option. No name of ours begins with a hyphen. */
function withoutEndOfOptions(argv: readonly string[]): readonly string[] {
  const end = argv.indexOf('--');
  const after = argv.slice(end + 1);
  const isPlain = end >= 0 && after.every((word) => word === '-' || !word.startsWith('-'));
  return isPlain ? [...argv.slice(0, end), ...after] : argv;
}
