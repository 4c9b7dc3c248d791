/** The process of controllers on a real API server: who leads, what is fenced, what statuses and events become. */
import { readFileSync } from 'node:fs';
import type { KubeObject } from '../../../lib/api';
import {
  DEFAULT_CONFIG, noMetrics, ResourceCache, runControllers, silentLog, systemClock, writeStatus, type Controller, type ControllerContext,
} from '../../../lib/controllers';
import { ClusterEvents } from '../../../lib/controllers/process/events/cluster-events';
import { eventRef } from '../../../lib/controllers/process/events/event-object';
import { leaseName } from '../../../lib/controllers/process/leader/lease';
import { connect, type KubeCluster } from '../../../lib/kube';
import { parseDocuments } from '../../../lib/yaml';
import { buildCommand, scratchFolder, start, type Running } from '../cli/command';
import { kubeconfig, OtherClient, stored, unique } from '../support/extension';
import { installCrds } from '../support/controllers';

const scratch = scratchFolder();
let cluster: KubeCluster;
let other: OtherClient;
const namespace = unique('controllers');
beforeAll(async () => {
  buildCommand();
  cluster = await connect({ kubeconfig });
  other = new OtherClient(await connect({ kubeconfig }));
  await other.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } });
  await installCrds(other);
}, 300_000);
afterAll(async () => {
  await other.delete({ apiVersion: 'v1', kind: 'Namespace', name: namespace });
  other.cluster.close();
  cluster.close();
});

function catalog(name: string): KubeObject {
  return {
    apiVersion: 'olm.operatorframework.io/v1', kind: 'ClusterCatalog', metadata: { name, labels: { 'boxcutter-test': name } },
    spec: { source: { type: 'Image', image: { ref: 'registry.test/catalog:v1' } } },
  };
}

describe('several replicas', () => {
  const processes: Running[] = [];
  afterEach(() => processes.splice(0).forEach(({ child }) => child.kill('SIGKILL')));

  function replica(name: string): Running {
    const config = scratch.write(`${name}.yaml`, [
      `namespace: ${namespace}`, `leaderElection: {leaseName: ${name}, leaseSeconds: 3, renewDeadlineSeconds: 2, retrySeconds: 1}`,
      // Other tests have objects of our kinds.
      `watchSelector: boxcutter-test=${name}`,
      ...['health', 'metrics', 'catalogs'].map((part) => `${part}: {address: "127.0.0.1:0"}`),
    ].join('\n'));
    const running = start(['controller', '--config', config]);
    processes.push(running);
    return running;
  }
  const holder = async (base: string): Promise<string> => {
    const name = leaseName({ watchSelector: `boxcutter-test=${base}`, leaderElection: { ...DEFAULT_CONFIG.leaderElection, leaseName: base } });
    const lease = await other.get({ apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', name, namespace });
    return (lease['spec'] as { holderIdentity: string }).holderIdentity;
  };

  test('a leader that is killed is replaced; one that ends gives the lease back', async () => {
    const name = unique('killed');
    const first = replica(name);
    await first.printed(/"message":"leading"/);
    const second = replica(name);
    await second.printed(/"message":"waiting for the lease"/);
    first.child.kill('SIGKILL');
    await second.printed(/"message":"leading"/);
    const led = await holder(name);
    const third = replica(name);
    await third.printed(new RegExp(`"leader":"${led}"`));
    const terminatedAt = performance.now();
    second.child.kill('SIGTERM');
    await third.printed(/"message":"leading"/);
    expect(await second.finished).toMatchObject({ code: 0, stderr: '' });
    // Sooner than the lease would have expired.
    expect(performance.now() - terminatedAt).toBeLessThan(3_000);
    third.child.kill('SIGTERM');
    expect((await third.finished).code).toBe(0);
    expect(await holder(name)).toBe('');
  });

  test('a leader that was stopped and goes on ends, and leaves the lease to the one that has it', async () => {
    const name = unique('stopped');
    const zombie = replica(name);
    await zombie.printed(/"message":"leading"/);
    const heir = replica(name);
    await heir.printed(/"message":"waiting for the lease"/);
    zombie.child.kill('SIGSTOP');
    await heir.printed(/"message":"leading"/);
    const led = await holder(name);
    zombie.child.kill('SIGCONT');
    const { code, stderr } = await zombie.finished;
    expect([code, stderr]).toEqual([5, expect.stringContaining('This process does not lead any more') as string]);
    expect(await holder(name)).toBe(led);
    heir.child.kill('SIGTERM');
    expect((await heir.finished).code).toBe(0);
  });
});

test('a selector that is none ends the process with its error, and nothing keeps it alive', async () => {
  const addresses = ['health', 'metrics', 'catalogs'].flatMap((part) => [`--${part}-address`, '127.0.0.1:0']);
  const { code, stderr } = await start(['controller', '--watch-selector', 'a in (', '-n', namespace, ...addresses]).finished;
  expect([code, stderr]).toEqual([1, expect.stringContaining('cannot be watched: unable to parse requirement') as string]);
});

test('a fenced connection writes nothing, reads, and lets unfenced lanes pass', async () => {
  const fenced = await connect({ kubeconfig });
  fenced.fenceWrites(() => false);
  const object: KubeObject = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: unique('fenced'), namespace } };
  const ref = { apiVersion: 'v1', kind: 'ConfigMap', name: object.metadata.name ?? '', namespace };
  const before = fenced.requests();
  const answers = await Promise.all([
    fenced.apply(object, { fieldManager: 'a', force: true }), fenced.create(object), fenced.replace(object), fenced.lane('b').create(object),
    fenced.patch(ref, [], 'a'), fenced.delete(ref, { uid: 'x' }), fenced.replaceStatus(object),
  ]);
  expect(answers).toEqual(answers.map(() => ({ type: 'lost', message: 'this process has no right to write (any more)' })));
  expect(fenced.requests()).toEqual(before);
  expect((await fenced.apply(object, { fieldManager: 'a', force: true, dryRun: true })).type).toBe('object');
  expect((await fenced.get(ref)).type).toBe('gone');
  expect((await fenced.lane('lease', { unfenced: true }).create(object)).type).toBe('object');
  fenced.close();
});

