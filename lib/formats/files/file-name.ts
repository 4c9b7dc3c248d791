import { basename } from 'node:path';

/** The name of a packed file without the ending that tells how it is packed: `shop-1.2.3` for `dist/shop-1.2.3.tgz`. */
export function packedName(path: string): string {
  return basename(path).replace(/\.(?:tgz|tar|tar\.gz)$/i, '');
}
