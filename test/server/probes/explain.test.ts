/** Why something is not ready, asked of a real API server with its controllers and scheduler. */
import type { KubeObject, ObjectRef } from '../../../lib/api';
import { explainExtension, type Explanation, type ExplainOptions, type ObjectExplanation } from '../../../lib/runtime';
import { Bench, revisionOf, stored, unique } from '../support/extension';

let bench: Bench;
const open = async (as: { as?: string } = {}): Promise<void> => void (bench = await Bench.open('explain', as));
afterEach(() => bench.close());

const explain = (options: Partial<ExplainOptions> = {}): Promise<Explanation> =>
  explainExtension('web', { cluster: bench.cluster, stateNamespace: bench.namespace, signal: AbortSignal.timeout(30_000), ...options });

function objectOf({ objects }: Explanation, name: string): ObjectExplanation {
  const found = objects.find(({ ref }) => ref.name === name);
  if (found === undefined) throw new Error(`nothing about ${name}, only ${objects.map(({ ref }) => ref.name).join(', ')}`);
  return found;
}
const codes = ({ hints }: ObjectExplanation): readonly string[] => hints.map(({ code }) => code);

function deployment(name: string, spec: object, resources: object = {}): KubeObject {
  const labels = { app: name };
  const template = { metadata: { labels }, spec: { containers: [{ name: 'app', image: 'example.com/app:1', resources }], ...spec } };
  return bench.object('Deployment', name, { spec: { replicas: 1, selector: { matchLabels: labels }, template } }, 'apps/v1');
}

/** Waits, by watch, for an event in the namespace. */
function event(reason: string, about: RegExp): Promise<void> {
  return new Promise((resolve) => {
    const subscription = bench.otherClient.cluster.observe({ apiVersion: 'v1', kind: 'Event', namespace: bench.namespace }, {
      changed: (object) => {
        const name = (object['involvedObject'] as { name?: string } | undefined)?.name ?? '';
        if (object['reason'] !== reason || !about.test(name)) return;
        queueMicrotask(() => subscription.close());
        resolve();
      },
      removed: () => undefined,
      synced: () => undefined,
      failed: () => undefined,
    });
  });
}

const hasCondition = (type: string, status: string) => (object: KubeObject | undefined): boolean => {
  const { conditions = [] } = (object?.['status'] ?? {}) as { readonly conditions?: readonly { type: string; status: string }[] };
  return conditions.some((condition) => condition.type === type && condition.status === status);
};

test('workloads: from the Deployment to what the scheduler, the quota and the claim say, and what to do', async () => {
  await open();
  const small = { requests: { cpu: '10m' } };
  const quota = bench.object('ResourceQuota', 'tight', { spec: { hard: { 'requests.cpu': '1' } } });
  const unscheduled = deployment('unscheduled', { nodeSelector: { nowhere: 'true' } }, small);
  const tooBig = deployment('too-big', {}, { requests: { cpu: '5' } });
  const nobody = deployment('nobody', { serviceAccountName: 'nobody' }, small);
  const later = bench.configMap('later', '1');
  await bench.apply(revisionOf([[bench.configMap('first', '1'), quota], [unscheduled, tooBig, nobody], [later]]), { wait: false });
  const failed = hasCondition('ReplicaFailure', 'True');
  await Promise.all([
    event('FailedScheduling', /^unscheduled-/), event('FailedCreate', /^too-big-/), event('FailedCreate', /^nobody-/),
    bench.otherClient.until(bench.ref('Deployment', 'too-big', 'apps/v1'), failed),
    bench.otherClient.until(bench.ref('Deployment', 'nobody', 'apps/v1'), failed),
  ]);

  const explanation = await explain();
  expect(explanation).toMatchObject({
    well: false,
    revision: 1,
    phase: 'phase-1',
    pending: [{ name: 'phase-2', objects: 1 }],
    notes: [],
    more: 0,
  });
  expect(explanation.objects.map(({ ref }) => ref.name).sort()).toEqual(['nobody', 'too-big', 'unscheduled']);

  const first = objectOf(explanation, 'unscheduled');
  expect(first).toMatchObject({
    action: 'Unchanged',
    exists: true,
    probe: { status: 'fail' },
    pods: { total: 1, ready: 0, through: [expect.stringMatching(/^ReplicaSet unscheduled-/)] },
  });
  expect(first.pods?.pods[0]?.reasons).toEqual([expect.stringMatching(/^it is not scheduled: Unschedulable: .*nodes are available/)]);
  expect(first.events.map(({ reason }) => reason)).toContain('FailedScheduling');
  expect(codes(first)).toEqual(['unschedulable']);

  const second = objectOf(explanation, 'too-big');
  expect(second.pods).toMatchObject({ total: 0, troubles: [{ message: expect.stringContaining('exceeded quota: tight') }] });
  expect(second.conditions).toContainEqual(expect.objectContaining({ type: 'ReplicaFailure', status: 'True', since: expect.any(String) }));
  expect(codes(second)).toEqual(['quota']);
  expect(codes(objectOf(explanation, 'nobody'))).toEqual(['missing-reference']);
});

