/** What an installer needs for a package: named where RBAC can name, in the namespace where it is needed, and each rule with its reason. */
import type { KubeObject } from '../../../../lib/api';
import { permissionObjects, requiredPermissions, type PermissionOptions } from '../../../../lib/guards';

const RBAC = 'rbac.authorization.k8s.io/v1';
const object = (apiVersion: string, kind: string, name: string, namespace?: string, content: object = {}): KubeObject =>
  ({ apiVersion, kind, metadata: { name, ...(namespace === undefined ? {} : { namespace }) }, ...content });
const options: PermissionOptions = { engine: 'command', extension: 'web', installNamespace: 'shop' };

/** `namespace: group/resources [names]: verbs`, without the rules for the state. */
function lines(objects: readonly KubeObject[], more: Partial<PermissionOptions> = {}): readonly string[] {
  return requiredPermissions(objects, { ...options, ...more }).rules
    .filter(({ rule }) => !rule.resources?.some((resource) => ['secrets', 'clusterextensionrevisions/finalizers'].includes(resource)))
    .map(({ namespace, rule: { apiGroups = [], resources = [], resourceNames, nonResourceURLs, verbs } }) =>
      `${namespace || '*'}: ${nonResourceURLs?.join() ?? `${apiGroups.join()}/${resources.join()}`}${resourceNames === undefined ? '' : ` [${resourceNames.join()}]`}: ${verbs.join()}`);
}
const ALL = 'get,list,watch,create,patch,delete';
const CLAIMS = 'shop: /persistentvolumeclaims: list';

test('objects by name, each kind in each namespace; without a namespace they go where the package is installed', () => {
  const objects = [object('v1', 'ConfigMap', 'b'), object('v1', 'ConfigMap', 'a'), object('v1', 'ConfigMap', 'c', 'other'), object('apps/v1', 'Deployment', 'web', 'shop')];
  expect(lines(objects)).toEqual([`other: /configmaps [c]: ${ALL}`, `shop: /configmaps [a,b]: ${ALL}`, `shop: apps/deployments [web]: ${ALL}`]);
});

test('a service account sees the objects of a kind in their namespaces, where a label finds them, and single ones of the whole cluster', () => {
  const objects = [object('v1', 'ConfigMap', 'a'), object('scheduling.k8s.io/v1', 'PriorityClass', 'high')];
  expect(lines(objects, { engine: 'service-account' })).toEqual([
    `*: scheduling.k8s.io/priorityclasses [high]: ${ALL}`, 'shop: /configmaps [a]: get,create,patch,delete', 'shop: /configmaps: list,watch',
  ]);
});

test('cluster-scoped objects, whatever namespace they claim', () => {
  expect(lines([object('scheduling.k8s.io/v1', 'PriorityClass', 'high', 'shop')])).toEqual([`*: scheduling.k8s.io/priorityclasses [high]: ${ALL}`]);
});

test('what is in a namespace that the package brings is needed on the whole cluster: no Role could be there before', () => {
  expect(lines([object('v1', 'Namespace', 'new'), object('v1', 'ConfigMap', 'a', 'new'), object('v1', 'ConfigMap', 'b', 'shop')])).toEqual([
    `*: /configmaps [a]: ${ALL}`, `*: /namespaces [new]: ${ALL}`, `shop: /configmaps [b]: ${ALL}`,
  ]);
});

test('a definition, its custom resources, and a look at them before they would be lost', () => {
  const crd = object('apiextensions.k8s.io/v1', 'CustomResourceDefinition', 'oxen.example.com', undefined,
    { spec: { group: 'example.com', scope: 'Namespaced', names: { kind: 'Ox', plural: 'oxen' } } });
  expect(lines([crd, object('example.com/v1', 'Ox', 'one')])).toEqual([
    `*: apiextensions.k8s.io/customresourcedefinitions [oxen.example.com]: ${ALL}`, `shop: example.com/oxen [one]: ${ALL}`, '*: example.com/oxen: list', CLAIMS,
  ]);
});

test('a look at the claims that would go with a StatefulSet, once for each namespace; the controller asks for none', () => {
  const sets = [object('apps/v1', 'StatefulSet', 'a'), object('apps/v1', 'StatefulSet', 'b'), object('apps/v1', 'Deployment', 'c', 'other')];
  expect(lines(sets).filter((line) => line.includes('claims'))).toEqual([CLAIMS]);
  expect(lines(sets, { engine: 'controller' }).filter((line) => line.includes('claims'))).toEqual([]);
});

