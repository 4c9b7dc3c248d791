/** From what the user names (file, folder, standard input, bundle, image) to a source. */
import type { Choices } from './choices';
import { refuseBoth } from './configuration/before';
import { loadObjects, sourceOf } from './load';
import { refuseMeaningless } from './meaning';
import { namesBundle } from './names-bundle';
import { refuseWrongOptions } from './option-values';
import type { BundleSource, Source } from './source';
import type { Surroundings } from './surroundings';

/**
 * @param path file, folder, or `-`; or a bundle: folder, chart, archive, image
 * @throws BoxcutterError category `input` with every finding, each with file, document and field; for choices that mean nothing for what is
 *   opened; and what opening a bundle says
 */
export async function open(path: string, choices: Choices, surroundings: Surroundings): Promise<Source> {
  if (namesBundle(path)) return openAsBundle(path, choices, surroundings);
  refuseWrongOptions(choices);
  refuseMeaningless(path, choices, ['objects', 'revision']);
  const source = sourceOf(path, await loadObjects(path, surroundings), choices.name);
  refuseMeaningless(path, choices, [source.kind]);
  return source;
}

/** The same, where everything that is named counts as a bundle: a folder without metadata as one of format plain+v0. */
export function openAsBundle(path: string, choices: Choices, surroundings: Surroundings): Promise<BundleSource> {
  refuseWrongOptions(choices);
  refuseMeaningless(path, choices, ['bundle']);
  refuseBoth(choices);
  return openBundle(path, surroundings);
}

/** A bundle by itself. What reads bundles is loaded here: plain objects start without it. @throws BoxcutterError as {@link open} */
export async function openBundle(path: string, surroundings: Surroundings): Promise<BundleSource> {
  return (await import('./bundle/open.js')).openBundleSource(path, surroundings);
}
