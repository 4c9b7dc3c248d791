import { diffCatalogs } from '../../../catalog';
import type { CatalogDiffArgs } from '../../commands/catalog/diff';
import { EXIT } from '../../exit';
import { diffLines } from '../../output/catalog/diff';
import { note } from '../../output/note';
import { isDocument, printDocument } from '../../output/print';
import { printLines } from '../../output/terminal/sink';
import { readCatalog } from './read';

export const CATALOG_DIFF_SCHEMA = 'boxcutter.catalog-diff/v1';

/** That they differ is no failure: the exit code is 0. */
export async function catalogDiff({ old, new: newer, offline, output }: CatalogDiffArgs): Promise<number> {
  const [before, after] = [await readCatalog(old, { offline }), await readCatalog(newer, { offline })];
  [...before.remarks, ...after.remarks].forEach(note);
  const diff = diffCatalogs(before.catalog, after.catalog);
  if (isDocument(output)) await printDocument({ schema: CATALOG_DIFF_SCHEMA, old, new: newer, ...diff }, output);
  else printLines(diffLines(diff));
  return EXIT.done;
}
