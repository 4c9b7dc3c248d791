/** Manifests that a user names, without what belongs to bundles. Loads nothing that reads or renders those. */
import { type LoadedManifests, loadFiles, type LoadOptions } from '../../yaml';
import type { Detection } from './detection';
import { folderView } from './folder-view';
import { knownFormats } from './known-formats';

export type ManifestOptions = Omit<LoadOptions, 'foreign'>;

const formats: readonly Detection[] = knownFormats;

/**
 * Reads the objects of a YAML or JSON file, of a folder, or of standard input, as `loadFiles` does. Documents that
 * describe a bundle are left out with a note.
 * @throws BoxcutterError category input: as there, and `manifests-are-a-chart`
 */
export function loadManifests(path: string, options: ManifestOptions = {}): LoadedManifests {
  return loadFiles(path, {
    ...options,
    foreign: {
      whyNoFolder: (folder) => {
        const view = folderView(folder);
        return formats.map(({ refusal }) => refusal?.(view, folder)).find((error) => error !== undefined);
      },
      whyNoObject: (document, file) => formats.map((format) => format.whyNoObject?.(document, file)).find((why) => why !== undefined),
    },
  });
}
