/** With the rights that the manifests give, and those over what is in the bundle, and no others. */
import type { KubeObject } from '../../../../lib/api';
import { controllerObjects } from '../../../../lib/controller-package';
import { REGISTRY_START_MS } from '../../../registry';
import { bundleRef, deploymentRef, ProvisionersBench, statusOf, tokenOf } from './bench';

let bench: ProvisionersBench;
let made: readonly KubeObject[] = [];
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
  // Those of the cluster get names of their own: other tests have the same.
  const named = (name: string): string => `${name}-${namespace}`;
  const own = roles.map((object) => {
    const { roleRef } = object as KubeObject & { readonly roleRef?: { readonly kind: string; readonly name: string } };
    const isOfCluster = object.metadata.namespace === undefined;
    return {
      ...object, ...(isOfCluster ? { metadata: { ...object.metadata, name: named(object.metadata.name ?? '') } } : {}),
      ...(roleRef === undefined ? {} : { roleRef: { ...roleRef, name: roleRef.kind === 'ClusterRole' ? named(roleRef.name) : roleRef.name } }),
    };
  });
  made = [...own, ofContent];
  for (const object of made) await bench.client.apply(object);
  await bench.start('boxcutter-controller');
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
