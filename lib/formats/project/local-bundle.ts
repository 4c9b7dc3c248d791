import { BoxcutterError, isBoxcutterError } from '../../errors';
import { bundleFilesFromArchive } from '../archive';
import type { BundleFiles } from '../bundle';
import { bundleFilesFromDirectory } from '../files/directory';
import { lockedBundle } from './locked-bundle';
import { bundleNamed, bundleNotFound } from './named-bundle';

/** Files, and the image that they are from, where they are from one. */
export interface LocalBundle extends BundleFiles {
  /** `quay.io/team/shop@sha256:…` */
  readonly reference?: string;
}

/**
 * The files that a text stands for, out of what is on this machine: a folder, an archive (`shop-1.2.3.tgz`), or the reference of an image
 * that the project has pinned. Something that is there by that name comes before a reference. No network.
 *
 * @param text a path, relative to the working directory; or `[oci://]registry/repository[:tag][@digest]`
 * @param from a folder of the project, for references; default: the working directory
 * @throws BoxcutterError category input: `bundle-not-found`, `bundle-unreadable`, and what unpacking an archive and {@link lockedBundle}
 * throw
 */
export function localBundle(text: string, options: { readonly from?: string } = {}): LocalBundle {
  const named = bundleNamed(text);
  switch (named.kind) {
    case 'folder':
    case 'file':
      if (named.image !== undefined) throw savedImage(text, 'one of the images of a layout or archive');
      return named.kind === 'folder' ? bundleFilesFromDirectory(text) : openArchive(text);
    case 'layout':
      throw savedImage(text, named.image === undefined ? 'an image layout' : 'one of the images of a layout or archive');
    case 'reference':
      return lockedBundle(text, options);
    case 'unknown':
      throw bundleNotFound(text);
  }
}

function openArchive(path: string): LocalBundle {
  try {
    return bundleFilesFromArchive(path);
  } catch (error) {
    throw isBoxcutterError(error) && error.code === 'archive-is-image' ? savedImage(path, 'a saved image') : error;
  }
}

/** Unpacking layers takes longer than synth should, and is done once. */
function savedImage(path: string, what: string): BoxcutterError {
  const folder = /([^/\\:]+?)(?:\.tar|\.tgz|\.tar\.gz)?(?::.*)?$/.exec(path.replace(/@.*$/, ''))?.[1] ?? 'bundle';
  const hint = `Unpack it once, and name the folder here: boxcutter bundle pull ${path} --output-directory bundles/${folder}`;
  return new BoxcutterError('archive-is-image', 'input', `${path} is ${what}, whose layers have to be unpacked first.`, { hint });
}
