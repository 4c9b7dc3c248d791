/**
 * A version of a bundle: a semantic version, and the release of the package of that version. Of two bundles the one with the higher
 * version is newer; with the same version, that with a release is newer than that without, and releases compare as pre-releases do.
 * Build metadata takes no part in comparing.
 *
 * Source: operator-registry, version and release of `olm.package`.
 */
import { compareIdentifiers, parse } from 'semver';
import type { SemanticVersion } from './semantic-version';
import { defined } from '../defined';
import { releaseProblem } from './release';
import { isVersion } from './strict-version';

export interface VersionRelease {
  /** Strict: three numbers, no leading `v`, no leading zeros. */
  readonly version: SemanticVersion;
  /** Up to 20 characters, written like a pre-release: `2`, `rc.1`. */
  readonly release?: string;
}

/** Undefined: the version is no semantic version, or the release is none. */
export function versionRelease(version: string, release?: string): VersionRelease | undefined {
  if (!isVersion(version) || (release !== undefined && releaseProblem(release) !== undefined)) return undefined;
  const parsed = parse(version);
  return parsed === null ? undefined : { version: parsed, ...defined({ release }) };
}

/** Below 0: `a` is older. */
export function compareVersionReleases(a: VersionRelease, b: VersionRelease): number {
  return a.version.compare(b.version) || compareReleases(a.release, b.release);
}

/** For sorting: the newest first, what has no version that is known last. */
export function newestFirst(a: VersionRelease | undefined, b: VersionRelease | undefined): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  return compareVersionReleases(b, a);
}

function compareReleases(a: string | undefined, b: string | undefined): number {
  if (a === undefined || b === undefined) return Number(a !== undefined) - Number(b !== undefined);
  const [left, right] = [a.split('.'), b.split('.')];
  for (const [index, part] of left.entries()) {
    const other = right[index];
    if (other === undefined) return 1;
    const order = compareIdentifiers(part, other);
    if (order !== 0) return order;
  }
  return left.length - right.length;
}

/** `1.2.3+build`, with `-2` behind it where there is a release 2. */
export function formatVersionRelease({ version, release }: VersionRelease): string {
  return release === undefined ? version.raw : `${version.raw}-${release}`;
}

/** How a version is written within the name of an object: lower case, `-` for `+`, and the release behind it. */
export function nameOfVersion(version: string, release?: string): string {
  return [version.toLowerCase().replaceAll('+', '-'), ...(release === undefined ? [] : [release.toLowerCase()])].join('-');
}
