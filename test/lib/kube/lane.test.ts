/** What each method of a lane sends, and what its answer means. */
import type { KubeObject } from '../../../lib/api';
import type { KubeCluster } from '../../../lib/kube';
import type { Answer } from '../../../lib/engine/ports';
import { COLLECTION, configMap, FakeServer, group, json, status, type Seen } from './fake-server';

let server: FakeServer;
let cluster: KubeCluster;
beforeEach(async () => {
  server = await FakeServer.start();
  server.groups = [group('example.com', 'v1', ['Box', 'boxes', 'Cluster'])];
  cluster = server.cluster();
});
afterEach(() => server.stop());

const object: KubeObject = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', namespace: 'ns' } };
const ref = { apiVersion: 'v1', kind: 'ConfigMap', namespace: 'ns', name: 'a' };
const PATH = `${COLLECTION}/a`;

/** Answers everything but discovery so; gives what was asked. */
async function asked(call: () => Promise<Answer>, code = 200, body: object = configMap('a', '1')): Promise<{ answer: Answer; seen: Seen }> {
  server.handler = (seen, response) => (seen.path === '/api' || seen.path === '/apis' ? undefined : json(response, code, body) ?? true);
  const answer = await call();
  const seen = server.seen.at(-1);
  if (seen === undefined) throw new Error('nothing was asked');
  return { answer, seen };
}

const strict = { fieldValidation: 'Strict' };
test.each<[string, () => Promise<Answer>, string, string, Record<string, string>, string | undefined, string]>([
  ['get', () => cluster.get(ref), 'GET', PATH, {}, undefined, 'get'],
  [
    'apply',
    () => cluster.apply(object, { fieldManager: 'me', force: false }),
    'PATCH',
    PATH,
    { fieldManager: 'me', ...strict },
    'application/apply-patch+yaml',
    'patch',
  ],
  [
    'apply, by force',
    () => cluster.apply(object, { fieldManager: 'me', force: true }),
    'PATCH',
    PATH,
    { fieldManager: 'me', force: 'true', ...strict },
    'application/apply-patch+yaml',
    'patch',
  ],
  [
    'apply, as a dry run',
    () => cluster.apply(object, { fieldManager: 'me', force: false, dryRun: true }),
    'PATCH',
    PATH,
    { fieldManager: 'me', ...strict, dryRun: 'All' },
    'application/apply-patch+yaml',
    'dryRun',
  ],
  [
    'patch',
    () => cluster.patch(ref, [{ op: 'add', path: '/a', value: 1 }], 'me'),
    'PATCH',
    PATH,
    { fieldManager: 'me' },
    'application/json-patch+json',
    'patch',
  ],
  ['delete', () => cluster.delete(ref, { uid: 'u' }), 'DELETE', PATH, {}, 'application/json', 'delete'],
  ['create', () => cluster.create(object), 'POST', COLLECTION, { fieldManager: 'boxcutter', ...strict }, 'application/json', 'create'],
  [
    'create, as a dry run',
    () => cluster.create(object, { fieldManager: 'me', dryRun: true }),
    'POST',
    COLLECTION,
    { fieldManager: 'me', ...strict, dryRun: 'All' },
    'application/json',
    'dryRun',
  ],
  ['replace', () => cluster.replace(object), 'PUT', PATH, { fieldManager: 'boxcutter', ...strict }, 'application/json', 'update'],
  [
    'replace, as a dry run',
    () => cluster.replace(object, { dryRun: true }),
    'PUT',
    PATH,
    { fieldManager: 'boxcutter', ...strict, dryRun: 'All' },
    'application/json',
    'dryRun',
  ],
])('%s', async (_what, call, method, path, query, contentType, verb) => {
  const { answer, seen } = await asked(call);
  expect([seen.method, seen.path, Object.fromEntries(seen.query)]).toEqual([method, path, query]);
  expect(seen.headers['content-type']).toBe(contentType);
  expect(cluster.requests()).toEqual({ discovery: 2, [verb]: 1 });
  // Without deletionTimestamp nothing holds a deleted object back.
  expect(answer).toMatchObject(method === 'DELETE' ? { type: 'gone' } : { type: 'object', created: false });
});

test('delete says which object is meant, and what becomes of those that it owns', async () => {
  const plain = await asked(() => cluster.delete(ref, { uid: 'u' }));
  expect(JSON.parse(plain.seen.body)).toEqual({
    apiVersion: 'v1', kind: 'DeleteOptions', preconditions: { uid: 'u' }, propagationPolicy: 'Background',
  });
  const exact = await asked(() => cluster.delete(ref, { uid: 'u', resourceVersion: '7', propagation: 'Orphan' }));
  expect(JSON.parse(exact.seen.body)).toMatchObject({ preconditions: { uid: 'u', resourceVersion: '7' }, propagationPolicy: 'Orphan' });
});

