/**
 * Channels and upgrade edges that follow from versions alone (`olm.semver`). In each minor version only the newest bundle has edges: it
 * replaces the newest of the minor version before, and skips everything else that is older and of the same major version. Nothing crosses
 * major versions. Source: opm, render-template semver.
 */
import { defined } from '../../defined';
import { compareBytes } from '../../api/canonical-json';
import { compareVersionReleases, type VersionRelease } from '../../semver';

/** The streams of a template, from the least to the most mature. */
export const ARCHETYPES = ['candidate', 'fast', 'stable'] as const;
export type Archetype = (typeof ARCHETYPES)[number];

export type ChannelKind = 'major' | 'minor';

export interface VersionedBundle {
  readonly name: string;
  readonly version: VersionRelease;
}

export interface SemverChannel {
  /** `stable-v1`, `stable-v1.2` */
  readonly name: string;
  readonly archetype: Archetype;
  readonly kind: ChannelKind;
  /** Oldest first. */
  readonly entries: readonly SemverEntry[];
  /** The newest bundle of the channel. */
  readonly head: VersionedBundle;
}

export interface SemverEntry {
  readonly name: string;
  readonly replaces?: string;
  readonly skips?: readonly string[];
}

/** The channels of one stream, by name. */
export function semverChannels(
  archetype: Archetype, bundles: readonly VersionedBundle[], kinds: readonly ChannelKind[],
): readonly SemverChannel[] {
  const ascending = [...bundles].sort((a, b) => compareVersionReleases(a.version, b.version));
  const entries = new Map(ascending.map((bundle) => [bundle.name, entryOf(bundle, ascending)]));
  return kinds.flatMap((kind) => {
    const channels = groupBy(ascending, (bundle) => `${archetype}-v${suffixOf(bundle, kind)}`);
    return [...channels].flatMap(([name, members]): readonly SemverChannel[] => {
      const head = members.at(-1);
      const own = members.map((bundle) => entries.get(bundle.name) ?? { name: bundle.name });
      return head === undefined ? [] : [{ name, archetype, kind, entries: own, head }];
    });
  });
}

function entryOf(bundle: VersionedBundle, ascending: readonly VersionedBundle[]): SemverEntry {
  const ofMajor = ascending.filter((other) => suffixOf(other, 'major') === suffixOf(bundle, 'major'));
  const ofMinor = ofMajor.filter((other) => suffixOf(other, 'minor') === suffixOf(bundle, 'minor'));
  if (ofMinor.at(-1) !== bundle) return { name: bundle.name };
  const before = ofMajor.slice(0, ofMajor.indexOf(bundle));
  const replaced = before.filter((other) => !ofMinor.includes(other)).at(-1);
  const skips = before.filter((other) => other !== replaced).map(({ name }) => name).sort(compareBytes);
  return { name: bundle.name, ...defined({ replaces: replaced?.name, skips: skips.length === 0 ? undefined : skips }) };
}

/** `1`, `1.2` */
function suffixOf({ version: { version } }: VersionedBundle, kind: ChannelKind): string {
  return kind === 'major' ? String(version.major) : `${version.major}.${version.minor}`;
}

/** The channel that is taken by who names none: of the most mature stream, of the kind that is preferred, the newest. */
export function defaultChannel(channels: readonly SemverChannel[], preference: ChannelKind): SemverChannel | undefined {
  const better = (a: SemverChannel, b: SemverChannel): number => ARCHETYPES.indexOf(a.archetype) - ARCHETYPES.indexOf(b.archetype)
    || Number(a.kind === preference) - Number(b.kind === preference)
    || compareVersionReleases(a.head.version, b.head.version);
  return [...channels].sort(better).at(-1);
}

function groupBy<T>(list: readonly T[], keyOf: (one: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const one of list) {
    const group = groups.get(keyOf(one));
    if (group === undefined) groups.set(keyOf(one), [one]);
    else group.push(one);
  }
  return groups;
}
