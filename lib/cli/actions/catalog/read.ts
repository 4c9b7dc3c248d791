/** A catalog that a user names, to look something up in. */
import { type Catalog, catalogFilesFromDirectory, catalogOf, loadCatalog } from '../../../catalog';
import { isError } from '../../../issue';

export interface CatalogRead {
  readonly catalog: Catalog;
  /** How many things of it could not be read; the rest is there. */
  readonly problems: number;
}

/** @throws BoxcutterError as loading does: there is no such catalog, or it cannot be looked at */
export async function readCatalog(named: string): Promise<CatalogRead> {
  const { content, issues } = await loadCatalog(catalogFilesFromDirectory(named));
  return { catalog: catalogOf(content), problems: issues.filter(isError).length };
}
