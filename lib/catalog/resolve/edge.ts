/**
 * Upgrade edges of OLMv1: one hop. A bundle may follow the installed one when an entry of it, in a channel that counts, replaces the
 * installed bundle by name, skips it by name, or has its version in the skipRange; and the installed version may stay. The installed bundle
 * need not be in the catalog, and the graph need not be valid.
 */
import {
  compareVersionReleases, isInSkipRange, parseSkipRange, type SkipRange, versionRelease, type VersionRelease, withLegacyRelease,
} from '../../semver';
import type { ChannelEntry } from '../model/blob';
import type { CatalogChannel } from '../model/catalog';
import type { InstalledBundle } from './installed-bundle';

/** Why a bundle may follow the installed one. */
export type Edge =
  /** It is the installed version. */
  | { readonly by: 'same-version' }
  | { readonly by: 'replaces' | 'skips'; readonly channel: string }
  | { readonly by: 'skipRange'; readonly channel: string; readonly range: string };

/** The installed bundle with its version parsed. */
export interface Installed {
  readonly bundle: InstalledBundle;
  /** With the release that may be in its build metadata. */
  readonly version: VersionRelease;
}

/** Undefined: its version is no semantic version, so nothing can be said of edges. */
export function installedOf(bundle: InstalledBundle): Installed | undefined {
  const version = versionRelease(bundle.version, bundle.release === '' ? undefined : bundle.release);
  return version === undefined ? undefined : { bundle, version: withLegacyRelease(version) };
}

/** @param channels those that count and list the bundle */
export function edgeTo(
  name: string, version: VersionRelease, channels: readonly CatalogChannel[], installed: Installed,
): Edge | undefined {
  for (const { name: channel, entries } of channels) {
    const entry = entries.get(name);
    const edge = entry && edgeOf(entry, channel, installed);
    if (edge !== undefined) return edge;
  }
  return compareVersionReleases(version, installed.version) === 0 ? { by: 'same-version' } : undefined;
}

function edgeOf({ replaces, skips, skipRange }: ChannelEntry, channel: string, { bundle, version }: Installed): Edge | undefined {
  if (replaces === bundle.name) return { by: 'replaces', channel };
  if (skips.includes(bundle.name)) return { by: 'skips', channel };
  const range = skipRange === undefined || skipRange === '' ? undefined : rangeOf(skipRange);
  return range !== undefined && isInSkipRange(range, version.version) ? { by: 'skipRange', channel, range: range.text } : undefined;
}

/** Undefined: it cannot be read, and then it is no edge. */
function rangeOf(text: string): SkipRange | undefined {
  const parsed = parseSkipRange(text);
  return 'range' in parsed ? parsed.range : undefined;
}
