import { isJsonObject } from '../../api';
import { BoxcutterError, isBoxcutterError } from '../../errors';
import { NetworkFailure, type Answer } from '../../net';
import type { BlobSource, Descriptor } from '../image';
import { checkSize, IMAGE_LIMITS } from '../limits';
import { isDigest, MEDIA } from '../manifest';
import { digestOf, mismatch, verifyBytes } from './digest';
import { endpointsOf } from './endpoint';
import { resolveOptions, type RegistryOptions } from './options';
import { senselessAnswer } from './problem';
import { DEFAULT_TAG, formatReference, parseImageReference, type ImageReference } from './reference';
import { Session } from './session';

/** All that can be understood; without it registries convert to the old schema 1. */
export const ACCEPT = [MEDIA.index, MEDIA.manifest, MEDIA.dockerIndex, MEDIA.dockerManifest].join(', ');

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
 * `registry-forbidden`, `registry-unreachable`, `registry-tls`, `registry-answer`, `registry-credentials`, `interrupted`.
 *
 * @throws BoxcutterError `image-reference-invalid`, `registry-settings`, `registry-credentials`
 */
export function registrySource(named: ImageReference | string, options: RegistryOptions = {}): RegistrySource {
  const reference = typeof named === 'string' ? parseImageReference(named) : named;
  const { settings, wire, cache } = resolveOptions(reference, options);
  const sessions = endpointsOf(reference, settings).map((endpoint) => new Session(wire, endpoint, 'pull'));
  const first = inTurn(sessions);
  const origin = formatReference(reference);
  const resolved = new Map<string, Promise<string>>();

  const resolve = (tag: string): Promise<string> => {
    const known = resolved.get(tag);
    if (known !== undefined) return known;
    const digest = first((session) => digestOfTag(session, tag, origin));
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
    const bytes = await first(fetch);
    await cache?.put(digest, bytes);
    return bytes;
  };

  return {
    reference,
    origin,
    resolve: digestOfName,
    manifest: async (asked) => {
      const digest = await digestOfName(asked);
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

interface MirrorFailure {
  readonly mirror: string;
  readonly code: string;
  readonly message: string;
}

/** What would be so for everything else, too, and may take long to find out. */
const HOPELESS = new Set(['registry-unreachable', 'registry-tls', 'registry-unauthorized', 'registry-credentials']);

/**
 * Asks one place after the other: what one cannot give the next one may; the registry that is named has the last word. A mirror that cannot
 * be got to is not asked again.
 */
function inTurn(sessions: readonly Session[]): <T>(attempt: (session: Session) => Promise<T>) => Promise<T> {
  const mirrors = sessions.filter(({ endpoint }) => endpoint.isMirror);
  const [registry] = sessions.filter(({ endpoint }) => !endpoint.isMirror);
  const hopeless = new Map<Session, MirrorFailure>();
  return async (attempt) => {
    const failed: MirrorFailure[] = [];
    for (const session of mirrors) {
      let failure = hopeless.get(session);
      if (failure === undefined) {
        try {
          return await attempt(session);
        } catch (error) {
          if (!isBoxcutterError(error) || error.category === 'interrupted') throw error;
          failure = { mirror: session.endpoint.base.host, code: error.code, message: error.message };
          if (HOPELESS.has(error.code)) hopeless.set(session, failure);
        }
      }
      failed.push(failure);
    }
    try {
      return await attempt(registry as Session);
    } catch (error) {
      if (!isBoxcutterError(error) || failed.length === 0) throw error;
      const tried = failed.map(({ mirror, code }) => `${mirror} (${code})`).join(', ');
      const hint = `${error.hint ?? ''} Its mirrors were tried before: ${tried}.`.trim();
      throw Object.assign(error, { hint, details: { ...error.details, mirrors: failed } });
    }
  };
}

async function digestOfTag(session: Session, tag: string, origin: string): Promise<string> {
  const what = `tell what ${session.endpoint.repository}:${tag} is`;
  const request = { target: `manifests/${tag}`, headers: { accept: ACCEPT }, what };
  const descriptor = await session.exchange({ ...request, method: 'HEAD' }, async (answer) => {
    answer.discard();
    if (answer.status === 404) throw notFound(origin, session);
    const digest = answer.headers['docker-content-digest'];
    return answer.status === 200 && typeof digest === 'string' && isDigest(digest) ? digest : undefined;
  });
  if (descriptor !== undefined) return descriptor;
  // The header is optional, and an error has a text only here.
  return session.exchange({ ...request, method: 'GET' }, async (answer) => {
    const bytes = await manifestBytes(session, answer, what, origin);
    return digestOf(bytes);
  });
}

function fetchManifest(session: Session, digest: string, origin: string): Promise<Buffer> {
  const what = `give the manifest ${digest}`;
  return session.exchange({ method: 'GET', target: `manifests/${digest}`, headers: { accept: ACCEPT }, what }, async (answer) => {
    const bytes = await manifestBytes(session, answer, what, origin);
    verifyBytes(bytes, { digest }, whence(session, origin));
    return bytes;
  });
}

async function manifestBytes(session: Session, answer: Answer, what: string, origin: string): Promise<Buffer> {
  if (answer.status === 404) {
    answer.discard();
    throw notFound(origin, session);
  }
  if (answer.status !== 200) throw await session.unexpected(answer, what);
  const bytes = await bounded(answer, IMAGE_LIMITS.manifest, () => tooLarge(origin, IMAGE_LIMITS.manifest));
  if (parsed(bytes) === undefined) throw senselessAnswer(session.endpoint, 'what should be a manifest is no JSON object');
  return bytes;
}

function fetchBlob(session: Session, { digest, size }: Descriptor, origin: string): Promise<Buffer> {
  const what = `give the blob ${digest}`;
  return session.exchange({ method: 'GET', target: `blobs/${digest}`, what }, async (answer) => {
    if (answer.status === 404) {
      answer.discard();
      throw new BoxcutterError('image-blob-missing', 'input', `${whence(session, origin)} lacks ${digest}, a part of the image.`, {
        hint: 'It is incomplete; push it again.', details: { origin, digest },
      });
    }
    if (answer.status !== 200) throw await session.unexpected(answer, what);
    const bytes = await bounded(answer, size, () => mismatch(whence(session, origin), digest, `it should have ${size} bytes and has more`));
    verifyBytes(bytes, { digest, size }, whence(session, origin));
    return bytes;
  });
}

/** Reads no further than there may be. */
async function bounded(answer: Answer, limit: number, tooMuch: () => Error): Promise<Buffer> {
  try {
    return await answer.read(limit);
  } catch (error) {
    throw error instanceof NetworkFailure && error.code === 'TOO_LARGE' ? tooMuch() : error;
  }
}

function notFound(origin: string, { endpoint }: Session): BoxcutterError {
  return new BoxcutterError('image-not-found', 'input', `The registry ${endpoint.registry} has no image ${origin}.`, {
    hint: 'Check repository and tag. Some registries answer so, too, to those who may not see it: then log in.',
    details: { registry: endpoint.registry, repository: endpoint.repository },
  });
}

function tooLarge(origin: string, limit: number): BoxcutterError {
  return new BoxcutterError(
    'image-too-large', 'input',
    `${origin}: its manifest has more than ${limit} bytes.`,
    { hint: 'Is it an image?', details: { origin, limit } },
  );
}

/** The image, and where it was asked for when that is not in its name. */
function whence({ endpoint }: Session, origin: string): string {
  return endpoint.isMirror ? `${origin} (from the mirror ${endpoint.registry})` : origin;
}

function checkedTag({ registry, repository }: ImageReference, tag: string): string {
  return parseImageReference(formatReference({ registry, repository, tag })).tag ?? tag;
}

function parsed(bytes: Buffer): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** What a document is stands in it; where it does not, it follows from its members (OCI image specification, "mediaType" is optional). */
function mediaTypeOf(bytes: Buffer): string {
  const document = parsed(bytes);
  if (typeof document?.['mediaType'] === 'string') return document['mediaType'];
  return Array.isArray(document?.['manifests']) ? MEDIA.index : MEDIA.manifest;
}
