import { statSync } from 'node:fs';
import { join } from 'node:path';
import { BoxcutterError, isBoxcutterError } from '../../errors';
import { bundleFilesFromArchive } from '../archive';
import type { BundleFiles } from '../bundle';
import { bundleFilesFromDirectory } from '../files/directory';
import { lockedBundle } from './locked-bundle';
import { isImageReference } from './reference';

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
  const found = statSync(text, { throwIfNoEntry: false });
  if (found?.isFile() === true) return openArchive(text);
  if (found !== undefined) {
    if (statSync(join(text, 'oci-layout'), { throwIfNoEntry: false })?.isFile() === true) throw savedImage(text, 'an image layout');
    return bundleFilesFromDirectory(text);
  }
  if (isImageReference(text)) return lockedBundle(text, options);
  const layout = text.replace(/(?:@sha\d+:[0-9a-f]+|:[^:/\\]+)$/, '');
  if (layout !== text && statSync(layout, { throwIfNoEntry: false }) !== undefined) {
    throw savedImage(text, 'one of the images of a layout or archive');
  }
  throw new BoxcutterError('bundle-not-found', 'input', `There is no file or folder ${text}, and it is no reference of an image.`, {
    hint: 'Check the path; a reference begins with the registry: registry.example/team/bundle:v1',
  });
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
