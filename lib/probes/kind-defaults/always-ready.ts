/**
 * Kinds that are ready as soon as the API server stored them: nothing works on them, or what works on them (a load balancer, a
 * consumer, a scrape) may not exist in this cluster at all, so that waiting could last for ever.
 */
import { groupOf } from '../../api';

const KINDS: Readonly<Record<string, readonly string[]>> = {
  '': [
    'ConfigMap', 'Endpoints', 'Event', 'LimitRange', 'PersistentVolume', 'PodTemplate', 'ResourceQuota', 'Secret', 'Service',
  'ServiceAccount',
  ],
  'admissionregistration.k8s.io': [
    'MutatingAdmissionPolicy', 'MutatingAdmissionPolicyBinding', 'MutatingWebhookConfiguration',
    'ValidatingAdmissionPolicy', 'ValidatingAdmissionPolicyBinding', 'ValidatingWebhookConfiguration',
  ],
  'apps': ['ControllerRevision'],
  'autoscaling': ['HorizontalPodAutoscaler'],
  'autoscaling.k8s.io': ['VerticalPodAutoscaler'],
  'batch': ['CronJob'],
  'console.openshift.io': ['ConsoleCLIDownload', 'ConsoleLink', 'ConsolePlugin', 'ConsoleQuickStart', 'ConsoleYAMLSample'],
  'coordination.k8s.io': ['Lease'],
  'discovery.k8s.io': ['EndpointSlice'],
  'flowcontrol.apiserver.k8s.io': ['FlowSchema', 'PriorityLevelConfiguration'],
  'monitoring.coreos.com': ['PodMonitor', 'PrometheusRule', 'ServiceMonitor'],
  'networking.k8s.io': ['Ingress', 'IngressClass', 'NetworkPolicy'],
  'node.k8s.io': ['RuntimeClass'],
  'policy': ['PodDisruptionBudget'],
  'rbac.authorization.k8s.io': ['ClusterRole', 'ClusterRoleBinding', 'Role', 'RoleBinding'],
  'route.openshift.io': ['Route'],
  'scheduling.k8s.io': ['PriorityClass'],
  'storage.k8s.io': ['CSIDriver', 'StorageClass'],
};

export function isAlwaysReady(apiVersion: string, kind: string): boolean {
  return KINDS[groupOf(apiVersion)]?.includes(kind) ?? false;
}
