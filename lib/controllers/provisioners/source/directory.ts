/** Folders of this machine as sources: only within those that the configuration of the process names. */
import { realpath } from 'node:fs/promises';
import { isAbsolute, normalize, sep } from 'node:path';
import { BoxcutterError } from '../../../errors';

/**
 * The folder itself, without links. Nothing is looked up for a path that leads out of the roots by its text: whoever may write Bundles does
 * not learn what else the machine has.
 * @param roots none: nothing of this machine is a source
 * @throws BoxcutterError `bundle-source` (input)
 */
export async function folderWithin(path: string, roots: readonly string[]): Promise<string> {
  if (roots.length === 0) {
    throw refused('folders of the machine are no source here', 'provisioners.sourceDirectories names those that may be, for tests.');
  }
  const outside = refused(`${path} is not within a folder that may be a source`, 'provisioners.sourceDirectories names those that may be.');
  if (!isAbsolute(path) || !roots.some((root) => isWithin(normalize(path), normalize(root)))) throw outside;
  const real = await realpath(path).catch(() => undefined);
  const realRoots = await Promise.all(roots.map((root) => realpath(root).catch(() => undefined)));
  if (real !== undefined && realRoots.some((root) => root !== undefined && isWithin(real, root))) return real;
  throw real === undefined ? refused(`there is no folder ${path}`) : outside;
}

function isWithin(path: string, root: string): boolean {
  const folder = root.endsWith(sep) ? root : root + sep;
  return path + sep === folder || path.startsWith(folder);
}

function refused(message: string, hint?: string): BoxcutterError {
  return new BoxcutterError('bundle-source', 'input', message, { hint });
}
