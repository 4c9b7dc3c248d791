/**
 * Hints in the words of the command: flags where the library names its options, subcommands where it names its functions.
 */
import type { BoxcutterError, HintOperation, HintWords } from '../../errors';
import { shellWord } from '../../shell-word';
import { shownPath } from '../../source/url/shown-path';
import { applyWords } from '../commands/apply';
import type { Command } from '../commands/command';
import { rollbackWords } from '../commands/rollback';
import { statePlace } from '../commands/options';

/** Options that are no flag of the same name. */
const FLAGS: Readonly<Record<string, string>> = {
  'crdSafety.policy': 'crd-safety', 'crdSafety.waivers': 'crd-waiver', 'extension': 'name',
};

/** Each takes the name of the extension, and the namespace of its state, where they are known. */
const SUBCOMMANDS: Readonly<Record<HintOperation, (extension: string, place: string) => string>> = {
  applyRevision: () => 'apply PATH',
  checkCrdUpgrades: () => 'crd check cluster PATH',
  deleteExtension: (extension, place) => `delete ${extension}${place}`,
  planRevision: () => 'plan PATH',
  recoverExtension: (extension, place) => `recover ${extension}${place}`,
  requiredPermissions: () => 'bundle permissions PATH',
};

export const COMMAND_WORDS: HintWords = {
  option: (name, value) => {
    return `--${flagOf(name)}${value === undefined || value === true ? '' : ` ${shellWord(String(value))}`}`;
  },
  operation: (name, extension = 'EXTENSION', stateNamespace) => {
    return `boxcutter ${SUBCOMMANDS[name](extension, stateNamespace === undefined ? '' : ` -n ${shellWord(stateNamespace)}`)}`;
  },
  details: () => 'the same command with -o json',
};

function flagOf(option: string): string {
  return FLAGS[option] ?? option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/**
 * The same for one subcommand. An option that it does not have is that of an apply, or of a rollback. Where it takes no objects, the
 * namespace is that of the state, as it was for the apply (`-n shop`), unless the line names that of the state.
 * @param args what the line was understood as: other commands that a hint names are for the same path and the same cluster.
 * @default the line names neither
 */
export function wordsFor(command: Pick<Command, 'options'> | undefined, args: object = {}): HintWords {
  const given = new Map<string, unknown>(Object.entries(args));
  const operation: HintWords['operation'] = (name, extension, stateNamespace) =>
    withPath(COMMAND_WORDS.operation(name, extension, stateNamespace), given) + connectionOf(given);
  if (command === undefined) return { ...COMMAND_WORDS, operation };
  const namesState = given.get('stateNamespace') !== undefined;
  const takesNoObjects = command.options['state-namespace'] === statePlace['state-namespace'];
  const option: HintWords['option'] = (name, value) => {
    if (name === 'stateNamespace' && takesNoObjects && !namesState) return `-n${value === undefined ? '' : ` ${shellWord(String(value))}`}`;
    const text = COMMAND_WORDS.option(name, value);
    const other = otherThatHas(flagOf(name), command);
    return other === undefined ? text : `${text} (of boxcutter ${other})`;
  };
  return { ...COMMAND_WORDS, option, operation };
}

type Given = ReadonlyMap<string, unknown>;

/** `boxcutter apply PATH` with the path that was given, and where its objects go. */
function withPath(text: string, given: Given): string {
  const [path, namespace] = [given.get('path'), given.get('namespace')];
  if (typeof path !== 'string' || !text.endsWith(' PATH')) return text;
  const place = typeof namespace === 'string' ? ` -n ${shellWord(namespace)}` : '';
  return `${text.slice(0, -'PATH'.length)}${shellWord(shownPath(path))}${place}`;
}

const CONNECTION = ['kubeconfig', 'context', 'as', 'asGroup'] as const;

/** ` --context prod`, as it was given. */
function connectionOf(given: Given): string {
  return CONNECTION.flatMap((name) => [given.get(name)].flat()
    .flatMap((value: unknown) => (typeof value === 'string' ? [` --${flagOf(name)} ${shellWord(value)}`] : []))).join('');
}

/** Of a flag that the subcommand itself has not. */
function otherThatHas(flag: string, { options }: Pick<Command, 'options'>): string | undefined {
  if (flag in options) return undefined;
  return [applyWords, rollbackWords].find((other) => flag in other.options)?.name;
}

/** The hint for a user of the command; undefined where the error has none. */
export function commandHint(error: BoxcutterError, words: HintWords = COMMAND_WORDS): string | undefined {
  return error.hintIn(words);
}
