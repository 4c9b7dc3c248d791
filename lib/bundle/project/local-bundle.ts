import { statSync } from 'node:fs';
import { BoxcutterError } from '../../errors';
import { bundleFilesFromArchive } from '../archive';
import type { BundleFiles } from '../bundle';
import { bundleFilesFromDirectory } from '../directory';
import { lockedBundle } from './locked-bundle';
import { isImageReference } from './reference';

/** Files, and the image that they are from, where they are from one. */
export interface LocalBundle extends BundleFiles {
  /** `quay.io/team/shop@sha256:…` */
  readonly reference?: string;
}

/**
 * The files that a text stands for, out of what is on this machine: a folder, an archive (`shop-1.2.3.tgz`), or the reference of an image that
 * the project has pinned. Something that is there by that name comes before a reference. No network.
 *
 * @param text a path, relative to the working directory; or `[oci://]registry/repository[:tag][@digest]`
 * @param from a folder of the project, for references; default: the working directory
 * @throws BoxcutterError category input: `bundle-not-found`, `bundle-unreadable`, and what unpacking an archive and {@link lockedBundle} throw
 */
export function localBundle(text: string, options: { readonly from?: string } = {}): LocalBundle {
  const found = statSync(text, { throwIfNoEntry: false });
  if (found?.isFile() === true) return bundleFilesFromArchive(text);
  if (found !== undefined) return bundleFilesFromDirectory(text);
  if (isImageReference(text)) return lockedBundle(text, options);
  throw new BoxcutterError('bundle-not-found', 'input', `There is no file or folder ${text}, and it is no reference of an image.`, {
    hint: 'Check the path; a reference begins with the registry: registry.example/team/bundle:v1',
  });
}
