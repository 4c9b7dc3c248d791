/** A version that is there, or was there before, and that a catalog has published again. */
import { type Choice, isSame } from './choose-bundle';
import type { RevisionBundle, RevisionStates } from './revision-facts';
import { markerOfReturn } from './rollback';

/** What is installed is not installed anew because its version was published again. @returns undefined: it was not */
export function republished(found: RevisionBundle, made: RevisionBundle | undefined): string | undefined {
  if (made === undefined || !isSame(found, made) || maybeSameImage(found.reference, made.reference)) return undefined;
  return `The catalog has another image for version ${found.version} now (${found.reference}); what is installed stays as it is.`;
}

/** The same version from the image that it was made of, at its present address where a catalog names it by digest. */
export function asStanding(found: RevisionBundle, made: RevisionBundle): RevisionBundle {
  const [now, then] = [digestOf(found.reference), digestOf(made.reference)];
  // Of a revision that others made, no digest may be known: then the one of the catalog is better than a tag, or nothing.
  if (then === undefined && made.content === undefined) return now === undefined && made.reference !== undefined ? made : found;
  return now !== undefined && now === then ? found : made;
}

/** A version that comes back is what it was: a catalog may have something else under its name, and the history would call it the same. */
export function asItWas(choice: Choice, states: RevisionStates): Choice {
  if (choice.type === 'none') return choice;
  const number = markerOfReturn(states, choice.bundle)?.of;
  const made = states.all.find((one) => one.number === number)?.bundle;
  return made === undefined ? choice : { ...choice, bundle: asStanding(choice.bundle, made) };
}

/** A revision names its image by digest; a catalog may name it by tag, which says nothing about what it was then. */
function maybeSameImage(said: string | undefined, made: string | undefined): boolean {
  const [now, then] = [digestOf(said), digestOf(made)];
  return now === undefined || then === undefined || now === then;
}

function digestOf(reference: string | undefined): string | undefined {
  return reference?.includes('@') === true ? reference.slice(reference.indexOf('@')) : undefined;
}
