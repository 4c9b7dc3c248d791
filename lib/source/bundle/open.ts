/** A bundle that the user names: read, with what makes it useless refused. */
import { defined } from '../../defined';
import { BoxcutterError } from '../../errors';
import { type BundleFiles, bundleFilesFromArchive, readBundle, type ReadOptions, type ReadResult } from '../../formats';
import { formatOfFolder } from '../../formats/detect/known-formats';
import { packedName } from '../../formats/files/file-name';
import { bundleNamed, pinnedReference } from '../../formats/project';
import { openBundle } from '../../image';
import { isError, type Issue } from '../../issue';
import { bundlesBelow, holdsBundles } from '../bundles-below';
import { namesGit } from '../git/address';
import { refuseIssues } from '../refuse-issues';
import type { BundleSource } from '../source';
import type { Surroundings } from '../surroundings';

export interface ReadNamed extends Pick<BundleSource, 'reference'> {
  readonly files: BundleFiles;
  /** The bundle, and all that is wrong with it. */
  readonly read: ReadResult;
  /** As it may be shown. @default as it was named */
  readonly path?: string;
}

export interface ReadNamedOptions extends ReadOptions, Partial<Pick<Surroundings, 'onNote'>> {
  /** No registry and no git server is asked. @default false */
  readonly offline?: boolean | undefined;
}

/** Opened and read, whatever is wrong with it. @throws BoxcutterError what opening says */
export async function readNamedBundle(path: string, { offline, onNote, ...options }: ReadNamedOptions = {}): Promise<ReadNamed> {
  if (namesGit(path)) {
    const { openGit } = await import('../git/open-git.js');
    const { files, shown } = await openGit(path, { offline, onNote });
    return { files, read: readBundle(files, options), path: shown };
  }
  const { kind } = bundleNamed(path);
  const { files, image } = await openBundle(path, { registry: { offline } });
  const isRemote = kind === 'reference' || kind === 'unknown';
  const reference = isRemote && image !== undefined ? pinnedReference(image.reference, image.digest) : undefined;
  return { files, read: readBundle(files, options), ...defined({ reference }) };
}

/** A folder that is none by itself may hold some. @throws BoxcutterError `manifests-hold-bundles` (input) */
function refuseCollection(path: string, issues: readonly Issue[]): void {
  if (!issues.some(isError) || bundleNamed(path).kind !== 'folder' || formatOfFolder(path) !== undefined) return;
  const bundles = bundlesBelow(path);
  if (bundles.length > 0) throw holdsBundles(path, bundles);
}

type Noting = Pick<Surroundings, 'onNote' | 'writes' | 'offline'>;

/** @throws BoxcutterError what opening says; `input-invalid` with everything that is wrong with it */
export async function openBundleSource(path: string, surroundings: Noting): Promise<BundleSource> {
  const { offline, onNote } = surroundings;
  const named = await readNamedBundle(path, { forInstall: true, offline, onNote });
  refuseCollection(path, named.read.issues);
  return usable(named.path ?? path, named, surroundings);
}

/**
 * The same for the content of an archive that is in memory.
 * @param path what it is called
 */
export function openPackedSource(path: string, content: Buffer, surroundings: Noting): BundleSource {
  return openFilesSource(path, { ...bundleFilesFromArchive(content, path), name: packedName(path) }, surroundings);
}

/**
 * The same for files that are in memory.
 * @param path what they are called
 */
export function openFilesSource(path: string, files: BundleFiles, surroundings: Noting): BundleSource {
  return usable(path, { files, read: readBundle(files, { forInstall: true }) }, surroundings);
}

function usable(path: string, { files, read, reference }: ReadNamed, { onNote, writes }: Noting): BundleSource {
  const { bundle, issues, overlooked = [] } = read;
  // Warnings are for its author, who asks for them with `bundle validate`; the user who installs it can do nothing about them. Those that
  // would be errors there are said.
  refuseIssues([...issues.filter(isError), ...overlooked], onNote, `The bundle ${path}`, { writes });
  if (bundle === undefined) throw new BoxcutterError('bundle-unreadable', 'input', `${path} could not be read.`);
  return { kind: 'bundle', path, bundle, files, ...defined({ reference }) };
}
