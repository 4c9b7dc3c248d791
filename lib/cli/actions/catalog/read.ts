/** Catalogs that a user names, to look something up in. */
import { type Catalog, catalogOf } from '../../../catalog';
import { openCatalog } from '../../../catalog-store';
import { counted } from '../../../counted';
import { isError } from '../../../issue';
import { note } from '../../output/note';

export interface CatalogRead {
  readonly catalog: Catalog;
  /** That some of it could not be read, as a sentence; the rest is there. */
  readonly remarks: readonly string[];
}

/** @throws BoxcutterError as opening does: there is no such catalog, or it cannot be reached */
export async function readCatalog(named: string): Promise<CatalogRead> {
  const { loaded: { content, issues }, close } = await openCatalog(named, { onNote: note });
  await close();
  const mistakes = issues.filter(isError).length;
  const remark = `${named} has ${counted(mistakes, 'mistake')}, and what could not be read is missing here; `
    + 'boxcutter catalog validate tells more.';
  return { catalog: catalogOf(content), remarks: mistakes === 0 ? [] : [remark] };
}
