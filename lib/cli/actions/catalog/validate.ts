import { loadCatalog } from '../../../catalog';
import { isError } from '../../../issue';
import { workingFolder } from '../../../source/catalog/working-folder';
import type { CatalogValidateArgs } from '../../commands/catalog/validate';
import { EXIT } from '../../exit';
import { catalogFindingLines, catalogFindings } from '../../output/catalog/findings';
import { isDocument, printDocument } from '../../output/print';
import { paint } from '../../output/terminal/paint';
import { printLines } from '../../output/terminal/sink';
import { counted } from '../../output/terminal/table';
import { withCatalogFiles } from './files';

export const CATALOG_VALIDATION_SCHEMA = 'boxcutter.catalog-validation/v1';

/** Everything that is wrong with a catalog. Exit code 2 when there are errors; with `--strict` also for warnings, which are shown then. */
export async function catalogValidate({ catalog, strict, output }: CatalogValidateArgs): Promise<number> {
  const loaded = await withCatalogFiles(catalog, loadCatalog);
  const findings = catalogFindings(loaded, { allowsPaths: workingFolder(catalog) !== undefined });
  const errors = findings.filter(isError);
  const warnings = findings.length - errors.length;
  const passed = errors.length === 0 && (!strict || warnings === 0);
  const { packages, channels, bundles } = loaded.content;
  if (isDocument(output)) {
    const counts = { packages: packages.length, channels: channels.length, bundles: bundles.length };
    await printDocument({ schema: CATALOG_VALIDATION_SCHEMA, catalog, passed, ...counts, findings }, output);
    return passed ? EXIT.done : EXIT.input;
  }
  const colours = paint(process.stdout);
  const shown = strict ? findings : errors;
  if (shown.length > 0) printLines(catalogFindingLines(passed ? 'catalog' : 'invalid catalog', shown, colours));
  const found = [counted(packages.length, 'package'), counted(channels.length, 'channel'), counted(bundles.length, 'bundle')].join(', ');
  const verdict = passed ? colours.green('valid') : colours.red('not valid');
  const advice = warnings > 0 && !strict ? ` (--strict shows ${counted(warnings, 'warning')})` : '';
  const counts = shown.length === 0 ? '' : `; ${counted(errors.length, 'error')}, ${counted(warnings, 'warning')}`;
  printLines([`${catalog}: ${verdict}; ${found}${counts}${advice}`]);
  return passed ? EXIT.done : EXIT.input;
}
