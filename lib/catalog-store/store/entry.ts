/**
 * What stands in the folder of one stored catalog, and how it is known to be whole: `entry.json` is written last, and has the size and the
 * SHA-256 of every other file.
 */
import { isJsonObject } from '../../api';

export const FILES = {
  /** All blobs, a line each. */
  catalog: 'catalog.jsonl',
  /** The same, compressed, for servers. Not everywhere. */
  gzip: 'catalog.jsonl.gz',
  /** Which parts hold what ({@link SectionIndex}). */
  index: 'index.json',
  /** Where its publisher wrote each blob. */
  places: 'places.json',
  entry: 'entry.json',
} as const;

/** Raised when a file changes its form: what was stored in another form is as if it were not there. */
export const FORMAT = 1;

export interface StoredFile {
  /** Bytes. */
  readonly size: number;
  /** SHA-256, in hexadecimal. */
  readonly sha256: string;
}

export interface Entry {
  readonly format: typeof FORMAT;
  /** By which the catalog is known: that of its image, or else of `catalog.jsonl`. */
  readonly digest: string;
  readonly catalog: StoredFile;
  readonly gzip?: StoredFile;
  readonly index: StoredFile;
  readonly places: StoredFile;
}

/** @returns undefined for what is no entry for this digest, in the form of today */
export function parseEntry(text: string, digest: string): Entry | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isJsonObject(value) || value['format'] !== FORMAT || value['digest'] !== digest) return undefined;
  const { catalog, gzip, index, places } = value;
  if (!isStoredFile(catalog) || !isStoredFile(index) || !isStoredFile(places)) return undefined;
  if (gzip !== undefined && !isStoredFile(gzip)) return undefined;
  return value as unknown as Entry;
}

function isStoredFile(value: unknown): value is StoredFile {
  return isJsonObject(value) && Number.isSafeInteger(value['size']) && (value['size'] as number) >= 0
    && typeof value['sha256'] === 'string' && /^[0-9a-f]{64}$/.test(value['sha256']);
}
