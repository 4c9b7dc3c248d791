import { rollbackAnnotation, rollbackMarkerOf } from '../../../../lib/state';

test('the marker of a rollback is read back; what is none counts as none', () => {
  const marker = { of: 1, from: 2, failed: { name: 'p.v2', version: '2.0.0', request: 'r', generation: 3, reason: 'Blocked', keptDefinitions: ['a'], wouldBreak: ['a: removed field'] } };
  expect(rollbackMarkerOf(rollbackAnnotation(marker))).toEqual(marker);
  for (const text of ['', '{', '[]', '{"of":"1","from":2}', 'null']) expect(rollbackMarkerOf({ 'olm.operatorframework.io/rollback': text })).toBeUndefined();
  expect(rollbackMarkerOf({ 'olm.operatorframework.io/rollback': '{"of":1,"from":2,"failed":{"name":1}}' })).toEqual({ of: 1, from: 2 });
});
