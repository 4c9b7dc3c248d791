/** Revisions in one cluster and their objects in another, which has an API server, a store and a garbage collector of its own. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dump, load } from 'js-yaml';
import type { KubeObject } from '../../../lib/api';
import { down, up, type ClusterInfo } from '../../../lib/control-plane';
import { revisionController } from '../../../lib/controllers';
import { connect } from '../../../lib/kube';
import { ControllerBench, type Process } from '../support/controllers';
import { kubeconfig as managementKubeconfig, OtherClient, unique } from '../support/extension';
import { Link } from '../support/link';

const plane = 'hosted';
let directory: string;
let info: ClusterInfo;
let hosted: OtherClient;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'boxcutter-clusters-'));
  info = await up({ name: plane, directory, withWorkloads: false });
  hosted = new OtherClient(await connect({ kubeconfig: info.kubeconfig }));
});
afterAll(async () => {
  hosted.cluster.close();
  await down(plane, { directory });
  rmSync(directory, { recursive: true, force: true });
});

let bench: ControllerBench;
let link: Link;
let secret: string;
beforeEach(async () => {
  bench = await ControllerBench.open('hosted');
  await hosted.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: bench.namespace } });
  link = await Link.open(info.server);
  secret = unique('kubeconfig');
});
afterEach(async () => {
  await bench.close();
  await link.away();
});

interface Kubeconfig {
  readonly clusters: readonly { readonly cluster: Record<string, unknown> }[];
  readonly users: readonly { readonly user: Record<string, unknown> }[];
}

/** That of a cluster, by another address. */
function kubeconfigOf(path: string, server?: string, user: Record<string, unknown> = {}): string {
  const config = load(readFileSync(path, 'utf8')) as Kubeconfig;
  for (const { cluster } of config.clusters) if (server !== undefined) cluster['server'] = server;
  for (const one of config.users) Object.assign(one.user, user);
  return dump(config);
}

async function say(kubeconfig: string, key = 'kubeconfig'): Promise<void> {
  const data = { [key]: Buffer.from(kubeconfig).toString('base64') };
  await bench.client.apply({ apiVersion: 'v1', kind: 'Secret', metadata: { name: secret, namespace: bench.namespace }, data });
}

const start = async (kubeconfig = kubeconfigOf(info.kubeconfig, link.url)): Promise<Process> => {
  await say(kubeconfig);
  return bench.start(revisionController(), { target: { namespace: bench.namespace, name: secret } });
};

const valueOf = (object: KubeObject | undefined): unknown => (object?.['data'] as { value?: string } | undefined)?.value;
const becomes = (name: string, value: string): Promise<void> => (
  hosted.until(bench.ref('ConfigMap', name), (live) => valueOf(live) === value)
);
const setting = (name: string, value: string): KubeObject => ({
  apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: bench.namespace }, data: { value },
});
/** A garbage collector that takes what has an owner which is not there has seen everything that was made before. */
async function garbageIsCollected(): Promise<void> {
  const ownerReferences = [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'nobody', uid: '00000000-0000-0000-0000-000000000001' }];
  await hosted.apply({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'garbage', namespace: bench.namespace, ownerReferences } });
  await hosted.until(bench.ref('ConfigMap', 'garbage'), (live) => live === undefined);
}

