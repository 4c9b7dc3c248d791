/** What goes when a BundleDeployment does, in which order, and what stands in the way; and what a Bundle keeps from being deleted. */
import type { KubeObject, ObjectRef } from '../../../../lib/api';
import { controllerObjects } from '../../../../lib/controller-package';
import { REGISTRY_START_MS } from '../../../registry';
import { AuditLog } from '../../support/audit';
import { kubeconfig, stored, unique } from '../../support/extension';
import { kubectlLine } from '../kubectl';
import { bundleRef, deploymentRef, ProvisionersBench, saidOf, statusOf } from './bench';

let bench: ProvisionersBench;
beforeAll(async () => {
  bench = await ProvisionersBench.open();
  await bench.start();
}, REGISTRY_START_MS);
afterAll(() => bench.close());

const named = (name: string): string => `${bench.namespace}-${name}`;
const source = (...names: readonly string[]): object => ({ type: 'configMaps', configMaps: names.map((name) => ({ configMap: { name }, path: 'manifests' })) });
async function content(name: string, objects: readonly object[]): Promise<void> {
  await bench.client.apply({
    apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: bench.namespace }, immutable: true,
    data: Object.fromEntries(objects.map((object, index) => [`${name}-${index}.json`, JSON.stringify(object)])),
  } as KubeObject);
}

/** A namespace, a definition, and a Deployment with its settings, as an operator comes. */
function operator(): { readonly objects: readonly KubeObject[]; readonly refs: Readonly<Record<'namespace' | 'definition' | 'settings' | 'deployment', ObjectRef>>; readonly pool: KubeObject } {
  const namespace = unique('operator');
  const group = `${namespace}.example.com`;
  const labels = { app: 'operator' };
  const definition = `pools.${group}`;
  const schema = { openAPIV3Schema: { 'type': 'object', 'x-kubernetes-preserve-unknown-fields': true } };
  return {
    objects: [
      { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } },
      {
        apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', metadata: { name: definition },
        spec: { group, scope: 'Namespaced', names: { plural: 'pools', singular: 'pool', kind: 'Pool' }, versions: [{ name: 'v1', served: true, storage: true, schema }] },
      },
      { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings', namespace }, data: { a: '1' } },
      {
        apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'operator', namespace },
        spec: { selector: { matchLabels: labels }, template: { metadata: { labels }, spec: { containers: [{ name: 'a', image: 'example.com/a:1' }] } } },
      },
    ] as readonly KubeObject[],
    refs: {
      namespace: { apiVersion: 'v1', kind: 'Namespace', name: namespace },
      definition: { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', name: definition },
      settings: { apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'settings' },
      deployment: { apiVersion: 'apps/v1', kind: 'Deployment', namespace, name: 'operator' },
    },
    pool: { apiVersion: `${group}/v1`, kind: 'Pool', metadata: { name: 'orders', namespace: bench.namespace } } as KubeObject,
  };
}

async function installed(name: string, objects: readonly object[]): Promise<string> {
  await content(name, objects);
  await bench.deployment(named(name), source(name));
  return statusOf(await bench.says(deploymentRef(named(name)), 'Installed', 'True InstallationSucceeded')).activeBundle ?? '';
}

