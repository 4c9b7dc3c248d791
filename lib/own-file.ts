/**
 * Files of the cache, which may lie in a folder that others can write to: what another user of the machine puts there is not believed, is
 * not followed anywhere, and is not waited for.
 */
import { constants, type Stats } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';

/** Permission bits that let others write. */
const WRITABLE_BY_OTHERS = 0o022;

/** Windows has none of them. A named pipe without `O_NONBLOCK` would be waited for without end. */
const FLAGS = constants.O_RDONLY | flag(constants.O_NOFOLLOW) | flag(constants.O_NONBLOCK);

function flag(value: number | undefined): number {
  return value ?? 0;
}

/**
 * Opens a file to read it. It is judged when it is open, so that no other can be put in its place in between.
 * @returns undefined for what is not there or cannot be read, what is no file (a link, a pipe, a folder), and what a user other than this
 *   one and root has written or may write
 */
export async function openOwnFile(path: string): Promise<{ readonly file: FileHandle; readonly found: Stats } | undefined> {
  const file = await open(path, FLAGS).catch(() => undefined);
  if (file === undefined) return undefined;
  const found = await file.stat();
  if (found.isFile() && isOwn(found)) return { file, found };
  await file.close();
  return undefined;
}

/**
 * The content of such a file.
 * @param limit bytes; what is longer was not written by us
 */
export async function readOwnFile(path: string, limit: number): Promise<Buffer | undefined> {
  const opened = await openOwnFile(path);
  if (opened === undefined) return undefined;
  const { file, found } = opened;
  try {
    return found.size <= limit ? await file.readFile() : undefined;
  } catch {
    return undefined;
  } finally {
    await file.close();
  }
}

/** Only this user and root, who may do anything, can have written it. Where files have no owners (Windows), all are believed. */
export function isOwn({ uid, mode }: Stats): boolean {
  const user = process.geteuid?.();
  return user === undefined || ((uid === user || uid === 0) && (mode & WRITABLE_BY_OTHERS) === 0);
}
