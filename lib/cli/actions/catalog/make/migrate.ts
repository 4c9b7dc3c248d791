import { renderReferences } from '../../../../source/catalog';
import { refuseIssues } from '../../../../source';
import type { CatalogMigrateArgs } from '../../../commands/catalog/make/migrate';
import { note } from '../../../output/note';
import { printLines } from '../../../output/terminal/sink';
import { counted } from '../../../output/terminal/table';
import { requireEmpty, writeCatalogDirectory } from './write-directory';

/** The catalog in its newest form, as files. */
export async function catalogMigrate({ from, to, level = 'none', output }: CatalogMigrateArgs): Promise<number> {
  requireEmpty(to);
  const { blobs, issues } = await renderReferences([from], { level });
  refuseIssues(issues, note, from, { writes: true });
  const files = writeCatalogDirectory(blobs, output, to);
  printLines([`Wrote ${counted(blobs.length, 'blob')} in ${counted(files.length, 'file')} to ${to}`]);
  return 0;
}
