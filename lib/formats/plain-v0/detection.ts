/**
 * How plain bundles are known. Any manifests can be one; a folder surely is where there is metadata beside them that only bundles have.
 */
import type { Detection } from '../detect/detection';
import type { FolderView } from '../detect/folder-view';
import { manifestPaths } from '../files/manifest-paths';
import { PROPERTIES_FILES, SCHEMA_FILES } from '../metadata/file-names';

export const plainV0Detection: Detection<'plain+v0'> = {
  name: 'plain+v0',
  noun: 'bundle',
  mediaTypes: ['plain', 'plain+v0'],
  detect: (files) => manifestPaths(files).length > 0,
  marks: (folder) => folder.has('manifests') && (SCHEMA_FILES.some((file) => folder.has(file)) || namesPackage(folder)),
  writtenFiles: /^(?:manifests|metadata)\//,
};

/**
 * Properties count where they name the package: other tools have files of this name, too. Looks at the text alone: reading the bundle says
 * what is wrong with it.
 */
function namesPackage(folder: FolderView): boolean {
  return PROPERTIES_FILES.some((file) => folder.has(file) && /\btype["']?:\s*["']?olm\.package\b/.test(folder.beginningOf(file)));
}
