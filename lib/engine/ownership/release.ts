import type { KubeObject } from '../../api';
import type { JsonPatchOperation } from '../ports';
import { annotationOwners, isOwnUid, ownershipOf, type OwnerContext } from './ownership';

/**
 * The patch that lets an object go: our owner entry, revision number, labels and managed fields go, its content stays.
 * Not done by applying an empty configuration: the server would delete every value that only we own.
 * Where a newer revision of ours has it, all of that is the newer one's, and only our owner entry goes.
 * The tests on uid and resourceVersion make it a compare-and-swap.
 */
export function releasePatch(live: KubeObject, context: OwnerContext, labels: readonly string[]): readonly JsonPatchOperation[] {
  const { metadata } = live;
  const patch: JsonPatchOperation[] = [
    { op: 'test', path: '/metadata/uid', value: metadata.uid },
    { op: 'test', path: '/metadata/resourceVersion', value: metadata.resourceVersion },
  ];
  const { strategy, revisionAnnotation, fieldManager } = context;
  const handedOver = ownershipOf(live, context).relation === 'sibling';
  if (strategy.type === 'annotation' && metadata.annotations?.[strategy.annotation] !== undefined) {
    const stays = (uid: string): boolean => !isOwnUid(uid, context) && (handedOver || !context.siblings.includes(uid));
    const others = annotationOwners(live, strategy.annotation).filter(({ uid }) => stays(uid));
    const path = `/metadata/annotations/${escape(strategy.annotation)}`;
    patch.push(others.length === 0 ? { op: 'remove', path } : { op: 'replace', path, value: JSON.stringify(others) });
  }
  const references = metadata.ownerReferences?.filter(({ uid }) => !isOwnUid(uid, context));
  if (references !== undefined && references.length !== metadata.ownerReferences?.length) {
    patch.push({ op: 'replace', path: '/metadata/ownerReferences', value: references });
  }
  if (handedOver) return patch;
  if (revisionAnnotation !== undefined && metadata.annotations?.[revisionAnnotation] !== undefined) {
    patch.push({ op: 'remove', path: `/metadata/annotations/${escape(revisionAnnotation)}` });
  }
  for (const label of labels) {
    if (metadata.labels?.[label] !== undefined) patch.push({ op: 'remove', path: `/metadata/labels/${escape(label)}` });
  }
  const fields = metadata.managedFields?.filter(({ manager, operation }) => manager !== fieldManager || operation !== 'Apply');
  if (fields !== undefined && fields.length !== metadata.managedFields?.length) {
    // An empty list would reset all tracking; one empty entry means "nobody owns anything" (API conventions, server-side apply).
    patch.push({ op: 'replace', path: '/metadata/managedFields', value: fields.length === 0 ? [{}] : fields });
  }
  return patch;
}

function escape(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}
