/**
 * Hints in the words of the command: flags where the library names its options, subcommands where it names its functions.
 */
import type { BoxcutterError, HintOperation, HintWords } from '../../errors';
import type { Command } from '../commands/command';
import { statePlace } from '../commands/options';

/** Options that are no flag of the same name. */
const FLAGS: Readonly<Record<string, string>> = { 'crdSafety.policy': 'crd-safety', 'crdSafety.waivers': 'crd-waiver' };

/** Each takes the name of the extension, where it is known. */
const SUBCOMMANDS: Readonly<Record<HintOperation, (extension: string) => string>> = {
  checkCrdUpgrades: () => 'crd check cluster PATH',
  deleteExtension: (extension) => `delete ${extension}`,
  planRevision: () => 'plan',
  recoverExtension: (extension) => `recover ${extension}`,
  requiredPermissions: () => 'bundle permissions PATH',
};

export const COMMAND_WORDS: HintWords = {
  option: (name, value) => {
    const flag = FLAGS[name] ?? name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    return `--${flag}${value === undefined || value === true ? '' : ` ${quoted(String(value))}`}`;
  },
  operation: (name, extension = 'EXTENSION') => `boxcutter ${SUBCOMMANDS[name](extension)}`,
  details: () => 'the same command with -o json',
};

/** As a shell takes it for one word. */
function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/**
 * The same on a command line that takes no objects: there the namespace is that of the state, as it was for the apply (`-n shop`), unless
 * the line names that of the state.
 */
export function wordsFor(command: Pick<Command, 'options'> | undefined, argv: readonly string[]): HintWords {
  const namesState = argv.some((word) => /^--state-namespace(?:=|$)/.test(word));
  if (command?.options['state-namespace'] !== statePlace['state-namespace'] || namesState) return COMMAND_WORDS;
  const option: HintWords['option'] = (name, value) =>
    (name === 'stateNamespace' ? `-n${value === undefined ? '' : ` ${quoted(String(value))}`}` : COMMAND_WORDS.option(name, value));
  return { ...COMMAND_WORDS, option };
}

/** The hint for a user of the command; undefined where the error has none. */
export function commandHint(error: BoxcutterError, words: HintWords = COMMAND_WORDS): string | undefined {
  return error.hintIn(words);
}
