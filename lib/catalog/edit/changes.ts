/** What can be done to a catalog by command, and what it comes to for its documents. */
import type { JsonObject, JsonValue } from '../../api';
import { defined } from '../../defined';
import type { BoxcutterError } from '../../errors';
import { nearest } from '../../schema';
import { shellWord } from '../../shell-word';
import type { BlobPlace, CatalogContent, ChannelBlob, ChannelEntry, DeprecationsBlob } from '../model/blob';
import { notThere, refused } from './refused';

/** A change of one document. */
export type BlobChange =
  | { readonly at: BlobPlace; readonly change: 'set'; readonly path: Path; readonly key: string; readonly value: JsonValue }
  | { readonly at: BlobPlace; readonly change: 'unset'; readonly path: Path; readonly key: string }
  | { readonly at: BlobPlace; readonly change: 'append'; readonly path: Path; readonly value: JsonValue }
  | { readonly at: BlobPlace; readonly change: 'drop'; readonly path: Path; readonly index: number }
  | { readonly at: BlobPlace; readonly change: 'remove-document' }
  /** Behind all documents of the file, which may be a new one. */
  | { readonly at: Pick<BlobPlace, 'file'>; readonly change: 'new-document'; readonly blob: JsonObject };

type Path = readonly (string | number)[];

/** The upgrades that lead to a bundle of a channel. */
export interface EntryEdges {
  readonly replaces?: string | undefined;
  readonly skips?: readonly string[] | undefined;
  readonly skipRange?: string | undefined;
}

/** Lists a bundle in a channel; a channel that there is not is made. Without edges it replaces the head of the channel. */
export function addEntry(
  content: CatalogContent, packageName: string, channel: string, bundle: string, edges: EntryEdges,
): readonly BlobChange[] {
  const blob = content.channels.find((one) => one.package === packageName && one.name === channel);
  const isLinked = edges.replaces !== undefined || (edges.skips ?? []).length > 0 || edges.skipRange !== undefined;
  const replaces = edges.replaces ?? (isLinked || blob === undefined ? undefined : headOf(blob));
  const entry: JsonObject = {
    name: bundle, ...defined({ replaces, skips: edges.skips?.length ? edges.skips : undefined, skipRange: edges.skipRange }),
  } as JsonObject;
  if (blob === undefined) {
    const made = { schema: 'olm.channel', package: packageName, name: channel, entries: [entry] };
    return [{ at: placeFor(content, packageName, 'olm.channel', channel), change: 'new-document', blob: made }];
  }
  if (blob.entries.some(({ name }) => name === bundle)) {
    const [named, to] = [shellWord(channel), shellWord(bundle)];
    const hint = `To change which upgrades lead to it: boxcutter catalog add-edge --channel ${named} CATALOG FROM ${to}`;
    throw refused(`Channel ${channel} of ${packageName} has ${bundle} already.`, hint);
  }
  return blob.entries.length === 0
    ? [{ at: blob.place, change: 'set', path: [], key: 'entries', value: [entry] }]
    : [{ at: blob.place, change: 'append', path: ['entries'], value: entry }];
}

/** The one bundle of a channel that no other replaces or skips. */
function headOf({ entries, name }: ChannelBlob): string | undefined {
  const led = new Set(entries.flatMap(({ replaces, skips }) => [...(replaces === undefined ? [] : [replaces]), ...skips]));
  const heads = entries.filter((entry) => !led.has(entry.name));
  if (heads.length > 1) {
    const names = heads.map((entry) => entry.name).join(', ');
    const hint = 'Name the bundle that it replaces: catalog add with --replaces, or catalog promote with --replaces.';
    throw refused(`Channel ${name} has several heads (${names}).`, hint);
  }
  return heads[0]?.name;
}

/** Adds a bundle: its blob, and its entry in each channel. */
export function addBundle(
  content: CatalogContent, blob: JsonObject, channels: readonly string[], edges: EntryEdges,
): readonly BlobChange[] {
  const [packageName, name] = [String(blob['package']), String(blob['name'])];
  const isThere = content.bundles.some((one) => one.package === packageName && one.name === name);
  if (isThere) {
    throw refused(`The catalog has ${name} already.`, [
      `To list it in another channel: boxcutter catalog promote CATALOG ${shellWord(name)} CHANNEL`,
      `To add it again, take it out first: boxcutter catalog remove CATALOG ${shellWord(name)}`,
    ].join('\n'));
  }
  if (!content.packages.some((one) => one.name === packageName)) throw noPackage(content, packageName);
  const entries = channels.flatMap((channel) => addEntry(content, packageName, channel, name, edges));
  return [...entries, { at: placeFor(content, packageName, 'olm.bundle', name), change: 'new-document', blob }];
}

