/**
 * Random objects of built-in kinds, written the way people and generators write them: quantities in any notation, protocols and
 * scopes left out, zeros and empties spelled out.
 */
import type { JsonObject, JsonValue } from '../../lib/api';
import { podTemplate, quantity, selectorOf, text } from './pods';
import type { Random } from './random';

export interface FuzzKind {
  readonly apiVersion: string;
  readonly kind: string;
  readonly resource: string;
  readonly namespaced: boolean;
  /** How often, beside the others. Kinds that are dear to the API server come less often. */
  readonly weight: number;
  /** Objects that would get into the way of others have a namespace of their own. */
  readonly apart?: 'quota' | 'rewritten';
  readonly subresources?: readonly ('status' | 'scale')[];
  /** Everything but apiVersion, kind and metadata. `name` is that of the object. */
  readonly content: (random: Random, name: string) => JsonObject;
}

const RBAC = 'rbac.authorization.k8s.io';
const namespaced = { namespaced: true, weight: 4 };

export const BUILT_IN: readonly FuzzKind[] = [
  { ...namespaced, apiVersion: 'v1', kind: 'ConfigMap', resource: 'configmaps', content: configMap },
  { ...namespaced, apiVersion: 'v1', kind: 'Secret', resource: 'secrets', content: secret },
  { ...namespaced, apiVersion: 'v1', kind: 'Service', resource: 'services', subresources: ['status'], content: service },
  { ...namespaced, apiVersion: 'v1', kind: 'ServiceAccount', resource: 'serviceaccounts', content: serviceAccount },
  { ...namespaced, apiVersion: 'v1', kind: 'PersistentVolumeClaim', resource: 'persistentvolumeclaims', subresources: ['status'], content: claim },
  { ...namespaced, apiVersion: 'v1', kind: 'PodTemplate', resource: 'podtemplates', content: (random, name) => ({ template: podTemplate(random, name) }) },
  { ...namespaced, apiVersion: 'apps/v1', kind: 'Deployment', resource: 'deployments', weight: 8, subresources: ['status', 'scale'], content: deployment },
  { ...namespaced, apiVersion: 'apps/v1', kind: 'StatefulSet', resource: 'statefulsets', subresources: ['status', 'scale'], content: statefulSet },
  { ...namespaced, apiVersion: 'apps/v1', kind: 'DaemonSet', resource: 'daemonsets', subresources: ['status'], content: daemonSet },
  { ...namespaced, apiVersion: 'batch/v1', kind: 'Job', resource: 'jobs', subresources: ['status'], content: job },
  { ...namespaced, apiVersion: 'batch/v1', kind: 'CronJob', resource: 'cronjobs', subresources: ['status'], content: cronJob },
  { ...namespaced, apiVersion: `${RBAC}/v1`, kind: 'Role', resource: 'roles', content: (random) => ({ rules: rules(random) }) },
  { ...namespaced, apiVersion: `${RBAC}/v1`, kind: 'RoleBinding', resource: 'rolebindings', content: binding },
  { apiVersion: `${RBAC}/v1`, kind: 'ClusterRole', resource: 'clusterroles', namespaced: false, weight: 4, content: clusterRole },
  { apiVersion: `${RBAC}/v1`, kind: 'ClusterRoleBinding', resource: 'clusterrolebindings', namespaced: false, weight: 2, content: binding },
  { ...namespaced, apiVersion: 'networking.k8s.io/v1', kind: 'NetworkPolicy', resource: 'networkpolicies', content: networkPolicy },
  { ...namespaced, apiVersion: 'networking.k8s.io/v1', kind: 'Ingress', resource: 'ingresses', subresources: ['status'], content: ingress },
  { ...namespaced, apiVersion: 'autoscaling/v2', kind: 'HorizontalPodAutoscaler', resource: 'horizontalpodautoscalers', subresources: ['status'], content: autoscaler },
  { ...namespaced, apiVersion: 'policy/v1', kind: 'PodDisruptionBudget', resource: 'poddisruptionbudgets', subresources: ['status'], content: disruptionBudget },
  { ...namespaced, apiVersion: 'v1', kind: 'ResourceQuota', resource: 'resourcequotas', apart: 'quota', subresources: ['status'], content: resourceQuota },
  { ...namespaced, apiVersion: 'v1', kind: 'LimitRange', resource: 'limitranges', apart: 'quota', content: limitRange },
  { apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', resource: 'priorityclasses', namespaced: false, weight: 3, content: priorityClass },
  { apiVersion: 'storage.k8s.io/v1', kind: 'StorageClass', resource: 'storageclasses', namespaced: false, weight: 3, content: storageClass },
  { apiVersion: 'admissionregistration.k8s.io/v1', kind: 'ValidatingWebhookConfiguration', resource: 'validatingwebhookconfigurations', namespaced: false, weight: 4, content: webhooks },
  { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', resource: 'customresourcedefinitions', namespaced: false, weight: 0.4, content: definition },
  { ...namespaced, apiVersion: 'v1', kind: 'ConfigMap', resource: 'configmaps', apart: 'rewritten', weight: 3, content: configMap },
]; // prettier-ignore

function configMap(random: Random): JsonObject {
  const data = Object.fromEntries(random.some(['a', 'b', 'key.with.dots', 'UPPER', 'x_y'], 0.6).map((key) => [key, text(random)]));
  return { ...random.maybe('data', () => data, 0.9), ...random.maybe('binaryData', () => ({ bin: Buffer.from(text(random)).toString('base64') }), 0.2) };
}

function secret(random: Random): JsonObject {
  const encoded = (): string => Buffer.from(text(random)).toString('base64');
  return {
    ...random.maybe('data', () => Object.fromEntries(random.some(['a', 'b', 'c']).map((key) => [key, random.chance(0.2) ? `${encoded()}\n` : encoded()])), 0.7),
    ...random.maybe('stringData', () => Object.fromEntries(random.some(['b', 'd']).map((key) => [key, text(random)])), 0.4),
    ...random.maybe('type', () => random.pick(['Opaque', 'example.com/mine'])),
  };
}

function service(random: Random, name: string): JsonObject {
  const ports = random.some(['web', 'dns', 'dns-tcp', 'metrics'], 0.6);
  if (ports.length === 0) ports.push('web');
  return {
    spec: {
      selector: { app: name },
      ...random.maybe('type', () => random.pick(['ClusterIP', 'ClusterIP', 'NodePort'])),
      ...random.maybe('sessionAffinity', () => random.pick(['None', 'ClientIP'])),
      ...random.maybe('publishNotReadyAddresses', () => random.chance(0.5)),
      ...random.maybe('ipFamilyPolicy', () => 'SingleStack', 0.2),
      ports: ports.map((port, index): JsonObject => ({
        name: port,
        port: port.startsWith('dns') ? 53 : 80 + index,
        ...(port === 'dns' ? { protocol: 'UDP' } : random.maybe('protocol', () => 'TCP', 0.4)),
        ...random.maybe('targetPort', () => random.pick<JsonValue>([8080, 'http', '8080'])),
        ...random.maybe('nodePort', () => 0, 0.1),
      })),
    },
  };
}

function serviceAccount(random: Random): JsonObject {
  return {
    ...random.maybe('imagePullSecrets', () => random.shuffled(random.some([{ name: 'one' }, { name: 'two' }, { name: '' }]))),
    ...random.maybe('secrets', () => random.some([{ name: 's' }, { name: 't' }])),
    ...random.maybe('automountServiceAccountToken', () => random.chance(0.5)),
  };
}

function claim(random: Random): JsonObject {
  return {
    spec: {
      accessModes: [random.pick(['ReadWriteOnce', 'ReadOnlyMany', 'ReadWriteMany'])],
      storageClassName: random.pick(['none', '']),
      ...random.maybe('volumeMode', () => 'Filesystem'),
      resources: { requests: { storage: quantity(random, 'memory') } },
      ...random.maybe('selector', () => ({ matchLabels: { disk: 'fast' } }), 0.2),
    },
  };
}

function deployment(random: Random, name: string): JsonObject {
  return {
    spec: {
      replicas: 0,
      ...random.maybe('paused', () => true, 0.8),
      selector: selectorOf(name),
      ...random.maybe('strategy', () => random.pick<JsonObject>([{}, { type: 'Recreate' }, { type: 'RollingUpdate' }, { rollingUpdate: { maxSurge: random.pick<JsonValue>([1, '25%', '50%']) } }])),
      ...random.maybe('minReadySeconds', () => random.pick([0, 5])),
      ...random.maybe('progressDeadlineSeconds', () => 600),
      ...random.maybe('revisionHistoryLimit', () => random.pick([0, 10])),
      template: podTemplate(random, name),
    },
  };
}

function statefulSet(random: Random, name: string): JsonObject {
  return {
    spec: {
      replicas: 0,
      ...random.maybe('serviceName', () => random.pick(['', name])),
      selector: selectorOf(name),
      ...random.maybe('updateStrategy', () => random.pick<JsonObject>([{}, { type: 'OnDelete' }, { rollingUpdate: { partition: 0 } }, { type: 'RollingUpdate' }])),
      ...random.maybe('podManagementPolicy', () => 'Parallel'),
      template: podTemplate(random, name),
      ...random.maybe('volumeClaimTemplates', () => [{ metadata: { name: 'data', ...random.maybe('creationTimestamp', () => null) }, ...claim(random), ...random.maybe('status', () => ({})) }]),
    },
  };
}

function daemonSet(random: Random, name: string): JsonObject {
  const template = podTemplate(random, name);
  return {
    spec: {
      selector: selectorOf(name),
      ...random.maybe('updateStrategy', () => random.pick<JsonObject>([{}, { type: 'OnDelete' }, { rollingUpdate: { maxUnavailable: random.pick<JsonValue>([1, '10%']) } }])),
      ...random.maybe('minReadySeconds', () => random.pick([0, 3])),
      template: { ...template, spec: { ...(template['spec'] as JsonObject), nodeSelector: { none: 'such' } } },
    },
  };
}

function jobSpec(random: Random, name: string): JsonObject {
  const template = podTemplate(random, name);
  return {
    suspend: true,
    ...random.maybe('backoffLimit', () => random.pick([0, 3])),
    ...random.maybe('completions', () => random.pick([1, 2])),
    ...random.maybe('activeDeadlineSeconds', () => 100),
    ...random.maybe('manualSelector', () => false, 0.2),
    ...random.maybe('ttlSecondsAfterFinished', () => random.pick([0, 60])),
    template: { ...template, spec: { ...(template['spec'] as JsonObject), restartPolicy: random.pick(['Never', 'OnFailure']) } },
  };
}

function job(random: Random, name: string): JsonObject {
  return { spec: jobSpec(random, name) };
}

function cronJob(random: Random, name: string): JsonObject {
  return {
    spec: {
      schedule: random.pick(['0 0 1 1 *', '@yearly', '5 4 1 1 0']),
      suspend: true,
      ...random.maybe('timeZone', () => 'Etc/UTC'),
      ...random.maybe('concurrencyPolicy', () => random.pick(['Allow', 'Forbid'])),
      ...random.maybe('successfulJobsHistoryLimit', () => random.pick([0, 3])),
      jobTemplate: { ...random.maybe('metadata', () => random.pick<JsonObject>([{}, { creationTimestamp: null }, { labels: { a: 'b' } }])), spec: jobSpec(random, name) },
    },
  };
}

function rules(random: Random): JsonValue {
  return Array.from({ length: random.between(0, 3) }, (): JsonObject => ({
    apiGroups: random.pick([[''], ['apps'], ['', 'batch']]),
    resources: random.shuffled(random.pick([['pods'], ['pods', 'services', 'pods/log']])),
    verbs: random.shuffled(random.pick([['get'], ['get', 'list', 'watch'], ['*']])),
    ...random.maybe('resourceNames', () => random.pick([[], ['x']]), 0.3),
  }));
}

function clusterRole(random: Random, name: string): JsonObject {
  // The aggregated one selects nothing that exists: its controller must not fight.
  if (random.chance(0.4)) return { aggregationRule: { clusterRoleSelectors: [{ matchLabels: { [`aggregate-to-${name}`]: 'true' } }] }, ...random.maybe('rules', () => []) };
  return { rules: [...(rules(random) as JsonObject[]), ...random.some<JsonObject>([{ nonResourceURLs: ['/metrics'], verbs: ['get'] }])] };
}

function binding(random: Random): JsonObject {
  const subjects: JsonObject[] = [
    { kind: 'ServiceAccount', name: 'a', namespace: 'none' },
    { kind: 'User', name: 'jane' },
    { kind: 'Group', name: 'admins', apiGroup: RBAC },
    { kind: 'ServiceAccount', name: 'b', namespace: 'none', apiGroup: '' },
  ];
  return { roleRef: { kind: 'ClusterRole', name: 'none', ...random.maybe('apiGroup', () => RBAC, 0.7) }, ...random.maybe('subjects', () => random.shuffled(random.some(subjects)), 0.9) };
}

function networkPolicy(random: Random): JsonObject {
  const peers = (): JsonObject[] => random.some<JsonObject>([
    { podSelector: {} }, { namespaceSelector: { matchLabels: { a: 'b' } } }, { ipBlock: { cidr: '10.0.0.0/8', ...random.maybe('except', () => random.pick([[], ['10.1.0.0/16']])) } },
  ]); // prettier-ignore
  const ports = (): JsonObject[] => random.some<JsonObject>([{ port: 80 }, { port: 'web' }, { port: 53, protocol: 'UDP' }, { port: 1000, endPort: 2000 }, {}]);
  return {
    spec: {
      podSelector: random.pick<JsonObject>([{}, { matchLabels: { a: 'b' } }, { matchLabels: {} }, { matchExpressions: [{ key: 'a', operator: 'Exists' }] }]),
      ...random.maybe('ingress', () => Array.from({ length: random.between(0, 2) }, () => ({ ...random.maybe('from', peers, 0.6), ...random.maybe('ports', ports, 0.6) })), 0.7),
      ...random.maybe('egress', () => Array.from({ length: random.between(0, 2) }, () => ({ ...random.maybe('to', peers, 0.6), ...random.maybe('ports', ports, 0.6) }))),
      ...random.maybe('policyTypes', () => random.pick([['Ingress'], ['Ingress', 'Egress'], ['Egress', 'Ingress']])),
    },
  };
}

function ingress(random: Random): JsonObject {
  const backend = (): JsonObject => ({ service: { name: 'web', port: random.pick<JsonObject>([{ number: 80 }, { name: 'http' }]) } });
  const path = (): JsonObject => ({ path: random.pick(['/', '/api', '/v1']), pathType: random.pick(['Prefix', 'Exact']), backend: backend() });
  return {
    spec: {
      ...random.maybe('ingressClassName', () => 'none'),
      ...random.maybe('defaultBackend', backend),
      ...random.maybe('tls', () => [{ ...random.maybe('hosts', () => ['a.example.com', 'b.example.com']), ...random.maybe('secretName', () => random.pick(['', 'tls'])) }]),
      rules: Array.from({ length: random.between(1, 2) }, () => ({ ...random.maybe('host', () => random.pick(['', 'a.example.com', '*.example.com'])), http: { paths: Array.from({ length: random.between(1, 3) }, path) } })),
    },
  };
}

function autoscaler(random: Random, name: string): JsonObject {
  const metrics: JsonObject[] = [
    { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 80 } } },
    { type: 'Pods', pods: { metric: { name: 'requests' }, target: { type: 'AverageValue', averageValue: quantity(random, 'cpu') } } },
    { type: 'External', external: { metric: { name: 'queue', selector: { matchLabels: { a: 'b' } } }, target: { type: 'Value', value: quantity(random, 'cpu') } } },
  ];
  return {
    spec: {
      maxReplicas: random.between(2, 4),
      ...random.maybe('minReplicas', () => 1),
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name },
      ...random.maybe('metrics', () => random.shuffled(random.some(metrics))),
      ...random.maybe('behavior', () => ({
        ...random.maybe('scaleDown', () => ({ ...random.maybe('stabilizationWindowSeconds', () => random.pick([0, 60])), ...random.maybe('policies', () => [{ type: 'Pods', value: 4, periodSeconds: 60 }]) })),
        ...random.maybe('scaleUp', () => ({ selectPolicy: random.pick(['Max', 'Disabled']) })),
      })),
    },
  };
}

