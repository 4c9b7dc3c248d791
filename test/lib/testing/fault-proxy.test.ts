/**
 * Every fault of the proxy, in front of a small server that counts what reaches it. What callers make of them is tested elsewhere.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import http, { type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startFaultProxy, statusOf, type CannedAnswer, type Fault, type FaultProxy, type FaultProxyOptions } from '../../../lib/testing';

const OBJECT = '/api/v1/namespaces/ns/configmaps/a';
const COLLECTION = '/api/v1/namespaces/ns/configmaps';
const WATCH = `${COLLECTION}?watch=1&sendInitialEvents=true`;

/** Counts what it gets; answers a counter, or the events of a watch that it is told. */
class Upstream {
  readonly seen: { method: string; path: string; headers: IncomingHttpHeaders; body: string }[] = [];
  private readonly watches = new Set<ServerResponse>();
  private readonly arrivals = new Set<() => void>();
  items: readonly object[] = [];
  private readonly server = http.createServer((request, response) => void this.answer(request, response));

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const path = request.url ?? '';
    this.seen.push({ method: request.method ?? '', path, headers: request.headers, body });
    if (path.includes('watch=1')) {
      this.watches.add(response);
      response.writeHead(200, { 'content-type': 'application/json' });
      response.flushHeaders();
    } else if (path.startsWith(`${COLLECTION}/`)) {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ kind: 'ConfigMap', n: this.seen.length }));
    } else {
      const list = { kind: 'ConfigMapList', apiVersion: 'v1', metadata: { resourceVersion: String(this.seen.length) }, items: this.items };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(list));
    }
    for (const look of this.arrivals) look();
  }

  /** Resolves when so many requests have arrived. */
  async arrived(count: number): Promise<void> {
    if (this.seen.length >= count) return;
    await new Promise<void>((resolve) => {
      const look = (): void => void (this.seen.length >= count && resolve());
      this.arrivals.add(look);
    });
  }

  event(type: string, resourceVersion: string): void {
    for (const watch of this.watches) watch.write(`${JSON.stringify({ type, object: { metadata: { resourceVersion } } })}\n`);
  }

  stop(): void {
    this.server.close();
    this.server.closeAllConnections();
  }
}

interface Heard {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

const agent = new http.Agent();
let upstream: Upstream;
let address: string;
let proxy: FaultProxy;
beforeEach(async () => {
  upstream = new Upstream();
  address = await upstream.start();
});
afterEach(async () => {
  await proxy.close();
  upstream.stop();
});

async function start(fault?: Fault, options: Partial<FaultProxyOptions> = {}): Promise<void> {
  proxy = await startFaultProxy({
    target: { server: address },
    ...(fault === undefined ? {} : { rules: [{ match: { resource: 'configmaps' }, nth: 1, fault }] }),
    ...options,
  });
}

/** The whole answer, or the code of what happened to the connection. */
async function ask(method = 'GET', path = OBJECT, signal?: AbortSignal): Promise<Heard | string> {
  return new Promise((resolve) => {
    const fail = (error: NodeJS.ErrnoException): void => resolve(error.code ?? error.name);
    const body = method === 'GET' ? '' : '{"metadata":{"name":"a"}}';
    const headers = { 'content-length': body.length };
    const request = http.request(proxy.url + path, { method, agent, headers, ...(signal === undefined ? {} : { signal }) }, (response) => {
      let text = '';
      response.on('data', (chunk) => (text += String(chunk)));
      response.on('error', fail);
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }));
    });
    request.on('error', fail);
    request.end(body);
  });
}

/** A watch, and what has come of it so far as `TYPE version`. */
class Watching {
  private text = '';
  private readonly looks = new Set<() => void>();
  ended: 'cut' | 'end' | undefined;

  static async open(path = WATCH): Promise<Watching> {
    const watching = new Watching();
    const response = await new Promise<IncomingMessage>((resolve, reject) => void http.get(proxy.url + path, { agent }, resolve).on('error', reject));
    response.on('data', (chunk) => {
      watching.text += String(chunk);
      watching.look();
    });
    response.on('error', () => undefined);
    response.on('close', () => {
      watching.ended = response.complete ? 'end' : 'cut';
      watching.look();
    });
    return watching;
  }

  private look(): void {
    for (const look of this.looks) look();
  }

