/** What others try with Bundles: to have theirs installed or deleted by a BundleDeployment, to read content, to write on a terminal. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { KubeObject } from '../../../../lib/api';
import { controllerObjects } from '../../../../lib/controller-package';
import { bundleName, bundleOf } from '../../../../lib/controllers/provisioners/deployment/template';
import type { LiveDeployment } from '../../../../lib/controllers/provisioners/model';
import { connect } from '../../../../lib/kube';
import { isPlain } from '../../../../lib/plain-text';
import { REGISTRY_START_MS } from '../../../registry';
import { conditionOf, LABEL_SHARD } from '../../support/controllers';
import { kubeconfig, stored } from '../../support/extension';
import { bundleRef, deploymentRef, PLAIN, ProvisionersBench, saidOf, statusOf, tokenOf } from './bench';

let bench: ProvisionersBench;
const folder = mkdtempSync(join(tmpdir(), 'provisioners-attacks-'));
beforeAll(async () => {
  bench = await ProvisionersBench.open();
  await bench.start();
}, REGISTRY_START_MS);
afterAll(async () => {
  await bench.close();
  rmSync(folder, { recursive: true });
});

const apiVersion = 'core.rukpak.io/v1alpha1';
const named = (name: string): string => `${bench.namespace}-${name}`;
const source = (name: string): { readonly type: 'configMaps'; readonly configMaps: readonly object[] } => (
  { type: 'configMaps', configMaps: [{ configMap: { name }, path: 'manifests' }] }
);
/** Makes a ConfigMap with a bundle of one ConfigMap, which is called as it is with `-object` behind. */
async function content(name: string): Promise<void> {
  await bench.client.apply({
    apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: bench.namespace }, immutable: true,
    data: { 'all.yaml': `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: ${name}-object }\n` },
  });
}
const isInstalled = (name: string): Promise<boolean> => bench.client.exists(bench.ref('ConfigMap', `${name}-object`));
/** As it would be made, before it is. */
const draft = (name: string, from: string): LiveDeployment => ({
  apiVersion, kind: 'BundleDeployment', metadata: { name, labels: { [LABEL_SHARD]: bench.namespace } },
  spec: {
    provisionerClassName: PLAIN, installNamespace: bench.namespace,
    template: { metadata: { labels: { app: name } }, spec: { source: source(from), provisionerClassName: PLAIN } },
  },
}) as unknown as LiveDeployment;

async function goes(name: string): Promise<void> {
  await bench.client.delete(deploymentRef(name));
  await bench.gone(deploymentRef(name));
}

test('a Bundle with the name, labels and hash of the one that a deployment would make is neither installed nor deleted, and is named', async () => {
  const name = named('squat');
  await content('squat-own');
  await content('squat-evil');
  const { ownerReferences: _owners, ...metadata } = bundleOf(draft(name, 'squat-own')).metadata;
  const squatter = metadata.name ?? '';
  const forged = { apiVersion, kind: 'Bundle', metadata, spec: { source: source('squat-evil'), provisionerClassName: PLAIN } } as unknown as KubeObject;
  await bench.client.apply(forged);
  await bench.says(bundleRef(squatter), 'Unpacked', 'True UnpackSuccessful');
  await bench.client.apply(draft(name, 'squat-own'));
  const refused = await bench.says(deploymentRef(name), 'Installed', 'False InstallFailed', `Bundle ${squatter} is there already`);
  expect(saidOf(refused, 'HasValidBundle')).toMatch(/^False UnpackFailed: /);
  expect([await isInstalled('squat-evil'), await bench.client.exists(bundleRef(squatter))]).toEqual([false, true]);
  expect((await bench.client.get(bundleRef(squatter))).metadata.ownerReferences).toBeUndefined();
  await bench.client.delete(bundleRef(squatter));
  const { activeBundle } = statusOf(await bench.says(deploymentRef(name), 'Installed', 'True InstallationSucceeded'));
  expect(activeBundle).toBe(squatter);
  await goes(name);
});

test('a Bundle that says that a deployment controls it, and is something else, is not installed by it', async () => {
  const name = named('claim');
  await content('claim-evil');
  const deployment = await bench.client.apply(draft(name, 'claim-own'));
  await bench.says(deploymentRef(name), 'HasValidBundle', 'False UnpackPending', 'claim-own');
  const own = bundleOf(deployment as LiveDeployment);
  const forged = { ...own, metadata: { ...own.metadata, name: named('claimed') }, spec: { source: source('claim-evil'), provisionerClassName: PLAIN } };
  await bench.client.apply(forged as unknown as KubeObject);
  // It is no Bundle of the template: it goes, unless it was unpacked before.
  await bench.client.until(bundleRef(named('claimed')), (live) => live === undefined || conditionOf(live, 'Unpacked')?.status === 'True');
  await content('claim-own');
  const { activeBundle } = statusOf(await bench.says(deploymentRef(name), 'Installed', 'True InstallationSucceeded'));
  expect(activeBundle).toBe(bundleName(deployment as LiveDeployment));
  expect([await isInstalled('claim-own'), await isInstalled('claim-evil')]).toEqual([true, false]);
  await goes(name);
});

