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
export async function catalogSearch({ words, catalog: given, output }: CatalogSearchArgs): Promise<number> {
  const { sources } = catalogSources(given);
  if (sources.length === 0) throw noCatalogNamed();
  const hits: CatalogHit[] = [];
  for (const source of sources) hits.push(...await hitsIn(source, words, sources.length > 1));
  // Those of one catalog are in order; of the same score they stay as the catalogs were named.
  hits.sort((a, b) => b.score - a.score);
  if (isDocument(output)) await printDocument({ schema: CATALOG_SEARCH_SCHEMA, words, hits }, output);
  else printLines(searchLines(hits, sources.length > 1));
  return EXIT.done;
}

async function hitsIn({ name, where }: CatalogSource, words: readonly string[], isOneOfSeveral: boolean): Promise<readonly CatalogHit[]> {
  try {
    const { catalog, remarks } = await readCatalog(where);
    remarks.forEach(note);
    return searchCatalog(catalog, words).map((hit) => ({ ...hit, catalog: name }));
  } catch (error) {
    if (!isOneOfSeveral || !isBoxcutterError(error)) throw error;
    note(`Catalog ${name} is left out: ${error.message}`);
    return [];
  }
}
