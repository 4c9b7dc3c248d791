import { wording } from '../../../../../lib/cli/output/run/tree-object';

const ref = { apiVersion: 'v1', kind: 'ConfigMap', namespace: 'shop', name: 'settings' };
const gone = { action: 'Deleted', ref, phase: 'configuration' } as const;

test('a deletion says what was not there', () => {
  const absent = { ...gone, wasAbsent: true } as const;
  expect([wording(gone), wording(absent), wording({ ...absent, wouldBe: true })]).toEqual(['deleted', 'was not there', 'is not there']);
});
