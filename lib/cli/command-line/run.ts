import yargs, { type Argv } from 'yargs';
import { defined } from '../../defined';
import { isBoxcutterError, messageOf } from '../../errors';
import { packageVersion } from '../../version';
import { commands, listsOf, shapeOf, STANDARD_INPUT, type AnyCommand, type Command } from '../commands';
import { EXIT, EXIT_OF_CATEGORY } from '../exit';
import { understandHabits } from './habits';
import { asksForHelp, showHelp } from './help';
import { commandHint, wordsFor } from './hints';
import { refuseContent } from './installed-name';
import { printError } from '../output/error';
import type { OutputFormat } from '../output/print';
import { withoutShell } from './shells';
import { switchProblem } from './switches';
import { PARSER_WORDS, usageProblem, type UsageProblem } from './usage-error';
import { printLines } from '../output/terminal/sink';

/** A mistake in the words of the command itself. */
class UsageError extends Error {}

/** What a subcommand does; gives the exit code. */
type Action = () => Promise<number>;

/** What the completion script calls us with; then come the words of the line, ours first. */
const COMPLETION = '--get-yargs-completions';

/** Runs one command line and gives its exit code. */
export async function runCommand(words: readonly string[]): Promise<number> {
  if (words[0] === COMPLETION) {
    const { suggestions } = await import('./completion.js');
    const found = await suggestions(words.slice(2));
    if (found !== undefined) return suggest(found);
  }
  const said = understandHabits(words);
  if (showHelp(said)) return EXIT.done;
  let left: readonly string[] | undefined;
  try {
    left = withoutShell(said);
  } catch (error) {
    return explain(error, { words, argv: said, options: [] });
  }
  if (left === undefined) return EXIT.done;
  const argv = left.filter((word) => !asksForHelp(word));
  let chosen: Action = () => Promise.resolve(EXIT.done);
  const parser: Argv = yargs(argv.map((word) => (word === '-' ? STANDARD_INPUT : word)))
    .scriptName('boxcutter')
    .version(packageVersion())
    .alias('h', 'help')
    .parserConfiguration({ 'greedy-arrays': false, 'boolean-negation': true, 'camel-case-expansion': true })
    .strict()
    .recommendCommands()
    .updateStrings(PARSER_WORDS as never)
    .demandCommand(1, 'Name a command. To list all commands: boxcutter --help')
    .completion('completion', 'Print the completion script for bash, zsh or fish')
    .exitProcess(false)
    .fail((message: string | undefined, error: Error | undefined) => {
      throw error ?? new UsageError(message ?? 'The command line cannot be read.');
    });
  layOutNoHelp(parser);
  let options: readonly string[] = [];
  let mistake: UsageProblem | undefined;
  let met: Command | undefined;
  let given: object = {};
  const onChosen = (action: Action, command: Command, args: object): void => {
    chosen = action;
    met = command;
    given = args;
    mistake = switchProblem(argv, command);
  };
  register(parser, commands, {
    onChosen,
    onMet: (names) => { options = names; },
    isCompleting: words[0] === COMPLETION,
  });
  try {
    await parser.parseAsync();
    return mistake === undefined ? await chosen() : await refuse(mistake, argv);
  } catch (error) {
    return explain(error, { words, argv, options, args: given, ...defined({ command: met }) });
  }
}

interface Registration {
  /** Called with what the line comes to, which runs when the parser is done. */
  readonly onChosen: (action: Action, command: Command, args: object) => void;
  /** Called with the names of the options of a subcommand when its word is met. */
  readonly onMet: (options: readonly string[]) => void;
  /** The parser suggests words. Else it need not show any: it would lay out its help after each parse, and ours is another. */
  readonly isCompleting: boolean;
}

/** Subcommands below a word of their own (`cluster up`) are registered when that word is met. */
function register(parser: Argv, list: readonly AnyCommand[], registration: Registration): void {
  const { onChosen, onMet, isCompleting } = registration;
  for (const command of list) {
    const describe = isCompleting ? command.describe : false;
    if (command.subcommands !== undefined) {
      const { subcommands } = command;
      const below = (argv: Argv): Argv => {
        onMet(optionsOf(argv));
        register(argv, subcommands, registration);
        return argv.demandCommand(1, `Name a subcommand: ${subcommands.map(({ name }) => name).join(', ')}.`);
      };
      parser.command({ command: shapeOf(command), describe, builder: below, handler: () => {} });
      continue;
    }
    const builder = (argv: Argv): Argv => {
      // Where it is the version of a package, it is an option like any other.
      if ('version' in command.options) argv.version(false);
      for (const [name, positional] of Object.entries(command.positionals)) argv.positional(name, positional);
      for (const [name, option] of Object.entries(command.options)) argv.option(name, { ...option, hidden: !isCompleting });
      onMet(optionsOf(argv));
      return argv.requiresArg(textOptions(argv));
    };
    parser.command({
      command: shapeOf(command),
      describe,
      aliases: command.aliases,
      builder,
      handler: (all) => {
        const args = lastWins(all, command);
        onChosen(async () => {
          if ('extension' in command.positionals) refuseContent(args['extension']);
          return command.run(args);
        }, command, args);
      },
    });
  }
}

