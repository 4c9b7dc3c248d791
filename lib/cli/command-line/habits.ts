/**
 * Words that people bring from other commands. Pure: words in, words out.
 */

import { commands } from '../commands';

/** Subcommands that take a path. */
const TAKE_PATH = new Set(commands.filter(({ positionals }) => positionals?.['path'] !== undefined).map(({ name }) => name));

/** `help apply` asks for help, `version` for the version, and `apply -f FILE` (kubectl) means `apply FILE`. */
export function understandHabits(argv: readonly string[]): readonly string[] {
  const [first = '', ...rest] = argv;
  if (first === 'help') return [...rest, '--help'];
  if (first === 'version' && rest.length === 0) return ['--version'];
  if (!TAKE_PATH.has(first)) return argv;
  return argv.flatMap((word) => (word === '-f' || word === '--filename' ? [] : [word.replace(/^--filename=/, '')]));
}
