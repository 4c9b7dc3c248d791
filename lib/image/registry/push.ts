import { BoxcutterError } from '../../errors';
import type { BuiltImage, Descriptor } from '../image';
import { isDigest } from '../manifest';
import { originOf } from './endpoint';
import { resolveOptions, type RegistryOptions } from './options';
import { senselessAnswer } from './problem';
import { formatReference, parseImageReference, type ImageReference } from './reference';
import { Session } from './session';
import { ACCEPT } from './fetch';

export interface PushResult {
  /** The image by digest, with the tag where one was given. */
  readonly reference: ImageReference;
  readonly uploaded: readonly Descriptor[];
  /** What the repository had already. */
  readonly present: readonly Descriptor[];
  readonly manifest: 'uploaded' | 'present';
  /** What the tag named before, when that was something else. */
  readonly replaced?: string;
}

/** Blobs that travel at once. */
const PARALLEL = 4;

/**
 * Pushes an image to the registry that the reference names (never to a mirror): what is missing of its blobs, then the manifest, by tag or,
 * without one, by digest. To push the same again sends nothing but questions. A push that ends early leaves no manifest without its blobs.
 *
 * @throws BoxcutterError `image-reference-invalid` when the reference has the digest of another image; `registry-*`, `interrupted`
 */
export async function pushImage(image: BuiltImage, named: ImageReference | string, options: RegistryOptions = {}): Promise<PushResult> {
  const reference = typeof named === 'string' ? parseImageReference(named) : named;
  const { descriptor, bytes } = image.manifest;
  if (reference.digest !== undefined && reference.digest !== descriptor.digest) {
    throw new BoxcutterError(
      'image-reference-invalid', 'input',
      `The image has the digest ${descriptor.digest}, so it cannot be pushed as ${formatReference(reference)}.`,
      {
        hint: 'Leave the digest out.', details: { digest: descriptor.digest },
      },
    );
  }
  const { settings, wire } = resolveOptions(reference, options);
  const session = new Session(wire, originOf(reference, settings), 'pull,push');

  const uploaded: Descriptor[] = [];
  const present: Descriptor[] = [];
  await inParallel(image.blobs, async (blob) => {
    if (await hasBlob(session, blob.descriptor.digest)) return void present.push(blob.descriptor);
    await uploadBlob(session, blob.descriptor, blob.bytes);
    uploaded.push(blob.descriptor);
  });

  const before = await manifestDigest(session, reference.tag ?? descriptor.digest);
  if (before !== descriptor.digest) await putManifest(session, reference.tag ?? descriptor.digest, descriptor, bytes);
  const order = (list: Descriptor[]): Descriptor[] => image.blobs.map((blob) => blob.descriptor).filter((blob) => list.includes(blob));
  return {
    reference: { ...reference, digest: descriptor.digest },
    uploaded: order(uploaded),
    present: order(present),
    manifest: before === descriptor.digest ? 'present' : 'uploaded',
    ...(before === undefined || before === descriptor.digest ? {} : { replaced: before }),
  };
}

function hasBlob(session: Session, digest: string): Promise<boolean> {
  const what = `look for the blob ${digest}`;
  return session.exchange({ method: 'HEAD', target: `blobs/${digest}`, what }, async (answer) => {
    if (answer.status !== 200 && answer.status !== 404) throw await session.unexpected(answer, what);
    answer.discard();
    return answer.status === 200;
  });
}

/** In one piece. An upload that fails begins anew: its address may be gone. */
function uploadBlob(session: Session, { digest }: Descriptor, bytes: Buffer): Promise<void> {
  const what = `take the blob ${digest}`;
  const { endpoint } = session;
  return session.repeat(async () => {
    const address = await session.once({ method: 'POST', target: 'blobs/uploads/', body: Buffer.alloc(0), what }, async (answer) => {
      if (answer.status !== 202) throw await session.unexpected(answer, what);
      answer.discard();
      return session.resolve(answer.headers.location, new URL(`/v2/${endpoint.repository}/blobs/uploads/`, endpoint.base));
    });
    address.searchParams.set('digest', digest);
    await session.once({
      method: 'PUT',
      target: address,
      headers: { 'content-type': 'application/octet-stream' },
      body: bytes,
      what,
    }, async (answer) => {
      if (answer.status !== 201 && answer.status !== 204) throw await session.unexpected(answer, what);
      answer.discard();
    });
  });
}

function manifestDigest(session: Session, name: string): Promise<string | undefined> {
  const what = `look for ${name}`;
  return session.exchange({ method: 'HEAD', target: `manifests/${name}`, headers: { accept: ACCEPT }, what }, async (answer) => {
    if (answer.status !== 200 && answer.status !== 404) throw await session.unexpected(answer, what);
    answer.discard();
    const digest = answer.headers['docker-content-digest'];
    if (answer.status === 404) return undefined;
    return typeof digest === 'string' && isDigest(digest) ? digest : isDigest(name) ? name : undefined;
  });
}

function putManifest(session: Session, name: string, { digest, mediaType }: Descriptor, bytes: Buffer): Promise<void> {
  const what = `take the manifest ${digest}`;
  return session.exchange({
    method: 'PUT',
    target: `manifests/${name}`,
    headers: { 'content-type': mediaType },
    body: bytes,
    what,
  }, async (answer) => {
    if (answer.status !== 201 && answer.status !== 200) throw await session.unexpected(answer, what);
    answer.discard();
    const kept = answer.headers['docker-content-digest'];
    if (typeof kept === 'string' && isDigest(kept) && kept !== digest) {
      const hint = 'The registry changes what is pushed to it, so the digest changes.';
      throw senselessAnswer(session.endpoint, `it keeps the manifest ${digest} as ${kept}`, hint);
    }
  });
}

/** The first failure ends all: those under way are waited for, no more are begun. */
async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items];
  let failure: { readonly error: unknown } | undefined;
  const worker = async (): Promise<void> => {
    for (let item = queue.shift(); item !== undefined && failure === undefined; item = queue.shift()) {
      try {
        await work(item);
      } catch (error) {
        failure ??= { error };
      }
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, worker));
  if (failure !== undefined) throw failure.error;
}
