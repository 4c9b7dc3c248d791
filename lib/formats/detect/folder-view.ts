/** A look at single files of a folder on this machine, before anything reads it as a bundle. */
import { closeSync, existsSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { LIMITS } from '../files/limits';

/** Paths are relative to the folder, with `/`. */
export interface FolderView {
  has(path: string): boolean;
  /** Paths of all that is directly in a folder. @throws Error of Node.js when it cannot be listed */
  list(folder: string): readonly string[];
  /**
   * As much of a file as a manifest may have. A link in a repository may lead to a device, which has no end, or to a pipe: they are empty.
   * @throws Error of Node.js when it cannot be read
   */
  beginningOf(path: string): string;
}

export function folderView(root: string): FolderView {
  return {
    has: (path) => existsSync(join(root, path)),
    list: (folder) => readdirSync(join(root, folder)).map((name) => `${folder}/${name}`),
    beginningOf: (path) => beginningOf(join(root, path)),
  };
}

function beginningOf(path: string): string {
  const found = statSync(path);
  if (!found.isFile()) return '';
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(Math.min(found.size, LIMITS.manifest));
    return bytes.toString('utf8', 0, readSync(file, bytes, 0, bytes.length, 0));
  } finally {
    closeSync(file);
  }
}
