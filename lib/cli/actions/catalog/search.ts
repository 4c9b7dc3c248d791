import { searchCatalog } from '../../../catalog';
import { isBoxcutterError } from '../../../errors';
import { noCatalogNamed } from '../../../source/catalog/no-catalog';
import { catalogSources } from '../../../source/catalog/sources';
import type { CatalogSource } from '../../../source/catalog/user-catalogs';
import type { CatalogSearchArgs } from '../../commands/catalog/search';
import { EXIT } from '../../exit';
import { type CatalogHit, searchLines } from '../../output/catalog/search';
import { note } from '../../output/note';
import { isDocument, printDocument } from '../../output/print';
import { printLines } from '../../output/terminal/sink';
import { readCatalog } from './read';

export const CATALOG_SEARCH_SCHEMA = 'boxcutter.catalog-search/v1';

/** That nothing is found is an answer: the exit code is 0. Of several catalogs, one that cannot be opened is a note. */
export async function catalogSearch(args: CatalogSearchArgs): Promise<number> {
  const { words, catalog: given, output } = args;
  const { sources } = catalogSources(given);
  if (sources.length === 0) throw noCatalogNamed();
  const hits: CatalogHit[] = [];
  for (const source of sources) for (const hit of await hitsIn(source, args, sources.length > 1)) hits.push(hit);
  // Those of one catalog are in order; of the same score they stay as the catalogs were named.
  hits.sort((a, b) => b.score - a.score);
  if (isDocument(output)) await printDocument({ schema: CATALOG_SEARCH_SCHEMA, words, hits }, output);
  else printLines(searchLines(hits, sources.length > 1));
  return EXIT.done;
}

async function hitsIn(
  { name, where }: CatalogSource, { words, offline }: CatalogSearchArgs, isOneOfSeveral: boolean,
): Promise<readonly CatalogHit[]> {
  try {
    const { catalog, remarks } = await readCatalog(where, { offline });
    remarks.forEach(note);
    return searchCatalog(catalog, words).map((hit) => ({ ...hit, catalog: name }));
  } catch (error) {
    if (!isOneOfSeveral || !isBoxcutterError(error)) throw error;
    note(`Catalog ${name} is left out: ${error.message}`);
    return [];
  }
}
