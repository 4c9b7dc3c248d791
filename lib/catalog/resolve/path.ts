/** Upgrades in several steps, where one step is not enough. OLM never plans them; a user can take them one by one. */
import { formatVersionRelease, type VersionRelease, withLegacyRelease } from '../../semver';
import { edgeTo, type Installed, installedOf } from './edge';
import type { ResolveRequest } from './request';
import type { CatalogBundle, CatalogChannel, CatalogPackage } from '../model/catalog';
import { channelsByBundle } from '../model/channels-by-bundle';

/** In a package of more bundles nobody looks for a way by hand. */
const MOST_BUNDLES = 1000;
/** Entries and what they skip; each of them is looked at for each bundle. */
const MOST_ENTRIES = 50_000;

/**
 * The shortest way from what is installed to one of these bundles, without the beginning. Empty: there is none in the channels of the
 * request.
 */
export function upgradePath(
  goals: readonly CatalogBundle[], { catalogs, packageName, channels = [], installed }: ResolveRequest,
): readonly CatalogBundle[] {
  const start = installed && installedOf(installed);
  if (start === undefined) return [];
  const packages = catalogs
    .flatMap(({ catalog }) => catalog?.packages.get(packageName) ?? [])
    .filter((one) => one.bundles.size <= MOST_BUNDLES && entriesOf(one) <= MOST_ENTRIES)
    .map((one) => stopsOf(one, channels));
  const reached = new Set([start.bundle.name]);
  let ways: readonly (readonly CatalogBundle[])[] = [[]];
  while (ways.length > 0) {
    const longer: (readonly CatalogBundle[])[] = [];
    for (const way of ways) {
      const last = way.at(-1);
      const from = last === undefined ? start : installedAs(last);
      for (const next of from === undefined ? [] : packages.flatMap((stops) => successors(stops, from))) {
        if (reached.has(next.name)) continue;
        reached.add(next.name);
        longer.push([...way, next]);
      }
    }
    const found = longer.find((way) => way.some((one) => goals.includes(one)));
    if (found !== undefined) return found;
    ways = longer;
  }
  return [];
}

function installedAs({ name, version }: CatalogBundle): Installed | undefined {
  if (version === undefined) return undefined;
  return { bundle: { name, version: formatVersionRelease(version) }, version: withLegacyRelease(version) };
}

function entriesOf({ channels }: CatalogPackage): number {
  return [...channels.values()].reduce((sum, { entries }) => (
    [...entries.values()].reduce((within, { skips }) => within + 1 + skips.length, sum)
  ), 0);
}

/** A bundle, and the channels that count and list it. */
interface Stop {
  readonly bundle: CatalogBundle;
  readonly version: VersionRelease;
  readonly channels: readonly CatalogChannel[];
}

function stopsOf(found: CatalogPackage, wanted: readonly string[]): readonly Stop[] {
  const listing = channelsByBundle(found);
  return [...found.bundles.values()].flatMap((bundle) => {
    if (bundle.version === undefined) return [];
    const names = (listing.get(bundle.name) ?? []).filter((name) => wanted.length === 0 || wanted.includes(name));
    const channels = names.map((name) => found.channels.get(name)).filter((channel) => channel !== undefined);
    return [{ bundle, version: withLegacyRelease(bundle.version), channels }];
  });
}

/** Newest first is not needed: the shortest way is. */
function successors(stops: readonly Stop[], from: Installed): readonly CatalogBundle[] {
  return stops
    .filter(({ bundle: { name }, version, channels }) => edgeTo(name, version, channels, from) !== undefined)
    .map(({ bundle }) => bundle);
}
