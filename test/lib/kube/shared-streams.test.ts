import { shareStreams, type KubeCluster, type SharingCluster } from '../../../lib/kube';
import { FakeCollection } from './fake-collection';
import { FakeServer, json, recorder, status } from './fake-server';
import { until, view } from './views';

let server: FakeServer;
let configMaps: FakeCollection;
let cluster: KubeCluster;
let shared: SharingCluster;
beforeEach(async () => {
  server = await FakeServer.start();
  configMaps = new FakeCollection();
  configMaps.serveOn(server);
  cluster = server.cluster();
  shared = shareStreams(cluster, 'app', { lingerMs: 40 });
});
afterEach(() => server.stop());

const of = (labelSelector: string, namespace?: string) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  labelSelector,
  ...(namespace === undefined ? {} : { namespace }),
});

test('observers of any value and namespace join one stream of the whole cluster; each hears of its own only', async () => {
  configMaps.put('a', { app: 'one' });
  configMaps.put('b', { app: 'two' });
  configMaps.put('c', { app: 'two' }, 'elsewhere');
  configMaps.put('d');
  const [one, two, here, all] = [recorder(), recorder(), recorder(), recorder()];
  shared.observe(of('app=one'), one);
  shared.observe(of('app=two'), two);
  shared.observe(of('app=two', 'ns'), here);
  shared.observe(of('app'), all);
  await Promise.all([one, two, here, all].map((each) => each.reached('synced')));
  expect([one.lines, two.lines, here.lines, all.lines]).toEqual([
    ['+a@2', 'synced'], ['+b@3', '+c@4', 'synced'], ['+b@3', 'synced'], ['+a@2', '+b@3', '+c@4', 'synced'],
  ]);
  configMaps.put('c', {}, 'elsewhere');
  configMaps.remove('b');
  await Promise.all([two, here, all].map((each) => each.reached('-b@7')));
  expect([
    one.lines.slice(2),
    two.lines.slice(3),
    here.lines.slice(2),
    all.lines.slice(4),
  ]).toEqual([[], ['+c@6', '-b@7'], ['-b@7'], ['+c@6', '-b@7']]);
  expect(configMaps.asked).toEqual(['watch app']);
});

test('an object whose label changes or goes is removed for the observers of its former value', async () => {
  configMaps.put('a', { app: 'one' });
  const [one, two, all] = [recorder(), recorder(), recorder()];
  for (const [selector, seen] of [['app=one', one], ['app=two', two], ['app', all]] as const) shared.observe(of(selector), seen);
  await all.reached('synced');
  configMaps.put('a', { app: 'two' });
  configMaps.put('a', { app: undefined });
  await all.reached('-a@4');
  expect(one.lines).toEqual(['+a@2', 'synced', '-a@3']);
  expect(two.lines).toEqual(['synced', '+a@3', '-a@4']);
  expect(all.lines).toEqual(['+a@2', 'synced', '+a@3', '-a@4']);
});

test('other labels that a selector asks for are respected, also when they go', async () => {
  configMaps.put('a', { app: 'one', tier: 'x' });
  configMaps.put('b', { app: 'one' });
  const [narrow, wide] = [recorder(), recorder()];
  shared.observe(of('tier=x,app=one'), narrow);
  shared.observe(of('app=one'), wide);
  await narrow.reached('synced');
  configMaps.put('b', { tier: 'x' });
  configMaps.put('a', { tier: 'y' });
  configMaps.remove('a');
  await wide.reached('-a@6');
  expect(narrow.lines).toEqual(['+a@2', 'synced', '+b@4', '-a@5']);
  expect(configMaps.asked).toEqual(['watch app']);
});

test.each([
  'other=x',
  'app!=one',
  'app in (one)',
  '!app',
  'app=one,app=two',
])('the selector %s goes to the server as it is', async (selector) => {
  const seen = recorder();
  shared.observe(of(selector), seen);
  await until(() => configMaps.asked.length > 0);
  expect(configMaps.asked).toEqual([`watch ${selector}`]);
});

test('a single object is watched alone, with or without the label', async () => {
  shared.observe({ ...of('app=one'), name: 'a' }, recorder());
  await until(() => configMaps.asked.length > 0);
  expect(server.seen.at(-1)?.query.get('fieldSelector')).toBe('metadata.name=a');
  expect(configMaps.asked).toEqual(['watch app=one']);
});