test('what was installed goes in reverse order, the deployment after it, and then its Bundle', async () => {
  const { objects, refs } = operator();
  const activeBundle = await installed('order', objects);
  const audit = new AuditLog();
  await bench.client.delete(deploymentRef(named('order')));
  await bench.gone(bundleRef(activeBundle));
  for (const ref of [...Object.values(refs), deploymentRef(named('order'))]) expect([ref, await bench.client.exists(ref)]).toEqual([ref, false]);
  const own = new Set([...Object.values(refs).map(({ name }) => name), activeBundle]);
  const resources = ['namespaces', 'customresourcedefinitions', 'configmaps', 'deployments', 'bundles'];
  const ofOthers = refs.namespace.name;
  const deletions = await audit.events(({ verb, requestURI, responseStatus, objectRef: { resource = '', name = '', namespace } = {} }) => (
    verb === 'delete' && !requestURI.includes('dryRun') && (responseStatus?.code ?? 500) < 300
    && resources.includes(resource) && own.has(name) && (namespace === undefined || namespace === ofOthers || resource === 'namespaces')));
  expect(deletions.map(({ objectRef: { resource, name } = {} }) => `${resource}/${name}`)).toEqual([
    'deployments/operator', `customresourcedefinitions/${refs.definition.name}`, 'configmaps/settings', `namespaces/${refs.namespace.name}`, `bundles/${activeBundle}`,
  ]);
});

test("a user's custom resource blocks it: nothing goes, kind and count are named, and the annotation of the message lets it go", async () => {
  const { objects, refs, pool } = operator();
  await installed('data', objects);
  await bench.client.apply(pool);
  await bench.client.delete(deploymentRef(named('data')));
  const blocked = await bench.says(deploymentRef(named('data')), 'Installed', 'True UninstallBlocked');
  const message = saidOf(blocked, 'Installed');
  expect(message).toContain(`CustomResourceDefinition ${refs.definition.name}: 1 Pool (${bench.namespace}/orders)`);
  expect(saidOf(blocked, 'Healthy')).toMatch(/^Unknown UninstallBlocked: /);
  for (const ref of [...Object.values(refs), { ...refs.definition, apiVersion: pool.apiVersion, kind: 'Pool', namespace: bench.namespace, name: 'orders' }]) {
    expect([ref, await bench.client.exists(ref)]).toEqual([ref, true]);
  }
  const [line = ''] = /kubectl annotate clusterextensionrevision \S+ \S+/.exec(message) ?? [];
  expect(await kubectlLine(line, kubeconfig)).toMatchObject({ code: 0 });
  await bench.gone(deploymentRef(named('data')));
  for (const ref of Object.values(refs)) expect([ref, await bench.client.exists(ref)]).toEqual([ref, false]);
});

test('a custom resource that its user deletes meanwhile does not block it any more', async () => {
  const { objects, refs, pool } = operator();
  await installed('freed', objects);
  await bench.client.apply(pool);
  await bench.client.delete(deploymentRef(named('freed')));
  await bench.says(deploymentRef(named('freed')), 'Installed', 'True UninstallBlocked', '1 Pool');
  await bench.client.delete({ apiVersion: pool.apiVersion, kind: 'Pool', namespace: bench.namespace, name: 'orders' });
  await bench.gone(deploymentRef(named('freed')));
  expect(await bench.client.exists(refs.definition)).toBe(false);
}, 120_000);

