/** Which format the files of a bundle have. */
import { asObject } from '../api';
import type { BundleFiles, BundleFormat } from './bundle';
import { ANNOTATIONS_FILE, MEDIA_TYPE } from './metadata/annotations';
import { manifestPaths } from './files/manifests';
import { metadataDocument } from './files/text';

const mediaTypes: ReadonlyMap<unknown, BundleFormat> = new Map([
  ['registry+v1', 'registry+v1'],
  ['plain', 'plain+v0'],
  ['plain+v0', 'plain+v0'],
  ['helm', 'helm'],
]);

/**
 * What `metadata/annotations.yaml` says; without that: `Chart.yaml` makes a chart (at the root or one folder below), a
 * ClusterServiceVersion makes registry+v1, and other manifests make plain+v0. Undefined: the files are no bundle.
 */
export function detectFormat(files: BundleFiles): BundleFormat | undefined {
  const annotations = asObject(metadataDocument(files, ANNOTATIONS_FILE, [])?.value.annotations);
  const declared = mediaTypes.get(annotations?.[MEDIA_TYPE]);
  if (declared !== undefined) return declared;
  if (files.paths().some((path) => /^(?:[^/]+\/)?Chart\.yaml$/.test(path))) return 'helm';
  const manifests = manifestPaths(files);
  if (manifests.some((path) => holdsServiceVersion(files, path))) return 'registry+v1';
  if (files.paths().includes(ANNOTATIONS_FILE)) return 'registry+v1';
  return manifests.length > 0 ? 'plain+v0' : undefined;
}

/** Looks at the text alone: whoever reads the bundle parses it anyway. */
function holdsServiceVersion(files: BundleFiles, path: string): boolean {
  const text = files.read(path)?.toString('utf8') ?? '';
  return /(?:^|[\s{,])["']?kind["']?:\s*["']?ClusterServiceVersion\b/m.test(text);
}