/**
 * Takes a bundle out: its blob, its entries, and what refers to it. What replaced it now replaces what it replaced.
 */
export function removeBundle(content: CatalogContent, name: string): readonly BlobChange[] {
  const bundle = bundleNamed(content, name);
  const changes: BlobChange[] = [];
  for (const channel of content.channels.filter((one) => one.package === bundle.package)) {
    const gone = channel.entries.findIndex((entry) => entry.name === name);
    const replaced = channel.entries[gone]?.replaces;
    channel.entries.forEach((entry, index) => {
      if (index === gone) return;
      if (entry.replaces === name) changes.push(relinked(channel, index, replaced));
      if (entry.skips.includes(name)) changes.push(...skipDropped(channel, index, entry, name));
    });
    // Behind the others, whose positions it changes.
    if (gone >= 0) changes.push({ at: channel.place, change: 'drop', path: ['entries'], index: gone });
  }
  for (const blob of content.deprecations.filter((one) => one.package === bundle.package)) {
    changes.push(...undeprecated(blob, 'olm.bundle', name));
  }
  return [...changes, { at: bundle.place, change: 'remove-document' }];
}

function relinked({ place }: ChannelBlob, index: number, replaces: string | undefined): BlobChange {
  const path = ['entries', index];
  return replaces === undefined
    ? { at: place, change: 'unset', path, key: 'replaces' }
    : { at: place, change: 'set', path, key: 'replaces', value: replaces };
}

function skipDropped({ place }: ChannelBlob, index: number, { skips }: ChannelEntry, name: string): readonly BlobChange[] {
  if (skips.length === 1) return [{ at: place, change: 'unset', path: ['entries', index], key: 'skips' }];
  return [{ at: place, change: 'drop', path: ['entries', index, 'skips'], index: skips.indexOf(name) }];
}

export function setDefaultChannel(content: CatalogContent, packageName: string, channel: string): readonly BlobChange[] {
  const { place } = packageNamed(content, packageName);
  return [{ at: place, change: 'set', path: [], key: 'defaultChannel', value: channel }];
}

/** An upgrade from one bundle to another, by `replaces` or `skips`. */
export function addEdge(
  content: CatalogContent, { package: packageName, channel: name }: ChannelName, from: string, to: string, kind: 'replaces' | 'skips',
): readonly BlobChange[] {
  const channel = channelNamed(content, packageName, name);
  const index = entryIndex(channel, to);
  const entry = channel.entries[index];
  const [at, path] = [channel.place, ['entries', index]];
  if (kind === 'replaces') {
    if (entry?.replaces !== undefined && entry.replaces !== from) {
      const hint = 'Skip it instead, or remove that edge first.';
      throw refused(`${to} replaces ${entry.replaces} in channel ${name}, and a bundle can replace only one.`, hint);
    }
    return [{ at, change: 'set', path, key: 'replaces', value: from }];
  }
  const skips = entry?.skips ?? [];
  if (skips.includes(from)) throw refused(`${to} skips ${from} in channel ${name} already.`, 'The upgrade is allowed as it is.');
  return skips.length === 0
    ? [{ at, change: 'set', path, key: 'skips', value: [from] }]
    : [{ at, change: 'append', path: [...path, 'skips'], value: from }];
}

/** Which channel of which package. */
export interface ChannelName {
  readonly package: string;
  readonly channel: string;
}

/** The upgrade from one bundle to another goes, whether it replaces or skips; a range stays. */
export function removeEdge(
  content: CatalogContent, { package: packageName, channel: name }: ChannelName, from: string, to: string,
): readonly BlobChange[] {
  const channel = channelNamed(content, packageName, name);
  const index = entryIndex(channel, to);
  const entry = channel.entries[index];
  const changes = entry === undefined ? [] : [
    ...(entry.replaces === from ? [relinked(channel, index, undefined)] : []),
    ...(entry.skips.includes(from) ? skipDropped(channel, index, entry, from) : []),
  ];
  if (changes.length === 0) {
    const edges = entry === undefined ? [] : [...(entry.replaces === undefined ? [] : [entry.replaces]), ...entry.skips];
    throw notThere(`No edge leads from ${from} to ${to} in channel ${name}.`, from, edges, entry?.skipRange === undefined
      ? `Nothing leads to ${to} there.` : `Only the skipRange ${entry.skipRange} leads to it; change that in the file.`);
  }
  return changes;
}

