/** From a catalog to its upgrade graph. The catalog need not be valid: a graph is how one finds out why it is not. */
import { BoxcutterError } from '../../errors';
import { defined } from '../../defined';
import type { ChannelEntry } from '../model/blob';
import type { Catalog, CatalogChannel, CatalogPackage } from '../model/catalog';
import { headsOf } from '../model/heads';
import { compareVersionReleases, newestFirst, type VersionRelease } from '../versions/version-release';
import { isInSkipRange, parseSkipRange, type SkipRange, type SkipRangeProblem } from '../versions/skip-range';
import type { DeclaredRange, GraphChannel, GraphEdge, GraphNode, GraphOutsider, UpgradeGraph } from './graph';

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

export interface UnreadableSkipRange {
  readonly package: string;
  readonly channel: string;
  readonly bundle: string;
  readonly skipRange: string;
  readonly problem: SkipRangeProblem;
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
    const channels = [...pack.channels.values()]
      .filter(({ name }) => choice.channel === undefined || name === choice.channel)
      .map((channel) => new ChannelGraph(pack, channel, floor, unreadable, budget).graph())
      .filter(({ nodes }) => nodes.length > 0);
    return channels.length === 0 ? [] : [{ name: pack.name, ...defined({ deprecation: pack.deprecation }), channels }];
  });
  return { graph: { packages }, unreadable };
}

/** What is left of the limits. */
interface Budget {
  comparisons: number;
  edges: number;
}

function spend(budget: Budget, what: keyof Budget, count: number): void {
  budget[what] -= count;
  if (budget[what] >= 0) return;
  throw new BoxcutterError('catalog-graph-large', 'input', 'The graph has more edges than can be drawn: over a million.', {
    hint: 'Choose a package, a channel or the oldest version that matters.',
  });
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

/** A range of an entry; parsed, where that can be done. */
interface ReadRange {
  readonly declared: DeclaredRange;
  readonly parsed?: SkipRange;
}

/** The graph of one channel. */
class ChannelGraph {
  private readonly entries: readonly ChannelEntry[];
  private readonly skipped: ReadonlySet<string>;
  private readonly heads: ReadonlySet<string>;
  private readonly outsiders = new Map<string, GraphOutsider>();
  /** Bundles of other channels, for ranges to reach. */
  private readonly elsewhere: readonly (readonly [name: string, version: VersionRelease])[];

  constructor(
    private readonly pack: CatalogPackage,
    private readonly channel: CatalogChannel,
    private readonly floor: VersionRelease | undefined,
    private readonly unreadable: UnreadableSkipRange[],
    private readonly budget: Budget,
  ) {
    const all = [...channel.entries.values()];
    this.entries = all.filter(({ name }) => this.isHighEnough(name));
    this.skipped = new Set(all.flatMap(({ skips }) => skips));
    this.heads = new Set(headsOf(channel.entries));
    const others = new Set([...pack.channels.values()].filter((other) => other !== channel).flatMap(({ entries }) => [...entries.keys()]));
    this.elsewhere = [...pack.bundles.values()].flatMap(({ name, version }): (readonly [string, VersionRelease])[] =>
      (version !== undefined && others.has(name) && !channel.entries.has(name) && this.isHighEnough(name) ? [[name, version]] : []));
  }

  graph(): GraphChannel {
    const { name, deprecation } = this.channel;
    const taken = new Set<string>();
    const nodes = [...this.entries].sort((a, b) => this.newestFirst(a.name, b.name)).map((entry) => this.node(entry, taken));
    const outsiders = [...this.outsiders.values()].sort((a, b) => this.newestFirst(a.name, b.name));
    return { name, isDefault: name === this.pack.defaultChannel, ...defined({ deprecation }), nodes, outsiders };
  }

  /** @param taken names that a newer entry skips already: OLM v0 takes the first such edge alone */
  private node(entry: ChannelEntry, taken: Set<string>): GraphNode {
    const { name, skipRange } = entry;
    const bundle = this.pack.bundles.get(name);
    const isSkipped = this.skipped.has(name);
    const skips = this.above(entry.skips).map((from): GraphEdge => {
      const isIgnoredByV0 = taken.has(from);
      taken.add(from);
      return { from, kind: 'skips', isIgnoredByV0 };
    });
    const range = skipRange === undefined || skipRange === '' ? undefined : this.readRange(name, skipRange);
    const others = [
      ...this.inRange(range).map((from) => ({ from, kind: 'skipRange' as const })),
      ...this.above(entry.replaces === undefined ? [] : [entry.replaces]).map((from) => ({ from, kind: 'replaces' as const })),
    ];
    const edges = [...skips, ...others.map((edge) => ({ ...edge, isIgnoredByV0: isSkipped }))];
    spend(this.budget, 'edges', edges.length);
    for (const { from } of edges) this.remember(from);
    return {
      name, isHead: this.heads.has(name), isSkipped, isMissing: bundle === undefined, edges,
      ...defined({ version: bundle?.version, deprecation: bundle?.deprecation, skipRange: range?.declared }),
    };
  }

  /** Names of this channel in the order of its blob, then those of other channels. */
  private inRange(range: ReadRange | undefined): readonly string[] {
    const parsed = range?.parsed;
    if (parsed === undefined) return [];
    spend(this.budget, 'comparisons', this.entries.length + this.elsewhere.length);
    const here = this.entries.filter(({ name }) => this.covers(parsed, this.versionOf(name))).map(({ name }) => name);
    return [...here, ...this.elsewhere.filter(([, version]) => this.covers(parsed, version)).map(([name]) => name)];
  }

  private readRange(bundle: string, text: string): ReadRange {
    const read = parseSkipRange(text);
    if ('range' in read) return { declared: { text, isReadable: true }, parsed: read.range };
    this.unreadable.push({ package: this.pack.name, channel: this.channel.name, bundle, skipRange: text, problem: read.problem });
    return { declared: { text, isReadable: false } };
  }

  private covers(range: SkipRange, version: VersionRelease | undefined): boolean {
    return version !== undefined && isInSkipRange(range, version.version);
  }

  private above(names: readonly string[]): readonly string[] {
    return names.filter((name) => name !== '' && this.isHighEnough(name));
  }

  /** What has no known version is older than every floor. */
  private isHighEnough(name: string): boolean {
    if (this.floor === undefined) return true;
    const version = this.versionOf(name);
    return version !== undefined && compareVersionReleases(version, this.floor) >= 0;
  }

  private remember(name: string): void {
    if (this.channel.entries.has(name) || this.outsiders.has(name)) return;
    const channels = [...this.pack.channels.values()].filter(({ entries }) => entries.has(name)).map((other) => other.name);
    this.outsiders.set(name, { name, channels, ...defined({ version: this.versionOf(name) }) });
  }

  private versionOf(name: string): VersionRelease | undefined {
    return this.pack.bundles.get(name)?.version;
  }

  private newestFirst(a: string, b: string): number {
    return newestFirst(this.versionOf(a), this.versionOf(b));
  }
}
