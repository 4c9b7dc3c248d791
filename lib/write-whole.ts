import { randomUUID } from 'node:crypto';
import { renameSync, rmSync, writeFileSync } from 'node:fs';

/**
 * Writes a file that appears in one step: no reader sees a part of it. What stood there is replaced; a symbolic link is replaced, and not
 * followed. No other process can put a file or a link in the way of the draft, whose name is random.
 *
 * @param mode permissions of the file, less the umask; default 0666
 * @throws the error of the file system; no draft is left then
 */
export function writeWhole(file: string, content: string | Buffer, mode = 0o666): void {
  const draft = `${file}.${randomUUID()}.draft`;
  try {
    writeFileSync(draft, content, { flag: 'wx', mode });
    renameSync(draft, file);
  } catch (error) {
    removeQuietly(draft);
    throw error;
  }
}

/** What cannot be removed was mostly not written: the error of the write says why. */
function removeQuietly(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // The caller throws the error of the write.
  }
}
