/** The files of a bundle that are in memory already: those of an image, of an archive, of a test. */
import type { BundleFiles } from '../bundle';
import { compareBytes } from '../../api/canonical-json';

/**
 * Files by path. A path is relative to the root of the bundle and written with `/`; a leading `./` or `/` goes.
 * @throws RangeError for a path that leaves the root: the code that unpacks an archive has to refuse it, and say so, before.
 */
export function bundleFilesOf(origin: string, entries: Iterable<readonly [path: string, content: Buffer | string]>): BundleFiles {
  const files = new Map<string, Buffer>();
  for (const [path, content] of entries) files.set(relativePath(path), typeof content === 'string' ? Buffer.from(content) : content);
  const paths = [...files.keys()].sort(compareBytes);
  return { origin, paths: () => paths, read: (path) => files.get(path) };
}

function relativePath(path: string): string {
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  if (parts.length === 0 || parts.includes('..') || path.includes('\0')) {
    throw new RangeError(`${JSON.stringify(path)} is not a path within a bundle.`);
  }
  return parts.join('/');
}
