/** What unpacking may cost. A few kilobytes of a compressed archive can stand for gigabytes, so everything is counted while it is read. */
import { LIMITS } from '../files/limits';
import { mebibytes, shown, tooLarge } from './problems';

const MIB = 1024 * 1024;

/** Bytes of the headers of an archive. */
const HEADERS = 32 * MIB;

export const ARCHIVE_LIMITS = {
  /** Files that are kept, and their bytes, links counted as what they lead to. */
  files: LIMITS.files,
  total: LIMITS.total,
  /** Bytes of one file that is kept. */
  file: 64 * MIB,
  /** Entries that are read, kept or not: an image can be a whole distribution, of which a bundle is a small part. */
  entries: 200_000,
  /** Bytes of all layers together as they are unpacked, kept or not. */
  unpacked: 1024 * MIB,
  /** Bytes of an archive that is unpacked as a whole before it is read: the files that are kept, and their headers. */
  atOnce: LIMITS.total + HEADERS,
  /** Unpacked bytes for each compressed one. YAML reaches 20; gzip ends at 1030, which is that of zeros. */
  ratio: 200,
  /** Up to here the ratio does not matter. */
  unpackedAlways: 16 * MIB,
  /** Characters of a path, and folders in it. */
  path: 1024,
  depth: 64,
  /** Bytes of an extended header: long names, attributes. */
  header: 256 * 1024,
} as const;

/** Limits that differ from those of a bundle. */
export type ArchiveLimits = { readonly [Limit in 'files' | 'total' | 'file' | 'unpacked']: number };

/**
 * Counts what one bundle takes, over all layers of an image. @throws BoxcutterError `archive-too-large` with the first byte or entry too
 * many
 */
export class Budget {
  entries = 0;
  files = 0;
  bytes = 0;
  unpacked = 0;

  constructor(readonly origin: string, private readonly limits: ArchiveLimits = ARCHIVE_LIMITS) {}

  /** Bytes of an archive that is unpacked as a whole: the files that are kept, and their headers. */
  get atOnce(): number {
    return this.limits.total + HEADERS;
  }

  countEntry(): void {
    this.entries += 1;
    if (this.entries > ARCHIVE_LIMITS.entries) {
      throw tooLarge(this.origin, `it has more than ${ARCHIVE_LIMITS.entries} entries`, {
        limit: ARCHIVE_LIMITS.entries,
        counted: this.entries,
      });
    }
  }

  /** A file that is kept, before its content is read: what its header says is enough to refuse it. */
  countFile(path: string, size: number): void {
    this.files += 1;
    this.bytes += size;
    if (size > this.limits.file) {
      throw tooLarge(this.origin, `its file ${shown(path)} has more than ${mebibytes(this.limits.file)}`, {
        limit: this.limits.file, counted: size,
      });
    }
    if (this.files > this.limits.files) {
      throw tooLarge(this.origin, `it has more than ${this.limits.files} files`, { limit: this.limits.files, counted: this.files });
    }
    if (this.bytes > this.limits.total) {
      throw tooLarge(this.origin, `its files have more than ${mebibytes(this.limits.total)}`, {
        limit: this.limits.total,
        counted: this.bytes,
      });
    }
  }

  /** How many bytes may come out of so many compressed ones. */
  allowance(compressed: number): number {
    return Math.min(this.limits.unpacked - this.unpacked, Math.max(ARCHIVE_LIMITS.unpackedAlways, compressed * ARCHIVE_LIMITS.ratio));
  }

  countUnpacked(size: number): void {
    this.unpacked += size;
    if (this.unpacked > this.limits.unpacked) {
      throw tooLarge(this.origin, `it unpacks to more than ${mebibytes(this.limits.unpacked)}`, {
        limit: this.limits.unpacked,
        counted: this.unpacked,
      });
    }
  }
}
