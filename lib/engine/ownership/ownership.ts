/**
 * In whose name objects are managed. Two ways to write it down: a native controller reference, or an annotation where native
 * references cannot be (owner in another namespace or cluster; format of package-operator). Pure functions over object metadata.
 */
import { groupOf, type KubeObject, type OwnerReference } from '../../api';
import { defined } from '../../defined';
import { isWrittenByUs } from './evidence';
import { annotationOwners, type AnnotationOwner } from './owner-annotation';
import { strategyFor } from './strategy-of';
import type { Controller, Namesake, OwnerContext, OwnerRef } from './owner-context';

/** Who controls a live object, seen from us. */
export interface Ownership {
  /**
   * `copy`: it names our owner as its controller, but we did not write it, and its uid is not on our record: a client has copied the mark
   * with the object. It is not ours.
   */
  readonly relation: 'ours' | 'sibling' | 'copy' | 'other' | 'none';
  readonly controller?: Controller;
  /** Number in the revision annotation; NaN when it is not a number. */
  readonly revision?: number;
  /** We are among the owners, controller or not. */
  readonly listed: boolean;
}

/** A native reference stays within the namespace of its object. */
function nativeController({ metadata: { namespace, ownerReferences } }: KubeObject): AnnotationOwner | undefined {
  const reference = ownerReferences?.find(({ controller }) => controller === true);
  if (reference === undefined) return undefined;
  const { apiVersion, kind, name, uid } = reference;
  return { apiVersion, kind, name, uid, ...defined({ namespace }) };
}

function describedController(
  { apiVersion, kind, name, namespace, uid }: AnnotationOwner, { owner, describeOwner }: OwnerContext,
): Controller {
  const reference = { apiVersion, kind, name, uid, ...defined({ namespace }) };
  const known = { ...reference, ...defined({ namesake: owner === undefined ? undefined : namesakeOf(owner, reference) }) };
  return { ...known, text: describeOwner?.(known) ?? `${kind} ${name}` };
}

function namesakeOf(owner: OwnerRef, reference: OwnerRef): Namesake | undefined {
  if (reference.uid === owner.uid || !isSameOwner(owner, { ...reference, uid: owner.uid })) return undefined;
  return reference.namespace === owner.namespace ? 'recreated' : 'elsewhere';
}

/** Version is not compared: an owner is the same object whatever version its reference was written in. */
export function isSameOwner(owner: OwnerRef, reference: { apiVersion: string; kind: string; name: string; uid: string }): boolean {
  return (
    reference.uid === owner.uid && reference.name === owner.name && reference.kind === owner.kind &&
    groupOf(reference.apiVersion) === groupOf(owner.apiVersion)
  );
}

/** A lost owner that this one stands in for is one of its own kind, name and namespace: no list of uids makes it another one's. */
function standsInFor(owner: OwnerRef, reference: AnnotationOwner | OwnerReference, { former = [] }: OwnerContext): boolean {
  const isNamesake = isSameOwner(owner, { ...reference, uid: owner.uid });
  const isHere = !('namespace' in reference) || reference.namespace === owner.namespace;
  return isNamesake && isHere && former.includes(reference.uid);
}

/** @param recorded uid of the object on our record, where it is known: that object is ours whatever became of its managed fields */
export function ownershipOf(object: KubeObject, context: OwnerContext, recorded?: string): Ownership {
  const text = context.revisionAnnotation === undefined ? undefined : object.metadata.annotations?.[context.revisionAnnotation];
  const revision = text === undefined || text === '' ? {} : { revision: /^\d+$/.test(text) ? Number(text) : Number.NaN };
  const strategy = strategyFor(object, context.strategy);
  const annotated = strategy.type === 'annotation' ? annotationOwners(object, strategy.annotation) : [];
  const native = object.metadata.ownerReferences ?? [];
  const isOurs = (reference: AnnotationOwner | OwnerReference): boolean =>
    context.owner !== undefined && (isSameOwner(context.owner, reference) || standsInFor(context.owner, reference, context));
  const listed = [...annotated, ...native].some(isOurs);
  const controller = annotated.find((owner) => owner.controller === true) ?? nativeController(object);
  const result = { listed, ...revision };
  const isRecorded = recorded !== undefined && recorded === object.metadata.uid;
  const marked = (found: Omit<Ownership, 'relation'>): Ownership =>
    withRecord({ relation: isWrittenByUs(object, context, controller?.uid) ? 'ours' : 'copy', ...found }, isRecorded);
  if (controller === undefined) {
    return context.owner === undefined && result.revision !== undefined ? marked(result) : { relation: 'none', ...result };
  }
  const named = { ...result, controller: describedController(controller, context) };
  if (isOurs(controller)) return marked(named);
  if (context.siblings.includes(controller.uid)) return { relation: 'sibling', ...named };
  return { relation: 'other', ...named };
}

/** The same, where it is known whether our record has the uid of the object: what looks like a copy is ours then. */
export function withRecord(ownership: Ownership, isRecorded: boolean): Ownership {
  return isRecorded && ownership.relation === 'copy' ? { ...ownership, relation: 'ours' } : ownership;
}
