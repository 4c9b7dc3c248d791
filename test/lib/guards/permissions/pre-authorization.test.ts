/** Whether an account may manage a package, by the roles of the cluster: all that is missing, in OLM's words. */
import type { KubeObject } from '../../../../lib/api';
import { checkPreAuthorization, formatPreAuthorization, serviceAccountUser, type PolicyRule } from '../../../../lib/guards';

const RBAC = 'rbac.authorization.k8s.io/v1';
const object = (apiVersion: string, kind: string, name: string, namespace?: string, content: object = {}): KubeObject =>
  ({ apiVersion, kind, metadata: { name, ...(namespace === undefined ? {} : { namespace }) }, ...content });
const user = serviceAccountUser('shop', 'installer');
const account = { kind: 'ServiceAccount', name: 'installer', namespace: 'shop' };
const everything: PolicyRule = { verbs: ['*'], apiGroups: ['*'], resources: ['*'] };

/** The account has these rules on the whole cluster, or in a namespace. */
function granted(rules: readonly PolicyRule[], namespace?: string, subject: object = account): readonly KubeObject[] {
  const kind = namespace === undefined ? 'ClusterRole' : 'Role';
  return [
    object(RBAC, kind, 'held', namespace, { rules }),
    object(RBAC, `${kind}Binding`, 'held', namespace, { roleRef: { kind, name: 'held' }, subjects: [subject] }),
  ];
}

const messageOf = (objects: readonly KubeObject[], live: readonly KubeObject[]): string | undefined =>
  formatPreAuthorization(checkPreAuthorization(objects, user, live, { extension: 'web' }));
const HEADER = 'pre-authorization failed: service account requires the following permissions to manage cluster extension:';
const FINALIZERS = '  Namespace:"" APIGroups:[olm.operatorframework.io] Resources:[clusterextensions/finalizers] ResourceNames:[web] Verbs:[update]';

const service = object('v1', 'Service', 'front', 'shop');
const manage: PolicyRule = { verbs: ['create', 'delete', 'get', 'list', 'patch', 'update', 'watch'], apiGroups: ['', 'rbac.authorization.k8s.io'], resources: ['*'] };
const finalizers: PolicyRule = { verbs: ['update'], apiGroups: ['olm.operatorframework.io'], resources: ['clusterextensions/finalizers'], resourceNames: ['web'] };

test('an account without rights: everything that is needed, sorted', () => {
  expect(messageOf([service, object('apps/v1', 'Deployment', 'web', 'shop')], [])).toBe([
    HEADER,
    '  Namespace:"" APIGroups:[] Resources:[services] Verbs:[list,watch]',
    '  Namespace:"" APIGroups:[apps] Resources:[deployments] Verbs:[list,watch]',
    FINALIZERS,
    '  Namespace:"shop" APIGroups:[] Resources:[services] Verbs:[create]',
    '  Namespace:"shop" APIGroups:[apps] Resources:[deployments] Verbs:[create]',
    '  Namespace:"shop" APIGroups:[] Resources:[services] ResourceNames:[front] Verbs:[delete,get,patch,update]',
    '  Namespace:"shop" APIGroups:[apps] Resources:[deployments] ResourceNames:[web] Verbs:[delete,get,patch,update]',
  ].join('\n'));
});

test('nothing is missing', () => {
  expect(messageOf([service], granted([manage, finalizers]))).toBeUndefined();
  expect(messageOf([], [])).toBeUndefined();
});

test('rights in the namespace are not enough to list on the whole cluster', () => {
  expect(messageOf([service], granted([everything], 'shop'))).toBe(
    [HEADER, '  Namespace:"" APIGroups:[] Resources:[services] Verbs:[list,watch]', FINALIZERS].join('\n'),
  );
});

test('rights in another namespace, or of another account, do not count', () => {
  for (const live of [granted([everything], 'other'), granted([everything], undefined, { ...account, name: 'other' }), granted([everything], undefined, { ...account, namespace: 'other' })]) {
    expect(checkPreAuthorization([service], user, live, { extension: 'web' }).missing.map(({ namespace }) => namespace)).toEqual(['', 'shop']);
  }
});

test.each<[string, object]>([
  ['the user', { kind: 'User', name: 'system:serviceaccount:shop:installer' }], ['all accounts of its namespace', { kind: 'Group', name: 'system:serviceaccounts:shop' }],
  ['all that are known', { kind: 'Group', name: 'system:authenticated' }],
])('rights of %s count', (_, subject) => {
  expect(messageOf([service], granted([everything], undefined, subject))).toBeUndefined();
});

