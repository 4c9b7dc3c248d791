/** Where credentials for registries come from, and in which order. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isJsonObject } from '../../api';
import { BoxcutterError } from '../../errors';
import { homeOf, xdgFolder } from '../../home';
import { askHelper, HELPER_DEADLINE_MS } from './credential-helper';
import { authsFor, helperFor, parseDockerConfig, unusable, type DockerConfig, type RegistryCredentials } from './docker-config';
import { isDockerHub } from './reference';

/** A place where credentials may be found. */
export interface CredentialSource {
  /** How people know it; for messages. */
  readonly origin: string;
  /** @throws BoxcutterError `registry-credentials` when there should be some and they cannot be had */
  find(registry: string, repository: string): Promise<RegistryCredentials | undefined>;
}

/** Where credentials were found. */
export interface FoundCredentials extends RegistryCredentials {
  readonly origin: string;
}

/** Asks sources one after the other; the first that has some is taken. */
export async function findCredentials(
  sources: readonly CredentialSource[], registry: string, repository: string,
): Promise<FoundCredentials | undefined> {
  for (const source of sources) {
    const found = await source.find(registry, repository);
    if (found !== undefined) return { ...found, origin: source.origin };
  }
  return undefined;
}

/**
 * The credentials of this user, in the order of other tools: `$REGISTRY_AUTH_FILE` (which then has to be there),
 * `$XDG_RUNTIME_DIR/containers/auth.json`, `~/.config/containers/auth.json`, `$DOCKER_CONFIG/config.json` or `~/.docker/config.json`.
 * Read when they are needed, and only once.
 */
export function userCredentials(env: NodeJS.ProcessEnv = process.env, helperDeadlineMs = HELPER_DEADLINE_MS): readonly CredentialSource[] {
  const home = homeOf(env);
  const named = env['REGISTRY_AUTH_FILE'];
  const files = [
    ...(env['XDG_RUNTIME_DIR'] ? [join(env['XDG_RUNTIME_DIR'], 'containers', 'auth.json')] : []),
    join(xdgFolder(env, 'XDG_CONFIG_HOME', '.config'), 'containers', 'auth.json'),
    join(env['DOCKER_CONFIG'] || join(home, '.docker'), 'config.json'),
  ];
  return [
    ...(named ? [fileCredentials(named, env, { required: true, helperDeadlineMs })] : []),
    ...files.map((file) => fileCredentials(file, env, { required: false, helperDeadlineMs })),
  ];
}

function fileCredentials(file: string, env: NodeJS.ProcessEnv, options: { required: boolean; helperDeadlineMs: number }): CredentialSource {
  let config: DockerConfig | undefined | 'unread' = 'unread';
  return {
    origin: file,
    find: async (registry, repository) => {
      if (config === 'unread') config = readConfig(file, options.required);
      if (config === undefined) return undefined;
      const own = helperFor(config, registry);
      if (own !== undefined) {
        const found = await askHelper(own.helper, own.server, env, options.helperDeadlineMs);
        if (found !== undefined) return found;
      }
      const written = authsFor(config, registry, repository);
      if (written !== undefined || config.credsStore === undefined) return written;
      return askHelper(config.credsStore, isDockerHub(registry) ? 'https://index.docker.io/v1/' : registry, env, options.helperDeadlineMs);
    },
  };
}

function readConfig(file: string, required: boolean): DockerConfig | undefined {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'UNKNOWN';
    if (!required && ['ENOENT', 'ENOTDIR'].includes(code)) return undefined;
    throw unusable(file, `it cannot be read (${code})`, required ? 'Check $REGISTRY_AUTH_FILE.' : 'Check its permissions.');
  }
  // podman makes an empty file when it logs out.
  return text.trim() === '' ? undefined : parseDockerConfig(text, file);
}

/**
 * The credentials of a pull secret. Programs that it names are not started: a document from a cluster decides nothing about this machine.
 * @param document the Secret (`kubernetes.io/dockerconfigjson`, `kubernetes.io/dockercfg`), or the document in it, parsed
 * @param origin for messages, like `Secret team/pull`
 * @throws BoxcutterError `registry-credentials`
 */
export function pullSecretCredentials(document: unknown, origin: string): CredentialSource {
  const config = parseDockerConfig(JSON.stringify(contentOf(document, origin)), origin);
  return { origin, find: async (registry, repository) => authsFor(config, registry, repository) };
}

function contentOf(document: unknown, origin: string): unknown {
  if (!isJsonObject(document)) throw unusable(origin, 'it is not an object', 'A Secret of type kubernetes.io/dockerconfigjson is needed.');
  if (document['kind'] !== 'Secret') return document;
  const [data, plain] = [document['data'], document['stringData']];
  const member = (key: string): string | undefined => {
    if (isJsonObject(plain) && typeof plain[key] === 'string') return plain[key];
    return isJsonObject(data) && typeof data[key] === 'string' ? Buffer.from(data[key], 'base64').toString('utf8') : undefined;
  };
  const current = member('.dockerconfigjson');
  const old = current === undefined ? member('.dockercfg') : undefined;
  const text = current ?? old;
  if (text === undefined) {
    throw unusable(origin, 'it has no key .dockerconfigjson', 'A Secret of type kubernetes.io/dockerconfigjson is needed.');
  }
  try {
    const content: unknown = JSON.parse(text);
    // The older type is the inner map alone.
    return current === undefined ? { auths: content } : content;
  } catch {
    throw unusable(origin, 'its content is not JSON');
  }
}

/** Credentials that were given for one registry, and are sent to no other. */
export function givenCredentials(credentials: RegistryCredentials, registry: string): CredentialSource {
  const { username, password, identityToken, registryToken } = credentials;
  if (identityToken === undefined && registryToken === undefined && (username === undefined || password === undefined)) {
    throw new BoxcutterError(
      'registry-credentials', 'server',
      `The credentials given for ${registry} are incomplete.`,
      { hint: 'A user and a password, or a token, are needed.' },
    );
  }
  return { origin: 'the options', find: async (asked) => (asked === registry ? credentials : undefined) };
}