describe('a ConfigMap that a Bundle is made of', () => {
  let policies: readonly KubeObject[] = [];
  const policyName = (): string => named('bundle-configmaps');
  const configMapRef = (name: string, namespace = bench.namespace): ObjectRef => ({ apiVersion: 'v1', kind: 'ConfigMap', namespace, name });
  const deleteLine = (name: string, more = ''): Promise<{ readonly code: number | null; readonly output: string }> => (
    kubectlLine(`kubectl delete configmap ${name} -n ${bench.namespace}${more}`, kubeconfig));

  // It is about the namespace of the controllers, which is that of this bench.
  beforeAll(async () => {
    const all = controllerObjects({ namespace: bench.namespace, config: { image: 'x', enable: ['provisioners'] } });
    policies = all.filter(({ metadata }) => metadata.name === 'boxcutter-bundle-configmaps').map((object) => ({
      ...object, metadata: { name: policyName() },
      spec: { ...object['spec'] as object, ...(object.kind.endsWith('Binding') ? { policyName: policyName() } : {}) },
    } as KubeObject));
    expect(policies).toHaveLength(2);
    await content('probe', [{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'probe-object' } }]);
    await bench.bundle(named('probe'), source('probe'));
    await bench.says(bundleRef(named('probe')), 'Unpacked', 'True UnpackSuccessful');
    for (const policy of policies) stored(await bench.client.cluster.apply(policy, { fieldManager: 'boxcutter-test', force: true }));
    // The server begins to ask it a little later.
    while ((await deleteLine('probe', ' --dry-run=server')).code === 0) await new Promise((resolve) => setImmediate(resolve));
    await bench.client.delete(bundleRef(named('probe')));
  }, 60_000);
  afterAll(async () => {
    for (const { kind, apiVersion } of policies) await bench.client.delete({ apiVersion, kind, name: policyName() });
  });

  test('is not deleted, and the Bundle is named; the one beside it is; when the Bundle goes, it may go', async () => {
    for (const name of ['used', 'beside']) await content(name, [{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: `${name}-object` } }]);
    const name = named('uses');
    await bench.bundle(name, source('used'));
    await bench.says(bundleRef(name), 'Unpacked', 'True UnpackSuccessful');
    const { code, output } = await deleteLine('used');
    expect(code).toBe(1);
    expect(output).toContain(`configmap "used" is in-use by bundle "${name}"`);
    expect(await bench.client.exists(configMapRef('used'))).toBe(true);
    expect(await deleteLine('beside')).toMatchObject({ code: 0 });
    await bench.client.delete(bundleRef(name));
    await bench.gone(bundleRef(name));
    // The server learns of the Bundle's end by watch.
    let last = await deleteLine('used');
    while (last.code !== 0 && last.output.includes('is in-use by')) last = await deleteLine('used');
    expect(last).toMatchObject({ code: 0 });
    expect(await bench.client.exists(configMapRef('used'))).toBe(false);
  });

  test('goes where a Bundle only names it, and could not be unpacked from it', async () => {
    const metadata = { name: 'mutable', namespace: bench.namespace };
    await bench.client.apply({ apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { 'controller.yaml': '{}' } } as KubeObject);
    await bench.bundle(named('pinner'), source('mutable'));
    await bench.says(bundleRef(named('pinner')), 'Unpacked', 'False UnpackFailed');
    expect(await deleteLine('mutable')).toMatchObject({ code: 0 });
    await bench.client.delete(bundleRef(named('pinner')));
  });

  test('of several, each is kept; of a class of somebody else, none is', async () => {
    for (const name of ['first', 'second', 'foreign']) await content(name, [{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: `${name}-object` } }]);
    await bench.bundle(named('both'), source('first', 'second'));
    await bench.bundle(named('other'), source('foreign'), 'example-com-other');
    await bench.says(bundleRef(named('both')), 'Unpacked', 'True UnpackSuccessful');
    for (const name of ['first', 'second']) expect((await deleteLine(name)).output).toContain(`configmap "${name}" is in-use by bundle "${named('both')}"`);
    expect(await deleteLine('foreign')).toMatchObject({ code: 0 });
    for (const name of ['both', 'other']) await bench.client.delete(bundleRef(named(name)));
  });

  test('goes with its namespace, which a Bundle does not hold up', async () => {
    // What empties namespaces is the server's own, and has to pass: the namespace of this bench is deleted with a ConfigMap in use.
    await content('left', [{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'left-object' } }]);
    await bench.bundle(named('left'), source('left'));
    await bench.says(bundleRef(named('left')), 'Unpacked', 'True UnpackSuccessful');
    expect((await deleteLine('left')).output).toContain('is in-use by bundle');
    const namespace: ObjectRef = { apiVersion: 'v1', kind: 'Namespace', name: bench.namespace };
    await bench.stop();
    await bench.client.delete(namespace);
    await bench.gone(namespace);
    expect(await bench.client.exists(bundleRef(named('left')))).toBe(true);
    await bench.client.delete(bundleRef(named('left')));
  }, 120_000);
});
