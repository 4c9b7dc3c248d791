/** Bundles and BundleDeployments on a real API server: installed, pivoted, failed, taken down; from images, ConfigMaps and git. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { bundleFilesFromArchive } from '../../../../lib/formats';
import { tarOf } from '../../../../lib/formats/archive/tar-writer';
import { REGISTRY_START_MS } from '../../../registry';
import { type GitServer, startGitServer, TestRepository } from '../../../support/git-server';
import { helmProgram } from '../../../lib/formats/helm/helm';
import { files as registryFiles } from '../../../lib/formats/sample';
import { defineKind } from '../../adoption/custom-kinds';
import { stored } from '../../support/extension';
import { bundleRef, deploymentRef, PLAIN, ProvisionersBench, saidOf, statusOf, tokenOf } from './bench';

let bench: ProvisionersBench;
let git: GitServer;
const repositories = mkdtempSync(join(tmpdir(), 'provisioners-git-'));
beforeAll(async () => {
  process.env['HELM'] = helmProgram();
  git = await startGitServer(repositories, 'secret');
  bench = await ProvisionersBench.open();
  await bench.start();
}, REGISTRY_START_MS);
afterAll(async () => {
  await bench.close();
  await git.close();
  rmSync(repositories, { recursive: true });
  delete process.env['HELM'];
});

const configMap = (name: string, value: string): string => `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: ${name} }\ndata: { value: "${value}" }\n`;
const manifests = (...objects: readonly string[]): Record<string, string> => ({ 'manifests/all.yaml': objects.join('---\n') });
const imageSource = (ref: string): object => ({ type: 'image', image: { ref } });
const named = (name: string): string => `${bench.namespace}-${name}`;
const valueOf = async (name: string): Promise<unknown> => (await bench.client.get(bench.ref('ConfigMap', name)))['data'];

/** Packed, at a URL of this machine. */
async function served(files: readonly (readonly [path: string, text: string])[], work: (url: string) => Promise<void>): Promise<void> {
  const packed = gzipSync(tarOf(files.map(([path, text]) => [path, Buffer.from(text)] as const)));
  const server = createServer((_request, response) => response.end(packed));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}/packed.tgz`);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

test('a plain bundle is unpacked, installed, kept, and pivots to the next version without being made anew', async () => {
  const name = named('shop');
  const first = await bench.image('v1', manifests(configMap('kept', '1'), configMap('dropped', '1')));
  await bench.deployment(name, imageSource(first.ref));
  const installed = await bench.says(deploymentRef(name), 'Installed', 'True InstallationSucceeded');
  const { activeBundle = '' } = statusOf(installed);
  expect(saidOf(installed, 'Installed')).toBe(`True InstallationSucceeded: Instantiated bundle ${activeBundle} successfully`);
  expect(saidOf(installed, 'HasValidBundle')).toBe(`True UnpackSuccessful: Successfully unpacked the ${activeBundle} Bundle`);
  const bundle = await bench.client.get(bundleRef(activeBundle));
  expect(statusOf(bundle)).toMatchObject({ phase: 'Unpacked', resolvedSource: { image: { ref: first.pinned } } });
  expect(bundle.metadata).toMatchObject({ labels: { 'app': name, 'core.rukpak.io/owner-kind': 'BundleDeployment', 'core.rukpak.io/owner-name': name } });
  const uid = (await bench.client.get(bench.ref('ConfigMap', 'kept'))).metadata.uid;
  await bench.says(deploymentRef(name), 'Healthy', 'True Healthy');
  // What goes comes back.
  await bench.client.delete(bench.ref('ConfigMap', 'dropped'));
  await bench.client.until(bench.ref('ConfigMap', 'dropped'), (live) => live !== undefined);

  const second = await bench.image('v2', manifests(configMap('kept', '2'), configMap('added', '2')));
  await bench.deployment(name, imageSource(second.ref));
  const pivoted = await bench.pivoted(name, activeBundle);
  expect(saidOf(pivoted, 'Installed')).toContain(statusOf(pivoted).activeBundle);
  expect(await bench.client.get(bench.ref('ConfigMap', 'kept'))).toMatchObject({ metadata: { uid }, data: { value: '2' } });
  await bench.gone(bench.ref('ConfigMap', 'dropped'));
  await bench.gone(bundleRef(activeBundle));
  await bench.alone(name);
});

test('a pivot that fails leaves what was there before, enforced; the next one goes on', async () => {
  const name = named('pivot');
  const good = await bench.image('good', manifests(configMap('pivot', '1')));
  const bad = await bench.image('bad', manifests(configMap('pivot', '2'), 'apiVersion: nowhere.example/v1\nkind: Nothing\nmetadata: { name: x }\n'));
  await bench.deployment(name, imageSource(good.ref));
  const { activeBundle } = statusOf(await bench.says(deploymentRef(name), 'Installed', 'True InstallationSucceeded'));
  await bench.deployment(name, imageSource(bad.ref));
  const failed = await bench.says(deploymentRef(name), 'Installed', 'False UpgradeFailed', 'required resource not found: ');
  expect(statusOf(failed)).toMatchObject({ activeBundle });
  expect(saidOf(failed, 'HasValidBundle')).toMatch(/^True UnpackSuccessful: /);
  expect(await valueOf('pivot')).toEqual({ value: '1' });
  await bench.client.delete(bench.ref('ConfigMap', 'pivot'));
  await bench.client.until(bench.ref('ConfigMap', 'pivot'), (live) => (live?.['data'] as { readonly value?: string } | undefined)?.value === '1');

  const empty = await bench.image('empty', { 'README.md': 'nothing' });
  await bench.deployment(name, imageSource(empty.ref));
  const unpacked = await bench.says(deploymentRef(name), 'HasValidBundle', 'True UnpackFailed');
  expect(statusOf(unpacked)).toMatchObject({ activeBundle });
  expect(saidOf(unpacked, 'Installed')).toMatch(/^True Upgrading: Pivoting from bundle .*: Failed to unpack the /);
  expect(await valueOf('pivot')).toEqual({ value: '1' });

  const next = await bench.image('next', manifests(configMap('pivot', '3')));
  await bench.deployment(name, imageSource(next.ref));
  await bench.pivoted(name, activeBundle);
  expect(await valueOf('pivot')).toEqual({ value: '3' });
  await bench.alone(name);
});

describe('a rollout that does not get on', () => {
  const statefulSet = (size: string, annotations: object = {}): string => JSON.stringify({
    apiVersion: 'apps/v1', kind: 'StatefulSet', metadata: { name: 'db', annotations },
    spec: {
      replicas: 0, serviceName: 'db', selector: { matchLabels: { app: 'db' } },
      template: { metadata: { labels: { app: 'db' } }, spec: { containers: [{ name: 'db', image: 'example.com/db:1' }] } },
      volumeClaimTemplates: [{ metadata: { name: 'data' }, spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: size } } } }],
    },
  });

  test('says which object it waits for, and what that lacks', async () => {
    const name = named('waits');
    const pending = JSON.stringify({
      apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'waits' },
      spec: {
        selector: { matchLabels: { app: 'waits' } },
        template: { metadata: { labels: { app: 'waits' } }, spec: { nodeSelector: { no: 'where' }, containers: [{ name: 'a', image: 'example.com/a:1' }] } },
      },
    });
    const { ref } = await bench.image('waits', { 'manifests/deployment.json': pending });
    await bench.deployment(name, imageSource(ref));
    const live = await bench.says(deploymentRef(name), 'Installed', 'False Installing', `Object Deployment.apps/v1 ${bench.namespace}/waits: `);
    expect(saidOf(live, 'Installed')).not.toContain('is rolled out');
    await bench.client.delete(deploymentRef(name));
    await bench.gone(deploymentRef(name));
  });

  test('because the namespace refuses its Pods says that, and where the namespace is chosen', async () => {
    const [name, namespace] = [named('refused'), `${bench.namespace}-restricted`];
    const { ref } = await bench.image('refused', {
      'manifests/deployment.json': JSON.stringify({
        apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'root' },
        spec: { selector: { matchLabels: { app: 'root' } }, template: { metadata: { labels: { app: 'root' } }, spec: { containers: [{ name: 'a', image: 'example.com/a:1' }] } } },
      }),
    });
    await bench.client.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace, labels: { 'pod-security.kubernetes.io/enforce': 'restricted' } } });
    await bench.deployment(name, imageSource(ref), { installNamespace: namespace });
    const live = await bench.says(deploymentRef(name), 'Installed', 'False Installing', 'violates PodSecurity');
    expect(saidOf(live, 'Installed')).toMatch(/Pods cannot be created \(FailedCreate: .*\) The namespace does not allow such Pods: name one that does in spec\.installNamespace\.$/);
    await bench.client.delete(deploymentRef(name));
    await bench.gone(deploymentRef(name));
    await bench.client.delete({ apiVersion: 'v1', kind: 'Namespace', name: namespace });
  });

  test('over a field that cannot be changed names it and the remedy, and goes on when that is taken', async () => {
    const name = named('fixed');
    const policy = { 'olm.operatorframework.io/replacement-policy': 'Recreate' };
    const first = await bench.image('fixed-1', { 'manifests/db.json': statefulSet('1Gi') });
    const second = await bench.image('fixed-2', { 'manifests/db.json': statefulSet('2Gi') });
    const third = await bench.image('fixed-3', { 'manifests/db.json': statefulSet('2Gi', policy) });
    await bench.deployment(name, imageSource(first.ref));
    const { activeBundle } = statusOf(await bench.says(deploymentRef(name), 'Installed', 'True InstallationSucceeded'));
    await bench.deployment(name, imageSource(second.ref));
    const failed = saidOf(await bench.says(deploymentRef(name), 'Installed', 'False UpgradeFailed', 'db needs replacement'), 'Installed');
    expect(failed).toContain('spec.volumeClaimTemplates cannot be changed in place.');
    expect(failed).toContain('olm.operatorframework.io/replacement-policy: Recreate');
    expect(failed).not.toContain('to be tried again');
    await bench.deployment(name, imageSource(third.ref));
    await bench.pivoted(name, activeBundle);
  });

  test('for want of a definition goes on when another brings it, and puts its objects where they belong', async () => {
    const name = named('foreign');
    const group = `${bench.namespace}.example.com`;
    const { ref } = await bench.image('foreign', manifests(`apiVersion: ${group}/v1\nkind: Pool\nmetadata: { name: pool }\nspec: {}\n`));
    await bench.deployment(name, imageSource(ref));
    await bench.says(deploymentRef(name), 'Installed', 'False InstallFailed', 'required resource not found: ');
    const definition = await defineKind({ apiVersion: `${group}/v1`, kind: 'Pool' }, bench.client);
    await bench.says(deploymentRef(name), 'Installed', 'True InstallationSucceeded');
    expect(await bench.client.exists({ apiVersion: `${group}/v1`, kind: 'Pool', namespace: bench.namespace, name: 'pool' })).toBe(true);
    await bench.client.delete(deploymentRef(name));
    await bench.gone(deploymentRef(name));
    await bench.client.delete(definition);
  });
});

test('four Bundles are kept that were never installed; the fifth template is refused with their names, until one of them is deleted', async () => {
  const name = named('four');
  const missing = (value: number): Promise<{ readonly ref: string }> => (
    bench.image(`four-${value}`, manifests(`apiVersion: nowhere.example/v1\nkind: Nothing\nmetadata: { name: x${value} }\n`)));
  const made = new Set<string>();
  const bundles = async (): Promise<readonly string[]> => {
    const { objects } = await bench.client.cluster.list({ apiVersion: 'core.rukpak.io/v1alpha1', kind: 'Bundle', labelSelector: `core.rukpak.io/owner-name=${name}` });
    return objects.map(({ metadata }) => metadata.name ?? '').sort();
  };
  for (let count = 1; count <= 4; count += 1) {
    await bench.deployment(name, imageSource((await missing(count)).ref));
    await bench.says(deploymentRef(name), 'Installed', 'False InstallFailed', 'required resource not found');
    for (const bundle of await bundles()) made.add(bundle);
    expect(made.size).toBe(count);
  }
  await bench.deployment(name, imageSource((await missing(5)).ref));
  const refused = await bench.says(deploymentRef(name), 'Installed', 'False InstallFailed', 'reached the maximum generated Bundle limit: 4');
  const names = [...made].sort();
  for (const bundle of names) expect(saidOf(refused, 'Installed')).toContain(bundle);
  expect(await bundles()).toEqual(names);
  await bench.client.delete(bundleRef(names[0] ?? ''));
  await bench.says(deploymentRef(name), 'Installed', 'False InstallFailed', 'required resource not found');
  expect(await bundles()).toHaveLength(4);
  await bench.client.delete(deploymentRef(name));
  await bench.gone(deploymentRef(name));
});

test('deleted: what it has installed goes first, then itself, then its Bundles', async () => {
  const name = named('gone');
  const { ref } = await bench.image('gone', manifests(configMap('gone', '1')));
  await bench.deployment(name, imageSource(ref));
  const { activeBundle = '' } = statusOf(await bench.says(deploymentRef(name), 'Installed', 'True InstallationSucceeded'));
  await bench.client.delete(deploymentRef(name));
  await bench.gone(deploymentRef(name));
  expect(await bench.client.exists(bench.ref('ConfigMap', 'gone'))).toBe(false);
  await bench.gone(bundleRef(activeBundle));
  expect(await bench.client.exists({ apiVersion: 'v1', kind: 'Namespace', name: bench.namespace })).toBe(true);
});

test('deleted after another provisioner was asked for: what it has installed stays until then, and goes', async () => {
  const name = named('changed');
  const { ref } = await bench.image('changed', manifests(configMap('changed', '1')));
  await bench.deployment(name, imageSource(ref));
  await bench.says(deploymentRef(name), 'Installed', 'True InstallationSucceeded');
  stored(await bench.client.cluster.patch(deploymentRef(name), [{ op: 'replace', path: '/spec/provisionerClassName', value: 'example-com-other' }], 'kubectl'));
  await bench.client.delete(bench.ref('ConfigMap', 'changed'));
  await bench.client.until(bench.ref('ConfigMap', 'changed'), (live) => live !== undefined);
  await bench.client.delete(deploymentRef(name));
  await bench.gone(deploymentRef(name));
  expect(await bench.client.exists(bench.ref('ConfigMap', 'changed'))).toBe(false);
});

describe('a Bundle', () => {
  test('its spec never changes', async () => {
    const name = named('immutable');
    await bench.bundle(name, imageSource('registry.test/a:v1'));
    const answer = await bench.client.cluster.apply({
      apiVersion: 'core.rukpak.io/v1alpha1', kind: 'Bundle', metadata: { name }, spec: { provisionerClassName: PLAIN, source: imageSource('registry.test/a:v2') },
    }, { fieldManager: 'kubectl', force: true });
    expect(answer).toMatchObject({ type: 'refused', status: { message: expect.stringContaining('bundle.spec is immutable') } });
    await bench.client.delete(bundleRef(name));
  });

  test('its content is served to those who may read it, and to nobody else', async () => {
    const name = named('served');
    const { ref } = await bench.image('served', manifests(configMap('served', '1')));
    await bench.bundle(name, imageSource(ref));
    const { contentURL = '', digest } = statusOf(await bench.says(bundleRef(name), 'Unpacked', 'True UnpackSuccessful'));
    const ask = (token?: string): Promise<Response> => fetch(contentURL, { headers: token === undefined ? {} : { authorization: `Bearer ${token}` } });
    expect((await ask()).status).toBe(401);
    expect((await ask('nonsense')).status).toBe(401);
    const answer = await ask(tokenOf());
    expect([answer.status, answer.headers.get('etag')]).toEqual([200, `"${digest}"`]);
    expect(bundleFilesFromArchive(Buffer.from(await answer.arrayBuffer()), 'served').read('manifests/all.yaml')?.toString()).toBe(configMap('served', '1'));
    await bench.client.delete(bundleRef(name));
  });

  test('whose image is no name of one says what is wrong with it', async () => {
    const name = named('short');
    await bench.bundle(name, imageSource('my-bundle@sha256:xyz123'));
    const failing = await bench.says(bundleRef(name), 'Unpacked', 'False UnpackFailed');
    expect(saidOf(failing, 'Unpacked')).toBe('False UnpackFailed: "my-bundle@sha256:xyz123" cannot be the name of an image: it names no registry.');
    await bench.client.delete(bundleRef(name));
  });

  test('of another class is left alone', async () => {
    const [foreign, own] = [named('foreign'), named('own')];
    const { ref } = await bench.image('own', manifests(configMap('own', '1')));
    await bench.bundle(foreign, imageSource(ref), 'example-com-other');
    await bench.bundle(own, imageSource(ref));
    await bench.says(bundleRef(own), 'Unpacked', 'True UnpackSuccessful');
    expect((await bench.client.get(bundleRef(foreign)))['status']).toBeUndefined();
    for (const name of [foreign, own]) await bench.client.delete(bundleRef(name));
  });

  test('of the wrong format says so', async () => {
    const name = named('format');
    const { ref } = await bench.image('format', manifests(configMap('format', '1')));
    await bench.bundle(name, imageSource(ref), 'core-rukpak-io-registry');
    const failing = await bench.says(bundleRef(name), 'Unpacked', 'False UnpackFailed');
    expect(statusOf(failing).phase).toBe('Failing');
    await bench.client.delete(bundleRef(name));
  });

  test('of ConfigMaps waits for them, refuses those that may change, and takes those that do not', async () => {
    const name = named('maps');
    const config = (metadata: string, more: object): Promise<unknown> => bench.client.apply({
      apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: metadata, namespace: bench.namespace }, data: { 'all.yaml': configMap('maps', '1') }, ...more,
    });
    await bench.bundle(name, { type: 'configMaps', configMaps: [{ configMap: { name: 'source' }, path: 'manifests' }] });
    const waiting = await bench.says(bundleRef(name), 'Unpacked', 'False UnpackPending', `get configmap ${bench.namespace}/source`);
    expect(statusOf(waiting).phase).toBe('Pending');
    await config('source', {});
    await bench.says(bundleRef(name), 'Unpacked', 'False UnpackFailed', 'configmap "source" is not immutable');
    await config('source', { immutable: true });
    expect(statusOf(await bench.says(bundleRef(name), 'Unpacked', 'True UnpackSuccessful')).phase).toBe('Unpacked');
    await bench.client.delete(bundleRef(name));
  });

  test('of a URL', async () => {
    const name = named('http');
    await served([['manifests/all.yaml', configMap('http', '1')]], async (url) => {
      await bench.bundle(name, { type: 'http', http: { url } });
      await bench.says(bundleRef(name), 'Unpacked', 'True UnpackSuccessful');
    });
    await bench.client.delete(bundleRef(name));
  });

  test('of git: the commit that the branch was then, with the credentials of a Secret', async () => {
    const name = named('git');
    const repository = TestRepository.create(join(repositories, 'combo'));
    const commit = repository.commit({ 'deploy/manifests/all.yaml': configMap('git', '1') });
    await bench.client.apply({
      apiVersion: 'v1', kind: 'Secret',
      metadata: { name: 'git', namespace: bench.namespace, annotations: { 'core.rukpak.io/host': new URL(git.url('')).host } },
      stringData: { username: 'user', password: 'secret' },
    });
    await bench.bundle(name, {
      type: 'git', git: { repository: git.url('combo/.git'), directory: 'deploy', ref: { branch: 'main' }, auth: { secret: { name: 'git' } } },
    });
    const unpacked = await bench.says(bundleRef(name), 'Unpacked', 'True UnpackSuccessful');
    expect(statusOf(unpacked).resolvedSource?.git?.ref).toEqual({ commit });
    await bench.client.delete(bundleRef(name));
  });
});

test('a bundle of OLM is installed by the registry provisioner', async () => {
  const name = named('olm');
  const content = Object.fromEntries(Object.entries(registryFiles()).flatMap(([path, text]) => (text === undefined ? [] : [[path, text] as const])));
  const { ref } = await bench.image('olm', content);
  await bench.deployment(name, imageSource(ref), {}, 'core-rukpak-io-registry');
  await bench.says(deploymentRef(name), 'Installed', 'True InstallationSucceeded');
  expect(await bench.client.exists({ apiVersion: 'apps/v1', kind: 'Deployment', namespace: bench.namespace, name: 'web' })).toBe(true);
  await bench.client.delete(deploymentRef(name));
  const blocked = bench.says(deploymentRef(name), 'Installed', 'True UninstallBlocked').then(() => 'blocked');
  expect(await Promise.race([blocked, bench.gone(deploymentRef(name)).then(() => 'gone')])).toBe('gone');
});

describe('a chart within an image', () => {
  const chart = [
    ['Chart.yaml', 'apiVersion: v2\nname: within\nversion: 1.0.0\n'],
    ['templates/map.yaml', 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: {{ .Release.Name }} }\ndata: { value: within }\n'],
  ] as const;
  const packed = gzipSync(tarOf(chart.map(([path, text]) => [`within/${path}`, Buffer.from(text)] as const)));

  test.each<[string, Readonly<Record<string, string | Buffer>>]>([
    ['folder', Object.fromEntries(chart.map(([path, text]) => [`within/${path}`, text]))], ['file', { 'within-1.0.0.tgz': packed }],
  ])('as a %s is installed by the helm provisioner', async (what, files) => {
    const name = named(what);
    const { ref } = await bench.image(`chart-${what}`, files);
    await bench.deployment(name, imageSource(ref), {}, 'core-rukpak-io-helm');
    await bench.says(deploymentRef(name), 'Installed', 'True InstallationSucceeded');
    expect(await valueOf(name)).toEqual({ value: 'within' });
    await bench.client.delete(deploymentRef(name));
    await bench.gone(deploymentRef(name));
  });
});

test('a chart is installed by the helm provisioner, with values as text', async () => {
  const name = named('chart');
  await served([
    ['chart/Chart.yaml', 'apiVersion: v2\nname: chart\nversion: 1.0.0\n'], ['chart/values.yaml', 'size: small\n'],
    ['chart/templates/map.yaml', 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: chart }\ndata: { value: {{ .Values.size | quote }} }\n'],
  ], async (url) => {
    await bench.deployment(name, { type: 'http', http: { url } }, { config: { values: 'size: large' } }, 'core-rukpak-io-helm');
    await bench.says(deploymentRef(name), 'Installed', 'True InstallationSucceeded');
  });
  expect(await valueOf('chart')).toEqual({ value: 'large' });
  await bench.client.delete(deploymentRef(name));
  await bench.gone(deploymentRef(name));
});

test('a folder of the machine is installed, and pivots to another one; one that is not within those that are named is not read', async () => {
  const name = named('folder');
  const folder = (of: string, value: string): object => {
    mkdirSync(join(bench.folder, of, 'manifests'), { recursive: true });
    writeFileSync(join(bench.folder, of, 'manifests', 'all.yaml'), configMap('folder', value));
    return { type: 'directory', directory: { path: join(bench.folder, of) } };
  };
  await bench.deployment(name, folder('sources/v1', '1'));
  const { activeBundle } = statusOf(await bench.says(deploymentRef(name), 'Installed', 'True InstallationSucceeded'));
  expect(await valueOf('folder')).toEqual({ value: '1' });
  await bench.deployment(name, folder('sources/v2', '2'));
  await bench.pivoted(name, activeBundle);
  expect(await valueOf('folder')).toEqual({ value: '2' });
  await bench.deployment(name, folder('elsewhere', '3'));
  await bench.says(deploymentRef(name), 'HasValidBundle', 'True UnpackFailed', 'is not within a folder that may be a source');
  expect(await valueOf('folder')).toEqual({ value: '2' });
  await bench.client.delete(deploymentRef(name));
  await bench.gone(deploymentRef(name));
});

test('a process that begins anew goes on, and unpacks again what is not on its disk', async () => {
  const name = named('again');
  const { ref } = await bench.image('again', manifests(configMap('again', '1')));
  await bench.deployment(name, imageSource(ref));
  await bench.says(deploymentRef(name), 'Installed', 'True InstallationSucceeded');
  await bench.stop();
  rmSync(join(bench.folder, 'bundles'), { recursive: true });
  await bench.deployment(name, imageSource(ref), { config: {} });
  const { ref: next } = await bench.image('again', manifests(configMap('again', '2')));
  expect(next).toBe(ref);
  await bench.start();
  await bench.client.delete(bench.ref('ConfigMap', 'again'));
  await bench.client.until(bench.ref('ConfigMap', 'again'), (live) => live !== undefined);
  // The tag has moved; the Bundle is what it was.
  expect(await valueOf('again')).toEqual({ value: '1' });
});