test('a look at what would go with namespaces and definitions that a custom resource without a namespace owns', () => {
  const realm = object('example.com/v1', 'Realm', 'all');
  const kinds = [{ apiVersion: 'example.com/v1', kind: 'Realm', resource: 'realms', namespaced: false, verbs: ['list'] }];
  const looks = ['*: /persistentvolumeclaims: list', '*: /namespaces: list', '*: apiextensions.k8s.io/customresourcedefinitions: list'];
  expect(lines([realm], { kinds })).toEqual([`*: example.com/realms [all]: ${ALL}`, ...looks]);
  expect(lines([realm], { kinds, engine: 'controller' }).filter((line) => line.endsWith(': list'))).toEqual([]);
});

describe('kinds that nobody here knows', () => {
  const objects = [object('example.com/v1', 'Ox', 'one', 'shop')];

  test('are looked up in what the cluster serves', () => {
    const kinds = [{ apiVersion: 'example.com/v1', kind: 'Ox', resource: 'oxen', namespaced: true, verbs: [] }];
    expect(lines(objects, { kinds })).toEqual([`shop: example.com/oxen [one]: ${ALL}`, CLAIMS]);
  });

  test('or guessed, with a warning', () => {
    expect(lines(objects)).toEqual([`shop: example.com/oxs [one]: ${ALL}`, CLAIMS]);
    expect(requiredPermissions(objects, options).issues).toEqual([expect.objectContaining({
      code: 'resource-guessed', severity: 'warning', subject: { apiVersion: 'example.com/v1', kind: 'Ox', namespace: 'shop', name: 'one' },
    })]);
  });
});

test('a namespaced object without any namespace is an error', () => {
  const { issues } = requiredPermissions([object('v1', 'ConfigMap', 'a')], { engine: 'command', extension: 'web' });
  expect(issues.map(({ code, severity }) => [code, severity])).toEqual([['missing-namespace', 'error']]);
});

describe('roles of the package', () => {
  const rules = [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }, { nonResourceURLs: ['/metrics'], verbs: ['get'] }];
  const role = object(RBAC, 'Role', 'app', 'shop', { rules: rules.slice(0, 1) });
  const clusterRole = object(RBAC, 'ClusterRole', 'app', undefined, { rules });
  const binding = (kind: string, name: string): KubeObject => object(RBAC, 'RoleBinding', `to-${name}`, 'shop', { roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind, name } });
  const grants = (objects: readonly KubeObject[], how?: 'hold' | 'delegate'): readonly string[] =>
    lines(objects, how === undefined ? {} : { grants: how }).filter((line) => !line.endsWith(ALL));

  test('what they grant is held, in the namespace of the Role or on the whole cluster, and once', () => {
    expect(grants([role, binding('Role', 'app')])).toEqual(['shop: /pods: get']);
    expect(grants([role, clusterRole, binding('ClusterRole', 'app')])).toEqual(['*: /pods: get', '*: /metrics: get']);
  });

  test('or they may be written and handed out without holding it', () => {
    expect(grants([role, binding('Role', 'app')], 'delegate')).toEqual([
      'shop: rbac.authorization.k8s.io/roles [app]: escalate', 'shop: rbac.authorization.k8s.io/roles [app]: bind',
    ]);
  });

  test('a role that is not in the package is handed out by name', () => {
    const everywhere = object(RBAC, 'ClusterRoleBinding', 'auth', undefined, { roleRef: { kind: 'ClusterRole', name: 'system:auth-delegator' } });
    expect(grants([binding('ClusterRole', 'view'), everywhere])).toEqual([
      'shop: rbac.authorization.k8s.io/clusterroles [view]: bind', '*: rbac.authorization.k8s.io/clusterroles [system:auth-delegator]: bind',
    ].sort((a, b) => (a < b ? -1 : 1)).reverse());
  });

  test('no account can hold what an aggregated role will grant', () => {
    const aggregated = { ...clusterRole, aggregationRule: { clusterRoleSelectors: [{ matchLabels: { a: 'b' } }] } };
    expect(grants([aggregated, binding('ClusterRole', 'app')])).toEqual([
      '*: rbac.authorization.k8s.io/clusterroles [app]: escalate', 'shop: rbac.authorization.k8s.io/clusterroles [app]: bind',
    ]);
  });

  test('a role that grants everything makes everything else needless', () => {
    const admin = object(RBAC, 'ClusterRole', 'admin', undefined, { rules: [{ apiGroups: ['*'], resources: ['*'], verbs: ['*'] }] });
    expect(requiredPermissions([admin, object('v1', 'ConfigMap', 'a')], options).rules.map(({ rule }) => rule.verbs)).toEqual([['*']]);
  });
});