describe('an observer that joins a stream that runs', () => {
  let first: ReturnType<typeof recorder>;
  beforeEach(async () => {
    configMaps.put('a', { app: 'one' });
    configMaps.put('b', { app: 'two' });
    first = recorder();
    shared.observe(of('app'), first);
    await first.reached('synced');
  });

  test('of which nothing was reported yet needs no request', async () => {
    const seen = recorder();
    shared.observe(of('app=three'), seen);
    await seen.reached('synced');
    configMaps.put('c', { app: 'three' });
    await seen.reached('+c@4');
    expect(seen.lines).toEqual(['synced', '+c@4']);
    expect(configMaps.asked).toEqual(['watch app']);
  });

  test('gets what there is by one list of its own scope', async () => {
    const seen = recorder();
    shared.observe(of('app=one', 'ns'), seen);
    await seen.reached('synced');
    expect(seen.lines).toEqual(['+a@2', 'synced']);
    expect(configMaps.asked).toEqual(['watch app', 'list app=one ns']);
  });

  test('shares that list with others that come at the same time, and with those that come while another list is read', async () => {
    let reads = 0;
    let release = (): void => {};
    configMaps.beforeList = () => {
      reads += 1;
      return reads === 1 ? new Promise((resolve) => (release = resolve)) : undefined;
    };
    const early = [recorder(), recorder()];
    early.forEach((seen, i) => shared.observe(of(i === 0 ? 'app=one' : 'app=two'), seen));
    await until(() => reads === 1);
    const late = [recorder(), recorder(), recorder()];
    late.forEach((seen, i) => shared.observe(of(i === 0 ? 'app' : 'app=one', i === 1 ? 'ns' : undefined), seen));
    release();
    await Promise.all([...early, ...late].map((seen) => seen.reached('synced')));
    expect([...early, ...late].map(({ lines }) => lines.length)).toEqual([2, 2, 3, 2, 2]);
    expect(configMaps.asked).toEqual(['watch app', 'list app in (one,two)', 'list app']);
  });

  test('sees what happens while the list is read exactly once and in order, also what the list showed before the stream did', async () => {
    configMaps.beforeList = () => {
      configMaps.put('a', { app: 'one', n: '4' });
      configMaps.put('gone', { app: 'one' });
      configMaps.remove('gone');
    };
    configMaps.afterRead = async () => {
      configMaps.put('a', { app: 'one', n: '7' });
      configMaps.put('c', { app: 'one' });
      await first.reached('+c@8');
    };
    const seen = recorder();
    shared.observe(of('app=one'), seen);
    await seen.reached('synced');
    // The list is as of 6; @4 and what came and went before it are not reported again.
    expect(seen.lines).toEqual(['+a@4', '+a@7', '+c@8', 'synced']);
  });

  test('does not believe an older state that the stream shows afterwards', async () => {
    // The stream is cut and comes back only after the list was read.
    server.handler = ((others) => async (request, response, n) =>
      request.query.get('watch') === '1' && blocked
        ? json(response, 503, status(503, 'x')) ?? true
        : others(request, response, n))(server.handler);
    let blocked = true;
    configMaps.cut();
    await until(() => first.lines.some((line) => line.startsWith('refused 503')));
    configMaps.put('a', { app: 'one', n: '4' });
    configMaps.put('x', { app: 'one' });
    configMaps.put('a', { app: 'one', n: '6' });
    configMaps.remove('x');
    const seen = recorder();
    shared.observe(of('app=one'), seen);
    await until(() => seen.lines.includes('synced'));
    blocked = false;
    await first.reached('-x@7');
    configMaps.put('a', { app: 'one', n: '8' });
    await seen.reached('+a@8');
    expect(seen.lines.filter((line) => !/synced|refused/.test(line))).toEqual(['+a@6', '+a@8']);
  });

  test('hears of the end of what only its list has shown, even when beginning and end fall into one gap of the stream', async () => {
    let blocked = true;
    const others = server.handler;
    server.handler = async (request, response, n) =>
      blocked && request.query.get('watch') === '1' ? (json(response, 503, status(503, 'x')) ?? true) : others(request, response, n);
    configMaps.cut();
    await until(() => first.lines.some((line) => line.startsWith('refused 503')));
    configMaps.put('x', { app: 'one' });
    const seen = recorder();
    shared.observe(of('app=one'), seen);
    await seen.reached('+x@4');
    await seen.reached('synced');
    configMaps.remove('x');
    configMaps.compact();
    blocked = false;
    await seen.reached('-x@5');
    expect(seen.lines.filter((line) => line.startsWith('-'))).toEqual(['-x@5']);
  });

  test('gets the problem when the list fails, and the list when it works', async () => {
    let failures = 2;
    const others = server.handler;
    server.handler = async (request, response, n) =>
      request.query.get('limit') && failures-- > 0
        ? json(response, 500, status(500, 'InternalError')) ?? true
        : others(request, response, n);
    const seen = recorder();
    shared.observe(of('app=one'), seen);
    await seen.reached('synced');
    expect(seen.lines).toEqual(['refused 500 retrying', 'refused 500 retrying', '+a@2', 'synced']);
  });

  test('that leaves while its list is read gets nothing', async () => {
    let release = (): void => {};
    configMaps.beforeList = () => new Promise((resolve) => (release = resolve));
    const seen = recorder();
    const subscription = shared.observe(of('app=one'), seen);
    await until(() => configMaps.asked.length === 2);
    subscription.close();
    release();
    configMaps.put('a', { n: '1' });
    await first.reached('+a@4');
    expect(seen.lines).toEqual([]);
  });
});

