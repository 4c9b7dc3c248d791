import yargs, { type Argv } from 'yargs';
import { isBoxcutterError, messageOf } from '../errors';
import { packageVersion } from '../version';
import { commands, STANDARD_INPUT } from './commands';
import { EXIT, EXIT_OF_CATEGORY } from './exit';
import { understandHabits } from './habits';
import { printError } from './output/error';

/** A mistake in the words of the command itself. */
class UsageError extends Error {}

/** Runs one command line and gives its exit code. */
export async function runCommand(words: readonly string[]): Promise<number> {
  const argv = understandHabits(words);
  let exitCode: number = EXIT.done;
  const parser: Argv = yargs(argv.map((word) => (word === '-' ? STANDARD_INPUT : word)))
    .scriptName('boxcutter')
    .usage('$0 COMMAND\n\nShips Kubernetes extensions: compiles packages into phased revisions and runs them with server-side apply.')
    .version(packageVersion())
    .alias('h', 'help')
    .parserConfiguration({ 'boolean-negation': true, 'camel-case-expansion': true, 'duplicate-arguments-array': false })
    .wrap(Math.min(110, process.stdout.columns ?? 100))
    .strict()
    .recommendCommands()
    .updateStrings({
      'Not enough non-option arguments: got %s, need at least %s': { one: 'An argument is missing: %s given, %s needed.', other: 'An argument is missing: %s given, %s needed.' },
      'Did you mean %s?': 'There is no such command. Did you mean %s?',
      'Unknown argument: %s': { one: 'There is no option or argument %s here.', other: 'There are no options or arguments %s here.' },
      'Unknown command: %s': { one: 'There is no command %s.', other: 'There are no commands %s.' },
    } as never)
    .demandCommand(1, 'Name a command. All of them: boxcutter --help')
    .completion('completion', 'Print the completion script for bash or zsh')
    .epilogue('Exit codes: 0 done, 1 failed, 2 bad input, 3 not complete in time or paused, 4 collision or kind not served, 5 another run holds it, 6 data-loss guard, 130 interrupted.')
    .exitProcess(false)
    .fail((message: string | undefined, error: Error | undefined) => {
      throw error ?? new UsageError(message ?? 'The command line is not understood.');
    });
  for (const command of commands) {
    parser.command({ ...command, handler: async (args) => { exitCode = await command.run(args as never); } });
  }
  try {
    await parser.parseAsync();
    return exitCode;
  } catch (error) {
    return explain(error, argv);
  }
}

function explain(error: unknown, argv: readonly string[]): number {
  if (error instanceof UsageError || (error instanceof Error && error.name === 'YError')) {
    const known = commands.map(({ command }) => String(command).split(' ')[0]);
    const command = argv.find((word) => known.includes(word));
    printError({ code: 'usage', category: 'input', message: error.message, hint: `See: boxcutter ${command === undefined ? '' : `${command} `}--help` }, wantsJson(argv));
    return EXIT.input;
  }
  if (isBoxcutterError(error)) {
    const { code, category, message, hint, details } = error;
    printError({ code, category, message, details, ...(hint === undefined ? {} : { hint }) }, wantsJson(argv));
    return EXIT_OF_CATEGORY[category];
  }
  const stack = process.env['BOXCUTTER_DEBUG'] !== undefined && error instanceof Error ? `\n${error.stack ?? ''}` : '';
  printError({ message: `Unexpected fault: ${messageOf(error)}${stack}`, hint: 'This is a mistake in boxcutter. Set BOXCUTTER_DEBUG=1 to see where it happened.' }, wantsJson(argv));
  return EXIT.failed;
}

/** Known before parsing, because parsing may be what failed. */
function wantsJson(argv: readonly string[]): boolean {
  return argv.some((word, index) => word === '-ojson' || word === '--output=json' || word === '-o=json' || ((word === '-o' || word === '--output') && argv[index + 1] === 'json'));
}