test('a namespace that enforces the restricted Pod policy: no Pod is made, an apply waits, the words of the server say why', async () => {
  await open();
  const namespace = { apiVersion: 'v1', kind: 'Namespace', name: bench.namespace };
  const enforce = { op: 'add', path: '/metadata/labels/pod-security.kubernetes.io~1enforce', value: 'restricted' } as const;
  stored(await bench.otherClient.cluster.patch(namespace, [enforce], 'kubectl'));
  const patience = new AbortController();
  const applying = bench.apply(revisionOf([[deployment('root', {})], [bench.configMap('later', '1')]]), { signal: patience.signal });
  await bench.otherClient.until(bench.ref('Deployment', 'root', 'apps/v1'), hasCondition('ReplicaFailure', 'True'));
  patience.abort(new Error('out of time'));
  expect(await applying).toMatchObject({ status: 'incomplete', stopped: 'out of time' });
  expect(await bench.otherClient.exists(bench.ref('ConfigMap', 'later'))).toBe(false);

  const root = objectOf(await explain(), 'root');
  const [trouble] = root.pods?.troubles ?? [];
  expect(trouble).toMatchObject({
    of: expect.stringMatching(/^ReplicaSet root-/),
    message: expect.stringMatching(/violates PodSecurity "restricted:latest": .*runAsNonRoot != true/),
  });
  expect(codes(root)).toEqual(['pod-security']);
});

test('drift and a missing object; one that is well, by name; all well', async () => {
  await open();
  await bench.apply(revisionOf([[bench.configMap('changed', '1'), bench.configMap('deleted', '1'), bench.configMap('same', '1')]]));
  expect(await explain()).toMatchObject({ well: true, objects: [], pending: [], notes: [] });

  await bench.otherClient.apply({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'changed', namespace: bench.namespace },
    data: { value: 'theirs' },
  });
  await bench.otherClient.delete(bench.ref('ConfigMap', 'deleted'));
  const explanation = await explain();
  expect(explanation.objects.map(({ ref, reason }) => `${ref.name}: ${reason}`)).toEqual([
    'changed: another client changed data.value',
    'deleted: it does not exist',
  ]);
  expect(objectOf(explanation, 'changed')).toMatchObject({
    changed: [{ path: 'data.value', manager: 'kubectl', at: expect.any(String) }],
    managers: [{ manager: 'kubectl' }, { manager: 'boxcutter' }],
  });
  expect(await explain({ object: 'configmap/same' })).toMatchObject({
    well: true,
    objects: [{ well: true, reason: 'it is as it should be', managers: [{ manager: 'boxcutter' }] }],
  });
  await expect(explain({ object: 'configmap/sam' })).rejects.toMatchObject({ code: 'object-unknown', category: 'input' });
  await expect(explainExtension('nowhere', {
    cluster: bench.cluster,
    stateNamespace: bench.namespace,
  })).rejects.toMatchObject({ code: 'not-found' });
});

