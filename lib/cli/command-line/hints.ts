/**
 * Hints in the words of the command: flags where the library names its options, subcommands where it names its functions.
 */
import type { BoxcutterError, HintOperation, HintWords } from '../../errors';
import { shellWord } from '../../shell-word';
import { shownPath } from '../../source/url/shown-path';
import { adoptHelmWords } from '../commands/adopt/helm';
import { applyWords } from '../commands/apply';
import { permissionsWords } from '../commands/bundle/permissions';
import type { Words } from '../commands/command';
import { checkWords } from '../commands/crd/check';
import { connection, statePlace } from '../commands/options';
import { planWords } from '../commands/plan';
import { rollbackWords } from '../commands/rollback';
import { type Given, lineOf } from './line';

/** Options that are no flag of the same name. */
const FLAGS: Readonly<Record<string, string>> = {
  'crdSafety.policy': 'crd-safety', 'crdSafety.waivers': 'crd-waiver', 'extension': 'name',
};

const SUBCOMMANDS: Readonly<Record<HintOperation, (given: Given, extension: string, place: readonly string[]) => string>> = {
  applyRevision: (given) => lineOf(['apply', ...pathsOf(given)], applyWords.options, given),
  checkCrdUpgrades: (given) => lineOf(['crd', 'check', 'cluster', pathOf(given)], checkWords.options, given),
  deleteExtension: (given, extension, place) => lineOf(['delete', extension, ...place], connection, given),
  planRevision: (given) => lineOf(['plan', ...pathsOf(given)], planWords.options, given),
  recoverExtension: (given, extension, place) => lineOf(['recover', extension, ...place], connection, given),
  requiredPermissions: (given) => lineOf(['bundle', 'permissions', pathOf(given)], permissionsWords.options, given),
};

export const COMMAND_WORDS: HintWords = {
  option: (name, value) => {
    return `--${flagOf(name)}${value === undefined || value === true ? '' : ` ${shellWord(String(value))}`}`;
  },
  operation: operationOf(new Map()),
  details: () => 'the same command with -o json',
};

function flagOf(option: string): string {
  return FLAGS[option] ?? option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** Names the extension, and the namespace of its state, where they are known. */
function operationOf(given: Given): HintWords['operation'] {
  return (name, extension = 'EXTENSION', stateNamespace) =>
    SUBCOMMANDS[name](given, extension, stateNamespace === undefined ? [] : ['-n', stateNamespace]);
}

/**
 * The same for one subcommand. An option that it does not have is that of an apply, or of a rollback. Where it takes no objects, the
 * namespace is that of the state, as it was for the apply (`-n shop`), unless the line names that of the state.
 * @param args what the line was understood as: other commands that a hint names are for the same, on the same cluster.
 * @default the line names nothing
 */
export function wordsFor(command: Pick<Words, 'name' | 'positionals' | 'options'> | undefined, args: object = {}): HintWords {
  const given: Given = new Map(Object.entries(args));
  const operation = operationOf(given);
  if (command === undefined) return { ...COMMAND_WORDS, operation };
  const namesState = given.get('stateNamespace') !== undefined;
  const takesNoObjects = command.options['state-namespace'] === statePlace['state-namespace'];
  const option: HintWords['option'] = (name, value) => {
    if (name === 'stateNamespace' && takesNoObjects && !namesState) return `-n${value === undefined ? '' : ` ${shellWord(String(value))}`}`;
    const text = COMMAND_WORDS.option(name, value);
    const other = otherThatHas(flagOf(name), command);
    return other === undefined ? text : `${text} (of boxcutter ${other})`;
  };
  // What takes no path is planned and done again by itself.
  if ('path' in command.positionals || !('plan' in command.options)) return { ...COMMAND_WORDS, option, operation };
  const again = lineOf([command.name, ...wordsOf(command, given)], command.options, given);
  const own: Partial<Record<HintOperation, string>> = { applyRevision: again, planRevision: `${again} --plan` };
  return { ...COMMAND_WORDS, option, operation: (name, ...of) => own[name] ?? operation(name, ...of) };
}

function pathOf(given: Given): string {
  const path = given.get('path');
  return typeof path === 'string' ? shownPath(path) : 'PATH';
}

function pathsOf(given: Given): readonly string[] {
  return [pathOf(given), ...texts(given.get('more')).map(shownPath)];
}

/** What stands without a name: as it was given, or, where it is needed, what it is. */
function wordsOf({ positionals }: Pick<Words, 'positionals'>, given: Given): readonly string[] {
  return Object.entries(positionals).flatMap(([name, { demandOption }]) => {
    const found = texts(given.get(name));
    return found.length === 0 && demandOption === true ? [name.toUpperCase()] : found;
  });
}

function texts(value: unknown): readonly string[] {
  return [value].flat().filter((text) => typeof text === 'string');
}

/** Of a flag that the subcommand itself has not. */
function otherThatHas(flag: string, { options }: Pick<Words, 'options'>): string | undefined {
  if (flag in options) return undefined;
  return [applyWords, rollbackWords, adoptHelmWords].find((other) => flag in other.options)?.name;
}

/** The hint for a user of the command; undefined where the error has none. */
export function commandHint(error: BoxcutterError, words: HintWords = COMMAND_WORDS): string | undefined {
  return error.hintIn(words);
}
