/** The pure parts of an explanation: Pods, events, conditions, deletion, causes, and which objects are in trouble at all. */
import type { KubeObject } from '../../../../lib/api';
import type { ObjectAction, ObjectResult, PhaseStatus, ProbeVerdict } from '../../../../lib/engine';
import { conditionsOf, deletionOf, isTrouble } from '../../../../lib/runtime/explain/conditions';
import { EVENT_LIMIT, latest } from '../../../../lib/runtime/explain/events';
import { hintsFor } from '../../../../lib/runtime/explain/hints';
import { changedFields, managersOf } from '../../../../lib/runtime/explain/managers';
import { podReasons, podsOf, selectorOf } from '../../../../lib/runtime/explain/pods';
import { reasonOf, troublesOf } from '../../../../lib/runtime/explain/troubles';

const object = (kind: string, content: object = {}, metadata: object = {}): KubeObject => ({ apiVersion: 'v1', kind, metadata: { name: 'x', ...metadata }, ...content });
const container = (state: object, more: object = {}) => ({ name: 'web', ready: false, restartCount: 0, state, ...more });
const pod = (status: object): KubeObject => object('Pod', { status });

describe('why a Pod is not ready', () => {
  test.each<[string, object, readonly string[]]>([
    ['it is', { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] }, []],
    ['it has done its work', { phase: 'Succeeded' }, []],
    ['no node takes it', { phase: 'Pending', conditions: [{ type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message: '0/3 nodes are available' }] }, ['it is not scheduled: Unschedulable: 0/3 nodes are available']],
    ['its image cannot be pulled', { phase: 'Pending', containerStatuses: [container({ waiting: { reason: 'ImagePullBackOff', message: 'Back-off' } })] }, ['container web waits: ImagePullBackOff: Back-off']],
    [
      'it crashes', { phase: 'Running', containerStatuses: [container({ waiting: { reason: 'CrashLoopBackOff' } }, { restartCount: 5, lastState: { terminated: { exitCode: 137, reason: 'OOMKilled' } } })] },
      ['container web waits: CrashLoopBackOff; restarted 5 times, the last time after exit code 137: OOMKilled'],
    ],
    ['an init container failed', { phase: 'Pending', initContainerStatuses: [container({ terminated: { exitCode: 2, reason: 'Error' } })] }, ['init container web ended with exit code 2: Error']],
    ['an init container that is done says nothing', { phase: 'Running', initContainerStatuses: [container({ terminated: { exitCode: 0 } })], containerStatuses: [container({ running: {} })] }, ['container web runs and is not ready']],
    ['it was evicted', { phase: 'Failed', reason: 'Evicted', message: 'The node was low on memory.' }, ['it has failed: Evicted: The node was low on memory.']],
    ['a gate is closed', { phase: 'Running', conditions: [{ type: 'Ready', status: 'False', reason: 'ReadinessGatesNotReady', message: 'gate' }] }, ['Ready is False: ReadinessGatesNotReady: gate']],
    ['nobody has looked at it', {}, ['it is not looked at by a node yet']],
  ])('%s', (_what, status, reasons) => {
    expect(podReasons(pod(status))).toEqual(reasons);
  });
});

