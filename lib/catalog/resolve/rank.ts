/** Which of two candidates is better. */
import { compareBytes } from '../../api/canonical-json';
import { newestFirst } from '../../semver';
import type { Judged } from './eligibility';

/**
 * Below 0: `a` is better. What is not deprecated comes before what is, then the catalog's priority counts, then version and release. The
 * rest makes the order the same every time: name of the bundle, name of the catalog.
 */
export function compareCandidates(a: Judged, b: Judged): number {
  return Number(isDeprecated(a)) - Number(isDeprecated(b))
    || b.priority - a.priority
    || newestFirst(a.version, b.version)
    || compareBytes(a.bundle.name, b.bundle.name)
    || compareBytes(a.catalog, b.catalog);
}

export function isDeprecated({ bundle }: Pick<Judged, 'bundle'>): boolean {
  return bundle.deprecation !== undefined;
}
