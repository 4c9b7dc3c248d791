/** What installs the provisioners beside the controllers. */
import type { KubeObject } from '../../../lib/api';
import { controllerObjects } from '../../../lib/controller-package';
import { SOURCE_LIMITS } from '../../../lib/controllers/provisioners/source/limits';
import { GIT_LIMITS } from '../../../lib/git/limits';

const MIB = 1024 * 1024;

const objects = (config: object): readonly KubeObject[] => controllerObjects({ config: { image: 'registry.test/boxcutter:1', ...config } });
const named = (all: readonly KubeObject[]): readonly string[] => all.map(({ kind, metadata: { name = '', namespace } }) => `${kind} ${namespace === undefined ? '' : `${namespace}/`}${name}`);
const added = (config: object): readonly string[] => {
  const before = new Set(named(objects({})));
  return named(objects(config)).filter((name) => !before.has(name)).sort();
};
const fileOf = (all: readonly KubeObject[]): string => (
  all.find(({ kind, metadata: { name } }) => kind === 'ConfigMap' && name === 'boxcutter-controller')?.['data'] as { readonly 'controller.yaml': string }
)['controller.yaml'];

const OWN = [
  'ClusterRole boxcutter-bundle-deployer',
  'ClusterRole boxcutter-bundle-reader',
  'ClusterRole boxcutter-bundle-viewer',
  'ClusterRole boxcutter-provisioners',
  'ClusterRoleBinding boxcutter-provisioners',
  'CustomResourceDefinition bundledeployments.core.rukpak.io',
  'CustomResourceDefinition bundles.core.rukpak.io',
];
const REST = [
  'Role olmv1-system/boxcutter-provisioners',
  'RoleBinding olmv1-system/boxcutter-provisioners',
];
const POLICY = ['configmaps', 'owners'].map((name) => `ValidatingAdmissionPolicy boxcutter-bundle-${name}`)
  .concat(['configmaps', 'owners'].map((name) => `ValidatingAdmissionPolicyBinding boxcutter-bundle-${name}`));

test('off by default', () => {
  expect(named(objects({})).filter((name) => name.includes('rukpak') || name.includes('bundle'))).toEqual([]);
});

test('enabled: its kinds, rights and policy; and nothing is served', () => {
  expect(added({ enable: ['provisioners'] })).toEqual([...OWN, ...REST, ...POLICY]);
  expect(fileOf(objects({ enable: ['provisioners'] }))).toMatch(/provisioners:\n {2}directory: \/home\/boxcutter\/bundles\n(?! )/);
});

test.each([
  [{}, '512Mi'], [{ helm: '/helm' }, '1Gi'], [{ enable: ['provisioners'] }, '1536Mi'], [{ enable: ['provisioners'], helm: '/helm' }, '2Gi'],
  [{ enable: ['cluster-api'], release: '4.22.3' }, '1Gi'],
])('the memory of %j holds the programs that run beside the process', (config, memory) => {
  const deployment = objects(config).find(({ kind }) => kind === 'Deployment')?.['spec'];
  expect(deployment).toHaveProperty(['template', 'spec', 'containers', 0, 'resources', 'limits', 'memory'], memory);
});

test('so many gits fit into what the provisioners add', () => {
  expect(SOURCE_LIMITS.gitsAtOnce * GIT_LIMITS.memoryForOthers).toBe(1024 * MIB);
});

test('with a certificate, content is served with TLS', () => {
  const all = objects({ enable: ['provisioners'], bundlesCertificate: 'bundles-tls' });
  expect(added({ enable: ['provisioners'], bundlesCertificate: 'bundles-tls' })).toEqual([
    ...OWN, 'NetworkPolicy olmv1-system/boxcutter-bundles', ...REST, 'Service olmv1-system/boxcutter-bundles', ...POLICY,
  ]);
  expect(fileOf(all)).toContain('url: https://boxcutter-bundles.olmv1-system.svc');
  const text = JSON.stringify(all.find(({ kind }) => kind === 'Deployment'));
  expect(text).toContain('"secretName":"bundles-tls"');
  expect(text).toContain('"containerPort":8444');
});

test('what users get is bound to nobody, and no other role takes it in', () => {
  const all = objects({ enable: ['provisioners'] });
  const ofUsers = all.filter(({ metadata: { name = '' } }) => /^boxcutter-bundle-(deployer|viewer|reader)$/.test(name));
  expect(ofUsers).toHaveLength(3);
  for (const { metadata: { name = '', labels = {} } } of ofUsers) {
    expect(Object.keys(labels).filter((label) => label.includes('aggregate'))).toEqual([]);
    expect(all.filter((object) => (object as { readonly roleRef?: { readonly name: string } }).roleRef?.name === name)).toEqual([]);
  }
});

test('both systems at once', () => {
  expect(added({ enable: ['cluster-api', 'provisioners'], release: '4.22.3' })).toEqual(expect.arrayContaining(['ClusterRole boxcutter-cluster-api', ...OWN]));
});