  get events(): readonly string[] {
    return this.text.split('\n').slice(0, -1).map((line) => {
      const { type, object } = JSON.parse(line) as { type: string; object: { code?: number; metadata: { resourceVersion?: string } } };
      return `${type} ${object.metadata.resourceVersion ?? object.code ?? ''}`;
    });
  }

  get rest(): string {
    return this.text.split('\n').at(-1) ?? '';
  }

  until(isRight: (watching: Watching) => boolean): Promise<void> {
    return new Promise((resolve) => {
      const look = (): void => void (isRight(this) && resolve());
      this.looks.add(look);
      look();
    });
  }
}

describe('without rules', () => {
  test('requests and answers pass through as they are, in the name of the client that asks, and are recorded', async () => {
    proxy = await startFaultProxy({ target: { server: address, token: 'of-the-target' } });
    expect(await ask('PATCH', `${OBJECT}?dryRun=All`)).toMatchObject({ status: 200, body: '{"kind":"ConfigMap","n":1}' });
    expect(upstream.seen[0]).toMatchObject({
      method: 'PATCH',
      path: `${OBJECT}?dryRun=All`,
      body: '{"metadata":{"name":"a"}}',
      headers: { authorization: 'Bearer of-the-target' },
    });
    expect(proxy.requests).toEqual([
      {
        index: 0,
        method: 'PATCH',
        path: `${OBJECT}?dryRun=All`,
        verb: 'patch',
        resource: 'configmaps',
        namespace: 'ns',
        name: 'a',
        dryRun: true,
        watch: false,
        serverStatus: 200,
        status: 200,
      },
    ]);
  });

  test.each([
    ['without a token', (url: URL) => `${url.origin}${OBJECT}`],
    ['with another token of the same length', (url: URL) => `${url.origin}/${'x'.repeat(url.pathname.length - 1)}${OBJECT}`],
    ['with a part of the token', (url: URL) => `${url.href.slice(0, -1)}${OBJECT}`],
  ])('a caller %s is turned away, and nothing reaches the server', async (_name, addressOf) => {
    proxy = await startFaultProxy({ target: { server: address, token: 'of-the-target' } });
    const response = await fetch(addressOf(new URL(proxy.url)), { method: 'DELETE', headers: { authorization: 'Bearer guessed' } });
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ kind: 'Status', reason: 'Unauthorized' });
    expect(upstream.seen).toEqual([]);
    expect(proxy.requests).toEqual([]);
  });

  test('each proxy has a token of its own, which its kubeconfig carries', async () => {
    proxy = await startFaultProxy({ target: { server: address } });
    const other = await startFaultProxy({ target: { server: address } });
    const [own, others] = [proxy, other].map(({ url }) => new URL(url).pathname);
    expect(own).toMatch(/^\/[\w-]{43}$/);
    expect(own).not.toBe(others);
    expect(readFileSync(proxy.kubeconfig, 'utf8')).toContain(`"server": "${proxy.url}"`);
    await other.close();
  });

  test('what is asked for is told from the path', async () => {
    await start();
    const asked = [
      ['GET', '/apis'], ['GET', '/healthz'], ['GET', '/apis/apps/v1/deployments'], ['GET', '/api/v1/namespaces/ns'], ['GET', '/api/v1/namespaces'],
      ['POST', COLLECTION], ['DELETE', COLLECTION], [
        'PUT',
        `/apis/apps/v1/namespaces/ns/deployments/d/scale`,
      ], ['PUT', '/api/v1/namespaces/ns/finalize'],
    ] as const;
    for (const [method, path] of asked) await ask(method, path);
    expect(proxy.requests.map(({ verb, resource, namespace = '-', name = '-', subresource = '-' }) => [verb, resource, namespace, name, subresource].join(' '))).toEqual([
      'discovery  - - -', 'other  - - -', 'list deployments.apps - - -', 'get namespaces - ns -', 'list namespaces - - -',
      'create configmaps ns a -', 'deletecollection configmaps ns - -', 'update deployments.apps ns d scale', 'update namespaces - ns finalize',
    ]);
  });

  test('a server that is not there gives no answer', async () => {
    proxy = await startFaultProxy({ target: { server: 'http://127.0.0.1:1' } });
    expect(await ask()).toBe('ECONNRESET');
  });
});

