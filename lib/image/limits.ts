/** What an image of a bundle may have at most. What its layers unpack to has limits of its own (lib/formats/archive). */
import { BoxcutterError } from '../errors';
import type { Descriptor } from './image';

const MIB = 1024 * 1024;

export const IMAGE_LIMITS = {
  /** Bytes of a manifest or an index; what registries accept. */
  manifest: 4 * MIB,
  /** Bytes of a configuration. */
  config: 8 * MIB,
  /** Bytes of one layer, as it is stored. */
  layer: 256 * MIB,
  layers: 128,
  /** Bytes of all parts of an image that is copied as it is: they are held in memory together. */
  copy: 1024 * MIB,
  /** Indexes within indexes. */
  nesting: 4,
  /** Bytes of a saved archive that is compressed, as it is unpacked: it is held in memory. One that is not has no limit. */
  compressedArchive: 512 * MIB,
} as const;

/** @throws BoxcutterError `image-too-large` when a descriptor announces more than the limit, before anything is read */
export function checkSize({ digest, size }: Descriptor, limit: number, origin: string, what: string): void {
  if (size <= limit) return;
  throw new BoxcutterError('image-too-large', 'input', `${origin}: the ${what} ${digest} has ${size} bytes; at most ${limit} are read.`, {
    hint: 'Check that it is the image of a bundle: such an image has only manifests and metadata.',
    details: { origin, limit, size },
  });
}
