/** From a bundle that a catalog chose to a source: what `apply IMAGE` would open, held against what the catalog says of it. */
import { join } from 'node:path';
import { defined } from '../../defined';
import { BoxcutterError } from '../../errors';
import { isPath } from './image-path';
import { refuseMeaningless } from '../meaning';
import { refuseBoth } from '../configuration/before';
import { openBundle } from '../open-bundle';
import { refuseWrongOptions } from '../option-values';
import type { Choices } from '../choices';
import type { BundleSource, ChosenBundle } from '../source';
import type { Surroundings } from '../surroundings';

export interface ChosenImage extends ChosenBundle {
  /**
   * As the catalog has it: a reference; or a path relative to the folder of the catalog, beginning with `./` or `../`, for a catalog that
   * is being worked on.
   */
  readonly image: string;
  /** The folder that such a path is relative to. Absent: the catalog does not lie on this machine, and may name no paths of it. */
  readonly folder?: string;
}

/**
 * @throws BoxcutterError category input: `catalog-image-path`, `catalog-image-missing`, `catalog-bundle-differs`; what opening a bundle
 *   says
 */
export async function openChosen(chosen: ChosenImage, choices: Choices, surroundings: Surroundings): Promise<BundleSource> {
  refuseWrongOptions(choices);
  refuseMeaningless(chosen.image, choices, ['bundle']);
  refuseBoth(choices);
  const { image, folder: _folder, ...said } = chosen;
  const source = { ...await openBundle(nameOf(chosen), surroundings), path: image, chosen: said };
  refuseOther(source, said);
  return source;
}

/** What the bundle is opened by. An image is never taken for a file of this machine: catalogs come from elsewhere. */
function nameOf({ image, folder, name, catalog }: ChosenImage): string {
  const what = `Catalog ${catalog.name}: bundle ${name}`;
  if (image === '') {
    throw new BoxcutterError('catalog-image-missing', 'input', `${what} names no image, so there is nothing to install.`, {
      hint: 'Choose another version with --version, or ask the publisher of the catalog.',
    });
  }
  if (!isPath(image)) return image.startsWith('oci://') ? image : `oci://${image}`;
  if (folder !== undefined && image.startsWith('.')) return join(folder, image);
  throw new BoxcutterError('catalog-image-path', 'input', `${what} names a path, ${image}, where an image must be.`, {
    hint: 'Only a catalog in a folder of this machine may name bundles by path, and only relative to it: ./bundles/shop.v1',
  });
}

/** A catalog that says one thing and an image that is another: what was resolved, and shown, is not what would be installed. */
function refuseOther({ bundle, path }: BundleSource, { name, version, catalog }: ChosenBundle): void {
  const isPackage = bundle.packageName === catalog.packageName;
  const isVersion = version === undefined || bundle.version === undefined || bundle.version === version;
  if (isPackage && isVersion) return;
  const found = `${bundle.packageName}${bundle.version === undefined ? '' : ` ${bundle.version}`}`;
  const said = `${catalog.packageName}${version === undefined ? '' : ` ${version}`}`;
  throw new BoxcutterError(
    'catalog-bundle-differs', 'input',
    `Catalog ${catalog.name} says that ${path} is ${said} (${name}), and it is ${found}. Nothing was changed.`,
    { hint: 'Ask the publisher of the catalog.', details: { catalog: catalog.name, said, found, ...defined({ version }) } },
  );
}
