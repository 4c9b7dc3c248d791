/**
 * The default rules against a real API server, its controllers and simulated nodes: an object of each kind is applied, and must become
 * ready by what really reports on it. Nothing sleeps: every wait is for a change that the server announces.
 */
import type { JsonObject, KubeObject, ProgressionProbe } from '../../../lib/api';
import { refOf } from '../../../lib/api';
import type { Answer } from '../../../lib/engine/ports';
import { compileProbes, describeFailure, needsWatching, type ProbeVerdict } from '../../../lib/probes';
import { connect, type KubeCluster } from '../../../lib/kube';

const kubeconfig = process.env['BOXCUTTER_TEST_KUBECONFIG'];
const suffix = process.pid.toString(36) + Date.now().toString(36);
const namespace = `probes-${suffix}`;
const group = `probes-${suffix}.example.com`;
const fieldManager = 'probes-test';
const judge = compileProbes([]);

let cluster: KubeCluster;
const clusterScoped: KubeObject[] = [];

beforeAll(async () => {
  cluster = await connect(kubeconfig === undefined ? {} : { kubeconfig });
  clusterScoped.push(await apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } }));
  // Pods are refused before their namespace has its default account.
  await until({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'default', namespace } }, () => true);
});

afterAll(async () => {
  for (const object of clusterScoped.reverse()) await cluster.delete(refOf(object), { uid: object.metadata.uid ?? '' });
  cluster.close();
});

const containers = [{ name: 'app', image: 'example.com/app:1' }];
const labels = (app: string): JsonObject => ({ labels: { app } });
/** Every workload has a label of its own: controllers adopt whatever matches. */
const pods = (app: string,
  replicas: number) => ({ replicas, selector: { matchLabels: { app } }, template: { metadata: labels(app), spec: { containers } } });
const jobTemplate = { template: { spec: { restartPolicy: 'Never', containers } } };

/** Kinds that another client works on: ready some time after they were applied. */
const WORKED_ON: readonly [string, string, JsonObject][] = [
  ['apps/v1', 'Deployment', { spec: pods('deployment', 2) }],
  ['apps/v1', 'StatefulSet', { spec: { ...pods('stateful', 2), serviceName: 'web' } }],
  ['apps/v1', 'DaemonSet', { spec: { selector: { matchLabels: { app: 'daemon' } }, template: pods('daemon', 1).template } }],
  ['apps/v1', 'ReplicaSet', { spec: pods('replica-set', 2) }],
  ['v1', 'ReplicationController', { spec: { ...pods('controller', 1), selector: { app: 'controller' } } }],
  ['v1', 'Pod', { spec: { containers } }],
  ['batch/v1', 'Job', { spec: jobTemplate }],
];

/** Kinds that are ready as the server answers the apply. */
const READY_AT_ONCE: readonly [string, string, JsonObject][] = [
  ['v1', 'ConfigMap', { data: { a: 'b' } }],
  ['v1', 'Secret', { stringData: { a: 'b' } }],
  ['v1', 'Service', { spec: { selector: { app: 'deployment' }, type: 'LoadBalancer', ports: [{ port: 80 }] } }],
  ['v1', 'ServiceAccount', {}],
  ['v1', 'PersistentVolumeClaim',
    { spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, storageClassName: 'on-first-use' } }],
  ['apps/v1', 'Deployment', { metadata: { name: 'none' }, spec: pods('none', 0) }],
  ['apps/v1', 'StatefulSet', { metadata: { name: 'none' }, spec: { ...pods('no-state', 0), serviceName: 'web' } }],
  ['batch/v1', 'CronJob', { spec: { schedule: '0 0 1 1 *', jobTemplate: { spec: jobTemplate } } }],
  ['policy/v1', 'PodDisruptionBudget', { spec: { minAvailable: 1, selector: { matchLabels: { app: 'deployment' } } } }],
  ['networking.k8s.io/v1', 'Ingress', { spec: { defaultBackend: { service: { name: 'web', port: { number: 80 } } } } }],
  ['networking.k8s.io/v1', 'NetworkPolicy', { spec: { podSelector: {} } }],
  ['autoscaling/v2', 'HorizontalPodAutoscaler',
    { spec: { maxReplicas: 2, scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'none' } } }],
  ['rbac.authorization.k8s.io/v1', 'Role', { rules: [] }],
  ['rbac.authorization.k8s.io/v1', 'RoleBinding', { roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'web' } }],
];

