import { renderReferences } from '../../../../source/catalog';
import { refuseIssues } from '../../../../source';
import type { CatalogMigrateArgs } from '../../../commands/catalog/make/migrate';
import { note } from '../../../output/note';
import { printLines } from '../../../output/terminal/sink';
import { counted } from '../../../output/terminal/table';
import { requireEmpty, writeCatalogDirectory } from './write-directory';

/** The catalog in its newest form, as files. */
export async function catalogMigrate({ reference, directory, level = 'none', output }: CatalogMigrateArgs): Promise<number> {
  requireEmpty(directory);
  const { blobs, issues } = await renderReferences([reference], { level });
  refuseIssues(issues, note, reference, { writes: true });
  const files = writeCatalogDirectory(blobs, output, directory);
  printLines([`Wrote ${counted(blobs.length, 'blob')} in ${counted(files.length, 'file')} to ${directory}`]);
  return 0;
}
