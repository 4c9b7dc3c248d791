/** Changes that the API server never makes in place, and what to do about each. */
import type { ApiStatus, ObjectRef } from '../../../../lib/engine';
import { fixedFields, replacementOf, type Replacement } from '../../../../lib/runtime/plan/replacement';

describe('fields that cannot be changed in place', () => {
  const status = (message: string, field?: string): ApiStatus => ({ code: 422, reason: 'Invalid', message: `x is invalid: ${message}`, causes: field === undefined ? [] : [{ field, message }] });
  test.each<[string, ApiStatus, readonly string[] | undefined]>([
    ['a selector', status('Invalid value: {}: field is immutable', 'spec.selector'), ['spec.selector']],
    ['most of a StatefulSet', status("Forbidden: updates to statefulset spec for fields other than 'replicas', 'template' are forbidden", 'spec'), ['spec']],
    ['the role of a binding', status('Invalid value: {}: cannot change roleRef', 'roleRef'), ['roleRef']],
    ['the address of a Service', status('Invalid value: []: may not change once set', 'spec.clusterIPs[0]'), ['spec.clusterIPs[0]']],
    ['without a field', status('this resource is immutable'), []],
    ['another mistake', status('Required value', 'spec.containers'), undefined],
  ])('%s', (_what, refused, fields) => {
    expect(fixedFields(refused)).toEqual(fields);
  });

  const replacement = (ref: ObjectRef, answer: ApiStatus): Replacement | undefined =>
    replacementOf(ref, { type: 'refused', ref, request: 'update', status: answer });
  const hint = (kind: string, answer: ApiStatus): string | undefined =>
    replacement({ apiVersion: 'v1', kind, namespace: 'shop', name: 'web' }, answer)?.hint;
  const immutable = (field: string): ApiStatus => status('Invalid value: {}: field is immutable', field);
  test('what to do is a command, with what it means for Pods', () => {
    expect(replacement({ apiVersion: 'batch/v1', kind: 'Job', namespace: 'shop', name: 'migrate' }, immutable('spec.template'))).toEqual({
      message: 'Job shop/migrate needs replacement: spec.template cannot be changed in place.',
      hint: 'Keep the field as it is, give the object another name in the package, or delete it and apply again: kubectl delete job migrate -n shop',
    });
    expect(hint('Deployment', immutable('spec.selector'))).toMatch(/its Pods end with it/);
    expect(hint('Deployment', immutable('spec.selector'))).not.toContain('orphan');
    expect(hint('StatefulSet', status('updates to statefulset spec for fields other than replicas are forbidden', 'spec'))).toContain('--cascade=orphan, unless the selector');
    expect(hint('ConfigMap', status('Required value', 'data'))).toBeUndefined();
  });

  test('claims: smaller never, bigger where the class allows it; other fields with their data in mind', () => {
    expect(hint('PersistentVolumeClaim', status('Forbidden: field can not be less than status.capacity', 'spec.resources.requests.storage'))).toMatch(/^A claim never shrinks/);
    const grow = 'persistentvolumeclaims "web" is forbidden: only dynamically provisioned pvc can be resized and the storageclass that provisions the pvc must support resize';
    expect(hint('PersistentVolumeClaim', { code: 403, reason: 'Forbidden', message: grow, causes: [] })).toMatch(/allowVolumeExpansion/);
    expect(hint('PersistentVolumeClaim', status('Forbidden: spec is immutable after creation except resources.requests', 'spec'))).toMatch(/save its data/);
  });
});