const READY_AT_ONCE_IN_NO_NAMESPACE: readonly [string, string, JsonObject][] = [
  ['rbac.authorization.k8s.io/v1', 'ClusterRole', { rules: [] }],
  ['admissionregistration.k8s.io/v1', 'ValidatingWebhookConfiguration', {}],
  ['admissionregistration.k8s.io/v1', 'MutatingWebhookConfiguration', {}],
  ['scheduling.k8s.io/v1', 'PriorityClass', { value: 1 }],
  ['storage.k8s.io/v1', 'StorageClass', { provisioner: 'example.com/none' }],
];

describe('the default rule', () => {
  test.each(WORKED_ON)('%s %s: not ready when applied, ready by what its controller reports', async (apiVersion, kind, content) => {
    const applied = await apply(inNamespace(apiVersion, kind, content));
    expect(judge(applied).status).not.toBe('pass');
    expect(needsWatching(refOf(applied), [])).toBe(true);
    await until(applied, (verdict) => verdict.status === 'pass');
  });

  test.each(READY_AT_ONCE)('%s %s: ready when applied', async (apiVersion, kind, content) => {
    expect(judge(await apply(inNamespace(apiVersion, kind, content)))).toMatchObject({ status: 'pass' });
  });

  test.each(READY_AT_ONCE_IN_NO_NAMESPACE)('%s %s: ready when applied', async (apiVersion, kind, content) => {
    const applied = await apply({ apiVersion, kind, metadata: { name: namespace }, ...content });
    clusterScoped.push(applied);
    expect(judge(applied)).toMatchObject({ status: 'pass' });
    expect(needsWatching(refOf(applied), [])).toBe(false);
  });

  test('Namespace', () => {
    expect(judge(clusterScoped[0] as KubeObject).status).toBe('pass');
  });
});

test('a fresh Deployment gives the message of the requirements, and an update is outdated until its controller saw it', async () => {
  const deployment = inNamespace('apps/v1', 'Deployment', { metadata: { name: 'fresh' }, spec: pods('fresh', 1) });
  const applied = await apply(deployment);
  expect(describeFailure(refOf(applied), judge(applied))).toBe(
    `Object Deployment.apps/v1 ${namespace}/fresh: condition "Available" == "True": missing .status.conditions and `
      + '".status.updatedReplicas" == ".status.replicas": ".status.updatedReplicas" missing',
  );
  await until(applied, (verdict) => verdict.status === 'pass');

  const newer = { metadata: labels('fresh'), spec: { containers: [{ name: 'app', image: 'example.com/app:2' }] } };
  const updated = await apply({ ...deployment, spec: { ...pods('fresh', 1), template: newer } });
  expect(judge(updated)).toMatchObject({ status: 'unknown', message: '.status outdated', terminal: false });
  await until(updated, (verdict) => verdict.status === 'pass');
});

test('a paused Deployment says that it is paused, and becomes ready when it is resumed', async () => {
  const deployment = inNamespace('apps/v1', 'Deployment', { metadata: { name: 'paused' }, spec: { ...pods('paused', 2), paused: true } });
  const applied = await apply(deployment);
  await until(applied, ({ message }) => message.endsWith('and the Deployment is paused (.spec.paused is true)'));
  await until(await apply({ ...deployment, spec: { ...pods('paused', 2), paused: false } }), (verdict) => verdict.status === 'pass');
});

test('a suspended Job waits until it is resumed', async () => {
  const job = inNamespace('batch/v1', 'Job', { metadata: { name: 'suspended' }, spec: { ...jobTemplate, suspend: true } });
  await until(await apply(job), ({ message }) => message === 'the Job is suspended (.spec.suspend is true)');
  await until(await apply({ ...job, spec: { ...jobTemplate, suspend: false } }), (verdict) => verdict.status === 'pass');
});

