/** What a format does to write a package. */
import type { JsonObject } from '../../api';
import type { Issue, Segment } from '../../issue';
import type { ExportContent, ExportObject } from './source';

export interface Exporter {
  readonly draft: (objects: readonly ExportObject[], content: ExportContent) => Draft;
}

/** A bundle before it has been read back and compared with the package. */
export interface Draft {
  readonly issues: readonly Issue[];
  readonly files: Record<string, string>;
  /** Objects that are there before the bundle is installed, and are no part of it; of each an issue says so. @default none */
  readonly leftOut?: readonly ExportObject[];
  /** Whether rendering makes this object, so that it may come back under another name, or without its labels. */
  readonly isGenerated: (manifest: JsonObject) => boolean;
  /** Paths at which an object differs from what rendering gives back, apart from what the format always changes. */
  readonly differences: (own: JsonObject, rendered: JsonObject) => readonly Difference[];
}

/** Where two objects differ. */
export interface Difference {
  readonly path: readonly Segment[];
  /** Name of the entry of the list at the path, where its index says nothing. */
  readonly entry?: string;
}
