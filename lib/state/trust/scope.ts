/**
 * What content without a valid seal may do: what Kubernetes' own role `edit` may do in the namespace of the state. Who can write the
 * Secrets of the state is expected to hold that much there, and gains nothing by having an installer do it. Pure.
 */
import { groupOf, refOf, type KubeObject, type ObjectRef } from '../../api';

/** Kinds that the role `edit` writes, by API group. Everything else, RBAC and custom resources among them, may lend rights. */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  '': ['ConfigMap', 'PersistentVolumeClaim', 'Pod', 'ReplicationController', 'Secret', 'Service', 'ServiceAccount'],
  'apps': ['DaemonSet', 'Deployment', 'ReplicaSet', 'StatefulSet'],
  'autoscaling': ['HorizontalPodAutoscaler'],
  'batch': ['CronJob', 'Job'],
  'networking.k8s.io': ['Ingress', 'NetworkPolicy'],
  'policy': ['PodDisruptionBudget'],
};

/** Types of Secrets by which the API server gives credentials to those who can read them. */
const CREDENTIALS = ['kubernetes.io/service-account-token', 'bootstrap.kubernetes.io/token'];

/** Why an object is not within the scope of untrusted content. */
export type Beyond = 'cluster-scoped' | 'other-namespace' | 'kind' | 'credentials';

export interface BeyondScope {
  readonly ref: ObjectRef;
  readonly why: Beyond;
}

/** Why untrusted content of this namespace may not write or delete the object; undefined: it may. */
export function whyBeyond(object: KubeObject | ObjectRef, namespace: string): Beyond | undefined {
  const ref = 'metadata' in object ? refOf(object) : object;
  if (ref.namespace === undefined || ref.namespace === '') return 'cluster-scoped';
  if (ref.namespace !== namespace) return 'other-namespace';
  const group = groupOf(ref.apiVersion);
  const kinds = Object.hasOwn(KINDS, group) ? KINDS[group] : undefined;
  if (kinds?.includes(ref.kind) !== true) return 'kind';
  const type = 'metadata' in object ? object['type'] : undefined;
  return ref.kind === 'Secret' && typeof type === 'string' && CREDENTIALS.includes(type) ? 'credentials' : undefined;
}

/** The objects that untrusted content may not touch. */
export function beyondScope(objects: readonly (KubeObject | ObjectRef)[], namespace: string): readonly BeyondScope[] {
  return objects.flatMap((object) => {
    const why = whyBeyond(object, namespace);
    return why === undefined ? [] : [{ ref: 'metadata' in object ? refOf(object) : object, why }];
  });
}
