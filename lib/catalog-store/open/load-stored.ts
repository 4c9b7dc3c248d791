/**
 * From a stored catalog to what is looked up in it. What was loaded once is kept beside the catalog, without the bulk: the next process
 * begins with it, and reads single blobs from the store when it needs them whole.
 */
import { isJsonObject, type JsonObject } from '../../api';
import { type Blob, type BlobPlace, type CatalogContent, loadCatalog, type LoadedCatalog } from '../../catalog';
import { decode } from '../../catalog/load/documents/decode';
import { BoxcutterError } from '../../errors';
import type { Issue } from '../../issue';
import { packageVersion } from '../../version';
import { FILES } from '../store/entry';
import type { Places } from '../store/places';
import type { StoredCatalog } from '../store/stored-catalog';

const KEPT = 'loaded.json';

/** What another version of this program has kept may have another form. The number is raised when the form changes within a version. */
const FORM = `${packageVersion()}/1`;

/** What of a loaded catalog is data. */
type Loaded = Pick<LoadedCatalog, 'content' | 'issues' | 'files' | 'bytes'>;

/** @param origin what the catalog is called in messages */
export async function loadStored(stored: StoredCatalog, origin: string): Promise<LoadedCatalog> {
  const loaded = (await readLoaded(stored)) ?? (await load(stored, origin));
  const bytesAt = async ({ offset, length }: BlobPlace): Promise<Buffer> => stored.readRange(offset, length);
  const damaged = (): never => {
    throw new BoxcutterError('catalog-store', 'server', `The copy of the catalog ${origin} on this machine is damaged.`, {
      hint: 'Remove the folder catalogs from the cache of boxcutter (~/.cache/boxcutter); boxcutter then fetches the catalog again.',
    });
  };
  return {
    origin,
    ...loaded,
    read: async (place) => parsed(await bytesAt(place)) ?? damaged(),
    readExact: async (place) => {
      const found = decode({ form: 'json', bytes: await bytesAt(place), place });
      return 'issues' in found ? damaged() : found.exact() as unknown as JsonObject;
    },
  };
}

async function load(stored: StoredCatalog, origin: string): Promise<Loaded> {
  const { content, issues, bytes } = await loadCatalog(stored.files(origin));
  const places = await stored.places();
  const loaded: Loaded = {
    content: written(content, places), issues: issues.map((issue) => writtenIssue(issue, places)), bytes,
    files: new Set(places.map(({ file }) => file)).size,
  };
  stored.keep(KEPT, Buffer.from(JSON.stringify({ form: FORM, ...loaded })));
  return loaded;
}

async function readLoaded(stored: StoredCatalog): Promise<Loaded | undefined> {
  const kept = await stored.readKept(KEPT);
  const value = kept === undefined ? undefined : parsed(kept);
  if (value?.['form'] !== FORM) return undefined;
  return value as unknown as Loaded;
}

/** Blobs with the place where their publisher wrote them; bytes are those of the store. */
function written(content: CatalogContent, places: Places): CatalogContent {
  const inPlace = <B extends Blob>(blobs: readonly B[]): readonly B[] => (
    blobs.map((blob) => ({ ...blob, place: writtenPlace(blob.place, places) }))
  );
  const { packages, channels, bundles, deprecations, others } = content;
  return {
    packages: inPlace(packages), channels: inPlace(channels), bundles: inPlace(bundles), deprecations: inPlace(deprecations),
    others: inPlace(others),
  };
}

function writtenPlace(place: BlobPlace, places: Places): BlobPlace {
  return { ...place, ...places[place.document - 1] };
}

function writtenIssue(issue: Issue, places: Places): Issue {
  const { origin } = issue;
  const place = origin?.source === FILES.catalog && origin.document !== undefined ? places[origin.document - 1] : undefined;
  if (place === undefined) return issue;
  const { file, document, line } = place;
  return { ...issue, origin: { ...origin, source: file, document, line } };
}

function parsed(bytes: Buffer): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
