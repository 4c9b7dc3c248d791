/**
 * The catalogs that a user names: `WHERE`, `NAME=WHERE`, `NAME@PRIORITY=WHERE`, or the name of one that is kept in mind. On the line, in
 * `$BOXCUTTER_CATALOG_SOURCES`, or in the file that `boxcutter catalog use` keeps; the first of these that names any decides alone.
 */
import { isDnsLabel } from '../../api';
import { BoxcutterError } from '../../errors';
import { type CatalogSource, keptCatalog, userCatalogs } from './user-catalogs';

/** How a catalog came to be looked in. */
export type SourcesFrom = 'line' | 'environment' | 'file';

export interface CatalogSources {
  readonly sources: readonly CatalogSource[];
  readonly from: SourcesFrom;
}

export const SOURCES_VARIABLE = 'BOXCUTTER_CATALOG_SOURCES';

/** As in the API of OLM: a 32-bit integer. */
const HIGHEST = 2 ** 31 - 1;

/**
 * @param given of the line. @default none
 * @throws BoxcutterError category input: `catalog-source` for what cannot be read and for a name that is given twice; `catalog-settings`
 */
export function catalogSources(given: readonly string[] = [], env: NodeJS.ProcessEnv = process.env): CatalogSources {
  const listed = (env[SOURCES_VARIABLE] ?? '').split(/[,\n]/).map((text) => text.trim()).filter((text) => text !== '');
  const from: SourcesFrom = given.length > 0 ? 'line' : listed.length > 0 ? 'environment' : 'file';
  const named = from === 'line' ? given : listed;
  const sources = from === 'file' ? userCatalogs(env) : named.map((text) => keptCatalog(text, env) ?? parseCatalogSource(text));
  refuseTwice(sources);
  return { sources, from };
}

/** @throws BoxcutterError `catalog-source` (input) */
export function parseCatalogSource(text: string): CatalogSource {
  const [, name, priority, where] = /^([a-z0-9][a-z0-9-]*)(?:@(-?\d+))?=(.*)$/s.exec(text) ?? [];
  if (name === undefined || where === undefined) return { name: nameFor(text), where: usable(text, text), priority: 0 };
  if (!isDnsLabel(name)) throw wrong(text, `${JSON.stringify(name)} cannot be the name of a catalog`);
  const number = Number(priority ?? 0);
  if (Math.abs(number) > HIGHEST) throw wrong(text, `the priority is not between -${HIGHEST} and ${HIGHEST}`);
  return { name, where: usable(where, text), priority: number };
}

function usable(where: string, text: string): string {
  if (where.trim() === '') throw wrong(text, 'it names no place');
  return where;
}

/** The last part of the place, as far as it can be a name: `quay.io/org/Community_Catalog:v1` is `community-catalog`. */
function nameFor(where: string): string {
  const place = where.replace(/[?#].*$/s, '').replace(/@sha(?:256|512):[0-9a-f]+$/, '').replace(/[/\\]+$/, '');
  const last = (place.split(/[/\\]/).at(-1) ?? '').replace(/:[\w.-]+$/, '').replace(/\.(?:ya?ml|json|jsonl|tar|tgz|gz)$/, '');
  const name = last.toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '').slice(0, 63).replace(/-+$/, '');
  return isDnsLabel(name) ? name : 'catalog';
}

function refuseTwice(sources: readonly CatalogSource[]): void {
  const names = sources.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice === undefined) return;
  const places = sources.filter(({ name }) => name === twice).map(({ where }) => where);
  throw new BoxcutterError('catalog-source', 'input', `Two catalogs have the name ${twice}: ${places.join(' and ')}.`, {
    hint: `Give one of them another name: NAME=${places[1] ?? ''}`,
  });
}

function wrong(text: string, why: string): BoxcutterError {
  return new BoxcutterError('catalog-source', 'input', `${JSON.stringify(text)} names no catalog: ${why}.`, {
    hint: 'Write WHERE, NAME=WHERE or NAME@PRIORITY=WHERE, where WHERE is a folder, file, image, layout or URL of a catalog.',
  });
}
