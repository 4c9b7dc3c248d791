/**
 * What a machine has to know of registries: mirrors, private authorities, and where plain HTTP is meant. docs/registries.md has the file.
 */
import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isJsonObject, type JsonValue } from '../../api';
import { defined } from '../../defined';
import { docPage } from '../../doc-page';
import { BoxcutterError } from '../../errors';
import { xdgFolder } from '../../home';
import { formatIssue } from '../../issue';
import { parseDocuments, yamlWording } from '../../yaml';

export interface Mirror {
  /** Registry, or registry and the beginning of repositories: `quay.io`, `quay.io/org`. The longest that fits counts. */
  readonly source: string;
  /** What takes its place, tried in this order before the source itself: `mirror.example.com/quay`. */
  readonly mirrors: readonly string[];
}

export interface HostSettings {
  /** Certificates of the authority that signed the registry's (PEM), trusted beside those that Node knows. */
  readonly ca?: string;
  /** Speak HTTP without TLS. Never tried unasked. */
  readonly plainHttp?: boolean;
}

export interface RegistrySettings {
  readonly mirrors?: readonly Mirror[];
  /** By host, with its port where it has one: `registry.example.com:5000`. */
  readonly registries?: Readonly<Record<string, HostSettings>>;
}

/** Where settings are read from, whether the file is there or not. */
export function registrySettingsFile(env: NodeJS.ProcessEnv = process.env): string {
  return env['BOXCUTTER_REGISTRIES'] || join(xdgFolder(env, 'XDG_CONFIG_HOME', '.config'), 'boxcutter', 'registries.yaml');
}

/**
 * Reads the file that `$BOXCUTTER_REGISTRIES` names, else `$XDG_CONFIG_HOME/boxcutter/registries.yaml` (`~/.config` without it). Without a
 * file there are no settings.
 * @throws BoxcutterError `registry-settings`
 */
export function loadRegistrySettings(env: NodeJS.ProcessEnv = process.env): RegistrySettings {
  const named = env['BOXCUTTER_REGISTRIES'];
  const file = registrySettingsFile(env);
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (!named && ['ENOENT', 'ENOTDIR'].includes(codeOf(error))) return {};
    throw settingsError(file, [`it cannot be read (${codeOf(error)})`]);
  }
  return parseRegistrySettings(text, file);
}

/** @param file path of the settings, for messages and for certificates that are named relative to it */
export function parseRegistrySettings(text: string, file: string): RegistrySettings {
  const { documents, issues } = parseDocuments(text, file);
  if (issues.length > 0) throw settingsError(file, issues.map((issue) => formatIssue(issue, yamlWording)));
  if (documents.length > 1) throw settingsError(file, ['it has several documents']);
  const problems: string[] = [];
  const settings = readSettings(documents[0]?.value ?? null, dirname(resolve(file)), problems);
  if (problems.length > 0) throw settingsError(file, problems);
  return settings;
}

