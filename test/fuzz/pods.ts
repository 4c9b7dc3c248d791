/** Random pod templates, quantities and texts: what many kinds have in common. */
import type { JsonObject, JsonValue } from '../../lib/api';
import type { Random } from './random';

const TEXTS = ['plain', '', 'two\nlines', 'ünï → 漢字 🎉', '0', 'true', 'null', ' spaces ', '{"json": [1]}', 'a"quote\\', '1.0'] as const;

export function text(random: Random): string {
  return random.pick(TEXTS);
}

const CPU: readonly JsonValue[] = ['1', '1000m', '0.5', '500m', 1, 0.5, 2, '1e3', '2000m', '100u', '1.5', '0.1', '100m', '250m', '1k', '.5', '1.', '+1', '0010m', '1500000u', '3e-3', '1E3'];
const MEMORY: readonly JsonValue[] = ['1Gi', '1024Mi', '1.5Gi', '1536Mi', '1048576Ki', '128Mi', 134217728, '134217728', '1G', '1000M', '1e9', '0.5Gi', '2048Ki', '123456789', '1.1Gi', '100Ki', '1T', '512M'];

export function quantity(random: Random, of: 'cpu' | 'memory'): JsonValue {
  return random.pick(of === 'cpu' ? CPU : MEMORY);
}

export function selectorOf(name: string): JsonObject {
  return { matchLabels: { app: name } };
}

export function podTemplate(random: Random, name: string): JsonObject {
  const containers = random.shuffled(['web', ...random.some(['sidecar', 'log'], 0.3)]);
  return {
    metadata: { labels: { app: name }, ...random.maybe('annotations', () => random.pick<JsonObject>([{}, { note: text(random) }]), 0.3), ...random.maybe('creationTimestamp', () => null, 0.2) },
    spec: {
      containers: containers.map((container) => containerOf(random, container)),
      ...random.maybe('initContainers', () => [containerOf(random, 'init')], 0.2),
      ...random.maybe('volumes', () => volumes(random), 0.5),
      ...random.maybe('tolerations', () => random.pick<JsonValue>([[], [{ key: 'a', operator: 'Exists' }, { key: 'b', value: 'c', effect: 'NoSchedule' }]]), 0.3),
      ...random.maybe('nodeSelector', () => random.pick<JsonObject>([{}, { disk: 'ssd' }]), 0.2),
      ...random.maybe('securityContext', () => random.pick<JsonObject>([{}, { runAsNonRoot: true, fsGroup: 0 }, { runAsUser: 0, supplementalGroups: [1, 2] }]), 0.3),
      ...random.maybe('serviceAccountName', () => random.pick(['', 'default']), 0.3),
      ...random.maybe('hostNetwork', () => false, 0.2),
      ...random.maybe('imagePullSecrets', () => [{ name: 'pull' }, { name: 'other' }], 0.2),
      ...random.maybe('terminationGracePeriodSeconds', () => random.pick([0, 30]), 0.2),
      ...random.maybe('topologySpreadConstraints', () => [{ maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'ScheduleAnyway', labelSelector: { matchLabels: { app: name } } }], 0.15),
      ...random.maybe('affinity', () => ({ podAntiAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 1, podAffinityTerm: { topologyKey: 'zone', labelSelector: { matchLabels: { app: name } } } }] } }), 0.15),
      ...random.maybe('hostAliases', () => [{ ip: '10.0.0.1', hostnames: ['a', 'b'] }], 0.1),
      ...random.maybe('readinessGates', () => [{ conditionType: 'example.com/ready' }], 0.1),
    },
  }; // prettier-ignore
}

function containerOf(random: Random, name: string): JsonObject {
  return {
    name,
    image: `example.com/${name}:${random.between(1, 2)}`,
    ...random.maybe('env', () => random.shuffled(environment(random)), 0.6),
    ...random.maybe('ports', () => random.shuffled(random.some<JsonObject>([{ containerPort: 80 }, { containerPort: 53, protocol: 'UDP' }, { containerPort: 53 }, { containerPort: 8080, name: 'http', protocol: 'TCP' }])), 0.5),
    ...random.maybe('args', () => random.pick<JsonValue>([[], ['--a', '', '--b']]), 0.3),
    ...random.maybe('command', () => ['run', '--x'], 0.2),
    ...random.maybe('resources', () => random.pick<JsonObject>([
      {}, { limits: { cpu: quantity(random, 'cpu'), memory: quantity(random, 'memory') } }, { requests: { cpu: quantity(random, 'cpu') } }, { limits: {}, requests: { memory: quantity(random, 'memory') } },
    ]), 0.6),
    ...random.maybe('volumeMounts', () => random.shuffled(random.some<JsonObject>([{ name: 'tmp', mountPath: '/tmp' }, { name: 'tmp', mountPath: '/cache', readOnly: false, subPath: 'c' }])), 0.01),
    ...random.maybe('livenessProbe', () => ({ ...random.pick<JsonObject>([{ httpGet: { port: 80, path: '/' } }, { httpGet: { port: 'http' } }, { tcpSocket: { port: 80 } }, { exec: { command: ['true'] } }]), ...random.maybe('initialDelaySeconds', () => random.pick([0, 5])) }), 0.3),
    ...random.maybe('securityContext', () => random.pick<JsonObject>([{}, { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } }, { readOnlyRootFilesystem: true, privileged: false }, { capabilities: { add: [], drop: [] } }]), 0.3),
    ...random.maybe('imagePullPolicy', () => random.pick(['Always', 'IfNotPresent']), 0.3),
    ...random.maybe('tty', () => false, 0.1),
    ...random.maybe('lifecycle', () => ({ preStop: { exec: { command: ['sleep', '1'] } } }), 0.1),
  }; // prettier-ignore
}

function environment(random: Random): JsonObject[] {
  return random.some<JsonObject>([
    { name: 'A', value: text(random) },
    { name: 'B', value: '' },
    { name: 'C' },
    { name: 'NODE', valueFrom: { fieldRef: { fieldPath: 'spec.nodeName' } } },
    { name: 'CPU', valueFrom: { resourceFieldRef: { resource: 'limits.cpu', ...random.maybe('divisor', () => random.pick(['0', '1', '1m'])) } } },
    { name: 'REF', valueFrom: { configMapKeyRef: { name: 'c', key: 'k', ...random.maybe('optional', () => random.chance(0.5)) } } },
  ]);
}

function volumes(random: Random): JsonObject[] {
  return random.shuffled(random.some<JsonObject>([
    { name: 'tmp', emptyDir: random.pick<JsonObject>([{}, { medium: 'Memory', sizeLimit: quantity(random, 'memory') }, { medium: '' }]) },
    { name: 'config', configMap: { name: 'c', ...random.maybe('defaultMode', () => random.pick([420, 0o400])), ...random.maybe('items', () => random.pick<JsonValue>([[], [{ key: 'a', path: 'b' }]])) } },
    { name: 'token', projected: { sources: [{ serviceAccountToken: { path: 'token', ...random.maybe('audience', () => random.pick(['', 'vault'])) } }, { downwardAPI: { items: [{ path: 'labels', fieldRef: { fieldPath: 'metadata.labels' } }] } }] } },
    { name: 'host', hostPath: { path: '/x', ...random.maybe('type', () => '') } },
    { name: 'scratch' },
  ])); // prettier-ignore
}
