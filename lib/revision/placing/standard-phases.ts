/** The phases that exist without being declared, and which kinds go where. */

/**
 * Names of the standard phases in their order: upstream's, and `resources` for custom resources whose CRD is in the same revision.
 */
export const STANDARD_PHASES = [
  'namespaces',
  'policies',
  'identity',
  'configuration',
  'storage',
  'crds',
  'roles',
  'bindings',
  'infrastructure',
  'deploy',
  'scaling',
  'publish',
  'admission',
  'resources',
] as const;

export type StandardPhase = (typeof STANDARD_PHASES)[number];

/**
 * Phase of custom resources whose CRD the revision brings. They come last: only then the operator runs, with its admission and
 * conversion webhooks; and at teardown they go first, while the operator is still there to work off their finalizers.
 */
export const CUSTOM_RESOURCES_PHASE: StandardPhase = 'resources';

/** Group and kinds of each phase. Kinds that upstream does not name stand in a line of their own. */
const KINDS: Readonly<Record<Exclude<StandardPhase, 'resources'>, Readonly<Record<string, readonly string[]>>>> = {
  namespaces: { '': ['Namespace'] },
  policies: {
    'networking.k8s.io': ['NetworkPolicy', 'IngressClass'],
    'policy': ['PodDisruptionBudget'],
    'scheduling.k8s.io': ['PriorityClass'],
    '': ['ResourceQuota', 'LimitRange'],
    'node.k8s.io': ['RuntimeClass'],
    'flowcontrol.apiserver.k8s.io': ['PriorityLevelConfiguration', 'FlowSchema'],
    'resource.k8s.io': ['DeviceClass'],
  },
  identity: { '': ['ServiceAccount'] },
  configuration: { '': ['Secret', 'ConfigMap'] },
  storage: {
    '': ['PersistentVolume', 'PersistentVolumeClaim'],
    'storage.k8s.io': ['StorageClass', 'CSIDriver', 'VolumeAttributesClass'],
  },
  crds: { 'apiextensions.k8s.io': ['CustomResourceDefinition'] },
  roles: { 'rbac.authorization.k8s.io': ['ClusterRole', 'Role'] },
  bindings: { 'rbac.authorization.k8s.io': ['ClusterRoleBinding', 'RoleBinding'] },
  infrastructure: {
    '': ['Service', 'Endpoints'],
    'discovery.k8s.io': ['EndpointSlice'],
    'cert-manager.io': ['Issuer', 'ClusterIssuer', 'Certificate'],
  },
  deploy: {
    'apps': ['Deployment', 'StatefulSet', 'DaemonSet', 'ReplicaSet'],
    'batch': ['Job', 'CronJob'],
    '': ['Pod', 'ReplicationController'],
  },
  scaling: {
    'autoscaling.k8s.io': ['VerticalPodAutoscaler'],
    'autoscaling': ['HorizontalPodAutoscaler'],
  },
  publish: {
    'monitoring.coreos.com': ['PrometheusRule', 'ServiceMonitor', 'PodMonitor'],
    'networking.k8s.io': ['Ingress'],
    'route.openshift.io': ['Route'],
    'console.openshift.io': ['ConsoleYAMLSample', 'ConsoleQuickStart', 'ConsoleCLIDownload', 'ConsoleLink', 'ConsolePlugin'],
    'gateway.networking.k8s.io': ['Gateway', 'HTTPRoute', 'GRPCRoute', 'TLSRoute', 'TCPRoute', 'UDPRoute'],
    'apiregistration.k8s.io': ['APIService'],
  },
  admission: {
    'admissionregistration.k8s.io': [
      'ValidatingWebhookConfiguration', 'MutatingWebhookConfiguration',
      'ValidatingAdmissionPolicy', 'ValidatingAdmissionPolicyBinding', 'MutatingAdmissionPolicy', 'MutatingAdmissionPolicyBinding',
    ],
  },
}; // prettier-ignore

const PHASES: ReadonlyMap<string, StandardPhase> = new Map(
  Object.entries(KINDS).flatMap(([phase, groups]) =>
    Object.entries(groups).flatMap(([group, kinds]) =>
      kinds.map((kind): [string, StandardPhase] => [`${group}/${kind}`, phase as StandardPhase])),
  ),
);

/** Standard phase of a kind, in whatever version: `deploy` for kinds that the table does not name, as upstream has it. */
export function phaseOfKind(group: string, kind: string): StandardPhase {
  return PHASES.get(`${group}/${kind}`) ?? 'deploy';
}

export function isStandardPhase(name: string): name is StandardPhase {
  return (STANDARD_PHASES as readonly string[]).includes(name);
}