test('the state of the command: content without names, the record by name; elsewhere if it is kept elsewhere', () => {
  const state = (more: Partial<PermissionOptions>): unknown =>
    requiredPermissions([], { ...options, ...more }).rules.map(({ namespace, rule }) => [namespace, rule]);
  const secrets = { apiGroups: [''], resources: ['secrets'] };
  const rules = (namespace: string): unknown => [
    [namespace, { ...secrets, verbs: ['get', 'create', 'delete'] }], [namespace, { ...secrets, resourceNames: ['boxcutter.web'], verbs: ['update'] }],
  ];
  expect(state({})).toEqual(rules('shop'));
  expect(state({ stateNamespace: 'records' })).toEqual(rules('records'));
});

test('the controller watches kinds on the whole cluster and keeps no Secrets', () => {
  const { rules } = requiredPermissions([object('v1', 'ConfigMap', 'a')], { ...options, engine: 'controller' });
  expect(rules.map(({ namespace, rule }) => [namespace, rule])).toEqual([
    ['shop', { apiGroups: [''], resources: ['configmaps'], resourceNames: ['a'], verbs: ['get', 'create', 'patch', 'delete'] }],
    ['', { apiGroups: [''], resources: ['configmaps'], verbs: ['list', 'watch'] }],
    ['', { apiGroups: ['olm.operatorframework.io'], resources: ['clusterextensionrevisions/finalizers'], verbs: ['update'] }],
  ]);
});

test('as objects: a ClusterRole, a Role for each namespace, and who gets them', () => {
  const { rules } = requiredPermissions([object('v1', 'Namespace', 'new')], options);
  expect(permissionObjects(rules, { name: 'web-installer' }).map(({ kind, metadata }) => [kind, metadata])).toEqual([
    ['ClusterRole', { name: 'web-installer' }], ['Role', { name: 'web-installer', namespace: 'shop' }],
  ]);
  const withBindings = permissionObjects(rules, { name: 'web-installer', subject: { kind: 'ServiceAccount', name: 'installer', namespace: 'shop' } });
  expect(withBindings.filter(({ kind }) => kind.endsWith('Binding'))).toEqual([
    {
      apiVersion: RBAC, kind: 'ClusterRoleBinding', metadata: { name: 'web-installer' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'web-installer' },
      subjects: [{ kind: 'ServiceAccount', name: 'installer', namespace: 'shop' }],
    },
    expect.objectContaining({ kind: 'RoleBinding', metadata: { name: 'web-installer', namespace: 'shop' } }),
  ]);
  const [, forUser] = permissionObjects(rules, { name: 'x', subject: { kind: 'User', name: 'ada' } });
  expect(forUser?.['subjects']).toEqual([{ kind: 'User', name: 'ada', apiGroup: 'rbac.authorization.k8s.io' }]);
});

test.each<[string, readonly KubeObject[]]>([
  ['two rules with a hundred thousand resources each', ['a', 'b'].map((name) => role(name, [[name, Array.from({ length: 100_000 }, (_, index) => `r${index}`)]]))],
  ['fifty thousand rules', [role('many', Array.from({ length: 50_000 }, (_, index) => [`n${index}`, ['pods']]))]],
])('what others put into a role takes time in proportion to it: %s', (_what, objects) => {
  // Each with each would take minutes; the time that a test may take is the limit.
  expect(requiredPermissions(objects, options).rules.length).toBeGreaterThan(1);
});

function role(name: string, rules: readonly (readonly [name: string, resources: readonly string[]])[]): KubeObject {
  return object(RBAC, 'ClusterRole', name, undefined, { rules: rules.map(([of, resources]) => ({ verbs: ['get'], apiGroups: [''], resources, resourceNames: [of] })) });
}
