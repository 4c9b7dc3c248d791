/**
 * What a shell offers beside commands and options: extensions, objects, contexts and namespaces, asked of the kubeconfig and the
 * cluster. It must not get in the way of typing: quick or not at all, and never a word of trouble.
 */
import { LABEL_OWNER_NAME } from '../../api';
import { defined } from '../../defined';
import type { KubeCluster } from '../../kube';
import { commands, valuedOptionsOf, type Command } from '../commands';

/** The whole time that a person may wait for a suggestion, with room for our own start. */
const LIMIT_MS = 800;

/** Subcommands that are given an extension. */
const COMPLETED = commands.filter((command): command is Command => command.positionals?.['extension'] !== undefined);

/** Their options that a value follows. */
const WITH_VALUE = new Set(COMPLETED.flatMap(valuedOptionsOf));

/** What is to be suggested for the word at the end. */
export type Wanted =
  | 'contexts'
  | 'namespaces'
  | 'extensions'
  /** Of a subcommand that finds the only extension of its name in any namespace. */
  | 'extensions-anywhere'
  | { readonly objectsOf: string; readonly all?: true }
  | { readonly choices: readonly string[] };

/** Subcommands that only look, and so look everywhere. */
const LOOKING: ReadonlySet<string> = new Set(['status', 'tree', 'explain', 'history', 'get', 'diff']);

/** Options that name where the state is. */
const PLACE = ['--state-namespace', '--namespace', '-n'] as const;

/**
 * What the last word may be, given those before it; undefined: nothing of ours, yargs knows the commands, options and choices. Pure.
 * @param words after the name of the command; the last one is being written
 */
export function wantedFor(words: readonly string[]): Wanted | undefined {
  const current = words.at(-1) ?? '';
  const before = words.slice(0, -1);
  const previous = before.at(-1) ?? '';
  if (previous === '--context') return 'contexts';
  if (previous === '--namespace' || previous === '-n' || previous === '--state-namespace') return 'namespaces';
  if (previous === '--replace') return replaceable(before);
  if (WITH_VALUE.has(previous) || current.startsWith('-')) return undefined;
  const [name, extension, ...more] = before.filter((word, index) => !word.startsWith('-') && !WITH_VALUE.has(before[index - 1] ?? ''));
  const command = COMPLETED.find((each) => each.name === name);
  if (command === undefined) return undefined;
  const isPlaced = optionValue(words, PLACE) !== undefined;
  if (extension === undefined) return LOOKING.has(command.name) && !isPlaced ? 'extensions-anywhere' : 'extensions';
  // Yargs offers the choices of options only.
  const choices = Object.values(command.positionals)[more.length + 1]?.choices;
  if (choices !== undefined) return { choices: choices.map(String) };
  const { object, objects } = command.positionals;
  return objects !== undefined || (object !== undefined && more.length === 0) ? { objectsOf: extension } : undefined;
}

/** Every object, for `--replace`. */
const ALL: readonly string[] = ['all'];

/** Objects that `--replace` may name: of the extension that a rollback is given, or that `--name` names; without either, all of them. */
function replaceable(before: readonly string[]): Wanted {
  const [name, extension] = before.filter((word, index) => !word.startsWith('-') && !WITH_VALUE.has(before[index - 1] ?? ''));
  const isOfExtension = COMPLETED.some((command) => command.name === name);
  return { objectsOf: (isOfExtension ? extension : optionValue([...before, ''], ['--name'])) ?? '', all: true };
}

/** Suggestions for the last word, or undefined where yargs has them. */
export async function suggestions(words: readonly string[], limitMs: number = LIMIT_MS): Promise<readonly string[] | undefined> {
  const wanted = wantedFor(words);
  if (wanted === undefined) return undefined;
  const abort = new AbortController();
  const none = new Promise<readonly string[]>((resolve) => setTimeout(() => {
    abort.abort();
    resolve([]);
  }, limitMs).unref());
  const found = await Promise.race([none, find(wanted, words, abort.signal).catch(() => [])]);
  const current = words.at(-1) ?? '';
  return [...new Set(found)].filter((name) => name.startsWith(current)).sort();
}

async function find(wanted: Wanted, words: readonly string[], signal: AbortSignal): Promise<readonly string[]> {
  if (typeof wanted !== 'string') {
    if ('choices' in wanted) return wanted.choices;
    if (wanted.objectsOf === '') return ALL;
  }
  const valueOf = (...options: readonly string[]): string | undefined => optionValue(words, options);
  const kubeconfig = valueOf('--kubeconfig');
  if (wanted === 'contexts') {
    const { readKubeconfig } = await import('../../kube/auth/kubeconfig.js');
    return [...(readKubeconfig(kubeconfig)?.contexts.keys() ?? [])];
  }
  const { connect } = await import('../../kube/index.js');
  const context = valueOf('--context');
  const as = valueOf('--as');
  const cluster = await connect({
    signal,
    ...defined({ kubeconfig, context, as }),
  });
  try {
    if (wanted === 'namespaces') return await namespacesOf(cluster);
    const namespace = valueOf('--state-namespace') ?? valueOf('--namespace', '-n') ?? cluster.defaultNamespace;
    if (wanted === 'extensions-anywhere') return await extensionsIn(cluster).catch(() => extensionsIn(cluster, namespace));
    return wanted === 'extensions' ? await extensionsIn(cluster, namespace) : await suggestedObjects(cluster, wanted, namespace);
  } finally {
    cluster.close();
  }
}

async function namespacesOf(cluster: KubeCluster): Promise<readonly string[]> {
  const { objects } = await cluster.list({ apiVersion: 'v1', kind: 'Namespace' }, { metadataOnly: true });
  return objects.map(({ metadata }) => metadata.name ?? '');
}

/** @param namespace absent: all of them */
async function extensionsIn(cluster: KubeCluster, namespace?: string): Promise<readonly string[]> {
  const { LABEL_STATE } = await import('../../state/index.js');
  const heads = { apiVersion: 'v1', kind: 'Secret', ...defined({ namespace }), labelSelector: `${LABEL_STATE}=head` };
  const { objects } = await cluster.list(heads, { metadataOnly: true });
  return objects.map(({ metadata }) => metadata.labels?.[LABEL_OWNER_NAME] ?? '').filter((name) => name !== '');
}

async function suggestedObjects(
  cluster: KubeCluster, { objectsOf: extension, all }: Extract<Wanted, { readonly objectsOf: string }>, namespace: string,
): Promise<readonly string[]> {
  const objects = await objectsOf(cluster, extension, namespace);
  return all === true ? [...ALL, ...objects] : objects;
}

async function objectsOf(cluster: KubeCluster, extension: string, namespace: string): Promise<readonly string[]> {
  const { readHead } = await import('../../state/index.js');
  const stored = await readHead(cluster, extension, namespace);
  return (stored?.head.inventory ?? []).map(({ ref }) => `${ref.kind}/${ref.name}`);
}

/** `--option value` or `--option=value`, of the words before the one that is being written. */
function optionValue(words: readonly string[], options: readonly string[]): string | undefined {
  const before = words.slice(0, -1);
  for (const [index, word] of before.entries()) {
    if (options.includes(word) && index + 1 < before.length) return before[index + 1];
    const [option = '', ...value] = word.split('=');
    if (value.length > 0 && options.includes(option)) return value.join('=');
  }
  return undefined;
}
