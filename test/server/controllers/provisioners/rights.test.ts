/** With the rights that the manifests give, and those over what is in the bundle, and no others. And what users may with the roles that are there. */
import type { KubeObject } from '../../../../lib/api';
import { controllerObjects } from '../../../../lib/controller-package';
import { connect } from '../../../../lib/kube';
import { REGISTRY_START_MS } from '../../../registry';
import { kubeconfig } from '../../support/extension';
import { bundleRef, deploymentRef, ProvisionersBench, statusOf, tokenOf } from './bench';

let bench: ProvisionersBench;
let made: readonly KubeObject[] = [];
/** Those of the cluster get names of their own: other tests have the same. */
const named = (name: string): string => `${name}-${bench.namespace}`;
beforeAll(async () => {
  bench = await ProvisionersBench.open();
  const { namespace } = bench;
  const roles = controllerObjects({ namespace, config: { image: 'x', clusterAdmin: false, enable: ['provisioners'], bundlesCertificate: 'tls' } })
    .filter(({ apiVersion }) => apiVersion.startsWith('rbac.authorization.k8s.io/'));
  const apiVersion = 'rbac.authorization.k8s.io/v1';
  const ofContent: KubeObject = {
    apiVersion, kind: 'RoleBinding', metadata: { name: 'content', namespace }, roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'edit' },
    subjects: [{ kind: 'ServiceAccount', name: 'boxcutter-controller', namespace }],
  };
  const own = roles.map((object) => {
    const { roleRef } = object as KubeObject & { readonly roleRef?: { readonly kind: string; readonly name: string } };
    const isOfCluster = object.metadata.namespace === undefined;
    return {
      ...object, ...(isOfCluster ? { metadata: { ...object.metadata, name: named(object.metadata.name ?? '') } } : {}),
      ...(roleRef === undefined ? {} : { roleRef: { ...roleRef, name: roleRef.kind === 'ClusterRole' ? named(roleRef.name) : roleRef.name } }),
    };
  });
  const bound = (role: string, subject: object): KubeObject => ({
    apiVersion, kind: 'ClusterRoleBinding', metadata: { name: named(`${role}-bound`) },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: named(role) }, subjects: [subject],
  }) as KubeObject;
  const user = (name: string): object => ({ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: named(name) });
  const ofUsers: readonly KubeObject[] = [
    bound('boxcutter-bundle-deployer', user('deployer')), bound('boxcutter-bundle-viewer', user('viewer')),
    bound('boxcutter-bundle-reader', { kind: 'ServiceAccount', name: 'reader', namespace }),
    { ...ofContent, metadata: { name: 'admin', namespace }, roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'admin' }, subjects: [user('admin')] } as KubeObject,
  ];
  for (const name of ['reader', 'other']) await bench.client.apply({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name, namespace } });
  made = [...own, ofContent, ...ofUsers];
  for (const object of made) await bench.client.apply(object);
  await bench.start({ account: 'boxcutter-controller' });
}, REGISTRY_START_MS);
afterAll(async () => {
  await bench.stop();
  for (const { apiVersion, kind, metadata: { name = '', namespace } } of made) {
    await bench.client.delete({ apiVersion, kind, name, ...(namespace === undefined ? {} : { namespace }) });
  }
  await bench.close();
});

test('installed, pivoted, served and taken down', async () => {
  const name = `${bench.namespace}-shop`;
  const source = (configMap: string): object => ({ type: 'configMaps', configMaps: [{ configMap: { name: configMap }, path: 'manifests' }] });
  const content = (value: string): string => `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: shop }\ndata: { value: "${value}" }\n`;
  for (const value of ['1', '2']) {
    await bench.client.apply({
      apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: `v${value}`, namespace: bench.namespace }, immutable: true, data: { 'all.yaml': content(value) },
    });
  }
  await bench.deployment(name, source('v1'));
  const first = statusOf(await bench.says(deploymentRef(name), 'Installed', 'True InstallationSucceeded')).activeBundle;
  await bench.deployment(name, source('v2'));
  const { activeBundle = '' } = statusOf(await bench.pivoted(name, first));
  expect((await bench.client.get(bench.ref('ConfigMap', 'shop')))['data']).toEqual({ value: '2' });
  const { contentURL = '' } = statusOf(await bench.client.get(bundleRef(activeBundle)));
  expect((await fetch(contentURL, { headers: { authorization: `Bearer ${tokenOf()}` } })).status).toBe(200);
  await bench.client.delete(deploymentRef(name));
  await bench.gone(deploymentRef(name));
  expect(await bench.client.exists(bench.ref('ConfigMap', 'shop'))).toBe(false);
}, 60_000);

