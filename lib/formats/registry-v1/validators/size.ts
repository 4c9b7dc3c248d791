/** How large a bundle is for OLMv0, which keeps the files in a ConfigMap. */
import { gzipSync } from 'node:zlib';
import type { Issue, Origin } from '../../../issue';
import type { BundleFiles } from '../../bundle';
import { manifestPaths } from '../../files/manifest-paths';
import { registryIssue } from '../registry-issue';

const LIMIT = 1024 * 1024;

/**
 * A warning where the compressed files come near what OLMv0 can hold, or exceed it. Nothing here has that limit, and OLMv1 neither.
 */
export function checkSize(files: BundleFiles, origin: Origin): Issue[] {
  const paths = manifestPaths(files);
  const contents = paths.map((path) => files.read(path) ?? Buffer.alloc(0));
  // What is smaller than the limit uncompressed need not be compressed to know.
  if (contents.reduce((sum, { length }) => sum + length, 0) * (4 / 3) < LIMIT * 0.85) return [];
  const size = contents.reduce((sum, content) => sum + Math.ceil(gzipSync(content).length / 3) * 4, 0);
  if (size <= LIMIT * 0.85) return [];
  return [registryIssue('bundle-size', { bytes: size, limit: LIMIT }, { origin })];
}