describe('definitions', () => {
  const definition = (plural: string, kind: string): KubeObject => ({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { plural, kind },
      versions: [{
        name: 'v1', served: true, storage: true,
        schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
      }],
    },
  });

  test('a CRD is ready when established, its APIService when it is available, its resources by Ready, generation and probes', async () => {
    const applied = await apply(definition('widgets', 'Widget'));
    clusterScoped.push(applied);
    await until(applied, (verdict) => verdict.status === 'pass');
    const service = { apiVersion: 'apiregistration.k8s.io/v1', kind: 'APIService', metadata: { name: `v1.${group}` } };
    await until(service, (verdict) => verdict.status === 'pass');

    // Without a status subresource the test can play the controller.
    const widget = (status: JsonObject) => apply({ apiVersion: `${group}/v1`, kind: 'Widget', metadata: { name: 'web', namespace }, status });
    const condition = (status: string) => ({ conditions: [{ type: 'Ready', status }] });
    expect(judge(await widget({})).status).toBe('pass');
    expect(judge(await widget(condition('False'))).status).toBe('fail');
    expect(judge(await widget(condition('True'))).status).toBe('pass');
    expect(judge(await widget({ ...condition('True'), observedGeneration: 1 })).message).toBe('.status outdated');

    const probe: ProgressionProbe = {
      selector: { type: 'GroupKind', groupKind: { group, kind: 'Widget' } },
      assertions: [{ type: 'CEL',
        cel: { rule: 'self.metadata.generation > 1 && self.status.conditions.all(c, c.status == "True")', message: 'not all is well' } }],
    };
    expect(compileProbes([probe])(await widget(condition('True'))).status).toBe('pass');
    expect(compileProbes([probe])(await widget(condition('False')))).toMatchObject({ status: 'fail', message: 'not all is well' });
  });

  test('a CRD whose kind another one holds fails for good', async () => {
    const first = await apply(definition('gadgets', 'Gadget'));
    clusterScoped.push(first);
    await until(first, (verdict) => verdict.status === 'pass');
    const second = await apply(definition('gizmos', 'Gadget'));
    clusterScoped.push(second);
    const verdict = await until(second, ({ terminal }) => terminal);
    expect(verdict).toMatchObject({ status: 'fail', message: expect.stringMatching(/^the names of the kind are not accepted \(.*Conflict: .*\)$/) });
  });
});

test('what is being deleted is never ready', async () => {
  const applied = await apply(inNamespace('v1', 'ConfigMap', { metadata: { name: 'leaving', finalizers: ['example.com/hold'] } }));
  expect(judge(applied).status).toBe('pass');
  await cluster.delete(refOf(applied), { uid: applied.metadata.uid ?? '' });
  await until(applied, ({ message }) => message === 'is being deleted');
  await cluster.patch(refOf(applied), [{ op: 'remove', path: '/metadata/finalizers' }], fieldManager);
});

function inNamespace(apiVersion: string, kind: string, { metadata = {}, ...content }: JsonObject): KubeObject {
  return { apiVersion, kind, metadata: { name: 'web', namespace, ...(metadata as JsonObject) }, ...content };
}

async function apply(object: KubeObject): Promise<KubeObject> {
  const answer: Answer = await cluster.apply(object, { fieldManager, force: true });
  if (answer.type !== 'object') throw new Error(`${object.kind} was not applied: ${JSON.stringify(answer)}`);
  return answer.object;
}

/** The first verdict that is wanted; jest's timeout ends a wait in vain, and the last verdict then tells why. */
function until(object: KubeObject, wanted: (verdict: ProbeVerdict) => boolean): Promise<ProbeVerdict> {
  const ref = refOf(object);
  let last: ProbeVerdict | undefined;
  return new Promise((resolve, reject) => {
    const finish = (settle: () => void): void => {
      clearTimeout(timer);
      subscription.close();
      settle();
    };
    const timer = setTimeout(() => finish(() => reject(new Error(last === undefined ? 'nothing was seen' : describeFailure(ref, last)))), 50_000);
    const subscription = cluster.observe(ref, {
      changed: (current) => {
        last = judge(current);
        const verdict = last;
        if (wanted(verdict)) queueMicrotask(() => finish(() => resolve(verdict)));
      },
      removed: () => undefined,
      synced: () => undefined,
      failed: (problem, retrying) => {
        if (!retrying) queueMicrotask(() => finish(() => reject(new Error(JSON.stringify(problem)))));
      },
    });
  });
}
