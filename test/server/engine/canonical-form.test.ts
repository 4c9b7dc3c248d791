/**
 * The point of the canonical form: once applied, an object shows that nothing is to be done, without another request. So after an
 * apply every value must be stored as it was sent. Proven on objects written as awkwardly as their schema allows.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject, KubeObject } from '../../../lib/api';
import { isExactlyApplied } from '../../../lib/engine/fields';
import { connect, type KubeCluster } from '../../../lib/kube';
import { compile } from '../../../lib/compile';
import type { Origin } from '../../../lib/issue';
import { loadManifests } from '../../../lib/formats/detect/load-manifests';

const namespace = `canonical-${process.pid}`;
const pod = (extra: JsonObject = {}): JsonObject => ({
  metadata: { creationTimestamp: null, labels: { app: 'a' } },
  spec: {
    volumes: [
      { name: 'token', projected: { sources: [{ serviceAccountToken: { path: 't' } }, { downwardAPI: { items: [{ path: 'n', fieldRef: { fieldPath: 'metadata.name' } }] } }] } },
      { name: 'empty', emptyDir: { sizeLimit: '1024Mi' } },
    ],
    tolerations: [],
    nodeSelector: {},
    containers: [
      {
        name: 'c',
        image: 'example.com/c:1',
        args: [],
        env: [{ name: 'EMPTY', value: '' }, { name: 'CPU', valueFrom: { resourceFieldRef: { resource: 'limits.cpu' } } }],
        ports: [{ containerPort: 80 }, { containerPort: 53, protocol: 'UDP' }],
        resources: { requests: { cpu: '1000m', memory: '1024Mi' }, limits: { cpu: 1.5, memory: '1.5Gi' } },
      },
    ],
    ...extra,
  },
});

/** Each written the way people and generators write it, with what is false drift elsewhere (docs/requirements.md, the engine). */
const AWKWARD: readonly JsonObject[] = [
  { apiVersion: 'v1', kind: 'Secret', metadata: { name: 's' }, stringData: { a: 'plain' }, data: { b: 'YWJj\nZGVm' } },
  { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'c', annotations: {}, labels: null }, data: { a: '' }, binaryData: {} },
  { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'd' }, spec: { replicas: 0, selector: { matchLabels: { app: 'a' } }, strategy: {}, template: pod() }, status: {} },
  { apiVersion: 'apps/v1', kind: 'StatefulSet', metadata: { name: 'sts' }, spec: { serviceName: 's', updateStrategy: {}, replicas: 0, selector: { matchLabels: { app: 'a' } }, template: pod(), volumeClaimTemplates: [{ metadata: { name: 'data', creationTimestamp: null }, spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1024Mi' } } }, status: {} }] } },
  { apiVersion: 'apps/v1', kind: 'DaemonSet', metadata: { name: 'ds' }, spec: { updateStrategy: {}, minReadySeconds: 0, selector: { matchLabels: { app: 'a' } }, template: pod({ nodeSelector: { none: 'such' } }) } },
  { apiVersion: 'batch/v1', kind: 'CronJob', metadata: { name: 'cj' }, spec: { schedule: '0 0 1 1 *', suspend: true, jobTemplate: { metadata: { creationTimestamp: null }, spec: { template: pod({ restartPolicy: 'Never' }) } } } },
  { apiVersion: 'v1', kind: 'Service', metadata: { name: 'svc' }, spec: { selector: { app: 'a' }, ports: [{ name: 'a', port: 80 }, { name: 'b', port: 80, protocol: 'UDP' }], externalIPs: [] } },
  { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'sa' }, imagePullSecrets: [], secrets: null },
  { apiVersion: 'v1', kind: 'ResourceQuota', metadata: { name: 'q' }, spec: { hard: { cpu: '2000m', pods: '010' } } },
  { apiVersion: 'v1', kind: 'LimitRange', metadata: { name: 'lr' }, spec: { limits: [{ type: 'Container', default: { cpu: '0.5' }, defaultRequest: { cpu: '0.1' } }] } },
  { apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: { name: 'pvc' }, spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1024Mi' } } } },
  { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'Role', metadata: { name: 'r', creationTimestamp: null }, rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'], resourceNames: [] }] },
  { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'RoleBinding', metadata: { name: 'rb' }, roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'r' }, subjects: [{ kind: 'User', name: 'jane' }, { kind: 'ServiceAccount', name: 'sa', namespace: 'x' }] },
  { apiVersion: 'networking.k8s.io/v1', kind: 'NetworkPolicy', metadata: { name: 'np' }, spec: { podSelector: {}, ingress: [{ ports: [{ port: 80 }], from: [{ namespaceSelector: {} }] }], egress: [], policyTypes: ['Ingress', 'Egress'] } },
  { apiVersion: 'networking.k8s.io/v1', kind: 'Ingress', metadata: { name: 'i' }, spec: { rules: [{ host: 'a.example.com', http: { paths: [{ path: '/', pathType: 'Prefix', backend: { service: { name: 'svc', port: { number: 80 } } } }] } }] } },
  { apiVersion: 'autoscaling/v2', kind: 'HorizontalPodAutoscaler', metadata: { name: 'hpa' }, spec: { maxReplicas: 3, scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd' }, metrics: [{ type: 'Pods', pods: { metric: { name: 'x' }, target: { type: 'AverageValue', averageValue: '0.5' } } }] } },
  { apiVersion: 'policy/v1', kind: 'PodDisruptionBudget', metadata: { name: 'pdb' }, spec: { minAvailable: '50%', selector: { matchLabels: { app: 'a' } } } },
  { apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', metadata: { name: `pc-${process.pid}` }, value: 5, globalDefault: false },
  { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata: { name: `cr-${process.pid}` }, aggregationRule: { clusterRoleSelectors: [{ matchLabels: { a: 'b' } }] }, rules: [] },
  { apiVersion: 'admissionregistration.k8s.io/v1', kind: 'ValidatingWebhookConfiguration', metadata: { name: `vwc-${process.pid}` }, webhooks: [{ name: 'a.example.com', admissionReviewVersions: ['v1'], sideEffects: 'None', clientConfig: { service: { name: 'svc', namespace: 'ns' } }, rules: [{ apiGroups: ['none.example.com'], apiVersions: ['v1'], operations: ['CREATE'], resources: ['nothings'] }] }] },
];

/** Zeros that the author wrote out. The server stores most of them as nothing, so the comparison has to know. */
const ZEROS: readonly JsonObject[] = [
  { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'd' }, spec: { replicas: 0, paused: false, minReadySeconds: 0, selector: { matchLabels: { app: 'a' } }, template: { metadata: { labels: { app: 'a' } }, spec: zeroPod() } } },
  { apiVersion: 'apps/v1', kind: 'StatefulSet', metadata: { name: 'sts' }, spec: { serviceName: '', minReadySeconds: 0, replicas: 0, selector: { matchLabels: { app: 'a' } }, template: { metadata: { labels: { app: 'a' } }, spec: zeroPod() } } },
  { apiVersion: 'v1', kind: 'Service', metadata: { name: 'svc' }, spec: { selector: { app: 'a' }, publishNotReadyAddresses: false, externalName: '', loadBalancerIP: '', healthCheckNodePort: 0, ports: [{ name: '', port: 80, nodePort: 0 }] } },
  { apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', metadata: { name: `pc-${process.pid}` }, value: 0, globalDefault: false, description: '' },
  {
    apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', metadata: { name: `zeros.canonical-${process.pid}.example.com` },
    spec: {
      group: `canonical-${process.pid}.example.com`, scope: 'Namespaced', names: { plural: 'zeros', kind: 'Zero' }, preserveUnknownFields: false,
      versions: [{ name: 'v1', served: true, storage: true, deprecated: false, additionalPrinterColumns: [{ name: 'A', type: 'string', jsonPath: '.a', priority: 0, description: '', format: '' }], schema: { openAPIV3Schema: { type: 'object', description: '', nullable: false } } }],
    },
  },
]; // prettier-ignore

function zeroPod(): JsonObject {
  return {
    hostNetwork: false, hostPID: false, hostIPC: false, serviceAccountName: '', nodeName: '', hostname: '', subdomain: '', priorityClassName: '',
    volumes: [{ name: 'v', emptyDir: {} }],
    containers: [
      {
        name: 'c', image: 'example.com/c:1', stdin: false, stdinOnce: false, tty: false, workingDir: '',
        env: [{ name: 'E', value: '' }],
        ports: [{ name: '', containerPort: 80, hostPort: 0, hostIP: '' }],
        volumeMounts: [{ name: 'v', mountPath: '/v', readOnly: false, subPath: '', subPathExpr: '' }],
        livenessProbe: { initialDelaySeconds: 0, httpGet: { port: 80 } },
      },
    ],
  }; // prettier-ignore
}

/** Nulls as entries of maps and lists of plain values: the server keeps their keys. */
const NULLS: readonly JsonObject[] = [
  { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'c', labels: { l: null }, annotations: { a: null } }, data: { a: null }, binaryData: { b: null } },
  { apiVersion: 'v1', kind: 'Secret', metadata: { name: 's' }, data: { a: null, b: 'YQ==' }, stringData: { b: null } },
  { apiVersion: 'v1', kind: 'Service', metadata: { name: 'svc' }, spec: { selector: { app: null }, ports: [{ port: 80 }] } },
  { apiVersion: 'networking.k8s.io/v1', kind: 'NetworkPolicy', metadata: { name: 'np' }, spec: { podSelector: { matchLabels: { app: null } } } },
  { apiVersion: 'v1', kind: 'ResourceQuota', metadata: { name: 'q' }, spec: { hard: { pods: null } } },
  { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'd' }, spec: { selector: { matchLabels: { app: 'a' } }, template: { metadata: { labels: { app: 'a', b: null } }, spec: { nodeSelector: { n: null }, containers: [{ name: 'c', image: 'example.com/c:1', args: [null, 'x'], resources: { limits: { cpu: null } } }] } } } },
]; // prettier-ignore

let cluster: KubeCluster;

beforeAll(async () => {
  cluster = await connect({ kubeconfig: process.env['BOXCUTTER_TEST_KUBECONFIG'] as string });
  expect((await cluster.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } })).type).toBe('object');
});

afterAll(async () => {
  const live = await cluster.get({ apiVersion: 'v1', kind: 'Namespace', name: namespace });
  if (live.type === 'object') await cluster.delete({ apiVersion: 'v1', kind: 'Namespace', name: namespace }, { uid: live.object.metadata.uid ?? '' });
  cluster.close();
});

/** Would the next run find nothing to do? Asked by dry run: the answer is the object as it would be stored. */
async function isExact(object: KubeObject): Promise<string> {
  const answer = await cluster.apply({ ...object, metadata: { ...object.metadata, resourceVersion: '1' } }, { fieldManager: 'canonical', force: true, dryRun: true });
  if (answer.type !== 'object') return `${answer.type}: ${answer.type === 'refused' ? answer.status.message : ''}`;
  return isExactlyApplied(object, answer.object, 'canonical') ? 'exact' : `differs: ${JSON.stringify(object)} became ${JSON.stringify({ ...answer.object, metadata: { name: answer.object.metadata.name } })}`;
}

function objectsOf(objects: readonly { manifest: JsonObject; origin: Origin }[]): readonly KubeObject[] {
  const { compiled, findings } = compile({ extension: 'canonical', namespace, objects });
  expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  return compiled?.resolved.phases.flatMap((phase) => phase.objects.map(({ object }) => object)) ?? [];
}

test.each(AWKWARD.map((object) => [String(object['kind']), object] as const))('%s is stored as it is sent', async (_kind, manifest) => {
  const [object] = objectsOf([{ manifest, origin: { source: 'here' } }]);
  expect(await isExact(object as KubeObject)).toBe('exact');
});

test.each(ZEROS.map((object) => [String(object['kind']), object] as const))('%s with zeros written out counts as applied', async (_kind, manifest) => {
  const [object] = objectsOf([{ manifest, origin: { source: 'here' } }]);
  expect(await isExact(object as KubeObject)).toBe('exact');
});

test.each(NULLS.map((object) => [String(object['kind']), object] as const))('%s with null entries means what the server makes of them', async (_kind, manifest) => {
  const [object] = objectsOf([{ manifest, origin: { source: 'here' } }]);
  expect(await isExact(object as KubeObject)).toBe('exact');
  const { apiVersion, kind, metadata, ...raw } = manifest;
  const asWritten = { ...raw, apiVersion, kind, metadata: { ...(metadata as JsonObject), namespace } } as unknown as KubeObject;
  const [ours, theirs] = await Promise.all([object as KubeObject, asWritten].map(dryRun));
  expect(contentOf(ours)).toEqual(contentOf(theirs));
});

test('a zero takes its field back from another manager', async () => {
  const [wanted] = objectsOf([{ manifest: ZEROS[0] as JsonObject, origin: { source: 'here' } }]);
  interface PodSpec {
    hostNetwork: boolean;
    hostPID: boolean;
    containers: { stdin: boolean; env: JsonObject[]; ports: JsonObject[] }[];
  }
  const foreign = structuredClone(wanted) as unknown as { spec: { paused: boolean; minReadySeconds: number; template: { spec: PodSpec } } };
  foreign.spec.paused = true;
  foreign.spec.minReadySeconds = 5;
  const { spec } = foreign.spec.template;
  const [container] = spec.containers;
  spec.hostNetwork = spec.hostPID = true;
  Object.assign(container as object, { stdin: true, env: [{ name: 'E', value: '1' }], ports: [{ name: 'web', containerPort: 80 }] });
  expect((await cluster.apply(foreign as unknown as KubeObject, { fieldManager: 'other', force: true })).type).toBe('object');
  const answer = await cluster.apply(wanted as KubeObject, { fieldManager: 'canonical', force: true });
  if (answer.type !== 'object') throw new Error(JSON.stringify(answer));
  const live = answer.object as unknown as typeof foreign;
  for (const field of ['paused', 'minReadySeconds']) expect(live.spec).not.toHaveProperty(field);
  for (const field of ['hostNetwork', 'hostPID']) expect(live.spec.template.spec).not.toHaveProperty(field);
  expect(live.spec.template.spec.containers[0]).not.toHaveProperty('stdin');
  expect(live.spec.template.spec.containers[0]?.env).toEqual([{ name: 'E' }]);
  expect(live.spec.template.spec.containers[0]?.ports).toEqual([{ containerPort: 80, protocol: 'TCP' }]);
  expect(isExactlyApplied(wanted as KubeObject, answer.object, 'canonical')).toBe(true);
});

async function dryRun(object: KubeObject): Promise<KubeObject> {
  const answer = await cluster.apply({ ...object, metadata: { ...object.metadata, resourceVersion: '1' } }, { fieldManager: 'canonical', force: true, dryRun: true });
  if (answer.type !== 'object') throw new Error(JSON.stringify(answer));
  return answer.object;
}

/** What an object says, without what differs from request to request. */
function contentOf(object: KubeObject | undefined): unknown {
  const { metadata, ...rest } = object as unknown as { metadata: JsonObject; spec?: JsonObject };
  const spec = rest.spec?.['clusterIP'] === undefined ? rest.spec : { ...rest.spec, clusterIP: null, clusterIPs: null };
  const ownerLabel = /^olm\.operatorframework\.io\//;
  const labels = Object.entries((metadata['labels'] ?? {}) as JsonObject).filter(([key]) => !ownerLabel.test(key));
  return { ...rest, spec, annotations: metadata['annotations'], labels: Object.fromEntries(labels) };
}

const folder = process.env['BOXCUTTER_BUNDLES'];
const entries = folder === undefined ? [] : readdirSync(folder, { withFileTypes: true });
const bundles = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);

(bundles.length === 0 ? test.skip : test)('every object of the real bundles is stored as it is sent', async () => {
  for (const bundle of bundles) {
    const loaded = loadManifests(join(folder as string, bundle)).objects;
    if (loaded.length === 0) continue;
    for (const object of objectsOf(loaded)) {
      const verdict = await isExact(object);
      expect([bundle, object.kind, object.metadata.name, verdict.startsWith('unserved') ? 'exact' : verdict]).toEqual([bundle, object.kind, object.metadata.name, 'exact']);
    }
  }
});
