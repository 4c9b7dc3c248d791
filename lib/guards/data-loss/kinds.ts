/** Which kinds hold data, and which take data of others along when they go. */
import { groupOf, isDefinition, type ObjectRef } from '../../api';
import type { ServedKind } from '../../engine';

type Kind = Pick<ObjectRef, 'kind' | 'apiVersion'>;

/** Built-in kinds that hold data or run something. Policies, quotas and access rules of a namespace are nothing without those. */
const DATA_KINDS = new Set([
  '/Pod', '/PersistentVolumeClaim', '/ConfigMap', '/Secret', '/Service',
  'apps/Deployment', 'apps/ReplicaSet', 'apps/StatefulSet', 'apps/DaemonSet', 'batch/Job', 'batch/CronJob', 'networking.k8s.io/Ingress',
]);

export function isNamespace({ kind, apiVersion }: Kind): boolean {
  return kind === 'Namespace' && apiVersion === 'v1';
}

export function isVolume({ kind, apiVersion }: Kind): boolean {
  return apiVersion === 'v1' && (kind === 'PersistentVolumeClaim' || kind === 'PersistentVolume');
}

/** It holds data itself, or takes along what it does not own. */
export function holdsOthers(kind: Kind): boolean {
  return isDefinition(kind) || isNamespace(kind) || isVolume(kind);
}

/** Its controller may make claims that go with it. */
export function mayOwnClaims({ kind, apiVersion }: Kind): boolean {
  const group = groupOf(apiVersion);
  return isCustomGroup(group) || (kind === 'StatefulSet' && group === 'apps');
}

/** Version is not compared: it is the same kind in each. */
export function kindId({ apiVersion, kind }: Kind): string {
  return `${groupOf(apiVersion)}/${kind}`;
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
    const id = `${groupOf(apiVersion)}/${kind}`;
    const counts = namespaced && verbs.includes('delete') && (DATA_KINDS.has(id) || isCustomGroup(groupOf(apiVersion)));
    if (counts && !result.has(id)) result.set(id, { apiVersion, kind, resource });
  }
  return [...result.values()];
}

/** Groups of Kubernetes itself; other projects of it (snapshots, Gateway API) have groups that end in `k8s.io`, too. */
const BUILT_IN_GROUPS = new Set([
  'admissionregistration.k8s.io', 'apiextensions.k8s.io', 'apiregistration.k8s.io', 'authentication.k8s.io', 'authorization.k8s.io',
  'certificates.k8s.io', 'coordination.k8s.io', 'custom.metrics.k8s.io', 'discovery.k8s.io', 'events.k8s.io', 'external.metrics.k8s.io',
  'flowcontrol.apiserver.k8s.io', 'internal.apiserver.k8s.io', 'metrics.k8s.io', 'networking.k8s.io', 'node.k8s.io',
  'rbac.authorization.k8s.io', 'resource.k8s.io', 'scheduling.k8s.io', 'storage.k8s.io', 'storagemigration.k8s.io',
]);

export function isCustomGroup(group: string): boolean {
  return group.includes('.') && !BUILT_IN_GROUPS.has(group);
}