function disruptionBudget(random: Random, name: string): JsonObject {
  return {
    spec: {
      ...random.pick<JsonObject>([{ minAvailable: 1 }, { minAvailable: '50%' }, { maxUnavailable: 0 }, { maxUnavailable: '1%' }]),
      ...random.maybe('selector', () => random.pick<JsonObject>([selectorOf(name), {}]), 0.8),
      ...random.maybe('unhealthyPodEvictionPolicy', () => 'AlwaysAllow'),
    },
  };
}

function resourceQuota(random: Random): JsonObject {
  return {
    spec: {
      hard: { ...random.maybe('cpu', () => quantity(random, 'cpu')), ...random.maybe('requests.memory', () => quantity(random, 'memory')), pods: random.pick<JsonValue>(['10', '010', 10, '1e1']) },
      ...random.maybe('scopes', () => random.pick([['NotTerminating'], []]), 0.2),
    },
  };
}

function limitRange(random: Random): JsonObject {
  const cpu = quantity(random, 'cpu');
  return {
    spec: {
      limits: random.some<JsonObject>([
        { type: 'Container', default: { cpu }, ...random.maybe('defaultRequest', () => ({ cpu })) },
        { type: 'Pod', max: { memory: quantity(random, 'memory') } },
        { type: 'PersistentVolumeClaim', min: { storage: '1' }, ...random.maybe('max', () => ({ storage: '1000Gi' })) },
      ], 0.7),
    },
  };
}