describe('a stream that nobody observes', () => {
  test('goes on for a while: an observer that comes back in time costs no new stream', async () => {
    const seen = recorder();
    const subscription = shared.observe(of('app=one'), seen);
    await seen.reached('synced');
    subscription.close();
    expect(cluster.streams()).toMatchObject([{ kind: 'ConfigMap', synced: true, observers: 0 }]);
    const again = recorder();
    shared.observe(of('app=two'), again);
    await again.reached('synced');
    await new Promise((resolve) => setTimeout(resolve, 80));
    expect(configMaps.asked).toEqual(['watch app']);
    expect(configMaps.open).toBe(1);
  });

  test('ends when no observer came back', async () => {
    const seen = recorder();
    const subscription = shared.observe(of('app=one'), seen);
    await seen.reached('synced');
    subscription.close();
    await until(() => configMaps.open === 0);
    expect(cluster.streams()).toEqual([]);
  });
});

test('a user who may not watch the whole cluster gets the refusal at once, without a request for each observer', async () => {
  server.handler = (seen, response) => (seen.path === '/api/v1/configmaps'
    ? json(response, 403, status(403, 'Forbidden')) ?? true
    : undefined);
  const observers = Array.from({ length: 20 }, () => recorder());
  observers.forEach((seen, i) => shared.observe(of(`app=v${i}`), seen));
  await Promise.all(observers.map((seen) => seen.reached('refused 403')));
  const late = recorder();
  shared.observe(of('app=late'), late);
  await late.reached('refused 403');
  expect(observers.map(({ lines }) => lines)).toEqual(observers.map(() => ['refused 403']));
  expect(server.count('GET', '/api/v1/configmaps')).toBe(1);
  expect(cluster.streams()).toEqual([]);
});

