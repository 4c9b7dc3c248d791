/** From a place where images are kept to one image: index, manifest, configuration. */
import type { JsonObject } from '../api';
import type { BlobSource, Image, ImageManifest } from './image';
import { IMAGE_LIMITS, checkSize } from './limits';
import { MEDIA, invalid, jsonObject, parseImageDocument } from './manifest';
import { choosePlatform } from './platform';

export interface ReadImageOptions {
  /** `linux/arm64`; otherwise that of this machine, or the only one there is. */
  readonly platform?: string | undefined;
  /** Bytes of a layer, as it is stored. @default 256 MiB */
  readonly mostLayer?: number | undefined;
}

/**
 * Reads manifest and configuration; layers are read when they are asked for.
 * @param reference tag or digest; undefined: the only image of a layout or archive
 * @throws BoxcutterError `image-invalid`, `image-platform`, `image-format-old`, `image-too-large`, and what the source throws
 */
export async function readImage(
  source: BlobSource, reference?: string, { platform, mostLayer = IMAGE_LIMITS.layer }: ReadImageOptions = {},
): Promise<Image> {
  const { origin } = source;
  const named = await source.manifest(reference);
  let { descriptor, bytes } = named;
  for (let nesting = 0; ; nesting++) {
    checkSize(descriptor, IMAGE_LIMITS.manifest, origin, 'manifest');
    const document = parseImageDocument(bytes, descriptor.mediaType, origin);
    if (document.kind === 'manifest') {
      const { manifest } = document;
      return {
        origin,
        digest: named.descriptor.digest,
        manifestDigest: descriptor.digest,
        manifest,
        config: await readConfig(source, manifest),
        layer: async (layer) => {
          checkSize(layer, mostLayer, origin, 'layer');
          return source.blob(layer);
        },
      };
    }
    // A digest cannot be part of what it is the digest of, so indexes are not cyclic, but they can be deep.
    if (nesting >= IMAGE_LIMITS.nesting) throw invalid(origin, `its indexes are nested more than ${IMAGE_LIMITS.nesting} deep`);
    const chosen = choosePlatform(document.manifests, platform, origin);
    checkSize(chosen, IMAGE_LIMITS.manifest, origin, 'manifest');
    const next = await source.manifest(chosen.digest);
    if (next.descriptor.digest !== chosen.digest) throw invalid(origin, `${next.descriptor.digest} came instead of ${chosen.digest}`);
    descriptor = { ...next.descriptor, mediaType: chosen.mediaType };
    bytes = next.bytes;
  }
}

const CONFIGS: readonly string[] = [MEDIA.config, MEDIA.dockerConfig];

/** Artifacts may have anything for a configuration; only those of images and charts have to be JSON. */
async function readConfig(source: BlobSource, { config }: ImageManifest): Promise<JsonObject> {
  if (!CONFIGS.includes(config.mediaType) && !config.mediaType.endsWith('+json')) return {};
  checkSize(config, IMAGE_LIMITS.config, source.origin, 'configuration');
  const bytes = await source.blob(config);
  return jsonObject(bytes, `${source.origin} (configuration)`);
}

/** Labels of the image, as builders write them. */
export function labelsOf({ config }: Pick<Image, 'config'>): Readonly<Record<string, string>> {
  const settings = config.config;
  const labels = typeof settings === 'object' && settings !== null && 'Labels' in settings ? settings.Labels : undefined;
  if (typeof labels !== 'object' || labels === null) return {};
  return Object.fromEntries(Object.entries(labels).filter((member): member is [string, string] => typeof member[1] === 'string'));
}

