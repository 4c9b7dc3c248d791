/** Which format the files of a bundle have. */
import type { BundleFiles } from '../bundle';
import { formatOfFiles } from '../list';
import type { BundleFormat } from './known-formats';

/**
 * What `metadata/annotations.yaml` says; without that: `Chart.yaml` makes a chart (at the root or one folder below), a
 * ClusterServiceVersion makes registry+v1, and other manifests make plain+v0. Undefined: the files are no bundle.
 */
export function detectFormat(files: BundleFiles): BundleFormat | undefined {
  return formatOfFiles(files)?.name;
}
