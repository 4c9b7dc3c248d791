import { mkdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import {
  type BundleSource,
  CACHE_FOLDER,
  type FetchedBundle,
  fetchBundles,
  type FetchResult,
  LOCK_FILE,
  type LockedBundleEntry,
  pinnedReference,
  projectRoot,
