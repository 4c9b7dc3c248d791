/** What content that nobody vouches for may write and delete. */
import type { KubeObject } from '../../../../lib/api';
import { beyondScope, whyBeyond, type Beyond } from '../../../../lib/state/trust';

const object = (apiVersion: string, kind: string, namespace?: string, more: object = {}): KubeObject => ({
  apiVersion, kind, metadata: { name: 'x', ...(namespace === undefined ? {} : { namespace }) }, ...more,
});
const RBAC = 'rbac.authorization.k8s.io/v1';

test.each<[string, KubeObject, Beyond | undefined]>([
  ['a ConfigMap', object('v1', 'ConfigMap', 'shop'), undefined],
  ['a Deployment', object('apps/v1', 'Deployment', 'shop'), undefined],
  ['a Deployment in whatever version', object('apps/v1beta2', 'Deployment', 'shop'), undefined],
  ['a CronJob', object('batch/v1', 'CronJob', 'shop'), undefined],
  ['an Ingress', object('networking.k8s.io/v1', 'Ingress', 'shop'), undefined],
  ['a ServiceAccount', object('v1', 'ServiceAccount', 'shop'), undefined],
  ['a Secret', object('v1', 'Secret', 'shop', { type: 'Opaque' }), undefined],
  ['a Secret without a type', object('v1', 'Secret', 'shop'), undefined],
  ['a token Secret of a ServiceAccount', object('v1', 'Secret', 'shop', { type: 'kubernetes.io/service-account-token' }), 'credentials'],
  ['a token for new nodes', object('v1', 'Secret', 'shop', { type: 'bootstrap.kubernetes.io/token' }), 'credentials'],
  ['a ConfigMap elsewhere', object('v1', 'ConfigMap', 'till'), 'other-namespace'],
  ['a ConfigMap without a namespace', object('v1', 'ConfigMap'), 'cluster-scoped'],
  ['a ConfigMap with an empty namespace', object('v1', 'ConfigMap', ''), 'cluster-scoped'],
  ['a Namespace', object('v1', 'Namespace'), 'cluster-scoped'],
  ['a ClusterRoleBinding', object(RBAC, 'ClusterRoleBinding'), 'cluster-scoped'],
  ['a ClusterRoleBinding that claims a namespace', object(RBAC, 'ClusterRoleBinding', 'shop'), 'kind'],
  ['a Namespace that claims one', object('v1', 'Namespace', 'shop'), 'kind'],
  ['a Role', object(RBAC, 'Role', 'shop'), 'kind'],
  ['a RoleBinding', object(RBAC, 'RoleBinding', 'shop'), 'kind'],
  ['a quota', object('v1', 'ResourceQuota', 'shop'), 'kind'],
  ['endpoints, which send others elsewhere', object('v1', 'Endpoints', 'shop'), 'kind'],
  ['a custom resource', object('argoproj.io/v1alpha1', 'Application', 'shop'), 'kind'],
  ['a custom resource that is called like a built-in kind', object('example.com/v1', 'ConfigMap', 'shop'), 'kind'],
  ['a kind that is called like a member of every object', object('v1', 'constructor', 'shop'), 'kind'],
  ['a group that is called so', object('constructor/v1', 'ConfigMap', 'shop'), 'kind'],
])('%s in namespace shop', (_, one, why) => {
  expect(whyBeyond(one, 'shop')).toBe(why);
});

test('what is deleted is known by name only, and judged by that', () => {
  expect(whyBeyond({ apiVersion: 'v1', kind: 'Secret', namespace: 'shop', name: 'x' }, 'shop')).toBeUndefined();
  const crd = { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', name: 'widgets.example.com' };
  expect(beyondScope([object('v1', 'ConfigMap', 'shop'), crd], 'shop')).toEqual([{ ref: crd, why: 'cluster-scoped' }]);
});
