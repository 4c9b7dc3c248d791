import { createHash } from 'node:crypto';
import { canonicalJson } from '../../api/canonical-json';

/**
 * Digest of all that approving an upgrade lets in: that of its content and, where packages are installed with it, one over both. Pure.
 * @param content the image with its digest, or a digest
 * @param packages names of the packages that are installed with it
 */
export function upgradeDigest(content: string, packages: readonly string[]): string {
  if (packages.length === 0) return content.slice(content.lastIndexOf('@') + 1);
  return `sha256:${createHash('sha256').update(canonicalJson({ content, packages: [...packages].sort() })).digest('hex')}`;
}
