import { type Catalog, catalogOf, listBundles, listChannels, listPackages } from '../../../catalog';
import { openCatalog } from '../../../catalog-store';
import { counted } from '../../../counted';
import { BoxcutterError } from '../../../errors';
import { isError } from '../../../issue';
import type { CatalogListArgs } from '../../commands/catalog/list';
import { EXIT } from '../../exit';
import { bundleLines, channelLines, packageLines } from '../../output/catalog/list';
import { note } from '../../output/note';
import { isDocument, printDocument } from '../../output/print';
import { paint } from '../../output/terminal/paint';
import { printLines } from '../../output/terminal/sink';

export const CATALOG_LIST_SCHEMA = 'boxcutter.catalog-list/v1';

/** Of a catalog with mistakes what can be listed, with a note on standard error. */
export async function catalogList({ what, catalog: named, package: name, output }: CatalogListArgs): Promise<number> {
  const opened = await openCatalog(named, { onNote: note });
  try {
    const { content, issues } = opened.loaded;
    const mistakes = issues.filter(isError).length;
    if (mistakes > 0) note(`${named} has ${counted(mistakes, 'mistake')}; boxcutter catalog validate tells more.`);
    const catalog = catalogOf(content);
    if (name !== undefined) requirePackage(catalog, name, named);
    const rows = { packages: listPackages, channels: listChannels, bundles: listBundles }[what](catalog, name);
    const colours = paint(process.stdout);
    if (isDocument(output)) await printDocument({ schema: CATALOG_LIST_SCHEMA, catalog: named, [what]: rows }, output);
    else if (what === 'packages') printLines(packageLines(listPackages(catalog, name), colours));
    else if (what === 'channels') printLines(channelLines(listChannels(catalog, name), colours));
    else printLines(bundleLines(listBundles(catalog, name), colours));
    return EXIT.done;
  } finally {
    await opened.close();
  }
}

function requirePackage({ packages }: Catalog, name: string, named: string): void {
  if (packages.has(name)) return;
  throw new BoxcutterError(
    'package-not-in-catalog', 'input',
    `${named} has no package ${name}.`,
    { hint: `boxcutter catalog list packages ${named} lists those that it has.` },
  );
}
