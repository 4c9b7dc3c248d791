import * as fs from 'node:fs';
import * as net from 'node:net';
import * as os from 'node:os';
import * as path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { down, list, restart, status, up, type ClusterInfo } from '../../../lib/control-plane';
import { request, type LocalClient } from '../../../lib/control-plane/local-client';
import { processIdentity } from '../../../lib/control-plane/run/processes';

interface Kubeconfig {
  readonly clusters: readonly { readonly cluster: { readonly 'server': string; readonly 'certificate-authority-data': string } }[];
  readonly users: readonly { readonly user: { readonly token: string } }[];
}

interface VolumeList {
  readonly items: readonly { readonly spec: { readonly hostPath: { readonly path: string } } }[];
}

function clientFrom(kubeconfig: string, user = 0): LocalClient {
  const config = JSON.parse(fs.readFileSync(kubeconfig, 'utf8')) as Kubeconfig;
  const cluster = config.clusters[0]!.cluster;
  const authority = Buffer.from(cluster['certificate-authority-data'], 'base64').toString('utf8');
  return { port: Number(new URL(cluster.server).port), token: config.users[user]!.user.token, authority };
}

async function create(client: LocalClient, collection: string, object: object): Promise<void> {
  const answer = await request(client, 'POST', collection, object);
  if (answer.status !== 201) throw new Error(`${collection}: ${answer.status} ${answer.body}`);
}

async function eventually(client: LocalClient, object: string, holds: (status: Record<string, unknown>) => boolean): Promise<void> {
  for (const deadline = Date.now() + 10_000; ; await sleep(50)) {
    const answer = await request(client, 'GET', object);
    const state = (JSON.parse(answer.body) as { status?: Record<string, unknown> }).status ?? {};
    if (holds(state)) return;
    if (Date.now() > deadline) throw new Error(`${object} still is ${JSON.stringify(state)}`);
  }
}

function isTrue(conditions: unknown, type: string): boolean {
  return ((conditions ?? []) as { type: string; status: string }[]).some((one) => one.type === type && one.status === 'True');
}

const pod = { metadata: { labels: { app: 'demo' } }, spec: { containers: [{ name: 'main', image: 'example.com/none:1' }] } };
const selector = { matchLabels: { app: 'demo' } };

describe('the cluster of the server tests', () => {
  const kubeconfig = process.env.BOXCUTTER_TEST_KUBECONFIG!;
  const namespace = `control-plane-${process.pid}`;
  const client = clientFrom(kubeconfig);

  beforeAll(() => create(client, '/api/v1/namespaces', { metadata: { name: namespace } }));
  afterAll(() => request(client, 'DELETE', `/api/v1/namespaces/${namespace}`));

  test('is running, with every program', async () => {
    const found = await status('test', { directory: path.dirname(path.dirname(kubeconfig)) });
    expect(found).toMatchObject({ state: 'running', problems: [], info: { kubeconfig, missing: [] } });
    expect(found.info?.version).toMatch(/^v1\.36\.\d+$/);
    expect(found.processes.map((one) => one.name)).toEqual(['etcd', 'kube-apiserver', 'kube-controller-manager', 'kube-scheduler', 'kwok']);
  });

  test('has a node that is ready, and makes nodes ready that are added by hand', async () => {
    await eventually(client, '/api/v1/nodes/node-1', ({ conditions }) => isTrue(conditions, 'Ready'));
    await create(client, '/api/v1/nodes', { metadata: { name: 'added' } });
    await eventually(client, '/api/v1/nodes/added', ({ conditions, capacity }) => isTrue(conditions, 'Ready') && capacity !== undefined);
    expect((await request(client, 'DELETE', '/api/v1/nodes/added')).status).toBe(200);
  });

  test('makes a Deployment available, a DaemonSet too, and a StatefulSet with its volume', async () => {
    const apps = `/apis/apps/v1/namespaces/${namespace}`;
    await create(client, `${apps}/deployments`, { metadata: { name: 'demo' }, spec: { replicas: 2, selector, template: pod } });
    await create(client, `${apps}/daemonsets`, { metadata: { name: 'demo' }, spec: { selector, template: pod } });
    const claim = { metadata: { name: 'data' }, spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } } };
    await create(client, `${apps}/statefulsets`, {
      metadata: { name: 'demo' },
      spec: { serviceName: 'demo', selector, template: pod, volumeClaimTemplates: [claim] },
    });
    await eventually(client, `${apps}/deployments/demo`, ({ availableReplicas }) => availableReplicas === 2);
    await eventually(client, `${apps}/daemonsets/demo`, ({ numberAvailable }) => numberAvailable === 1);
    await eventually(client, `${apps}/statefulsets/demo`, ({ availableReplicas }) => availableReplicas === 1);
  });

  test('completes a Job', async () => {
    const jobs = `/apis/batch/v1/namespaces/${namespace}/jobs`;
    await create(client, jobs, { metadata: { name: 'demo' }, spec: { template: { spec: { ...pod.spec, restartPolicy: 'Never' } } } });
    await eventually(client, `${jobs}/demo`, ({ succeeded }) => succeeded === 1);
  });

  test('writes who asked for what to the audit log', async () => {
    await create(client, `/api/v1/namespaces/${namespace}/configmaps`, { metadata: { name: 'audited' } });
    const log = fs.readFileSync(process.env.BOXCUTTER_TEST_AUDIT_LOG!, 'utf8');
    const events = log.split('\n').filter((line) => line.includes('"audited"') && line.includes(namespace));
    expect(events.map((line) => JSON.parse(line) as object)).toEqual([
      expect.objectContaining({
        verb: 'create',
        stage: 'ResponseComplete',
        level: 'Metadata',
        user: expect.objectContaining({ username: 'admin' }) as object,
      }),
    ]);
  });

  test('has a user without rights', async () => {
    const answer = await request(clientFrom(kubeconfig, 1), 'GET', '/api/v1/namespaces/default/configmaps');
    expect(answer.status).toBe(403);
    expect(answer.body).toContain('User \\"restricted\\" cannot list');
  });
});

