/** Which kinds hold data, and which take data of others along when they go. */
import { groupKindOf, groupOf, type ObjectRef } from '../../api';
import type { ServedKind } from '../../engine';
import { BUILT_IN_GROUPS } from '../../engine/internal';

type Kind = Pick<ObjectRef, 'kind' | 'apiVersion'>;

/** Built-in kinds that hold data or run something. Policies, quotas and access rules of a namespace are nothing without those. */
const DATA_KINDS = new Set([
  '/Pod', '/PersistentVolumeClaim', '/ConfigMap', '/Secret', '/Service', '/ReplicationController',
  'apps/Deployment', 'apps/ReplicaSet', 'apps/StatefulSet', 'apps/DaemonSet', 'batch/Job', 'batch/CronJob', 'networking.k8s.io/Ingress',
]);

/** Claims may go with it: whatever is in a namespace may own one there, and a custom resource anywhere. */
export function mayTakeClaims(ref: ObjectRef): boolean {
  return ref.namespace !== undefined || mayOwnClaims(ref);
}

/** Its controller may make claims that go with it. */
export function mayOwnClaims({ kind, apiVersion }: Kind): boolean {
  const group = groupOf(apiVersion);
  return isCustomGroup(group) || (kind === 'StatefulSet' && group === 'apps');
}

/** Its controller may make namespaces and definitions that go with it: what has no namespace can only be owned by such objects. */
export function mayOwnHolders({ apiVersion, namespace }: Pick<ObjectRef, 'apiVersion' | 'namespace'>): boolean {
  return namespace === undefined && isCustomGroup(groupOf(apiVersion));
}

/** What is listed of a kind. */
export interface Scope {
  readonly apiVersion: string;
  readonly kind: string;
  /** Plural in the path: `widgets`. */
  readonly resource: string;
  readonly namespace?: string;
}

/**
 * One version of every kind whose objects count as content of a namespace. What cannot be deleted is not stored, but made up by its server
 * (PackageManifests, metrics).
 */
export function contentKinds(kinds: readonly ServedKind[]): readonly Scope[] {
  const result = new Map<string, Scope>();
  for (const { apiVersion, kind, resource, namespaced, verbs } of kinds) {
    const id = groupKindOf({ apiVersion, kind });
    const counts = namespaced && verbs.includes('delete') && (DATA_KINDS.has(id) || isCustomGroup(groupOf(apiVersion)));
    if (counts && !result.has(id)) result.set(id, { apiVersion, kind, resource });
  }
  return [...result.values()];
}

/** Groups of Kubernetes itself beside those that every API server builds in: of metrics add-ons, and of the affairs of the server. */
const SERVED_BESIDE = new Set(['custom.metrics.k8s.io', 'external.metrics.k8s.io', 'internal.apiserver.k8s.io', 'metrics.k8s.io']);

/** Other projects of Kubernetes (snapshots, Gateway API) have groups that end in `k8s.io`, too. */
export function isCustomGroup(group: string): boolean {
  return group.includes('.') && !BUILT_IN_GROUPS.has(group) && !SERVED_BESIDE.has(group);
}
