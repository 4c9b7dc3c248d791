/** An image as it is, to be put elsewhere: the same bytes, the same digest. */
import type { BlobSource, BuiltImage, Image } from './image';
import { IMAGE_LIMITS, checkSize } from './limits';

/**
 * Reads all parts of an image; of one that is there for several platforms, those of the chosen one.
 * @throws BoxcutterError what the source throws, and `image-too-large`
 */
export async function copyOf(source: BlobSource, { manifest, manifestDigest, layer }: Image): Promise<BuiltImage> {
  const { descriptor, bytes } = await source.manifest(manifestDigest);
  checkSize(manifest.config, IMAGE_LIMITS.config, source.origin, 'configuration');
  // The same layer may stand there twice; it is one blob.
  const layers = new Map(manifest.layers.map((part) => [part.digest, part]));
  const size = [...layers.values()].reduce((sum, part) => sum + part.size, manifest.config.size);
  checkSize({ ...manifest.config, digest: manifestDigest, size }, IMAGE_LIMITS.copy, source.origin, 'image');
  const blobs = [{ descriptor: manifest.config, bytes: await source.blob(manifest.config) }];
  for (const part of layers.values()) blobs.push({ descriptor: part, bytes: await layer(part) });
  return { digest: manifestDigest, manifest: { descriptor, bytes }, blobs };
}
