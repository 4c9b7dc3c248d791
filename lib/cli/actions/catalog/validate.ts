import { catalogFilesFromDirectory, loadCatalog } from '../../../catalog';
import { loadWording } from '../../../catalog/load';
import { defined } from '../../../defined';
import { findingOf, formatFinding, isError } from '../../../issue';
import type { CatalogValidateArgs } from '../../commands/catalog/validate';
import { EXIT } from '../../exit';
import { isDocument, printDocument } from '../../output/print';
import { printLines } from '../../output/terminal/sink';
import { counted } from '../../output/terminal/table';

export const CATALOG_VALIDATION_SCHEMA = 'boxcutter.catalog-validation/v1';

/** Everything that is wrong with a catalog. Exit code 2 when there are errors; with `--strict` also for warnings. */
export async function catalogValidate({ catalog, strict, output }: CatalogValidateArgs): Promise<number> {
  const { content, issues } = await loadCatalog(catalogFilesFromDirectory(catalog));
  const findings = issues.map((issue) => {
    const { source: file, line, document } = issue.origin ?? { source: undefined };
    return { ...findingOf(issue, loadWording), ...defined({ file, line, document }) };
  });
  const passed = !findings.some((finding) => strict || isError(finding));
  const { packages, channels, bundles } = content;
  if (isDocument(output)) {
    const counts = { packages: packages.length, channels: channels.length, bundles: bundles.length };
    await printDocument({ schema: CATALOG_VALIDATION_SCHEMA, catalog, passed, ...counts, findings }, output);
  } else {
    for (const finding of findings) printLines([formatFinding(finding)]);
    const counts = [counted(packages.length, 'package'), counted(channels.length, 'channel'), counted(bundles.length, 'bundle')];
    printLines([`${catalog}: ${counts.join(', ')}`]);
  }
  return passed ? EXIT.done : EXIT.input;
}
