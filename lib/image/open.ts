/**
 * One door for everything that a user may name as a bundle: a folder, a packed chart or bundle, a saved image, a layout, an image in a
 * registry.
 */
import { type BundleFiles, bundleFilesFromArchive, bundleFilesFromDirectory } from '../formats';
import { type ArchiveLimits, isSavedImage, packedName } from '../formats/archive';
import { bundleNamed, bundleNotFound, looksLikePath, repositoryName } from '../formats/project';
import { BoxcutterError, isBoxcutterError } from '../errors';
import { savedImage } from './archive';
import { indexArchive } from './archive-index';
import type { BlobSource, Image } from './image';
import { imageLayout } from './layout';
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
  | { readonly source: BlobSource; readonly image: Image; readonly reference: string; readonly name: string };

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
  const files = await filesOf(opened);
  return 'files' in opened ? { files } : { files, image: { reference: opened.reference, digest: opened.image.digest } };
}

/**
 * The files of what was opened; an image is unpacked.
 * @param origin what the files of an image are called in messages. @default as the user named it
 * @param limits of what an image is unpacked to. @default those of bundles
 */
export async function filesOf(opened: OpenedSource, origin?: string, limits?: ArchiveLimits): Promise<BundleFiles> {
  if ('files' in opened) return opened.files;
  const { image, reference, name } = opened;
  return (await unpackImage(image, { origin: origin ?? reference, name, limits })).files;
}

/** The same, but an image as it is. */
export async function openSource(text: string, options: OpenOptions = {}): Promise<OpenedSource> {
  const named = bundleNamed(text);
  if (named.kind === 'reference' || named.kind === 'unknown') return openRemote(text, options);
  const { kind, path, image } = named;
  if (kind === 'layout') return openImage(imageLayout(path), image, { reference: text, name: packedName(path) }, options);
  if (kind === 'folder' && image === undefined) return { files: bundleFilesFromDirectory(path) };
  if (kind === 'file') {
    const index = await indexArchive(path);
    if (isSavedImage(index.paths)) return openImage(savedImage(index), image, { reference: text, name: packedName(path) }, options);
    if (image === undefined) return { files: { ...bundleFilesFromArchive(index.unpacked ?? path, path), name: packedName(path) } };
  }
  throw new BoxcutterError(
    'bundle-not-found', 'input',
    `${path} holds no images, so there is no ${JSON.stringify(image)} in it.`,
    { hint: `To open it as it is: ${path}` },
  );
}

async function openImage(
  source: BlobSource,
  which: string | undefined,
  called: { readonly reference: string; readonly name: string },
  options: OpenOptions,
): Promise<OpenedSource> {
  return { source, image: await readImage(source, which, options), ...called };
}

async function openRemote(text: string, options: OpenOptions): Promise<OpenedSource> {
  if (!text.startsWith('oci://') && looksLikePath(text)) throw bundleNotFound(text);
  const reference = referenceOf(text);
  const source = registrySource(reference, options.registry);
  const called = { reference: formatReference(reference), name: repositoryName(formatReference(reference)) };
  return openImage(source, reference.digest ?? reference.tag, called, options);
}

/** A mistyped path is more likely than an image whose registry is left out; what may hold a password is not repeated. */
function referenceOf(text: string): ImageReference {
  try {
    return parseImageReference(text);
  } catch (error) {
    if (!isBoxcutterError(error) || text.startsWith('oci://') || /^[^/]*@/.test(text)) throw error;
    throw bundleNotFound(text, { hint: error.hint ?? 'Check the path.', cause: error });
  }
}
