/** Rules as roles and bindings: a ClusterRole for the whole cluster, a Role for each namespace. */
import { permissionObjects, type ScopedRule } from '../../../../lib/guards';

const apiVersion = 'rbac.authorization.k8s.io/v1';
const apiGroup = 'rbac.authorization.k8s.io';
const rule = (namespace: string, resource: string): ScopedRule =>
  ({ namespace, rule: { verbs: ['get'], resources: [resource], apiGroups: [''] }, reason: 'a test' });
const written = (resource: string) => ({ apiGroups: [''], resources: [resource], verbs: ['get'] });

test('sorted by namespace, the cluster first; rules of a namespace stay together, in their order', () => {
  const objects = permissionObjects([rule('b', 'pods'), rule('', 'nodes'), rule('a', 'secrets'), rule('b', 'configmaps')], { name: 'x' });
  expect(objects).toEqual([
    { apiVersion, kind: 'ClusterRole', metadata: { name: 'x' }, rules: [written('nodes')] },
    { apiVersion, kind: 'Role', metadata: { name: 'x', namespace: 'a' }, rules: [written('secrets')] },
    { apiVersion, kind: 'Role', metadata: { name: 'x', namespace: 'b' }, rules: [written('pods'), written('configmaps')] },
  ]);
  expect(Object.keys((objects[0]?.['rules'] as object[])[0] ?? {})).toEqual(['apiGroups', 'resources', 'verbs']);
});

test.each([
  [{ kind: 'ServiceAccount', name: 'ci', namespace: 'ops' }, { kind: 'ServiceAccount', name: 'ci', namespace: 'ops' }],
  [{ kind: 'User', name: 'ann' }, { kind: 'User', name: 'ann', apiGroup }],
  [{ kind: 'Group', name: 'devs' }, { kind: 'Group', name: 'devs', apiGroup }],
])('%j is bound to each role, as RBAC names it', (subject, named) => {
  const metadata = { name: 'x', labels: { a: 'b' } };
  const objects = permissionObjects([rule('', 'nodes'), rule('shop', 'pods')], { name: 'x', subject, labels: { a: 'b' } });
  expect(objects.map(({ kind }) => kind)).toEqual(['ClusterRole', 'ClusterRoleBinding', 'Role', 'RoleBinding']);
  expect([objects[1], objects[3]]).toEqual([
    { apiVersion, kind: 'ClusterRoleBinding', metadata, roleRef: { apiGroup, kind: 'ClusterRole', name: 'x' }, subjects: [named] },
    { apiVersion, kind: 'RoleBinding', metadata: { ...metadata, namespace: 'shop' }, roleRef: { apiGroup, kind: 'Role', name: 'x' }, subjects: [named] },
  ]);
});

test('no rules, no objects', () => {
  expect(permissionObjects([], { name: 'x', subject: { kind: 'User', name: 'ann' } })).toEqual([]);
});
