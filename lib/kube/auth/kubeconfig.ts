import { existsSync, readFileSync } from 'node:fs';
import { delimiter, dirname, isAbsolute, join, sep } from 'node:path';
import { load, YAMLException } from 'js-yaml';
import { BoxcutterError, messageOf } from '../../errors';
import { homeOf } from '../../home';

/** The parts of a kubeconfig that are used, with paths already absolute. Names as in the file. */
export interface KubeconfigCluster {
  readonly server: string;
  readonly 'certificate-authority'?: string;
  readonly 'certificate-authority-data'?: string;
  readonly 'insecure-skip-tls-verify'?: boolean;
  readonly 'tls-server-name'?: string;
  readonly 'proxy-url'?: string;
}

export interface ExecConfig {
  readonly apiVersion: string;
  readonly command: string;
  readonly args?: readonly string[];
  readonly env?: readonly { readonly name: string; readonly value: string }[];
  readonly installHint?: string;
  readonly provideClusterInfo?: boolean;
  readonly interactiveMode?: 'Never' | 'IfAvailable' | 'Always';
}

export interface KubeconfigUser {
  readonly 'client-certificate'?: string;
  readonly 'client-certificate-data'?: string;
  readonly 'client-key'?: string;
  readonly 'client-key-data'?: string;
  readonly token?: string;
  readonly tokenFile?: string;
  readonly username?: string;
  readonly password?: string;
  readonly as?: string;
  readonly 'as-groups'?: readonly string[];
  readonly 'as-uid'?: string;
  readonly 'as-user-extra'?: Readonly<Record<string, readonly string[]>>;
  readonly exec?: ExecConfig;
  readonly 'auth-provider'?: { readonly name: string; readonly config?: Readonly<Record<string, string>> };
}

export interface KubeconfigContext {
  readonly cluster: string;
  readonly user?: string;
  readonly namespace?: string;
}

export interface Kubeconfig {
  readonly clusters: ReadonlyMap<string, KubeconfigCluster>;
  readonly users: ReadonlyMap<string, KubeconfigUser>;
  readonly contexts: ReadonlyMap<string, KubeconfigContext>;
  readonly currentContext: string | undefined;
  /** The files it was read from, for messages; none when a program made it. */
  readonly files: readonly string[];
}

/**
 * Reads the kubeconfig as kubectl does: `path` if given, else every file of `$KUBECONFIG` (missing ones are skipped), else
 * `~/.kube/config`. Several files are merged: the first that names a cluster, user, context or current context wins. Undefined when there
 * is none anywhere. Throws `kubeconfig-missing` when a named file does not exist, `kubeconfig-invalid` when one cannot be used.
 */
export function readKubeconfig(path: string | undefined, env: NodeJS.ProcessEnv = process.env): Kubeconfig | undefined {
  if (path !== undefined) {
    if (existsSync(path)) return merge([path]);
    throw new BoxcutterError('kubeconfig-missing', 'input', `The kubeconfig ${path} does not exist.`, {
      hint: ({ option }) => `Check the path given with ${option('kubeconfig')}.`,
      details: { path },
    });
  }
  const listed = (env['KUBECONFIG'] ?? '').split(delimiter).filter((file) => file !== '');
  if (listed.length > 0) {
    const present = listed.filter((file) => existsSync(file));
    if (present.length > 0) return merge(present);
    throw new BoxcutterError('kubeconfig-missing', 'input', `KUBECONFIG names ${listed.join(', ')}, which does not exist.`, {
      hint: 'Correct or unset the environment variable KUBECONFIG.',
      details: { path: listed.join(delimiter) },
    });
  }
  const usual = join(homeOf(env), '.kube', 'config');
  return existsSync(usual) ? merge([usual]) : undefined;
}

/**
 * A kubeconfig that is no file. Paths in it stay as they are.
 * @param name what it is called in messages
 * @throws BoxcutterError `kubeconfig-invalid`
 */
export function kubeconfigOfText(text: string, name: string): Kubeconfig {
  return mergeAll([{ name, document: documentOf(() => text, name), folder: '' }]);
}

