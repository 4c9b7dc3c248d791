/**
 * Images in one file: an OCI image layout in a tar archive (`skopeo copy … oci-archive:`, `podman save --format oci-archive`, newer
 * `docker save`), or the archive of older `docker save`, which has a manifest.json of its own. Plain, or compressed.
 */
import { createHash } from 'node:crypto';
import { isJsonObject } from '../api';
import { compressionOf, isSavedImage } from '../formats/archive';
import { BoxcutterError, messageOf } from '../errors';
import { type ArchiveIndex, indexArchive } from './archive-index';
import type { BlobSource, BuiltImage, Descriptor } from './image';
import { layoutFiles, writeWhole } from './layout';
import { IMAGE_LIMITS } from './limits';
import { MEDIA, invalid, isDigest, jsonObject } from './manifest';
import { layoutSource, verified } from './stored-image';
import { tarOf } from '../formats/archive/tar-writer';

/**
 * The images of a saved archive. Of a file that is compressed the content is held in memory; of another only its table of contents.
 * @throws BoxcutterError category input: `image-unreadable`, `image-invalid`, `archive-damaged`, `archive-too-large`,
 * and from what it gives, what {@link imageLayout} throws
 */
export async function imageArchive(file: string): Promise<BlobSource> {
  return savedImage(await indexArchive(file));
}

/** The images of an archive that has been looked into. */
export function savedImage(index: ArchiveIndex): BlobSource {
  if (!isSavedImage(index.paths)) throw invalid(index.origin, 'it holds neither an image layout nor what docker save writes');
  if (index.paths.includes('oci-layout') && index.paths.includes('index.json')) {
    return layoutSource({
      origin: index.origin,
      size: (path) => Promise.resolve(index.size(path)),
      read: async (path) => index.read(path),
    });
  }
  return dockerArchive(index);
}

/** One archive, with the image as its only one; the same bytes wherever and whenever it is written. @throws BoxcutterError `image-write` */
export async function writeArchive(built: BuiltImage, file: string, { tag }: { readonly tag?: string | undefined } = {}): Promise<void> {
  const tar = tarOf(layoutFiles(built, tag));
  try {
    await writeWhole(file, tar);
  } catch (error) {
    throw new BoxcutterError(
      'image-write', 'server',
      `The image could not be written to ${file}: ${messageOf(error)}.`,
      { hint: 'Check permissions and space.', cause: error },
    );
  }
}

interface Saved {
  readonly config: string;
  readonly layers: readonly string[];
  readonly tags: readonly string[];
}

/** What docker saved has no manifest; it is made from its parts, so its digest is another than that in a registry. */
function dockerArchive(index: ArchiveIndex): BlobSource {
  const { origin } = index;
  const pathOf = new Map<string, string>();
  const made = new Map<Saved, Awaited<ReturnType<BlobSource['manifest']>>>();
  const manifestOf = async (saved: Saved) => {
    const parts = [await describe(index, saved.config, MEDIA.dockerConfig)];
    for (const path of saved.layers) parts.push(await describe(index, path, 'application/vnd.docker.image.rootfs.diff.tar'));
    const [config, ...layers] = parts;
    await checkLayers(index, saved, layers);
    [saved.config, ...saved.layers].forEach((path, at) => pathOf.set(parts[at]?.digest ?? '', path));
    const bytes = Buffer.from(JSON.stringify({ schemaVersion: 2, mediaType: MEDIA.dockerManifest, config, layers }));
    return {
      descriptor: {
        mediaType: MEDIA.dockerManifest,
        digest: `sha256:${createHash('sha256').update(bytes).digest('hex')}`,
        size: bytes.length,
      },
      bytes,
    };
  };
  let images: readonly Saved[] | undefined;
  return {
    origin,
    manifest: async (reference) => {
      images ??= await readSaved(index);
      // Others are not looked at for one that is known: that would be reading and hashing all their layers.
      const known = [...made.values()].find(({ descriptor }) => descriptor.digest === reference);
      if (known !== undefined) return known;
      const wanted = reference !== undefined && isDigest(reference) ? images : [chooseSaved(images, reference, origin)];
      for (const saved of wanted) {
        const manifest = made.get(saved) ?? (await manifestOf(saved));
        made.set(saved, manifest);
        if (wanted !== images || manifest.descriptor.digest === reference) return manifest;
      }
      throw new BoxcutterError(
        'image-not-found', 'input',
        `${origin} has no image ${JSON.stringify(reference)}.`,
        { hint: 'Images that docker saves have other digests than in a registry.' },
      );
    },
    blob: async ({ digest }) => {
      const path = pathOf.get(digest);
      if (path === undefined) {
        throw new BoxcutterError(
          'image-blob-missing', 'input',
          `${origin} lacks ${digest}, a part of the image.`,
          { hint: 'Save it again.' },
        );
      }
      return verified(origin, digest, await index.read(path));
    },
  };
}

