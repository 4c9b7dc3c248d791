/** From a bundle that a catalog chose to a source: what `apply IMAGE` would open, held against what the catalog says of it. */
import type { CarryingBlob } from '../../catalog';
import { defined } from '../../defined';
import { BoxcutterError, isBoxcutterError } from '../../errors';
import { bundleAt } from './image-path';
import { refuseMeaningless } from '../meaning';
import { refuseBoth } from '../configuration/before';
import { openBundle, openCarriedBundle } from '../open-bundle';
import { refuseWrongOptions } from '../option-values';
import type { Choices } from '../choices';
import type { BundleSource, ChosenBundle } from '../source';
import type { Surroundings } from '../surroundings';

export interface ChosenImage extends ChosenBundle {
  /**
   * As the catalog has it: a reference; or a path relative to the folder of the catalog, beginning with `./` or `../`, for a catalog that
   * is being worked on. Empty: its blob carries it.
   */
  readonly image: string;
  /** Of a bundle without an image: its blob, which carries its manifests. */
  readonly carrying?: CarryingBlob;
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
  const { image, folder: _folder, carrying: _carrying, ...said } = chosen;
  const found = image === ''
    ? await openCarried(chosen, surroundings)
    : { ...await opened(chosen, surroundings), path: image };
  const source = { ...found, chosen: said };
  refuseOther(source, said);
  return source;
}

/** Nobody named the image, so what is said of its registry names it. */
async function opened(chosen: ChosenImage, surroundings: Surroundings): Promise<BundleSource> {
  try {
    return await openBundle(nameOf(chosen), surroundings);
  } catch (error) {
    if (!isBoxcutterError(error) || !error.code.startsWith('registry-')) throw error;
    const { name, image, catalog } = chosen;
    const message = `Bundle ${name} of catalog ${catalog.name} cannot be pulled from ${image}. ${error.message}`;
    throw new BoxcutterError(error.code, error.category, message, { hint: error.hint, details: error.details, cause: error });
  }
}

function nameOf({ image, folder, name, catalog }: ChosenImage): string {
  const what = `Catalog ${catalog.name}: bundle ${name}`;
  const found = bundleAt(image, folder);
  if (found !== undefined) return found;
  throw new BoxcutterError('catalog-image-path', 'input', `${what} names a path, ${image}, where an image must be.`, {
    hint: 'Only a catalog in a folder of this machine may name bundles by path, and only relative to it: ./bundles/shop.v1',
  });
}

const NOTHING: CarryingBlob = { blob: {}, channels: [] };

/** @throws BoxcutterError `catalog-image-missing` (input): the catalog does not carry it either */
async function openCarried({ name, catalog, carrying = NOTHING }: ChosenImage, surroundings: Surroundings): Promise<BundleSource> {
  return openCarriedBundle(`Catalog ${catalog.name}: bundle ${name}`, carrying, surroundings);
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
    `Catalog ${catalog.name} says that ${path} is ${said} (${name}), but it is ${found}. Nothing was changed.`,
    { hint: 'Ask the publisher of the catalog.', details: { catalog: catalog.name, said, found, ...defined({ version }) } },
  );
}
