/** What is wrong with a revision that somebody wrote by hand, or changed: against its own CRD, and each of its objects against its schema. */
import type { JsonObject, KubeObject, ResolvedRevision } from '../../api';
import { checkOwnKind } from '../../kinds';
import { checkObjects, type Finding } from '../../schema';
import type { LoadedObject } from '../../yaml';
import type { LoadedRevision } from '../source';

/** What the API server would refuse of the ClusterExtensionRevision itself: unknown fields, values that are none of those allowed, rules. */
export function checkManifest({ document, origin }: LoadedRevision): readonly Finding[] {
  return checkOwnKind(document, origin).filter(isError);
}

/**
 * What is wrong with the objects, in its phases or in Secrets beside it. Which kinds there are is for the cluster to say: a revision may have
 * been compiled for another version than those of our schemas.
 * @param kubernetesVersion whose schemas they are checked against; absent: the newest
 */
export function checkContent(
  { manifest: { spec }, origin }: LoadedRevision,
  { phases }: ResolvedRevision,
  secrets: readonly LoadedObject[],
  kubernetesVersion: string | undefined,
): readonly Finding[] {
  const places = new Map<string, Place>();
  const inputs = phases.flatMap((phase, p) => phase.objects.map(({ object }, o) => {
    const key = `${p}/${o}`;
    const ref = spec.phases[p]?.objects[o]?.ref;
    const path = `spec.phases[${p}].objects[${o}].object`;
    places.set(key, ref === undefined ? { origin, path } : { origin: `${originOf(ref, secrets) ?? origin} (key ${ref.key})` });
    return { object: object as unknown as JsonObject, origin: key };
  }));
  const findings = checkObjects(inputs, kubernetesVersion === undefined ? {} : { kubernetesVersion });
  return findings.filter((finding) => isError(finding) && finding.code !== 'unknown-kind').map((finding) => placed(finding, places));
}

/** Where an object stands: in the document of the revision, or in that of a Secret. */
interface Place {
  readonly origin: string;
  /** Of the object within the document. */
  readonly path?: string;
}

function placed(finding: Finding, places: ReadonlyMap<string, Place>): Finding {
  const place = places.get(finding.origin ?? '');
  if (place === undefined) return finding;
  const { origin, path } = place;
  const below = finding.path === '' || finding.path.startsWith('[') ? finding.path : `.${finding.path}`;
  return { ...finding, origin, path: path === undefined ? finding.path : `${path}${below}` };
}

function originOf({ name, namespace }: { readonly name: string; readonly namespace?: string }, secrets: readonly LoadedObject[]): string | undefined {
  return secrets.find(({ manifest }) => {
    const { metadata } = manifest as unknown as KubeObject;
    return metadata.name === name && (namespace === undefined || metadata.namespace === namespace);
  })?.origin;
}

function isError({ severity }: Finding): boolean {
  return severity === 'error';
}
