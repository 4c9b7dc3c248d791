/** Upgrades in several steps, where one step is not enough. OLM never plans them; a user can take them one by one. */
import { withLegacyRelease } from '../versions/legacy-release';
import { formatVersionRelease } from '../versions/version-release';
import { edgeTo, type Installed, installedOf } from './edge';
import type { ResolveRequest } from './request';
import type { CatalogBundle, CatalogPackage } from '../model/catalog';

/** In a package of more bundles nobody looks for a way by hand. */
const MOST_BUNDLES = 1000;

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
    .filter(({ bundles }) => bundles.size <= MOST_BUNDLES);
  const reached = new Set([start.bundle.name]);
  let ways: readonly (readonly CatalogBundle[])[] = [[]];
  while (ways.length > 0) {
    const longer: (readonly CatalogBundle[])[] = [];
    for (const way of ways) {
      const last = way.at(-1);
      const from = last === undefined ? start : installedAs(last);
      for (const next of from === undefined ? [] : packages.flatMap((one) => successors(one, channels, from))) {
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

/** Newest first is not needed: the shortest way is. */
function successors({ bundles, channels }: CatalogPackage, wanted: readonly string[], from: Installed): readonly CatalogBundle[] {
  const counting = [...channels.values()].filter(({ name }) => wanted.length === 0 || wanted.includes(name));
  return [...bundles.values()].filter(({ name, version }) => (
    version !== undefined && edgeTo(name, withLegacyRelease(version), counting, from) !== undefined
  ));
}