test('content that two Bundles have stays when one of them goes', async () => {
  await content('shared');
  const [one, two] = [named('one'), named('two')];
  for (const name of [one, two]) await bench.bundle(name, source('shared'));
  const [first, second] = await Promise.all([one, two].map(async (name) => statusOf(await bench.says(bundleRef(name), 'Unpacked', 'True UnpackSuccessful'))));
  expect(second?.digest).toBe(first?.digest);
  await bench.client.delete(bundleRef(one));
  await bench.gone(bundleRef(one));
  expect((await fetch(second?.contentURL ?? '', { headers: { authorization: `Bearer ${tokenOf()}` } })).status).toBe(200);
  await bench.client.delete(bundleRef(two));
});

test('what a git server says is one line of plain text in conditions and events, without the credentials that it was sent', async () => {
  const name = named('words');
  const server = createServer(({ headers }, response) => {
    response.writeHead(403, { 'content-type': 'text/plain; charset=utf-8' });
    response.end(`\u001b[2J\u202e${headers.authorization}\nTrue Installed\n${'x'.repeat(100_000)}\n\u009b31m no\n`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const metadata = { name: 'words', namespace: bench.namespace, annotations: { 'core.rukpak.io/host': host } };
  await bench.client.apply({ apiVersion: 'v1', kind: 'Secret', metadata, stringData: { password: 'top-secret' } });
  try {
    const repository = `http://${host}/x.git?token=t0ken`;
    await bench.bundle(name, { type: 'git', git: { repository, ref: { branch: 'main' }, auth: { secret: { name: 'words' } } } });
    const failing = await bench.says(bundleRef(name), 'Unpacked', 'False UnpackFailed');
    const texts = [saidOf(failing, 'Unpacked'), ...bench.process?.events.filter(({ about }) => about === name).map(({ note }) => note) ?? []];
    expect(texts.length).toBeGreaterThan(1);
    for (const text of texts) {
      expect([isPlain(text), text.includes('\n'), text.length < 5_000]).toEqual([true, false, true]);
      expect(text).not.toMatch(/t0ken|top-secret/);
      expect(text).not.toContain(Buffer.from('git:top-secret').toString('base64'));
    }
  } finally {
    await bench.client.delete(bundleRef(name));
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

describe('content is given', () => {
  test('to who may get that very path, and to nobody who guesses names or digests', async () => {
    const [own, other] = [named('mine'), named('theirs')];
    await content('mine');
    await content('theirs');
    await bench.bundle(own, source('mine'));
    await bench.bundle(other, source('theirs'));
    const [mine, theirs] = await Promise.all([own, other].map(async (name) => statusOf(await bench.says(bundleRef(name), 'Unpacked', 'True UnpackSuccessful'))));
    const rbac = 'rbac.authorization.k8s.io/v1';
    const role: KubeObject = { apiVersion: rbac, kind: 'ClusterRole', metadata: { name: own }, rules: [{ nonResourceURLs: [`/bundles/${own}.tgz`], verbs: ['get'] }] };
    const binding: KubeObject = {
      apiVersion: rbac, kind: 'ClusterRoleBinding', metadata: { name: own }, roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: own },
      subjects: [{ kind: 'ServiceAccount', name: 'reader', namespace: bench.namespace }],
    };
    for (const name of ['reader', 'nobody']) await bench.client.apply({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name, namespace: bench.namespace } });
    for (const object of [role, binding]) await bench.client.apply(object);
    try {
      const [reader, nobody] = [await bench.tokenFor('reader'), await bench.tokenFor('nobody')];
      const ask = async (token: string, path: string, headers: Record<string, string> = {}): Promise<number> => (
        (await fetch(new URL(path, mine?.contentURL), { headers: { authorization: `Bearer ${token}`, ...headers } })).status);
      expect(await ask(reader, mine?.contentURL ?? '')).toBe(200);
      expect(await ask(nobody, mine?.contentURL ?? '')).toBe(403);
      const others = [theirs?.contentURL ?? '', `/bundles/${theirs?.digest}.tgz`, `/bundles/${own}.tgz/../${other}.tgz`, `/bundles/${own}%2f..%2f${other}.tgz`, '/bundles/'];
      for (const path of others) expect([path, await ask(reader, path)]).toEqual([path, 403]);
      expect(await ask(reader, theirs?.contentURL ?? '', { 'if-none-match': `"${theirs?.digest}"` })).toBe(403);
      // Whoever may read one learns nothing else by asking for it in another way.
      expect(await ask(reader, `/bundles/${own}.tgz`, { 'if-none-match': `"${theirs?.digest}"` })).toBe(200);
    } finally {
      for (const { kind } of [role, binding]) await bench.client.delete({ apiVersion: rbac, kind, name: own });
      for (const name of [own, other]) await bench.client.delete(bundleRef(name));
    }
  });
});

describe('the admission policy of Bundles', () => {
  const label = 'boxcutter.test/admitted';
  const bundle = (name: string, controller: object): KubeObject => ({
    apiVersion, kind: 'Bundle', spec: { source: source('x'), provisionerClassName: 'example-com-other' },
    metadata: { name: named(name), labels: { [label]: bench.namespace }, ownerReferences: [{ apiVersion, kind: 'BundleDeployment', name: 'x', uid: 'u', ...controller }] },
  }) as unknown as KubeObject;
  const policyName = (): string => named('bundle-owners');
  let policies: readonly KubeObject[] = [];

  // Only for objects with the label of this test: other tests have Bundles of their own.
  beforeAll(async () => {
    const all = controllerObjects({ namespace: bench.namespace, config: { image: 'x', enable: ['provisioners'] } });
    policies = all.filter(({ metadata }) => metadata.name === 'boxcutter-bundle-owners').map((object) => {
      const isBinding = object.kind.endsWith('Binding');
      const bound = { policyName: policyName(), matchResources: { objectSelector: { matchLabels: { [label]: bench.namespace } } } };
      return { ...object, metadata: { name: policyName() }, spec: { ...object['spec'] as object, ...(isBinding ? bound : {}) } } as KubeObject;
    });
    for (const policy of policies) stored(await bench.client.cluster.apply(policy, { fieldManager: 'boxcutter-test', force: true }));
    // The server begins to ask it a little later.
    const { cluster } = bench.client;
    while ((await cluster.create(bundle('probe', { controller: true }), { dryRun: true })).type !== 'refused') await new Promise((resolve) => setImmediate(resolve));
  }, 60_000);
  afterAll(async () => {
    for (const { kind, apiVersion: of } of policies) await bench.client.delete({ apiVersion: of, kind, name: policyName() });
  });

  test('only the controllers make a Bundle one of a BundleDeployment; what others have passes', async () => {
    const { cluster } = bench.client;
    expect(await cluster.create(bundle('a', { controller: true }), { dryRun: true })).toMatchObject({
      type: 'refused', status: { message: expect.stringContaining('only the controllers make a Bundle one of a BundleDeployment') as string },
    });
    expect((await cluster.create(bundle('a', {}), { dryRun: true })).type).toBe('object');
    expect((await cluster.create(bundle('a', { controller: true, kind: 'Shop', apiVersion: 'example.com/v1' }), { dryRun: true })).type).toBe('object');
    const controller = await connect({ kubeconfig, as: `system:serviceaccount:${bench.namespace}:boxcutter-controller`, asGroups: ['system:masters'] });
    expect((await controller.create(bundle('a', { controller: true }), { dryRun: true })).type).toBe('object');
    controller.close();
  });

  test('nobody takes a Bundle away from its BundleDeployment but who orphans it', async () => {
    const { cluster } = bench.client;
    const spec = { provisionerClassName: 'example-com-other', template: { spec: bundle('b', {})['spec'] } };
    const deployment = stored(await cluster.create({ apiVersion, kind: 'BundleDeployment', metadata: { name: named('owner') }, spec } as KubeObject));
    const { name = '', uid = '' } = deployment.metadata;
    const as = (account: string): ReturnType<typeof connect> => connect({ kubeconfig, as: `system:serviceaccount:${account}`, asGroups: ['system:masters'] });
    const controller = await as(`${bench.namespace}:boxcutter-controller`);
    const collector = await as('kube-system:generic-garbage-collector');
    const ref = bundleRef(named('b'));
    try {
      stored(await controller.create(bundle('b', { controller: true, name, uid })));
      const removed = [{ op: 'remove', path: '/metadata/ownerReferences' }] as const;
      expect(await cluster.patch(ref, removed, 'kubectl')).toMatchObject({
        type: 'refused', status: { message: expect.stringContaining('nobody takes a Bundle away from its BundleDeployment') as string },
      });
      expect((await collector.patch(ref, removed, 'kubectl')).type).toBe('object');
    } finally {
      await bench.client.delete(ref);
      await bench.client.delete(deploymentRef(name));
      controller.close();
      collector.close();
    }
  });
});
