/** Names of packed files. */
import { basename } from 'node:path';

const ENDING = /\.(?:tgz|tar|tar\.gz)$/i;

/** Whether the name says that it is an archive. */
export function isPacked(path: string): boolean {
  return ENDING.test(path);
}

/** The name of a packed file without the ending that tells how it is packed: `shop-1.2.3` for `dist/shop-1.2.3.tgz`. */
export function packedName(path: string): string {
  return basename(path).replace(ENDING, '');
}
