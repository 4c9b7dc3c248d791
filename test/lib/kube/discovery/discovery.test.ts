import { configMap, FakeServer, group, json, recorder, status } from '../fake-server';

let server: FakeServer;
beforeEach(async () => {
  server = await FakeServer.start();
});
afterEach(() => server.stop());

test('two requests tell every kind', async () => {
  server.groups = [group('apps', 'v1', ['Deployment', 'deployments']), group('x.io', 'v1', ['Widget', 'widgets', 'Cluster'])];
  const cluster = server.cluster();
  await expect(cluster.resolve('x.io/v1', 'Widget')).resolves.toMatchObject({ resource: 'widgets', namespaced: false });
  await expect(cluster.resolve('apps/v1', 'Deployment')).resolves.toMatchObject({ resource: 'deployments', namespaced: true });
  expect((await cluster.kinds()).map(({ kind }) => kind).sort()).toEqual(['ConfigMap', 'Deployment', 'Namespace', 'Widget']);
  expect(cluster.requests()).toEqual({ discovery: 2 });
});

test('a kind that is missing is looked for once more, after the question', async () => {
  const cluster = server.cluster();
  await expect(cluster.resolve('x.io/v1', 'Widget')).resolves.toBeUndefined();
  server.groups = [group('x.io', 'v1', ['Widget', 'widgets'])];
  await expect(cluster.resolve('x.io/v1', 'Widget')).resolves.toMatchObject({ resource: 'widgets' });
  expect(cluster.requests()).toEqual({ discovery: 4 });
});

test('many questions at once share the refreshes, which keep a distance', async () => {
  const cluster = server.cluster({}, { discoveryMs: 40 });
  // Distances are those of the starts: a slow answer shortens the pause after it.
  const started = Date.now();
  await cluster.kinds();
  await Promise.all(Array.from({ length: 50 }, (_, i) => cluster.resolve('x.io/v1', `Kind${i}`)));
  await cluster.resolve('x.io/v1', 'Last');
  expect(cluster.requests()['discovery']).toBe(6);
  expect(Date.now() - started).toBeGreaterThanOrEqual(75);
});

test('a machine whose clock is set back an hour does not wait an hour for a kind', async () => {
  const cluster = server.cluster();
  await cluster.kinds();
  const back = Date.now() - 3_600_000;
  const clock = jest.spyOn(Date, 'now').mockReturnValue(back);
  server.groups = [group('x.io', 'v1', ['Widget', 'widgets'])];
  await expect(cluster.resolve('x.io/v1', 'Widget')).resolves.toBeDefined();
  clock.mockRestore();
});

test('an unchanged document is not sent again', async () => {
  server.handler = (seen, response) => {
    if (seen.path !== '/apis') return undefined;
    if (seen.headers['if-none-match'] === '"1"') return response.writeHead(304).end();
    return json(response, 200, { items: [group('x.io', 'v1', ['Widget', 'widgets'])] }, { etag: '"1"' }) ?? true;
  };
  const cluster = server.cluster();
  await cluster.kinds();
  await expect(cluster.resolve('x.io/v1', 'Other')).resolves.toBeUndefined();
  await expect(cluster.resolve('x.io/v1', 'Widget')).resolves.toBeDefined();
  expect(server.seen.filter(({ headers }) => headers['if-none-match'] === '"1"')).toHaveLength(1);
});

test('servers without aggregated discovery are asked the older way; a broken group hides no other', async () => {
  server.handler = (seen, response) => {
    const documents: Record<string, object> = {
      '/api': { kind: 'APIVersions', versions: ['v1'] },
      '/apis': {
        kind: 'APIGroupList',
        groups: [
          { name: 'apps', versions: [{ groupVersion: 'apps/v1' }] },
          { name: 'down.io', versions: [{ groupVersion: 'down.io/v1' }] },
        ],
      },
      '/api/v1': { resources: [
        { name: 'pods', namespaced: true, kind: 'Pod', verbs: ['list'] },
        { name: 'pods/log', namespaced: true, kind: 'Pod', verbs: ['get'] },
      ] },
      '/apis/apps/v1': { resources: [{ name: 'deployments', namespaced: true, kind: 'Deployment', verbs: ['list'] }] },
    };
    const document = documents[seen.path];
    if (document) return json(response, 200, document) ?? true;
    return seen.path === '/apis/down.io/v1' ? (json(response, 503, status(503, 'ServiceUnavailable')) ?? true) : undefined;
  };
  await expect(server.cluster().kinds()).resolves.toEqual([
    { apiVersion: 'apps/v1', kind: 'Deployment', resource: 'deployments', namespaced: true, verbs: ['list'] },
    { apiVersion: 'v1', kind: 'Pod', resource: 'pods', namespaced: true, verbs: ['list'] },
  ]);
});

