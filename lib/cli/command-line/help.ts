/** `--help`, wherever it stands on the line. */
import { commands } from '../commands';
import { helpLines, type Overview } from '../output/help';
import { printLines } from '../output/terminal/sink';
import { commandOf, unknownWord } from './usage-error';

const EXIT_CODES = '0 done, 1 failed, 2 bad input, 3 not complete in time or paused, 4 collision or kind not served, ' +
  '5 another run holds it, 6 data-loss guard, 10 plan found changes, 130 interrupted';

const OVERVIEW: Overview = {
  commands,
  describe: 'Ships Kubernetes extensions: compiles packages into revisions with phases, and applies them with server-side apply.',
  epilogue: `Exit codes: ${EXIT_CODES}. Completion for bash, zsh or fish: boxcutter completion SHELL`,
};

/** Columns of the help in a file or a pipe, and at most on a terminal. */
const WIDTH = { piped: 100, most: 110 } as const;

export function asksForHelp(word: string): boolean {
  return word === '--help' || word === '-h';
}

/** Prints the help that the line asks for. @returns false when it asks for none, or for that of a subcommand that there is not */
export function showHelp(argv: readonly string[]): boolean {
  const end = argv.indexOf('--');
  if (!argv.slice(0, end === -1 ? argv.length : end).some(asksForHelp)) return false;
  const asked = commandOf(argv, commands);
  if (asked.command?.positionals === undefined && unknownWord(argv, asked.names) !== undefined) return false;
  printLines(helpLines(asked, OVERVIEW, Math.min(WIDTH.most, process.stdout.columns ?? WIDTH.piped)));
  return true;
}
