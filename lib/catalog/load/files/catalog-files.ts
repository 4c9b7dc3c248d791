/** The files of a catalog, wherever they are: a folder, the layers of an image, memory. */
import type { Issue } from '../../../issue';

export interface CatalogFiles {
  /** What the user named: a folder, an image. For messages. */
  readonly origin: string;
  /**
   * Everything that is no folder, in the order in which it is read. `.indexignore` files are among it: what they hide is left out by
   * those who read the catalog.
   * @throws BoxcutterError when the catalog as a whole cannot be looked at
   */
  list(): Promise<readonly CatalogEntry[]>;
}

export type CatalogEntry = CatalogFile | UnusableEntry;

export interface CatalogFile {
  /** Path within the catalog, with `/`. */
  readonly path: string;
  /** Its bytes, in pieces of any size. A piece may be overwritten as soon as the next one is asked for. */
  chunks(): AsyncIterable<Buffer>;
  /** A part of its bytes; shorter where the file ends before. */
  readRange(offset: number, length: number): Promise<Buffer>;
}

/** A link that leads to a folder, a pipe: a mistake, unless an `.indexignore` hides it. */
export interface UnusableEntry {
  readonly path: string;
  readonly problem: Issue;
}

export function isUsable(entry: CatalogEntry): entry is CatalogFile {
  return !('problem' in entry);
}
