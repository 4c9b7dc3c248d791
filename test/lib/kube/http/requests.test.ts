import { gzipSync } from 'node:zlib';
import type { Credentials } from '../../../../lib/kube/auth/identity';
import { configMap, COLLECTION, FakeServer, group, json, status } from '../fake-server';

const ref = { apiVersion: 'v1', kind: 'ConfigMap', namespace: 'ns', name: 'a' };
const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', namespace: 'ns' } };
const path = `${COLLECTION}/a`;
const apply = { fieldManager: 'm', force: false };

let server: FakeServer;
beforeEach(async () => {
  server = await FakeServer.start();
});
afterEach(() => server.stop());

/** Answers requests for the object with these, in order; the last one again and again. */
function answers(...list: [status: number, body: unknown, headers?: Record<string, string>][]): void {
  server.handler = (seen, response, n) => {
    if (!seen.path.startsWith(COLLECTION)) return undefined;
    const [code, body, headers] = list[Math.min(n, list.length) - 1] ?? [500, {}];
    if (typeof body === 'string') return response.writeHead(code, headers).end(body);
    json(response, code, body, headers);
    return true;
  };
}

describe('what is sent', () => {
  test('an apply is one strict server-side apply with a JSON body', async () => {
    answers([201, configMap('a', '1')]);
    const answer = await server.cluster().apply(object, { fieldManager: 'me/x', force: true, dryRun: true });
    expect(answer).toMatchObject({ type: 'object', created: true, object: { metadata: { resourceVersion: '1' } } });
    const sent = server.seen.at(-1);
    expect(sent).toMatchObject({ method: 'PATCH', path, body: JSON.stringify(object) });
    expect(Object.fromEntries(sent?.query ?? [])).toEqual({ fieldManager: 'me/x', force: 'true', fieldValidation: 'Strict', dryRun: 'All' });
    expect(sent?.headers).toMatchObject({ 'content-type': 'application/apply-patch+yaml', 'user-agent': expect.stringMatching(/^boxcutter\//) });
  });

  test('a delete names uid, version and propagation in its body', async () => {
    answers([200, { kind: 'Status', status: 'Success' }]);
    await expect(server.cluster().delete(ref, { uid: 'u', resourceVersion: '7', propagation: 'Foreground' })).resolves.toEqual({ type: 'gone' });
    expect(JSON.parse(server.seen.at(-1)?.body ?? '')).toEqual({
      apiVersion: 'v1', kind: 'DeleteOptions', preconditions: { uid: 'u', resourceVersion: '7' }, propagationPolicy: 'Foreground',
    });
  });

  test('names with colons and slashes of paths survive', async () => {
    server.groups = [group('rbac.authorization.k8s.io', 'v1', ['ClusterRole', 'clusterroles', 'Cluster'])];
    await server.cluster().get({ apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', name: 'system:My/Role' });
    expect(decodeURIComponent(server.seen.at(-1)?.path ?? '')).toBe('/apis/rbac.authorization.k8s.io/v1/clusterroles/system:My/Role');
  });

  test('the path of the server address is kept, and impersonation is sent', async () => {
    answers([200, {}]);
    const cluster = server.cluster({ server: `${server.url}/k8s/c-1`, impersonate: { user: 'eve', groups: ['a', 'b'] } });
    await cluster.get(ref);
    expect(server.seen[0]?.path).toMatch(/^\/k8s\/c-1\/api/);
    expect(server.seen[0]?.headers).toMatchObject({ 'impersonate-user': 'eve', 'impersonate-group': 'a, b' });
  });

  test('a namespaced kind without namespace is a mistake of the caller', async () => {
    await expect(server.cluster().get({ apiVersion: 'v1', kind: 'ConfigMap', name: 'a' })).rejects.toMatchObject({ code: 'namespace-required' });
  });

  test('connections are kept: a hundred requests, few connections', async () => {
    answers([200, configMap('a', '1')]);
    const cluster = server.cluster();
    for (let round = 0; round < 10; round += 1) await Promise.all(Array.from({ length: 10 }, () => cluster.get(ref)));
    expect(server.connections).toBeLessThanOrEqual(12);
    expect(cluster.requests()).toEqual({ discovery: 2, get: 100 });
  });
});

describe('what answers mean', () => {
  test.each([
    ['get of a missing object', 'get', 404, status(404, 'NotFound', 'configmaps "a" not found'), { type: 'gone' }],
    ['get where the path is unknown', 'get', 404, '404 page not found\n', { type: 'unserved' }],
    ['apply into a missing namespace', 'apply', 404, status(404, 'NotFound', 'namespaces "ns" not found'), { type: 'refused', status: { code: 404 } }],
    ['apply where the path is unknown', 'apply', 404, '404 page not found\n', { type: 'unserved' }],
    ['apply that conflicts', 'apply', 409, status(409, 'Conflict', 'x', { details: { causes: [{ reason: 'FieldManagerConflict', field: '.a' }] } }),
      { type: 'refused', status: { code: 409, causes: [{ reason: 'FieldManagerConflict', field: '.a' }] } }],
    ['apply of an unknown field (500)', 'apply', 500, status(500, '', 'failed to create typed patch object (x): field not declared'), { type: 'refused', status: { code: 500 } }],
    ['apply that cannot be converted (500)', 'apply', 500, status(500, '', 'failed to convert new object (x) to smd typed'), { type: 'refused' }],
    ['apply with a webhook that times out', 'apply', 500, status(500, 'InternalError', 'failed calling webhook "w": context deadline exceeded'), { type: 'refused' }],
    ['apply when etcd timed out', 'apply', 500, status(500, 'InternalError', 'etcdserver: request timed out'), { type: 'lost', message: 'etcdserver: request timed out' }],
    ['apply after the deadline of the server', 'apply', 504, status(504, 'Timeout', 'request did not complete'), { type: 'lost' }],
    ['apply through a broken proxy', 'apply', 502, '<html><h1>Bad Gateway</h1></html>', { type: 'lost', message: 'HTTP status 502: Bad Gateway' }],
    ['delete of a missing object', 'delete', 404, status(404, 'NotFound'), { type: 'gone' }],
    ['delete of another object', 'delete', 409, status(409, 'Conflict'), { type: 'refused', status: { code: 409 } }],
    ['delete that waits for finalizers', 'delete', 200, configMap('a', '2', { deletionTimestamp: '2026-01-01T00:00:00Z' }), { type: 'object' }],
    ['delete that answers the object as it was', 'delete', 200, configMap('a', '2'), { type: 'gone' }],
    ['patch of a missing object', 'patch', 404, status(404, 'NotFound'), { type: 'gone' }],
    ['patch whose test fails', 'patch', 422, status(422, 'Invalid'), { type: 'refused', status: { code: 422 } }],
  ] as const)('%s', async (_name, verb, code, body, expected) => {
    answers([code, body]);
    const cluster = server.cluster();
    const answer = verb === 'get' ? cluster.get(ref)
      : verb === 'apply' ? cluster.apply(object, apply)
      : verb === 'delete' ? cluster.delete(ref, { uid: 'u' })
      : cluster.patch(ref, [], 'm');
    await expect(answer).resolves.toMatchObject(expected);
    expect(server.count(server.seen.at(-1)?.method ?? '', path)).toBe(1);
  });
});

describe('repetition', () => {
  test('a read is repeated after 503 and 429', async () => {
    answers([503, 'starting'], [429, status(429, 'TooManyRequests'), { 'retry-after': '0' }], [200, configMap('a', '1')]);
    await expect(server.cluster().get(ref)).resolves.toMatchObject({ type: 'object' });
    expect(server.count('GET', path)).toBe(3);
  });

  test('a read gives up after five attempts', async () => {
    answers([429, status(429, 'TooManyRequests', 'slow down'), { 'retry-after': '0' }]);
    await expect(server.cluster().get(ref)).resolves.toMatchObject({ type: 'refused', status: { code: 429, message: 'slow down', retryAfterSeconds: 0 } });
    expect(server.count('GET', path)).toBe(5);
  });

  test('a write is repeated after 429, which is answered before anything happens', async () => {
    answers([429, 'too many'], [201, configMap('a', '1')]);
    await expect(server.cluster().apply(object, apply)).resolves.toMatchObject({ type: 'object', created: true });
  });

  test('a write whose answer never comes is lost, not repeated', async () => {
    server.handler = (seen) => (seen.method === 'PATCH' ? true : undefined);
    await expect(server.cluster({}, { answerMs: 50 }).apply(object, apply)).resolves.toEqual({ type: 'lost', message: 'no answer within 0.05 s' });
    expect(server.count('PATCH', path)).toBe(1);
  });

  test('a write whose connection is cut is lost, not repeated', async () => {
    server.handler = (seen, response) => (seen.method === 'PATCH' ? response.destroy() : undefined);
    await expect(server.cluster().apply(object, apply)).resolves.toMatchObject({ type: 'lost' });
    expect(server.count('PATCH', path)).toBe(1);
  });

  test('a write whose answer is cut in the middle is lost', async () => {
    server.handler = (seen, response) => {
      if (seen.method !== 'PATCH') return undefined;
      response.writeHead(200, { 'content-length': '1000' }).write('{"apiVersion"');
      setTimeout(() => response.destroy(), 5);
      return true;
    };
    await expect(server.cluster().apply(object, apply)).resolves.toMatchObject({ type: 'lost' });
  });

  test('a dry run writes nothing and is repeated', async () => {
    answers([504, 'late'], [200, configMap('a', '1')]);
    const cluster = server.cluster();
    await expect(cluster.apply(object, { ...apply, dryRun: true })).resolves.toMatchObject({ type: 'object', created: false });
    expect(cluster.requests()).toMatchObject({ dryRun: 2 });
  });

  test('a write is repeated while the connection cannot even be opened', async () => {
    answers([201, configMap('a', '1')]);
    const cluster = server.cluster({}, { pauseMs: 20, pauseCapMs: 50 });
    await cluster.resolve('v1', 'ConfigMap');
    await server.down();
    const pending = cluster.apply(object, apply);
    await new Promise((resolve) => setTimeout(resolve, 30));
    await server.up();
    await expect(pending).resolves.toMatchObject({ type: 'object', created: true });
    expect(server.count('PATCH', path)).toBe(1);
  });

  test('a write is lost when the connection cannot be opened for long', async () => {
    const cluster = server.cluster();
    await cluster.resolve('v1', 'ConfigMap');
    await server.down();
    await expect(cluster.apply(object, apply)).resolves.toMatchObject({ type: 'lost', message: expect.stringContaining('ECONNREFUSED') });
    expect(cluster.requests()).toMatchObject({ patch: 5 });
    await server.up();
  });
});

test('an answer that stops in the middle is given up', async () => {
  server.handler = (seen, response) => (seen.path === path ? response.writeHead(200, { 'content-length': '1000' }).write('{"apiVersion"') : undefined);
  // The pace asks for so little that silence is what ends it, however busy the machine is.
  const timing = { answerMs: 50, attempts: 2, bodyBytesPerSecond: 1 };
  await expect(server.cluster({}, timing).get(ref)).resolves.toEqual({ type: 'lost', message: 'no answer within 0.05 s' });
  expect(server.count('GET', path)).toBe(2);
});

test('an answer that comes a byte at a time, so that the server is never silent, is given up', async () => {
  server.handler = (seen, response) => {
    if (seen.path !== path) return undefined;
    response.writeHead(200);
    const more = (): void => {
      if (!response.destroyed) response.write(' ', () => setTimeout(more, 2));
    };
    more();
    return true;
  };
  const answer = await server.cluster({}, { answerMs: 60, attempts: 2 }).get(ref);
  expect(answer).toMatchObject({ type: 'lost', message: expect.stringMatching(/^it sends too slowly: \d+ bytes in 0\.1 s$/) as string });
  expect(server.count('GET', path)).toBe(2);
});

describe('concurrency', () => {
  test('never more at once than allowed, and less after 429', async () => {
    let now = 0;
    let most = 0;
    let limited = true;
    server.handler = async (seen, response) => {
      if (!seen.path.startsWith(COLLECTION)) return undefined;
      most = Math.max(most, (now += 1));
      await new Promise((resolve) => setTimeout(resolve, 5));
      now -= 1;
      json(response, limited ? 429 : 200, configMap('a', '1'), { 'retry-after': '0' });
      return true;
    };
    const cluster = server.cluster();
    await Promise.all(Array.from({ length: 40 }, () => cluster.get(ref)));
    expect(most).toBeLessThanOrEqual(8);
    limited = false;
    most = 0;
    await Promise.all(Array.from({ length: 20 }, () => cluster.get(ref)));
    expect(most).toBeLessThanOrEqual(8);
  });
});

describe('lists', () => {
  test('are read in pages, compressed, and items get their type back', async () => {
    server.handler = (seen, response) => {
      if (seen.path !== COLLECTION) return undefined;
      const last = seen.query.get('continue') === 'next';
      const list = { metadata: { resourceVersion: '9', ...(last ? {} : { continue: 'next' }) }, items: [{ metadata: { name: last ? 'b' : 'a' } }] };
      return response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(JSON.stringify(list)));
    };
    const cluster = server.cluster();
    await expect(cluster.list({ ...({ apiVersion: 'v1', kind: 'ConfigMap', namespace: 'ns' }), labelSelector: 'a=b' })).resolves.toEqual({
      resourceVersion: '9',
      objects: [{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } }, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'b' } }],
    });
    expect(server.seen.at(-1)?.query.get('limit')).toBe('500');
    expect(server.seen.at(-1)?.query.get('labelSelector')).toBe('a=b');
    expect(server.seen.at(-1)?.headers['accept-encoding']).toBe('gzip');
  });

  test('start anew when the server has forgotten the page', async () => {
    server.handler = (seen, response, n) => {
      if (seen.path !== COLLECTION) return undefined;
      if (n === 2) return json(response, 410, status(410, 'Expired')) ?? true;
      const list = { metadata: { resourceVersion: String(n), ...(n === 1 ? { continue: 'next' } : {}) }, items: [{ metadata: { name: `a${n}` } }] };
      return json(response, 200, list) ?? true;
    };
    const { objects } = await server.cluster().list({ apiVersion: 'v1', kind: 'ConfigMap', namespace: 'ns' });
    expect(objects.map(({ metadata }) => metadata.name)).toEqual(['a3']);
  });

  test('tell what the server refused', async () => {
    answers([403, status(403, 'Forbidden', 'configmaps is forbidden')]);
    await expect(server.cluster().list({ apiVersion: 'v1', kind: 'ConfigMap', namespace: 'ns' })).rejects.toMatchObject({
      code: 'server-forbidden', message: expect.stringContaining('configmaps is forbidden'),
    });
    await expect(server.cluster().list({ apiVersion: 'x.io/v1', kind: 'X' })).rejects.toMatchObject({ code: 'kind-unserved', category: 'collision' });
  });
});

describe('credentials', () => {
  test('are renewed once after 401', async () => {
    let token = 'old';
    const credentials: Credentials = {
      current: () => Promise.resolve({ authorization: `Bearer ${token}` }),
      renew: () => {
        token = 'new';
        return true;
      },
    };
    server.handler = (seen, response) => {
      if (seen.headers.authorization !== 'Bearer new') return json(response, 401, status(401, 'Unauthorized')) ?? true;
      return seen.path === path ? (json(response, 200, configMap('a', '1')) ?? true) : undefined;
    };
    await expect(server.cluster({ credentials }).get(ref)).resolves.toMatchObject({ type: 'object' });
  });

  test('that stay refused are an answer', async () => {
    answers([401, status(401, 'Unauthorized')]);
    await expect(server.cluster().get(ref)).resolves.toMatchObject({ type: 'refused', status: { code: 401 } });
    expect(server.count('GET', path)).toBe(1);
  });
});

test('after close nothing is sent any more, and what is under way is lost', async () => {
  server.handler = (seen) => (seen.path === path ? true : undefined);
  const cluster = server.cluster();
  const pending = cluster.get(ref);
  await new Promise((resolve) => setTimeout(resolve, 30));
  cluster.close();
  await expect(pending).resolves.toEqual({ type: 'lost', message: 'the connection was closed' });
  await expect(cluster.get(ref)).resolves.toMatchObject({ type: 'lost' });
});