test('1,000 observers of 10 kinds have 10 streams, whatever lane they come from', async () => {
  const kinds = Array.from({ length: 10 }, (_, i) => `Kind${i}`);
  server.groups = [{
    metadata: { name: 'x.io' },
    versions: [{
      version: 'v1',
      resources: kinds.map((kind) => ({
        resource: kind.toLowerCase(),
        responseKind: { kind },
        scope: 'Namespaced',
        verbs: ['list', 'watch'],
      })),
    }],
  }];
  const collections = kinds.map((kind) => new FakeCollection(`/apis/x.io/v1/${kind.toLowerCase()}`, kind, 'x.io/v1'));
  for (const collection of collections) {
    collection.serveOn(server);
    for (let i = 0; i < 100; i += 1) collection.put(`o${i}`, { app: `v${i}` }, `ns${i % 7}`);
  }
  const views = Array.from({ length: 1_000 }, () => view());
  views.forEach((each, i) => {
    const scope = { apiVersion: 'x.io/v1', kind: kinds[i % 10] ?? '', labelSelector: `app=v${Math.floor(i / 10)}` };
    shared.lane(`v${Math.floor(i / 10)}`).observe(scope, each);
  });
  await until(() => views.every(({ syncs }) => syncs === 1));
  expect(views.every(({ objects }) => objects.size === 1)).toBe(true);
  expect(cluster.requests()).toEqual({ discovery: 2, watch: 10 });
  expect(cluster.streams()).toHaveLength(10);
  expect(cluster.streams()[0]).toEqual({
    apiVersion: 'x.io/v1', kind: 'Kind0', scope: {
      apiVersion: 'x.io/v1',
      kind: 'Kind0',
      labelSelector: 'app',
    }, objects: 100, synced: true, observers: 100,
  });
});

test('everything but streams goes to the cluster itself', async () => {
  server.handler = (seen, response) => (seen.path.startsWith('/api/v1/namespaces/ns/')
    ? (json(response, 200, { metadata: { name: seen.method } }) ?? true)
    : undefined);
  const ref = { apiVersion: 'v1', kind: 'ConfigMap', namespace: 'ns', name: 'a' };
  const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', namespace: 'ns' } };
  await shared.get(ref);
  await shared.apply(object, { fieldManager: 'm', force: true });
  await shared.patch(ref, [], 'm');
  await shared.delete(ref, { uid: 'u' });
  await shared.create?.(object, { fieldManager: 'm' });
  await expect(shared.resolve('v1', 'ConfigMap')).resolves.toMatchObject({ resource: 'configmaps' });
  await expect(shared.kinds()).resolves.toHaveLength(2);
  expect(cluster.requests()).toEqual({ discovery: 2, get: 1, patch: 2, delete: 1, create: 1 });
  expect(shared.lane('x').origin).toBe(cluster.origin);
});

test.each([1, 2, 3, 4, 5])('whatever happens, observers end up with what there is, and never see an older state after a newer one (seed %i)', async (seed) => {
  let state = seed * 7919;
  const random = (n: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * n);
  };
  const values = ['one', 'two', 'three'];
  const namespaces = ['ns', 'other'];
  configMaps.watchList = random(3) > 0;
  configMaps.beforeList = configMaps.afterRead = () => (random(2) === 0
    ? new Promise((resolve) => setTimeout(resolve, random(4)))
    : undefined);
  const observers: { seen: ReturnType<typeof view>; selector: string; namespace: string | undefined; close(): void }[] = [];
  for (let round = 0; round < 300; round += 1) {
    const name = `o${random(8)}`;
    const namespace = namespaces[random(2)] ?? 'ns';
    const action = random(20);
    if (action < 9) configMaps.put(name, { app: random(6) === 0 ? undefined : values[random(3)], round: String(round) }, namespace);
    else if (action < 13) configMaps.remove(name, namespace);
    else if (action < 14) configMaps.cut();
    else if (action < 15) configMaps.compact();
    else if (action < 16) configMaps.bookmark();
    else if (action < 19) {
      const selector = random(4) === 0 ? 'app' : `app=${values[random(3)]}`;
      const where = random(2) === 0 ? namespaces[random(2)] : undefined;
      const seen = view();
      observers.push({ seen, selector, namespace: where, ...shared.observe(of(selector, where), seen) });
    } else if (observers.length > 3) observers.splice(random(observers.length), 1)[0]?.close();
    if (random(2) === 0) await new Promise((resolve) => setTimeout(resolve, random(3)));
  }
  configMaps.put('last', { app: 'one' });
  const wrong = (): unknown[] =>
    observers
      .filter(({ seen, selector, namespace }) => seen.syncs === 0 || seen.lines().join() !== configMaps.view(selector, namespace).join())
      .map(({ seen, selector, namespace }) => [selector, namespace, seen.syncs, seen.lines(), configMaps.view(selector, namespace)]);
  await until(() => wrong().length === 0, wrong);
  expect(observers.length).toBeGreaterThan(5);
  expect(observers.flatMap(({ seen }) => seen.broken)).toEqual([]);
});
