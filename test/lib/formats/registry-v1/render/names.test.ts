import { goJson } from '../../../../../lib/api/go-json';
import { certificateName, issuerName, joinName, permissionHash, permissionName, serviceName } from '../../../../../lib/formats/registry-v1/render/names';
import { VECTORS } from './vectors';

describe('names of roles are those of upstream', () => {
  test.each(VECTORS)('%s', (name, csv, permission) => {
    expect(permissionName(csv, permission)).toBe(name);
  });

  test('the order in which a rule has its fields does not matter, empty lists are as good as none', () => {
    const a = permissionHash({ serviceAccountName: 'a', rules: [{ verbs: ['get'], apiGroups: [''], resources: ['pods'] }] });
    const b = permissionHash({ serviceAccountName: 'a', rules: [{ resources: ['pods'], resourceNames: [], apiGroups: [''], nonResourceURLs: [], verbs: ['get'] }] });
    expect(b).toBe(a);
  });

  test.each([
    ['the service account', { serviceAccountName: 'b', rules: [{ verbs: ['get'] }] }],
    ['a verb', { serviceAccountName: 'a', rules: [{ verbs: ['list'] }] }],
    ['a URL', { serviceAccountName: 'a', rules: [{ verbs: ['get'], nonResourceURLs: ['/metrics'] }] }],
    ['the number of rules', { serviceAccountName: 'a', rules: [{ verbs: ['get'] }, { verbs: ['get'] }] }],
    ['no rules at all', { serviceAccountName: 'a', rules: [] }],
  ])('a change makes another name: %s', (_, permission) => {
    expect(permissionHash(permission)).not.toBe(permissionHash({ serviceAccountName: 'a', rules: [{ verbs: ['get'] }] }));
  });

  test('a permission without a service account is for the default one, but hashed as it is', () => {
    const permission = { serviceAccountName: '', rules: [{ verbs: ['get'] }] };
    expect(permissionName('d.v1', permission)).toMatch(/^d\.v1-default-/);
    expect(permissionHash(permission)).not.toBe(permissionHash({ ...permission, serviceAccountName: 'default' }));
  });
});

test('text is escaped as Go does it', () => {
  expect(goJson({ b: '<a href="x">&</a>\u2028', a: undefined, n: 1 })).toBe(String.raw`{"b":"\u003ca href=\"x\"\u003e\u0026\u003c/a\u003e\u2028","n":1}`);
});

describe('names are cut', () => {
  test.each<[string, number, number, number]>([
    ['short enough: whole', 10, 7, 18],
    ['one below the limit: whole, 63 with the hyphen', 55, 7, 63],
    ['at the limit: whole, so one too long, as upstream has it', 56, 7, 64],
    ['above the limit: 63', 57, 7, 63],
    ['far above the limit: 63', 250, 44, 63],
  ])('%s', (_, base, suffix, length) => {
    expect(joinName('b'.repeat(base), 's'.repeat(suffix))).toHaveLength(length);
  });
});

describe('names around webhooks', () => {
  test('are made of the deployment', () => {
    expect(serviceName('demo.controller')).toBe('demo-controller-service');
    expect(certificateName('demo.controller')).toBe('demo-controller-service-cert');
    expect(issuerName('demo.controller')).toBe('demo-controller-service-cert-selfsigned-issuer');
  });

  test.each([54, 55, 56, 57, 253])('a Service of a deployment with %i characters can be created', (length) => {
    expect(serviceName('d'.repeat(length)).length).toBeLessThanOrEqual(63);
  });
});
