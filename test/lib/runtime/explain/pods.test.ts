/** From a workload to its Pods, and what keeps each of them from being ready. */
import type { KubeObject } from '../../../../lib/api';
import { podReasons, type PodReasons } from '../../../../lib/runtime/explain/pod-reasons';
import { podsOf } from '../../../../lib/runtime/explain/pods';
import { selectorOf } from '../../../../lib/runtime/explain/selector';

const object = (kind: string, content: object = {}, metadata: object = {}): KubeObject =>
  ({ apiVersion: 'v1', kind, metadata: { name: 'x', ...metadata }, ...content });
const container = (state: object, more: object = {}) => ({ name: 'web', ready: false, restartCount: 0, state, ...more });
const pod = (status: object): KubeObject => object('Pod', { status });

describe('why a Pod is not ready', () => {
  test.each<[string, object, readonly string[]]>([
    ['it is', { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] }, []],
    ['it has done its work', { phase: 'Succeeded' }, []],
    ['no node takes it, and evicting would not help', { phase: 'Pending', conditions: [{
      type: 'PodScheduled', status: 'False', reason: 'Unschedulable',
      message: '0/1 nodes are available: 1 too small. no new claims to deallocate, preemption: 0/1 nodes are available: 1 No victims found.',
    }] }, ['it is not scheduled: Unschedulable: 0/1 nodes are available: 1 too small.']],
    ['no node takes it, in the words of before', { phase: 'Pending', conditions: [{
      type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message: '0/1 nodes are available: 1 too small. preemption: none helps.',
    }] }, ['it is not scheduled: Unschedulable: 0/1 nodes are available: 1 too small.']],
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
    expect(podReasons(pod(status)).reasons).toEqual(reasons);
  });

  test.each<[string, object, Partial<PodReasons>]>([
    ['waits after a restart', { restartCount: 2, state: { waiting: { reason: 'CrashLoopBackOff' } } }, { restarted: true, ended: false }],
    ['ended with an error', { restartCount: 0, state: { terminated: { exitCode: 1 } } }, { restarted: false, ended: true }],
    ['has done its work', { restartCount: 1, state: { terminated: { exitCode: 0 } } }, { restarted: false, ended: false }],
    ['runs again, and is ready', { restartCount: 3, ready: true, state: { running: {} } }, { restarted: false, ended: false }],
  ])('a container that %s', (_what, status, expected) => {
    expect(podReasons(pod({ phase: 'Running', containerStatuses: [{ name: 'web', ...status }] }))).toMatchObject(expected);
  });
});

test('what the kubelet says is told apart from the names of containers', () => {
  const waiting = { reason: 'CrashLoopBackOff', message: 'back-off 5m0s' };
  const { reasons, said } = podReasons(pod({ phase: 'Running', containerStatuses: [{ name: 'volume-keeper', state: { waiting } }] }));
  expect({ reasons, said }).toEqual({ reasons: ['container volume-keeper waits: CrashLoopBackOff: back-off 5m0s'], said: ['back-off 5m0s'] });
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
