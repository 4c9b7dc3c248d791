import { type MigrationLevel, writeCatalog } from '../../../../catalog';
import { MIGRATION_LEVELS } from '../../../../catalog/render/levels';
import { BoxcutterError } from '../../../../errors';
import { renderReferences } from '../../../../source/catalog';
import { refuseIssues } from '../../../../source';
import type { CatalogRenderArgs } from '../../../commands/catalog/make/render';
import { note } from '../../../output/note';
import { printLines, printText } from '../../../output/terminal/sink';
import { counted } from '../../../output/terminal/table';
import { renderOptions } from './render-options';
import { writeCatalogDirectory } from './write-directory';

/** The catalog on standard output, or as files. */
export async function catalogRender(args: CatalogRenderArgs): Promise<number> {
  const { outputDirectory, output } = args;
  const { blobs, issues } = await renderReferences(args.references, { ...renderOptions(args), level: levelOf(args) });
  refuseIssues(issues, note, args.references.join(', '), { writes: outputDirectory !== undefined });
  if (outputDirectory === undefined) printText(writeCatalog(blobs, output));
  else {
    const files = writeCatalogDirectory(blobs, output, outputDirectory);
    printLines([`Wrote ${counted(blobs.length, 'blob')} in ${counted(files.length, 'file')} to ${outputDirectory}`]);
  }
  return 0;
}

function levelOf({ migrate, migrateLevel }: CatalogRenderArgs): MigrationLevel {
  if (!migrate) return migrateLevel ?? 'none';
  if (migrateLevel !== undefined) {
    throw new BoxcutterError('usage-migrate', 'input', '--migrate and --migrate-level cannot be used together.', {
      hint: 'Leave one of them out.',
    });
  }
  return MIGRATION_LEVELS.at(-1) ?? 'none';
}

