/**
 * A mistake in the words of the command line, in words for the person who typed them: which word, what is missing, what was probably
 * meant, and which help to read. What the parser says (`yargs`) counts and repeats; what was typed is looked up here. Pure.
 */
import { nearest } from '../../schema/suggest';
import { dashed, inCode, positionalShape, type AnyCommand } from '../commands';

/** Messages of the parser in a form that is taken apart here: they are never shown. */
export const PARSER_WORDS = {
  'Not enough non-option arguments: got %s, need at least %s': { one: 'missing: %s %s', other: 'missing: %s %s' },
  'Too many non-option arguments: got %s, maximum of %s': { one: 'unknown: ', other: 'unknown: ' },
  'Unknown argument: %s': { one: 'unknown: %s', other: 'unknown: %s' },
  'Not enough arguments following: %s': 'no value: %s',
  'Did you mean %s?': 'no command: %s',
  'Unknown command: %s': { one: 'no command: %s', other: 'no command: %s' },
};

export interface UsageProblem {
  readonly message: string;
  readonly hint: string;
}

/**
 * @param said the message of the parser
 * @param argv the words as they were typed
 * @param options names of the options that the subcommand knows, without dashes
 */
export function usageProblem(
  said: string,
  argv: readonly string[],
  commands: readonly AnyCommand[],
  options: readonly string[],
): UsageProblem {
  const { names, command } = commandOf(argv, commands);
  const see = `See: boxcutter ${[...names, '--help'].join(' ')}`;
  const unknownCommand = command?.subcommands === undefined && command !== undefined ? undefined : unknownWord(argv, names);
  if (unknownCommand !== undefined) return noCommand(unknownCommand, command?.subcommands ?? commands, see);
  const [, missing] = /^missing: (\d+)/.exec(said) ?? [];
  // An option that does not exist has taken the word behind it for its value: that is the mistake, not what is missing then.
  const unknownOptions = missing === undefined && command !== undefined ? [] : argv.filter((word) => isUnknownOption(word, options));
  if (unknownOptions.length > 0) return unknownWords(unknownOptions.map(bare), argv, options, see);
  if (missing !== undefined) return { message: missingText(Number(missing), names, command), hint: see };
  const [, unknown] = /^unknown: (.*)$/s.exec(said) ?? [];
  if (unknown !== undefined) return unknownWords(unknown.split(', '), argv, options, see);
  const [, valueless] = /^no value: (.*)$/s.exec(said) ?? [];
  if (valueless !== undefined) return { message: `${dashed(valueless)} needs a value after it.`, hint: see };
  if (said.startsWith('Invalid values:')) return { message: choicesText(said), hint: see };
  return { message: said, hint: see };
}

/** The subcommand that is meant, as far as the words go: `bundle`, `validate`. */
export function commandOf(
  argv: readonly string[],
  commands: readonly AnyCommand[],
): { readonly names: readonly string[]; readonly command?: AnyCommand } {
  const [word, ...rest] = argv;
  if (word === undefined) return { names: [] };
  const command = commands.find(({ name, aliases }) => name === word || aliases?.includes(word) === true);
  if (command === undefined) return commandOf(rest, commands);
  const below = commandOf(rest, command.subcommands ?? []);
  return { names: [command.name, ...below.names], command: below.command ?? command };
}

/** Where a subcommand is expected, the word that is none: the first behind the subcommands that there are. */
export function unknownWord(argv: readonly string[], names: readonly string[]): string | undefined {
  const word = argv[names.length];
  const isBehind = names.every((name, index) => argv[index] === name);
  return isBehind && word !== undefined && !word.startsWith('-') ? word : undefined;
}

function noCommand(word: string, commands: readonly AnyCommand[], see: string): UsageProblem {
  const near = nearest(word, commands.flatMap(({ name, aliases = [] }) => [name, ...aliases]));
  return { message: `There is no command ${word}.${near === undefined ? '' : ` Did you mean ${near}?`}`, hint: see };
}

/** The name of an option without dashes, `no-` and value. */
function bare(word: string): string {
  return word.replace(/^--?(?:no-)?/, '').replace(/=.*$/s, '');
}

