/** What is applied by hand follows no catalog any more: said, because no upgrade will be offered from then on. */
import type { ResolvedRevision } from '../../api';
import type { Head } from '../../state';

/**
 * The rule: the newest revision says where it came from. A revision that the user names (a file, an image) follows nothing; `install`
 * makes one that follows a catalog again; a rollback brings back what the earlier revision followed. Pure.
 */
export function leftCatalogNote({ bundle, extension, digest }: ResolvedRevision, head: Head | undefined): string | undefined {
  const [newest] = head?.revisions ?? [];
  const followed = newest?.bundle?.catalog;
  if (followed === undefined || bundle?.catalog !== undefined || head?.deleting === true) return undefined;
  // The same objects, of which nothing else is said, are the same revision.
  if (bundle === undefined && newest?.digest === digest) return undefined;
  const what = `Extension "${extension}" was installed from catalog ${followed.name} (package ${followed.packageName})`;
  return `${what}. This content does not come from there, so it is not upgraded from the catalog. `
    + 'To follow the catalog again, install the package.';
}
