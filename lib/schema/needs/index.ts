/** Of which kinds the needs are known. The differential test holds them against a real API server (docs/schema-check.md). */
import type { JsonObject } from '../../api';
import type { Walk } from '../report';
import { checkNeeds } from './check-needs';
import { autoscaler, configMap, csiDriver, disruptionBudget, priorityClass, runtimeClass, secret } from './cluster';
import { apiService, definition, webhooks } from './extensions';
import type { Needs } from './needs';
import { ingress, networkPolicy, service } from './network';
import { clusterRole, clusterRoleBinding, role, roleBinding } from './rbac';
import { claim, persistentVolume, storageClass } from './storage';
import { cronJob, daemonSet, deployment, jobKind, pod, podTemplate, replicaSet, statefulSet } from './workloads';

const needsOf: ReadonlyMap<string, Needs> = new Map([
  ['apps/v1 Deployment', deployment],
  ['apps/v1 ReplicaSet', replicaSet],
  ['apps/v1 DaemonSet', daemonSet],
  ['apps/v1 StatefulSet', statefulSet],
  ['batch/v1 Job', jobKind],
  ['batch/v1 CronJob', cronJob],
  ['v1 Pod', pod],
  ['v1 PodTemplate', podTemplate],
  ['v1 Service', service],
  ['networking.k8s.io/v1 Ingress', ingress],
  ['networking.k8s.io/v1 NetworkPolicy', networkPolicy],
  ['rbac.authorization.k8s.io/v1 Role', role],
  ['rbac.authorization.k8s.io/v1 ClusterRole', clusterRole],
  ['rbac.authorization.k8s.io/v1 RoleBinding', roleBinding],
  ['rbac.authorization.k8s.io/v1 ClusterRoleBinding', clusterRoleBinding],
  ['v1 ConfigMap', configMap],
  ['v1 Secret', secret],
  ['v1 PersistentVolumeClaim', claim],
  ['v1 PersistentVolume', persistentVolume],
  ['storage.k8s.io/v1 StorageClass', storageClass],
  ['storage.k8s.io/v1 CSIDriver', csiDriver],
  ['autoscaling/v2 HorizontalPodAutoscaler', autoscaler],
  ['policy/v1 PodDisruptionBudget', disruptionBudget],
  ['scheduling.k8s.io/v1 PriorityClass', priorityClass],
  ['node.k8s.io/v1 RuntimeClass', runtimeClass],
  ['admissionregistration.k8s.io/v1 ValidatingWebhookConfiguration', webhooks],
  ['admissionregistration.k8s.io/v1 MutatingWebhookConfiguration', webhooks],
  ['apiregistration.k8s.io/v1 APIService', apiService],
  ['apiextensions.k8s.io/v1 CustomResourceDefinition', definition],
]);

/** Checks an object of a built-in kind, after its schema, for what the validation of the server needs. */
export function checkNeedsOfKind(walk: Walk, apiVersion: string, kind: string, object: JsonObject): void {
  const needs = needsOf.get(`${apiVersion} ${kind}`);
  if (needs) checkNeeds(walk, needs, object);
}
