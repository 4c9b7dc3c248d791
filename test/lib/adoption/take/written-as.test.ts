/** In which version an object is taken over: that in which those who are replaced have written it last. */
import type { KubeObject, ManagedFieldsEntry } from '../../../../lib/api';
import { heldContent, writtenAs } from '../../../../lib/adoption/take/written-as';

const entry = (version: string, at: number, more: Partial<ManagedFieldsEntry> = {}): ManagedFieldsEntry => (
  { manager: 'helm', operation: 'Update', apiVersion: `autoscaling/${version}`, time: `2026-01-01T00:00:0${at}Z`, fieldsV1: {}, ...more });
const live = (managedFields: readonly ManagedFieldsEntry[], spec: object = {}): KubeObject => (
  { apiVersion: 'autoscaling/v1', kind: 'HorizontalPodAutoscaler', metadata: { name: 'a', managedFields }, spec } as unknown as KubeObject);

test.each<[string, readonly ManagedFieldsEntry[], string]>([
  ['the only one', [entry('v2', 1)], 'autoscaling/v2'],
  ['the newest', [entry('v2', 2), entry('v1', 1)], 'autoscaling/v2'],
  ['of one second another than that of the manifest', [entry('v1', 1), entry('v2', 1)], 'autoscaling/v2'],
  ['ours of an adoption that was broken off', [entry('v2', 1, { manager: 'boxcutter', operation: 'Apply' }), entry('v1', 2)], 'autoscaling/v2'],
  ['not that of others', [entry('v2', 2, { manager: 'kubectl-edit' }), entry('v1', 1)], 'autoscaling/v1'],
  ['not that of a status', [entry('v2', 2, { subresource: 'status' })], 'autoscaling/v1'],
  ['that of the manifest where nobody has written', [], 'autoscaling/v1'],
])('%s', (_what, entries, version) => {
  expect(writtenAs(live(entries), ['helm'], 'boxcutter')).toBe(version);
});

test('what is held in any version is said where it has the same name in this one', () => {
  const fieldsV1 = { 'f:metadata': { 'f:labels': { 'f:a': {} } }, 'f:spec': { 'f:maxReplicas': {}, 'f:targetCPUUtilizationPercentage': {} } };
  const entries = [entry('v1', 1, { fieldsV1 }), entry('v2', 2, { fieldsV1: { 'f:spec': { 'f:behavior': {} } } })];
  const object = live(entries, { maxReplicas: 5, minReplicas: 1, behavior: { scaleDown: {} } });
  expect(heldContent(object, ['helm'])).toEqual({ spec: { maxReplicas: 5, behavior: { scaleDown: {} } } });
  expect(heldContent(object, ['kubectl'])).toEqual({});
});
