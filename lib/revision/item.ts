/** An object on its way through compile. */
import {
  annotatedPolicy, groupOf, refOf, versionOf, type CollisionProtection, type JsonObject, type KubeObject, type ReplacementPolicy,
} from '../api';
import { compareBytes } from '../api/canonical-json';
import type { Origin, Subject } from '../issue';

export interface Item {
  readonly object: JsonObject;
  readonly origin: Origin;
  readonly subject: Subject;
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  /** Empty for cluster-scoped objects. */
  readonly namespace: string;
  readonly name: string;
  /** Phase that the author chose; absent: by kind. */
  readonly phase: string | undefined;
  readonly collisionProtection: CollisionProtection | undefined;
  /** What the author said of this object, in the declaration or on the object itself. */
  readonly replacementPolicy: ReplacementPolicy | undefined;
}

interface Declaration {
  readonly origin: Origin;
  readonly phase?: string;
  readonly collisionProtection?: CollisionProtection;
  readonly replacementPolicy?: ReplacementPolicy;
}

export function itemOf(object: JsonObject, source: Declaration): Item {
  const ref = refOf(object as unknown as KubeObject);
  return {
    object,
    origin: source.origin,
    subject: ref,
    group: groupOf(ref.apiVersion),
    version: versionOf(ref.apiVersion),
    kind: ref.kind,
    namespace: ref.namespace ?? '',
    name: ref.name,
    phase: source.phase,
    collisionProtection: source.collisionProtection,
    replacementPolicy: source.replacementPolicy ?? annotatedPolicy(object),
  };
}

/** Order within a phase: group, version, kind, namespace (none first), name. */
export function compareItems(a: Item, b: Item): number {
  return (
    compareBytes(a.group, b.group) ||
    compareBytes(a.version, b.version) ||
    compareBytes(a.kind, b.kind) ||
    compareBytes(a.namespace, b.namespace) ||
    compareBytes(a.name, b.name)
  );
}
