/** From files to a bundle, whatever its format. */
import type { BundleFiles, ReadResult } from './bundle';
import { detectFormat } from './detect';
import { readHelmChart } from './helm';
import { placeFindings } from './places';
import { readPlainV0 } from './plain-v0/read';
import { readRegistryV1 } from './registry-v1/read';
import { hasErrors, problem } from './report';

/**
 * Reads and validates a bundle. All that is wrong is in the findings; the bundle is there exactly when none of them is an error. Never
 * throws for what the files hold; a file that the machine cannot read is the error of {@link bundleFilesFromDirectory}.
 */
export function readBundle(files: BundleFiles): ReadResult {
  const { findings, ...bundle } = readFiles(files);
  return { findings: placeFindings(files, findings), ...bundle };
}

function readFiles(files: BundleFiles): ReadResult {
  const format = detectFormat(files);
  switch (format) {
    case 'registry+v1':
      return readRegistryV1(files);
    case 'plain+v0':
      return readPlainV0(files);
    case 'helm':
      return readHelmChart(files);
    case undefined:
      // What was too large to be listed has no files.
      if (hasErrors(files.findings ?? [])) return { findings: files.findings ?? [] };
      return failed(files, 'bundle-format-unknown', 'this is no bundle: there are neither manifests nor a chart', 'Give the folder that holds manifests/ and metadata/.');
  }
}

function failed(files: BundleFiles, code: string, message: string, hint: string): ReadResult {
  return { findings: [...(files.findings ?? []), problem(code, message, { origin: files.origin, hint })] };
}
