/** A catalog, as far as it is needed to look something up: everything but the bulk. */
import type { JsonObject } from '../../api';
import { BoxcutterError } from '../../errors';
import type { Issue } from '../../issue';
import type { BlobPlace, CatalogContent } from '../model/blob';
import { ContentCollector } from './collect';
import { decode, type Decoded } from './documents/decode';
import { type CatalogFile, type CatalogFiles, isUsable } from './files/catalog-files';
import { CATALOG_LIMITS, type CatalogLimits } from './limits';
import { walkBlobs, type WalkCounts } from './walk';

export interface LoadedCatalog {
  /** What the user named. */
  readonly origin: string;
  readonly content: CatalogContent;
  /** What is wrong with files and with the form of blobs. Whether the blobs make a catalog, `validateCatalog` says. */
  readonly issues: readonly Issue[];
  /** Files that were read, and their bytes. */
  readonly files: number;
  readonly bytes: number;
  /**
   * A blob as a whole, read again from where it stands.
   * @throws BoxcutterError `catalog-changed`, category input: it is not there any more
   */
  read(place: BlobPlace): Promise<JsonObject>;
  /** The same for what is written again: integers beyond 2^53 keep their digits, as objects that only the writers of catalogs know. */
  readExact(place: BlobPlace): Promise<JsonObject>;
}

/**
 * Reads a catalog: files in their order, documents as they stand. What cannot be read is an issue, and the rest is read all the same.
 * @param limits what it may have
 * @throws BoxcutterError what `list` of the source throws: there is no such catalog, or it cannot be looked at
 */
export async function loadCatalog(source: CatalogFiles, limits: CatalogLimits = CATALOG_LIMITS): Promise<LoadedCatalog> {
  const collector = new ContentCollector(limits);
  const counts: WalkCounts = { files: 0, bytes: 0, documents: 0 };
  for await (const { blob, value } of walkBlobs(source, collector.report, counts, limits)) {
    collector.take(blob, value);
    if (collector.isFull) break;
  }
  const { files, bytes } = counts;
  return { origin: source.origin, content: collector.content, issues: collector.issues(), files, bytes, ...readersOf(source) };
}

function readersOf(source: CatalogFiles): Pick<LoadedCatalog, 'read' | 'readExact'> {
  let files: Promise<ReadonlyMap<string, CatalogFile>> | undefined;
  const decoded = async (place: BlobPlace): Promise<Extract<Decoded, { readonly value: JsonObject }>> => {
    files ??= source.list().then((entries) => new Map(entries.filter(isUsable).map((file) => [file.path, file])));
    const file = (await files).get(place.file);
    const bytes = await file?.readRange(place.offset, place.length);
    if (bytes?.length !== place.length) throw changed(place);
    const found = decode({ form: 'yaml', bytes, place });
    if ('issues' in found) throw changed(place);
    return found;
  };
  return {
    read: async (place) => (await decoded(place)).value,
    readExact: async (place) => (await decoded(place)).exact() as unknown as JsonObject,
  };
}

function changed({ file, document }: BlobPlace): BoxcutterError {
  return new BoxcutterError(
    'catalog-changed', 'input',
    `The catalog has changed while it was in use: document ${document} of ${file} is not where it was.`,
    { hint: 'Run the same command again.' },
  );
}
