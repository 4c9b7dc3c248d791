import { existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/**
 * The folder of a catalog that is being worked on: its bundles may be named by paths, relative to it. Undefined for all others, also for
 * an image layout or an archive: these come from elsewhere.
 * @param where what a user names as a catalog
 */
export function workingFolder(where: string): string | undefined {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(where)) return undefined;
  const found = statSync(where, { throwIfNoEntry: false });
  if (found === undefined) return undefined;
  if (!found.isDirectory()) return /\.(?:ya?ml|jsonl?)$/i.test(where) ? dirname(resolve(where)) : undefined;
  return existsSync(join(where, 'oci-layout')) ? undefined : resolve(where);
}
