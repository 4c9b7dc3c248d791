/**
 * Did we write this object? Its mark alone proves nothing: a client that copies an object copies its annotations, labels and owner
 * references along. What the server writes down does: an entry of our field manager that holds the mark. Who creates or replaces an object
 * holds what it sets, whatever managed fields it sends along. Only one that is replaced twice by the same copy may be left with our entry:
 * that is from before the object itself then. What we wrote may have lost its entry (another client may wipe managed fields): its uid on
 * our record shows that it is ours.
 */
import type { KubeObject, ManagedFieldsEntry } from '../../api';
import { at } from '../fields';
import type { OwnerContext } from './owner-context';
import { strategyFor } from './strategy-of';

/**
 * Our field manager holds the mark, by an apply or a create; or nothing is known of who wrote the object.
 * @param uid of the owner that the mark names: ours, or one that it stands in for
 */
export function isWrittenByUs(live: KubeObject, context: OwnerContext, uid = context.owner?.uid): boolean {
  const entries = (live.metadata.managedFields ?? []).filter(({ manager }) => manager !== undefined);
  // Who makes a copy has an entry of its own: without any, another client wiped them, or the server keeps none, and the mark counts.
  return entries.length === 0 || entries.some((entry) => entry.manager === context.fieldManager && (entry.subresource ?? '') === ''
    && holdsMark(entry, live, context, uid) && !isOlder(entry, live));
}

/**
 * Does the entry hold what marks an object as managed: the annotation, or the reference to this owner? One that names its owner by
 * annotation now may have a reference from before.
 */
export function holdsMark(
  entry: ManagedFieldsEntry, live: KubeObject, { owner, strategy, revisionAnnotation }: OwnerContext, uid = owner?.uid,
): boolean {
  const own = strategyFor(live, strategy);
  if (owner !== undefined && strategy.type === 'native' && uid !== undefined && holdsReference(entry, uid)) return true;
  if (owner !== undefined && own.type === 'native') return false;
  const annotation = owner !== undefined && own.type === 'annotation' ? own.annotation : revisionAnnotation;
  return annotation !== undefined && holds(entry, 'f:annotations', `f:${annotation}`);
}

export function holdsLabel(entry: ManagedFieldsEntry, label: string): boolean {
  return holds(entry, 'f:labels', `f:${label}`);
}

export function holdsReference({ fieldsV1 }: ManagedFieldsEntry, uid: string): boolean {
  const references = at(fieldsV1 ?? {}, ['f:metadata', 'f:ownerReferences']) ?? {};
  return Object.keys(references).some((key) => key.includes(`"${uid}"`));
}

function holds({ fieldsV1 }: ManagedFieldsEntry, ...path: readonly string[]): boolean {
  return at(fieldsV1 ?? {}, ['f:metadata', ...path]) !== undefined;
}

/** The server notes the fields of a create a little before the object itself: admission comes in between. */
const LONGEST_REQUEST_MS = 60_000;

/** From before the object was made: it was written for another one. */
function isOlder({ time }: ManagedFieldsEntry, { metadata: { creationTimestamp } }: KubeObject): boolean {
  return time !== undefined && Date.parse(time) + LONGEST_REQUEST_MS < Date.parse(creationTimestamp ?? '');
}