describe('a second cluster beside it', () => {
  let directory: string;
  const processes = (info: ClusterInfo): Record<string, number> => Object.fromEntries(info.processes.map((one) => [one.name, one.pid]));

  beforeAll(() => {
    directory = fs.mkdtempSync(path.join(os.tmpdir(), 'boxcutter-clusters-'));
  });
  afterAll(async () => {
    for (const { name } of await list({ directory })) await down(name, { directory });
    fs.rmSync(directory, { recursive: true, force: true });
  });

  test('is brought up once by two at once, repaired after a crash on its port and data, and taken down without a trace', async () => {
    const options = { name: 'second', directory, withController: false } as const;
    const [info, same] = await Promise.all([up(options), up(options)]);
    expect(same).toEqual(info);
    expect(Object.keys(processes(info))).toEqual(['etcd', 'kube-apiserver']);
    expect(fs.statSync(info.kubeconfig).mode & 0o777).toBe(0o600);
    await create(clientFrom(info.kubeconfig), '/api/v1/namespaces/default/configmaps', { metadata: { name: 'kept' } });

    process.kill(processes(info)['kube-apiserver']!, 'SIGKILL');
    while (processIdentity(processes(info)['kube-apiserver']!) !== undefined) await sleep(10);
    expect(await status('second', { directory })).toMatchObject({
      state: 'degraded',
      problems: [expect.stringContaining('kube-apiserver'), expect.anything()],
    });

    const repaired = await up(options);
    expect(repaired.server).toBe(info.server);
    expect(processes(repaired)['kube-apiserver']).not.toBe(processes(info)['kube-apiserver']);
    const kept = await request(clientFrom(info.kubeconfig), 'GET', '/api/v1/namespaces/default/configmaps/kept');
    expect(kept.status).toBe(200);

    // One program alone, while the other goes on.
    await restart('second', 'etcd', directory);
    const { processes: after } = await status('second', { directory });
    const alive = Object.fromEntries(after.map((one) => [one.name, one.pid]));
    expect(alive['kube-apiserver']).toBe(processes(repaired)['kube-apiserver']);
    expect(alive['etcd']).not.toBe(processes(repaired)['etcd']);
    expect((await request(clientFrom(info.kubeconfig), 'GET', '/api/v1/namespaces/default/configmaps/kept')).status).toBe(200);

    expect(await down('second', { directory })).toBe(true);
    for (const pid of [...info.processes, ...repaired.processes, ...after].map((one) => one.pid)) expect(processIdentity(pid)).toBeUndefined();
    expect(fs.readdirSync(directory)).toEqual([]);
    expect(await status('second', { directory })).toMatchObject({ state: 'absent' });
    expect(await down('second', { directory })).toBe(false);
  });

  test('takes the folders of its volumes along', async () => {
    const { kubeconfig } = await up({ name: 'volumes', directory, withWorkloads: false });
    const own = clientFrom(kubeconfig);
    const provisioner = 'kubernetes.io/host-path';
    await create(own, '/apis/storage.k8s.io/v1/storageclasses', { metadata: { name: 'now' }, provisioner, volumeBindingMode: 'Immediate' });
    const claims = '/api/v1/namespaces/default/persistentvolumeclaims';
    const resources = { requests: { storage: '1Gi' } };
    await create(own, claims, { metadata: { name: 'data' }, spec: { storageClassName: 'now', accessModes: ['ReadWriteOnce'], resources } });
    await eventually(own, `${claims}/data`, ({ phase }) => phase === 'Bound');
    const { items } = JSON.parse((await request(own, 'GET', '/api/v1/persistentvolumes')).body) as VolumeList;
    const folders = items.map(({ spec }) => spec.hostPath.path);
    expect(folders.map((folder) => fs.existsSync(folder))).toEqual([true]);

    await down('volumes', { directory });
    expect(folders.map((folder) => fs.existsSync(folder))).toEqual([false]);
  });

  test('is refused a port that is taken', async () => {
    const server = net.createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as net.AddressInfo;
    await expect(up({ name: 'port', directory, port })).rejects.toMatchObject({
      code: 'port-taken',
      message: expect.stringContaining(`Port ${port}`) as string,
    });
    server.close();
  });

  test('names the program that ends at start and shows the end of its log', async () => {
    fs.mkdirSync(path.join(directory, 'broken'));
    fs.writeFileSync(path.join(directory, 'broken', 'etcd.data'), 'a file where etcd wants a folder');
    const failure = up({ name: 'broken', directory, withController: false });
    await expect(failure).rejects.toMatchObject({
      code: 'component-died',
      message: expect.stringMatching(/^etcd ended .*\n.*etcd\.data/s) as string,
    });
    expect((await status('broken', { directory })).state).toBe('stopped');
  });

  test('is not left half started by an interruption', async () => {
    const interrupted = new AbortController();
    const onProgress = (line: string): unknown => line.startsWith('starting') && setTimeout(() => interrupted.abort(), 100);
    await expect(up({
      name: 'interrupted',
      directory,
      signal: interrupted.signal,
      onProgress,
    })).rejects.toMatchObject({ category: 'interrupted' });
    expect((await status('interrupted', { directory })).processes.filter((one) => one.alive)).toEqual([]);
  });
});
