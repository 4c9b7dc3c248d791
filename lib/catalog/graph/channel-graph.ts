/** The graph of one channel. */
import { BoxcutterError } from '../../errors';
import { defined } from '../../defined';
import {
  compareVersionReleases, isInSkipRange, newestFirst, parseSkipRange, type SkipRange, type SkipRangeProblem, type VersionRelease,
} from '../../semver';
import type { ChannelEntry } from '../model/blob';
import type { CatalogChannel, CatalogPackage } from '../model/catalog';
import { headsOf } from '../model/heads';
import type { DeclaredRange, GraphChannel, GraphEdge, GraphNode, GraphOutsider } from './graph';

export interface UnreadableSkipRange {
  readonly package: string;
  readonly channel: string;
  readonly bundle: string;
  readonly skipRange: string;
  readonly problem: SkipRangeProblem;
}

/** What is left of the limits. */
export interface Budget {
  comparisons: number;
  edges: number;
}

function spend(budget: Budget, what: keyof Budget, count: number): void {
  budget[what] -= count;
  if (budget[what] >= 0) return;
  throw new BoxcutterError('catalog-graph-large', 'input', 'The graph has more than a million edges, which is too many to draw.', {
    hint: 'Choose a package, a channel or the oldest version that matters.',
  });
}

/** A range of an entry; parsed, where that can be done. */
interface ReadRange {
  readonly declared: DeclaredRange;
  readonly parsed?: SkipRange;
}

export interface ChannelInput {
  readonly pack: CatalogPackage;
  /** Names of the channels that list a bundle, by its name. */
  readonly listing: ReadonlyMap<string, readonly string[]>;
  readonly channel: CatalogChannel;
  readonly floor: VersionRelease | undefined;
  readonly unreadable: UnreadableSkipRange[];
  readonly budget: Budget;
}

/** What is done here for each of its entries may cost as much as they are; a package may have many channels. */
export class ChannelGraph {
  private readonly entries: readonly ChannelEntry[];
  private readonly skipped: ReadonlySet<string>;
  private readonly heads: ReadonlySet<string>;
  private readonly outsiders = new Map<string, GraphOutsider>();
  /** Bundles of other channels, for ranges to reach. */
  private elsewhere: readonly (readonly [name: string, version: VersionRelease])[] | undefined;

  constructor(private readonly input: ChannelInput) {
    const { entries } = input.channel;
    const all = [...entries.values()];
    this.entries = all.filter(({ name }) => this.isHighEnough(name));
    this.skipped = new Set(all.flatMap(({ skips }) => skips));
    this.heads = new Set(headsOf(entries));
  }

  graph(): GraphChannel {
    const { channel: { name, deprecation }, pack } = this.input;
    const taken = new Set<string>();
    const nodes = [...this.entries].sort((a, b) => this.newestFirst(a.name, b.name)).map((entry) => this.node(entry, taken));
    const outsiders = [...this.outsiders.values()].sort((a, b) => this.newestFirst(a.name, b.name));
    return { name, isDefault: name === pack.defaultChannel, ...defined({ deprecation }), nodes, outsiders };
  }

  /** @param taken names that a newer entry skips already: OLM v0 takes the first such edge alone */
  private node(entry: ChannelEntry, taken: Set<string>): GraphNode {
    const { name, skipRange } = entry;
    const bundle = this.input.pack.bundles.get(name);
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
    spend(this.input.budget, 'edges', edges.length);
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
    const elsewhere = this.bundlesElsewhere();
    spend(this.input.budget, 'comparisons', this.entries.length + elsewhere.length);
    const here = this.entries.filter(({ name }) => this.covers(parsed, this.versionOf(name))).map(({ name }) => name);
    return [...here, ...elsewhere.filter(([, version]) => this.covers(parsed, version)).map(([name]) => name)];
  }

  private bundlesElsewhere(): readonly (readonly [name: string, version: VersionRelease])[] {
    const { pack: { bundles }, listing, channel, budget } = this.input;
    if (this.elsewhere !== undefined) return this.elsewhere;
    spend(budget, 'comparisons', bundles.size);
    this.elsewhere = [...bundles.values()].flatMap(({ name, version }): (readonly [string, VersionRelease])[] =>
      (version !== undefined && listing.has(name) && !channel.entries.has(name) && this.isHighEnough(name) ? [[name, version]] : []));
    return this.elsewhere;
  }

  private readRange(bundle: string, text: string): ReadRange {
    const read = parseSkipRange(text);
    if ('range' in read) return { declared: { text, isReadable: true }, parsed: read.range };
    const { pack, channel, unreadable } = this.input;
    unreadable.push({ package: pack.name, channel: channel.name, bundle, skipRange: text, problem: read.problem });
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
    const { floor } = this.input;
    if (floor === undefined) return true;
    const version = this.versionOf(name);
    return version !== undefined && compareVersionReleases(version, floor) >= 0;
  }

  private remember(name: string): void {
    const { channel, listing } = this.input;
    if (channel.entries.has(name) || this.outsiders.has(name)) return;
    const channels = listing.get(name) ?? [];
    this.outsiders.set(name, { name, channels, ...defined({ version: this.versionOf(name) }) });
  }

  private versionOf(name: string): VersionRelease | undefined {
    return this.input.pack.bundles.get(name)?.version;
  }

  private newestFirst(a: string, b: string): number {
    return newestFirst(this.versionOf(a), this.versionOf(b));
  }
}