function merge(files: readonly string[]): Kubeconfig {
  return mergeAll(files.map((file) => ({ name: file, document: documentOf(() => readFileSync(file, 'utf8'), file), folder: dirname(file) })));
}

interface NamedDocument {
  readonly name: string;
  readonly document: Fields;
  readonly folder: string;
}

function mergeAll(documents: readonly NamedDocument[]): Kubeconfig {
  const clusters = new Map<string, KubeconfigCluster>();
  const users = new Map<string, KubeconfigUser>();
  const contexts = new Map<string, KubeconfigContext>();
  let currentContext: string | undefined;
  for (const { document, folder } of documents) {
    for (const [name, cluster] of named(document['clusters'], 'cluster')) {
      keepFirst(clusters, name, absolute(cluster, folder, ['certificate-authority']) as unknown as KubeconfigCluster);
    }
    for (const [name, user] of named(document['users'], 'user')) {
      const inPlace = absolute(user, folder, ['client-certificate', 'client-key', 'tokenFile']);
      keepFirst(users, name, absoluteExec(inPlace, folder) as KubeconfigUser);
    }
    for (const [name, context] of named(document['contexts'], 'context')) {
      keepFirst(contexts, name, context as unknown as KubeconfigContext);
    }
    const current = document['current-context'];
    if (currentContext === undefined && typeof current === 'string' && current !== '') currentContext = current;
  }
  return { clusters, users, contexts, currentContext, files: documents.map(({ name }) => name) };
}

type Fields = Readonly<Record<string, unknown>>;

function documentOf(read: () => string, file: string): Fields {
  let document: unknown;
  try {
    document = load(read());
  } catch (error) {
    throw new BoxcutterError('kubeconfig-invalid', 'input', `The kubeconfig ${file} cannot be read: ${reasonOf(error)}.`, {
      hint: ({ option }) => `Repair the file, or name another with ${option('kubeconfig')}.`,
      details: { path: file },
    });
  }
  if (document === undefined || document === null) return {};
  if (isFields(document)) return document;
  throw new BoxcutterError('kubeconfig-invalid', 'input', `The kubeconfig ${file} is not a YAML mapping.`, {
    hint: 'A kubeconfig has the fields clusters, users, contexts and current-context.',
    details: { path: file },
  });
}

/** Without the lines around the place, which the parser's own message quotes: there are tokens and keys in them. */
function reasonOf(error: unknown): string {
  if (!(error instanceof YAMLException)) return messageOf(error);
  const mark = error.mark as YAMLException['mark'] | undefined;
  return mark === undefined ? error.reason : `${error.reason} (line ${mark.line + 1}, column ${mark.column + 1})`;
}

/** The entries of a named list: `- name: x, cluster: {...}`. Entries without a name or body are as good as absent. */
function named(list: unknown, field: string): [string, Fields][] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((entry): [string, Fields][] => {
    if (!isFields(entry)) return [];
    const { name, [field]: body } = entry;
    return typeof name === 'string' ? [[name, isFields(body) ? body : {}]] : [];
  });
}

function absolute(fields: Fields, folder: string, keys: readonly string[]): Fields {
  const paths = keys.flatMap((key) => {
    const value = fields[key];
    return typeof value === 'string' && value !== '' && !isAbsolute(value) ? [[key, join(folder, value)]] : [];
  });
  return paths.length === 0 ? fields : { ...fields, ...(Object.fromEntries(paths) as Fields) };
}

/** A command with a slash in it is relative to the kubeconfig; without one it is looked up in PATH. */
function absoluteExec(fields: Fields, folder: string): Fields {
  const exec = fields['exec'];
  if (!isFields(exec) || typeof exec['command'] !== 'string') return fields;
  return exec['command'].includes('/') || exec['command'].includes(sep) ? { ...fields, exec: absolute(exec, folder, ['command']) } : fields;
}

function keepFirst<T>(map: Map<string, T>, name: string, value: T): void {
  if (!map.has(name)) map.set(name, value);
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
