/**
 * What one catalog has and another has not: packages, channels, versions, upgrade edges, images, versions of the kinds that are served,
 * default channels, deprecations. Catalogs need not be valid.
 */
import { defined } from '../../defined';
import { formatVersionRelease, newestFirst } from '../../semver';
import type { ChannelEntry } from '../model/blob';
import type { Catalog, CatalogBundle, CatalogChannel, CatalogPackage } from '../model/catalog';
import type { EdgeKind } from '../graph';
import { headsOf } from '../model/heads';
import { servedKinds } from '../model/served-kinds';

export interface CatalogDiff {
  /** By name; those in which something differs. */
  readonly packages: readonly PackageDiff[];
  /** All images that catalogs name, of bundles and of what they run: what a mirror has to copy, and what it can drop. */
  readonly images: ListChange;
}

export type Presence = 'added' | 'removed' | 'changed';

export interface PackageDiff {
  readonly name: string;
  readonly change: Presence;
  readonly defaultChannel?: ValueChange;
  /** The message of the publisher. */
  readonly deprecation?: ValueChange;
  /** By name; those in which something differs. */
  readonly channels: readonly ChannelDiff[];
  /** Newest first; those in which something differs. */
  readonly bundles: readonly BundleDiff[];
}

export interface ChannelDiff {
  readonly name: string;
  readonly change: Presence;
  readonly deprecation?: ValueChange;
  /** Names of bundles; several with a comma between them, where a channel has several heads. */
  readonly head?: ValueChange;
  /** What the head serves. */
  readonly kinds: ListChange;
  /** Names of bundles. */
  readonly entries: ListChange;
  /** By the entry that they lead to. */
  readonly edges: ListOf<DeclaredEdge>;
}

/** An edge as the channel declares it. */
export interface DeclaredEdge {
  /** Name of a bundle; of a skipRange the range. */
  readonly from: string;
  readonly kind: EdgeKind;
  readonly to: string;
}

export interface BundleDiff {
  readonly name: string;
  readonly change: Presence;
  /** Absent: none is known. */
  readonly version?: string;
  readonly image?: ValueChange;
  /** Of what the bundle runs. */
  readonly relatedImages: ListChange;
  readonly kinds: ListChange;
  readonly deprecation?: ValueChange;
}

/** One of the two is absent where there was, or is, none. */
export interface ValueChange {
  readonly from?: string;
  readonly to?: string;
}

/** Sorted. */
export type ListChange = ListOf<string>;

interface ListOf<T> {
  readonly added: readonly T[];
  readonly removed: readonly T[];
}

export function diffCatalogs(older: Catalog, newer: Catalog): CatalogDiff {
  const packages = pairs(older.packages, newer.packages).flatMap(([name, before, after]) => diffPackage(name, before, after));
  return { packages, images: diffLists(imagesOf(older), imagesOf(newer)) };
}

export function isEmptyDiff({ packages, images }: CatalogDiff): boolean {
  return packages.length === 0 && isSame(images);
}

function diffPackage(name: string, before: CatalogPackage | undefined, after: CatalogPackage | undefined): readonly PackageDiff[] {
  const channels = pairs(before?.channels, after?.channels)
    .flatMap(([channel, old, now]) => diffChannel(channel, [before, old], [after, now]));
  const bundles = pairs(before?.bundles, after?.bundles)
    .sort(([, a, b], [, c, d]) => newestFirst((b ?? a)?.version, (d ?? c)?.version))
    .flatMap(([bundle, old, now]) => diffBundle(bundle, old, now));
  const values = {
    defaultChannel: diffValues(before?.defaultChannel, after?.defaultChannel),
    deprecation: diffValues(before?.deprecation, after?.deprecation),
  };
  const change = presenceOf(before, after);
  const isTheSame = change === 'changed' && channels.length + bundles.length === 0 && isUnchanged(values, {});
  return isTheSame ? [] : [{ name, change, ...defined(values), channels, bundles }];
}

type ChannelSide = readonly [pack: CatalogPackage | undefined, channel: CatalogChannel | undefined];

function diffChannel(name: string, before: ChannelSide, after: ChannelSide): readonly ChannelDiff[] {
  const [[, old], [, now]] = [before, after];
  const values = { deprecation: diffValues(old?.deprecation, now?.deprecation), head: diffValues(headOf(old), headOf(now)) };
  const lists = {
    kinds: diffLists(kindsOfHead(before), kindsOfHead(after)),
    entries: diffLists([...old?.entries.keys() ?? []], [...now?.entries.keys() ?? []]),
  };
  const edges = diffEdges(edgesOf(old), edgesOf(now));
  const change = presenceOf(old, now);
  const isTheSame = change === 'changed' && isUnchanged(values, { ...lists, edges });
  return isTheSame ? [] : [{ name, change, ...defined(values), ...lists, edges }];
}

