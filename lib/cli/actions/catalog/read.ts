/** Catalogs that a user names, to look something up in. */
import { type Catalog, type CatalogContent, catalogOf, undeclaredPackages } from '../../../catalog';
import { openCatalog } from '../../../catalog-store';
import { counted } from '../../../counted';
import { isError } from '../../../issue';
import { shellWord } from '../../../shell-word';
import { keptCatalog } from '../../../source/catalog/user-catalogs';
import { note } from '../../output/note';

export interface CatalogRead {
  readonly catalog: Catalog;
  /** That some of it could not be read, or is not there for OLM, as sentences; the rest is there. */
  readonly remarks: readonly string[];
}

/**
 * @param named as {@link openCatalog} takes it, or the name of a catalog that is kept in mind
 * @param options.undeclared packages without an `olm.package` are there, too. @default false
 * @throws BoxcutterError as opening does: there is no such catalog, or it cannot be reached
 */
export async function readCatalog(
  named: string, { offline, undeclared = false }: { readonly offline: boolean; readonly undeclared?: boolean },
): Promise<CatalogRead> {
  const where = keptCatalog(named)?.where ?? named;
  const { loaded: { content, issues }, close } = await openCatalog(where, { onNote: note, ...(offline ? { freshness: 'offline' } : {}) });
  await close();
  const mistakes = issues.filter(isError).length;
  const unread = `${named} has ${counted(mistakes, 'mistake')}. What could not be read is missing here. `
    + `To list the mistakes: boxcutter catalog validate ${shellWord(where)}`;
  const remarks = [...(mistakes === 0 ? [] : [unread]), ...undeclaredRemarks(content, undeclared)];
  return { catalog: catalogOf(content, { undeclared }), remarks };
}

/** Packages that are named. */
const NAMED = 5;

function undeclaredRemarks(content: CatalogContent, isShown: boolean): readonly string[] {
  const names = undeclaredPackages(content).map(({ name }) => name);
  if (names.length === 0) return [];
  const more = names.length > NAMED ? ` and ${names.length - NAMED} more` : '';
  const [has, them] = names.length === 1 ? ['Package', 'it'] : ['Packages', 'them'];
  const end = isShown ? `shown here nevertheless` : `missing here`;
  return [`${has} ${names.slice(0, NAMED).join(', ')}${more}: no olm.package declares ${them}, so OLM does not see ${them}; ${end}.`];
}
