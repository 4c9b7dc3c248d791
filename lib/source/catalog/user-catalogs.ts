/** The catalogs that this user works with: a small file beside the settings for registries, kept by `boxcutter catalog use`. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isDnsLabel, isJsonObject, type JsonValue } from '../../api';
import { docPage } from '../../doc-page';
import { BoxcutterError, messageOf } from '../../errors';
import { xdgFolder } from '../../home';
import { formatIssue } from '../../issue';
import { makeFolders } from '../../make-folders';
import { writeWhole } from '../../write-whole';
import { parseDocuments, stringifyYaml, yamlWording } from '../../yaml';

export interface CatalogSource {
  /** A DNS label. Records and messages know the catalog by it. */
  readonly name: string;
  /** Folder, file, image, layout, archive, or URL. */
  readonly where: string;
  /** Of several catalogs with a package the one with the highest counts. */
  readonly priority: number;
}

/** `$XDG_CONFIG_HOME/boxcutter/catalogs.yaml`; `~/.config` without the variable. */
export function userCatalogsFile(env: NodeJS.ProcessEnv = process.env): string {
  return join(xdgFolder(env, 'XDG_CONFIG_HOME', '.config'), 'boxcutter', 'catalogs.yaml');
}

/**
 * The catalog that `catalog use` keeps by this name. What lies on this machine under the same name comes first: `./own` and `own` are a
 * folder where there is one.
 * @throws BoxcutterError `catalog-settings` (input)
 */
export function keptCatalog(name: string, env: NodeJS.ProcessEnv = process.env): CatalogSource | undefined {
  if (!isDnsLabel(name) || existsSync(name)) return undefined;
  return userCatalogs(env).find((source) => source.name === name);
}

/** None where there is no file. @throws BoxcutterError `catalog-settings` (input) with everything that is wrong with it */
export function userCatalogs(env: NodeJS.ProcessEnv = process.env): readonly CatalogSource[] {
  const file = userCatalogsFile(env);
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const { code = 'UNKNOWN' } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    throw settingsError(file, [`it cannot be read (${code})`]);
  }
  return parseUserCatalogs(text, file);
}

/** @throws BoxcutterError `catalog-settings` (input) */
export function parseUserCatalogs(text: string, file: string): readonly CatalogSource[] {
  const { documents, issues } = parseDocuments(text, file);
  if (issues.length > 0) throw settingsError(file, issues.map((issue) => formatIssue(issue, yamlWording)));
  if (documents.length > 1) throw settingsError(file, ['it has several documents']);
  const value = documents[0]?.value ?? null;
  if (value === null) return [];
  const list = isJsonObject(value) ? value['catalogs'] : undefined;
  if (!Array.isArray(list)) throw settingsError(file, ['catalogs: a list is needed, of {name, where, priority}']);
  const problems: string[] = [];
  const sources = (list as readonly JsonValue[]).flatMap((entry, index) => entryOf(entry, `catalogs[${index}]`, problems));
  if (problems.length > 0) throw settingsError(file, problems);
  return sources;
}

function entryOf(entry: JsonValue, path: string, problems: string[]): readonly CatalogSource[] {
  if (!isJsonObject(entry)) {
    problems.push(`${path}: a map with name and where is needed`);
    return [];
  }
  const { name, where, priority = 0 } = entry;
  const before = problems.length;
  if (typeof name !== 'string' || !isDnsLabel(name)) problems.push(`${path}.name: lower-case letters, digits and hyphens are needed`);
  if (typeof where !== 'string' || where.trim() === '') problems.push(`${path}.where: a folder, file, image, layout or URL is needed`);
  if (!Number.isSafeInteger(priority)) problems.push(`${path}.priority: a whole number is needed`);
  for (const key of Object.keys(entry)) {
    if (!['name', 'where', 'priority'].includes(key)) problems.push(`${path}.${key}: unknown key; known are name, where and priority`);
  }
  return problems.length > before ? [] : [{ name: name as string, where: where as string, priority: priority as number }];
}

/** In their order; an empty list leaves an empty file. @throws BoxcutterError `catalog-settings` (input) when it cannot be written */
export function writeUserCatalogs(sources: readonly CatalogSource[], env: NodeJS.ProcessEnv = process.env): void {
  const file = userCatalogsFile(env);
  const catalogs = sources.map(({ name, where, priority }) => ({ name, where, ...(priority === 0 ? {} : { priority }) }));
  try {
    makeFolders(dirname(file));
    writeWhole(file, stringifyYaml({ catalogs }), 0o644);
  } catch (error) {
    const message = `The catalogs cannot be written to ${file}: ${messageOf(error)}.`;
    throw new BoxcutterError('catalog-settings', 'input', message, { cause: error });
  }
}

function settingsError(file: string, problems: readonly string[]): BoxcutterError {
  return new BoxcutterError('catalog-settings', 'input', `The catalogs in ${file} cannot be used: ${problems.join('; ')}.`, {
    hint: `The format of the file: ${docPage('catalogs.md')}`,
    details: { file, problems },
  });
}
