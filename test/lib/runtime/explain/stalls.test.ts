/** What does not pass with a little patience. */
import type { KubeObject } from '../../../../lib/api';
import { hasExceededDeadline, stallOfPod } from '../../../../lib/runtime/explain/stalls';

const pod = (status: object): KubeObject => ({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web' }, status });
const container = (state: object, more: object = {}): object => ({ name: 'main', ready: false, restartCount: 0, state, ...more });
const of = (state: object, more: object = {}): KubeObject => pod({ phase: 'Running', containerStatuses: [container(state, more)] });
const scheduled = (status: string, reason: string): KubeObject => pod({
  phase: 'Pending',
  conditions: [{ type: 'PodScheduled', status, reason }],
});

test.each<[string, KubeObject, string | undefined]>([
  ['an image that cannot be pulled', of({ waiting: { reason: 'ImagePullBackOff' } }), 'image'],
  ['the moment in which it is pulled again', of({ waiting: { reason: 'ErrImagePull' } }), 'image'],
  ['a container that crashes', of({ waiting: { reason: 'CrashLoopBackOff' } }, { restartCount: 3 }), 'crash'],
  ['the moment after it has ended', of({ terminated: { exitCode: 1 } }), 'crash'],
  ['the moment in which it runs again', of({ running: {} }, { restartCount: 1, lastState: { terminated: { exitCode: 137 } } }), 'crash'],
  ['one that lacks its Secret', of({ waiting: { reason: 'CreateContainerConfigError' } }), 'crash'],
  ['an init container', pod({ initContainerStatuses: [container({ waiting: { reason: 'CrashLoopBackOff' } })] }), 'crash'],
  ['a Pod that no node takes', scheduled('False', 'Unschedulable'), 'unschedulable'],
  ['a Pod that waits for a gate', scheduled('False', 'SchedulingGated'), undefined],
  ['a container that is being made', of({ waiting: { reason: 'ContainerCreating' } }), undefined],
  ['a container that starts', of({ running: {} }), undefined],
  ['an init container that is done', of({ terminated: { exitCode: 0 } }), undefined],
  [
    'a container that ended well and was started again',
    of({ running: {} }, { restartCount: 1, lastState: { terminated: { exitCode: 0 } } }),
    undefined,
  ],
  [
    'a Pod that is ready again',
    pod({ conditions: [{ type: 'Ready', status: 'True' }], containerStatuses: [container({ waiting: { reason: 'CrashLoopBackOff' } })] }),
    undefined,
  ],
  ['nothing known', pod({}), undefined],
])('%s', (_, object, cause) => expect(stallOfPod(object)).toBe(cause));

describe('the deadline of a Deployment', () => {
  const exceeded = { type: 'Progressing', status: 'False', reason: 'ProgressDeadlineExceeded' };
  const deployment = (status: object, kind = 'Deployment'): KubeObject => (
    { apiVersion: 'apps/v1', kind, metadata: { name: 'web', generation: 2 }, status }
  );
  test.each<[string, KubeObject, boolean]>([
    ['is exceeded', deployment({ observedGeneration: 2, conditions: [exceeded] }), true],
    ['was exceeded by an older template', deployment({ observedGeneration: 1, conditions: [exceeded] }), false],
    [
      'is not exceeded',
      deployment({ observedGeneration: 2, conditions: [{ ...exceeded, status: 'True', reason: 'ReplicaSetUpdated' }] }),
      false,
    ],
    ['is a matter of Deployments', deployment({ conditions: [exceeded] }, 'StatefulSet'), false],
  ])('%s', (_, object, expected) => expect(hasExceededDeadline(object)).toBe(expected));
});
