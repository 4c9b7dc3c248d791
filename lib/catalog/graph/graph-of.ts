/** From a catalog to its upgrade graph. The catalog need not be valid: a graph is how one finds out why it is not. */
import { BoxcutterError } from '../../errors';
import { defined } from '../../defined';
import type { VersionRelease } from '../../semver';
import type { Catalog, CatalogPackage } from '../model/catalog';
import { channelsByBundle } from '../model/channels-by-bundle';
import { type Budget, ChannelGraph, type UnreadableSkipRange } from './channel-graph';
import type { UpgradeGraph } from './graph';

export type { UnreadableSkipRange } from './channel-graph';

/** What of a catalog is drawn. @default everything */
export interface GraphChoice {
  readonly package?: string | undefined;
  /** A channel of this name, of each package that is drawn. */
  readonly channel?: string | undefined;
  /** Name of a bundle: of its package, what is not older than it, and of other packages nothing. */
  readonly minimumBundle?: string | undefined;
  /** What is not older than this. */
  readonly minimumVersion?: VersionRelease | undefined;
}

export interface GraphOfCatalog {
  readonly graph: UpgradeGraph;
  /** Ranges that cannot be read; the graph has no edges of them. */
  readonly unreadable: readonly UnreadableSkipRange[];
}

/** A catalog may come from anywhere: so many versions are held against ranges at most, and so many edges are made of them. */
const MOST_COMPARISONS = 20_000_000;
const MOST_EDGES = 1_000_000;

/**
 * @throws BoxcutterError `package-not-in-catalog`, `catalog-channel-unknown`, `catalog-bundle-unknown`: what was chosen is not there;
 * `catalog-graph-large`: it has more edges than can be of use
 */
export function upgradeGraphOf(catalog: Catalog, choice: GraphChoice = {}): GraphOfCatalog {
  const unreadable: UnreadableSkipRange[] = [];
  const budget: Budget = { comparisons: MOST_COMPARISONS, edges: MOST_EDGES };
  const packages = chosenPackages(catalog, choice).flatMap(({ pack, floor }) => {
    const listing = channelsByBundle(pack);
    const channels = [...pack.channels.values()]
      .filter(({ name }) => choice.channel === undefined || name === choice.channel)
      .map((channel) => new ChannelGraph({ pack, listing, channel, floor, unreadable, budget }).graph())
      .filter(({ nodes }) => nodes.length > 0);
    return channels.length === 0 ? [] : [{ name: pack.name, ...defined({ deprecation: pack.deprecation }), channels }];
  });
  return { graph: { packages }, unreadable };
}

interface ChosenPackage {
  readonly pack: CatalogPackage;
  readonly floor: VersionRelease | undefined;
}

function chosenPackages({ packages }: Catalog, choice: GraphChoice): readonly ChosenPackage[] {
  const { package: name, channel, minimumBundle, minimumVersion } = choice;
  const named = name === undefined ? [...packages.values()] : [packages.get(name) ?? refusePackage(name)];
  if (channel !== undefined && !named.some(({ channels }) => channels.has(channel))) refuseChannel(channel, name);
  if (minimumBundle === undefined) return named.map((pack) => ({ pack, floor: minimumVersion }));
  const chosen = named.flatMap((pack) => {
    const floor = pack.bundles.get(minimumBundle)?.version;
    return floor === undefined ? [] : [{ pack, floor }];
  });
  return chosen.length === 0 ? refuseBundle(minimumBundle) : chosen;
}

function refusePackage(name: string): never {
  throw new BoxcutterError('package-not-in-catalog', 'input', `package ${JSON.stringify(name)} not found`, {
    hint: 'Its name must be written as the catalog writes it.',
  });
}

function refuseChannel(channel: string, packageName: string | undefined): never {
  const where = packageName === undefined ? 'no package of the catalog' : `package ${JSON.stringify(packageName)}`;
  const message = `${where} has ${packageName === undefined ? 'a' : 'no'} channel ${JSON.stringify(channel)}`;
  throw new BoxcutterError('catalog-channel-unknown', 'input', message, { hint: 'Its name must be written as the catalog writes it.' });
}

function refuseBundle(name: string): never {
  throw new BoxcutterError('catalog-bundle-unknown', 'input', `unknown minimum edge name: ${JSON.stringify(name)}`, {
    hint: 'Name a bundle of the catalog whose version is known, such as "keda.v2.18.0".',
  });
}