/** What the parser knows of options, which its types leave out. */
interface ParserOptions {
  readonly key: Readonly<Record<string, unknown>>;
  readonly alias: Readonly<Record<string, readonly string[]>>;
  readonly string: readonly string[];
}

function parserOptions(parser: Argv): ParserOptions {
  return (parser as unknown as { getOptions(): ParserOptions }).getOptions();
}

/** Before a subcommand runs, the parser would lay out its help, in case that somebody asks for it. */
function layOutNoHelp(parser: Argv): void {
  const { getInternalMethods } = parser as unknown as {
    getInternalMethods(): { getUsageInstance(): { cacheHelpMessage: () => void } };
  };
  getInternalMethods.call(parser).getUsageInstance().cacheHelpMessage = () => undefined;
}

/** Options that take text; without a value the parser would take them for empty. */
function textOptions(parser: Argv): string[] {
  const { key, string } = parserOptions(parser);
  return [...new Set(string)].filter((name) => name in key);
}

function optionsOf(parser: Argv): readonly string[] {
  const { key, alias } = parserOptions(parser);
  return [...new Set([...Object.keys(key), ...Object.values(alias).flat()])];
}

/** Of an option that is given twice the last one counts, as people expect of scripts that add theirs at the end; of a list all count. */
function lastWins(args: Readonly<Record<string, unknown>>, command: Command): Record<string, unknown> {
  const lists = listsOf(command);
  const last = (name: string, value: unknown): unknown => (Array.isArray(value) && !lists.has(name) ? value.at(-1) : value);
  return Object.fromEntries(Object.entries(args).map(([name, value]) => [name, last(name, value)]));
}

/** A colon ends the word where zsh reads it. What is still under way (a credential plugin) must not hold the shell. */
function suggest(found: readonly string[]): never {
  const isZsh = /zsh/.test(`${process.env['SHELL'] ?? ''}${process.env['ZSH_NAME'] ?? ''}`);
  if (found.length > 0) printLines(found.map((word) => (isZsh ? word.replaceAll(':', '\\:') : word)));
  process.exit(EXIT.done);
}

interface Said {
  /** As they were typed. */
  readonly words: readonly string[];
  /** As they were understood. */
  readonly argv: readonly string[];
  /** Names of the options that the subcommand has. */
  readonly options: readonly string[];
  /** The subcommand; undefined where none was reached. */
  readonly command?: Command;
  /** What the subcommand was given. */
  readonly args?: object;
}

async function explain(error: unknown, { words, argv, options, command, args }: Said): Promise<number> {
  if (error instanceof UsageError || (error instanceof Error && error.name === 'YError')) {
    return refuse(usageProblem(error.message, words, commands, options), argv);
  }
  if (isBoxcutterError(error)) {
    const { code, category, message, details } = error;
    const hint = commandHint(error, wordsFor(command, args));
    await printError({ code, category, message, details, ...defined({ hint }) }, wantedFormat(argv));
    return EXIT_OF_CATEGORY[category];
  }
  const stack = process.env['BOXCUTTER_DEBUG'] !== undefined && error instanceof Error ? `\n${error.stack ?? ''}` : '';
  const hint = 'This is a fault of boxcutter. To see where it happened, set BOXCUTTER_DEBUG=1.';
  await printError({ message: `Unexpected fault: ${messageOf(error)}${stack}`, hint }, wantedFormat(argv));
  return EXIT.failed;
}

async function refuse(problem: UsageProblem, argv: readonly string[]): Promise<number> {
  await printError({ code: 'usage', category: 'input', ...problem }, wantedFormat(argv));
  return EXIT.input;
}

/** Known before parsing, because parsing may be what failed. */
function wantedFormat(argv: readonly string[]): OutputFormat {
  const said = argv.flatMap((word, index) => {
    if (word === '-o' || word === '--output') return argv[index + 1] ?? [];
    return /^(?:-o=?|--output=)(.+)$/.exec(word)?.[1] ?? [];
  });
  const format = said.at(-1);
  return format === 'json' || format === 'yaml' ? format : 'text';
}
