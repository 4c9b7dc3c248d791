import type { KubeObject, ManagedFieldsEntry } from '../../api';
import { formatPointer } from '../../issue';
import { applyEntry } from '../fields';
import type { JsonPatchOperation } from '../ports';
import { holdsLabel, holdsMark } from './evidence';
import { handedBack, marksFor } from './hand-back';
import { annotationOwners } from './owner-annotation';
import type { OwnerContext } from './owner-context';
import { ownershipOf, type Ownership } from './ownership';
import { isOwnUid } from './stamp';

/**
 * The patch that lets an object go: our owner entry, revision number, labels and managed fields go, its content stays.
 * Not done by applying an empty configuration: the server would delete every value that only we own.
 * Where the owner context names the next manager, our entry becomes its instead (`handBack`).
 * Only what is written in our name goes: where a newer revision of ours, or another owner with the same field manager, controls the object
 * now, all but our owner entry is theirs.
 * The tests on uid and resourceVersion make it a compare-and-swap.
 */
export function releasePatch(live: KubeObject, context: OwnerContext, labels: readonly string[]): readonly JsonPatchOperation[] {
  const { metadata } = live;
  const { strategy, revisionAnnotation, fieldManager } = context;
  const ownership = ownershipOf(live, context);
  const handedOver = ownership.relation === 'sibling';
  const patch: JsonPatchOperation[] = [
    { op: 'test', path: '/metadata/uid', value: metadata.uid },
    { op: 'test', path: '/metadata/resourceVersion', value: metadata.resourceVersion },
  ];
  if (strategy.type === 'annotation' && metadata.annotations?.[strategy.annotation] !== undefined) {
    const stays = (uid: string): boolean => !isOwnUid(uid, context) && (handedOver || !context.siblings.includes(uid));
    const others = annotationOwners(live, strategy.annotation).filter(({ uid }) => stays(uid));
    const path = formatPointer(['metadata', 'annotations', strategy.annotation]);
    patch.push(others.length === 0 ? { op: 'remove', path } : { op: 'replace', path, value: JSON.stringify(others) });
  }
  const references = metadata.ownerReferences?.filter(({ uid }) => !isOwnUid(uid, context));
  if (references !== undefined && references.length !== metadata.ownerReferences?.length) {
    patch.push({ op: 'replace', path: '/metadata/ownerReferences', value: references });
  }
  const ours = applyEntry(live, fieldManager);
  if (handedOver || isTheirs(ours, ownership, context)) return patch;
  if (revisionAnnotation !== undefined && metadata.annotations?.[revisionAnnotation] !== undefined) {
    patch.push({ op: 'remove', path: formatPointer(['metadata', 'annotations', revisionAnnotation]) });
  }
  // What another owner has written over since is the other's.
  const isOurs = (label: string): boolean => ownership.relation !== 'other' || (ours !== undefined && holdsLabel(ours, label));
  for (const label of labels) {
    if (metadata.labels?.[label] === undefined || !isOurs(label)) continue;
    patch.push({ op: 'remove', path: formatPointer(['metadata', 'labels', label]) });
  }
  const next = context.handBack?.(live);
  if (next !== undefined) patch.push(...marksFor(live, next));
  if (next !== undefined && ours !== undefined) {
    const mark = strategy.type === 'annotation' ? [strategy.annotation] : [];
    const annotations = [...mark, ...(next.withoutAnnotations ?? []), revisionAnnotation ?? []].flat();
    const value = handedBack(metadata.managedFields ?? [], ours, next, { labels, annotations });
    return [...patch, { op: 'replace', path: '/metadata/managedFields', value }];
  }
  const fields = metadata.managedFields?.filter(({ manager, operation }) => manager !== fieldManager || operation !== 'Apply');
  if (fields !== undefined && fields.length !== metadata.managedFields?.length) {
    // An empty list would reset all tracking; one empty entry means "no field has an owner" (API conventions, server-side apply).
    patch.push({ op: 'replace', path: '/metadata/managedFields', value: fields.length === 0 ? [{}] : fields });
  }
  return patch;
}

/** Another owner controls the object, and its mark stands in the entry of our field manager: both use the same one, so the entry is its. */
function isTheirs(entry: ManagedFieldsEntry | undefined, { relation, controller }: Ownership, context: OwnerContext): boolean {
  return relation === 'other' && entry !== undefined && holdsMark(entry, context, controller?.uid);
}
