/** Which of two candidates is better. */
import { compareVersionReleases, type VersionRelease } from '../versions/version-release';
import type { Judged } from './eligibility';

/**
 * Below 0: `a` is better. What is not deprecated comes before what is, then the catalog's priority counts, then version and release. The
 * rest makes the order the same every time: name of the bundle, name of the catalog.
 */
export function compareCandidates(a: Judged, b: Judged): number {
  return Number(isDeprecated(a)) - Number(isDeprecated(b))
    || b.priority - a.priority
    || newerFirst(a.version, b.version)
    || compareText(a.bundle.name, b.bundle.name)
    || compareText(a.catalog, b.catalog);
}

export function isDeprecated({ bundle }: Pick<Judged, 'bundle'>): boolean {
  return bundle.deprecation !== undefined;
}

function newerFirst(a: VersionRelease | undefined, b: VersionRelease | undefined): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  return compareVersionReleases(b, a);
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