describe('from a workload to its Pods', () => {
  const selector = { matchLabels: { app: 'web' } };
  const ready = { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] };
  const owned = (kind: string, name: string, owner: string, content: object, annotations: object = {}): KubeObject =>
    object(kind, content, { name, uid: name, annotations, ownerReferences: [{ apiVersion: 'apps/v1', kind: 'x', name: owner, uid: owner }] });
  const numbered = (name: string, number: number): KubeObject => owned('ReplicaSet', name, 'web', {}, { 'deployment.kubernetes.io/revision': String(number) });
  const clusterOf = (...objects: readonly KubeObject[]): Parameters<typeof podsOf>[0] => ({
    list: ({ kind }) => Promise.resolve({ objects: objects.filter((item) => item.kind === kind), resourceVersion: '1' }),
  });
  const deployment = object('Deployment', { spec: { replicas: 3, selector } }, { name: 'web', uid: 'web' });

  test('how many there should be is counted, and what an older template still serves', async () => {
    const cluster = clusterOf(numbered('web-9', 9), numbered('web-10', 10), numbered('web-8', 8),
      owned('Pod', 'new', 'web-10', { status: { phase: 'Pending' } }), owned('Pod', 'old-a', 'web-9', { status: ready }), owned('Pod', 'old-b', 'web-9', { status: {} }));
    expect(await podsOf(cluster, deployment)).toMatchObject({
      wanted: 3, total: 1, ready: 0, through: ['ReplicaSet web-10'], older: [{ of: 'ReplicaSet web-9', total: 2, ready: 1 }], pods: [{ name: 'new' }],
    });
  });

  test('a claim that keeps its Pod from a node is named, with its class and its events', async () => {
    const unscheduled = { phase: 'Pending', conditions: [{ type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message: 'pod has unbound immediate PersistentVolumeClaims' }] };
    const volumes = ['stuck', 'bound', 'absent'].map((claimName) => ({ name: claimName, persistentVolumeClaim: { claimName } }));
    const claim = (name: string, phase: string): KubeObject => object('PersistentVolumeClaim', { spec: { storageClassName: 'nowhere' }, status: { phase } }, { name, uid: name });
    const cluster = clusterOf(numbered('web-1', 1), owned('Pod', 'new', 'web-1', { spec: { volumes }, status: unscheduled }), claim('stuck', 'Pending'), claim('bound', 'Bound'));
    expect(await podsOf(cluster, deployment)).toMatchObject({
      troubles: [
        { message: 'PersistentVolumeClaim stuck is Pending (StorageClass nowhere)' }, { message: 'PersistentVolumeClaim absent does not exist' },
      ], uids: ['web-1', 'stuck'],
    });
  });
});

test('the selector of a workload as a query', () => {
  const selector = { matchLabels: { app: 'web' }, matchExpressions: [{ key: 'tier', operator: 'In', values: ['a', 'b'] }, { key: 'old', operator: 'DoesNotExist' }, { key: 'new', operator: 'Exists' }] };
  expect(selectorOf(object('Deployment', { spec: { selector } }))).toBe('app=web,tier in (a,b),!old,new');
  expect(selectorOf(object('ReplicationController', { spec: { selector: { app: 'web' } } }))).toBe('app=web');
  expect(selectorOf(object('ConfigMap'))).toBeUndefined();
});

describe('events', () => {
  const event = (message: string, at: string, more: object = {}): KubeObject => object('Event', { type: 'Warning', reason: 'Failed', message, lastTimestamp: at, ...more });

  test('the newest ones, the same said twice once: other figures and other generated names are the same', () => {
    const lines = latest([
      event('pods "web-7d9c4-x2x4z" is forbidden: used 10m', '2026-01-01T00:00:01Z', { count: 2 }),
      event('pods "web-7d9c4-bbbb2" is forbidden: used 20m', '2026-01-01T00:00:03Z'),
      event('configmap "web-settings" not found', '2026-01-01T00:00:02Z'),
      event('configmap "web-pages" not found', '2026-01-01T00:00:01Z'),
    ]);
    expect(lines.map(({ message, count }) => `${count} ${message}`)).toEqual([
      '3 pods "web-7d9c4-bbbb2" is forbidden: used 20m', '1 configmap "web-settings" not found', '1 configmap "web-pages" not found',
    ]);
  });

  test('of newer reporters, too; and no more than a few', () => {
    const series = event('again', '', { lastTimestamp: null, eventTime: '2026-01-01T00:00:00Z', series: { count: 7, lastObservedTime: '2026-01-02T00:00:00Z' } });
    expect(latest([series])).toMatchObject([{ count: 7, at: '2026-01-02T00:00:00Z' }]);
    const many = ['one', 'two', 'three', 'four', 'five', 'six', 'seven'].map((message, index) => event(message, `2026-01-01T00:00:0${index}Z`));
    expect(latest(many)).toHaveLength(EVENT_LIMIT);
    expect(latest(many)[0]?.message).toBe('seven');
  });
});

test('conditions of trouble: what should be True and is not, and what should not be True', () => {
  const conditions = conditionsOf(object('Deployment', { status: { conditions: [
    { type: 'Available', status: 'False', reason: 'Minimum', lastTransitionTime: '2026-01-01T00:00:00Z' }, { type: 'Progressing', status: 'True' },
    { type: 'ReplicaFailure', status: 'True' }, { type: 'MemoryPressure', status: 'False' }, { type: 'Ready', status: 'Unknown' }, { status: 'True' },
  ] } }));
  expect(conditions.filter(isTrouble).map(({ type }) => type)).toEqual(['Available', 'ReplicaFailure', 'Ready']);
  expect(conditions[0]).toEqual({ type: 'Available', status: 'False', reason: 'Minimum', since: '2026-01-01T00:00:00Z' });
});

