/** Has a folder changed since it was read? Told from what the file system says of its files, without reading them. */
import { createHash } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Undefined: it cannot be looked through, so it has to be read to know. */
export async function fingerprintOf(path: string): Promise<string | undefined> {
  try {
    const hash = createHash('sha256');
    const root = await stat(path);
    if (!root.isDirectory()) return `${root.ino} ${root.size} ${root.mtimeMs}`;
    const names = await readdir(path, { recursive: true });
    for (const name of names.sort()) {
      const { ino, size, mtimeMs, mode } = await stat(join(path, name));
      hash.update(`${name}\0${ino} ${size} ${mtimeMs} ${mode}\0`);
    }
    return hash.digest('hex');
  } catch {
    return undefined;
  }
}
