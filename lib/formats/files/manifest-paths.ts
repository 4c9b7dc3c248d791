/** Where the manifests of a bundle are. */
import type { BundleFiles } from '../bundle';

/** What the paths of manifests begin with. */
export const MANIFESTS_FOLDER = 'manifests/';

export function manifestPaths(files: BundleFiles): readonly string[] {
  return files.paths().filter((path) => path.startsWith(MANIFESTS_FOLDER));
}