function diffBundle(name: string, before: CatalogBundle | undefined, after: CatalogBundle | undefined): readonly BundleDiff[] {
  const { version } = after ?? before ?? {};
  const values = { image: diffValues(before?.image, after?.image), deprecation: diffValues(before?.deprecation, after?.deprecation) };
  const lists = {
    relatedImages: diffLists(relatedImages(before), relatedImages(after)),
    kinds: diffLists(kindsOf(before), kindsOf(after)),
  };
  const change = presenceOf(before, after);
  const text = { version: version === undefined ? undefined : formatVersionRelease(version) };
  return change === 'changed' && isUnchanged(values, lists) ? [] : [{ name, change, ...defined({ ...text, ...values }), ...lists }];
}

function isUnchanged(values: Readonly<Record<string, ValueChange | undefined>>, lists: Readonly<Record<string, ListOf<unknown>>>): boolean {
  return Object.values(values).every((value) => value === undefined) && Object.values(lists).every(isSame);
}

function isSame({ added, removed }: ListOf<unknown>): boolean {
  return added.length + removed.length === 0;
}

function presenceOf(before: unknown, after: unknown): Presence {
  if (before === undefined) return 'added';
  return after === undefined ? 'removed' : 'changed';
}

/** What has one name in both, sorted by it. */
function pairs<T>(
  before: ReadonlyMap<string, T> = new Map(),
  after: ReadonlyMap<string, T> = new Map(),
): (readonly [name: string, before: T | undefined, after: T | undefined])[] {
  return [...new Set([...before.keys(), ...after.keys()])].sort().map((name) => [name, before.get(name), after.get(name)]);
}

/** An empty text is none. */
function diffValues(before: string | undefined, after: string | undefined): ValueChange | undefined {
  const [from, to] = [before || undefined, after || undefined];
  return from === to ? undefined : defined({ from, to });
}

function diffLists(before: readonly string[], after: readonly string[]): ListChange {
  const [old, now] = [new Set(before), new Set(after)];
  return { added: [...now].filter((item) => !old.has(item)).sort(), removed: [...old].filter((item) => !now.has(item)).sort() };
}

function headOf(channel: CatalogChannel | undefined): string | undefined {
  return channel === undefined ? undefined : headsOf(channel.entries).join(', ');
}

function kindsOfHead([pack, channel]: ChannelSide): readonly string[] {
  if (pack === undefined || channel === undefined) return [];
  return headsOf(channel.entries).flatMap((name) => kindsOf(pack.bundles.get(name)));
}

/** `Widget.example.com/v1`. */
function kindsOf(bundle: CatalogBundle | undefined): readonly string[] {
  return bundle === undefined ? [] : servedKinds(bundle).map(({ group, version, kind }) => `${kind}.${group}/${version}`);
}

type Edges = ReadonlyMap<string, DeclaredEdge>;

function diffEdges(before: Edges, after: Edges): ListOf<DeclaredEdge> {
  const keys = diffLists([...before.keys()], [...after.keys()]);
  return { added: keys.added.flatMap((key) => after.get(key) ?? []), removed: keys.removed.flatMap((key) => before.get(key) ?? []) };
}

function edgesOf(channel: CatalogChannel | undefined): Edges {
  const edges = [...channel?.entries.values() ?? []].flatMap(edgesTo);
  return new Map(edges.map((edge) => [JSON.stringify([edge.to, edge.kind, edge.from]), edge]));
}

function edgesTo({ name: to, replaces, skips, skipRange }: ChannelEntry): readonly DeclaredEdge[] {
  const edge = (from: string | undefined, kind: EdgeKind): readonly DeclaredEdge[] => (from ? [{ from, kind, to }] : []);
  return [...edge(replaces, 'replaces'), ...skips.flatMap((from) => edge(from, 'skips')), ...edge(skipRange, 'skipRange')];
}

function imagesOf({ packages }: Catalog): readonly string[] {
  const bundles = [...packages.values()].flatMap((pack) => [...pack.bundles.values()]);
  return bundles.flatMap((bundle) => [bundle.image, ...relatedImages(bundle)]).filter((image) => image !== '');
}

function relatedImages(bundle: CatalogBundle | undefined): readonly string[] {
  return (bundle?.relatedImages ?? []).map(({ image }) => image).filter((image) => image !== '' && image !== bundle?.image);
}
