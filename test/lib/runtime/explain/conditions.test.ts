/** What an object says of itself. */
import type { KubeObject } from '../../../../lib/api';
import { conditionsOf, deletionOf, isTrouble } from '../../../../lib/runtime/explain/conditions';

const object = (kind: string, content: object = {}, metadata: object = {}): KubeObject =>
  ({ apiVersion: 'v1', kind, metadata: { name: 'x', ...metadata }, ...content });

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