function priorityClass(random: Random): JsonObject {
  return {
    value: random.pick([0, 1, 1000000, -5]),
    ...random.maybe('globalDefault', () => false),
    ...random.maybe('description', () => text(random)),
    ...random.maybe('preemptionPolicy', () => random.pick(['Never', 'PreemptLowerPriority'])),
  };
}

function storageClass(random: Random): JsonObject {
  return {
    provisioner: 'example.com/none',
    ...random.maybe('parameters', () => random.pick<JsonObject>([{}, { type: 'ssd', size: '10' }])),
    ...random.maybe('mountOptions', () => random.pick([[], ['ro', 'soft']])),
    ...random.maybe('allowVolumeExpansion', () => random.chance(0.5)),
    ...random.maybe('reclaimPolicy', () => 'Retain'),
    ...random.maybe('volumeBindingMode', () => random.pick(['Immediate', 'WaitForFirstConsumer'])),
    ...random.maybe('allowedTopologies', () => random.pick([[], [{ matchLabelExpressions: [{ key: 'zone', values: ['a', 'b'] }] }]])),
  };
}

function webhooks(random: Random): JsonObject {
  const one = (name: string): JsonObject => ({
    name,
    admissionReviewVersions: ['v1'],
    sideEffects: 'None',
    clientConfig: random.pick<JsonObject>([{ service: { name: 'svc', namespace: 'none', ...random.maybe('port', () => 443), ...random.maybe('path', () => '/v') } }, { url: 'https://none.example.com/v' }]),
    ...random.maybe('rules', () => [{ apiGroups: ['none.example.com'], apiVersions: ['v1'], operations: random.pick([['CREATE'], ['CREATE', 'UPDATE']]), resources: ['nothings'], ...random.maybe('scope', () => '*') }], 0.8),
    ...random.maybe('failurePolicy', () => 'Ignore'),
    ...random.maybe('timeoutSeconds', () => random.pick([5, 10])),
    ...random.maybe('namespaceSelector', () => random.pick<JsonObject>([{}, { matchLabels: { a: 'b' } }])),
    ...random.maybe('matchConditions', () => random.pick([[], [{ name: 'one', expression: 'true' }]]), 0.2),
  });
  return { webhooks: random.shuffled(random.some(['a.example.com', 'b.example.com'], 0.7)).map(one) };
}

