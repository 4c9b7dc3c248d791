/** A catalog as files of a folder, a file for each package. */
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { JsonObject } from '../../../../api';
import { catalogFiles, type CatalogSyntax } from '../../../../catalog';
import { BoxcutterError, messageOf } from '../../../../errors';
import { makeFolders } from '../../../../make-folders';
import { writeWhole } from '../../../../write-whole';

/**
 * Each file is written whole or not at all; those of packages that are there no more are removed. Of a new catalog that cannot be written
 * to its end, nothing stays.
 * @returns paths of the files within the folder
 * @throws BoxcutterError `catalog-directory-taken` (category input) for a folder that holds something else; `catalog-write` (server)
 */
export function writeCatalogDirectory(blobs: readonly JsonObject[], syntax: CatalogSyntax, directory: string): readonly string[] {
  const files = catalogFiles(blobs, syntax);
  const before = writtenBefore(directory);
  const written: string[] = [];
  try {
    for (const [path, text] of files) {
      makeFolders(dirname(join(directory, path)));
      written.push(path);
      writeWhole(join(directory, path), text);
    }
    for (const path of before.filter((one) => !files.has(one))) {
      rmSync(join(directory, path));
      const folder = dirname(join(directory, path));
      if (dirname(path) !== '.' && readdirSync(folder).length === 0) rmSync(folder, { recursive: true });
    }
  } catch (error) {
    if (before.length === 0) takeBack(directory, written);
    throw new BoxcutterError('catalog-write', 'server', `The catalog could not be written to ${directory}: ${messageOf(error)}.`, {
      hint: 'Check permissions and space.', cause: error,
    });
  }
  return [...files.keys()];
}

/** The folder was empty or not there, so all that is in the folders of packages is of this command. */
function takeBack(directory: string, written: readonly string[]): void {
  for (const path of written) {
    const isBelow = dirname(path) !== '.';
    try {
      rmSync(join(directory, isBelow ? dirname(path) : path), { recursive: isBelow, force: true });
    } catch {
      // The error of the write says why.
    }
  }
}

const FILES = ['catalog.yaml', 'catalog.json'];

/** Files that this command wrote before; nothing else may be there, for it would be lost, or be taken for a part of the catalog. */
function writtenBefore(directory: string): readonly string[] {
  if (!existsSync(directory)) return [];
  if (!statSync(directory).isDirectory()) throw taken(`${directory} is a file`);
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    if (entry.isFile() && FILES.includes(entry.name)) return [entry.name];
    const below = entry.isDirectory() ? readdirSync(join(directory, entry.name)) : [];
    if (below.length === 0 || below.some((name) => !FILES.includes(name))) throw taken(`${directory} holds something else (${entry.name})`);
    return below.map((name) => `${entry.name}/${name}`);
  });
}

function taken(what: string): BoxcutterError {
  return new BoxcutterError('catalog-directory-taken', 'input', `${what}; nothing was written.`, {
    hint: 'Name a new folder, or one with a catalog that this command has written.',
  });
}

/** @throws BoxcutterError `catalog-directory-taken` (category input) */
export function requireEmpty(directory: string): void {
  if (!existsSync(directory)) return;
  if (statSync(directory).isDirectory() && readdirSync(directory).length === 0) return;
  const message = `output dir ${JSON.stringify(directory)} must be empty; nothing was written.`;
  throw new BoxcutterError('catalog-directory-taken', 'input', message, { hint: 'Name a new folder.' });
}