test('what an apply would be refused for, and an object that waits for its finalizers', async () => {
  await open();
  const revision = revisionOf([[bench.configMap('guarded', '1'), bench.object('ConfigMap', 'frozen', { data: { value: '1' } })]]);
  await bench.apply(revision);
  const { cluster } = bench.otherClient;
  const change = async (ref: ObjectRef, path: string, value: unknown) =>
    stored(await cluster.patch(ref, [{ op: 'add', path, value }], 'kubectl-edit'));
  await change(bench.ref('ConfigMap', 'guarded'), '/metadata/finalizers', ['example.com/guard']);
  await bench.otherClient.delete(bench.ref('ConfigMap', 'guarded'));
  await change(bench.ref('ConfigMap', 'frozen'), '/data/value', 'theirs');
  await change(bench.ref('ConfigMap', 'frozen'), '/immutable', true);

  const explanation = await explain();
  expect(objectOf(explanation, 'guarded')).toMatchObject({
    action: 'Waiting',
    deletion: { finalizers: ['example.com/guard'] },
    hints: [{ code: 'finalizer' }],
  });
  expect(objectOf(explanation, 'frozen')).toMatchObject({
    action: 'Failed',
    reason: expect.stringContaining('field is immutable when `immutable` is set'),
    hints: [{ code: 'immutable' }],
  });
  stored(await cluster.patch(bench.ref('ConfigMap', 'guarded'), [{ op: 'remove', path: '/metadata/finalizers' }], 'kubectl'));
});

test('a teardown that hangs: what is left, and what holds it', async () => {
  await open();
  await bench.apply(revisionOf([[bench.configMap('first', '1')], [bench.configMap('guarded', '1')]]));
  const { cluster } = bench.otherClient;
  stored(await cluster.patch(bench.ref('ConfigMap', 'guarded'), [{
    op: 'add',
    path: '/metadata/finalizers',
    value: ['example.com/guard'],
  }], 'kubectl'));
  const patience = new AbortController();
  const deleting = bench.delete({ signal: patience.signal });
  await bench.otherClient.until(bench.ref('ConfigMap', 'guarded'), (object) => object?.metadata.deletionTimestamp !== undefined);
  patience.abort(new Error('no patience'));
  expect(await deleting).toMatchObject({ status: 'incomplete' });
  const explanation = await explain();
  expect(explanation.notes).toEqual([expect.stringContaining('The extension is being deleted')]);
  expect(explanation.well).toBe(false);
  expect(objectOf(explanation, 'guarded')).toMatchObject({
    reason: 'it is no longer part of the extension and has to be removed',
    deletion: { finalizers: ['example.com/guard'] },
  });
  stored(await cluster.patch(bench.ref('ConfigMap', 'guarded'), [{ op: 'remove', path: '/metadata/finalizers' }], 'kubectl'));
});

test('who may see neither Pods nor events, and write nothing, gets the rest and is told', async () => {
  const user = unique('ada');
  await open({ as: user });
  const RBAC = 'rbac.authorization.k8s.io/v1';
  const metadata = { name: 'look', namespace: bench.namespace };
  const rules = [{ apiGroups: ['', 'apps'], resources: ['secrets', 'configmaps', 'deployments'], verbs: ['get', 'list', 'watch'] }];
  await bench.otherClient.apply({ apiVersion: RBAC, kind: 'Role', metadata, rules });
  await bench.otherClient.apply({
    apiVersion: RBAC, kind: 'RoleBinding', metadata, roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'look' },
    subjects: [{ kind: 'User', name: user, apiGroup: 'rbac.authorization.k8s.io' }],
  });
  const narrow = bench.cluster;
  const revision = revisionOf([[bench.configMap('settings', '1'), deployment('unscheduled', { nodeSelector: { nowhere: 'true' } })]]);
  await bench.apply(revision, { cluster: bench.otherClient.cluster, wait: false });
  await bench.otherClient.apply({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'settings', namespace: bench.namespace },
    data: { value: 'theirs' },
  });
  // The authorizer learns of the role a little later, and announces nothing: it is asked until it knows.
  while ((await narrow.get(bench.head)).type !== 'object');

  const explanation = await explain();
  expect(explanation.objects.map(({ ref }) => ref.name)).toEqual(['settings', 'unscheduled']);
  expect(objectOf(explanation, 'settings')).toMatchObject({ action: 'Recovered', changed: [{ path: 'data.value', manager: 'kubectl' }] });
  expect(objectOf(explanation, 'unscheduled')).toMatchObject({ exists: true, events: [], conditions: expect.any(Array) });
  expect(explanation.notes).toEqual([
    expect.stringMatching(/^The server could not be asked whether it would accept ConfigMap .*settings/),
    expect.stringMatching(/^Pods of Deployment unscheduled could not be looked at: .*forbidden/),
    expect.stringMatching(/^Events in namespace .* could not be looked at: .*forbidden/),
  ]);
});
