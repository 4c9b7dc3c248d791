import picocolors from 'picocolors';
import { objectLines, wording } from '../../../../../lib/cli/output/run/tree-object';

const ref = { apiVersion: 'v1', kind: 'ConfigMap', namespace: 'shop', name: 'settings' };
const gone = { action: 'Deleted', ref, phase: 'configuration' } as const;

test('a deletion says what was not there', () => {
  const absent = { ...gone, wasAbsent: true } as const;
  expect([wording(gone), wording(absent), wording({ ...absent, wouldBe: true })]).toEqual(['deleted', 'did not exist', 'does not exist']);
});

test('of what would be deleted it is not said whether it is ready; of what would be updated it is', () => {
  const ready = { status: 'fail', terminal: false, message: 'its controller has not looked at it yet' } as const;
  const unready = { wouldBe: true, ready } as const;
  const options = { paint: picocolors.createColors(false), full: true } as const;
  expect(objectLines({ ...gone, ...unready }, options)).toEqual(['  - ConfigMap shop/settings  would be deleted']);
  expect(objectLines({ ...gone, ...unready, action: 'Updated' }, options))
    .toEqual(['  ~ ConfigMap shop/settings  would be updated  its controller has not looked at it yet']);
});
