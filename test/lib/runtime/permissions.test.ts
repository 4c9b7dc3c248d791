import { checkPreAuthorization, lackingPermissions, requiredPermissions, serviceAccountUser } from '../../../lib/runtime';

const user = serviceAccountUser('shop', 'installer');
const unplaced = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings' } };
const unknownKind = { apiVersion: 'example.com/v1', kind: 'Ox', metadata: { name: 'one', namespace: 'shop' } };
const options = { engine: 'command', extension: 'web', stateNamespace: 'state' } as const;
const NO_NAMESPACE = 'ConfigMap.v1 settings: the object names no namespace, so its permissions are needed in all namespaces';

test('programs get the issues of the rules as data and in words', () => {
  const { issues, findings } = requiredPermissions([unknownKind], options);
  expect(issues).toEqual([expect.objectContaining({ code: 'resource-guessed', path: ['kind'], data: { ...kindOf(unknownKind), resource: 'oxs' } })]);
  expect(findings).toEqual([expect.objectContaining({ code: 'resource-guessed', path: 'kind', subject: 'Ox.example.com/v1 shop/one' })]);
});

test('what could not be evaluated comes in words beside its issues; a guess is only a finding', () => {
  const lacking = lackingPermissions([unplaced, unknownKind], user, [], options);
  expect(lacking.errors).toEqual([NO_NAMESPACE]);
  expect(lacking.unknown.map(({ code }) => code)).toEqual(['missing-namespace']);
  expect(lacking.findings.map(({ code }) => code)).toEqual(['resource-guessed']);
  expect(checkPreAuthorization([unplaced], user, [], { extension: 'web' }).errors).toEqual([NO_NAMESPACE]);
});

function kindOf({ apiVersion, kind }: { readonly apiVersion: string; readonly kind: string }) {
  return { apiVersion, kind };
}