/** Letters behind one dash (`-xn`) and numbers are left to the parser. */
function isUnknownOption(word: string, options: readonly string[]): boolean {
  return /^(?:--[^\W_]|-[a-z]$)/i.test(word) && ![bare(word), word.replace(/^--?/, '')].some((name) => options.includes(name));
}

function missingText(given: number, names: readonly string[], command: AnyCommand | undefined): string {
  if (command?.subcommands !== undefined) return `Name a subcommand: ${command.subcommands.map(({ name }) => name).join(', ')}.`;
  const positionals = Object.entries(command?.positionals ?? {});
  const lacking = positionals.filter(([, { demandOption }]) => demandOption === true).slice(given);
  const whole = `boxcutter ${[...names, ...positionals.map(positionalShape)].join(' ')}`;
  const words = lacking.map(([name]) => name.toUpperCase());
  return `${words.join(' and ')} ${words.length === 1 ? 'is' : 'are'} missing: ${whole}`;
}

/** Options of other tools that people try, and what is meant by them. */
const HABITS: readonly { readonly words: readonly string[]; readonly means: string; readonly hint: string }[] = [
  {
    words: ['--values', '--filename', '--value'],
    means: 'config',
    hint: 'To give a file with the configuration of a bundle or chart, use --config FILE or -f FILE.',
  },
  { words: ['--create-namespaces'], means: 'create-namespace', hint: 'To create namespaces, use --create-namespace.' },
];

function unknownWords(names: readonly string[], argv: readonly string[], options: readonly string[], see: string): UsageProblem {
  // The parser lists an option in the two ways in which it knows it: some-option, someOption.
  const once = names.filter((name) => !names.some((other) => other !== name && inCode(other) === name));
  const words = once.map((name) => typed(name, argv));
  const unknown = words.filter((word) => word.startsWith('-'));
  const extra = words.filter((word) => !word.startsWith('-'));
  const list = (what: string, all: readonly string[]): readonly string[] =>
    (all.length === 0 ? [] : [all.length === 1 ? `There is no ${what} ${all[0]} here.` : `There are no ${what}s ${all.join(', ')} here.`]);
  const files = extra.length === 0 ? [] : argv.filter((word) => /^(?:-f|--filename)$/.test(word));
  const habit = HABITS.find((each) => options.includes(each.means) && [...unknown, ...files].some((word) => each.words.includes(word)));
  const meant = unknown.flatMap((word) => {
    const [, no = '', name = ''] = /^--?(no-)?(.+)$/s.exec(word) ?? [];
    const near = name.length < 2 ? undefined : nearest(name, options.filter((option) => option.length > 1));
    return near === undefined ? [] : [`--${no}${near}`];
  });
  const guess = habit?.hint ?? (meant.length === 0 ? undefined : `Did you mean ${meant.join(', ')}?`);
  const message = [...list('option', unknown), ...list('further argument', extra)].join(' ');
  return { message: message === '' ? 'There are too many arguments.' : message, hint: guess === undefined ? see : `${guess} ${see}` };
}

/** As it stands on the command line, dashes included. */
function typed(name: string, argv: readonly string[]): string {
  const spellings = [`--${name}`, `-${name}`, `--no-${name}`];
  const isIt = (word: string): boolean => spellings.some((option) => word === option || word.startsWith(`${option}=`));
  const word = argv.find(isIt);
  if (word !== undefined) return word.replace(/=.*$/s, '');
  // Letters behind one dash: `-xn shop`.
  return name.length === 1 && argv.some((each) => /^-[^-]/.test(each) && each.includes(name)) ? `-${name}` : name;
}

/** `--output "foo" is none of text, json, yaml.` */
function choicesText(said: string): string {
  const lines = [...said.matchAll(/Argument: (.+?), Given: (.*?), Choices: (.*)/g)];
  const texts = lines.map(([, name = '', given = '', choices = '']) =>
    `${dashed(name)} ${given} is none of: ${choices.replaceAll('"', '')}.`);
  return texts.length === 0 ? said : texts.join(' ');
}
