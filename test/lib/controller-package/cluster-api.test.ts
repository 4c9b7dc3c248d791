/** What installs the Cluster API operator beside the controllers. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { KubeObject } from '../../../lib/api';
import { controllerObjects } from '../../../lib/controller-package';
import { CERTIFICATE_RULES, CLUSTER_API_RULES, REVISION_RULES, TRANSPORT_RULES } from '../../../lib/controller-package/cluster-api/rbac';

const objects = (config: object): readonly KubeObject[] => controllerObjects({ config: { image: 'registry.test/boxcutter:1', ...config } });
const named = (all: readonly KubeObject[]): readonly string[] => all.map(({ kind, metadata: { name = '', namespace } }) => `${kind} ${namespace === undefined ? '' : `${namespace}/`}${name}`);

test('it is off by default', () => {
  expect(named(objects({})).filter((name) => name.includes('cluster-api') || name.includes('openshift'))).toEqual([]);
});

test('enabled: its kinds, rights and policies; and the controllers are told', () => {
  const all = objects({ enable: ['cluster-api'], release: '4.22.3' });
  const before = new Set(named(objects({})));
  expect(named(all).filter((name) => !before.has(name)).sort()).toEqual([
    'ClusterRole boxcutter-cluster-api',
    'ClusterRoleBinding boxcutter-cluster-api',
    'CustomResourceDefinition clusterapis.operator.openshift.io',
    'CustomResourceDefinition compatibilityrequirements.apiextensions.openshift.io',
    'Namespace openshift-cluster-api',
    'Namespace openshift-cluster-api-operator',
    'NetworkPolicy olmv1-system/boxcutter-cluster-api-webhook',
    'Role olmv1-system/boxcutter-cluster-api-webhook',
    'Role openshift-cluster-api-operator/boxcutter-cluster-api-revisions',
    'Role openshift-cluster-api/boxcutter-cluster-api-transport',
    'RoleBinding olmv1-system/boxcutter-cluster-api-webhook',
    'RoleBinding openshift-cluster-api-operator/boxcutter-cluster-api-revisions',
    'RoleBinding openshift-cluster-api/boxcutter-cluster-api-transport',
    'Service olmv1-system/boxcutter-cluster-api-webhook',
    'ValidatingAdmissionPolicy boxcutter-cluster-api-images',
    'ValidatingAdmissionPolicy boxcutter-cluster-api-revisions',
    'ValidatingAdmissionPolicy boxcutter-cluster-api-transport',
    'ValidatingAdmissionPolicyBinding boxcutter-cluster-api-images',
    'ValidatingAdmissionPolicyBinding boxcutter-cluster-api-revisions',
    'ValidatingAdmissionPolicyBinding boxcutter-cluster-api-transport',
  ]);
  const file = all.find(({ kind, metadata: { name } }) => kind === 'ConfigMap' && name === 'boxcutter-controller')?.['data'] as { readonly 'controller.yaml': string };
  expect(file['controller.yaml']).toMatch(/enable:\n\s*- cluster-api\nclusterApi:\n\s+release: 4\.22\.3\n\s+webhook:\n\s+address: :9443\n\s+service: boxcutter-cluster-api-webhook\n/);
});

test('its documentation has every right, with its reason', () => {
  const rowsOf = (role: string, rules: typeof CLUSTER_API_RULES): readonly string[] => rules.map(({ why, rule }, index) => {
    const { resources, apiGroups: [group = ''], verbs } = rule as unknown as Readonly<Record<'resources' | 'apiGroups' | 'verbs', readonly string[]>>;
    const on = resources.map((resource) => `\`${group === '' ? resource : `${resource}.${group}`}\``);
    return `| ${index === 0 ? `${role} ` : ''}| ${on.join(', ')} | ${verbs.join(', ')} | ${why} |`;
  });
  const page = readFileSync(join(__dirname, '../../../docs/cluster-api.md'), 'utf8');
  const [, table = ''] = /\| role \| on \| may \| because \|\n\|---\|---\|---\|---\|\n((?:\|.*\n)*)/.exec(page) ?? [];
  expect(table.trim().split('\n')).toEqual([
    ...rowsOf('ClusterRole `boxcutter-cluster-api`', CLUSTER_API_RULES), ...rowsOf('Role `boxcutter-cluster-api-revisions`', REVISION_RULES),
    ...rowsOf('Role `boxcutter-cluster-api-transport`', TRANSPORT_RULES), ...rowsOf('Role `boxcutter-cluster-api-webhook`', CERTIFICATE_RULES),
  ]);
});
