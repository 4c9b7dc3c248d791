import { findingOf } from '../../../../lib/issue';
import { permissionIssue, permissionWording, uniqueIssues, unknownTexts, type PermissionIssue } from '../../../../lib/guards/permissions/issues';

const web = { apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'shop', name: 'web' };
const binding = { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'RoleBinding', namespace: 'shop', name: 'bound' };
const role = { kind: 'Role', name: 'reader' };

const ISSUES = {
  guessed: permissionIssue(
    'resource-guessed', { apiVersion: 'example.com/v1', kind: 'Ox', resource: 'oxs' }, { severity: 'warning', subject: web, path: ['kind'] },
  ),
  unplaced: permissionIssue('missing-namespace', {}, { subject: web, path: ['metadata', 'namespace'] }),
  missing: permissionIssue('role-missing', { role }, { subject: binding }),
  unreadable: permissionIssue('role-unreadable', { role }),
} as const satisfies Readonly<Record<string, PermissionIssue>>;

const NAME_IT = 'Name one, or the namespace to install in.';
const UNPLACED = 'the object names no namespace, so its permissions are needed in all namespaces';

test.each([
  ['a guess names the kind and what is guessed', ISSUES.guessed, {
    code: 'resource-guessed', severity: 'warning', path: 'kind', subject: 'Deployment.apps/v1 shop/web',
    message: 'the resource of Ox in example.com/v1 is not known; "oxs" is a guess',
    hint: 'Ask with a cluster that serves it, or check the name with kubectl api-resources.',
  }],
  ['an object without a namespace is an error', ISSUES.unplaced, {
    code: 'missing-namespace', severity: 'error', path: 'metadata.namespace', subject: 'Deployment.apps/v1 shop/web',
    message: UNPLACED, hint: NAME_IT,
  }],
] as const)('%s', (_, issue, finding) => {
  expect(findingOf(issue, permissionWording)).toEqual(finding);
});

describe('what could not be evaluated', () => {
  test('names the object first, unless the sentence names it', () => {
    expect(unknownTexts([ISSUES.unplaced])).toEqual([`Deployment.apps/v1 shop/web: ${UNPLACED}`]);
    expect(unknownTexts([ISSUES.missing])).toEqual(['Role "reader" of RoleBinding.rbac.authorization.k8s.io/v1 shop/bound not found']);
    expect(unknownTexts([ISSUES.unreadable])).toEqual(['Role reader may not be read, so it is not known whether the account has everything that it grants']);
  });

  test('comes sorted, whatever was found first', () => {
    const texts = unknownTexts([ISSUES.unreadable, ISSUES.missing, ISSUES.unplaced]);
    expect(texts.map((text) => text.slice(0, 8))).toEqual(['Deployme', 'Role "re', 'Role rea']);
  });
});

test('an issue that is found in two namespaces is one issue; one of another role is another', () => {
  const other = permissionIssue('role-missing', { role: { ...role, name: 'writer' } }, { subject: binding });
  expect(uniqueIssues([ISSUES.missing, { ...ISSUES.missing }, other])).toEqual([ISSUES.missing, other]);
});
