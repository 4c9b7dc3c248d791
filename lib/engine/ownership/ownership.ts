/**
 * In whose name objects are managed. Two ways to write it down: a native controller reference, or an annotation where native
 * references cannot be (owner in another namespace or cluster; format of package-operator). Pure functions over object metadata.
 */
import { groupOf, type KubeObject, type OwnerReference } from '../../api';
import { defined } from '../../defined';

/** An owner: any object. The command's owner is the head Secret of the extension; a controller's is the revision. */
export interface OwnerRef {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace?: string;
  readonly uid: string;
}

export type OwnerStrategy = { readonly type: 'native' } | { readonly type: 'annotation'; readonly annotation: string };

/** Everything that separates ours from others'. Without `owner` the revision annotation alone marks an object as ours. */
export interface OwnerContext {
  readonly owner?: OwnerRef;
  readonly strategy: OwnerStrategy;
  /** Uids of other revisions of the same extension, older and newer. */
  readonly siblings: readonly string[];
  /** Uids of lost owners of its kind, name and namespace that this one stands in for: what they control is ours. @default none */
  readonly former?: readonly string[];
  /** Annotation that holds the revision number; absent: numbers are not written (the owner is stable over revisions). */
  readonly revisionAnnotation?: string;
  readonly fieldManager: string;
  /** Labels that every object carries besides its own, so that streams can select by them. @default none */
  readonly labels?: Readonly<Record<string, string>>;
  /**
   * Field managers that we replace (for example `helm`, `kubectl-client-side-apply`, `before-first-apply`): on objects that we manage or
   * adopt, what they hold becomes ours, so that a field which we leave out goes. @default none
   */
  readonly takeOverManagers?: readonly string[];
  /** How people know an owner. @default `Kind name` */
  readonly describeOwner?: (owner: Omit<Controller, 'text'>) => string;
}

type Namesake = 'recreated' | 'elsewhere';

/** What controls a live object. */
export interface Controller extends OwnerRef {
  /** As people name it: `ReplicaSet web-1`. */
  readonly text: string;
  /**
   * It has the kind and the name of our owner, but another uid. `recreated`: in the same namespace, so that one of the two was made anew
   * after the other was lost. `elsewhere`: in another namespace.
   */
  readonly namesake?: Namesake;
}

/** Who controls a live object, seen from us. */
export interface Ownership {
  readonly relation: 'ours' | 'sibling' | 'other' | 'none';
  readonly controller?: Controller;
  /** Number in the revision annotation; NaN when it is not a number. */
  readonly revision?: number;
  /** We are among the owners, controller or not. */
  readonly listed: boolean;
}

/** One entry of an owners annotation. */
export interface AnnotationOwner extends OwnerRef {
  readonly controller?: boolean;
}

/** Owners in the annotation; a malformed annotation counts as one foreign owner, because another client meant something by it. */
export function annotationOwners(object: KubeObject, annotation: string): readonly AnnotationOwner[] {
  const text = object.metadata.annotations?.[annotation];
  if (text === undefined || text === '') return [];
  try {
    const parsed: unknown = JSON.parse(text);
    if (Array.isArray(parsed) && parsed.every(isAnnotationOwner)) return parsed;
  } catch {
    // Falls through to the foreign owner.
  }
  return [{ apiVersion: '', kind: 'unreadable owners annotation', name: annotation, uid: '', controller: true }];
}

