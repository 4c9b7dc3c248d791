/**
 * Documents with credentials for registries: Docker's config.json, the auth.json of containers/image (containers-auth.json(5)), and the
 * `.dockerconfigjson` of pull secrets. All three are one format.
 */
import { asObject, isJsonObject, type JsonObject } from '../../api';
import { defined } from '../../defined';
import { BoxcutterError } from '../../errors';
import { isDockerHub } from './reference';

/** What a registry, or its token service, takes for an identity. */
export interface RegistryCredentials {
  readonly username?: string;
  readonly password?: string;
  /** A refresh token of OAuth 2, for the token service. */
  readonly identityToken?: string;
  /** Sent to the registry as it is, as `Bearer`. */
  readonly registryToken?: string;
}

/** A document as read: the credentials in it, and the programs that it names to ask for others. */
export interface DockerConfig {
  /** How people know it; for messages. */
  readonly origin: string;
  readonly auths: JsonObject;
  /** By registry. */
  readonly credHelpers: JsonObject;
  readonly credsStore: string | undefined;
}

/** @throws BoxcutterError `registry-credentials`; the text is never repeated */
export function parseDockerConfig(text: string, origin: string): DockerConfig {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    throw unusable(origin, 'it is not JSON');
  }
  if (!isJsonObject(document)) throw unusable(origin, 'it is not a JSON object');
  for (const key of ['auths', 'credHelpers']) {
    if (document[key] !== undefined && document[key] !== null && !isJsonObject(document[key])) {
      throw unusable(origin, `${key} is not an object`);
    }
  }
  const { credsStore } = document;
  return {
    origin,
    auths: asObject(document['auths']) ?? {},
    credHelpers: asObject(document['credHelpers']) ?? {},
    credsStore: typeof credsStore === 'string' && credsStore !== '' ? credsStore : undefined,
  };
}

/** The credentials that stand in the document for a repository: those of the longest key that fits. */
export function authsFor(config: DockerConfig, registry: string, repository: string): RegistryCredentials | undefined {
  const fitting = Object.entries(config.auths)
    .map(([key, entry]) => ({ length: fit(normalised(key), registry, repository), entry, key }))
    .filter(({ length }) => length >= 0)
    .sort((a, b) => b.length - a.length);
  for (const { entry, key } of fitting) {
    const credentials = credentialsOf(entry, config.origin, key);
    if (credentials !== undefined) return credentials;
  }
  return undefined;
}

/** The program that has the credentials of a registry, if the document names one for just it. */
export function helperFor(config: DockerConfig, registry: string): { readonly helper: string; readonly server: string } | undefined {
  for (const [key, helper] of Object.entries(config.credHelpers)) {
    if (typeof helper === 'string' && helper !== '' && fit(normalised(key), registry, '') >= 0) return { helper, server: key };
  }
  return undefined;
}

/** Docker writes some keys as addresses: `https://index.docker.io/v1/`. */
function normalised(key: string): string {
  return key.toLowerCase().replace(/^https?:\/\//, '').replace(/\/v[12]\/?$/, '').replace(/\/+$/, '');
}

/**
 * How many characters of a repository's name a key covers; -1 when it does not fit. A `*` stands for one label of the host, as in pull
 * secrets.
 */
function fit(key: string, registry: string, repository: string): number {
  const slash = key.indexOf('/');
  const host = slash < 0 ? key : key.slice(0, slash);
  const path = slash < 0 ? '' : key.slice(slash + 1);
  if (!hostFits(host, registry)) return -1;
  if (path === '') return host.includes('*') ? 0 : 1;
  return repository === path || repository.startsWith(`${path}/`) ? 1 + path.length : -1;
}

function hostFits(pattern: string, registry: string): boolean {
  if (pattern === registry || (isDockerHub(pattern) && isDockerHub(registry))) return true;
  if (!pattern.includes('*')) return false;
  const [wanted, labels] = [pattern.split('.'), registry.split('.')];
  return wanted.length === labels.length && wanted.every((part, index) => labelFits(part, labels[index] ?? ''));
}

function labelFits(pattern: string, label: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  if (last === undefined) return pattern === label;
  if (!label.startsWith(first) || !label.endsWith(last) || label.length < first.length + last.length) return false;
  let at = first.length;
  for (const part of rest) {
    const found = label.indexOf(part, at);
    if (found < 0 || found + part.length > label.length - last.length) return false;
    at = found + part.length;
  }
  return true;
}

function credentialsOf(value: unknown, origin: string, key: string): RegistryCredentials | undefined {
  const entry = asObject(value);
  if (entry === undefined) return undefined;
  const text = (name: string): string | undefined => (typeof entry[name] === 'string' && entry[name] !== ''
    ? (entry[name] as string)
    : undefined);
  let [username, password] = [text('username'), text('password')];
  const auth = text('auth');
  if (auth !== undefined) {
    const decoded = Buffer.from(auth, 'base64').toString('utf8');
    const colon = decoded.indexOf(':');
    if (colon < 0) throw unusable(origin, `auths[${JSON.stringify(key)}].auth is not the base64 of user:password`);
    username = decoded.slice(0, colon);
    // Some tools end it with a zero byte.
    password = decoded.slice(colon + 1).replace(/\0+$/, '');
  }
  const [identityToken, registryToken] = [text('identitytoken'), text('registrytoken')];
  if (identityToken === undefined && registryToken === undefined && (username === undefined || password === undefined)) return undefined;
  return {
    ...(username === undefined || password === undefined ? {} : { username, password }),
    ...defined({ identityToken, registryToken }),
  };
}

export function unusable(origin: string, what: string, hint = 'Correct the file, or log in to the registry again.'): BoxcutterError {
  return new BoxcutterError(
    'registry-credentials', 'server',
    `The credentials for registries in ${origin} cannot be used: ${what}.`,
    { hint, details: { origin } },
  );
}