describe('requests', () => {
  test('refused: nothing reaches the server', async () => {
    await start({ type: 'refuse' });
    expect(await ask('DELETE')).toBe('ECONNRESET');
    expect(upstream.seen).toHaveLength(0);
    expect(proxy.requests[0]).toMatchObject({ fault: 'refuse' });
    expect(proxy.requests[0]?.status).toBeUndefined();
  });

  test('the answer dropped: it was done, and the client does not hear of it', async () => {
    await start({ type: 'drop-answer' });
    expect(await ask('DELETE')).toBe('ECONNRESET');
    expect(upstream.seen).toHaveLength(1);
    expect(proxy.requests[0]).toMatchObject({ serverStatus: 200 });
    expect(proxy.requests[0]?.status).toBeUndefined();
  });

  test('silence: it was done, and the caller waits', async () => {
    await start({ type: 'silence' });
    const patience = new AbortController();
    const answer = ask('DELETE', OBJECT, patience.signal);
    await upstream.arrived(1);
    await proxy.idle();
    patience.abort();
    expect(await answer).toBe('ABORT_ERR');
  });

  test('sent twice: the second answer counts', async () => {
    await start({ type: 'duplicate' });
    expect(await ask('PATCH')).toMatchObject({ body: '{"kind":"ConfigMap","n":2}' });
    expect(upstream.seen.map(({ body }) => body)).toEqual(['{"metadata":{"name":"a"}}', '{"metadata":{"name":"a"}}']);
  });

  test('late at the server, also when the caller has given up', async () => {
    await start();
    const patience = new AbortController();
    const held = proxy.addRule({ fault: { type: 'delay-request', ms: 30 } });
    const answer = ask('DELETE', OBJECT, patience.signal);
    await held.hit;
    patience.abort();
    expect(await answer).toBe('ABORT_ERR');
    expect(upstream.seen).toHaveLength(0);
    await proxy.idle();
    expect(upstream.seen).toHaveLength(1);
  });

  test('answered late, but done at once', async () => {
    await start({ type: 'delay-answer', ms: 30 });
    let heard = false;
    const answer = ask('DELETE').finally(() => (heard = true));
    await upstream.arrived(1);
    expect(heard).toBe(false);
    expect(await answer).toMatchObject({ status: 200 });
  });

  test.each<[CannedAnswer, number, object]>([
    [{ type: 'conflict' }, 409, { reason: 'Conflict' }],
    [
      { type: 'field-manager-conflict' },
      409,
      { reason: 'Conflict', details: { causes: [expect.objectContaining({ reason: 'FieldManagerConflict' })] } },
    ],
    [{ type: 'already-exists' }, 409, { reason: 'AlreadyExists' }],
    [{ type: 'expired' }, 410, { reason: 'Expired' }],
    [{ type: 'too-many-requests', retryAfterSeconds: 3 }, 429, { reason: 'TooManyRequests', details: { retryAfterSeconds: 3 } }],
    [{ type: 'internal-error' }, 500, { reason: 'InternalError' }],
    [{ type: 'unavailable' }, 503, { reason: 'ServiceUnavailable' }],
    [{ type: 'gateway-timeout' }, 504, { reason: 'Timeout' }],
    [{ type: 'status', code: 403, reason: 'Forbidden', message: 'no' }, 403, { message: 'no' }],
  ])('answered by the proxy: %j', async (answer, code, fields) => {
    await start({ type: 'answer', answer });
    const heard = (await ask('DELETE')) as Heard;
    expect(heard.status).toBe(code);
    expect(JSON.parse(heard.body)).toMatchObject({ kind: 'Status', status: 'Failure', code, ...fields });
    expect(heard.headers['retry-after']).toBe(code === 429 ? '3' : undefined);
    expect(upstream.seen).toHaveLength(0);
    expect(statusOf(answer).code).toBe(code);
  });

  test('504 after it was done', async () => {
    await start({ type: 'timeout-after' });
    expect(await ask('DELETE')).toMatchObject({ status: 504 });
    expect(proxy.requests[0]).toMatchObject({ serverStatus: 200, status: 504 });
  });

  test('truncated: complete, but not JSON', async () => {
    await start({ type: 'truncate' });
    const { status, body } = (await ask()) as Heard;
    expect(status).toBe(200);
    expect(() => JSON.parse(body) as unknown).toThrow(SyntaxError);
  });

  test('cut in the middle of the body', async () => {
    await start({ type: 'cut-body' });
    expect(await ask()).toBe('ECONNRESET');
    expect(proxy.requests[0]).toMatchObject({ status: 200, serverStatus: 200 });
  });

  test('stale: answered with what was there when it was remembered; without a memory nothing changes', async () => {
    await start(undefined, { rules: [{ fault: { type: 'stale' } }] });
    expect(await ask()).toMatchObject({ body: '{"kind":"ConfigMap","n":1}' });
    await proxy.remember(OBJECT);
    await ask('DELETE');
    expect(await ask()).toMatchObject({ body: '{"kind":"ConfigMap","n":2}' });
    expect(upstream.seen.map(({ method }) => method)).toEqual(['GET', 'GET', 'DELETE']);
  });

  test('meanwhile: something happens before it is forwarded, or before the answer is given', async () => {
    const happened: string[] = [];
    const act = (at: string) => () => void happened.push(`${at}: ${upstream.seen.length}`);
    await start(undefined, { rules: [
      { nth: 1, fault: { type: 'meanwhile', at: 'arrival', act: act('arrival'), then: 'go on' } },
      { nth: 2, fault: { type: 'meanwhile', at: 'answer', act: act('answer'), then: 'go on' } },
      { nth: 3, fault: { type: 'meanwhile', at: 'arrival', act: act('arrival'), then: 'cut' } },
      { nth: 4, fault: { type: 'meanwhile', at: 'answer', act: act('answer'), then: 'cut' } },
    ] });
    const heard = [await ask(), await ask(), await ask(), await ask()];
    expect(happened).toEqual(['arrival: 0', 'answer: 2', 'arrival: 2', 'answer: 3']);
    expect(heard.map((answer) => (typeof answer === 'string' ? answer : answer.status))).toEqual([200, 200, 'ECONNRESET', 'ECONNRESET']);
  });
});

