/** A chart that is within other files as `helm package` writes it: an image may have one file, and that is the chart. */
import { type ArchiveLimits, bundleFilesFromArchive } from '../archive';
import type { BundleFiles } from '../bundle';
import { isChartFile } from './chart-file';

/** At the root, or one folder below, as a chart that is not packed. */
const PACKED = /^(?:[^/]+\/)?[^/]+\.tgz$/;
/** What is something else. */
const OTHERS = /^(?:manifests|metadata|package)\//;

/**
 * Undefined: there is no packed chart, or several, or it is beside a bundle.
 * @param limits of the chart, unpacked. @default those of bundles
 * @throws BoxcutterError as `bundleFilesFromArchive`
 */
export function packedChartIn(files: BundleFiles, limits?: ArchiveLimits): BundleFiles | undefined {
  const paths = files.paths();
  if (paths.some((path) => isChartFile(path) || OTHERS.test(path))) return undefined;
  const [path, ...more] = paths.filter((one) => PACKED.test(one));
  const content = path === undefined || more.length > 0 ? undefined : files.read(path);
  if (path === undefined || content === undefined) return undefined;
  const chart = bundleFilesFromArchive(content, `${files.origin}, ${path}`, limits);
  return chart.paths().some(isChartFile) ? chart : undefined;
}