describe('with the roles that are shipped', () => {
  const apiVersion = 'core.rukpak.io/v1alpha1';
  const draft = (kind: 'Bundle' | 'BundleDeployment'): KubeObject => {
    const bundle = { provisionerClassName: 'example-com-other', source: { type: 'configMaps', configMaps: [{ configMap: { name: 'x' } }] } };
    const spec = kind === 'Bundle' ? bundle : { provisionerClassName: 'example-com-other', template: { spec: bundle } };
    return { apiVersion, kind, metadata: { name: `${bench.namespace}-draft` }, spec } as KubeObject;
  };
  async function may(user: string, kind: 'Bundle' | 'BundleDeployment'): Promise<Readonly<Record<string, boolean>>> {
    const cluster = await connect({ kubeconfig, as: named(user) });
    try {
      const object = draft(kind);
      const changed = { ...object, metadata: { ...object.metadata, labels: { a: 'b' } } };
      const answers = {
        create: await cluster.create(object, { dryRun: true }),
        patch: await cluster.apply({ ...changed, metadata: { ...changed.metadata, name: existing } }, { fieldManager: 'kubectl', force: true, dryRun: true }),
        get: await cluster.get({ apiVersion, kind, name: existing }),
      };
      return Object.fromEntries(Object.entries(answers).map(([verb, answer]) => {
        if (answer.type === 'refused') expect(answer.status).toMatchObject({ code: 403, message: expect.stringContaining('is forbidden: User') as string });
        return [verb, answer.type === 'object'];
      }));
    } finally {
      cluster.close();
    }
  }
  let existing = '';
  beforeAll(async () => {
    existing = `${bench.namespace}-existing`;
    for (const kind of ['Bundle', 'BundleDeployment'] as const) {
      const object = draft(kind);
      await bench.client.apply({ ...object, metadata: { name: existing } });
    }
  });
  afterAll(async () => {
    await bench.client.delete(deploymentRef(existing));
    await bench.client.delete(bundleRef(existing));
  });

  test.each([
    ['who administers the namespace of the controllers may neither make nor see them', 'admin', { create: false, patch: false, get: false }],
    ['who has boxcutter-bundle-deployer may make them', 'deployer', { create: true, patch: true, get: true }],
    ['who has boxcutter-bundle-viewer may look at them', 'viewer', { create: false, patch: false, get: true }],
  ])('%s', async (_what, user, rights) => {
    expect(await may(user, 'BundleDeployment')).toEqual(rights);
    expect(await may(user, 'Bundle')).toEqual(rights);
  });

  test('who has boxcutter-bundle-reader gets content, and who has not, does not', async () => {
    const name = `${bench.namespace}-read`;
    const data = { 'all.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: read }\n' };
    await bench.client.apply({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'read', namespace: bench.namespace }, immutable: true, data } as KubeObject);
    await bench.bundle(name, { type: 'configMaps', configMaps: [{ configMap: { name: 'read' }, path: 'manifests' }] });
    const { contentURL = '' } = statusOf(await bench.says(bundleRef(name), 'Unpacked', 'True UnpackSuccessful'));
    const ask = async (account: string): Promise<number> => (
      (await fetch(contentURL, { headers: { authorization: `Bearer ${await bench.tokenFor(account)}` } })).status);
    expect([await ask('reader'), await ask('other')]).toEqual([200, 403]);
    await bench.client.delete(bundleRef(name));
  });
});
