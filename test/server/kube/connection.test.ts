import diagnostics from 'node:diagnostics_channel';
import { connect, shareStreams, type KubeCluster } from '../../../lib/kube';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import net, { type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { KubeObject } from '../../../lib/api';
import type { Answer, ObserveScope } from '../../../lib/engine/ports';
import { recorder } from '../../lib/kube/fake-server';
import { until } from '../../lib/kube/views';
import { onceServed, stored } from '../support/extension';

/** What the connection promises, on a real API server. */
const kubeconfig = process.env['BOXCUTTER_TEST_KUBECONFIG'] ?? '';
const namespace = `kube-${process.pid.toString(36)}-${Date.now().toString(36)}`;
const manager = { fieldManager: 'kube-test', force: false };
const scope: ObserveScope = { apiVersion: 'v1', kind: 'ConfigMap', namespace };

let cluster: KubeCluster;
beforeAll(async () => {
  cluster = await connect({ kubeconfig });
  stored(await cluster.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } }, manager));
});
afterAll(async () => {
  await cluster.delete({ apiVersion: 'v1', kind: 'Namespace', name: namespace }, { uid: await uidOf('Namespace', namespace) });
  cluster.close();
});

const configMap = (name: string, data: Record<string, string> = {}, metadata: object = {}): KubeObject => ({
  apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace, ...metadata }, data,
});
const ref = (name: string) => ({ apiVersion: 'v1', kind: 'ConfigMap', namespace, name });

async function uidOf(kind: string, name: string, apiVersion = 'v1'): Promise<string> {
  return stored(await cluster.get({ apiVersion, kind, name })).metadata.uid ?? '';
}

test('the server tells its version and its kinds', async () => {
  await expect(cluster.version()).resolves.toMatchObject({ gitVersion: expect.stringMatching(/^v1\./) });
  const kinds = await cluster.kinds();
  expect(kinds).toContainEqual(expect.objectContaining({ apiVersion: 'apps/v1', kind: 'Deployment', resource: 'deployments', namespaced: true }));
  expect(kinds).toContainEqual(expect.objectContaining({ apiVersion: 'v1', kind: 'Namespace', namespaced: false }));
});