/** A registry, with its port where it has one. */
export const HOST = /^(?:\[[0-9a-f:.]+\]|[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?)(?::\d{1,5})?$/;
/** A registry, and maybe the beginning of repositories. */
export const PREFIX = /^(?:\[[0-9a-f:.]+\]|[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?)(?::\d{1,5})?(?:\/[a-z0-9]+(?:(?:\.|_|__|-+)[a-z0-9]+)*)*$/;

/** Checks mirrors that were given by a program. @throws BoxcutterError `registry-settings` */
export function checkMirrors(mirrors: readonly Mirror[]): void {
  const problems: string[] = [];
  readMirrors(mirrors as unknown as JsonValue, problems);
  if (problems.length > 0) throw settingsError('the options', problems);
}

function readSettings(value: JsonValue, folder: string, problems: string[]): RegistrySettings {
  if (value === null) return {};
  if (!isJsonObject(value)) {
    problems.push('it is not a map with the keys mirrors and registries');
    return {};
  }
  unknownKeys(value, ['mirrors', 'registries'], '', problems);
  return {
    ...(value['mirrors'] === undefined ? {} : { mirrors: readMirrors(value['mirrors'], problems) }),
    ...(value['registries'] === undefined ? {} : { registries: readHosts(value['registries'], folder, problems) }),
  };
}

function readMirrors(value: JsonValue, problems: string[]): Mirror[] {
  if (!Array.isArray(value)) {
    problems.push('mirrors: a list is needed, of {source, mirrors}');
    return [];
  }
  return (value as readonly JsonValue[]).flatMap((entry, index) => {
    const path = `mirrors[${index}]`;
    if (!isJsonObject(entry)) {
      problems.push(`${path}: a map with source and mirrors is needed`);
      return [];
    }
    unknownKeys(entry, ['source', 'mirrors'], `${path}.`, problems);
    const { source, mirrors } = entry;
    const before = problems.length;
    if (typeof source !== 'string' || !PREFIX.test(source)) {
      problems.push(`${path}.source: a registry, or registry and repository, is needed, like quay.io/org`);
    }
    if (!Array.isArray(mirrors) || mirrors.length === 0) problems.push(`${path}.mirrors: a list is needed, like [mirror.example.com/quay]`);
    else {
      (mirrors as readonly JsonValue[]).forEach((mirror, at) => {
        if (typeof mirror !== 'string' || !PREFIX.test(mirror)) {
          problems.push(`${path}.mirrors[${at}]: a registry, or registry and repository, is needed, like mirror.example.com/quay`);
        }
      });
    }
    return problems.length > before ? [] : [{ source: source as string, mirrors: mirrors as readonly string[] }];
  });
}

function readHosts(value: JsonValue, folder: string, problems: string[]): Record<string, HostSettings> {
  if (!isJsonObject(value)) {
    problems.push('registries: a map is needed, from host to {ca, plainHttp}');
    return {};
  }
  const hosts: Record<string, HostSettings> = {};
  for (const [host, entry] of Object.entries(value)) {
    const path = `registries[${JSON.stringify(host)}]`;
    if (!HOST.test(host)) {
      problems.push(`${path}: a host is needed, in lower case, with its port where it has one, like registry.example.com:5000`);
    }
    if (!isJsonObject(entry)) {
      problems.push(`${path}: a map with ca or plainHttp is needed`);
      continue;
    }
    unknownKeys(entry, ['ca', 'plainHttp'], `${path}.`, problems);
    const { ca, plainHttp } = entry;
    if (ca !== undefined && typeof ca !== 'string') problems.push(`${path}.ca: the path of a file with certificates is needed`);
    if (plainHttp !== undefined && typeof plainHttp !== 'boolean') problems.push(`${path}.plainHttp: true or false is needed`);
    const pem = typeof ca === 'string' ? readCertificates(resolve(folder, ca), `${path}.ca`, problems) : undefined;
    hosts[host] = { ...defined({ ca: pem }), ...(typeof plainHttp === 'boolean' ? { plainHttp } : {}) };
  }
  return hosts;
}

function readCertificates(file: string, path: string, problems: string[]): string | undefined {
  try {
    const text = readFileSync(file, 'utf8');
    if (text.includes('-----BEGIN CERTIFICATE-----')) return text;
    problems.push(`${path}: ${file} holds no certificate (PEM)`);
  } catch (error) {
    problems.push(`${path}: ${file} cannot be read (${codeOf(error)})`);
  }
  return undefined;
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? 'UNKNOWN';
}

function unknownKeys(value: Readonly<Record<string, unknown>>, known: readonly string[], path: string, problems: string[]): void {
  for (const key of Object.keys(value)) {
    if (!known.includes(key)) problems.push(`${path}${key}: unknown key; known are ${known.join(' and ')}`);
  }
}

function settingsError(file: string, problems: readonly string[]): BoxcutterError {
  return new BoxcutterError(
    'registry-settings', 'input',
    `The settings for registries in ${file} cannot be used: ${problems.join('; ')}.`,
    {
      hint: `The format of the file: ${docPage('registries.md')}`,
      details: { file, problems },
    },
  );
}