test('what holds back a deletion: finalizers, also those of a namespace, and what the server says is left', () => {
  const conditions = [
    { type: 'NamespaceContentRemaining', status: 'True', message: 'Some resources are remaining: widgets. has 1 resource instances' },
    { type: 'NamespaceDeletionDiscoveryFailure', status: 'False', message: 'All resources successfully discovered' },
  ];
  const namespace = object('Namespace', { spec: { finalizers: ['kubernetes'] }, status: { conditions } }, { deletionTimestamp: '2026-01-01T00:00:00Z', finalizers: ['example.com/guard'] });
  expect(deletionOf(namespace)).toEqual({ since: '2026-01-01T00:00:00Z', finalizers: ['example.com/guard', 'kubernetes'], left: ['Some resources are remaining: widgets. has 1 resource instances'] });
  expect(deletionOf(object('Namespace'))).toBeUndefined();
});

test('who wrote it last, and when our field was changed', () => {
  const managedFields = [
    { manager: 'boxcutter', operation: 'Apply', time: '2026-01-01T00:00:00Z' }, { manager: 'hpa', operation: 'Update', subresource: 'scale', time: '2026-01-03T00:00:00Z' },
    { manager: 'kubectl-edit', operation: 'Update', time: '2026-01-02T00:00:00Z' },
  ];
  const live = object('Deployment', {}, { managedFields });
  expect(managersOf(live).map(({ manager, subresource }) => [manager, subresource])).toEqual([['hpa', 'scale'], ['kubectl-edit', undefined], ['boxcutter', undefined]]);
  expect(changedFields(live, [{ path: 'spec.replicas', manager: 'kubectl-edit' }, { path: 'spec.paused' }])).toEqual([
    { path: 'spec.replicas', manager: 'kubectl-edit', at: '2026-01-02T00:00:00Z' }, { path: 'spec.paused' },
  ]);
});

describe('what to do, from the words of Kubernetes', () => {
  test.each<[string, string, readonly string[]]>([
    ['image', 'container web waits: ImagePullBackOff: Back-off pulling image "x"', ['image-pull']],
    ['node', 'it is not scheduled: Unschedulable: 0/1 nodes are available: 1 node(s) had untolerated taint(s)', ['unschedulable']],
    ['node for a claim', 'it is not scheduled: Unschedulable: 0/1 nodes are available: pod has unbound immediate PersistentVolumeClaims', ['claim-unbound']],
    ['quota', 'FailedCreate: pods "a-b" is forbidden: exceeded quota: tight', ['quota']],
    ['ConfigMap', 'FailedMount: MountVolume.SetUp failed for volume "v" : configmap "settings" not found', ['missing-reference']],
    ['key of a Secret', "container web waits: CreateContainerConfigError: couldn't find key password in Secret shop/token", ['missing-reference']],
    ['account', 'FailedCreate: error looking up service account shop/web: serviceaccount "web" not found', ['missing-reference']],
    ['webhook', 'FailedCreate: Internal error occurred: failed calling webhook "a.b.c": connection refused', ['webhook-down']],
    ['definition', 'NamesAccepted: ListKindConflict: "WidgetList" is already in use', ['crd-not-established']],
    ['claim', 'ProvisioningFailed: storageclass.storage.k8s.io "fast" not found', ['claim-unbound']],
    ['crash', 'container web waits: CrashLoopBackOff; restarted 5 times', ['crash-loop']],
    ['Job', 'Unchanged: the Job failed (BackoffLimitExceeded: Job has reached the specified backoff limit)', ['job-failed']],
    ['crash, for want of memory', 'container web waits: CrashLoopBackOff; restarted 5 times, the last time after exit code 137: OOMKilled', ['out-of-memory', 'crash-loop']],
    ['an end without a restart', 'container web ended with exit code 1: Error', ['container-failed']],
    ['collision', 'Collision: it is controlled by Deployment other', ['collision']],
    ['not there', 'Created: it does not exist', ['missing']],
    ['changed', 'Recovered: somebody changed data.a', ['drift']],
    ['not applied yet', 'Updated: it is not as the revision wants it: no apply has come that far', ['not-applied']],
    ['pod security', 'FailedCreate: pods "a" is forbidden: violates PodSecurity "restricted:latest": runAsNonRoot != true', ['pod-security']],
    ['a slow rollout alone has no hint', 'Unchanged: the rollout exceeded its progress deadline (ProgressDeadlineExceeded: ReplicaSet "a" has timed out progressing.)', []],
    ['a person changed it once', 'changed by kubectl-edit', []],
    ['a controller', 'changed by hpa-controller', ['contested']],
  ])('%s', (_what, fact, codes) => {
    expect(hintsFor([fact]).map(({ code }) => code)).toEqual(codes);
  });

  const texts = (...facts: readonly string[]): readonly string[] => hintsFor(facts, { namespace: 'shop', name: 'migrate-x2x4z' }).map(({ text }) => text);
  test('a Job that has given up: the words of its Pod, by name, and not those of a run before', () => {
    expect(texts('Unchanged: the Job failed (BackoffLimitExceeded: Job has reached the specified backoff limit)', 'container migrate ended with exit code 1: Error'))
      .toEqual(['The Job has given up: look at its last words with kubectl logs migrate-x2x4z -n shop. A Job is not run twice: delete it and apply again.']);
    expect(texts('container web waits: CrashLoopBackOff; restarted 5 times')).toEqual([expect.stringContaining('kubectl logs migrate-x2x4z -n shop --previous')]);
  });

  test('a collision names the policy that would help', () => {
    expect(texts('Collision: it exists and no revision manages it')).toEqual([expect.stringContaining('--collision-protection IfNoController')]);
    expect(texts('Collision: it is controlled by Deployment other')).toEqual([expect.stringContaining('--collision-protection None')]);
    expect(texts('Collision: its revision annotation is not a number')).toEqual([]);
  });

  test('the special cause comes before the general one; somebody who keeps changing it is more than drift', () => {
    const codes = (...facts: readonly string[]): readonly string[] => hintsFor(facts).map(({ code }) => code);
    expect(codes('it is not scheduled: Unschedulable: 0/1 nodes are available: 1 Insufficient cpu.', 'FailedCreate: pods "a" is forbidden: exceeded quota: tight')).toEqual(['quota', 'unschedulable']);
    expect(codes('Recovered: somebody changed spec.replicas', 'changed by hpa')).toEqual(['contested']);
  });
});

