/** From files to a bundle, whatever its format. */
import type { BundleFiles } from './bundle';
import { bundleFinding } from './bundle-wording';
import { formatOfFiles, type ReadResult } from './list';
import { placeFindings } from './places';
import { hasErrors } from './report';

/**
 * Reads and validates a bundle. All that is wrong is in the findings; the bundle is there exactly when none of them is an error. Never
 * throws for what the files hold; a file that the machine cannot read is the error of {@link bundleFilesFromDirectory}.
 */
export function readBundle(files: BundleFiles): ReadResult {
  const { findings, ...bundle } = formatOfFiles(files)?.read(files) ?? notABundle(files);
  return { findings: placeFindings(files, findings), ...bundle };
}

function notABundle(files: BundleFiles): ReadResult {
  const found = files.findings ?? [];
  // What was too large to be listed has no files.
  if (hasErrors(found)) return { findings: found };
  return { findings: [...found, bundleFinding('bundle-format-unknown', {}, { origin: files.origin })] };
}
