/** Changes that the API server never makes in place, and what to do about each. */
import type { ApiStatus, ObjectRef } from '../../../../lib/engine';
import { lostWith, replacementOf, type Replacement } from '../../../../lib/runtime/plan/replacement';

describe('fields that cannot be changed in place', () => {
  const status = (message: string, field?: string): ApiStatus => ({
    code: 422,
    reason: 'Invalid',
    message: `x is invalid: ${message}`,
    causes: field === undefined ? [] : [{ field, message }],
  });
  const replacement = (ref: ObjectRef, answer: ApiStatus): Replacement | undefined =>
    replacementOf(ref, { type: 'refused', ref, request: 'update', status: answer });
  const hint = (kind: string, answer: ApiStatus): string | undefined =>
    replacement({ apiVersion: 'v1', kind, namespace: 'shop', name: 'web' }, answer)?.hint;
  const immutable = (field: string): ApiStatus => status('Invalid value: {}: field is immutable', field);
  test('what to do is a command, with what it means for Pods', () => {
    expect(replacement({ apiVersion: 'batch/v1', kind: 'Job', namespace: 'shop', name: 'migrate' }, immutable('spec.template'))).toEqual({
      message: 'Job shop/migrate needs replacement: spec.template cannot be changed in place.',
      hint: 'Keep the field as it is, give the object another name in the package, or let the run delete it and create it again: --replace Job/migrate.',
    });
    expect(hint('Deployment', immutable('spec.selector'))).toMatch(/its Pods end with it/);
    expect(hint('Deployment', immutable('spec.selector'))).not.toContain('orphan');
    expect(hint('StatefulSet', status('updates to statefulset spec for fields other than replicas are forbidden', 'spec')))
      .toContain('--cascade=orphan, unless the selector');
    expect(hint('ConfigMap', status('Required value', 'data'))).toBeUndefined();
  });

  test('a definition keeps its name, which says which kind it defines', () => {
    const definition = { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', name: 'widgets.example.com' };
    expect(replacement(definition, immutable('spec.scope'))?.hint).toBe('Keep the field as it is, or replace the definition, which also '
      + 'deletes all of its custom resources: --replace CustomResourceDefinition/widgets.example.com --delete-data.');
  });

  test('claims: smaller never, bigger where the class allows it; other fields with their data in mind', () => {
    expect(hint('PersistentVolumeClaim', status('Forbidden: field can not be less than status.capacity', 'spec.resources.requests.storage'))).toMatch(/^A claim never shrinks/);
    const grow = 'persistentvolumeclaims "web" is forbidden: only dynamically provisioned pvc can be resized and the storageclass that provisions the pvc must support resize';
    expect(hint('PersistentVolumeClaim', { code: 403, reason: 'Forbidden', message: grow, causes: [] })).toMatch(/allowVolumeExpansion/);
    expect(hint('PersistentVolumeClaim', status('Forbidden: spec is immutable after creation except resources.requests', 'spec')))
      .toMatch(/save its data and replace it: --replace PersistentVolumeClaim\/web --delete-data/);
  });

  test.each([
    ['batch/v1', 'Job', 'its run ends, and its Pods are deleted with their logs; the new Job runs'],
    ['v1', 'PersistentVolumeClaim', 'the data of its volume, if it has one, is lost'],
    ['v1', 'ConfigMap', 'it does not exist for a moment'],
    ['example.com/v1', 'Service', 'it does not exist for a moment'],
  ])('what goes with a replaced object of kind %s %s', (apiVersion, kind, lost) => {
    expect(lostWith({ apiVersion, kind, name: 'x' })).toBe(lost);
  });
});
