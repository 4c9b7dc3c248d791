/** What an upgrade hands out in addition, in the lines that whoever approves it reads. */
import { load } from 'js-yaml';
import type { KubeObject } from '../../../../lib/api';
import { addedGrants, grantText } from '../../../../lib/guards';

const rbac = (text: string): KubeObject => ({ apiVersion: 'rbac.authorization.k8s.io/v1', ...load(text) as object }) as unknown as KubeObject;
const account = (name: string): KubeObject => ({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name, namespace: 'web' } });
const role = (name: string, rule: string, more = ''): KubeObject => rbac(`{ kind: ClusterRole, metadata: { name: ${name}${more} }, rules: [${rule}] }`);
const binding = (name: string, subject: string, place = ''): KubeObject => rbac(`
kind: ${place === '' ? 'ClusterRoleBinding' : 'RoleBinding'}
metadata: { name: any${place === '' ? '' : `, namespace: ${place}`} }
roleRef: { apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: ${name} }
subjects: [${subject}]`);
const SHOP = '{ kind: ServiceAccount, name: shop, namespace: web }';
const SECRETS = '{ apiGroups: [""], resources: [secrets], verbs: [get] }';
const PODS = '{ apiGroups: [""], resources: [pods], verbs: [list] }';
const GATHERS = 'kind: ClusterRole\nmetadata: { name: all }\naggregationRule: { clusterRoleSelectors: [{ matchLabels: { kubernetes.io/bootstrapping: rbac-defaults } }] }';

const added = (before: readonly KubeObject[], next: readonly KubeObject[]): readonly string[] => addedGrants(before, next).map(grantText);

test.each<[string, readonly KubeObject[], readonly KubeObject[], readonly string[]]>([
  ['a role of others', [], [account('shop'), binding('cluster-admin', SHOP)], ['on the cluster: ClusterRole cluster-admin → ServiceAccount web/shop']],
  ['a role of others in a namespace', [], [account('shop'), binding('admin', SHOP, 'web')], ['in web: ClusterRole admin → ServiceAccount web/shop']],
  ['a role of the package to everybody', [account('shop'), role('shop', SECRETS), binding('shop', SHOP)],
    [account('shop'), role('shop', SECRETS), binding('shop', SHOP), binding('shop', '{ kind: Group, name: "system:authenticated" }')],
    ['on the cluster: get secrets', 'on the cluster: ClusterRole shop → Group system:authenticated']],
  ['a role that was bound in a namespace, and is on the whole cluster', [account('shop'), role('shop', SECRETS), binding('shop', SHOP, 'web')],
    [account('shop'), role('shop', SECRETS), binding('shop', SHOP)], ['on the cluster: get secrets']],
  ['a role that was bound to nobody', [account('shop'), role('shop', SECRETS)], [account('shop'), role('shop', SECRETS), binding('shop', SHOP)],
    ['on the cluster: get secrets']],
  ['a role whose rules are those of all editors from now on', [account('shop'), role('shop', SECRETS), binding('shop', SHOP)],
    [account('shop'), role('shop', SECRETS, ', labels: { rbac.authorization.k8s.io/aggregate-to-edit: "true" }'), binding('shop', SHOP)],
    ['on the cluster: get secrets']],
  ['a role that gathers what others may', [], [account('shop'), rbac(GATHERS), binding('all', SHOP)],
    ['on the cluster: ClusterRole all → ServiceAccount web/shop',
      'on the cluster: ClusterRole all gathers the rules of all ClusterRoles that match [{"matchLabels":{"kubernetes.io/bootstrapping":"rbac-defaults"}}]']],
  ['roles and bindings with new names that give what was given', [account('shop'), role('one', SECRETS), binding('one', SHOP)],
    [account('shop'), role('two', SECRETS), binding('two', SHOP)], []],
  ['what stays as it was', [account('shop'), rbac(GATHERS), binding('cluster-admin', SHOP), binding('all', SHOP), role('free', PODS)],
    [account('shop'), rbac(GATHERS), binding('cluster-admin', SHOP), binding('all', SHOP), role('free', PODS)], []],
  ['what is powerful stands first', [], [account('shop'), role('a', PODS), role('b', SECRETS), binding('a', SHOP), binding('b', SHOP, 'web'), binding('view', SHOP)],
    ['on the cluster: ClusterRole view → ServiceAccount web/shop', 'in web: get secrets', 'on the cluster: list pods']],
])('%s', (_what, before, next, expected) => expect(added(before, next)).toEqual(expected));

test('nothing hides behind made-up verbs, names and subjects', () => {
  const many = (name: string): readonly string[] => Array.from({ length: 500 }, (_, index) => `${name}-${index}`);
  const subjects = [...many('a').map((name) => `{ kind: ServiceAccount, name: ${name}, namespace: web }`), '{ kind: Group, name: "system:unauthenticated" }'];
  const lines = added([], [
    role('shop', `{ apiGroups: [""], resources: [secrets], verbs: [${[...many('aa'), 'get'].join(', ')}] }`), binding('cluster-admin', subjects.join(', ')),
  ]);
  expect(lines).toEqual([
    expect.stringMatching(/^on the cluster: get, aa-0, .* and 489 more secrets$/),
    expect.stringMatching(/^on the cluster: ClusterRole cluster-admin → Group system:unauthenticated, ServiceAccount web\/a-0, .* and 489 more$/),
  ]);
});
