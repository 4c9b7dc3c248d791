/** Whether there is to be a new version, and which older ones go. Pure. */
import { defined } from '../../../defined';
import { revisionName, type ComponentSource, type Substitution } from '../../../capi';
import type { ConfigStatus, Version } from '../model';

/** Versions that a status may have. */
export const MOST_VERSIONS = 16;

/** What the release and the configuration want now. */
export interface Wanted {
  readonly release: string;
  readonly contentId: string;
  readonly unmanaged: readonly string[];
  readonly substitutions: readonly Substitution[];
  readonly components: readonly { readonly name: string; readonly source: ComponentSource }[];
}

export type VersionStep =
  /** The newest version is what is wanted. `leave`: older ones whose time is over; empty: none, or not yet. */
  | { readonly type: 'keep'; readonly leave: readonly Version[] }
  | { readonly type: 'make'; readonly version: Version }
  /** There are as many as a status may have. */
  | { readonly type: 'full' };

/** @param versions newest first */
export function versionStep(wanted: Wanted, versions: readonly Version[], currentVersion: string | undefined): VersionStep {
  const [newest, ...older] = versions;
  const isWanted = newest?.contentID === wanted.contentId && isSameList(newest.unmanagedCRDs ?? [], wanted.unmanaged);
  if (newest === undefined || !isWanted) {
    return versions.length >= MOST_VERSIONS ? { type: 'full' } : { type: 'make', version: versionOf(wanted, (newest?.revision ?? 0) + 1) };
  }
  return { type: 'keep', leave: currentVersion === newest.name ? older : [] };
}

/** The same under the next number: the name of its own is that of a ConfigMap of another client. */
export function renumbered(version: Version, release: string): Version {
  const revision = version.revision + 1;
  return { ...version, name: revisionName(release, revision), revision };
}

function versionOf({ release, contentId, unmanaged, substitutions, components }: Wanted, revision: number): Version {
  return {
    name: revisionName(release, revision), revision, contentID: contentId,
    ...defined({
      unmanagedCRDs: unmanaged.length === 0 ? undefined : [...unmanaged],
      manifestSubstitutions: substitutions.length === 0 ? undefined : substitutions.map(({ key, value }) => ({ key, value })),
      components: components.length === 0 ? undefined : components.map(({ name, source }) => ({ name, ...source })),
    }),
  } as Version;
}

/** The status with these versions. Nothing of it is written by the installer but `currentVersion`. */
export function statusWith(versions: readonly Version[], generation: number | undefined, before: ConfigStatus | undefined): ConfigStatus {
  const sorted = [...versions].sort((a, b) => b.revision - a.revision);
  const current = sorted.some(({ name }) => name === before?.currentVersion) ? before?.currentVersion : undefined;
  return {
    ...defined({ currentVersion: current, observedRevisionGeneration: generation }),
    ...(sorted[0] === undefined ? {} : { desiredVersion: sorted[0].name, versions: sorted }),
  } as ConfigStatus;
}

function isSameList(a: readonly string[], b: readonly string[]): boolean {
  return [...a].sort().join() === [...b].sort().join();
}
