/**
 * Blobs and manifests by digest, kept on this machine between runs. What is in it is what its name says: everything is hashed again when it
 * is read. A cache that cannot be written or read is as if it were empty; nothing fails because of it.
 */
import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, lutimes, open, readdir, rename, rm, writeFile, type FileHandle } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { cacheOf } from '../../../home';
import { makeFolders } from '../../../make-folders';
import { isDigest } from '../../manifest';
import { digestOf } from '../digest';

export interface BlobCacheOptions {
  /** Default: `blobs` in `$BOXCUTTER_CACHE`, `$XDG_CACHE_HOME/boxcutter` or `~/.cache/boxcutter`. */
  readonly directory?: string;
  /** What is kept at most, in bytes; what was not used for longest goes first. Default 2 GiB. */
  readonly maxBytes?: number;
  readonly env?: NodeJS.ProcessEnv;
}

export interface BlobCache {
  readonly directory: string;
  /** The bytes with this digest; undefined when they are not there, are longer than `limit`, or have been damaged. */
  get(digest: string, limit: number): Promise<Buffer | undefined>;
  /** Keeps bytes whose digest has been verified. */
  put(digest: string, bytes: Buffer): Promise<void>;
}

const DEFAULT_MAX_BYTES = 2 * 1024 ** 3;
/** A file that was being written for so long was left behind by a process that died. */
const ABANDONED_MS = 3_600_000;
/**
 * Bytes that this process has written into a directory since it last looked through it, by whichever cache: controllers open one for each
 * pull, and there may be tens of thousands of files. Of a directory that is not in here nothing is known.
 */
const unseenIn = new Map<string, number>();

/** Any number of processes may use one directory at once: files appear whole, under the name of their digest. */
export function blobCache(options: BlobCacheOptions = {}): BlobCache {
  const directory = resolve(options.directory ?? defaultDirectory(options.env ?? process.env));
  const maxBytes = options.maxBytes ?? DEFAULT_MAX_BYTES;
  const pathOf = (digest: string): string => join(directory, ...digest.split(':'));

  return {
    directory,
    get: async (digest, limit) => {
      if (!isDigest(digest)) return undefined;
      const path = pathOf(digest);
      const bytes = await readBounded(path, limit).catch(() => undefined);
      if (bytes === undefined) return undefined;
      if (digestOf(bytes, digest) !== digest) {
        await rm(path, { force: true }).catch(() => {});
        return undefined;
      }
      const now = new Date();
      await lutimes(path, now, now).catch(() => {});
      return bytes;
    },
    put: async (digest, bytes) => {
      if (!isDigest(digest) || bytes.length > maxBytes) return;
      try {
        await writeWhole(pathOf(digest), bytes, directory);
        const unseen = (unseenIn.get(directory) ?? Infinity) + bytes.length;
        // Looking through it costs a stat for each file, so a little more than the limit is borne in between.
        const isDue = unseen >= maxBytes / 16;
        unseenIn.set(directory, isDue ? 0 : unseen);
        if (!isDue) return;
        await evict(directory, maxBytes, digest);
      } catch {
        // A full or read-only disk: the next run fetches again.
      }
    },
  };
}

function defaultDirectory(env: NodeJS.ProcessEnv): string {
  return join(cacheOf(env), 'blobs');
}

/** Without it a named pipe, which others could put into a shared directory, would be waited for without end. Windows does not have it. */
const NO_WAITING = (constants.O_NONBLOCK as number | undefined) ?? 0;

/** Undefined for what is no file, or a file that is longer than `limit`. */
async function readBounded(path: string, limit: number): Promise<Buffer | undefined> {
  let file: FileHandle | undefined;
  try {
    file = await open(path, constants.O_RDONLY | NO_WAITING);
    const found = await file.stat();
    return found.isFile() && found.size <= limit ? await file.readFile() : undefined;
  } finally {
    await file?.close();
  }
}

async function writeWhole(path: string, bytes: Buffer, directory: string): Promise<void> {
  makeFolders(join(path, '..'), 0o700);
  const draft = join(directory, `.draft-${process.pid}-${randomBytes(6).toString('hex')}`);
  try {
    await writeFile(draft, bytes, { mode: 0o600, flag: 'wx' });
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** Removes what was not used for longest until the rest fits, and what died processes left. The file that was just written stays. */
async function evict(directory: string, maxBytes: number, written: string): Promise<void> {
  const names = await readdir(directory);
  const files: { path: string; size: number; used: number }[] = [];
  for (const name of names) {
    const path = join(directory, name);
    if (name.startsWith('.draft-')) {
      const draft = await lstat(path).catch(() => undefined);
      if (draft !== undefined && Date.now() - draft.mtimeMs > ABANDONED_MS) await rm(path, { force: true });
    } else if ((name === 'sha256' || name === 'sha512') && (await isFolder(path))) {
      for (const hex of await readdir(path)) {
        // Files with other names were put there by another program.
        if (!isDigest(`${name}:${hex}`)) continue;
        const entry = await lstat(join(path, hex)).catch(() => undefined);
        const used = `${name}:${hex}` === written ? Infinity : (entry?.mtimeMs ?? 0);
        if (entry !== undefined) files.push({ path: join(path, hex), size: entry.size, used });
      }
    }
  }
  let total = files.reduce((sum, { size }) => sum + size, 0);
  for (const { path, size } of files.sort((a, b) => a.used - b.used)) {
    if (total <= maxBytes) return;
    await rm(path, { force: true });
    total -= size;
  }
}

/** A link may lead to blobs of another program (an image layout has the same names), which are not ours to remove. */
async function isFolder(path: string): Promise<boolean> {
  return lstat(path).then((found) => found.isDirectory(), () => false);
}