test('Objects live in the other cluster: installed, repaired, upgraded and taken down there, and nothing of them is in the first one', async () => {
  await start();
  await bench.create({ phases: [['one', setting('kept', '1'), setting('dropped', '1')], ['two', setting('last', '1')]] });
  await bench.reason('Succeeded', 'RolloutSuccess');
  const { metadata } = await hosted.get(bench.ref('ConfigMap', 'kept'));
  const revision = await bench.client.get(bench.revisionRef(bench.nameOf()));
  expect(metadata.ownerReferences).toBeUndefined();
  expect(JSON.parse(metadata.annotations?.['olm.operatorframework.io/owners'] ?? '')).toEqual([
    { apiVersion: 'olm.operatorframework.io/v1', kind: 'ClusterExtensionRevision', name: bench.nameOf(), uid: revision.metadata.uid, controller: true },
  ]);
  expect(await bench.client.exists(bench.ref('ConfigMap', 'kept'))).toBe(false);
  const system = await hosted.get({ apiVersion: 'v1', kind: 'Namespace', name: 'kube-system' });
  expect(revision.metadata.annotations?.['olm.operatorframework.io/target-cluster']).toBe(system.metadata.uid);
  await garbageIsCollected();
  expect((await hosted.get(bench.ref('ConfigMap', 'kept'))).metadata.uid).toBe(metadata.uid);

  await hosted.apply(setting('kept', 'changed'));
  await becomes('kept', '1');
  await hosted.delete(bench.ref('ConfigMap', 'last'));
  await becomes('last', '1');

  await bench.create({ number: 2, phases: [['one', setting('kept', '2')], ['two', setting('last', '2')]], spec: await bench.after(1) });
  await bench.reason('Succeeded', 'RolloutSuccess', 2);
  await bench.reason('Progressing', 'Archived', 1);
  expect((await hosted.get(bench.ref('ConfigMap', 'kept'))).metadata.uid).toBe(metadata.uid);
  expect(await hosted.exists(bench.ref('ConfigMap', 'dropped'))).toBe(false);

  for (const number of [1, 2]) await bench.client.delete(bench.revisionRef(bench.nameOf(number)));
  await bench.gone(bench.revisionRef(bench.nameOf(2)));
  for (const name of ['kept', 'last']) expect(await hosted.exists(bench.ref('ConfigMap', name))).toBe(false);
});

test('While the other cluster is away nothing is lost: conditions say since when, and what changed there is put right when it is back', async () => {
  await start();
  await bench.create({ phases: [['one', setting('kept', '1')]] });
  await bench.reason('Succeeded', 'RolloutSuccess');
  await link.away();
  const away = await bench.reason('Progressing', 'TargetUnavailable');
  expect(away.status).toBe('True');
  expect(away.message).toMatch(new RegExp(`^The cluster of Secret ${bench.namespace}/${secret} has not been reached since \\d{4}-\\S+Z: `));
  expect(away.message).toContain('what is there runs on');
  expect(await bench.condition('Available')).toMatchObject({ status: 'Unknown', reason: 'TargetUnavailable' });
  const stateOf = async (): Promise<unknown> => (await bench.client.get(bench.revisionRef(bench.nameOf()))).metadata.resourceVersion;
  const before = await stateOf();
  await hosted.apply(setting('kept', 'changed'));
  await bench.create({ number: 2, phases: [['one', setting('kept', '1'), setting('new', '2')]], spec: await bench.after(1) });
  await bench.reason('Progressing', 'TargetUnavailable', 2);
  // Who waits does not write.
  expect(await stateOf()).toBe(before);
  await link.back();
  await becomes('new', '2');
  await becomes('kept', '1');
  await bench.reason('Succeeded', 'RolloutSuccess', 2);
  await bench.reason('Available', 'ProbesSucceeded', 2);
});

test('A process that begins while the other cluster is away says so, and goes on when it is there', async () => {
  await link.away();
  await start();
  await bench.create({ phases: [['one', setting('kept', '1')]] });
  await bench.reason('Progressing', 'TargetUnavailable');
  await link.back();
  await bench.reason('Succeeded', 'RolloutSuccess');
  await becomes('kept', '1');
});

test('A deletion waits for the other cluster; where that is gone for good, an annotation with the uid lets it go, and only then', async () => {
  await start();
  await bench.create({ phases: [['one', setting('kept', '1')]] });
  await bench.reason('Succeeded', 'RolloutSuccess');
  const { uid = '' } = (await bench.client.get(bench.revisionRef(bench.nameOf()))).metadata;
  await link.away();
  await bench.reason('Progressing', 'TargetUnavailable');
  await bench.client.delete(bench.revisionRef(bench.nameOf()));
  const abandon = `olm.operatorframework.io/abandon-objects=${uid}`;
  await bench.client.until(bench.revisionRef(bench.nameOf()), (live) => JSON.stringify(live).includes(abandon));
  const path = '/metadata/annotations/olm.operatorframework.io~1abandon-objects';
  await bench.patch(1, path, 'true');
  await bench.patch(1, '/metadata/labels/seen', 'yes');
  expect(await bench.client.exists(bench.revisionRef(bench.nameOf()))).toBe(true);
  await bench.patch(1, path, uid);
  await bench.gone(bench.revisionRef(bench.nameOf()));
  expect(await hosted.exists(bench.ref('ConfigMap', 'kept'))).toBe(true);
});

