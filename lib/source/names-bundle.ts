/** Is what the user names a bundle, or plain objects? Looks at names and marks alone, so that nothing is loaded for plain objects. */
import { formatOfFolder } from '../formats/detect/known-formats';
import { isPacked } from '../formats/files/file-name';
import { bundleNamed } from '../formats/project/named-bundle';
import { namesGit } from './git/address';

/** An image reference, a git repository, an archive, an image layout, or a folder that bears the marks of a format. */
export function namesBundle(path: string): boolean {
  if (path === '-') return false;
  if (namesGit(path)) return true;
  const named = bundleNamed(path);
  if (named.kind === 'reference' || named.kind === 'layout') return true;
  if (named.kind === 'unknown') return false;
  if (named.image !== undefined) return true;
  return named.kind === 'file' ? isPacked(path) : formatOfFolder(path) !== undefined;
}
