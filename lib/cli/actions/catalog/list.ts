import { type Catalog, listBundles, listChannels, listPackages } from '../../../catalog';
import { BoxcutterError } from '../../../errors';
import type { CatalogListArgs } from '../../commands/catalog/list';
import { EXIT } from '../../exit';
import { bundleLines, channelLines, packageLines } from '../../output/catalog/list';
import { note } from '../../output/note';
import { isDocument, printDocument } from '../../output/print';
import { paint } from '../../output/terminal/paint';
import { printLines } from '../../output/terminal/sink';
import { readCatalog } from './read';

export const CATALOG_LIST_SCHEMA = 'boxcutter.catalog-list/v1';

/** Of a catalog with mistakes what can be listed, with a note on standard error. */
export async function catalogList({ what, catalog: named, package: name, offline, output }: CatalogListArgs): Promise<number> {
  const { catalog, remarks } = await readCatalog(named, { offline });
  remarks.forEach(note);
  if (name !== undefined) requirePackage(catalog, name, named);
  const colours = paint(process.stdout);
  if (isDocument(output)) {
    const rows = { packages: listPackages, channels: listChannels, bundles: listBundles }[what](catalog, name);
    await printDocument({ schema: CATALOG_LIST_SCHEMA, catalog: named, [what]: rows }, output);
  } else if (what === 'packages') printLines(packageLines(listPackages(catalog, name), colours));
  else if (what === 'channels') printLines(channelLines(listChannels(catalog, name), colours));
  else printLines(bundleLines(listBundles(catalog, name), colours));
  return EXIT.done;
}

function requirePackage({ packages }: Catalog, name: string, named: string): void {
  if (packages.has(name)) return;
  throw new BoxcutterError(
    'package-not-in-catalog', 'input',
    `${named} has no package ${name}.`,
    { hint: `boxcutter catalog list packages ${named} lists those that it has.` },
  );
}
