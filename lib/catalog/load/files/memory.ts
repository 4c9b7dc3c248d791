/** Catalogs whose files are in memory: unpacked images, and tests. */
import { compareBytes } from '../../../api/canonical-json';
import type { CatalogFile, CatalogFiles } from './catalog-files';

/** Bytes that are given out at a time. */
const PIECE = 1024 * 1024;

/** @param files content by path within the catalog, with `/`; a text is written as UTF-8 */
export function catalogFilesFromMap(origin: string, files: ReadonlyMap<string, Buffer | string>): CatalogFiles {
  const all = [...files].map(([path, content]) => fileOf(path, typeof content === 'string' ? Buffer.from(content) : content));
  all.sort((a, b) => comparePaths(a.path, b.path));
  return { origin, list: () => Promise.resolve(all) };
}

function fileOf(path: string, content: Buffer): CatalogFile {
  return {
    path,
    async *chunks() {
      for (let at = 0; at < content.length; at += PIECE) yield content.subarray(at, at + PIECE);
    },
    readRange: (offset, length) => Promise.resolve(content.subarray(offset, offset + length)),
  };
}

/** The order of a walk: folder by folder, what is in each by its name. */
export function comparePaths(a: string, b: string): number {
  const [left, right] = [a.split('/'), b.split('/')];
  const length = Math.min(left.length, right.length);
  for (let index = 0; index < length; index++) {
    const order = compareBytes(left[index] ?? '', right[index] ?? '');
    if (order !== 0) return order;
  }
  return left.length - right.length;
}
