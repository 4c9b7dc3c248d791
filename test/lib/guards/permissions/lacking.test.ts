/** Whether an account may install: an account with the rules that we print lacks nothing, and one without some of them is told which. */
import type { KubeObject } from '../../../../lib/api';
import {
  formatLacking, lackingPermissions, permissionObjects, requiredPermissions, serviceAccountUser,
  type PermissionOptions, type PolicyRule, type ScopedRule, unknownTexts,
} from '../../../../lib/guards';

const RBAC = 'rbac.authorization.k8s.io/v1';
const group = 'rbac.authorization.k8s.io';
const user = serviceAccountUser('ci', 'installer');
const subject = { kind: 'ServiceAccount', name: 'installer', namespace: 'ci' };
const options: PermissionOptions = { engine: 'command', extension: 'web', installNamespace: 'shop', stateNamespace: 'state' };

const rules = (...verbs: string[]): object => ({ rules: [{ apiGroups: [''], resources: ['pods'], verbs }] });
const ref = (kind: string, name: string): object =>
  ({ roleRef: { apiGroup: group, kind, name }, subjects: [{ kind: 'ServiceAccount', name: 'app', namespace: 'shop' }] });
const object = (apiVersion: string, kind: string, name: string, content: object = {}): KubeObject =>
  ({ apiVersion, kind, metadata: { name }, ...content });
const objects: readonly KubeObject[] = [
  object('v1', 'Namespace', 'brought'),
  { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'there', namespace: 'brought' } },
  object('v1', 'ConfigMap', 'settings'),
  object('apiextensions.k8s.io/v1', 'CustomResourceDefinition', 'oxen.example.com',
    { spec: { group: 'example.com', scope: 'Namespaced', names: { kind: 'Ox', plural: 'oxen' } } }),
  object(RBAC, 'Role', 'app', rules('get')),
  object(RBAC, 'RoleBinding', 'app', ref('Role', 'app')),
  object(RBAC, 'ClusterRole', 'app', rules('list')),
  object(RBAC, 'ClusterRoleBinding', 'app', ref('ClusterRole', 'app')),
  object(RBAC, 'ClusterRole', 'all', { aggregationRule: { clusterRoleSelectors: [{ matchLabels: { a: 'b' } }] } }),
  object(RBAC, 'RoleBinding', 'view', ref('ClusterRole', 'view')),
];

const granted = (list: readonly ScopedRule[]): readonly KubeObject[] => permissionObjects(list, { name: 'installer', subject });
const lacking = (live: readonly KubeObject[], more: Partial<PermissionOptions> = {}) =>
  lackingPermissions(objects, user, live, { ...options, ...more });

describe.each<['command' | 'controller', 'hold' | 'delegate']>([
  ['command', 'hold'], ['command', 'delegate'], ['controller', 'hold'], ['controller', 'delegate'],
])(
  'for the %s, what roles grant: %s',
  (engine, grants) => {
    const printed = requiredPermissions(objects, { ...options, engine, grants }).rules;

    test('an account with the printed rules lacks nothing, however the question is put', () => {
      for (const asked of ['hold', 'delegate'] as const) expect(lacking(granted(printed), { engine, grants: asked })).toEqual({ missing: [], unknown: [], issues: [] });
    });

    test('an account without one of the rules lacks something of it', () => {
      for (const left of printed) {
        const { missing } = lacking(granted(printed.filter((one) => one !== left)), { engine, grants });
        const resources = missing.flatMap((one) => one.rules.flatMap((rule: PolicyRule) => rule.resources ?? []));
        expect([left.reason, resources]).toEqual([left.reason, expect.arrayContaining([left.rule.resources?.[0]])]);
      }
    });
  },
);

test('a binding to a role that is not in the package: bind, or all that the role grants', () => {
  const package_ = [object(RBAC, 'RoleBinding', 'view', ref('ClusterRole', 'view'))];
  const base = requiredPermissions(package_, options).rules.filter(({ rule }) => !rule.verbs.includes('bind'));
  const view = object(RBAC, 'ClusterRole', 'view', rules('get', 'list'));
  const ask = (more: readonly ScopedRule[]) =>
    formatLacking(lackingPermissions(package_, user, [view, ...granted([...base, ...more])], options));
  const pods = { namespace: 'shop', rule: { apiGroups: [''], resources: ['pods'], verbs: ['get', 'list', 'watch'] }, reason: '' };
  expect(ask([pods])).toBeUndefined();
  expect(ask([])).toBe(`in namespace shop: bind clusterroles.${group} (view)`);
});

test('what is missing, as people say it: verbs, resource with its group, names', () => {
  const small = [object('v1', 'ConfigMap', 'b'), object('v1', 'ConfigMap', 'a'), object('apps/v1', 'Deployment', 'web'), object('scheduling.k8s.io/v1', 'PriorityClass', 'high')];
  expect(formatLacking(lackingPermissions(small, user, [], options))).toBe([
    'on the whole cluster: create, delete, get, list, patch, watch priorityclasses.scheduling.k8s.io (high)',
    'in namespace shop: create, delete, get, list, patch, watch configmaps (a, b)',
    'in namespace shop: create, delete, get, list, patch, watch deployments.apps (web)',
    'in namespace state: create, delete, get secrets',
    'in namespace state: update secrets (boxcutter.web)',
  ].join('\n'));
});

test('the resource of a kind that is not served is guessed, as where the rules are printed, and stops nothing', () => {
  const namespaced: readonly KubeObject[] = [{ apiVersion: 'example.com/v1', kind: 'Cow', metadata: { name: 'one', namespace: 'shop' } }];
  const result = lackingPermissions(namespaced, user, granted(requiredPermissions(namespaced, options).rules), options);
  expect(result).toMatchObject({ missing: [], unknown: [], issues: [{ code: 'resource-guessed', severity: 'warning' }] });
});

test('what has no namespace could not be asked about', () => {
  const { unknown } = lackingPermissions([object('v1', 'ConfigMap', 'settings')], user, [], { engine: 'command', extension: 'web', stateNamespace: 'state' });
  expect(unknownTexts(unknown)).toEqual([expect.stringMatching(/settings: .*names no namespace/)]);
});

test('more than is asked for is enough', () => {
  const everything: ScopedRule = { namespace: '', rule: { apiGroups: ['*'], resources: ['*'], verbs: ['*'] }, reason: '' };
  expect(formatLacking(lacking(granted([everything])))).toBeUndefined();
});
