import { createHash } from 'node:crypto';
import { compareBytes } from '../../api/canonical-json';
import type { BundleFiles } from '../bundle';

/**
 * What identifies the files of a bundle: SHA-256 over the JSON of all paths, sorted by bytes, each with the SHA-256 of its content
 * (`[["manifests/shop.yaml","<hex>"],…]`). Neither packing nor modes nor times count.
 *
 * @returns `sha256:<hex>`
 */
export function contentDigestOf(files: BundleFiles): string {
  const entries = [...files.paths()].sort(compareBytes).map((path) => [path, sha256(files.read(path) ?? Buffer.alloc(0))]);
  return `sha256:${sha256(JSON.stringify(entries))}`;
}

function sha256(content: Buffer | string): string {
  return createHash('sha256').update(content).digest('hex');
}
