/** What is sent again, and what is not. */
import { Client, ConnectionFailure, isMistake, retryAfter, type HttpRequest } from '../../../../lib/kube/http';
import type { Timing } from '../../../../lib/kube/timing';
import { fast, FakeServer, fixedCredentials, json } from '../fake-server';

let server: FakeServer;
let client: Client;
beforeEach(async () => {
  server = await FakeServer.start();
  client = make();
});
afterEach(async () => {
  client.close();
  await server.stop();
});

const make = (timing: Partial<Timing> = {}): Client => new Client(
  {
    server: server.url,
    namespace: 'default',
    tls: {},
    credentials: fixedCredentials({}),
    origin: 'a test',
  }, { ...fast, attempts: 3, ...timing },
);
const READ: HttpRequest = { method: 'GET', path: '/x', verb: 'get', repeatable: true };
const WRITE: HttpRequest = { method: 'PATCH', path: '/x', verb: 'patch', repeatable: false, body: '{}' };

test.each<[number, number, number]>([
  // status, attempts of a read, attempts of a write
  [200, 1, 1],
  [404, 1, 1],
  [409, 1, 1],
  [429, 3, 3],
  [500, 1, 1],
  [502, 3, 1],
  [503, 3, 1],
  [504, 3, 1],
])('after %i a read is sent %i times in all, a write %i times', async (status, reads, writes) => {
  server.handler = (_seen, response) => json(response, status, {}) ?? true;
  expect(await client.send(READ)).toMatchObject({ status });
  expect(await client.send(WRITE)).toMatchObject({ status });
  expect([server.count('GET', '/x'), server.count('PATCH', '/x'), client.counts]).toEqual([reads, writes, { get: reads, patch: writes }]);
});

test('a connection that is cut: reads are sent again, writes are not', async () => {
  server.handler = (_seen, response) => response.destroy();
  expect(await client.send(READ)).toMatchObject({ code: 'ECONNRESET', sent: true });
  expect(await client.send(WRITE)).toMatchObject({ code: 'ECONNRESET', sent: true });
  expect([server.count('GET', '/x'), server.count('PATCH', '/x')]).toEqual([3, 1]);
});

test('a connection that cannot be opened: both are tried again; the first contact with a server twice at most', async () => {
  await server.down();
  const outcomes = [
    await client.send(READ),
    await client.send(WRITE),
    await client.send({ ...READ, verb: 'discovery', firstContact: true }),
  ];
  expect(outcomes).toEqual([0, 1, 2].map(() => expect.objectContaining({ code: 'ECONNREFUSED', sent: false }) as unknown));
  expect(client.counts).toEqual({ get: 3, patch: 3, discovery: 2 });
  await server.up();
});

test('an answer that is too large is not asked for again', async () => {
  server.handler = (_seen, response) => response.end('x'.repeat(2_000));
  client.close();
  client = make({ bodyBytes: 1_000 });
  expect(await client.send(READ)).toMatchObject({ code: 'TOO_LARGE' });
  expect(server.count('GET', '/x')).toBe(1);
});

test('once the end has begun, reads are not sent again', async () => {
  server.handler = (_seen, response) => json(response, 503, {}) ?? true;
  client.windDown.begin();
  expect(await client.send(READ)).toMatchObject({ status: 503 });
  expect(server.count('GET', '/x')).toBe(1);
});

test('a stream that is not opened is an answer, and is not asked for again', async () => {
  server.handler = (_seen, response) => json(response, 503, { kind: 'Status' }) ?? true;
  expect(await client.stream(READ, new AbortController().signal)).toMatchObject({ status: 503, body: '{"kind":"Status"}' });
  expect(server.count('GET', '/x')).toBe(1);
});

test.each([
  [400, true], [405, true], [422, true], [401, false], [403, false], [404, false], [410, false], [500, false],
])('%i is a mistake of the request: %s', (status, is) => {
  expect(isMistake({ status, headers: {}, body: '' })).toBe(is);
});

test('a failure is no mistake, and asks for no pause', () => {
  const failure = new ConnectionFailure('cut', true, 'ECONNRESET');
  expect([isMistake(failure), retryAfter(failure)]).toEqual([false, undefined]);
});

test.each([
  ['7', 7], ['0', 0], ['soon', undefined], [undefined, undefined], ['Thu, 01 Jan 1970 00:00:00 GMT', 0], ['-5', expect.any(Number)],
])('Retry-After: %s is %s seconds', (header, seconds) => {
  expect(retryAfter({ status: 429, headers: header === undefined ? {} : { 'retry-after': header }, body: '' })).toEqual(seconds);
});

test('Retry-After as a date counts from now', () => {
  const date = new Date(Date.now() + 60_000).toUTCString();
  const seconds = retryAfter({ status: 429, headers: { 'retry-after': date }, body: '' }) ?? 0;
  expect(seconds).toBeGreaterThan(50);
  expect(seconds).toBeLessThanOrEqual(60);
});
