/**
 * One door for everything that a user may name as a bundle: a folder, a packed chart or bundle, a saved image, a layout, an image in a
 * registry.
 */
import { statSync } from 'node:fs';
import { type BundleFiles, bundleFilesFromArchive, bundleFilesFromDirectory } from '../formats';
import { isSavedImage } from '../formats/archive';
import { BoxcutterError, isBoxcutterError } from '../errors';
import { savedImage } from './archive';
import { indexArchive } from './archive-index';
import type { BlobSource, Image } from './image';
import { imageLayout, isImageLayout } from './layout';
import { readImage, type ReadImageOptions } from './read-image';
import { formatReference, type ImageReference, parseImageReference, registrySource, type RegistryOptions } from './registry';
import { unpackImage } from './unpack';

export interface OpenOptions extends ReadImageOptions {
  /** How registries are reached: credentials, mirrors, cache. */
  readonly registry?: RegistryOptions | undefined;
}

export interface OpenedBundle {
  readonly files: BundleFiles;
  /** Where the files are those of an image: what it is called, and the digest to pin it by. */
  readonly image?: { readonly reference: string; readonly digest: string };
}

/** What a text stands for, before its layers are read. */
export type OpenedSource =
  | { readonly files: BundleFiles }
  | { readonly source: BlobSource; readonly image: Image; readonly reference: string };

/**
 * Opens whatever a user names:
 *
 * - a folder: of a bundle or a chart, or an OCI image layout
 * - a file: a packed chart or bundle, or a saved image; compressed or not, recognised by its content
 * - with `:tag` or `@digest` behind a layout or saved image: one of several
 * - `[oci://]registry/repository[:tag][@digest]`: an image in a registry
 *
 * What is there on this machine by that name comes before a registry.
 * @throws BoxcutterError category input: `bundle-not-found` for what is none of these, `bundle-unreadable`, `image-reference-invalid`, and
 * what reading images and archives throws; category server for registries
 */
export async function openBundle(text: string, options: OpenOptions = {}): Promise<OpenedBundle> {
  const opened = await openSource(text, options);
  if ('files' in opened) return opened;
  const { files } = await unpackImage(opened.image, { origin: opened.reference });
  return { files, image: { reference: opened.reference, digest: opened.image.digest } };
}

/** The same, but an image as it is. */
export async function openSource(text: string, options: OpenOptions = {}): Promise<OpenedSource> {
  const found = onDisk(text);
  if (found === undefined) return openRemote(text, options);
  const { path, name } = found;
  if (statSync(path).isDirectory()) {
    if (await isImageLayout(path)) return openImage(imageLayout(path), name, text, options);
    if (name === undefined) return { files: bundleFilesFromDirectory(path) };
  } else {
    const index = await indexArchive(path);
    if (isSavedImage(index.paths)) return openImage(savedImage(index), name, text, options);
    if (name === undefined) return { files: bundleFilesFromArchive(index.unpacked ?? path, path) };
  }
  throw new BoxcutterError(
    'bundle-not-found', 'input',
    `${path} holds no images, so there is no ${JSON.stringify(name)} in it.`,
    { hint: `To open it as it is: ${path}` },
  );
}

async function openImage(source: BlobSource, name: string | undefined, reference: string, options: OpenOptions): Promise<OpenedSource> {
  return { source, image: await readImage(source, name, options), reference };
}

async function openRemote(text: string, options: OpenOptions): Promise<OpenedSource> {
  if (!text.startsWith('oci://') && looksLikePath(text)) {
    throw new BoxcutterError('bundle-not-found', 'input', `There is no file or folder ${text}.`, { hint: hintFor(text) });
  }
  const reference = referenceOf(text);
  const source = registrySource(reference, options.registry);
  return openImage(source, reference.digest ?? reference.tag, formatReference(reference), options);
}

/**
 * A short name may be meant for an image, so the hint says how to name one in full; the ending or the beginning of a path shows that it is
 * none.
 */
function hintFor(text: string): string {
  return /^[a-z0-9][a-z0-9._-]*(?::[\w.-]+)?$/.test(text) && !/\.(?:tgz|tar|gz|zst|ya?ml|json)$/.test(text)
    ? `Check the path. An image is named with its registry: docker.io/library/${text}`
    : 'Check the path. An image is named with its registry: registry.example/team/bundle:v1';
}

/** A mistyped path is more likely than an image whose registry is left out; what may hold a password is not repeated. */
function referenceOf(text: string): ImageReference {
  try {
    return parseImageReference(text);
  } catch (error) {
    if (!isBoxcutterError(error) || text.startsWith('oci://') || /^[^/]*@/.test(text)) throw error;
    const { hint = 'Check the path.' } = error;
    throw new BoxcutterError(
      'bundle-not-found', 'input',
      `There is no file or folder ${text}, and it is no name of an image either.`,
      { hint, cause: error },
    );
  }
}

function looksLikePath(text: string): boolean {
  return /^[./~\\]|^[A-Za-z]:[\\/]|\\|\.(?:tgz|tar|tar\.gz|gz|zst|ya?ml|json)$/.test(text) || !text.includes('/');
}

/** A path as it is, or with the name of an image behind it. */
function onDisk(text: string): { readonly path: string; readonly name?: string } | undefined {
  if (text.startsWith('oci://')) return undefined;
  if (exists(text)) return { path: text };
  const [, path, digest, tag] = /^(.+?)(?:@(sha(?:256|512):[0-9a-f]+)|:([^:/\\]+(?:[:/][^\\]*)?))$/.exec(text) ?? [];
  const name = digest ?? tag;
  return path === undefined || name === undefined || !exists(path) ? undefined : { path, name };
}

function exists(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}