describe('the status of an object', () => {
  test('is written alone, for the state that was seen; the same again sends nothing', async () => {
    const name = unique('status');
    const object = stored(await cluster.create(catalog(name)));
    const status = { conditions: [{ type: 'Progressing', status: 'True', reason: 'Retrying', message: 'no', lastTransitionTime: '2026-01-01T00:00:00Z' }] };
    const first = await writeStatus(cluster, object, status);
    const live = await other.get({ apiVersion: object.apiVersion, kind: object.kind, name });
    expect([first.type, live['status'], live['spec']]).toEqual(['written', status, object['spec']]);
    expect(first.type === 'written' && first.object.metadata.resourceVersion).toBe(live.metadata.resourceVersion);
    expect(live.metadata.generation).toBe(1);
    const before = cluster.requests();
    expect((await writeStatus(cluster, live, status)).type).toBe('unchanged');
    expect(cluster.requests()).toEqual(before);
    // Another client changes the object, and we have seen the state before.
    await other.apply({ ...catalog(name), metadata: { name, labels: { changed: 'yes' } } });
    const again = await writeStatus(cluster, live, { ...status, lastUnpacked: '2026-01-02T00:00:00Z' });
    expect(again).toMatchObject({ type: 'written', object: { metadata: { labels: { changed: 'yes' } }, status: { lastUnpacked: '2026-01-02T00:00:00Z' } } });
    await other.delete({ apiVersion: object.apiVersion, kind: object.kind, name });
    expect(await writeStatus(cluster, live, {})).toEqual({ type: 'gone' });
  });

  test('of another object under the same name is left alone', async () => {
    const name = unique('reborn');
    const object = stored(await cluster.create(catalog(name)));
    await other.delete({ apiVersion: object.apiVersion, kind: object.kind, name });
    await other.apply(catalog(name));
    expect(await writeStatus(cluster, object, { lastUnpacked: '2026-01-01T00:00:00Z' })).toEqual({ type: 'gone' });
    await other.delete({ apiVersion: object.apiVersion, kind: object.kind, name });
  });
});

