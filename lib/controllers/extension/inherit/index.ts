/**
 * Extensions that operator-controller of upstream has installed, by Helm or as ClusterObjectSets, go on under these controllers
 * (lib/adoption). Its ClusterExtensionRevisions need nothing: they are revisions.
 */
import type { Outcome } from '../outcome';
import type { LiveExtension, LiveRevision } from '../revision-facts';
import { inheritObjectSets, type ObjectSets } from './object-sets';
import { inheritRelease, type ReleasePlace } from './release';

export { ObjectSets } from './object-sets';
export { extensionOfRelease } from './release';

export interface InheritedPlace extends ReleasePlace {
  readonly objectSets: ObjectSets;
}

/**
 * @returns what is reported meanwhile; undefined: it is done, or there is nothing
 * @throws BoxcutterError as each of them
 */
export async function inherited(
  extension: LiveExtension, revisions: readonly LiveRevision[], place: InheritedPlace,
): Promise<Outcome | undefined> {
  const sets = place.objectSets.of(extension.metadata.uid ?? '');
  // A release that is left beside them is older: operator-controller keeps those that it has moved from.
  return sets.length > 0 ? inheritObjectSets(extension, sets, revisions, place) : inheritRelease(extension, revisions, place);
}
