/**
 * Owners of an object for programs that need more of them than the engine: read, set, demote, take off. Pure, for both strategies.
 * Nothing here throws for what stands in an annotation: an unreadable one counts as an unknown controller.
 */
import { subjectOf, refOf, type KubeObject, type ObjectMeta, type OwnerReference } from '../../api';
import { defined } from '../../defined';
import { BoxcutterError } from '../../errors';
import { annotationOwners, type AnnotationOwner } from './owner-annotation';
import type { OwnerRef, OwnerStrategy } from './owner-context';
import { isSameOwner } from './ownership';
import { strategyFor } from './strategy-of';

/** An owner as an object names it. */
export interface ListedOwner extends OwnerRef {
  readonly controller: boolean;
}

/** Everything that the object names as owner in this way, in its order. Native owners have the namespace of the object, or none. */
export function ownersOf(object: KubeObject, strategy: OwnerStrategy): readonly ListedOwner[] {
  const listed: readonly AnnotationOwner[] = strategy.type === 'annotation'
    ? annotationOwners(object, strategy.annotation)
    : nativeOwners(object);
  return listed.map((owner) => ({ ...owner, controller: owner.controller === true }));
}

function nativeOwners({ metadata: { ownerReferences = [] } }: KubeObject): readonly AnnotationOwner[] {
  return ownerReferences.map(({ blockOwnerDeletion: _blockOwnerDeletion, ...owner }) => owner);
}

export function controllerOf(object: KubeObject, strategy: OwnerStrategy): ListedOwner | undefined {
  return ownersOf(object, strategy).find(({ controller }) => controller);
}

/** Group, kind, name and uid count; version and namespace do not. */
export function isOwner(object: KubeObject, owner: OwnerRef, strategy: OwnerStrategy): boolean {
  return ownersOf(object, strategy).some((listed) => isSameOwner(owner, listed));
}

export function isController(object: KubeObject, owner: OwnerRef, strategy: OwnerStrategy): boolean {
  return ownersOf(object, strategy).some((listed) => listed.controller && isSameOwner(owner, listed));
}

/**
 * The object with this owner as its controller, beside its other owners.
 * @throws BoxcutterError `already-controlled` (collision) when something else controls it; `owner-out-of-reach` (input) for a native
 * owner in a namespace and an object that does not live in it
 */
export function setControllerReference(object: KubeObject, owner: OwnerRef, strategy: OwnerStrategy): KubeObject {
  const controller = controllerOf(object, strategy);
  if (controller !== undefined && !isSameOwner(owner, controller)) {
    throw new BoxcutterError(
      'already-controlled', 'collision',
      `${subjectOf(refOf(object))} is controlled by ${controller.kind} ${controller.name} already.`,
      { hint: 'Let that controller go of it first.' },
    );
  }
  if (strategy.type === 'native' && owner.namespace !== undefined && owner.namespace !== object.metadata.namespace) {
    throw new BoxcutterError(
      'owner-out-of-reach', 'input',
      `${owner.kind} ${owner.name} in namespace ${owner.namespace} cannot own ${subjectOf(refOf(object))}: `
        + 'a native owner reaches its own namespace only.',
      { hint: 'Use a cluster-scoped owner, or the annotation strategy.' },
    );
  }
  return change(object, strategy, (owners) => {
    const others = owners.filter((listed) => !isSameOwner(owner, listed));
    return [...others, { ...owner, controller: true }];
  });
}

/** The object without a controller: its owners stay, none of them controls it. */
export function releaseController(object: KubeObject, strategy: OwnerStrategy): KubeObject {
  if (controllerOf(object, strategy) === undefined || isUnreadable(object, strategy)) return object;
  return change(object, strategy, (owners) => owners.map((owner) => ({ ...owner, controller: false })));
}

/** The object without this owner; the very same object when it was none. */
export function removeOwner(object: KubeObject, owner: OwnerRef, strategy: OwnerStrategy): KubeObject {
  if (!isOwner(object, owner, strategy)) return object;
  return change(object, strategy, (owners) => owners.filter((listed) => !isSameOwner(owner, listed)));
}

function isUnreadable(object: KubeObject, strategy: OwnerStrategy): boolean {
  return ownersOf(object, strategy).some(({ uid }) => uid === '');
}

function change(object: KubeObject, strategy: OwnerStrategy, edit: (owners: readonly ListedOwner[]) => readonly ListedOwner[]): KubeObject {
  const owners = edit(ownersOf(object, strategy));
  if (strategy.type === 'annotation') return { ...object, metadata: withAnnotation(object.metadata, strategy.annotation, owners) };
  const { ownerReferences: before = [], ...metadata } = object.metadata;
  const references = owners.map((owner) => referenceOf(owner, before.find(({ uid }) => uid === owner.uid)));
  return { ...object, metadata: { ...metadata, ...(references.length === 0 ? {} : { ownerReferences: references }) } };
}

/** The format of package-operator: members in this order, `controller` only where it is true. */
function withAnnotation(metadata: ObjectMeta, annotation: string, owners: readonly ListedOwner[]): ObjectMeta {
  const { annotations: before = {}, ...rest } = metadata;
  const { [annotation]: _owners, ...others } = before;
  const entries = owners.map(({ apiVersion, kind, name, namespace, uid, controller }) => ({
    apiVersion, kind, name, ...defined({ namespace }), uid, ...(controller ? { controller } : {}),
  }));
  const annotations = entries.length === 0 ? others : { ...others, [annotation]: JSON.stringify(entries) };
  return { ...rest, ...(Object.keys(annotations).length === 0 ? {} : { annotations }) };
}

function referenceOf({ apiVersion, kind, name, uid, controller }: ListedOwner, before: OwnerReference | undefined): OwnerReference {
  const blocking = controller ? { blockOwnerDeletion: true } : {};
  return { ...before, apiVersion, kind, name, uid, controller, ...blocking };
}

/** Who controls a live object. One of a kind that names its owner by annotation now may have a native reference from before. */
export function holderOf(object: KubeObject, strategy: OwnerStrategy): ListedOwner | undefined {
  return controllerOf(object, strategyFor(object, strategy)) ?? controllerOf(object, strategy);
}
