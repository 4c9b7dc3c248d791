/** From blobs to the catalog that they make. */
import { asObject } from '../../api';
import { compareBytes } from '../../api/canonical-json';
import { defined } from '../../defined';
import { type VersionRelease, versionRelease } from '../../semver';
import {
  type BundleBlob, type CatalogContent, type ChannelBlob, type ChannelEntry, isBulky, type PackageBlob, type Property,
} from './blob';
import type { Catalog, CatalogBundle, CatalogChannel, CatalogPackage } from './catalog';

/**
 * Of two blobs that claim the same name the first counts. A package that no `olm.package` declares is not there.
 * @param options.undeclared such packages are there, with what channels and bundles say of them; without default channel. @default false
 */
export function catalogOf(content: CatalogContent, { undeclared = false }: { readonly undeclared?: boolean } = {}): Catalog {
  const deprecations = deprecationsOf(content);
  const channels = byPackage(content.channels);
  const bundles = byPackage(content.bundles);
  const packages = new Map<string, CatalogPackage>();
  const blobs = undeclared ? [...content.packages, ...undeclaredPackages(content)] : content.packages;
  for (const blob of sortedByName(blobs)) {
    if (blob.name === '' || packages.has(blob.name)) continue;
    const own = deprecations.get(blob.name);
    packages.set(blob.name, {
      ...packageOf(blob),
      channels: unique(channels.get(blob.name), (channel) => channelOf(channel, own?.get(keyOf('olm.channel', channel.name)))),
      bundles: unique(bundles.get(blob.name), (bundle) => bundleOf(bundle, own?.get(keyOf('olm.bundle', bundle.name)))),
      ...defined({ deprecation: own?.get(keyOf('olm.package')) }),
    });
  }
  return { packages };
}

/** Packages of channels and bundles that no `olm.package` declares: what can be said of them, at the first of these. By name. */
export function undeclaredPackages({ packages, channels, bundles }: CatalogContent): readonly PackageBlob[] {
  const known = new Set(packages.map(({ name }) => name));
  const found = new Map<string, PackageBlob>();
  for (const { package: name, place } of [...channels, ...bundles]) {
    if (name === '' || known.has(name) || found.has(name)) continue;
    found.set(name, { schema: 'olm.package', name, defaultChannel: '', properties: [], place });
  }
  return sortedByName([...found.values()]);
}

function packageOf({ name, defaultChannel, description, place }: PackageBlob): Omit<CatalogPackage, 'channels' | 'bundles'> {
  return { name, defaultChannel, ...defined({ description }), place };
}

function channelOf({ name, package: packageName, entries, place }: ChannelBlob, deprecation: string | undefined): CatalogChannel {
  const byName = new Map<string, ChannelEntry>();
  for (const entry of entries) if (!byName.has(entry.name)) byName.set(entry.name, entry);
  return { name, package: packageName, entries: byName, ...defined({ deprecation }), place };
}

function bundleOf(blob: BundleBlob, deprecation: string | undefined): CatalogBundle {
  const { name, package: packageName, image, relatedImages, properties, about, place } = blob;
  return {
    name, package: packageName, image, relatedImages, properties, place,
    ...defined({ version: versionOfProperties(properties), about, deprecation }),
  };
}

/** Undefined unless exactly one property `olm.package` says it. */
function versionOfProperties(properties: BundleBlob['properties']): VersionRelease | undefined {
  const found = properties.filter((property): property is Property => property.type === 'olm.package' && !isBulky(property));
  const { version, release } = asObject(found[0]?.value) ?? {};
  if (found.length !== 1 || typeof version !== 'string') return undefined;
  if (release !== undefined && typeof release !== 'string') return undefined;
  return versionRelease(version, release === '' ? undefined : release);
}

/** Messages of each package, by what they are about. */
function deprecationsOf({ deprecations }: CatalogContent): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const all = new Map<string, Map<string, string>>();
  for (const { package: packageName, entries } of deprecations) {
    const own = all.get(packageName) ?? new Map<string, string>();
    all.set(packageName, own);
    for (const { reference: { schema, name }, message } of entries) {
      const key = keyOf(schema, name);
      if (!own.has(key)) own.set(key, message);
    }
  }
  return all;
}

function keyOf(schema: string, name = ''): string {
  return `${schema} ${name}`;
}

function byPackage<B extends { readonly package: string }>(blobs: readonly B[]): ReadonlyMap<string, readonly B[]> {
  const groups = new Map<string, B[]>();
  for (const blob of blobs) {
    const group = groups.get(blob.package);
    if (group === undefined) groups.set(blob.package, [blob]);
    else group.push(blob);
  }
  return groups;
}

function unique<B extends { readonly name: string }, T>(blobs: readonly B[] = [], make: (blob: B) => T): ReadonlyMap<string, T> {
  const made = new Map<string, T>();
  for (const blob of sortedByName(blobs)) if (blob.name !== '' && !made.has(blob.name)) made.set(blob.name, make(blob));
  return made;
}

/** As upstream sorts; blobs of the same name stay in their order. */
function sortedByName<B extends { readonly name: string }>(blobs: readonly B[]): readonly B[] {
  return [...blobs].sort((a, b) => compareBytes(a.name, b.name));
}