describe('writes', () => {
  test('an apply at version "1" only creates: 201, then 409, even with force', async () => {
    const object = configMap('create-only', { a: '1' }, { resourceVersion: '1' });
    await expect(cluster.apply(object, manager)).resolves.toMatchObject({ type: 'object', created: true });
    await expect(cluster.apply(object, { ...manager, force: true })).resolves.toMatchObject({ type: 'refused', status: { code: 409 } });
  });

  test('of many who create at once, exactly one does', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => cluster.apply(configMap('race', {}, { resourceVersion: '1' }), manager)));
    expect(answers.filter((answer) => answer.type === 'object' && answer.created)).toHaveLength(1);
  });

  test('an apply with uid and version changes that very state, or nothing', async () => {
    const { uid, resourceVersion } = stored(await cluster.apply(configMap('cas', { a: '1' }), manager)).metadata;
    const update = (data: string, metadata: object): Promise<Answer> => cluster.apply(configMap('cas', { a: data }, metadata), manager);
    await expect(update('2', { uid, resourceVersion })).resolves.toMatchObject({ type: 'object', created: false });
    await expect(update('3', { uid, resourceVersion })).resolves.toMatchObject({ type: 'refused', status: { code: 409, causes: [] } });
    await expect(cluster.delete(ref('cas'), { uid: uid ?? '' })).resolves.toEqual({ type: 'gone' });
    await expect(update('4', { uid, resourceVersion })).resolves.toMatchObject({ type: 'refused', status: { code: 409 } });
    await expect(cluster.get(ref('cas'))).resolves.toEqual({ type: 'gone' });
  });

  test('a conflict names the other manager and the field', async () => {
    await cluster.apply(configMap('conflict', { a: '1' }), { ...manager, fieldManager: 'other' });
    await expect(cluster.apply(configMap('conflict', { a: '2' }), manager)).resolves.toMatchObject({
      type: 'refused', status: { code: 409, causes: [{ reason: 'FieldManagerConflict', message: expect.stringContaining('other'), field: '.data.a' }] },
    });
  });

  test('an unknown field is refused for good', async () => {
    const answer = await cluster.apply({ ...configMap('unknown-field'), bogus: 1 }, manager);
    expect(answer).toMatchObject({ type: 'refused', status: { code: 500, message: expect.stringContaining('failed to create typed patch object') } });
  });

  test('a dry run stores nothing', async () => {
    await expect(cluster.apply(configMap('dry'), { ...manager, dryRun: true })).resolves.toMatchObject({ type: 'object', created: true });
    await expect(cluster.get(ref('dry'))).resolves.toEqual({ type: 'gone' });
  });

  test('a missing namespace is refused, a kind that is not served is unserved', async () => {
    const lost = { ...configMap('a'), metadata: { name: 'a', namespace: 'no-such-namespace' } };
    await expect(cluster.apply(lost, manager)).resolves.toMatchObject({ type: 'refused', status: { code: 404 } });
    const alien = { apiVersion: 'nobody.example/v1', kind: 'Alien', metadata: { name: 'a', namespace } };
    await expect(cluster.apply(alien, manager)).resolves.toEqual({ type: 'unserved' });
  });

  test('a delete hits only the object with that uid and version', async () => {
    const { uid = '', resourceVersion } = stored(await cluster.apply(configMap('delete', { a: '1' }, { finalizers: ['test.example/hold'] }), manager)).metadata;
    await expect(cluster.delete(ref('delete'), { uid: '00000000-0000-0000-0000-000000000000' })).resolves.toMatchObject({ type: 'refused', status: { code: 409 } });
    await expect(cluster.delete(ref('delete'), { uid, resourceVersion: '1' })).resolves.toMatchObject({ type: 'refused', status: { code: 409 } });
    const held = await cluster.delete(ref('delete'), { uid, ...(resourceVersion ? { resourceVersion } : {}) });
    expect(stored(held).metadata.deletionTimestamp).toBeDefined();
    await cluster.patch(ref('delete'), [{ op: 'remove', path: '/metadata/finalizers' }], 'kube-test');
    await expect(cluster.get(ref('delete'))).resolves.toEqual({ type: 'gone' });
    await expect(cluster.delete(ref('delete'), { uid })).resolves.toEqual({ type: 'gone' });
  });

  test('create, replace and JSON patch', async () => {
    const created = stored(await cluster.create(configMap('crud', { a: '1' })));
    await expect(cluster.create(configMap('crud'))).resolves.toMatchObject({ type: 'refused', status: { code: 409, reason: 'AlreadyExists' } });
    const replaced = stored(await cluster.replace({ ...created, data: { a: '2' } }));
    expect(replaced['data']).toEqual({ a: '2' });
    await expect(cluster.replace({ ...created, data: { a: '3' } })).resolves.toMatchObject({ type: 'refused', status: { code: 409, reason: 'Conflict' } });
    await expect(cluster.patch(ref('crud'), [{ op: 'test', path: '/data/a', value: 'x' }], 'm')).resolves.toMatchObject({ type: 'refused', status: { code: 422 } });
    await expect(cluster.patch(ref('missing'), [{ op: 'add', path: '/data', value: {} }], 'm')).resolves.toEqual({ type: 'gone' });
  });
});

test('connections are kept: two hundred requests, few connections', async () => {
  let connections = 0;
  const opened = (): void => void (connections += 1);
  diagnostics.subscribe('net.client.socket', opened);
  try {
    for (let round = 0; round < 25; round += 1) {
      await Promise.all(Array.from({ length: 8 }, (_, i) => cluster.apply(configMap(`kept-${i}`, { round: String(round) }), manager)));
    }
  } finally {
    diagnostics.unsubscribe('net.client.socket', opened);
  }
  expect(connections).toBeLessThanOrEqual(8);
});

describe('lists', () => {
  test('come in pages and tell one version', async () => {
    await Promise.all(Array.from({ length: 20 }, (_, i) => cluster.apply(configMap(`listed-${i}`, {}, { labels: { list: 'yes' } }), manager)));
    const { objects, resourceVersion } = await cluster.list({ ...scope, labelSelector: 'list=yes' });
    expect(objects).toHaveLength(20);
    expect(objects[0]).toMatchObject({ apiVersion: 'v1', kind: 'ConfigMap' });
    expect(Number(resourceVersion)).toBeGreaterThan(0);
  });

  test('can be of metadata only', async () => {
    const { objects } = await cluster.list({ apiVersion: 'v1', kind: 'Namespace', name: namespace }, { metadataOnly: true });
    expect(objects).toMatchObject([{ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } }]);
    expect(objects[0]).not.toHaveProperty('spec');
  });
});

