/**
 * Images in the files of an OCI image layout, wherever these files are: in a folder, or in an archive
 * (OCI image specification 1.1, "OCI Image Layout Specification").
 */
import { createHash } from 'node:crypto';
import { BoxcutterError } from '../errors';
import type { BlobSource, Descriptor } from './image';
import { IMAGE_LIMITS } from './limits';
import { invalid, isDigest, jsonObject, parseImageDocument } from './manifest';

/** Files by their path. */
export interface StoredFiles {
  readonly origin: string;
  /** Undefined: there is no such file. */
  size(path: string): Promise<number | undefined>;
  /** A file whole; it is known to be there. */
  read(path: string): Promise<Buffer>;
}

const NAMES = ['org.opencontainers.image.ref.name', 'io.containerd.image.name'] as const;

/** A layout as a source of images. */
export function layoutSource(files: StoredFiles): BlobSource {
  const { origin } = files;
  const blob = async (digest: string, size?: number): Promise<Buffer> => verifiedBlob(files, digest, size);
  return {
    origin,
    manifest: async (reference) => {
      const entries = await indexEntries(files);
      const entry = chooseEntry(entries, reference, origin);
      const digest = entry?.digest ?? reference ?? '';
      const bytes = await manifestBytes(files, digest);
      return { descriptor: { mediaType: mediaTypeOf(bytes, entry, origin), digest, size: bytes.length }, bytes };
    },
    blob: async ({ digest, size }) => blob(digest, size),
  };
}

/** The images that a layout names. @throws BoxcutterError `image-not-found`, `image-invalid` */
async function indexEntries(files: StoredFiles): Promise<readonly Descriptor[]> {
  const bytes = await readBounded(files, 'index.json', IMAGE_LIMITS.manifest);
  if (bytes === undefined) throw invalid(files.origin, 'it has no index.json, which lists the images of a layout');
  const document = parseImageDocument(bytes, 'application/vnd.oci.image.index.v1+json', `${files.origin} (index.json)`);
  return document.kind === 'index' ? document.manifests : [];
}

/** Undefined: the reference is a digest that the index does not name; it may be part of an image that it does. */
function chooseEntry(entries: readonly Descriptor[], reference: string | undefined, origin: string): Descriptor | undefined {
  const namesOf = ({ annotations }: Descriptor): readonly string[] => NAMES.flatMap((key) => annotations?.[key] ?? []);
  if (reference === undefined) {
    const [only, ...others] = entries;
    if (only !== undefined && others.every(({ digest }) => digest === only.digest)) return only;
    const names = entries.map((entry) => namesOf(entry)[0] ?? entry.digest);
    const what = only === undefined ? 'holds no image' : `holds ${entries.length} images: ${names.join(', ')}`;
    throw new BoxcutterError(
      'image-not-found', 'input',
      `${origin} ${what}.`,
      { hint: only === undefined ? 'Check the path.' : `Choose one of them, like ${origin}:${names[0]}`, details: { images: names } },
    );
  }
  const found = entries.find((entry) => entry.digest === reference || namesOf(entry).includes(reference));
  if (found !== undefined || isDigest(reference)) return found;
  const names = entries.map((entry) => namesOf(entry)[0] ?? entry.digest);
  throw new BoxcutterError('image-not-found', 'input', `${origin} has no image ${JSON.stringify(reference)}.`, {
    hint: names.length === 0 ? 'It holds none at all.' : `It has ${names.join(', ')}.`,
    details: { images: names },
  });
}

function mediaTypeOf(bytes: Buffer, entry: Descriptor | undefined, origin: string): string {
  const { mediaType } = jsonObject(bytes, origin);
  if (typeof mediaType === 'string') return mediaType;
  return entry?.mediaType ?? 'application/vnd.oci.image.manifest.v1+json';
}

async function manifestBytes(files: StoredFiles, digest: string): Promise<Buffer> {
  const path = blobPath(digest);
  const size = await files.size(path);
  if (size === undefined) throw missing(files.origin, digest);
  if (size > IMAGE_LIMITS.manifest) throw tooLarge(files.origin, digest, size);
  return verified(files.origin, digest, await files.read(path));
}

async function verifiedBlob(files: StoredFiles, digest: string, expected: number | undefined): Promise<Buffer> {
  const path = blobPath(digest);
  const size = await files.size(path);
  if (size === undefined) throw missing(files.origin, digest);
  if (expected !== undefined && size !== expected) throw mismatch(files.origin, digest, `it has ${size} bytes instead of ${expected}`);
  return verified(files.origin, digest, await files.read(path));
}

async function readBounded(files: StoredFiles, path: string, limit: number): Promise<Buffer | undefined> {
  const size = await files.size(path);
  if (size === undefined) return undefined;
  if (size > limit) throw tooLarge(files.origin, path, size);
  return files.read(path);
}

/** @throws BoxcutterError `image-digest-mismatch` */
export function verified(origin: string, digest: string, bytes: Buffer): Buffer {
  const [algorithm = ''] = digest.split(':');
  const found = `${algorithm}:${createHash(algorithm).update(bytes).digest('hex')}`;
  if (found !== digest) throw mismatch(origin, digest, `its content has the digest ${found}`);
  return bytes;
}

function blobPath(digest: string): string {
  if (!isDigest(digest)) {
    throw new BoxcutterError(
      'image-invalid', 'input',
      `${JSON.stringify(digest)} is not a digest.`,
      { hint: 'Digests are sha256:<64 hexadecimal digits>.' },
    );
  }
  return `blobs/${digest.replace(':', '/')}`;
}

function missing(origin: string, digest: string): BoxcutterError {
  return new BoxcutterError(
    'image-blob-missing', 'input',
    `${origin} lacks ${digest}, a part of the image.`,
    { hint: 'It is incomplete; write it again.', details: { origin, digest } },
  );
}

function mismatch(origin: string, digest: string, what: string): BoxcutterError {
  return new BoxcutterError(
    'image-digest-mismatch', 'input',
    `${origin}: ${digest} is damaged: ${what}.`,
    { hint: 'Boxcutter does not use it. Write or fetch it again.', details: { origin, digest } },
  );
}

function tooLarge(origin: string, what: string, size: number): BoxcutterError {
  return new BoxcutterError(
    'image-too-large', 'input',
    `${origin}: ${what} has ${size} bytes; at most ${IMAGE_LIMITS.manifest} are read.`,
    { hint: 'Check that it is an image.', details: { limit: IMAGE_LIMITS.manifest, size } },
  );
}