test('A deletion that waited is done in order when the other cluster is back, whatever the annotation says', async () => {
  await start();
  await bench.create({ phases: [['one', setting('kept', '1')]] });
  await bench.reason('Succeeded', 'RolloutSuccess');
  await link.away();
  await bench.reason('Progressing', 'TargetUnavailable');
  await bench.client.delete(bench.revisionRef(bench.nameOf()));
  await link.back();
  await bench.gone(bench.revisionRef(bench.nameOf()));
  expect(await hosted.exists(bench.ref('ConfigMap', 'kept'))).toBe(false);
});

test('The kubeconfig of the Secret runs no program and reads no file; it is missing, broken, put right and renewed without a restart', async () => {
  const exec = { apiVersion: 'client.authentication.k8s.io/v1', command: '/bin/false' };
  await start(kubeconfigOf(info.kubeconfig, link.url, { exec }));
  await bench.create({ phases: [['one', setting('kept', '1')]] });
  const said = (text: string): Promise<void> => (
    bench.client.until(bench.revisionRef(bench.nameOf()), (live) => JSON.stringify(live).includes(text))
  );
  await said('has user.exec: no program is run and no file is read');
  await say('clusters: [');
  await said('cannot be read');
  await bench.client.delete(bench.ref('Secret', secret));
  await said('does not exist');
  await say(kubeconfigOf(info.kubeconfig, link.url));
  await bench.reason('Succeeded', 'RolloutSuccess');
  await becomes('kept', '1');

  const other = await Link.open(info.server);
  await say(kubeconfigOf(info.kubeconfig, other.url));
  await link.away();
  await hosted.apply(setting('kept', 'changed'));
  await becomes('kept', '1');
  await bench.reason('Available', 'ProbesSucceeded');
  await other.away();
});

test('A kubeconfig that leads to another cluster than before changes nothing there, and deletes nothing of what it does not find', async () => {
  await start();
  await bench.create({ phases: [['one', setting('kept', '1')]] });
  await bench.reason('Succeeded', 'RolloutSuccess');
  await say(kubeconfigOf(managementKubeconfig));
  const { message } = await bench.reason('Progressing', 'TargetUnavailable');
  expect(message).toContain('The objects are in the cluster whose namespace kube-system has uid');
  await bench.client.delete(bench.revisionRef(bench.nameOf()));
  await bench.client.until(bench.revisionRef(bench.nameOf()), (live) => JSON.stringify(live).includes('abandon-objects='));
  expect(await bench.client.exists(bench.ref('ConfigMap', 'kept'))).toBe(false);
  expect(await hosted.exists(bench.ref('ConfigMap', 'kept'))).toBe(true);
  await say(kubeconfigOf(info.kubeconfig, link.url));
  await bench.gone(bench.revisionRef(bench.nameOf()));
  expect(await hosted.exists(bench.ref('ConfigMap', 'kept'))).toBe(false);
});

test('Over a link of 200 ms everything works as without, and with as many requests', async () => {
  const counts: Record<string, number>[] = [];
  for (const latencyMs of [0, 100]) {
    link.latencyMs = latencyMs;
    const process = await start();
    const name = `kept-${latencyMs}`;
    await bench.create({ phases: [['one', setting(name, '1')], ['two', setting(`${name}-too`, '1')]] });
    await bench.reason('Succeeded', 'RolloutSuccess');
    await hosted.delete(bench.ref('ConfigMap', name));
    await becomes(name, '1');
    await bench.reason('Available', 'ProbesSucceeded');
    await bench.create({ number: 2, phases: [['one', setting(name, '2')]], spec: await bench.after(1) });
    await bench.reason('Succeeded', 'RolloutSuccess', 2);
    await bench.reason('Progressing', 'Archived');
    await bench.client.delete(bench.revisionRef(bench.nameOf(2)));
    await bench.gone(bench.revisionRef(bench.nameOf(2)));
    expect(await hosted.exists(bench.ref('ConfigMap', name))).toBe(false);
    counts.push({ ...process.hosted?.cluster.requests() });
    await bench.client.delete(bench.revisionRef(bench.nameOf()));
    await bench.gone(bench.revisionRef(bench.nameOf()));
    await bench.stop(process);
  }
  const [near, far] = counts;
  expect(far).toEqual(near);
});
