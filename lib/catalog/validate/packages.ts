/** The blobs of a catalog by the package that they belong to. */
import { compareBytes } from '../../api/canonical-json';
import type { BundleBlob, CatalogContent, ChannelBlob, ChannelEntry, DeprecationsBlob, PackageBlob } from '../model/blob';

/** All that stands in the blobs of one package, doubles included. */
export interface PackageParts {
  readonly name: string;
  /** Absent: no blob declares it. */
  readonly blob?: PackageBlob;
  /** By name; of two that are alike the first. */
  readonly channels: ReadonlyMap<string, ChannelBlob>;
  readonly bundles: ReadonlyMap<string, BundleBlob>;
  readonly deprecations?: DeprecationsBlob;
}

/** Blobs that repeat another, with the one that they repeat. */
export interface Doubles {
  readonly packages: readonly (readonly [PackageBlob, PackageBlob])[];
  readonly channels: readonly (readonly [ChannelBlob, ChannelBlob])[];
  readonly bundles: readonly (readonly [BundleBlob, BundleBlob])[];
  readonly deprecations: readonly (readonly [DeprecationsBlob, DeprecationsBlob])[];
}

export interface SortedCatalog {
  /** By name, sorted; with a blob. */
  readonly packages: readonly (PackageParts & { readonly blob: PackageBlob })[];
  /** Blobs of packages that no blob declares. */
  readonly homeless: readonly PackageParts[];
  readonly doubles: Doubles;
}

interface Parts {
  readonly name: string;
  blob?: PackageBlob;
  readonly channels: Map<string, ChannelBlob>;
  readonly bundles: Map<string, BundleBlob>;
  deprecations?: DeprecationsBlob;
}

/** Blobs without a name are left out. */
export function byPackage(content: CatalogContent): SortedCatalog {
  const all = new Map<string, Parts>();
  const doubles = {
    packages: [] as [PackageBlob, PackageBlob][], channels: [] as [ChannelBlob, ChannelBlob][], bundles: [] as [BundleBlob, BundleBlob][],
    deprecations: [] as [DeprecationsBlob, DeprecationsBlob][],
  };
  const partsOf = (name: string): Parts => {
    const known = all.get(name);
    if (known !== undefined) return known;
    const parts: Parts = { name, channels: new Map(), bundles: new Map() };
    all.set(name, parts);
    return parts;
  };
  for (const blob of content.packages) {
    if (blob.name === '') continue;
    const parts = partsOf(blob.name);
    if (parts.blob === undefined) parts.blob = blob;
    else doubles.packages.push([blob, parts.blob]);
  }
  for (const blob of content.channels) if (blob.name !== '') put(partsOf(blob.package).channels, blob, doubles.channels);
  for (const blob of content.bundles) if (blob.name !== '') put(partsOf(blob.package).bundles, blob, doubles.bundles);
  for (const blob of content.deprecations) {
    const parts = partsOf(blob.package);
    if (parts.deprecations === undefined) parts.deprecations = blob;
    else doubles.deprecations.push([blob, parts.deprecations]);
  }
  const sorted = [...all.values()].sort((a, b) => compareBytes(a.name, b.name));
  return {
    packages: sorted.filter((parts): parts is Parts & { blob: PackageBlob } => parts.blob !== undefined),
    homeless: sorted.filter(({ blob }) => blob === undefined), doubles,
  };
}

function put<B extends { readonly name: string }>(known: Map<string, B>, blob: B, doubles: [B, B][]): void {
  const first = known.get(blob.name);
  if (first === undefined) known.set(blob.name, blob);
  else doubles.push([blob, first]);
}

/** Entries by name; of two that are alike the first. */
export function entriesOf({ entries }: ChannelBlob): ReadonlyMap<string, ChannelEntry> {
  const byName = new Map<string, ChannelEntry>();
  for (const entry of entries) if (!byName.has(entry.name)) byName.set(entry.name, entry);
  return byName;
}