describe('roles of the package', () => {
  const rules = [{ apiGroups: ['apps'], resources: ['deployments'], verbs: ['get', 'list'] }];
  const role = object(RBAC, 'Role', 'app', 'shop', { rules });
  const clusterRole = object(RBAC, 'ClusterRole', 'app', undefined, { rules: [...rules, { nonResourceURLs: ['/metrics'], verbs: ['get'] }] });
  const bindingTo = (kind: string, name: string): KubeObject => object(RBAC, 'RoleBinding', 'app', 'shop', { roleRef: { kind, name } });
  const verb = (verbs: readonly string[], resources: string): PolicyRule => ({ verbs, apiGroups: ['rbac.authorization.k8s.io'], resources: [resources] });
  const base = [manage, finalizers];

  test('no account hands out what it does not hold', () => {
    expect(messageOf([role], granted(base))).toBe([HEADER, '  Namespace:"shop" APIGroups:[apps] Resources:[deployments] Verbs:[get,list]'].join('\n'));
    expect(messageOf([clusterRole], granted(base))).toBe([
      HEADER, '  Namespace:"" APIGroups:[apps] Resources:[deployments] Verbs:[get,list]', '  Namespace:"" Verbs:[get] NonResourceURLs:[/metrics]',
    ].join('\n'));
  });

  test('an account that holds it, or may escalate, may write the role', () => {
    expect(messageOf([role], granted([...base, ...rules]))).toBeUndefined();
    expect(messageOf([role], granted([...base, verb(['escalate'], 'roles')]))).toBeUndefined();
    expect(messageOf([clusterRole], granted([...base, verb(['escalate'], 'roles')]))).toBeDefined();
  });

  test('a binding hands out what the role in the package grants, which is not on the cluster yet', () => {
    expect(messageOf([clusterRole, bindingTo('ClusterRole', 'app')], granted([...base, verb(['escalate'], 'clusterroles')])))
      .toContain('  Namespace:"shop" APIGroups:[apps] Resources:[deployments] Verbs:[get,list]');
    expect(messageOf([role, bindingTo('Role', 'app')], granted([...base, verb(['escalate', 'bind'], 'roles')]))).toBeUndefined();
  });

  test('a binding hands out what a role on the cluster grants; one that is nowhere grants nothing yet', () => {
    const view = object(RBAC, 'ClusterRole', 'view', undefined, { rules });
    expect(messageOf([bindingTo('ClusterRole', 'view')], [...granted(base), view])).toContain('Resources:[deployments]');
    expect(messageOf([bindingTo('ClusterRole', 'nowhere')], granted(base))).toBeUndefined();
  });

  test('an aggregated role may grant anything', () => {
    const aggregated = { ...clusterRole, rules: [], aggregationRule: { clusterRoleSelectors: [{ matchLabels: { a: 'b' } }] } };
    expect(messageOf([aggregated], granted(base))).toBe([
      HEADER, '  Namespace:"" APIGroups:[*] Resources:[*] Verbs:[*]', '  Namespace:"" Verbs:[*] NonResourceURLs:[*]',
    ].join('\n'));
    expect(messageOf([aggregated], granted([everything, { verbs: ['*'], nonResourceURLs: ['*'] }]))).toBeUndefined();
  });
});

test('a binding of a role that is gone is reported where something is missing', () => {
  const [, binding] = granted([], undefined);
  const role = object(RBAC, 'Role', 'app', 'shop', { rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }] });
  expect(messageOf([role], [binding as KubeObject])).toMatch(/\nauthorization evaluation error: ClusterRole "held" of ClusterRoleBinding\.rbac\.authorization\.k8s\.io\/v1 held not found$/);
});

test('malformed roles and bindings do not end the check', () => {
  const broken = [
    object(RBAC, 'ClusterRoleBinding', 'a'), object(RBAC, 'ClusterRoleBinding', 'b', undefined, { roleRef: 'x', subjects: 'y' }),
    object(RBAC, 'ClusterRole', 'c', undefined, { rules: [null, 1, { verbs: 'get' }], aggregationRule: [] }),
  ];
  expect(() => checkPreAuthorization(broken, user, broken, { extension: 'web' })).not.toThrow();
});
