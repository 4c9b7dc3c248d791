/** From files to a bundle, whatever its format. */
import { hasErrors } from '../issue';
import type { BundleFiles, ReadOptions } from './bundle';
import { bundleIssue } from './bundle-wording';
import { formatOfFiles, type ReadResult } from './list';
import { placeIssues } from './places';

/**
 * Reads and validates a bundle. All that is wrong is in the issues; the bundle is there exactly when none of them is an error. Never
 * throws for what the files hold; a file that the machine cannot read is the error of {@link bundleFilesFromDirectory}.
 */
export function readBundle(files: BundleFiles, options: ReadOptions = {}): ReadResult {
  const { issues, overlooked = [], ...bundle } = formatOfFiles(files)?.read(files, options) ?? notABundle(files);
  return { issues: placeIssues(files, issues), overlooked: placeIssues(files, overlooked), ...bundle };
}

function notABundle(files: BundleFiles): ReadResult {
  const found = files.issues ?? [];
  // What was too large to be listed has no files.
  if (hasErrors(found)) return { issues: found };
  return { issues: [...found, bundleIssue('bundle-format-unknown', {}, { origin: files.origin })] };
}
