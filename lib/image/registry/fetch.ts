/** What one place of a registry is asked, and what of its answers is believed: tags, manifests, blobs. */
import { isJsonObject } from '../../api';
import { BoxcutterError } from '../../errors';
import { NetworkFailure, type Answer } from '../../net';
import type { Descriptor } from '../image';
import { IMAGE_LIMITS } from '../limits';
import { isDigest, MEDIA } from '../manifest';
import { digestOf, mismatch, verifyBytes } from './digest';
import { senselessAnswer } from './problem';
import type { Session } from './session';

/** All that can be understood; without it registries convert to the old schema 1. */
export const ACCEPT = [MEDIA.index, MEDIA.manifest, MEDIA.dockerIndex, MEDIA.dockerManifest].join(', ');

export async function digestOfTag(session: Session, tag: string, origin: string): Promise<string> {
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

export function fetchManifest(session: Session, digest: string, origin: string): Promise<Buffer> {
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
  if (parsed(bytes) === undefined) throw senselessAnswer(session.endpoint, 'what should be a manifest is not a JSON object');
  return bytes;
}

export function fetchBlob(session: Session, { digest, size }: Descriptor, origin: string): Promise<Buffer> {
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
    hint: 'Check repository and tag. Some registries give this answer for images that the account may not see: then log in.',
    details: { registry: endpoint.registry, repository: endpoint.repository },
  });
}

function tooLarge(origin: string, limit: number): BoxcutterError {
  return new BoxcutterError(
    'image-too-large', 'input',
    `${origin}: its manifest has more than ${limit} bytes.`,
    { hint: 'Check that it is an image.', details: { origin, limit } },
  );
}

/** The image, and where it was asked for when that is not in its name. */
function whence({ endpoint }: Session, origin: string): string {
  return endpoint.isMirror ? `${origin} (from the mirror ${endpoint.registry})` : origin;
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
export function mediaTypeOf(bytes: Buffer): string {
  const document = parsed(bytes);
  if (typeof document?.['mediaType'] === 'string') return document['mediaType'];
  return Array.isArray(document?.['manifests']) ? MEDIA.index : MEDIA.manifest;
}
