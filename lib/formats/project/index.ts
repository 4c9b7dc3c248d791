/**
 * Bundles that a project takes from registries: pinned in `boxcutter.lock`, which is committed, with their files in `.boxcutter/`, which is
 * not. `boxcutter bundle fetch` fills both; synth reads them and reaches no network (docs/from-bundle.md).
 */
export { contentDigestOf } from './content-digest';
export { type BundleSource, type FetchAction, type FetchedBundle, fetchBundles, type FetchOptions, type FetchResult } from './fetch';
export { type LockedBundleEntry, LOCK_FILE, type LockFile, readLock, writeLock } from './lock-file';
export { localBundle, type LocalBundle } from './local-bundle';
export { lockedBundle, type LockedBundle } from './locked-bundle';
export { bundleNamed, bundleNotFound, looksLikePath, type NamedBundle } from './named-bundle';
export { CACHE_FOLDER, projectRoot } from './project-root';
export { isImageReference, lockName, pinnedReference, repositoryName } from './reference';
export { readStored, storeBundle, type StoredState } from './store';
