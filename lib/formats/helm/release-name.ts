/** Names of releases, from which charts make names of objects. */
import { isDnsSubdomain } from '../../api';
import { sha256 } from '../../api/canonical-json';

/** helm takes no longer one: charts add to it, and most names have 63 characters at most. */
export const RELEASE_NAME_LENGTH = 53;
const HASH_LENGTH = 8;

/**
 * The name itself where helm takes it; a longer one is cut, with a hash at its end so that two do not become the same. Always the same for
 * the same name, since it is part of the names of objects.
 */
export function releaseNameOf(name: string): string {
  if (name.length <= RELEASE_NAME_LENGTH) return name;
  const start = name.slice(0, RELEASE_NAME_LENGTH - HASH_LENGTH - 1).replace(/[^a-z0-9]+$/, '');
  return `${start}-${sha256(name).toString('hex').slice(0, HASH_LENGTH)}`;
}

/** Whether a name is one for a release, by helm's rule. */
export function isReleaseName(name: string): boolean {
  return isDnsSubdomain(name) && name.length <= RELEASE_NAME_LENGTH;
}
