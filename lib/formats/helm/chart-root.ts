/** Where within the files of a bundle its chart is. */
import { defined } from '../../defined';
import type { BundleFiles } from '../bundle';
import { CHART_FILE } from './chart-file';

/** Prefix of the chart's files: empty, or the one folder with the `Chart.yaml` (packed charts have one). Undefined: there is no chart. */
export function chartRoot(files: BundleFiles): string | undefined {
  const paths = files.paths();
  if (paths.includes(CHART_FILE)) return '';
  const below = paths.filter((path) => /^[^/]+\/Chart\.yaml$/.test(path));
  return below.length === 1 ? below[0]?.slice(0, -CHART_FILE.length) : undefined;
}

/** The files under a prefix, by the rest of their path. */
export function filesBelow(files: BundleFiles, prefix: string): BundleFiles {
  if (prefix === '') return files;
  const paths = files.paths().filter((path) => path.startsWith(prefix)).map((path) => path.slice(prefix.length));
  const { origin, issues = [] } = files;
  return { origin, ...defined({ name: files.name }), paths: () => paths, read: (path) => files.read(prefix + path), issues };
}
