import type { BlobSource } from '../image';
import { checkSize, IMAGE_LIMITS } from '../limits';
import { isDigest } from '../manifest';
import { mismatch } from './digest';
import { notKept } from './cache/not-kept';
import { endpointsOf } from './endpoint';
import { digestOfTag, fetchBlob, fetchManifest, mediaTypeOf } from './fetch';
import { inTurn } from './mirrors';
import { resolveOptions, type RegistryOptions } from './options';
import { DEFAULT_TAG, formatReference, parseImageReference, type ImageReference } from './reference';
import { Session } from './session';
import { tagMemory } from './cache/tag-memory';

export interface RegistrySource extends BlobSource {
  readonly reference: ImageReference;
  /**
   * Digest of what a tag names now: one request, remembered by this source, so that everything is read from one state of the registry.
   * @param tag default: that of the reference, or `latest`; a reference with a digest is that digest
   */
  resolve(tag?: string): Promise<string>;
}

/**
 * A repository of a registry (OCI distribution specification 1.1) to read from, its mirrors first. Tags are resolved to digests; all else
 * is asked for by digest, verified, and kept in the cache. Nothing is sent before something is asked for.
 *
 * Errors of all that it does: `image-not-found`, `image-blob-missing`, `image-digest-mismatch`, `image-too-large`, `registry-unauthorized`,
 * `registry-forbidden`, `registry-unreachable`, `registry-tls`, `registry-answer`, `registry-credentials`, `interrupted`; offline:
 * `image-not-kept`.
 *
 * @throws BoxcutterError `image-reference-invalid`, `registry-settings`, `registry-credentials`
 */
export function registrySource(image: ImageReference | string, options: RegistryOptions = {}): RegistrySource {
  const reference = typeof image === 'string' ? parseImageReference(image) : image;
  const { settings, wire, cache } = resolveOptions(reference, options);
  const sessions = endpointsOf(reference, settings).map((endpoint) => new Session(wire, endpoint, 'pull'));
  const first = inTurn(sessions);
  const origin = formatReference(reference);
  const memory = cache === undefined ? undefined : tagMemory(cache);
  const isOffline = options.offline === true;
  const resolved = new Map<string, Promise<string>>();

  const nameOf = (tag: string): string => formatReference({ registry: reference.registry, repository: reference.repository, tag });

  const asked = async (tag: string): Promise<string> => {
    const digest = await first((session) => digestOfTag(session, tag, origin));
    await memory?.put(nameOf(tag), digest);
    return digest;
  };

  const remembered = async (tag: string): Promise<string> => {
    const digest = await memory?.get(nameOf(tag));
    if (digest === undefined) throw notKept(origin, { tag });
    return digest;
  };

  const resolve = (tag: string): Promise<string> => {
    const known = resolved.get(tag);
    if (known !== undefined) return known;
    const digest = isOffline ? remembered(tag) : asked(tag);
    resolved.set(tag, digest);
    // A failure is no answer: the next one asks again.
    digest.catch(() => resolved.delete(tag));
    return digest;
  };

  const digestOfName = async (name: string | undefined): Promise<string> => {
    if (name === undefined) return reference.digest ?? resolve(reference.tag ?? DEFAULT_TAG);
    return isDigest(name) ? name : resolve(checkedTag(reference, name));
  };

  const cached = async (digest: string, limit: number, fetch: (session: Session) => Promise<Buffer>): Promise<Buffer> => {
    const kept = await cache?.get(digest, limit);
    if (kept !== undefined) return kept;
    if (isOffline) throw notKept(origin, { digest });
    const bytes = await first(fetch);
    await cache?.put(digest, bytes);
    return bytes;
  };

  return {
    reference,
    origin,
    resolve: digestOfName,
    manifest: async (named) => {
      const digest = await digestOfName(named);
      const bytes = await cached(digest, IMAGE_LIMITS.manifest, (session) => fetchManifest(session, digest, origin));
      return { descriptor: { mediaType: mediaTypeOf(bytes), digest, size: bytes.length }, bytes };
    },
    blob: async (descriptor) => {
      checkSize(descriptor, IMAGE_LIMITS.layer, origin, 'blob');
      const bytes = await cached(descriptor.digest, descriptor.size, (session) => fetchBlob(session, descriptor, origin));
      // The cache knows the digest alone.
      if (bytes.length !== descriptor.size) {
        throw mismatch(origin, descriptor.digest, `it should have ${descriptor.size} bytes and has ${bytes.length}`);
      }
      return bytes;
    },
  };
}

function checkedTag({ registry, repository }: ImageReference, tag: string): string {
  return parseImageReference(formatReference({ registry, repository, tag })).tag ?? tag;
}
