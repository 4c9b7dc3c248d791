/** What was found in catalogs, as a table. Pure. */
import type { SearchHit } from '../../../catalog';
import { table } from '../terminal/table';
import { brief } from '../brief';

export type CatalogHit = SearchHit & { readonly catalog: string };

/** @param several whether there is more than one catalog that a package can be in */
export function searchLines(hits: readonly CatalogHit[], several: boolean): readonly string[] {
  if (hits.length === 0) return ['No package has all of these words.'];
  const header = ['PACKAGE', 'VERSION', 'CHANNEL', ...(several ? ['CATALOG'] : []), 'FOUND IN', 'DESCRIPTION'];
  const rows = hits.map(({ deprecation, ...hit }) => [
    hit.package, hit.version ?? '', hit.defaultChannel, ...(several ? [hit.catalog] : []),
    [...new Set(hit.found.map(({ field }) => field))].join(', '),
    `${deprecation === undefined ? '' : 'deprecated; '}${brief(hit.displayName ?? hit.description ?? '')}`,
  ]);
  return table(header, rows);
}
