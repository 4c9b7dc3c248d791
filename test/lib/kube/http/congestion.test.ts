import { Client } from '../../../../lib/kube/http/client';
import { defaultTiming, pauseBefore } from '../../../../lib/kube/timing';
import { COLLECTION, configMap, FakeServer, fast, fixedCredentials, json, status } from '../fake-server';

/** What a server that is too busy is spared. */
let server: FakeServer;
let client: Client;
beforeEach(async () => {
  server = await FakeServer.start();
  client = new Client({ server: server.url, namespace: 'default', tls: {}, credentials: fixedCredentials({}), origin: 'a test' }, { ...fast, attempts: 1, answerMs: 100 });
});
afterEach(async () => {
  client.close();
  await server.stop();
});

const read = { method: 'GET', path: COLLECTION, verb: 'get', repeatable: true } as const;

test.each([429, 503, 504])('an answer %i halves what may be under way at once', async (code) => {
  server.handler = (_seen, response) => json(response, code, status(code, 'x')) ?? true;
  await client.send(read);
  expect(client.limiter.limit).toBe(4);
});

test('so does an answer that does not come in time', async () => {
  server.handler = () => true;
  await client.send(read);
  expect(client.limiter.limit).toBe(4);
});

test.each([404, 409, 500, 502])('an answer %i does not: it says nothing about how busy the server is', async (code) => {
  server.handler = (_seen, response) => json(response, code, status(code, 'x')) ?? true;
  await client.send(read);
  expect(client.limiter.limit).toBe(8);
});

describe('Retry-After', () => {
  const timing = (random: number) => ({ ...defaultTiming, random: () => random });

  test('is the least that is waited, plus up to a quarter, so that clients do not all come back at once', () => {
    expect([0, 0.5, 0.999].map((random) => pauseBefore(1, 8, timing(random)))).toEqual([8_000, 9_000, 9_998]);
  });

  test('is bounded', () => {
    expect(pauseBefore(1, 3_600, timing(0.5))).toBe(30_000);
  });

  test('is obeyed by requests', async () => {
    server.handler = (_seen, response, n) => (n === 1 ? json(response, 429, status(429, 'x'), { 'retry-after': '1' }) : json(response, 200, configMap('a', '1'))) ?? true;
    const patient = server.cluster({}, { pauseCapMs: 60_000 });
    server.handler = ((answer) => (seen, response, n) => (seen.path.startsWith('/apis') || seen.path === '/api' ? undefined : answer(seen, response, n)))(server.handler);
    await patient.resolve('v1', 'ConfigMap');
    const started = Date.now();
    await expect(patient.get({ apiVersion: 'v1', kind: 'ConfigMap', namespace: 'ns', name: 'a' })).resolves.toMatchObject({ type: 'object' });
    expect(Date.now() - started).toBeGreaterThanOrEqual(1_000);
  });

  test.each([
    ['Wed, 21 Oct 2015 07:28:00 GMT', 2],
    ['-5', 2],
    ['soon', 2],
    ['', 2],
  ])('"%s" does no harm', async (value, requests) => {
    server.handler = (seen, response, n) => (seen.path === COLLECTION ? (json(response, n === 1 ? 429 : 200, configMap('a', '1'), { 'retry-after': value }) ?? true) : undefined);
    await server.cluster().list({ apiVersion: 'v1', kind: 'ConfigMap', namespace: 'ns' });
    expect(server.count('GET', COLLECTION)).toBe(requests);
  });
});

test('lanes take turns on the wire; an urgent one passes a long queue', async () => {
  const order: string[] = [];
  const waiting: (() => void)[] = [];
  let released = false;
  server.handler = (seen, response) => {
    if (!seen.path.startsWith(COLLECTION)) return undefined;
    const name = seen.path.slice(COLLECTION.length + 1);
    order.push(name);
    const answer = (): void => json(response, 200, configMap(name, '1'));
    if (name.startsWith('big') && !released) waiting.push(answer);
    else answer();
    return true;
  };
  const cluster = server.cluster({}, { answerMs: 20_000 });
  const ref = (name: string) => ({ apiVersion: 'v1', kind: 'ConfigMap', namespace: 'ns', name });
  await cluster.resolve('v1', 'ConfigMap');
  const big = cluster.lane('big');
  const all = Array.from({ length: 100 }, (_, i) => big.get(ref(`big-${i}`)));
  const small = cluster.lane('small').get(ref('small'));
  const lease = cluster.lane('lease', { urgent: true }).get(ref('lease'));
  while (waiting.length < 8) await new Promise((resolve) => setTimeout(resolve, 2));
  await lease;
  expect(order.filter((name) => name.startsWith('small'))).toEqual([]);
  released = true;
  for (const answer of waiting) answer();
  await Promise.all([...all, small]);
  expect(order.indexOf('lease')).toBeLessThanOrEqual(8);
  expect(order.indexOf('small')).toBeLessThan(40);
});
