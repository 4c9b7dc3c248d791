/** A version that a catalog has published again, with another image. */
import { isSame } from './choose-bundle';
import type { RevisionBundle } from './revision-facts';

/** What is installed is not installed anew because its version was published again. @returns undefined: it was not */
export function republished(found: RevisionBundle, made: RevisionBundle | undefined): string | undefined {
  if (made === undefined || !isSame(found, made) || isSameImage(found.reference, made.reference)) return undefined;
  return `The catalog has another image for version ${found.version} now (${found.reference}); what is installed stays as it is.`;
}

/** A revision names its image by digest; a catalog may name it by tag, which says nothing about what it was then. */
function isSameImage(said: string | undefined, made: string | undefined): boolean {
  if (said === undefined || made === undefined || !said.includes('@')) return true;
  return said.slice(said.indexOf('@')) === made.slice(made.indexOf('@'));
}