function isAnnotationOwner(value: unknown): value is AnnotationOwner {
  if (typeof value !== 'object' || value === null) return false;
  const { apiVersion, kind, name, uid } = value as Readonly<Record<string, unknown>>;
  return typeof apiVersion === 'string' && typeof kind === 'string' && typeof name === 'string' && typeof uid === 'string';
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

export function ownershipOf(object: KubeObject, context: OwnerContext): Ownership {
  const text = context.revisionAnnotation === undefined ? undefined : object.metadata.annotations?.[context.revisionAnnotation];
  const revision = text === undefined || text === '' ? {} : { revision: /^\d+$/.test(text) ? Number(text) : Number.NaN };
  const annotated = context.strategy.type === 'annotation' ? annotationOwners(object, context.strategy.annotation) : [];
  const native = object.metadata.ownerReferences ?? [];
  const isOurs = (reference: AnnotationOwner | OwnerReference): boolean =>
    context.owner !== undefined && (isSameOwner(context.owner, reference) || standsInFor(context.owner, reference, context));
  const listed = [...annotated, ...native].some(isOurs);
  const controller = annotated.find((owner) => owner.controller === true) ?? nativeController(object);
  const result = { listed, ...revision };
  if (controller === undefined) {
    if (context.owner === undefined && result.revision !== undefined) return { relation: 'ours', ...result };
    return { relation: 'none', ...result };
  }
  const named = { ...result, controller: describedController(controller, context) };
  if (isOurs(controller)) return { relation: 'ours', ...named };
  if (context.siblings.includes(controller.uid)) return { relation: 'sibling', ...named };
  return { relation: 'other', ...named };
}

/**
 * The object as it is sent: with our mark in its metadata. `live` is given on adoption and handover: owners that are not ours
 * stay, demoted from controller, unless our own field manager wrote them (then leaving them out removes them).
 */
export function stampOwner(object: KubeObject, context: OwnerContext, revision: number, live?: KubeObject): KubeObject {
  const annotations: Record<string, string> = { ...object.metadata.annotations };
  if (context.revisionAnnotation !== undefined) annotations[context.revisionAnnotation] = String(revision);
  const { owner, strategy } = context;
  let references: readonly OwnerReference[] | undefined;
  if (owner !== undefined && strategy.type === 'annotation') {
    const others = live === undefined
      ? []
      : annotationOwners(live, strategy.annotation).filter((other) => other.uid !== '' && keepsOwner(other.uid, context));
    const { apiVersion, kind, name, namespace, uid } = owner;
    const ours: AnnotationOwner = { apiVersion, kind, name, ...defined({ namespace }), uid, controller: true };
    annotations[strategy.annotation] = JSON.stringify([...others.map(({ controller: _, ...other }) => other), ours]);
  } else if (owner !== undefined) {
    // A sibling with another field manager stays too, demoted: leaving it out would not remove it, and two controllers are refused.
    const stays = ({ uid }: OwnerReference): boolean => !isOwnUid(uid, context) && !isOurReference(live, uid, context);
    const others = (live?.metadata.ownerReferences ?? []).filter(stays);
    references = [
      ...others.map((other) => ({ ...other, controller: false })),
      { apiVersion: owner.apiVersion, kind: owner.kind, name: owner.name, uid: owner.uid, controller: true, blockOwnerDeletion: true },
    ];
  }
  return {
    ...object,
    metadata: {
      ...object.metadata,
      ...(context.labels === undefined ? {} : { labels: { ...object.metadata.labels, ...context.labels } }),
      ...(Object.keys(annotations).length === 0 ? {} : { annotations }),
      ...defined({ ownerReferences: references }),
    },
  };
}

/** The owner itself, or one that it stands in for. */
export function isOwnUid(uid: string, context: OwnerContext): boolean {
  return uid === context.owner?.uid || (context.former ?? []).includes(uid);
}

/** Other owners stay; ourselves are written anew, and siblings are what we take over from. */
function keepsOwner(uid: string, context: OwnerContext): boolean {
  return !isOwnUid(uid, context) && !context.siblings.includes(uid);
}

/** True when our field manager wrote this owner reference, so that an apply without it removes it. */
function isOurReference(live: KubeObject | undefined, uid: string, context: OwnerContext): boolean {
  const entry = live?.metadata.managedFields?.find(
    ({ manager, operation, subresource }) => manager === context.fieldManager && operation === 'Apply' && (subresource ?? '') === '',
  );
  const fields = entry?.fieldsV1 as { 'f:metadata'?: { 'f:ownerReferences'?: Record<string, unknown> } } | undefined;
  return Object.keys(fields?.['f:metadata']?.['f:ownerReferences'] ?? {}).some((key) => key.includes(`"${uid}"`));
}
