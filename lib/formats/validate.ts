/** The rules of formats about what a bundle holds. */
import type { Issue } from '../issue';
import type { BundleFiles } from './bundle';
import { type Bundle, formatOf } from './list';

/** All that is wrong with the content of a bundle by the rules of its format; only registry+v1 has some (docs/bundles.md). */
export function validateBundle(bundle: Bundle): Issue[] {
  return [...formatOf(bundle).validate(bundle)];
}

/**
 * Advice to the author of a registry+v1 bundle, all of it warnings: how the package presents itself, and what makes trouble in a cluster.
 * Reading a bundle does not give it.
 *
 * @param files those of the bundle, to look at their size too
 */
export function lintBundle(bundle: Bundle, files?: BundleFiles): Issue[] {
  return [...formatOf(bundle).advise(bundle, files)];
}
