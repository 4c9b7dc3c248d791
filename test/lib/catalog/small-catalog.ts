/** Catalogs of a few lines, for tests that look at channels: `p.v1.2.0` has the version 1.2.0. */
import {
  type BlobPlace, type BundleBlob, type Catalog, type CatalogContent, catalogOf, type ChannelEntry, type DeprecationEntry,
} from '../../../lib/catalog';

export interface SmallPackage {
  /** @default the first channel */
  readonly defaultChannel?: string;
  readonly description?: string;
  /** Entries by the name of their channel; one without edges is just its name. */
  readonly channels: Readonly<Record<string, readonly SmallEntry[]>>;
  /** @default what the channels list */
  readonly bundles?: readonly string[];
  /** What is special of a bundle. */
  readonly special?: Readonly<Record<string, Partial<BundleBlob>>>;
  readonly deprecations?: readonly DeprecationEntry[];
}

export type SmallEntry = string | ({ readonly name: string } & Partial<ChannelEntry>);

const place: BlobPlace = { file: 'catalog.yaml', document: 1, line: 1, offset: 0, length: 1 };

export function smallCatalog(packages: Readonly<Record<string, SmallPackage>>): Catalog {
  return catalogOf(smallContent(packages));
}

export function smallContent(packages: Readonly<Record<string, SmallPackage>>): CatalogContent {
  const parts = Object.entries(packages).map(([name, pack]) => contentOf(name, pack));
  return {
    packages: parts.flatMap((part) => part.packages),
    channels: parts.flatMap((part) => part.channels),
    bundles: parts.flatMap((part) => part.bundles),
    deprecations: parts.flatMap((part) => part.deprecations),
    others: [],
  };
}

function contentOf(name: string, { defaultChannel, description, channels, bundles, special = {}, deprecations }: SmallPackage): CatalogContent {
  const lists = Object.entries(channels).map(([channel, entries]) => ({ channel, entries: entries.map(entryOf) }));
  const listed = new Set(lists.flatMap(({ entries }) => entries.map((entry) => entry.name)));
  return {
    packages: [{
      schema: 'olm.package', name, defaultChannel: defaultChannel ?? lists[0]?.channel ?? '', properties: [], place,
      ...(description === undefined ? {} : { description }),
    }],
    channels: lists.map(({ channel, entries }) => ({ schema: 'olm.channel', package: name, name: channel, entries, properties: [], place })),
    bundles: [...bundles ?? listed].map((bundle) => ({
      schema: 'olm.bundle', package: name, name: bundle, image: `registry.example/${bundle.replace('+', '-')}`, relatedImages: [],
      properties: [{ type: 'olm.package', value: { packageName: name, version: bundle.slice(bundle.indexOf('.v') + 2) } }],
      place, ...special[bundle],
    })),
    deprecations: deprecations === undefined ? [] : [{ schema: 'olm.deprecations', package: name, entries: deprecations, place }],
    others: [],
  };
}

function entryOf(entry: SmallEntry): ChannelEntry {
  return typeof entry === 'string' ? { name: entry, skips: [] } : { skips: [], ...entry };
}