describe('watches', () => {
  async function watching(fault?: Fault, path?: string): Promise<Watching> {
    await start(fault);
    return Watching.open(path);
  }
  const two = (): void => {
    upstream.event('ADDED', '1');
    upstream.event('MODIFIED', '2');
  };

  test('pass through without a fault, and show that they end', async () => {
    const watch = await watching();
    two();
    await watch.until(({ events }) => events.length === 2);
    upstream.stop();
    await watch.until(({ ended }) => ended !== undefined);
    expect(watch.events).toEqual(['ADDED 1', 'MODIFIED 2']);
  });

  test.each([0, 1])('are cut after %d events', async (after) => {
    const watch = await watching({ type: 'watch-cut', after });
    two();
    await watch.until(({ ended }) => ended !== undefined);
    expect([watch.events.length, watch.rest, watch.ended]).toEqual([after, '', 'cut']);
  });

  test('are cut in the middle of an event', async () => {
    const watch = await watching({ type: 'watch-half-line', after: 1 });
    two();
    await watch.until(({ ended }) => ended !== undefined);
    expect(watch.events).toEqual(['ADDED 1']);
    expect(watch.rest).toMatch(/^\{"type":"MODIFIED".*[^}]$/);
  });

  test('fall silent, and stay open', async () => {
    const watch = await watching({ type: 'watch-freeze', after: 1 });
    two();
    await watch.until(({ events }) => events.length === 1);
    const other = await Watching.open();
    upstream.event('ADDED', '3');
    await other.until(({ events }) => events.length === 1);
    expect(watch.events).toEqual(['ADDED 1']);
    expect(watch.ended).toBeUndefined();
  });

  test('lag by a time, in order', async () => {
    const watch = await watching({ type: 'watch-lag', after: 0, ms: 10 });
    two();
    await watch.until(({ events }) => events.length === 2);
    expect(watch.events).toEqual(['ADDED 1', 'MODIFIED 2']);
  });

  test('lag until they are released', async () => {
    await start();
    const rule = proxy.addRule({ match: { verb: 'watch' }, nth: 1, fault: { type: 'watch-lag', after: 1 } });
    const watch = await Watching.open();
    const other = await Watching.open();
    two();
    await other.until(({ events }) => events.length === 2);
    expect(watch.events).toEqual(['ADDED 1']);
    rule.release();
    upstream.event('DELETED', '3');
    await watch.until(({ events }) => events.length === 3);
    expect(watch.events).toEqual(['ADDED 1', 'MODIFIED 2', 'DELETED 3']);
  });

  test('say an event twice', async () => {
    const watch = await watching({ type: 'watch-duplicate', after: 1 });
    two();
    await watch.until(({ events }) => events.length === 3);
    expect(watch.events).toEqual(['ADDED 1', 'MODIFIED 2', 'MODIFIED 2']);
  });

  test('give two events the other way round', async () => {
    const watch = await watching({ type: 'watch-reorder', after: 1 });
    upstream.event('ADDED', '0');
    two();
    upstream.event('MODIFIED', '3');
    await watch.until(({ events }) => events.length === 4);
    expect(watch.events).toEqual(['ADDED 0', 'MODIFIED 2', 'ADDED 1', 'MODIFIED 3']);
  });

  test('give an event late that no other one follows to change places with', async () => {
    const watch = await watching({ type: 'watch-reorder', after: 1, ms: 1 });
    two();
    await watch.until(({ events }) => events.length === 2);
    expect(watch.events).toEqual(['ADDED 1', 'MODIFIED 2']);
  });

  test('leave an event out', async () => {
    const watch = await watching({ type: 'watch-drop', after: 0 });
    two();
    await watch.until(({ events }) => events.length === 1);
    expect(watch.events).toEqual(['MODIFIED 2']);
  });

  test('leave bookmarks out', async () => {
    const watch = await watching({ type: 'watch-no-bookmarks', after: 0 });
    upstream.event('BOOKMARK', '1');
    two();
    await watch.until(({ events }) => events.length === 2);
    expect(watch.events).toEqual(['ADDED 1', 'MODIFIED 2']);
  });

  test.each([410, 500] as const)('end with an error of code %d', async (code) => {
    const watch = await watching({ type: 'watch-error', after: 1, code });
    two();
    await watch.until(({ ended }) => ended !== undefined);
    expect([watch.events, watch.ended]).toEqual([['ADDED 1', `ERROR ${code}`], 'end']);
  });

  test('are not opened: 410 instead', async () => {
    await start({ type: 'answer', answer: { type: 'expired' } });
    expect(await ask('GET', WATCH)).toMatchObject({ status: 410 });
  });

  test('begin with what a list has shown earlier, and go on from there', async () => {
    await start(undefined, { rules: [{ match: { verb: 'watch' }, fault: { type: 'stale' } }] });
    upstream.items = [{ metadata: { name: 'a', resourceVersion: '1' } }];
    await proxy.remember(WATCH);
    upstream.items = [];
    const watch = await Watching.open();
    await upstream.arrived(2);
    upstream.event('DELETED', '9');
    await watch.until(({ events }) => events.length === 3);
    expect(watch.events).toEqual(['ADDED 1', 'BOOKMARK 1', 'DELETED 9']);
    expect(upstream.seen.map(({ path }) => path)).toEqual([COLLECTION, `${COLLECTION}?watch=1&resourceVersion=1`]);
  });

  test('a fault that cannot be done to a request leaves it alone', async () => {
    await start({ type: 'watch-cut', after: 0 });
    expect(await ask()).toMatchObject({ status: 200 });
    expect(proxy.requests[0]?.fault).toBeUndefined();
  });
});

