/** One door for everything that a user may name as a catalog. */
import { bundleFilesFromArchive } from '../../formats';
import { isSavedImage } from '../../formats/archive';
import { type CatalogFiles, catalogFilesFromDirectory, catalogFilesFromMap, loadCatalog, type LoadedCatalog } from '../../catalog';
import { defined } from '../../defined';
import { isBoxcutterError } from '../../errors';
import { imageLayout } from '../../image';
import { indexArchive } from '../../image/archive-index';
import { savedImage } from '../../image/archive';
import { serverCatalog } from '../client/server-catalog';
import { CatalogStore } from '../store/store';
import { registryCatalog, storedImageCatalog } from './images';
import { looksPacked } from './looks-packed';
import { loadStored } from './load-stored';
import { catalogNamed } from './named-catalog';
import type { ChangedState, FetchedFiles, ReachOptions, RemoteCatalog } from './source';
import { type Freshness, takeIn } from './take-in';

export interface OpenCatalogOptions extends ReachOptions {
  /** Where catalogs of images and servers are kept. @default that of this user */
  readonly store?: CatalogStore | undefined;
  /** Whether images and servers are asked, or what is kept of them will do. @default current */
  readonly freshness?: Freshness | undefined;
  /** Called with a sentence for people. */
  readonly onNote?: ((note: string) => void) | undefined;
}

export interface OpenedCatalog {
  /** What it is called where nobody gives it another name: that of its folder, its repository, or on its server. */
  readonly name: string;
  /** Of the image or the content; absent for a folder or file on this machine, which may change at any time. */
  readonly digest?: string;
  readonly loaded: LoadedCatalog;
  /** Until then, blobs can be read whole. */
  close(): Promise<void>;
}

/** What was named, before anything of it is read. */
export type LocatedCatalog =
  | { readonly type: 'files'; readonly name: string; readonly files: CatalogFiles; readonly path: string }
  | { readonly type: 'remote'; readonly name: string; readonly remote: RemoteCatalog };

/**
 * Opens whatever a user names:
 *
 * - `https://host/catalogs/NAME`: a catalog of a server
 * - a folder of a file-based catalog, or an OCI image layout
 * - a file of a file-based catalog, an archive of its folder, or a saved image
 * - with `:tag` or `@digest` behind a layout or saved image: one of several
 * - `[oci://]registry/repository[:tag][@digest]`: a catalog image in a registry
 *
 * Images and catalogs of servers are kept by their digest, and fetched again only when they have changed. What is wrong with the content is
 * in `loaded.issues`.
 * @throws BoxcutterError category input: `catalog-not-found`, `image-not-a-catalog`, `url-invalid`, `catalog-not-kept`, what reading images
 * and archives throws; category server: `catalog-server`, `catalog-store`, and what registries throw
 */
export async function openCatalog(named: string, options: OpenCatalogOptions = {}): Promise<OpenedCatalog> {
  const isOffline = options.freshness === 'offline';
  const located = await locateCatalog(named, isOffline ? { ...options, registry: { ...options.registry, offline: true } } : options);
  const { name } = located;
  if (located.type === 'files') return { name, loaded: await loadCatalog(located.files), close: () => Promise.resolve() };
  const { store = new CatalogStore(defined({ env: options.env })), freshness, onNote } = options;
  let fetched: FetchedFiles | undefined;
  const remote = handingOver(located.remote, (files) => (fetched = files));
  try {
    const { stored } = await takeIn(remote, { store, freshness, onNote });
    await fetched?.done();
    // A tag that moves every day would leave a catalog every day.
    if (fetched !== undefined) await store.collect();
    return { name, digest: stored.digest, loaded: await loadStored(stored, remote.origin), close: () => stored.close() };
  } catch (error) {
    // What cannot be read is not kept; the caller gets all that is wrong with it.
    if (isBoxcutterError(error) && error.code === 'catalog-invalid' && fetched !== undefined) {
      const { files, done } = fetched;
      return { name, loaded: await loadCatalog(files), close: done };
    }
    await fetched?.done();
    throw error;
  }
}

/** @throws BoxcutterError what opening says of names, images and archives */
export async function locateCatalog(named: string, options: ReachOptions = {}): Promise<LocatedCatalog> {
  const source = catalogNamed(named);
  const { name, kind } = source;
  if (kind === 'server') return { type: 'remote', name, remote: serverCatalog(source.url, options) };
  if (kind === 'reference') return { type: 'remote', name, remote: registryCatalog(source.reference, options) };
  const { path } = source;
  if (kind === 'folder') return { type: 'files', name, path, files: catalogFilesFromDirectory(path) };
  if (kind === 'layout') return { type: 'remote', name, remote: storedImageCatalog(imageLayout(path), source.image, named, options) };
  if (!(await looksPacked(path))) return { type: 'files', name, path, files: catalogFilesFromDirectory(path) };
  const index = await indexArchive(path);
  if (isSavedImage(index.paths)) {
    return { type: 'remote', name, remote: storedImageCatalog(savedImage(index), source.image, named, options) };
  }
  const files = bundleFilesFromArchive(index.unpacked ?? path, path);
  const contents = new Map(files.paths().map((file) => [file, files.read(file) ?? Buffer.alloc(0)]));
  return { type: 'files', name, path, files: catalogFilesFromMap(path, contents) };
}

/** The same, but what was fetched stays until the one who is handed it is done with it. */
function handingOver(remote: RemoteCatalog, take: (fetched: FetchedFiles) => void): RemoteCatalog {
  const fetchAndTake = (state: ChangedState): ChangedState => ({
    ...state,
    fetch: async () => {
      const fetched = await state.fetch();
      take(fetched);
      return { files: fetched.files, done: () => Promise.resolve() };
    },
  });
  return {
    ...remote,
    now: async (known) => {
      const state = await remote.now(known);
      return state.type === 'changed' ? fetchAndTake(state) : state;
    },
  };
}
