/** Images of catalogs: references, or paths of bundles beside a catalog that is being worked on. */
import { join } from 'node:path';
import { isPath, isRelativePath } from '../../catalog/validate/image-name';

/**
 * The name by which the bundle is opened. An image is never taken for a file of this machine: catalogs come from elsewhere.
 * @param folder of the catalog, which paths are relative to. Absent: the catalog does not lie on this machine, and may name no paths of it
 * @returns undefined for a path that it may not name
 */
export function bundleAt(image: string, folder: string | undefined): string | undefined {
  if (!isPath(image)) return image.startsWith('oci://') ? image : `oci://${image}`;
  return folder !== undefined && isRelativePath(image) ? join(folder, image) : undefined;
}
