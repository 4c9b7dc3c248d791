/** The files of a catalog that a user names, as they are: for what speaks of files and lines. */
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { catalogFilesFromDirectory, type CatalogFiles } from '../../../catalog';

/** @throws BoxcutterError as opening a catalog does */
export async function withCatalogFiles<T>(named: string, use: (files: CatalogFiles) => Promise<T>): Promise<T> {
  // A folder needs nothing of what reads images and asks servers.
  if (isFolder(named) && !existsSync(join(named, 'oci-layout'))) return use(catalogFilesFromDirectory(named));
  const { locateCatalog } = await import('../../../catalog-store/index.js');
  const located = await locateCatalog(named);
  if (located.type === 'files') return use(located.files);
  const state = await located.remote.now(undefined);
  // Nothing is known of it, so it has changed.
  if (state.type === 'unchanged') throw new Error('a catalog of which nothing was known is said to be unchanged');
  const { files, done } = await state.fetch();
  try {
    return await use(files);
  } finally {
    await done();
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
