/** The catalogs that a user names, opened: what can be read, and of what cannot, why. One that is broken does not keep the others away. */
import type { JsonObject } from '../../api';
import type { CarryingBlob, CatalogBundle, NamedCatalog, Property } from '../../catalog';
import { counted } from '../../counted';
import { isBoxcutterError, messageOf } from '../../errors';
import { isError, type Issue } from '../../issue';
import { shellWord } from '../../shell-word';
import { lastingPlace } from './lasting-place';
import { noCatalogNamed } from './no-catalog';
import type { Surroundings } from '../surroundings';
import type { CatalogSource } from './user-catalogs';
import { workingFolder } from './working-folder';

export interface OpenedCatalogs {
  /** What the resolver is given, in the order in which they were named. */
  readonly catalogs: readonly NamedCatalog[];
  /** Where a catalog is; undefined: there is none of this name. */
  sourceOf(name: string): CatalogSource | undefined;
  /** The folder that bundles named by path are relative to; undefined: it does not lie on this machine as it is. */
  folderOf(name: string): string | undefined;
  /** A bundle that names no image, as its catalog carries it. Undefined: there is no such catalog, or the bundle has an image. */
  carrying(catalog: string, bundle: CatalogBundle): Promise<CarryingBlob | undefined>;
  /** A property of a bundle with its value, which may be too large to be kept in memory. Undefined: the bundle has none of this type. */
  property(catalog: string, bundle: CatalogBundle, type: string): Promise<unknown>;
  close(): Promise<void>;
}

export type OpenCatalogsOptions = Pick<Surroundings, 'onNote' | 'offline'>;

/**
 * @throws BoxcutterError `catalog-missing` (input) where none is named; with a single one, what opening it says
 */
export async function openCatalogs(sources: readonly CatalogSource[], { onNote, offline }: OpenCatalogsOptions): Promise<OpenedCatalogs> {
  if (sources.length === 0) throw noCatalogNamed();
  const { openCatalog } = await import('../../catalog-store/index.js');
  const { catalogOf } = await import('../../catalog/index.js');
  const opened = new Map<string, Awaited<ReturnType<typeof openCatalog>>>();
  const catalogs: NamedCatalog[] = [];
  for (const { name, where, priority } of sources) {
    try {
      const found = await openCatalog(where, { onNote, ...(offline === true ? { freshness: 'offline' } : {}) });
      opened.set(name, found);
      noteMistakes(name, where, found.loaded.issues, onNote);
      catalogs.push({ name, priority, labels: {}, catalog: catalogOf(found.loaded.content) });
    } catch (error) {
      if (sources.length === 1 || !isBoxcutterError(error)) throw error;
      catalogs.push({ name, priority, labels: {}, problem: { found: 'unreadable', why: messageOf(error) } });
    }
  }
  const blob = async (name: string, { place }: CatalogBundle): Promise<JsonObject | undefined> => opened.get(name)?.loaded.read(place);
  const byName = new Map(sources.map((source) => [source.name, source]));
  return {
    catalogs,
    sourceOf: (name) => lasting(byName.get(name)),
    folderOf: (name) => workingFolder(byName.get(name)?.where ?? ''),
    carrying: async (name, bundle) => {
      const whole = bundle.image === '' ? await blob(name, bundle) : undefined;
      const known = catalogs.find((catalog) => catalog.name === name)?.catalog?.packages.get(bundle.package);
      const channels = [...known?.channels.values() ?? []].filter(({ entries }) => entries.has(bundle.name));
      return whole && { blob: whole, channels: channels.map((channel) => channel.name) };
    },
    property: async (name, bundle, type) => {
      const given = (await blob(name, bundle))?.['properties'];
      const properties = Array.isArray(given) ? given as unknown as readonly Property[] : [];
      return properties.find((property) => property.type === type)?.value;
    },
    close: async () => {
      for (const one of opened.values()) await one.close();
    },
  };
}

/** What can be read of it is used; what cannot may be the very version that somebody waits for. */
function noteMistakes(name: string, where: string, issues: readonly Issue[], onNote: (note: string) => void): void {
  const mistakes = issues.filter(isError).length;
  if (mistakes === 0) return;
  const what = `Parts of catalog ${name} cannot be read (${counted(mistakes, 'mistake')}) and are left out.`;
  onNote(`${what} To list the mistakes: boxcutter catalog validate ${shellWord(where)}`);
}

/** A path is meant from here, and may be read from elsewhere later. */
function lasting(source: CatalogSource | undefined): CatalogSource | undefined {
  return source === undefined ? undefined : { ...source, where: lastingPlace(source.where) };
}
