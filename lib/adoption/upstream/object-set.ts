/**
 * A revision of upstream's operator-controller: a ClusterExtensionRevision until its version 1.8, a ClusterObjectSet since 1.9. The fields
 * that count here are the same in both. Pure.
 */
import { API_VERSION, asObject, GROUP, groupOf, type JsonValue, type KubeObject, type RevisionManifest } from '../../api';

export const OBJECT_SET_KINDS = ['ClusterObjectSet', 'ClusterExtensionRevision'] as const;

/** The kind that only upstream has. */
export const CLUSTER_OBJECT_SET = { apiVersion: API_VERSION, kind: 'ClusterObjectSet' } as const;

export interface ObjectSet {
  readonly object: KubeObject;
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
  readonly number: number;
  /** It holds objects: it is not archived, and not being deleted. */
  readonly isActive: boolean;
  /** It was rolled out once. */
  readonly hasSucceeded: boolean;
}

/** Undefined: it is no rollout. */
export function objectSetOf(object: KubeObject): ObjectSet | undefined {
  const { kind, apiVersion, metadata: { name = '', uid = '', deletionTimestamp } } = object;
  const { revision, lifecycleState = 'Active' } = (object['spec'] ?? {}) as Partial<RevisionManifest['spec']>;
  if (groupOf(apiVersion) !== GROUP || !OBJECT_SET_KINDS.some((one) => one === kind) || !Number.isSafeInteger(revision)) return undefined;
  return {
    object, kind, name, uid,
    number: Number(revision),
    isActive: lifecycleState !== 'Archived' && deletionTimestamp === undefined,
    hasSucceeded: isTrue(object, 'Succeeded'),
  };
}

function isTrue(object: KubeObject, type: string): boolean {
  const conditions = asObject(object['status'])?.['conditions'];
  const list = Array.isArray(conditions) ? conditions as readonly JsonValue[] : [];
  return list.map(asObject).some((one) => one?.['type'] === type && one['status'] === 'True');
}

/** Uids of the extensions that control an object: of a revision it is one. */
export function extensionUids({ metadata: { ownerReferences = [] } }: KubeObject): readonly string[] {
  return ownerReferences.filter(({ kind, controller }) => kind === 'ClusterExtension' && controller === true).map(({ uid }) => uid);
}

/** Those among the objects that are revisions of this extension, newest first. */
export function objectSetsOf(objects: Iterable<KubeObject>, extensionUid: string): readonly ObjectSet[] {
  return [...objects].filter((object) => extensionUids(object).includes(extensionUid)).flatMap((object) => objectSetOf(object) ?? [])
    .sort((a, b) => b.number - a.number);
}

/** What counts as installed: the newest that was rolled out once; where none was, the newest. */
export function installedSet(sets: readonly ObjectSet[]): ObjectSet | undefined {
  const active = sets.filter(({ isActive }) => isActive);
  return active.find(({ hasSucceeded }) => hasSucceeded) ?? active[0];
}
