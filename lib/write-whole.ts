import { randomUUID } from 'node:crypto';
import { renameSync, rmSync, statSync, writeFileSync } from 'node:fs';

/**
 * Writes a file that appears in one step: no reader sees a part of it. What stood there is replaced; a symbolic link is replaced, and not
 * followed. No other process can put a file or a link in the way of the draft, whose name is random.
 *
 * @param mode permissions of the file, less the umask; default 0666
 * @throws the error of the file system; no draft is left then. A device, a pipe or a socket is no file that could be replaced: whoever may
 *   write in its folder would take it away (`/dev/null`).
 */
export function writeWhole(file: string, content: string | Buffer, mode = 0o666): void {
  refuseSpecial(file);
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

/** What a link leads to counts, too: `/dev/stdout` is one. */
export function refuseSpecial(file: string): void {
  const there = statSync(file, { throwIfNoEntry: false });
  if (there === undefined || there.isFile() || there.isDirectory()) return;
  throw Object.assign(new Error('it is a device, a pipe or a socket, which is not replaced by a file'), { code: 'EINVAL' });
}