describe('streams', () => {
  test('the initial state, synced, and every change, in one request', async () => {
    await cluster.apply(configMap('seen', { a: '1' }, { labels: { stream: 'one' } }), manager);
    const before = cluster.requests()['watch'] ?? 0;
    const seen = recorder();
    const subscription = cluster.observe({ ...scope, labelSelector: 'stream=one' }, seen);
    await seen.reached('synced');
    const changed = stored(await cluster.apply(configMap('seen', { a: '2' }, { labels: { stream: 'one' } }), manager));
    await seen.reached(`+seen@${changed.metadata.resourceVersion}`);
    await cluster.delete(ref('seen'), { uid: changed.metadata.uid ?? '' });
    while (!seen.lines.some((line) => line.startsWith('-seen@'))) await new Promise((resolve) => setTimeout(resolve, 10));
    subscription.close();
    expect(seen.lines.map((line) => line.replace(/@.*/, ''))).toEqual(['+seen', 'synced', '+seen', '-seen']);
    expect(cluster.requests()['watch']).toBe(before + 1);
  });

  test('connections that are cut again and again lose no change and tell none twice', async () => {
    const proxy = await cuttingProxy(cluster.server);
    const shaky = await connect({ kubeconfig: proxy.kubeconfig });
    const state = new Map<string, string>();
    const told: string[] = [];
    const note = (line: string): void => void (told.includes(line) ? told.push(`twice: ${line}`) : told.push(line));
    shaky.observe({ ...scope, labelSelector: 'stream=cut' }, {
      changed: ({ metadata }) => {
        note(`+${metadata.name}@${metadata.resourceVersion}`);
        state.set(metadata.name ?? '', metadata.resourceVersion ?? '');
      },
      removed: (ref) => {
        if (!state.delete(ref.name)) told.push(`twice: -${ref.name}`);
      },
      synced: () => {},
      failed: () => {},
    });
    const labels = { labels: { stream: 'cut' } };
    try {
      for (let round = 0; round < 60; round += 1) {
        const name = `cut-${round % 7}`;
        const { uid = '' } = stored(await cluster.apply(configMap(name, { round: String(round) }, labels), manager)).metadata;
        if (round % 5 === 0) await cluster.delete(ref(name), { uid });
        if (round % 3 === 0) proxy.cut();
        await new Promise((resolve) => setTimeout(resolve, 15));
      }
      const { objects } = await cluster.list({ ...scope, labelSelector: 'stream=cut' });
      const expected = new Map(objects.map(({ metadata }) => [metadata.name, metadata.resourceVersion]));
      const deadline = Date.now() + 10_000;
      const same = (): boolean => JSON.stringify([...state].sort()) === JSON.stringify([...expected].sort());
      while (!same() && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 20));
      expect(new Map([...state].sort())).toEqual(new Map([...expected].sort()));
      expect(told.filter((line) => line.startsWith('twice'))).toEqual([]);
      expect(proxy.cuts()).toBeGreaterThan(5);
    } finally {
      shaky.close();
      await proxy.stop();
    }
  }, 30_000);

  test('a kind that is defined later is watched as soon as discovery tells it', async () => {
    const kind = widgets('later');
    const seen = recorder();
    const subscription = cluster.observe({ ...kind.type, namespace }, seen);
    await seen.reached('unserved retrying');
    await kind.define(['v1']);
    await seen.reached('synced');
    const widget = await onceServed(() => cluster.apply(kind.widget('w'), manager));
    await seen.reached(`+w@${widget.metadata.resourceVersion}`);
    await kind.remove();
    subscription.close();
  });

  test('a kind that is removed takes its objects along; defined again, it is watched again', async () => {
    const kind = widgets('gone');
    await kind.define(['v1']);
    const first = await onceServed(() => cluster.apply(kind.widget('w'), manager));
    const seen = recorder();
    const subscription = cluster.observe({ ...kind.type, namespace }, seen);
    await seen.reached('synced');
    await kind.remove();
    await until(() => seen.lines.includes('unserved retrying'), () => seen.lines, 20_000);
    expect(seen.lines.filter((line) => line.startsWith('-w@'))).toHaveLength(1);
    expect(seen.lines.indexOf('unserved retrying')).toBeGreaterThan(seen.lines.findIndex((line) => line.startsWith('-w@')));
    await kind.define(['v1']);
    await until(() => seen.lines.lastIndexOf('synced') > seen.lines.indexOf('unserved retrying'), () => seen.lines, 20_000);
    const second = await onceServed(() => cluster.apply(kind.widget('w'), manager));
    expect(second.metadata.uid).not.toBe(first.metadata.uid);
    await seen.reached(`+w@${second.metadata.resourceVersion}`);
    await kind.remove();
    subscription.close();
  }, 60_000);

  test('a kind that is not served for a moment: its objects are not told as removed, and a read says that it is not served, not that they are gone', async () => {
    const kind = widgets('away');
    await kind.define(['v1']);
    await onceServed(() => cluster.apply(kind.widget('w'), manager));
    const seen = recorder();
    const subscription = cluster.observe({ ...kind.type, namespace }, seen);
    await seen.reached('synced');
    await kind.serve(false);
    await until(() => seen.lines.includes('unserved retrying'), () => seen.lines, 20_000);
    expect(seen.lines.filter((line) => line.startsWith('-'))).toEqual([]);
    expect(await cluster.get({ ...kind.type, namespace, name: 'w' })).toEqual({ type: 'unserved' });
    await kind.serve(true);
    await until(() => seen.lines.lastIndexOf('synced') > seen.lines.indexOf('unserved retrying'), () => seen.lines, 20_000);
    expect(seen.lines.filter((line) => line.startsWith('-'))).toEqual([]);
    await kind.remove();
    subscription.close();
  }, 60_000);

  test('a kind that gets another schema and another version while it is watched: its objects are told up to the last state, none twice, none as removed', async () => {
    const kind = widgets('changed');
    await kind.define(['v1']);
    const seen = recorder();
    const subscription = cluster.observe({ ...kind.type, namespace }, seen);
    await seen.reached('synced');
    const versions: string[] = [];
    const write = async (round: number): Promise<void> => {
      const answer = await onceServed(() => cluster.apply({ ...kind.widget('w'), spec: { round } }, manager));
      versions.push(`+w@${answer.metadata.resourceVersion}`);
    };
    await write(1);
    await kind.define(['v1', 'v2'], 'v1');
    await write(2);
    await kind.define(['v1', 'v2'], 'v2');
    await write(3);
    await kind.define(['v1', 'v2'], 'v2', { type: 'object', properties: { spec: { type: 'object', properties: { round: { type: 'integer' } } } } });
    await write(4);
    await until(() => seen.lines.includes(versions[3] ?? ''), () => seen.lines, 20_000);
    // Where the server cut the watch and forgot its history, states in between may be missing, but never the last one.
    const told = seen.lines.filter((line) => /^[+-]/.test(line));
    expect(told).toEqual(versions.filter((line) => told.includes(line)));
    await kind.remove();
    subscription.close();
  }, 60_000);

  test('shared: observers of every value and namespace have one stream; a latecomer reads its own objects, a moved label moves the object', async () => {
    const label = `${namespace}.example.com/app`;
    const own = await connect({ kubeconfig });
    const shared = shareStreams(own, label);
    const of = (value: string): ObserveScope => ({ ...scope, labelSelector: `${label}=${value}` });
    try {
      const one = stored(await cluster.apply(configMap('shared-one', {}, { labels: { [label]: 'one' } }), manager));
      const [first, second, late] = [recorder(), recorder(), recorder()];
      shared.observe(of('one'), first);
      shared.lane('another').observe(of('two'), second);
      await Promise.all([first.reached('synced'), second.reached('synced')]);
      expect([first.lines, second.lines]).toEqual([[`+shared-one@${one.metadata.resourceVersion}`, 'synced'], ['synced']]);
      const moved = stored(await cluster.apply(configMap('shared-one', {}, { labels: { [label]: 'two' } }), manager));
      await first.reached(`-shared-one@${moved.metadata.resourceVersion}`);
      await second.reached(`+shared-one@${moved.metadata.resourceVersion}`);
      shared.observe(of('two'), late);
      await late.reached('synced');
      expect(late.lines).toEqual([`+shared-one@${moved.metadata.resourceVersion}`, 'synced']);
      const lost = stored(await cluster.apply(configMap('shared-one'), manager));
      await Promise.all([second, late].map((seen) => seen.reached(`-shared-one@${lost.metadata.resourceVersion}`)));
      expect(own.requests()).toEqual({ discovery: 2, watch: 1, list: 1 });
      expect(own.streams()).toMatchObject([{ kind: 'ConfigMap', scope: { labelSelector: label }, objects: 0, synced: true, observers: 3 }]);
    } finally {
      own.close();
    }
  });

  test('shared: another client that may watch in one namespace only is told that the stream of all is not for him', async () => {
    const narrow = await connect({ kubeconfig, as: `nobody-of-${namespace}`, asGroups: ['system:authenticated'] });
    try {
      const seen = recorder();
      shareStreams(narrow, 'app').observe({ ...scope, labelSelector: 'app=x' }, seen);
      await seen.reached('refused 403');
      expect(narrow.streams()).toEqual([]);
    } finally {
      narrow.close();
    }
  });
});

