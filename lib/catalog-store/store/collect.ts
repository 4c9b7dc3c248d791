/** Removing what nobody needs: catalogs that no name stands for any more, names that were not used for long, what died processes left. */
import { lstat, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readOwnFile } from '../../own-file';
import { ABANDONED_MS, digestOfFolder, type StoreFolders } from './folders';
import { LONGEST_RECORD, parseRecord } from './names';

export interface CollectOptions {
  /** Names that were not used for so long go, in milliseconds. @default 30 days */
  readonly unusedMs?: number | undefined;
  /** A catalog that no name stands for is kept for so long: another process may be about to name it. @default 10 minutes */
  readonly graceMs?: number | undefined;
  readonly now?: number | undefined;
}

export interface Collected {
  readonly names: readonly string[];
  readonly digests: readonly string[];
}

const DAY_MS = 86_400_000;

/** Processes that have such a catalog open go on reading it. What cannot be removed stays until the next time. */
export async function collect(
  folders: StoreFolders, { unusedMs = 30 * DAY_MS, graceMs = 600_000, now = Date.now() }: CollectOptions = {},
): Promise<Collected> {
  const { names, needed } = await collectNames(folders, now - unusedMs);
  const digests: string[] = [];
  for (const folder of await readdir(folders.contents).catch(() => [])) {
    const path = join(folders.contents, folder);
    const changed = await lstat(path).then(({ mtimeMs }) => mtimeMs, () => now);
    const digest = digestOfFolder(folder);
    if (digest === undefined) {
      const isOurs = folder.startsWith('.draft-') || folder.startsWith('.trash-');
      if (isOurs && changed < now - ABANDONED_MS) await rm(path, { recursive: true, force: true }).catch(() => {});
    } else if (!needed.has(digest) && changed <= now - graceMs && (await discard(folders, path))) digests.push(digest);
  }
  return { names, digests };
}

async function collectNames(folders: StoreFolders, usedSince: number): Promise<{ names: readonly string[]; needed: ReadonlySet<string> }> {
  const names: string[] = [];
  const needed = new Set<string>();
  for (const file of await readdir(folders.names).catch(() => [])) {
    const path = join(folders.names, file);
    const isDraft = file.endsWith('.draft');
    const used = await lstat(path).then(({ mtimeMs }) => mtimeMs, () => undefined);
    if (used === undefined) continue;
    const record = isDraft ? undefined : parseRecord((await readOwnFile(path, LONGEST_RECORD))?.toString('utf8') ?? '');
    // A draft lives for a moment. One of an hour has no process any more, and neither has what cannot be read.
    const isUnused = record === undefined ? used < Date.now() - ABANDONED_MS : used < usedSince;
    if (!isUnused) {
      if (record !== undefined) needed.add(record.digest);
      continue;
    }
    await rm(path, { force: true }).catch(() => {});
    if (record !== undefined) names.push(record.name);
  }
  return { names, needed };
}

/** Out of the way in one step, then removed: nobody finds half of a catalog by its digest. */
export async function discard(folders: StoreFolders, path: string): Promise<boolean> {
  const trash = folders.trash();
  try {
    await rename(path, trash);
  } catch {
    return false;
  }
  await rm(trash, { recursive: true, force: true }).catch(() => {});
  return true;
}
