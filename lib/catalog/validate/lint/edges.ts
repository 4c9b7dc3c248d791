/** Advice about upgrade edges. */
import { compareVersionReleases, isInSkipRange, parseSkipRange, type SemanticVersion, type VersionRelease } from '../../../semver';
import type { ChannelBlob } from '../../model/blob';
import { entriesOf } from '../packages';
import type { Report } from '../report';

export type VersionOf = (bundle: string) => VersionRelease | undefined;

/** Versions that are held against ranges before it is given up, in all channels together: entries may be many, and all have ranges. */
export const MOST_COMPARISONS = 20_000_000;

/**
 * @param head absent: the channel has none, or several
 * @param budget what is left of the comparisons
 */
export function adviseEdges(
  channel: ChannelBlob, head: string | undefined, versionOf: VersionOf, budget: { comparisons: number }, report: Report,
): void {
  adviseDowngrades(channel, versionOf, report);
  if (head === undefined) return;
  const reaching = whatReaches(channel, head, versionOf, budget);
  if (reaching === undefined) return;
  channel.entries.forEach(({ name }, index) => {
    if (name === '' || reaching.has(name)) return;
    report('catalog-dead-end', { package: channel.package, channel: channel.name, bundle: name, head }, channel.place, ['entries', index]);
  });
}

function adviseDowngrades(channel: ChannelBlob, versionOf: VersionOf, report: Report): void {
  channel.entries.forEach(({ name, replaces, skips }, index) => {
    const own = versionOf(name);
    if (own === undefined) return;
    const about = { package: channel.package, channel: channel.name, bundle: name };
    const isNewer = (other: string): boolean => {
      const version = versionOf(other);
      return version !== undefined && compareVersionReleases(version, own) > 0;
    };
    if (replaces !== undefined && isNewer(replaces)) {
      report('catalog-downgrade', { ...about, from: replaces, by: 'replaces' }, channel.place, ['entries', index, 'replaces']);
    }
    skips.forEach((skip, at) => {
      if (isNewer(skip)) report('catalog-downgrade', { ...about, from: skip, by: 'skips' }, channel.place, ['entries', index, 'skips', at]);
    });
  });
}

/** Names of bundles from which upgrades lead to the head, in one step or several. Undefined: it would take too long to tell. */
function whatReaches(
  channel: ChannelBlob, head: string, versionOf: VersionOf, budget: { comparisons: number },
): ReadonlySet<string> | undefined {
  const entries = entriesOf(channel);
  const reaching = new Set([head]);
  /** Those of which it is not known. */
  const others = new Map<string, SemanticVersion | undefined>([...entries.keys()].map((name) => [name, versionOf(name)?.version]));
  others.delete(head);
  const pending = [head];
  const add = (name: string): void => {
    if (reaching.has(name)) return;
    reaching.add(name);
    others.delete(name);
    pending.push(name);
  };
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const entry = entries.get(next);
    if (entry === undefined) continue;
    if (entry.replaces !== undefined) add(entry.replaces);
    entry.skips.forEach(add);
    const read = entry.skipRange === undefined ? undefined : parseSkipRange(entry.skipRange);
    if (read === undefined || 'problem' in read) continue;
    budget.comparisons -= others.size;
    if (budget.comparisons < 0) return undefined;
    for (const [name, version] of [...others]) if (version !== undefined && isInSkipRange(read.range, version)) add(name);
  }
  return reaching;
}
