/** What is wrong with a revision that was written by hand, or changed: against its own CRD, and each of its objects against its schema. */
import type { JsonObject, ResolvedRevision } from '../../api';
import { defined } from '../../defined';
import { isError, type Issue, type Origin, type Segment } from '../../issue';
import { checkOwnKind } from '../../kinds';
import { checkObjects } from '../../schema';
import type { LoadedObject } from '../../yaml';
import type { LoadedRevision } from '../source';
import { type ContentRef, refersTo } from './content-refs';

/**
 * What the API server would refuse of the ClusterExtensionRevision itself: unknown fields, values that are none of those allowed, rules.
 */
export function checkManifest({ document, origin }: LoadedRevision): readonly Issue[] {
  return checkOwnKind(document, origin)
    .filter(isError);
}

/**
 * What is wrong with the objects, in its phases or in Secrets beside it. Which kinds there are is for the cluster to say: a revision may
 * have been compiled for another version than those of our schemas.
 * @param kubernetesVersion whose schemas they are checked against; absent: the newest
 * @throws BoxcutterError `kubernetes-version-unsupported` (input)
 */
export function checkContent(
  { manifest: { spec }, origin }: LoadedRevision,
  { phases }: ResolvedRevision,
  secrets: readonly LoadedObject[],
  kubernetesVersion: string | undefined,
): readonly Issue[] {
  /** Of each object: the way to it within its document. */
  const ways = new Map<Origin, readonly Segment[]>();
  const inputs = phases.flatMap((phase, p) => phase.objects.map(({ object }, o) => {
    const ref = spec.phases[p]?.objects[o]?.ref;
    // Each has an origin of its own, by which it is known again.
    const place = { ...(ref === undefined ? origin : originOf(ref, secrets) ?? origin) };
    ways.set(place, ref === undefined ? ['spec', 'phases', p, 'objects', o, 'object'] : []);
    return { object: object as unknown as JsonObject, origin: place };
  }));
  const issues = checkObjects(inputs, defined({ kubernetesVersion }));
  const placed = ({ origin: at, path, ...issue }: Issue): Issue => {
    const way = at === undefined ? [] : ways.get(at) ?? [];
    return { ...issue, path: [...way, ...path], ...(at === undefined ? {} : { origin: at }) };
  };
  return issues
    .filter(({ severity, code }) => severity === 'error' && code !== 'unknown-kind')
    .map(placed);
}

function originOf(ref: ContentRef, secrets: readonly LoadedObject[]): Origin | undefined {
  return secrets.find(({ manifest }) => refersTo(ref, manifest))?.origin;
}
