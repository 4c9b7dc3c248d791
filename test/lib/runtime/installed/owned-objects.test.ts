/** What controllers made below an object. */
import type { KubeObject } from '../../../../lib/api';
import { ownedBy, stateOf } from '../../../../lib/runtime/installed/owned-objects';

const made = (kind: string, name: string, owner: string, more: Partial<KubeObject> = {}): KubeObject => ({
  apiVersion: kind === 'Pod' ? 'v1' : 'apps/v1', kind,
  metadata: { name, namespace: 'shop', uid: name, ownerReferences: [{ apiVersion: 'v1', kind: 'X', name: owner, uid: owner }] }, ...more,
});

test('owners are followed down to the Pods; replica sets of earlier templates that have none are left out', () => {
  const objects = [
    made('Pod', 'web-b-1', 'web-b', { status: { phase: 'Running' } }),
    made('ReplicaSet', 'web-a', 'web', { spec: { replicas: 0 } }),
    made('ReplicaSet', 'web-b', 'web', { spec: { replicas: 2 }, status: { readyReplicas: 1 } }),
    made('Pod', 'foreign-1', 'foreign'),
  ];
  expect(ownedBy('web', objects)).toMatchObject([
    { ref: { kind: 'ReplicaSet', name: 'web-b' }, state: '1/2 ready', owned: [{ ref: { name: 'web-b-1' }, owned: [] }] },
  ]);
  expect(ownedBy('other', objects)).toEqual([]);
});

test('a circle of owners ends', () => {
  expect(ownedBy('a', [made('Pod', 'b', 'a'), made('Pod', 'a', 'b'), made('Pod', 'c', 'c')])).toMatchObject([{ ref: { name: 'b' }, owned: [] }]);
});

test.each<[string, Partial<KubeObject>, string]>([
  ['DaemonSet', { status: { desiredNumberScheduled: 3, numberReady: 2 } }, '2/3 ready'],
  ['StatefulSet', { spec: { replicas: 1 } }, '0/1 ready'],
  ['Job', { status: { succeeded: 1, failed: 2 } }, '1 succeeded, 2 failed'],
  ['PersistentVolumeClaim', { status: { phase: 'Bound' } }, 'Bound'],
  ['Service', {}, ''],
])('the state of a %s', (kind, more, state) => {
  expect(stateOf(made(kind, 'a', 'b', more))).toBe(state);
});