describe('which objects are in trouble', () => {
  const pass: ProbeVerdict = { status: 'pass', message: '', terminal: false };
  const fail: ProbeVerdict = { status: 'fail', message: '0 of 1 replicas are available', terminal: false };
  const result = (name: string, action: ObjectAction, ready?: ProbeVerdict): ObjectResult => ({ ...action, ref: { apiVersion: 'v1', kind: 'ConfigMap', name }, phase: '', ...(ready === undefined ? {} : { ready }) });
  const phase = (name: string, ...objects: ObjectResult[]) => ({ name, status: 'running' as PhaseStatus, objects });

  test('the first phase that is not complete, and what is wrong behind it; what only waits there is counted', () => {
    const troubles = troublesOf({
      phases: [
        phase('one', result('well', { action: 'Unchanged' }, pass)),
        phase('two', result('slow', { action: 'Unchanged' }, fail), result('missing', { action: 'Created' })),
        phase('three', result('later', { action: 'Created' }), result('drifted', { action: 'Recovered', interference: [{ path: 'data.a' }] }, pass)),
      ],
      removed: [result('left', { action: 'Deleted' }), result('theirs', { action: 'Released', reason: 'somebody else manages it' })],
      complete: false, failed: false,
    });
    expect(troubles.objects.map(({ ref }) => ref.name)).toEqual(['slow', 'missing', 'drifted', 'left']);
    expect(troubles).toMatchObject({ phase: 'two', pending: [{ name: 'three', objects: 1 }] });
  });

  test('each says why', () => {
    expect(reasonOf(result('a', { action: 'Created' }))).toBe('it does not exist');
    expect(reasonOf(result('a', { action: 'Unchanged' }, fail))).toBe('0 of 1 replicas are available');
    expect(reasonOf(result('a', { action: 'Recovered', interference: [{ path: 'data.a', manager: 'kubectl' }] }))).toBe('somebody changed data.a');
    expect(reasonOf(result('a', { action: 'Collision', reason: 'it is theirs' }))).toBe('it is theirs');
    expect(reasonOf(result('a', { action: 'Failed', error: { message: 'refused' } }))).toBe('refused');
    expect(reasonOf(result('a', { action: 'Unchanged' }, pass))).toBe('it is as it should be');
    expect(reasonOf(result('a', { action: 'Unchanged' }, { ...pass, message: 'the claim is pending, and is not waited for' }))).toBe('the claim is pending, and is not waited for');
    expect(reasonOf(result('a', { action: 'Unchanged' }, { ...fail, summary: '0 of 1 available' }))).toBe('0 of 1 available');
  });
});