describe('rules', () => {
  const refuse: Fault = { type: 'refuse' };

  test('choose by what is asked for, and by how often', async () => {
    await start(undefined, { rules: [{ match: { verb: ['delete', 'patch'], name: 'a', dryRun: false }, nth: 2, fault: refuse }] });
    const heard = [
      await ask('DELETE'),
      await ask('GET'),
      await ask('PATCH', `${OBJECT}?dryRun=All`),
      await ask('PATCH'),
      await ask('DELETE'),
    ];
    expect(heard.map((answer) => typeof answer)).toEqual(['object', 'object', 'object', 'string', 'object']);
  });

  test('last for so many requests, until they are removed, or for ever', async () => {
    await start();
    const all = proxy.addRule({ match: ({ index }) => index > 0, fault: refuse });
    const heard = [await ask(), await ask(), await ask()];
    all.remove();
    heard.push(await ask());
    expect(heard.map((answer) => typeof answer)).toEqual(['object', 'string', 'string', 'object']);
    expect([all.hits.map(({ index }) => index), (await all.hit).index]).toEqual([[1, 2], 1]);
    proxy.clear();
    proxy.addRule({ match: { path: /configmaps/ }, nth: 2, times: 2, fault: refuse });
    expect([
      await ask(),
      await ask(),
      await ask(),
      await ask(),
    ].map((answer) => typeof answer)).toEqual(['object', 'string', 'string', 'object']);
  });

  test('of two that fit, the first has its way, and both count', async () => {
    await start(undefined, { rules: [{ nth: 1, fault: { type: 'answer', answer: { type: 'unavailable' } } }, { nth: 2, fault: refuse }] });
    expect([await ask(), await ask()]).toEqual([expect.objectContaining({ status: 503 }), 'ECONNRESET']);
  });
});

