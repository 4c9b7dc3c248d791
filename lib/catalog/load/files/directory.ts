/** Catalogs that are a folder, or a single file, on this machine. */
import { closeSync, type Dirent, openSync, readSync, realpathSync, type Stats, statSync } from 'node:fs';
import { type FileHandle, open, readdir } from 'node:fs/promises';
import { basename, join, sep } from 'node:path';
import { compareBytes } from '../../../api/canonical-json';
import { BoxcutterError, messageOf } from '../../../errors';
import type { CatalogEntry, CatalogFile, CatalogFiles } from './catalog-files';
import { catalogIssue } from '../issues';
import { CATALOG_LIMITS } from '../limits';

/** Bytes that are read at a time. */
const PIECE = 1024 * 1024;
/** The memory for a piece, when no file is being read: catalogs may have thousands of small files. */
let spare: Buffer | undefined;

/**
 * The files of a folder and of its subfolders, hidden ones included, or a single file. A link to a file of the folder is followed. Links
 * that leave the folder or lead to folders, pipes and devices are entries with a problem.
 * @throws BoxcutterError from `list`: `catalog-not-found`, `catalog-unreadable`, `catalog-too-many-files`, category input
 */
export function catalogFilesFromDirectory(path: string): CatalogFiles {
  return { origin: path, list: () => listed(path) };
}

async function listed(path: string): Promise<readonly CatalogEntry[]> {
  let root: string;
  let found: Stats;
  try {
    root = realpathSync(path);
    found = statSync(root);
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    if (!isMissing) throw unreadable(path, error);
    throw new BoxcutterError('catalog-not-found', 'input', `There is no catalog ${path}.`, { hint: 'Check the path.', cause: error });
  }
  if (found.isFile()) return [fileAt(root, basename(path))];
  if (!found.isDirectory()) {
    throw new BoxcutterError('catalog-unreadable', 'input', `The catalog ${path} is neither a folder nor a file.`, {
      hint: 'Name the folder of the catalog, or its only file.',
    });
  }
  const entries: CatalogEntry[] = [];
  await collect(root, '', entries, path);
  return entries;
}

async function collect(root: string, folder: string, entries: CatalogEntry[], named: string): Promise<void> {
  let children: Dirent[];
  try {
    children = await readdir(join(root, folder), { withFileTypes: true });
  } catch (error) {
    if (folder === '') throw unreadable(named, error);
    entries.push({ path: folder, problem: unreadableIssue(folder, error) });
    return;
  }
  children.sort((a, b) => compareBytes(a.name, b.name));
  for (const child of children) {
    const path = folder === '' ? child.name : `${folder}/${child.name}`;
    if (child.isDirectory()) await collect(root, path, entries, named);
    else entries.push(entryOf(root, path, child));
    if (entries.length > CATALOG_LIMITS.files) throw tooManyFiles(named);
  }
}

function entryOf(root: string, path: string, child: Dirent): CatalogEntry {
  if (child.isFile()) return fileAt(join(root, path), path);
  const origin = { source: path };
  if (!child.isSymbolicLink()) return { path, problem: catalogIssue('catalog-special-file', {}, { origin }) };
  let target: string;
  try {
    target = realpathSync(join(root, path));
  } catch {
    return { path, problem: catalogIssue('catalog-link', { problem: 'broken' }, { origin }) };
  }
  if (!target.startsWith(root + sep)) return { path, problem: catalogIssue('catalog-link', { problem: 'outside' }, { origin }) };
  const stat = statSync(target);
  if (stat.isFile()) return fileAt(target, path);
  if (stat.isDirectory()) return { path, problem: catalogIssue('catalog-link', { problem: 'folder' }, { origin }) };
  return { path, problem: catalogIssue('catalog-special-file', {}, { origin }) };
}

/** @param file where it is on this machine; @param path within the catalog */
function fileAt(file: string, path: string): CatalogFile {
  return {
    path,
    async *chunks() {
      const piece = spare ?? Buffer.allocUnsafeSlow(PIECE);
      spare = undefined;
      // A piece of a file is there sooner than a thread that would read it.
      const handle = openSync(file, 'r');
      try {
        for (let read = readSync(handle, piece); read > 0; read = readSync(handle, piece)) yield piece.subarray(0, read);
      } finally {
        closeSync(handle);
        spare = piece;
      }
    },
    async readRange(offset, length) {
      const handle = await open(file, 'r');
      try {
        return await readWhole(handle, offset, length);
      } finally {
        await handle.close();
      }
    },
  };
}

async function readWhole(handle: FileHandle, offset: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafeSlow(length);
  let read = 0;
  while (read < length) {
    const { bytesRead } = await handle.read(bytes, read, length - read, offset + read);
    if (bytesRead === 0) break;
    read += bytesRead;
  }
  return bytes.subarray(0, read);
}

function unreadable(path: string, error: unknown): BoxcutterError {
  return new BoxcutterError('catalog-unreadable', 'input', `The catalog ${path} cannot be read: ${messageOf(error)}.`, { cause: error });
}

/** What the operating system says when a file or folder of the catalog cannot be read. */
export function unreadableIssue(path: string, error: unknown) {
  const { code } = error as NodeJS.ErrnoException;
  const problem = code === 'EACCES' || code === 'EPERM' ? 'permission' : code === 'ENOENT' ? 'gone' : 'other';
  return catalogIssue('catalog-unreadable', { problem, reason: messageOf(error) }, { origin: { source: path } });
}

function tooManyFiles(path: string): BoxcutterError {
  return new BoxcutterError(
    'catalog-too-many-files', 'input',
    `${path} has more than ${CATALOG_LIMITS.files} files, so it cannot be a catalog.`,
    { hint: 'Name the folder that holds the catalog alone.' },
  );
}
