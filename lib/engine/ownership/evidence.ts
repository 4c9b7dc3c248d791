/**
 * Did we write this object? Its mark alone proves nothing: a client that copies an object copies its annotations, labels and owner
 * references along. What the server itself writes down does: an entry of our field manager. A copy that is created has none, because the
 * server drops the managed fields of what is created. One that is put over an existing object may have it, but then it is mostly from a
 * time before the object itself. What we wrote may have lost its entry (another client may wipe managed fields): then its uid on our
 * record shows that it is ours.
 */
import type { KubeObject, ManagedFieldsEntry } from '../../api';
import { at, type FieldSet } from '../fields';
import type { OwnerContext } from './owner-context';

/** An entry of our field manager, that is not of a subresource. Of those by Update only one that holds the mark was written with it. */
export function isWrittenByUs(live: KubeObject, context: OwnerContext): boolean {
  return (live.metadata.managedFields ?? []).some((entry) =>
    entry.manager === context.fieldManager && (entry.subresource ?? '') === '' && !isOlder(entry, live)
    && (entry.operation === 'Apply' || holdsMark(entry, context)));
}

/** Does the entry hold what marks an object as managed: the annotation, or the reference to this owner? */
export function holdsMark(entry: ManagedFieldsEntry, { owner, strategy, revisionAnnotation }: OwnerContext, uid = owner?.uid): boolean {
  if (owner !== undefined && strategy.type === 'native') return uid !== undefined && holdsReference(entry, uid);
  const annotation = owner !== undefined && strategy.type === 'annotation' ? strategy.annotation : revisionAnnotation;
  return annotation !== undefined && holds(entry, 'f:annotations', `f:${annotation}`);
}

export function holdsLabel(entry: ManagedFieldsEntry, label: string): boolean {
  return holds(entry, 'f:labels', `f:${label}`);
}

export function holdsReference({ fieldsV1 }: ManagedFieldsEntry, uid: string): boolean {
  const references = at((fieldsV1 ?? {}) as FieldSet, ['f:metadata', 'f:ownerReferences']) ?? {};
  return Object.keys(references).some((key) => key.includes(`"${uid}"`));
}

function holds({ fieldsV1 }: ManagedFieldsEntry, ...path: readonly string[]): boolean {
  return at((fieldsV1 ?? {}) as FieldSet, ['f:metadata', ...path]) !== undefined;
}

/** The server notes the fields of a create a little before the object itself: admission comes in between. */
const LONGEST_REQUEST_MS = 60_000;

/** From before the object was made: it was written for another one. */
function isOlder({ time }: ManagedFieldsEntry, { metadata: { creationTimestamp } }: KubeObject): boolean {
  return time !== undefined && Date.parse(time) + LONGEST_REQUEST_MS < Date.parse(creationTimestamp ?? '');
}
