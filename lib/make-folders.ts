import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder and those above it that are not there; one that is there is fine.
 *
 * Not by `mkdir` with `recursive`: Node tries for ever where a file system (`/proc`) says of a folder in one that exists that there is no
 * such place.
 * @param mode permissions of each folder that is made, less the umask; default 0777
 * @throws the error of the file system
 */
export function makeFolders(folder: string, mode = 0o777): void {
  try {
    mkdirSync(folder, mode);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && isFolder(folder)) return;
    const above = dirname(folder);
    if (code !== 'ENOENT' || above === folder || isFolder(above)) throw error;
    makeFolders(above, mode);
    mkdirOnce(folder, mode);
  }
}

/** Another process may have made it meanwhile. */
function mkdirOnce(folder: string, mode: number): void {
  try {
    mkdirSync(folder, mode);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || !isFolder(folder)) throw error;
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
