/** The completion script, for the shell that was named. yargs has those for bash and zsh. */
import { BoxcutterError } from '../../errors';
import { printLines } from '../output/terminal/sink';

/**
 * What fish asks: the words before the one that is being written, then that one. Files are offered beside our words, but for the first,
 * which is a subcommand. yargs looks at $SHELL to know how suggestions have to look, and fish does not set it.
 */
const FISH = `function __boxcutter_suggestions
    set -l words (commandline -opc)
    env SHELL=fish boxcutter --get-yargs-completions $words (commandline -ct)
end
complete -c boxcutter -n 'test (count (commandline -opc)) -lt 2' -f
complete -c boxcutter -a '(__boxcutter_suggestions)'`;

const SHELLS = ['bash', 'zsh', 'fish'];

/**
 * @param words of the line, ours first
 * @returns the words that are left for the parser, which knows the shell by $SHELL; undefined when the script is printed
 * @throws BoxcutterError `usage-shell` for another shell
 */
export function withoutShell(words: readonly string[]): readonly string[] | undefined {
  const [command, shell, ...rest] = words;
  if (command !== 'completion' || shell === undefined || shell.startsWith('-')) return words;
  if (!SHELLS.includes(shell)) {
    throw new BoxcutterError('usage-shell', 'input', `Boxcutter has no completion for ${shell}.`, {
      hint: `It has completion for ${SHELLS.join(', ')}.`,
    });
  }
  if (shell !== 'fish') {
    process.env['SHELL'] = shell;
    delete process.env['ZSH_NAME'];
    return [command, ...rest];
  }
  printLines(FISH.split('\n'));
  return undefined;
}
