/** What a catalog has: its packages, channels and bundles as rows. */
import { compareBytes } from '../../api/canonical-json';
import { defined } from '../../defined';
import { formatVersionRelease, newestFirst } from '../../semver';
import type { Catalog, CatalogBundle, CatalogChannel, CatalogPackage } from '../model/catalog';
import { headsOf } from '../model/heads';

export interface ListedPackage {
  readonly name: string;
  /** Of the head of the default channel. */
  readonly displayName?: string;
  readonly defaultChannel: string;
  /** Head of the default channel, and its version. Absent: the channel is not there, or has not exactly one head. */
  readonly head?: string;
  readonly version?: string;
  readonly channels: number;
  readonly bundles: number;
  /** Message of the publisher. */
  readonly deprecation?: string;
}

export interface ListedChannel {
  readonly package: string;
  readonly name: string;
  readonly isDefault: boolean;
  /** One in a valid channel, sorted. */
  readonly heads: readonly string[];
  /** Of the head, where there is one. */
  readonly version?: string;
  readonly entries: number;
  readonly deprecation?: string;
}

export interface ListedBundle {
  readonly package: string;
  readonly channel: string;
  readonly name: string;
  /** With its release. */
  readonly version?: string;
  readonly replaces?: string;
  readonly skips: readonly string[];
  readonly skipRange?: string;
  /** Empty where the bundle has none, or is not there. */
  readonly image: string;
  readonly deprecation?: string;
}

/** Of all packages, or of one. */
function packagesOf({ packages }: Catalog, name: string | undefined): readonly CatalogPackage[] {
  return [...packages.values()].filter((one) => name === undefined || one.name === name);
}

/** Sorted by name. */
export function listPackages(catalog: Catalog, name?: string): readonly ListedPackage[] {
  return packagesOf(catalog, name).map((one) => {
    const channel = one.channels.get(one.defaultChannel);
    const head = channel === undefined ? undefined : onlyHead(one, channel);
    return {
      name: one.name, defaultChannel: one.defaultChannel, channels: one.channels.size, bundles: one.bundles.size,
      ...defined({ displayName: head?.about?.displayName, head: head?.name, version: versionText(head), deprecation: one.deprecation }),
    };
  });
}

/** Sorted by package and name. */
export function listChannels(catalog: Catalog, name?: string): readonly ListedChannel[] {
  return packagesOf(catalog, name).flatMap((one) => [...one.channels.values()].map((channel) => ({
    package: one.name, name: channel.name, isDefault: channel.name === one.defaultChannel, heads: headsOf(channel.entries),
    entries: channel.entries.size, ...defined({ version: versionText(onlyHead(one, channel)), deprecation: channel.deprecation }),
  })));
}

/** Sorted by package, channel and version, the newest first; what has no version stands at the end, by name. */
export function listBundles(catalog: Catalog, name?: string): readonly ListedBundle[] {
  return packagesOf(catalog, name).flatMap((one) => [...one.channels.values()].flatMap((channel) => {
    const entries = [...channel.entries.values()].map((entry) => ({ entry, bundle: one.bundles.get(entry.name) }));
    entries.sort((a, b) => newestFirst(a.bundle?.version, b.bundle?.version) || compareBytes(a.entry.name, b.entry.name));
    return entries.map(({ entry: { name: entryName, replaces, skips, skipRange }, bundle }) => ({
      package: one.name, channel: channel.name, name: entryName, skips, image: bundle?.image ?? '',
      ...defined({ version: versionText(bundle), replaces, skipRange, deprecation: bundle?.deprecation }),
    }));
  }));
}

function onlyHead({ bundles }: CatalogPackage, { entries }: CatalogChannel): CatalogBundle | undefined {
  const [head, ...more] = headsOf(entries);
  return head === undefined || more.length > 0 ? undefined : bundles.get(head);
}

function versionText(bundle: CatalogBundle | undefined): string | undefined {
  return bundle?.version && formatVersionRelease(bundle.version);
}
