import { BoxcutterError } from '../../errors';
import type { BundleFiles } from '../bundle';
import { LOCK_FILE, readLock } from './lock-file';
import { projectRoot } from './project-root';
import { lockName, pinnedReference, repositoryName } from './reference';
import { readStored } from './store';

/** The files of an image that the project has pinned. */
export interface LockedBundle extends BundleFiles {
  /** The image itself: `quay.io/team/shop@sha256:…`. */
  readonly reference: string;
}

/**
 * The files that a reference stands for in this project, out of the project's cache and compared with the lock file. No network.
 *
 * @param from a folder of the project; default: the working directory
 * @throws BoxcutterError category input: `bundle-not-locked`, `bundle-not-fetched`, `bundle-changed` (the hint has the command that mends
 * it), `lock-file-invalid`
 */
export function lockedBundle(reference: string, { from = process.cwd() }: { readonly from?: string } = {}): LockedBundle {
  const name = lockName(reference);
  const root = projectRoot(from);
  const bundles = root === undefined ? {} : readLock(root).bundles;
  const entry = Object.hasOwn(bundles, name) ? bundles[name] : undefined;
  if (root === undefined || entry === undefined) {
    throw new BoxcutterError(
      'bundle-not-locked', 'input',
      `${name} is not in ${LOCK_FILE}, so its image is not pinned.`,
      { hint: `Run: boxcutter bundle fetch ${name}` },
    );
  }
  const pinned = pinnedReference(name, entry.digest);
  const stored = readStored(root, entry.content, pinned);
  if (stored.state === 'stored') return { ...stored.files, name: repositoryName(name), reference: pinned };
  const hint = 'Run: boxcutter bundle fetch';
  if (stored.state === 'missing') {
    throw new BoxcutterError('bundle-not-fetched', 'input', `The files of ${name} are not on this machine yet.`, { hint });
  }
  throw new BoxcutterError(
    'bundle-changed', 'input',
    `The files of ${name} in the project's cache are not those that ${LOCK_FILE} has pinned.`,
    { hint },
  );
}
