/** What the API server says of changes that it never makes in place, and what a refused trial says of the new object. */
import type { ApiStatus } from '../../../../../lib/engine';
import { changedFields, fixedFields, isOfContent, mayBeOfChange } from '../../../../../lib/engine/core/absorb/fixed-fields';

const status = (message: string, field?: string, code = 422): ApiStatus => ({
  code, reason: 'Invalid', message: `x is invalid: ${message}`, causes: field === undefined ? [] : [{ field, message }],
});

describe('fields that cannot be changed in place', () => {
  test.each<[string, ApiStatus, readonly string[] | undefined]>([
    ['a selector', status('Invalid value: {}: field is immutable', 'spec.selector'), ['spec.selector']],
    [
      'most of a StatefulSet',
      status("Forbidden: updates to statefulset spec for fields other than 'replicas', 'template' are forbidden", 'spec'),
      ['spec'],
    ],
    ['the role of a binding', status('Invalid value: {}: cannot change roleRef', 'roleRef'), ['roleRef']],
    ['the address of a Service', status('Invalid value: []: may not change once set', 'spec.clusterIPs[0]'), ['spec.clusterIPs[0]']],
    [
      'a rule of a definition without words of its own',
      status('Invalid value: "string": failed rule: self == oldSelf', 'spec.engine'),
      ['spec.engine'],
    ],
    ['the parameters of a StorageClass', status('Forbidden: updates to parameters are forbidden.', 'parameters'), ['parameters']],
    ['the value of a PriorityClass', status('Forbidden: may not be changed in an update.', 'value'), ['value']],
    ['without a field', status('this resource is immutable'), []],
    ['another mistake', status('Required value', 'spec.containers'), undefined],
  ])('%s', (_what, refused, fields) => {
    expect(fixedFields(refused)).toEqual(fields);
  });

  test('a transition rule in words of its author may be about the change: the server says so by accepting the new object', () => {
    const worded = status('Invalid value: "b": the engine is chosen once', 'spec.engine');
    expect(fixedFields(worded)).toBeUndefined();
    expect(mayBeOfChange(worded)).toBe(true);
    expect(changedFields(worded)).toEqual(['spec.engine']);
  });

  test.each<[string, ApiStatus]>([
    ['a webhook', { ...status('no'), message: 'admission webhook "w" denied the request: no' }],
    ['no permission', { ...status('no', undefined, 403), message: 'jobs.batch "x" is forbidden: User "u" cannot patch resource "jobs"' }],
    ['trouble of the server', status('no', undefined, 500)],
  ])('not about the change: %s', (_what, refused) => {
    expect(mayBeOfChange(refused)).toBe(false);
  });
});

describe('a refused trial under another name', () => {
  test.each<[string, ApiStatus, boolean]>([
    ['a missing field', status('Required value', 'spec.template'), true],
    ['its name', status('must be spec.names.plural+"."+spec.group', 'metadata.name'), false],
    ['a rule about its name', status('Invalid value: "object": failed rule: self.metadata.name == "cluster"', '<nil>'), false],
    ['an address that the old one has', status('Invalid value: "10.0.0.7": failed to allocate IP', 'spec.clusterIPs'), false],
    ['a port that the old one has', status('Invalid value: 30000: provided port is already allocated', 'spec.ports[0].nodePort'), false],
    [
      'its name and a missing field',
      { ...status('x'), causes: [{ field: 'metadata.name', message: 'x' }, { field: 'spec.scope', message: 'Required value' }] }, true,
    ],
    ['a webhook', { ...status('no', undefined, 403), message: 'admission webhook "w" denied the request: no' }, true],
    [
      'the permission for this name',
      { ...status('no', undefined, 403), message: 'jobs.batch "x-1" is forbidden: User "u" cannot patch resource "jobs"' },
      false,
    ],
    ['quota', { ...status('no', undefined, 403), message: 'pods "x-1" is forbidden: exceeded quota: q' }, false],
    ['a missing namespace', { code: 404, reason: 'NotFound', message: 'namespaces "n" not found', causes: [] }, false],
  ])('for %s: is it about content?', (_what, refused, isContent) => {
    expect(isOfContent(refused)).toBe(isContent);
  });
});
