/** The files of bundles in a project: one folder a bundle, named by the digest of its content. */
import {
  type Dirent, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { BoxcutterError, messageOf } from '../../errors';
import { writeWhole } from '../../write-whole';
import type { BundleFiles } from '../bundle';
import { bundleFilesOf } from '../files/in-memory';
import { LIMITS } from '../files/limits';
import { contentDigestOf } from './content-digest';
import { CACHE_FOLDER } from './project-root';

/** `changed`: what lies there is not what the digest says. */
export type StoredState = { readonly state: 'stored'; readonly files: BundleFiles } | { readonly state: 'missing' | 'changed' };

/**
 * Stores files and gives the digest of their content. The folder appears in one step, complete; of two processes that store the same, one
 * finds it done. What lies there with another content is replaced.
 * @throws BoxcutterError `bundle-not-stored`, category server: the disk refuses
 */
export function storeBundle(root: string, files: BundleFiles): string {
  const digest = contentDigestOf(files);
  const folder = folderOf(root, digest);
  if (readStored(root, digest, files.origin).state === 'stored') return digest;
  try {
    mkdirSync(dirname(folder), { recursive: true });
    keepOutOfVersionControl(join(root, CACHE_FOLDER));
    removeAbandoned(dirname(folder));
    const draft = mkdtempSync(`${folder}.`);
    try {
      write(draft, files);
      // Whatever the file system made of the names (upper and lower case, special characters) shows here.
      if (stateOf(draft, digest, files.origin).state !== 'stored') throw new Error('this file system cannot hold files of these names');
      settle(draft, folder, () => readStored(root, digest, files.origin).state === 'stored');
    } finally {
      rmSync(draft, { recursive: true, force: true });
    }
  } catch (error) {
    throw new BoxcutterError(
      'bundle-not-stored', 'server',
      `The files of ${files.origin} cannot be stored in ${dirname(folder)}: ${messageOf(error)}.`,
      { cause: error },
    );
  }
  return digest;
}

/**
 * The files with this content, read and compared: what is given out is what was compared.
 * @param origin how they are called in messages
 */
export function readStored(root: string, digest: string, origin: string): StoredState {
  const folder = folderOf(root, digest);
  return existsSync(folder) ? stateOf(folder, digest, origin) : { state: 'missing' };
}

function folderOf(root: string, digest: string): string {
  return join(root, CACHE_FOLDER, 'bundles', digest.replace(':', '-'));
}

function stateOf(folder: string, digest: string, origin: string): StoredState {
  try {
    const files = readAll(folder, origin);
    return files !== undefined && contentDigestOf(files) === digest ? { state: 'stored', files } : { state: 'changed' };
  } catch {
    return { state: 'changed' };
  }
}

/** All files, hidden ones included. Undefined: there is something that no bundle has. */
function readAll(folder: string, origin: string): BundleFiles | undefined {
  const found: [string, Buffer][] = [];
  let bytes = 0;
  const pending = [''];
  for (let below = pending.pop(); below !== undefined; below = pending.pop()) {
    const entries: Dirent[] = readdirSync(join(folder, below), { withFileTypes: true });
    for (const entry of entries) {
      const path = below === '' ? entry.name : `${below}/${entry.name}`;
      if (entry.isDirectory()) pending.push(path);
      else if (!entry.isFile()) return undefined;
      else {
        bytes += statSync(join(folder, path)).size;
        if (bytes > LIMITS.total || found.length >= LIMITS.files) return undefined;
        found.push([path, readFileSync(join(folder, path))]);
      }
    }
  }
  return bundleFilesOf(origin, found);
}

function write(folder: string, files: BundleFiles): void {
  for (const path of files.paths()) {
    if (path.split('/').some((part) => part === '' || part === '.' || part === '..')) {
      throw new Error(`${JSON.stringify(path)} is not a path within a bundle`);
    }
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    writeFileSync(join(folder, path), files.read(path) ?? Buffer.alloc(0), { flag: 'wx' });
  }
}

/** Puts the draft into its place. What stands there is moved away first, unless another process has just put the right thing there. */
function settle(draft: string, folder: string, isDone: () => boolean): void {
  for (let attempt = 1; ; attempt += 1) {
    try {
      renameSync(draft, folder);
      return;
    } catch (error) {
      if (isDone()) return;
      if (attempt === ATTEMPTS) throw error;
    }
    const away = mkdtempSync(`${folder}.`);
    try {
      renameSync(folder, join(away, 'old'));
    } catch (error) {
      // Another process has moved it first.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    } finally {
      rmSync(away, { recursive: true, force: true });
    }
  }
}

const ATTEMPTS = 5;

/** A folder that was being written for so long was left behind by a process that was killed. */
const ABANDONED_MS = 3_600_000;

function removeAbandoned(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (!/^sha\d+-[0-9a-f]+\.\w{6}$/.test(name)) continue;
    const found = statSync(join(folder, name), { throwIfNoEntry: false });
    if (found !== undefined && Date.now() - found.mtimeMs > ABANDONED_MS) rmSync(join(folder, name), { recursive: true, force: true });
  }
}

/** So that users need no entry in a .gitignore. */
function keepOutOfVersionControl(cache: string): void {
  const file = join(cache, '.gitignore');
  if (!existsSync(file)) writeWhole(file, '*\n');
}