async function readSaved(index: ArchiveIndex): Promise<readonly Saved[]> {
  const { origin } = index;
  if ((index.size('manifest.json') ?? 0) > IMAGE_LIMITS.manifest) throw invalid(origin, 'its manifest.json is too large');
  const bytes = await index.read('manifest.json');
  const images = jsonObject(Buffer.concat([Buffer.from('{"images":'), bytes, Buffer.from('}')]), `${origin} (manifest.json)`).images;
  if (!Array.isArray(images)) throw invalid(origin, 'its manifest.json is not a list');
  return images.map((image: unknown) => {
    const { Config: config, Layers: layers, RepoTags: tags } = isJsonObject(image) ? image : {};
    if (typeof config !== 'string' || !isTexts(layers)) throw invalid(origin, 'its manifest.json lacks Config or Layers');
    if (layers.length > IMAGE_LIMITS.layers) throw invalid(origin, `it has more than ${IMAGE_LIMITS.layers} layers`);
    return { config, layers, tags: isTexts(tags) ? tags : [] };
  });
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((member) => typeof member === 'string');
}

function chooseSaved(images: readonly Saved[], reference: string | undefined, origin: string): Saved {
  const names = images.flatMap(({ tags }) => tags);
  const found = reference === undefined
    ? (images.length === 1 ? images[0] : undefined)
    : images.find(({ tags }) => tags.some((tag) => tag === reference || tag.endsWith(`:${reference}`)));
  if (found !== undefined) return found;
  const what = reference === undefined ? `holds ${images.length} images` : `has no image ${JSON.stringify(reference)}`;
  const hint = names.length === 0 ? 'Save one image, by its name.' : `It has ${names.join(', ')}.`;
  throw new BoxcutterError('image-not-found', 'input', `${origin} ${what}.`, { hint, details: { images: names } });
}

async function describe(index: ArchiveIndex, path: string, mediaType: string): Promise<Descriptor> {
  const size = index.size(path);
  if (size === undefined) {
    throw new BoxcutterError(
      'image-blob-missing', 'input',
      `${index.origin} lacks ${JSON.stringify(path)}, a part of the image.`,
      { hint: 'Save it again.' },
    );
  }
  const hash = createHash('sha256');
  for await (const piece of index.pieces(path)) hash.update(piece);
  return { mediaType, digest: `sha256:${hash.digest('hex')}`, size };
}

/** The configuration lists the digests of the layers as they are without compression, which is how docker saves them. */
async function checkLayers(index: ArchiveIndex, { config, layers: paths }: Saved, layers: readonly Descriptor[]): Promise<void> {
  if ((index.size(config) ?? 0) > IMAGE_LIMITS.config) throw invalid(index.origin, 'its configuration is too large');
  const { rootfs } = jsonObject(await index.read(config), `${index.origin} (configuration)`);
  const expected: unknown = isJsonObject(rootfs) ? rootfs.diff_ids : undefined;
  if (!isTexts(expected)) return;
  for (const [at, { digest }] of layers.entries()) {
    const path = paths[at] ?? '';
    if (expected[at] === digest || (await isCompressed(index, path))) continue;
    throw new BoxcutterError(
      'image-digest-mismatch', 'input',
      `${index.origin}: the layer ${path} is damaged: its digest is ${digest} instead of ${expected[at] ?? 'none'}.`,
      { hint: 'It is not used. Save it again.' },
    );
  }
}

async function isCompressed(index: ArchiveIndex, path: string): Promise<boolean> {
  for await (const piece of index.pieces(path)) return compressionOf(piece) !== 'none';
  return false;
}
