/** The JSON documents of images: manifests and indexes, of the OCI and of Docker. */
import { asObject, isJsonObject, type JsonObject } from '../api';
import { defined } from '../defined';
import { BoxcutterError, messageOf } from '../errors';
import type { Descriptor, ImageManifest } from './image';
import { IMAGE_LIMITS } from './limits';

export const MEDIA = {
  index: 'application/vnd.oci.image.index.v1+json',
  manifest: 'application/vnd.oci.image.manifest.v1+json',
  config: 'application/vnd.oci.image.config.v1+json',
  layer: 'application/vnd.oci.image.layer.v1.tar+gzip',
  dockerIndex: 'application/vnd.docker.distribution.manifest.list.v2+json',
  dockerManifest: 'application/vnd.docker.distribution.manifest.v2+json',
  dockerConfig: 'application/vnd.docker.container.image.v1+json',
} as const;

export type ImageDocument =
  | { readonly kind: 'index'; readonly manifests: readonly Descriptor[] }
  | { readonly kind: 'manifest'; readonly manifest: ImageManifest };

/** Reads a manifest or an index. @throws BoxcutterError `image-invalid`, `image-format-old` */
export function parseImageDocument(bytes: Buffer, mediaType: string | undefined, origin: string): ImageDocument {
  const document = jsonObject(bytes, origin);
  const type = typeof document.mediaType === 'string' ? document.mediaType : mediaType;
  if (document.schemaVersion === 1 || type?.startsWith('application/vnd.docker.distribution.manifest.v1') === true) {
    throw new BoxcutterError(
      'image-format-old', 'input',
      `${origin} is an image in the old format schema 1, which boxcutter does not read.`,
      { hint: 'Push it again with a current tool.' },
    );
  }
  // What an index is called decides, and without a name what it holds: a document that is both could be read in two ways.
  const isNamed = [MEDIA.index, MEDIA.dockerIndex, MEDIA.manifest, MEDIA.dockerManifest].some((known) => known === type);
  const isIndex = isNamed ? type === MEDIA.index || type === MEDIA.dockerIndex : Array.isArray(document.manifests);
  const ambiguous = isIndex ? 'config' in document || 'layers' in document : 'manifests' in document;
  if (ambiguous) throw invalid(origin, 'it is both a manifest and an index');
  if (isIndex) return { kind: 'index', manifests: descriptors(document.manifests, origin, 'manifests') };
  const layers = descriptors(document.layers, origin, 'layers');
  if (layers.length > IMAGE_LIMITS.layers) throw invalid(origin, `it has more than ${IMAGE_LIMITS.layers} layers`);
  const { artifactType, annotations } = document;
  return {
    kind: 'manifest',
    manifest: {
      schemaVersion: 2,
      ...defined({ mediaType: type }),
      ...(typeof artifactType === 'string' ? { artifactType } : {}),
      config: descriptor(document.config, origin, 'config'),
      layers,
      ...(isJsonObject(annotations) ? { annotations: texts(annotations) } : {}),
    },
  };
}

/** @throws BoxcutterError `image-invalid` */
export function jsonObject(bytes: Buffer, origin: string): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    throw invalid(origin, `it is not JSON (${messageOf(error).slice(0, 80)})`);
  }
  if (!isJsonObject(value)) throw invalid(origin, 'it is not a JSON object');
  return value;
}

export function invalid(origin: string, what: string): BoxcutterError {
  return new BoxcutterError(
    'image-invalid', 'input',
    `${origin} is not an image that can be read: ${what}.`,
    { hint: 'Check that it is an image, and fetch it again.' },
  );
}

/** Digests that are understood; also what keeps them from being used as paths. */
export function isDigest(text: string): boolean {
  return /^(?:sha256:[0-9a-f]{64}|sha512:[0-9a-f]{128})$/.test(text);
}

function descriptors(value: unknown, origin: string, field: string): readonly Descriptor[] {
  if (!Array.isArray(value)) throw invalid(origin, `${field} is not a list`);
  return value.map((member, index) => descriptor(member, origin, `${field}[${index}]`));
}

function descriptor(value: unknown, origin: string, field: string): Descriptor {
  if (!isJsonObject(value)) throw invalid(origin, `${field} is missing`);
  const { mediaType, digest, size, annotations, platform, artifactType } = value;
  if (typeof mediaType !== 'string') throw invalid(origin, `${field}.mediaType is not text`);
  if (typeof digest !== 'string' || !isDigest(digest)) throw invalid(origin, `${field}.digest is not a sha256 or sha512 digest`);
  if (typeof size !== 'number' || !Number.isSafeInteger(size) || size < 0) throw invalid(origin, `${field}.size is not a number of bytes`);
  const { os, architecture, variant } = asObject(platform) ?? {};
  return {
    mediaType,
    digest,
    size,
    ...(isJsonObject(annotations) ? { annotations: texts(annotations) } : {}),
    ...(isJsonObject(platform) ? { platform: texts({ os, architecture, variant }) } : {}),
    ...(typeof artifactType === 'string' ? { artifactType } : {}),
  };
}

function texts(value: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(value).filter((member): member is [string, string] => typeof member[1] === 'string'));
}
