import { searchCatalog } from '../../../catalog';
import type { CatalogSearchArgs } from '../../commands/catalog/search';
import { EXIT } from '../../exit';
import { searchLines } from '../../output/catalog/search';
import { note } from '../../output/note';
import { isDocument, printDocument } from '../../output/print';
import { printLines } from '../../output/terminal/sink';
import { readCatalog } from './read';

export const CATALOG_SEARCH_SCHEMA = 'boxcutter.catalog-search/v1';

/** That nothing is found is an answer: the exit code is 0. */
export async function catalogSearch({ words, catalog: names, output }: CatalogSearchArgs): Promise<number> {
  const hits = [];
  for (const name of names) {
    const { catalog, remarks } = await readCatalog(name);
    remarks.forEach(note);
    hits.push(...searchCatalog(catalog, words).map((hit) => ({ ...hit, catalog: name })));
  }
  // Those of one catalog are in order; of the same score they stay as the catalogs were named.
  hits.sort((a, b) => b.score - a.score);
  if (isDocument(output)) await printDocument({ schema: CATALOG_SEARCH_SCHEMA, words, hits }, output);
  else printLines(searchLines(hits, names.length > 1));
  return EXIT.done;
}
