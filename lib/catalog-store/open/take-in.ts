/** From a catalog that is somewhere else to one that is kept here: asked what it is, fetched when it is another one, and named. */
import { walkMetas } from '../../catalog';
import { BoxcutterError, isBoxcutterError } from '../../errors';
import type { NamedCatalogRecord } from '../store/names';
import type { CatalogStore } from '../store/store';
import type { StoredCatalog } from '../store/stored-catalog';
import type { ChangedState, RemoteCatalog } from './source';

/**
 * Whether the source is asked:
 * - `current`: it has to say what the catalog is now
 * - `last-known`: where it cannot be reached, what it was when it was last asked for will do, with a note
 * - `offline`: it is not asked, unless that sends nothing
 */
export type Freshness = 'current' | 'last-known' | 'offline';

export interface TakeInOptions {
  readonly store: CatalogStore;
  /** @default current */
  readonly freshness?: Freshness | undefined;
  /** Hash what is kept, and fetch it anew if it was changed; see `CatalogStore.open`. @default false */
  readonly thorough?: boolean | undefined;
  /** Called with a sentence for people. */
  readonly onNote?: ((note: string) => void) | undefined;
}

export interface TakenIn {
  readonly stored: StoredCatalog;
  readonly record: NamedCatalogRecord;
}

/** Another process may remove a catalog between the moment when it is named and that when it is opened. */
const ATTEMPTS = 3;

/**
 * @throws BoxcutterError `catalog-not-kept` (input) for an `offline` catalog that is not here, `catalog-invalid` (input) where something
 * cannot be read, `catalog-store` (server), and what asking and fetching throws
 */
export async function takeIn(
  remote: RemoteCatalog, { store, freshness = 'current', thorough = false, onNote = () => {} }: TakeInOptions,
): Promise<TakenIn> {
  const kept = await openKept(remote, store, thorough);
  const isOffline = freshness === 'offline';
  if (isOffline && remote.sendsNothing !== true) {
    if (kept !== undefined) return kept;
    const message = `No server may be asked, and this machine has no copy of the catalog ${remote.origin}.`;
    const hint = 'Open it once while its server may be asked: then this machine keeps a copy.';
    throw new BoxcutterError('catalog-not-kept', 'input', message, { hint });
  }
  try {
    const state = await remote.now(kept?.record);
    if (state.type === 'changed') {
      const taken = await takeChanged(remote, state, store, thorough);
      await kept?.stored.close();
      return taken;
    }
    if (kept !== undefined) return kept;
    throw new Error(`${remote.origin} is said to be what it was, and nothing is known of it`);
  } catch (error) {
    if (kept !== undefined && isOffline && isBoxcutterError(error) && error.code === 'image-not-kept') return kept;
    if (kept === undefined || freshness !== 'last-known' || !isBoxcutterError(error) || error.category !== 'server') {
      await kept?.stored.close();
      throw error;
    }
    onNote(`${error.message} Boxcutter uses the copy that was last fetched (${kept.record.since.toISOString()}).`);
    return kept;
  }
}

async function openKept({ key }: RemoteCatalog, store: CatalogStore, thorough: boolean): Promise<TakenIn | undefined> {
  const record = await store.lookUp(key);
  const stored = record === undefined ? undefined : await store.open(record.digest, { thorough });
  return record === undefined || stored === undefined ? undefined : { record, stored };
}

async function takeChanged(
  remote: RemoteCatalog, state: ChangedState, store: CatalogStore, thorough: boolean,
): Promise<TakenIn> {
  for (let attempt = 1; ; attempt++) {
    const there = state.digest === undefined ? undefined : await store.open(state.digest, { thorough });
    await there?.close();
    const digest = there?.digest ?? (await fetchInto(store, state));
    const record = await store.name(remote.key, digest, state.validators);
    const stored = await store.open(digest);
    if (stored !== undefined) return { stored, record };
    if (attempt === ATTEMPTS) throw unkept(store.directory);
  }
}

async function fetchInto(store: CatalogStore, { digest, fetch }: ChangedState): Promise<string> {
  const { files, done } = await fetch();
  try {
    return await store.write(walkMetas(files), digest);
  } finally {
    await done();
  }
}

/** As on file systems without owners and permissions: what is there could be of anybody. */
function unkept(directory: string): BoxcutterError {
  const message = `What boxcutter writes to ${directory} does not stay there as files that only this user can write.`;
  return new BoxcutterError('catalog-store', 'server', message, {
    hint: 'Set BOXCUTTER_CACHE to a folder of this user on a file system that has owners and permissions.', details: { directory },
  });
}