describe('kubeconfig', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fault-proxy-test-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const write = (cluster: object, user: object, namespace?: string): string => {
    const file = join(folder, 'config');
    const context = { cluster: 'c', user: 'u', ...(namespace === undefined ? {} : { namespace }) };
    const lists = { clusters: [{ name: 'c', cluster }], users: [{ name: 'u', user }], contexts: [{ name: 'x', context }] };
    writeFileSync(file, JSON.stringify({ ...lists, 'current-context': 'x' }));
    return file;
  };

  test('leads to the proxy with the user of the target, for its owner only, and goes with it', async () => {
    const file = write({ server: address }, { 'token': 'secret', 'client-certificate-data': 'Y2VydA==' }, 'shop');
    proxy = await startFaultProxy({ target: file });
    const { clusters, users, contexts } = JSON.parse(readFileSync(proxy.kubeconfig, 'utf8')) as Record<string, { cluster: object; user: object; context: object }[]>;
    expect([clusters?.[0]?.cluster, users?.[0]?.user, contexts?.[0]?.context]).toEqual([
      { server: proxy.url }, { token: 'secret' }, { cluster: 'fault-proxy', user: 'fault-proxy', namespace: 'shop' },
    ]);
    expect(statSync(proxy.kubeconfig).mode & 0o077).toBe(0);
    await proxy.close();
    expect(existsSync(proxy.kubeconfig)).toBe(false);
    proxy = await startFaultProxy({ target: file });
  });

  test.each([
    ['token', () => ({ token: 'secret' })],
    ['token file', () => {
      writeFileSync(join(folder, 'token'), 'secret\n');
      return { tokenFile: 'token' };
    }],
  ])('its %s is shown for callers that send none over plain HTTP', async (_what, user) => {
    proxy = await startFaultProxy({ target: write({ server: address }, user()) });
    await ask('GET', OBJECT);
    expect(upstream.seen.at(-1)?.headers.authorization).toBe('Bearer secret');
  });

  test.each([
    ['does not exist', () => join(folder, 'none'), /ENOENT/],
    ['names no server', () => write({}, {}), /its current context names no server/],
    ['needs another proxy', () => write({ 'server': 'https://there', 'proxy-url': 'http://squid' }, {}), /through a proxy/],
    ['has an address that is none', () => write({ server: 'there' }, {}), /"there" is not the address of a server/],
  ])('one that %s is refused with what is wrong', async (_what, file, message) => {
    await start();
    await expect(startFaultProxy({ target: file() })).rejects.toMatchObject({
      code: 'kubeconfig-invalid',
      message: expect.stringMatching(message) as string,
    });
  });
});

test.each<[string, Partial<FaultProxyOptions>]>([
  ['an act', { rules: [{ fault: { type: 'meanwhile', at: 'answer', act: () => Promise.reject(new Error('mine')), then: 'go on' } }] }],
  ['a match', { rules: [{ match: () => { throw new Error('mine'); }, fault: { type: 'refuse' } }] }],
  ['onRequest', { onRequest: () => { throw new Error('mine'); } }],
])('%s that throws cuts the connection, and close says so', async (_, options) => {
  await start(undefined, options);
  expect(await ask()).toBe('ECONNRESET');
  await expect(proxy.close()).rejects.toThrow('mine');
  await start(); // For the end of the test.
});

test('an expression with the flag g matches every request alike', async () => {
  await start(undefined, { rules: [{ match: { path: /configmaps/g }, fault: { type: 'answer', answer: { type: 'unavailable' } } }] });
  for (const _ of [1, 2, 3]) expect(await ask()).toMatchObject({ status: 503 });
});
