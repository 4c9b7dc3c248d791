/** What a user may do by roles and bindings: whom a binding means, and where it holds. */
import type { KubeObject } from '../../../../lib/api';
import { LiveRules, serviceAccountUser } from '../../../../lib/guards/permissions/live-rbac';

const apiVersion = 'rbac.authorization.k8s.io/v1';
const pods = { apiGroups: [''], resources: ['pods'], verbs: ['get'] };
const nodes = { apiGroups: [''], resources: ['nodes'], verbs: ['list'] };
const role = (kind: string, namespace: string | undefined, rule: object): KubeObject =>
  ({ apiVersion, kind, metadata: { name: 'reader', ...(namespace === undefined ? {} : { namespace }) }, rules: [rule] });
const binding = (kind: string, namespace: string | undefined, ref: string, subject: object, name = 'reader'): KubeObject => ({
  apiVersion, kind, metadata: { name: 'bound', ...(namespace === undefined ? {} : { namespace }) },
  roleRef: { kind: ref, name }, subjects: [subject],
});
const roles = [role('ClusterRole', undefined, pods), role('Role', 'shop', nodes)];
const user = serviceAccountUser('ops', 'ci');
const account = { kind: 'ServiceAccount', name: 'ci', namespace: 'ops' };
const at = (namespace: string, ...bindings: readonly KubeObject[]) => new LiveRules([...roles, ...bindings], user).in(namespace);

test('a service account comes with the groups that the API server gives it', () => {
  expect(user).toEqual({
    name: 'system:serviceaccount:ops:ci',
    groups: ['system:serviceaccounts', 'system:serviceaccounts:ops', 'system:authenticated'],
  });
});

test.each<[string, object, boolean]>([
  ['the account', account, true],
  ['an account of this name elsewhere', { ...account, namespace: 'shop' }, false],
  ['another account', { ...account, name: 'cd' }, false],
  ['its name as a user', { kind: 'User', name: user.name }, true],
  ['another user', { kind: 'User', name: 'ci' }, false],
  ['a group of it', { kind: 'Group', name: 'system:serviceaccounts:ops' }, true],
  ['a group that it is not in', { kind: 'Group', name: 'system:masters' }, false],
  ['its name as a group', { kind: 'Group', name: user.name }, false],
  ['a kind that RBAC has not', { kind: 'Robot', name: user.name }, false],
])('a binding to %s', (_, subject, holds) => {
  expect(at('', binding('ClusterRoleBinding', undefined, 'ClusterRole', subject)).rules).toEqual(holds ? [pods] : []);
});

test('an account without a namespace is one of the namespace of the binding', () => {
  const own = { kind: 'ServiceAccount', name: 'ci' };
  expect(at('ops', binding('RoleBinding', 'ops', 'ClusterRole', own)).rules).toEqual([pods]);
  expect(at('shop', binding('RoleBinding', 'shop', 'ClusterRole', own)).rules).toEqual([]);
});

test.each<[string, KubeObject, Readonly<Record<string, readonly object[]>>]>([
  ['a ClusterRoleBinding holds everywhere', binding('ClusterRoleBinding', undefined, 'ClusterRole', account), { '': [pods], 'shop': [pods] }],
  ['a RoleBinding of a ClusterRole holds in its namespace', binding('RoleBinding', 'shop', 'ClusterRole', account), { '': [], 'shop': [pods], 'ops': [] }],
  ['a RoleBinding of a Role means the one beside it', binding('RoleBinding', 'shop', 'Role', account), { '': [], 'shop': [nodes] }],
])('%s', (_, bound, places) => {
  for (const [namespace, rules] of Object.entries(places)) expect([namespace, at(namespace, bound).rules]).toEqual([namespace, rules]);
});

test('a binding of a role that is not there gives nothing, and is named', () => {
  expect(at('ops', binding('RoleBinding', 'ops', 'Role', account))).toEqual({
    rules: [], unknown: [expect.objectContaining({ code: 'role-missing', data: { role: { kind: 'Role', name: 'reader' } } })],
  });
});

test('allows what a rule covers there, and knows roles by kind, namespace and name', () => {
  const rules = new LiveRules([...roles, binding('RoleBinding', 'shop', 'ClusterRole', account)], user);
  expect([rules.allows('shop', pods), rules.allows('shop', nodes), rules.allows('', pods)]).toEqual([true, false, false]);
  expect(rules.role({ kind: 'Role', name: 'reader' }, 'shop')).toEqual([nodes]);
  expect(rules.role({ kind: 'Role', name: 'reader' }, 'ops')).toBeUndefined();
  expect(rules.role({ kind: 'ClusterRole', name: 'reader' }, 'ops')).toEqual([pods]);
});
