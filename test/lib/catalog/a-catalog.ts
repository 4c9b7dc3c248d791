/** Catalogs for tests, written as tables. */
import {
  type BlobPlace, type BundleSummary, type Catalog, catalogOf, type ChannelEntry, type DeprecationEntry, type NamedCatalog, type Property,
} from '../../../lib/catalog';

export interface PackageTable {
  readonly name: string;
  readonly bundles: readonly BundleTable[];
  /** @default 'stable' with all bundles, without edges */
  readonly channels?: Readonly<Record<string, readonly EntryTable[]>>;
  /** `olm.package`, or the name of a bundle or a channel. */
  readonly deprecated?: readonly string[];
}

export interface BundleTable {
  readonly version: string;
  readonly release?: string;
  /** @default `<package>.v<version>` */
  readonly name?: string;
  readonly properties?: readonly Property[];
  readonly minKubeVersion?: string;
}

export type EntryTable = string | (Partial<ChannelEntry> & { readonly name: string });

const place: BlobPlace = { file: 'catalog.yaml', document: 1, line: 1, offset: 0, length: 1 };

export function catalogWith(...packages: readonly PackageTable[]): Catalog {
  return catalogOf({
    packages: packages.map(({ name }) => ({ schema: 'olm.package', name, defaultChannel: 'stable', properties: [], place })),
    channels: packages.flatMap(({ name, bundles, channels }) => (
      Object.entries(channels ?? { stable: bundles.map((bundle) => nameOf(name, bundle)) }).map(([channel, entries]) => ({
        schema: 'olm.channel' as const, name: channel, package: name, properties: [], place,
        entries: entries.map((entry): ChannelEntry => ({ skips: [], ...(typeof entry === 'string' ? { name: entry } : entry) })),
      }))
    )),
    bundles: packages.flatMap(({ name, bundles }) => bundles.map((bundle) => ({
      schema: 'olm.bundle' as const, name: nameOf(name, bundle), package: name, image: 'example.com/bundle', relatedImages: [], place,
      properties: [packageProperty(name, bundle), ...bundle.properties ?? []],
      ...(bundle.minKubeVersion === undefined ? {} : { about: about(bundle.minKubeVersion) }),
    }))),
    deprecations: packages.flatMap(({ name, channels = {}, deprecated = [] }) => (deprecated.length === 0 ? [] : [{
      schema: 'olm.deprecations' as const, package: name, place,
      entries: deprecated.map((what): DeprecationEntry => ({ reference: referenceTo(what, channels), message: `${what} is old` })),
    }])),
    others: [],
  });
}

export function named(name: string, catalog: Catalog, options: Partial<NamedCatalog> = {}): NamedCatalog {
  return { priority: 0, labels: {}, ...options, name, catalog } as NamedCatalog;
}

export function broken(name: string, why = 'no such file'): NamedCatalog {
  return { name, priority: 0, labels: {}, problem: { found: 'unreadable', why } };
}

export function needsPackage(packageName: string, versionRange: string): Property {
  return { type: 'olm.package.required', value: { packageName, versionRange } };
}

export function needsKind(gvk: string): Property {
  return { type: 'olm.gvk.required', value: gvkOf(gvk) };
}

export function provides(gvk: string): Property {
  return { type: 'olm.gvk', value: gvkOf(gvk) };
}

/** `example.com/v1/Kind`. */
export function gvkOf(text: string): { readonly group: string; readonly version: string; readonly kind: string } {
  const [group = '', version = '', kind = ''] = text.split('/');
  return { group, version, kind };
}

function nameOf(packageName: string, { name, version }: BundleTable): string {
  return name ?? `${packageName}.v${version}`;
}

function packageProperty(packageName: string, { version, release }: BundleTable): Property {
  return { type: 'olm.package', value: { packageName, version, ...(release === undefined ? {} : { release }) } };
}

function about(minKubeVersion: string): BundleSummary {
  return { minKubeVersion, keywords: [], installModes: [], ownedKinds: [] };
}

function referenceTo(what: string, channels: object): DeprecationEntry['reference'] {
  if (what === 'olm.package') return { schema: 'olm.package' };
  return { schema: what in channels || what === 'stable' ? 'olm.channel' : 'olm.bundle', name: what };
}
