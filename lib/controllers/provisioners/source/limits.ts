/** What one source of a bundle may take. Whoever may write Bundles may write many, and all of them share one process. */
import type { ArchiveLimits } from '../../../formats/archive';

const MIB = 1024 * 1024;

export const SOURCE_LIMITS = {
  /** Sources that are read at a time, and bundles that are rendered: their content is in memory meanwhile, and only then. */
  atOnce: 4,
  /** Of these, those of one server, and those that no BundleDeployment waits for. */
  ofOneHost: 2,
  ofOthers: 2,
  /** Runs of git at a time, each a process of its own that may take `GIT_LIMITS.memoryForOthers`: the memory of the Pod holds so many. */
  gitsAtOnce: 2,
  /** Milliseconds from asking a source to its content, whatever it is: a source that takes longer takes the place of others. */
  milliseconds: 300_000,
  /** Bytes of a download, and of a layer of an image, as they are stored. */
  packed: 32 * MIB,
  /** Bytes of what git fetches: one commit, of which the bundle may be a small part. It is on the disk. */
  fetched: 256 * MIB,
} as const;

/** Of the content of one bundle. */
export const CONTENT_LIMITS: ArchiveLimits = { files: 10_000, total: 32 * MIB, file: 32 * MIB, unpacked: 256 * MIB };