test('dry runs and reads are sent again, writes are not', async () => {
  const calls: readonly (readonly [string, () => Promise<Answer>, number])[] = [
    ['GET', () => cluster.get(ref), 5],
    ['PATCH', () => cluster.apply(object, { fieldManager: 'me', force: false }), 1],
    ['PUT', () => cluster.replace(object, { dryRun: true }), 5],
    ['POST', () => cluster.create(object), 1],
    ['DELETE', () => cluster.delete(ref, { uid: 'u' }), 1],
  ];
  for (const [method, call, times] of calls) {
    server.seen.splice(0);
    await asked(call, 503, status(503, 'ServiceUnavailable'));
    expect([
      method,
      server.seen.filter((seen) => seen.method === method && seen.path.startsWith(COLLECTION)).length,
    ]).toEqual([method, times]);
  }
});

test('a kind that is not served is said so, without a request for it', async () => {
  const unknown = { apiVersion: 'none.example.com/v1', kind: 'None', name: 'a' };
  expect(await cluster.get(unknown)).toEqual({ type: 'unserved' });
  expect(await cluster.resolve(unknown.apiVersion, unknown.kind)).toBeUndefined();
  expect(server.seen.every(({ path }) => path === '/api' || path === '/apis')).toBe(true);
});

test('a kind that has gone since is forgotten, and asked for again', async () => {
  const box = { apiVersion: 'example.com/v1', kind: 'Box', name: 'a' };
  await cluster.resolve(box.apiVersion, box.kind);
  expect(await cluster.get(box)).toEqual({ type: 'unserved' });
  server.groups = [];
  expect(await cluster.resolve(box.apiVersion, box.kind)).toBeUndefined();
});

test('lists of kinds are those that can be listed; a cluster-scoped kind has no namespace in its path', async () => {
  expect((await cluster.kinds()).map(({ kind }) => kind).sort()).toEqual(['Box', 'ConfigMap', 'Namespace']);
  const { seen } = await asked(() => cluster.get({ apiVersion: 'example.com/v1', kind: 'Box', namespace: 'ns', name: 'a' }));
  expect(seen.path).toBe('/apis/example.com/v1/boxes/a');
});

test('discovery that cannot say is an error, not "not served"', async () => {
  server.handler = (_seen, response) => json(response, 403, status(403, 'Forbidden')) ?? true;
  await expect(cluster.resolve('v1', 'ConfigMap')).rejects.toMatchObject({ code: 'server-forbidden' });
  await expect(cluster.kinds()).rejects.toMatchObject({ code: 'server-forbidden' });
  expect(await cluster.get(ref)).toMatchObject({ type: 'refused', status: { code: 403 } });
});

test('the end of a log as text; a log that cannot be had is none, and is not asked for again', async () => {
  const log = (): Promise<string | undefined> => cluster.podLog({ namespace: 'ns', name: 'a/b' }, 'main', true);
  server.handler = (_seen, response) => {
    response.writeHead(200, { 'content-type': 'text/plain' }).end('no database\n');
    return true;
  };
  expect(await log()).toBe('no database\n');
  const { path, query } = server.seen.at(-1) ?? {};
  expect([path, query?.toString()]).toEqual(['/api/v1/namespaces/ns/pods/a%2Fb/log', 'container=main&tailLines=3&limitBytes=8192&previous=true']);
  let requests = 0;
  server.handler = (_seen, response) => {
    requests += 1;
    return json(response, 502, status(502, 'BadGateway')) ?? true;
  };
  expect([await log(), requests]).toEqual([undefined, 1]);
});

test('lanes share what is known of the server', () => {
  expect(cluster.lane('one').origin).toBe(cluster.origin);
  expect(cluster.lane('one').lane('two', { urgent: true }).origin).toBe(cluster.origin);
});

test('as another user, requests and streams say so; what is asked as oneself does not, and equal users share a stream', async () => {
  const acting = cluster.as({ user: 'system:serviceaccount:shop:web' });
  const { seen } = await asked(() => acting.lane('web').get(ref));
  expect(seen.headers['impersonate-user']).toBe('system:serviceaccount:shop:web');
  expect((await asked(() => cluster.get(ref))).seen.headers['impersonate-user']).toBeUndefined();
  const observer = { changed: () => undefined, removed: () => undefined, synced: () => undefined, failed: () => undefined };
  const scope = { apiVersion: 'v1', kind: 'ConfigMap', namespace: 'ns' };
  const subscriptions = [acting, cluster.as({ user: 'system:serviceaccount:shop:web' }), cluster].map((lane) => lane.observe(scope, observer));
  expect(cluster.streams()).toHaveLength(2);
  for (const subscription of subscriptions) subscription.close();
});

test('the fence of the connection holds for every user that is acted as', async () => {
  cluster.fenceWrites(() => false);
  expect(await cluster.as({ user: 'somebody' }).apply(object, { fieldManager: 'me', force: false })).toMatchObject({ type: 'lost' });
  expect(cluster.mayWrite()).toBe(false);
});