/** Served in no version, so that the API server has nothing to build for it. */
function definition(random: Random, name: string): JsonObject {
  const [plural = '', ...group] = name.split('.');
  const property = (): JsonObject => random.pick<JsonObject>([
    { type: 'string', description: random.pick(['', 'Text.']), ...random.maybe('default', () => 'x') },
    { type: 'array', items: { type: 'string' }, ...random.maybe('x-kubernetes-list-type', () => 'set') },
    { 'x-kubernetes-int-or-string': true, 'anyOf': [{ type: 'integer' }, { type: 'string' }] },
    { type: 'object', properties: { a: { type: 'integer', nullable: random.chance(0.5), ...random.maybe('minimum', () => 0) } }, ...random.maybe('required', () => random.pick([[], ['a']])) },
    { 'type': 'object', 'x-kubernetes-preserve-unknown-fields': true },
    { type: 'number', ...random.maybe('enum', () => [1, 1.5, 1000000000]) },
  ]); // prettier-ignore
  const schema = { type: 'object', properties: { spec: { type: 'object', properties: Object.fromEntries(random.some(['a', 'b', 'c'], 0.7).map((key) => [key, property()])) } } };
  return {
    spec: {
      group: group.join('.'),
      scope: random.pick(['Namespaced', 'Cluster']),
      names: { plural, kind: `K${plural.replaceAll('-', '')}`, ...random.maybe('shortNames', () => [], 0.3), ...random.maybe('listKind', () => `K${plural.replaceAll('-', '')}List`) },
      ...random.maybe('preserveUnknownFields', () => false, 0.3),
      versions: [{
        name: 'v1', served: false, storage: true,
        ...random.maybe('deprecated', () => false),
        ...random.maybe('subresources', () => ({ status: {} })),
        ...random.maybe('additionalPrinterColumns', () => random.pick([[], [{ name: 'A', type: 'string', jsonPath: '.spec.a', ...random.maybe('priority', () => random.pick([0, 1])) }]])),
        schema: { openAPIV3Schema: schema },
      }],
    },
  }; // prettier-ignore
}
