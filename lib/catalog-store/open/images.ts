/** Catalog images, wherever they are: a registry, a layout, a saved archive. */
import { type BlobSource, formatReference, type ImageReference, readImage, registrySource } from '../../image';
import { catalogFilesFromImage } from './catalog-image';
import type { ReachOptions, RemoteCatalog, RemoteState } from './source';

/** A tag is asked for with one request; a digest with none, once its catalog is here. */
export function registryCatalog(reference: ImageReference, options: ReachOptions): RemoteCatalog {
  const origin = formatReference(reference);
  const { registry, env, signal } = options;
  const source = registrySource(reference, { env, signal, ...registry });
  return {
    origin,
    key: keyOf('image', origin, options),
    sendsNothing: registry?.offline,
    now: async (known) => {
      // What has a digest never changes.
      if (reference.digest !== undefined && known !== undefined) return { type: 'unchanged' };
      const digest = await source.resolve();
      return known?.validators?.etag === digest ? { type: 'unchanged' } : stateOf(source, digest, origin, options);
    },
  };
}

/** @param image tag or digest; undefined: the only one there is */
export function storedImageCatalog(source: BlobSource, image: string | undefined, named: string, options: ReachOptions): RemoteCatalog {
  const key = keyOf('stored', named, options);
  return { origin: named, key, sendsNothing: true, now: async () => stateOf(source, image, named, options) };
}

async function stateOf(source: BlobSource, name: string | undefined, origin: string, options: ReachOptions): Promise<RemoteState> {
  const image = await readImage(source, name, options);
  return {
    type: 'changed',
    digest: image.manifestDigest,
    validators: { etag: image.digest },
    fetch: async () => ({ files: await catalogFilesFromImage(image, origin), done: () => Promise.resolve() }),
  };
}

/** Catalogs of different platforms may differ. */
function keyOf(kind: string, name: string, { platform }: ReachOptions): string {
  return [kind, name, ...(platform === undefined ? [] : [platform])].join(' ');
}
