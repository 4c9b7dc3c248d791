/** Needs of a container. */
import { count, port, type Needs, positive } from './needs';

const httpGet: Needs = { required: ['port'], fields: { port } };
const handlers = { exec: { required: ['command'] }, httpGet, tcpSocket: httpGet } satisfies Record<string, Needs>;
const probe = (rest: Readonly<Record<string, Needs>>): Needs => ({
  exactlyOne: ['exec', 'httpGet', 'tcpSocket', 'grpc'],
  fields: {
    ...handlers, grpc: { required: ['port'], fields: { port: { range: [1, 65535] } } },
    initialDelaySeconds: count, timeoutSeconds: count, periodSeconds: count, failureThreshold: count, successThreshold: count, ...rest,
  },
});
// Zero is absent and becomes one.
const onlyOnce: Readonly<Record<string, Needs>> = { successThreshold: { range: [0, 1] }, terminationGracePeriodSeconds: positive };
const hook: Needs = { exactlyOne: ['exec', 'httpGet', 'tcpSocket', 'sleep'], fields: handlers };

const env: Needs = {
  required: ['name'],
  atMostOne: ['value', 'valueFrom'],
  fields: {
    valueFrom: {
      exactlyOne: ['fieldRef', 'resourceFieldRef', 'configMapKeyRef', 'secretKeyRef', 'fileKeyRef'],
      fields: {
        fieldRef: { required: ['fieldPath'] },
        resourceFieldRef: { required: ['resource'] },
        configMapKeyRef: { required: ['key'], fields: { key: { format: 'data-key' } } },
        secretKeyRef: { required: ['key'], fields: { key: { format: 'data-key' } } },
      },
    },
  },
};

export const container: Needs = {
  required: ['name', 'image'],
  fields: {
    name: { format: 'dns-label' },
    ports: {
      unique: 'name',
      items: {
        required: ['containerPort'],
        fields: { name: { format: 'port-name' }, containerPort: { range: [1, 65535] }, hostPort: { range: [0, 65535] } },
      },
    },
    env: { items: env },
    envFrom: { items: { exactlyOne: ['configMapRef', 'secretRef'], fields: {
      configMapRef: { required: ['name'], fields: { name: { format: 'dns-subdomain' } } },
      secretRef: { required: ['name'], fields: { name: { format: 'dns-subdomain' } } },
    } } },
    volumeMounts: { unique: 'mountPath', items: { required: ['name', 'mountPath'] } },
    volumeDevices: { unique: 'devicePath', items: { required: ['name', 'devicePath'] } },
    livenessProbe: probe(onlyOnce),
    startupProbe: probe(onlyOnce),
    readinessProbe: probe({}),
    lifecycle: { fields: { preStop: hook, postStart: hook } },
    securityContext: { fields: { runAsUser: count, runAsGroup: count, seccompProfile: { required: ['type'] } } },
  },
};
