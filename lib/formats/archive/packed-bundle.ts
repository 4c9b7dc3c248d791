/** Packed charts and bundles: one file that is a tar archive, compressed or not. */
import { readFileSync, statSync } from 'node:fs';
import { BoxcutterError, messageOf } from '../../errors';
import type { Issue } from '../../issue';
import type { BundleFiles } from '../bundle';
import { packedName } from '../files/file-name';
import { LIMITS } from '../files/limits';
import { ARCHIVE_LIMITS, type ArchiveLimits, Budget } from './budget';
import { decompress } from './compression';
import { FileTree } from './file-tree';
import { mebibytes, tooLarge } from './problems';
import { TarReader } from './tar-reader';

/**
 * The files of a packed chart (`.tgz`) or of a bundle's folder in a tar archive, at once and in memory; the content shows the compression.
 * When everything is in one folder, that folder is the root.
 * @param archive path of the file, or its bytes
 * @param origin what it is called in messages; otherwise the path
 * @param limits default those of bundles
 * @throws BoxcutterError category input: `bundle-not-found`, `bundle-unreadable`, `archive-damaged`, `archive-unsafe`, `archive-too-large`,
 * `archive-is-image`
 */
export function bundleFilesFromArchive(
  archive: string | Buffer, origin?: string, limits: ArchiveLimits = ARCHIVE_LIMITS,
): BundleFiles & { readonly issues: readonly Issue[] } {
  const name = origin ?? (typeof archive === 'string' ? archive : 'the archive');
  const budget = new Budget(name, limits);
  const bytes = decompress(typeof archive === 'string' ? fileBytes(archive) : archive, budget);
  const tree = new FileTree(budget);
  const reader = new TarReader(budget, tree.layer({ whiteouts: false }).visit);
  for (let at = 0, more = true; more && at < bytes.length; at += PIECE) more = reader.write(bytes.subarray(at, at + PIECE));
  reader.end({ marker: true });
  tree.enterOnlyFolder(['manifests', 'metadata', 'package']);
  const files = tree.files();
  if (isSavedImage(files.paths())) {
    throw new BoxcutterError(
      'archive-is-image', 'input',
      `${name} is a saved image, whose layers have to be unpacked first.`,
      { hint: 'boxcutter bundle pull unpacks it into a folder.' },
    );
  }
  return typeof archive === 'string' ? { ...files, name: packedName(archive) } : files;
}

/** Whether the files of an archive are those that `docker save`, `podman save` or `skopeo copy` write. */
export function isSavedImage(paths: readonly string[]): boolean {
  if (paths.includes('oci-layout') && paths.includes('index.json')) return true;
  return paths.includes('manifest.json')
    && paths.some((path) => /(?:^|[/:])(?:layer\.tar|[0-9a-f]{64}(?:\.json|\.tar|\.tar\.gz)?)$/.test(path));
}

const PIECE = 64 * 1024;

function fileBytes(path: string): Buffer {
  try {
    const stat = statSync(path);
    if (!stat.isFile()) {
      throw new BoxcutterError('bundle-not-found', 'input', `${path} is not a file.`, { hint: 'Give a packed chart or bundle.' });
    }
    if (stat.size > LIMITS.total) {
      throw tooLarge(path, `it has more than ${mebibytes(LIMITS.total)}`, { limit: LIMITS.total, counted: stat.size });
    }
    return readFileSync(path);
  } catch (error) {
    if (error instanceof BoxcutterError) throw error;
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      throw new BoxcutterError('bundle-not-found', 'input', `There is no file ${path}.`, { hint: 'Check the path.', cause: error });
    }
    throw new BoxcutterError('bundle-unreadable', 'input', `${path} cannot be read: ${messageOf(error)}.`, { cause: error });
  }
}
