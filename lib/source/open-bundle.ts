/** From what is named as a bundle to a source; what opening it needs is loaded here alone. */
import type { CarryingBlob } from '../catalog';
import type { BundleFiles } from '../formats';
import type { Choices } from './choices';
import { refuseBoth } from './configuration/before';
import { refuseMeaningless } from './meaning';
import { refuseWrongOptions } from './option-values';
import type { BundleSource } from './source';
import type { Surroundings } from './surroundings';

/** As `open`, where everything that is named counts as a bundle: a folder without metadata as one of format plain+v0. */
export function openAsBundle(path: string, choices: Choices, surroundings: Surroundings): Promise<BundleSource> {
  refuseWrongOptions(choices);
  refuseMeaningless(path, choices, ['bundle']);
  refuseBoth(choices);
  return openBundle(path, surroundings);
}

/** A bundle by itself. What reads bundles is loaded here: plain objects start without it. @throws BoxcutterError as `open` */
export async function openBundle(path: string, surroundings: Surroundings): Promise<BundleSource> {
  return (await import('./bundle/open.js')).openBundleSource(path, surroundings);
}

/**
 * A bundle whose files were read already.
 * @param what the bundle, for messages
 * @throws BoxcutterError what reading a bundle says
 */
export async function openBundleFiles(what: string, files: BundleFiles, surroundings: Surroundings): Promise<BundleSource> {
  return (await import('./bundle/open.js')).openFilesSource(what, files, surroundings);
}

/**
 * A bundle that a catalog carries whole, in place of the image that it does not name.
 * @param what the bundle, for messages
 * @throws BoxcutterError `catalog-image-missing` (input): not all of it is there; what reading a bundle says
 */
export async function openCarriedBundle(what: string, carrying: CarryingBlob, surroundings: Surroundings): Promise<BundleSource> {
  const { carriedBundle } = await import('./catalog/carried-bundle.js');
  const { openFilesSource } = await import('./bundle/open.js');
  const files = carriedBundle(what, carrying);
  return openFilesSource(files.origin, files, surroundings);
}