test('another client that may do something in one namespace only: watches there, is refused elsewhere', async () => {
  const user = `admin-of-${namespace}`;
  const binding = {
    apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'RoleBinding', metadata: { name: 'admin', namespace },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'admin' }, subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: user }],
  };
  stored(await cluster.apply(binding, manager));
  const narrow = await connect({ kubeconfig, as: user, asGroups: ['system:authenticated'] });
  try {
    const [inside, outside] = [recorder(), recorder()];
    narrow.observe(scope, inside);
    narrow.observe({ apiVersion: 'v1', kind: 'ConfigMap' }, outside);
    await inside.reached('synced');
    await outside.reached('refused 403 retrying');
    await expect(narrow.apply(configMap('by-admin'), manager)).resolves.toMatchObject({ type: 'object' });
    await expect(narrow.get({ apiVersion: 'v1', kind: 'Secret', namespace: 'kube-system', name: 'x' })).resolves.toMatchObject({ type: 'refused', status: { code: 403 } });
    await expect(narrow.list({ apiVersion: 'v1', kind: 'Node' })).rejects.toMatchObject({ code: 'server-forbidden' });
  } finally {
    narrow.close();
  }
});

/** A kind of our own that can be defined, changed and removed. */
function widgets(name: string) {
  const group = `${name}.${namespace}.example.com`;
  const crd = { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', name: `widgets.${group}` };
  const open = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
  const type = { apiVersion: `${group}/v1`, kind: 'Widget' };
  return {
    type,
    widget: (widget: string): KubeObject => ({ ...type, metadata: { name: widget, namespace } }),
    define: async (versions: string[], storage = versions[0], openAPIV3Schema: object = open): Promise<void> => {
      const spec = {
        group, scope: 'Namespaced', names: { plural: 'widgets', singular: 'widget', kind: 'Widget', listKind: 'WidgetList' },
        versions: versions.map((version) => ({ name: version, served: true, storage: version === storage, schema: { openAPIV3Schema } })),
      };
      stored(await cluster.apply({ apiVersion: crd.apiVersion, kind: crd.kind, metadata: { name: crd.name }, spec }, { ...manager, force: true }));
      await established(crd);
    },
    serve: async (served: boolean): Promise<void> => {
      stored(await cluster.patch(crd, [{ op: 'replace', path: '/spec/versions/0/served', value: served }], 'boxcutter-test'));
    },
    remove: async (): Promise<void> => {
      await cluster.delete(crd, { uid: await uidOf(crd.kind, crd.name, crd.apiVersion) });
      for (let answer = await cluster.get(crd); answer.type !== 'gone'; answer = await cluster.get(crd)) await new Promise((resolve) => setTimeout(resolve, 20));
    },
  };
}

async function established(crd: { apiVersion: string; kind: string; name: string }): Promise<void> {
  for (;;) {
    const { status } = stored(await cluster.get(crd)) as { status?: { conditions?: { type: string; status: string }[] } };
    if (status?.conditions?.some((condition) => condition.type === 'Established' && condition.status === 'True')) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** A way to the server whose connections can be cut, and a kubeconfig that takes it. TLS passes through untouched. */
async function cuttingProxy(server: string): Promise<{ kubeconfig: string; cut(): void; cuts(): number; stop(): Promise<void> }> {
  const { hostname, port } = new URL(server);
  const sockets = new Set<Socket>();
  let cuts = 0;
  const proxy = net.createServer((near) => {
    const far = net.connect(Number(port), hostname);
    for (const [from, to] of [[near, far], [far, near]] as const) {
      sockets.add(from);
      from.on('error', () => {}).on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      from.pipe(to);
    }
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const folder = mkdtempSync(join(tmpdir(), 'cutting-'));
  const path = join(folder, 'kubeconfig');
  writeFileSync(path, readFileSync(kubeconfig, 'utf8').replaceAll(`:${port}`, `:${(proxy.address() as AddressInfo).port}`));
  const cut = (): void => {
    cuts += sockets.size;
    for (const socket of sockets) socket.destroy();
  };
  return {
    kubeconfig: path,
    cut,
    cuts: () => cuts,
    stop: () => {
      cut();
      rmSync(folder, { recursive: true });
      return new Promise((resolve) => proxy.close(() => resolve()));
    },
  };
}
