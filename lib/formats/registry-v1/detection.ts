/** How bundles of OLM are known: by their annotations, or by a ClusterServiceVersion among the manifests. */
import { basename, dirname } from 'node:path';
import { groupOf, type JsonObject } from '../../api';
import type { BundleFiles } from '../bundle';
import type { Detection } from '../detect/detection';
import type { FolderView } from '../detect/folder-view';
import { manifestPaths } from '../files/manifest-paths';
import { ANNOTATIONS_FILE } from '../metadata/file-names';

export const registryV1Detection: Detection<'registry+v1'> = {
  name: 'registry+v1',
  noun: 'bundle',
  mediaTypes: ['registry+v1'],
  detect: (files) => manifestPaths(files).some((path) => holdsServiceVersion(files, path)) || files.paths().includes(ANNOTATIONS_FILE),
  marks: (folder) => folder.has(ANNOTATIONS_FILE) || (folder.has('manifests') && showsServiceVersion(folder)),
  writtenFiles: /^(?:manifests|metadata)\//,
  whyNoObject,
};

/** What the folder `metadata` holds, by the only key of the document. */
const METADATA: ReadonlySet<string> = new Set(['annotations', 'dependencies', 'properties']);

function whyNoObject(document: JsonObject, file: string): string | undefined {
  const { apiVersion, kind } = document;
  const group = typeof apiVersion === 'string' ? groupOf(apiVersion) : undefined;
  const folder = basename(dirname(file));
  if (kind === 'ClusterServiceVersion' && group === 'operators.coreos.com') {
    return 'a ClusterServiceVersion describes a bundle and is not an object of the package itself.';
  }
  if (group === 'scorecard.operatorframework.io' || (kind === 'Configuration' && folder === 'scorecard')) {
    return 'it configures the scorecard tests of a bundle.';
  }
  const keys = Object.keys(document);
  return folder === 'metadata' && keys.length > 0 && keys.every((key) => METADATA.has(key)) ? 'it is metadata of a bundle.' : undefined;
}

/** Both look at the text alone: the reader parses it anyway. */
const KIND = String.raw`["']?kind["']?:\s*["']?ClusterServiceVersion\b`;

/** Also in JSON, and in YAML that is written like it. */
const ANYWHERE = new RegExp(String.raw`(?:^|[\s{,])${KIND}`, 'm');

/** Plain objects may name the kind deeper inside. */
const AT_LINE_START = new RegExp(`^${KIND}`, 'm');

function holdsServiceVersion(files: BundleFiles, path: string): boolean {
  return ANYWHERE.test(files.read(path)?.toString('utf8') ?? '');
}

function showsServiceVersion(folder: FolderView): boolean {
  try {
    return folder.list('manifests').some((path) => /\.(?:ya?ml|json)$/.test(path) && AT_LINE_START.test(folder.beginningOf(path)));
  } catch {
    return false;
  }
}
