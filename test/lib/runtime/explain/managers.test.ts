/** Who wrote an object last. */
import type { KubeObject } from '../../../../lib/api';
import { changedFields, managersOf } from '../../../../lib/runtime/explain/managers';

const object = (kind: string, content: object = {}, metadata: object = {}): KubeObject =>
  ({ apiVersion: 'v1', kind, metadata: { name: 'x', ...metadata }, ...content });

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
