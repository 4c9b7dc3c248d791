/** Catalogs that a user names, to look something up in. */
import { type Catalog, catalogFilesFromDirectory, catalogOf, loadCatalog } from '../../../catalog';
import { counted } from '../../../counted';
import { isError } from '../../../issue';

export interface CatalogRead {
  readonly catalog: Catalog;
  /** That some of it could not be read, as a sentence; the rest is there. */
  readonly remarks: readonly string[];
}

/** @throws BoxcutterError as loading does: there is no such catalog, or it cannot be looked at */
export async function readCatalog(named: string): Promise<CatalogRead> {
  const { content, issues } = await loadCatalog(catalogFilesFromDirectory(named));
  const mistakes = issues.filter(isError).length;
  const remark = `${named} has ${counted(mistakes, 'mistake')}, and what could not be read is missing here; `
    + 'boxcutter catalog validate tells more.';
  return { catalog: catalogOf(content), remarks: mistakes === 0 ? [] : [remark] };
}