test('events are stored, and their repetitions counted', async () => {
  const events = new ClusterEvents({ cluster: cluster.lane('events'), clock: systemClock, log: silentLog, metrics: noMetrics, instance: 'replica-1' });
  const name = unique('events');
  const object = stored(await cluster.create(catalog(name)));
  const event = { type: 'Warning', reason: 'Retrying', action: 'Unpack', note: 'the registry is away' } as const;
  const isStored = new Promise<KubeObject>((resolve) => {
    const watch = other.cluster.observe({ apiVersion: 'events.k8s.io/v1', kind: 'Event', namespace: 'default' }, {
      changed: (seen) => {
        if ((seen['regarding'] as { name?: string }).name !== name || seen['series'] === undefined) return;
        watch.close();
        resolve(seen);
      },
      removed: () => {}, synced: () => {}, failed: () => {},
    });
  });
  events.record(object, event);
  events.record(object, event);
  expect(await isStored).toMatchObject({
    type: 'Warning', reason: 'Retrying', action: 'Unpack', note: 'the registry is away', reportingInstance: 'replica-1', series: { count: 2 },
    regarding: { kind: 'ClusterCatalog', name, uid: object.metadata.uid },
  });
  await events.close(2_000);
  await other.delete({ apiVersion: object.apiVersion, kind: object.kind, name });
  expect(eventRef({ id: 'x', regarding: object }).namespace).toBe('default');
});

test('a controller gets its objects by the selector of its shard; health, metrics and the end', async () => {
  const names = [unique('mine'), unique('foreign')];
  for (const name of names) await other.apply(catalog(name));
  const own = await connect({ kubeconfig });
  const seen: string[] = [];
  const watching: { cache?: ResourceCache<KubeObject> } = {};
  let begun: () => void = () => {};
  const started = new Promise<void>((resolve) => (begun = resolve));
  const controller: Controller = {
    name: 'catalog',
    start: async ({ cluster: lead, config }: ControllerContext) => {
      const cache = new ResourceCache<KubeObject>(lead, { ...kindOf(catalog('')), labelSelector: config.watchSelector });
      watching.cache = cache;
      cache.on({ changed: ({ metadata }) => seen.push(metadata.name ?? '') });
      await cache.synced;
      begun();
    },
    stop: () => Promise.resolve(watching.cache?.close()),
    ready: () => watching.cache?.isSynced ?? false,
  };
  const end = new AbortController();
  let urls: (urls: { health: string; metrics: string }) => void = () => {};
  const listening = new Promise<{ health: string; metrics: string }>((resolve) => (urls = resolve));
  const address = { host: '127.0.0.1', port: 0 };
  const run = runControllers({
    cluster: own, controllers: [controller], log: silentLog, signal: end.signal, onListening: (found) => urls(found),
    config: {
      ...DEFAULT_CONFIG, namespace, watchSelector: `boxcutter-test=${names[0] ?? ''}`, health: address, metrics: { address, authorize: true },
    },
  });
  const { health, metrics } = await listening;
  await started;
  await untilOk(`${health}/readyz`);
  expect(seen).toEqual([names[0]]);
  const token = tokenOf(kubeconfig);
  const [allowed, refused] = await Promise.all([token, 'nonsense'].map((each) => fetch(`${metrics}/metrics`, { headers: { authorization: `Bearer ${each}` } })));
  expect([allowed?.status, refused?.status]).toEqual([200, 401]);
  expect(await allowed?.text()).toContain('boxcutter_controller_ready{controller="catalog"} 1');
  end.abort();
  await run;
  own.close();
  for (const name of names) await other.delete({ ...kindOf(catalog('')), name });
});

function kindOf({ apiVersion, kind }: KubeObject): { apiVersion: string; kind: string } {
  return { apiVersion, kind };
}

async function untilOk(url: string): Promise<void> {
  while ((await fetch(url)).status !== 200) await new Promise((resolve) => setImmediate(resolve));
}

function tokenOf(path: string): string {
  const { documents: [document] } = parseDocuments(readFileSync(path, 'utf8'), path);
  const { users } = document?.value as { users: { user: { token: string } }[] };
  return users[0]?.user.token ?? '';
}
