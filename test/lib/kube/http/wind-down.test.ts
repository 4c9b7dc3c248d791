/**
 * The orderly end: a server that takes requests and never answers must not keep anybody waiting, one that is well must not lose a write.
 */
import type { KubeCluster } from '../../../../lib/kube';
import { COLLECTION, configMap, configMaps, FakeServer, json, type Handler } from '../fake-server';

const ref = { apiVersion: 'v1', kind: 'ConfigMap', namespace: 'ns', name: 'a' };
const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', namespace: 'ns' } };
const path = `${COLLECTION}/a`;
const apply = { fieldManager: 'm', force: false };
const LOST = { type: 'lost', message: 'it was broken off before there was an answer' };

let server: FakeServer;
let cluster: KubeCluster;
/** Resolves when the server has so many requests for objects. */
let arrived: (count: number) => Promise<void>;

beforeEach(async () => {
  server = await FakeServer.start();
});
afterEach(() => server.stop());

async function begin(handler: Handler, grace = { readGraceMs: 30, writeGraceMs: 100 }): Promise<void> {
  let count = 0;
  let look = (): void => undefined;
  arrived = (wanted) => new Promise((resolve) => {
    look = () => count >= wanted && resolve();
    look();
  });
  server.handler = (seen, response, n) => {
    if (!seen.path.startsWith(COLLECTION)) return undefined;
    count += 1;
    look();
    return handler(seen, response, n);
  };
  cluster = server.cluster({}, { answerMs: 60_000, ...grace });
  await cluster.resolve('v1', 'ConfigMap');
}

const hang: Handler = () => true;
const answer: Handler = (_seen, response) => json(response, 200, configMap('a', '2')) ?? true;

test('reads, lists and dry runs that hang are broken off, and not repeated', async () => {
  await begin(hang);
  const listed = cluster.list(configMaps).catch((error: { code: string }) => error.code);
  const under = [cluster.get(ref), cluster.apply(object, { ...apply, dryRun: true }), listed];
  await arrived(3);
  cluster.windDown();
  await expect(Promise.all(under)).resolves.toEqual([LOST, LOST, 'connection-closed']);
  expect(server.count('GET', path)).toBe(1);
});

test('a read in the middle of its answer is broken off as well', async () => {
  await begin((_seen, response) => response.writeHead(200, { 'content-length': '1000' }).write('{"apiVersion"'));
  const read = cluster.get(ref);
  await arrived(1);
  await new Promise((resolve) => setTimeout(resolve, 10));
  cluster.windDown();
  await expect(read).resolves.toEqual(LOST);
});

test('what was broken off stays so when everything is over before it is reported', async () => {
  await begin((_seen, response) => response.writeHead(200, { 'content-length': '1000' }).write('{"apiVersion"'), { readGraceMs: 1, writeGraceMs: 1 });
  const read = cluster.get(ref);
  await arrived(1);
  await new Promise((resolve) => setTimeout(resolve, 10));
  cluster.windDown();
  // The process is held up until the time of both is past.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
  await expect(read).resolves.toEqual(LOST);
});

test('reads that wait for room are broken off with those that take it', async () => {
  await begin(hang);
  const reads = Array.from({ length: 40 }, () => cluster.get(ref));
  await arrived(8);
  cluster.windDown();
  await expect(Promise.all(reads)).resolves.toEqual(Array.from({ length: 40 }, () => LOST));
  expect(server.count('GET', path)).toBe(8);
});

test('a read that waits to be repeated ends with what it has', async () => {
  await begin((_seen, response) => json(response, 503, {}, { 'retry-after': '60' }) ?? true);
  const slow = server.cluster({}, { pauseCapMs: 60_000, readGraceMs: 10 });
  const read = slow.get(ref);
  await arrived(1);
  await new Promise((resolve) => setTimeout(resolve, 10));
  slow.windDown();
  await expect(read).resolves.toMatchObject({ type: 'refused', status: { code: 503 } });
  slow.close();
});

test('of what comes later, writes and the reads that go with them are answered; lists and dry runs are not even sent', async () => {
  await begin(answer, { readGraceMs: 3_000, writeGraceMs: 3_000 });
  cluster.windDown();
  await expect(cluster.get(ref)).resolves.toMatchObject({ type: 'object' });
  await expect(cluster.replace(object)).resolves.toMatchObject({ type: 'object' });
  await expect(cluster.apply(object, { ...apply, dryRun: true })).resolves.toMatchObject({ type: 'lost' });
  await expect(cluster.list(configMaps)).rejects.toMatchObject({ code: 'connection-closed' });
  expect(server.seen.filter((seen) => seen.path.startsWith(COLLECTION)).map(({ method }) => method)).toEqual(['GET', 'PUT']);
});

test('a write that is slow is waited for, under way or later', async () => {
  await begin(async (seen, response, n) => {
    await new Promise((resolve) => setTimeout(resolve, 100));
    return answer(seen, response, n);
  }, { readGraceMs: 1, writeGraceMs: 3_000 });
  const under = cluster.replace(object);
  await arrived(1);
  cluster.windDown();
  await expect(Promise.all([under, cluster.replace(object)])).resolves.toMatchObject([{ type: 'object' }, { type: 'object' }]);
});

test('a write that hangs is lost after its grace, and in the end everything is closed', async () => {
  await begin(hang, { readGraceMs: 10, writeGraceMs: 40 });
  const under = cluster.replace(object);
  await arrived(1);
  cluster.windDown();
  await expect(under).resolves.toEqual(LOST);
  await expect(cluster.replace(object)).resolves.toMatchObject({ type: 'lost' });
  await new Promise((resolve) => setTimeout(resolve, 60));
  await expect(cluster.replace(object)).resolves.toEqual({ type: 'lost', message: 'the connection was closed' });
  expect(server.count('PUT', path)).toBe(2);
});

test('that a kind is not served is not said when the server did not tell', async () => {
  await begin(hang);
  server.handler = (seen) => (seen.path.startsWith('/api') ? true : undefined);
  const asked = Promise.allSettled([cluster.resolve('example.com/v1', 'Widget'), cluster.list({ apiVersion: 'example.com/v1', kind: 'Gadget' })]);
  await new Promise((resolve) => setTimeout(resolve, 20));
  cluster.windDown();
  await expect(asked).resolves.toMatchObject([{ reason: { code: 'connection-closed' } }, { reason: { code: 'connection-closed' } }]);
});

test('it begins when nobody holds the connection open any more', async () => {
  await begin(answer);
  const [first, second] = [cluster.holdOpen(), cluster.lane('other').holdOpen()];
  cluster.windDown();
  await expect(cluster.list(configMaps)).resolves.toMatchObject({ resourceVersion: expect.any(String) });
  first();
  first();
  await expect(cluster.apply(object, { ...apply, dryRun: true })).resolves.toMatchObject({ type: 'object' });
  second();
  await expect(cluster.apply(object, { ...apply, dryRun: true })).resolves.toMatchObject({ type: 'lost' });
});

test('what was held open and is not asked to end goes on', async () => {
  await begin(answer);
  cluster.holdOpen()();
  await expect(cluster.apply(object, { ...apply, dryRun: true })).resolves.toMatchObject({ type: 'object' });
});