test('when discovery itself fails, a kind is not called unserved', async () => {
  server.handler = (_seen, response) => json(response, 403, status(403, 'Forbidden', 'no discovery for you')) ?? true;
  const ref = { apiVersion: 'v1', kind: 'ConfigMap', namespace: 'ns', name: 'a' };
  await expect(server.cluster().get(ref)).resolves.toMatchObject({ type: 'refused', status: { code: 403 } });
});

test('a kind whose path has gone is looked up again before its next use', async () => {
  server.groups = [group('x.io', 'v1', ['Widget', 'widgets'])];
  const cluster = server.cluster();
  const ref = { apiVersion: 'x.io/v1', kind: 'Widget', namespace: 'ns', name: 'a' };
  await expect(cluster.get(ref)).resolves.toEqual({ type: 'unserved' });
  server.groups = [];
  await expect(cluster.get(ref)).resolves.toEqual({ type: 'unserved' });
  expect(server.count('GET', '/apis/x.io/v1/namespaces/ns/widgets/a')).toBe(1);
  server.groups = [group('x.io', 'v1', ['Widget', 'things'])];
  server.handler = (seen, response) => (seen.path.endsWith('/things/a') ? (json(response, 200, configMap('a', '1')) ?? true) : undefined);
  await expect(cluster.get(ref)).resolves.toMatchObject({ type: 'object' });
});

describe('a version whose own server does not answer (stale)', () => {
  const widget = { apiVersion: 'x.io/v1', kind: 'Widget', namespace: 'ns', name: 'a' };
  const stale = { metadata: { name: 'x.io' }, versions: [{ version: 'v1', freshness: 'Stale' }] };

  test('has kinds that are unknown, not absent: no answer says "not served"', async () => {
    server.groups = [stale, group('y.io', 'v1', ['Thing', 'things'])];
    const cluster = server.cluster();
    await expect(cluster.get(widget)).resolves.toMatchObject({ type: 'lost', message: expect.stringContaining('x.io/v1') });
    await expect(cluster.resolve('x.io/v1', 'Widget')).rejects.toMatchObject({
      code: 'server-failed',
      hint: expect.stringContaining('APIService'),
    });
    const seen = recorder();
    cluster.observe({ apiVersion: 'x.io/v1', kind: 'Widget' }, seen);
    await seen.reached('lost retrying');
    // The others are not touched by it.
    await expect(cluster.resolve('y.io/v1', 'Thing')).resolves.toMatchObject({ resource: 'things' });
    await expect(cluster.resolve('x.io/v2', 'Widget')).resolves.toBeUndefined();
    await expect(cluster.kinds()).resolves.toContainEqual(expect.objectContaining({ kind: 'Thing' }));
  });

  test('keeps the kinds that were known before: requests hear from that server itself', async () => {
    server.groups = [group('x.io', 'v1', ['Widget', 'widgets'])];
    const cluster = server.cluster();
    await cluster.kinds();
    server.groups = [stale];
    server.handler = (seen, response) => (seen.path.startsWith('/apis/x.io/')
      ? (json(response, 503, status(503, 'ServiceUnavailable')) ?? true)
      : undefined);
    await expect(cluster.resolve('z.io/v1', 'Other')).resolves.toBeUndefined();
    await expect(cluster.get(widget)).resolves.toMatchObject({ type: 'refused', status: { code: 503 } });
    server.groups = [];
    server.handler = () => undefined;
    await expect(cluster.get(widget)).resolves.toEqual({ type: 'unserved' });
  });

  test('is reported by servers without aggregated discovery with 503', async () => {
    server.handler = (seen, response) => {
      const documents: Record<string, object> = {
        '/api': { kind: 'APIVersions', versions: [] },
        '/apis': {
          kind: 'APIGroupList',
          groups: [{ name: 'x.io', versions: [{ groupVersion: 'x.io/v1' }] }, { name: 'y.io', versions: [{ groupVersion: 'y.io/v1' }] }],
        },
      };
      const document = documents[seen.path];
      if (document) return json(response, 200, document) ?? true;
      return seen.path === '/apis/x.io/v1' ? (json(response, 503, status(503, 'ServiceUnavailable')) ?? true) : undefined;
    };
    const cluster = server.cluster();
    await expect(cluster.get(widget)).resolves.toMatchObject({ type: 'lost' });
    await expect(cluster.get({ ...widget, apiVersion: 'y.io/v1' })).resolves.toEqual({ type: 'unserved' });
  });
});