/** Says of a package, a channel or a bundle that it is deprecated; without a message no longer. */
export function deprecate(
  content: CatalogContent, packageName: string, reference: { readonly schema: string; readonly name?: string }, message: string | undefined,
): readonly BlobChange[] {
  packageNamed(content, packageName);
  const blob = content.deprecations.find((one) => one.package === packageName);
  const isSame = (other: typeof reference): boolean => other.schema === reference.schema && other.name === reference.name;
  const index = blob?.entries.findIndex((entry) => isSame(entry.reference)) ?? -1;
  if (message === undefined) {
    const changes = blob === undefined ? [] : undeprecated(blob, reference.schema, reference.name);
    if (changes.length === 0) throw refused(`${reference.name ?? packageName} is not deprecated.`, 'There is nothing to take back.');
    return changes;
  }
  const entry: JsonObject = { reference: { ...reference }, message };
  if (blob === undefined) {
    const made = { schema: 'olm.deprecations', package: packageName, entries: [entry] };
    return [{ at: placeFor(content, packageName, 'olm.deprecations'), change: 'new-document', blob: made }];
  }
  if (index >= 0) return [{ at: blob.place, change: 'set', path: ['entries', index], key: 'message', value: message }];
  return [{ at: blob.place, change: 'append', path: ['entries'], value: entry }];
}

function undeprecated({ entries, place }: DeprecationsBlob, schema: string, name: string | undefined): readonly BlobChange[] {
  const index = entries.findIndex(({ reference }) => reference.schema === schema && reference.name === name);
  if (index < 0) return [];
  return entries.length === 1 ? [{ at: place, change: 'remove-document' }] : [{ at: place, change: 'drop', path: ['entries'], index }];
}

/**
 * Where a new blob of a package goes: behind the last of its kind, or else behind the package. Where every blob of its kind has a file of
 * its own, it gets one, too.
 */
function placeFor(content: CatalogContent, packageName: string, schema: string, name = ''): { readonly file: string } {
  const { packages, channels, bundles, deprecations, others } = content;
  const all = [...packages, ...channels, ...bundles, ...deprecations, ...others];
  const ofPackage = all.filter((one) => (one.schema === 'olm.package' ? one.name : one.package) === packageName);
  const ofKind = ofPackage.filter((one) => one.schema === schema);
  const file = (ofKind.at(-1) ?? ofPackage[0])?.place.file;
  if (file === undefined) throw noPackage(content, packageName);
  const isAlone = (path: string): boolean => all.filter(({ place }) => place.file === path).length === 1;
  const isApart = name !== '' && ofKind.length > 0 && ofKind.every(({ place }) => isAlone(place.file));
  if (!isApart) return { file };
  if (!FILE_NAME.test(name)) {
    throw refused(`Here each ${schema} has a file of its own, and ${JSON.stringify(name)} cannot be the name of one.`, 'Correct the name.');
  }
  return { file: `${file.replace(/[^/]*$/, '')}${name}${/\.[^./]+$/.exec(file)?.[0] ?? '.yaml'}` };
}

/** Names come from bundles of others: they lead to no other folder, hide nothing, and are no option of a command. */
const FILE_NAME = /^[A-Za-z0-9][-A-Za-z0-9._+]{0,200}$/;

function packageNamed(content: CatalogContent, name: string) {
  const found = content.packages.find((one) => one.name === name);
  if (found === undefined) throw noPackage(content, name);
  return found;
}

/** It may be a slip, or a package that is to come. */
function noPackage({ packages }: CatalogContent, name: string): BoxcutterError {
  const begin = `To begin it: boxcutter catalog init ${shellWord(name)} -c CHANNEL > ${shellWord(`CATALOG/${name}.yaml`)}`;
  const near = nearest(name, packages.map((one) => one.name));
  return refused(`The catalog has no package ${name}.`, near === undefined ? begin : `Did you mean ${near}? ${begin}`);
}

/** @throws BoxcutterError `catalog-edit` (input): there is none, or there are several */
export function bundleNamed({ bundles }: CatalogContent, name: string) {
  const found = bundles.filter((one) => one.name === name);
  if (found[0] === undefined) {
    const none = 'It has none; boxcutter catalog add adds one.';
    throw notThere(`The catalog has no bundle ${name}.`, name, bundles.map((one) => one.name), none);
  }
  if (found.length > 1) throw refused(`The catalog has ${name} in several packages.`, 'Edit the files by hand.');
  return found[0];
}

function channelNamed({ channels }: CatalogContent, packageName: string, name: string): ChannelBlob {
  const own = channels.filter((one) => one.package === packageName);
  const found = own.find((one) => one.name === name);
  if (found === undefined) {
    throw notThere(`Package ${packageName} has no channel ${name}.`, name, own.map((one) => one.name), 'It has none.');
  }
  return found;
}

function entryIndex({ entries, name }: ChannelBlob, bundle: string): number {
  const index = entries.findIndex((entry) => entry.name === bundle);
  if (index < 0) {
    const names = entries.map((entry) => entry.name);
    throw notThere(`Channel ${name} does not have ${bundle}.`, bundle, names, 'It has none.');
  }
  return index;
}
