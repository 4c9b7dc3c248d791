/** Reading catalogs of servers: what has not changed is not sent again, and no server can do harm. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import http, { type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { catalogOf } from '../../../../lib/catalog';
import { openCatalog, type OpenCatalogOptions } from '../../../../lib/catalog-store/open/open-catalog';
import { catalogHandler } from '../../../../lib/catalog-store/server/handler';
import { CatalogShelf } from '../../../../lib/catalog-store/server/shelf';
import { CatalogStore } from '../../../../lib/catalog-store/store/store';
import { requestCatalog } from '../../../../lib/catalog-store/client/download';
import { failure } from '../../image/errors';
import { caCert, expiredCert, expiredKey, goodCert, goodKey, otherCert, otherKey } from '../../kube/certificates';
import { KEDA, KIALI, metas, textOf, type Written } from '../metas';

let home: string;
let store: CatalogStore;
const servers: Server[] = [];
const asked: IncomingMessage[] = [];
const notes: string[] = [];

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'boxcutter-client-'));
  store = new CatalogStore({ directory: join(home, 'client') });
});
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  }
  asked.length = 0;
  notes.length = 0;
  rmSync(home, { recursive: true });
});

async function serve(answer: RequestListener, tls?: { cert: string; key: string }): Promise<string> {
  const listener: RequestListener = (request, response) => {
    asked.push(request);
    answer(request, response);
  };
  const server = tls === undefined ? http.createServer(listener) : https.createServer(tls, listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${(server.address() as AddressInfo).port}/catalogs/shop`;
}

/** Nothing of the machine that runs the tests. */
async function packagesOf(url: string, options: OpenCatalogOptions = {}): Promise<readonly string[]> {
  const { loaded, close } = await openCatalog(url, { store, env: { HOME: home }, onNote: (note) => notes.push(note), ...options });
  await close();
  return [...catalogOf(loaded.content).packages.keys()];
}

const jsonl = (response: ServerResponse, text: string, headers: http.OutgoingHttpHeaders = {}): void => {
  response.writeHead(200, { 'content-type': 'application/jsonl', ...headers });
  response.end(text);
};

describe('our own server', () => {
  const shelf = new CatalogShelf();
  let since = new Date('2030-01-01T00:00:00Z');

  async function put(blobs: readonly Written[]): Promise<void> {
    const kept = new CatalogStore({ directory: join(home, 'server'), compressed: true });
    const stored = await kept.open(await kept.write(metas(blobs)));
    if (stored === undefined) throw new Error('it was not kept');
    since = new Date(since.getTime() + 1000);
    shelf.put('shop', { stored, since });
  }

  afterEach(() => shelf.close());

  test('is asked with what is known, and sends what is new', async () => {
    const url = await serve(catalogHandler(shelf));
    await put(KEDA);
    expect(await packagesOf(url)).toEqual(['keda']);
    expect(await packagesOf(url)).toEqual(['keda']);
    await put([...KEDA, ...KIALI]);
    expect(await packagesOf(url)).toEqual(['keda', 'kiali']);
    expect(asked.map(({ headers }) => [headers['if-none-match'] !== undefined, headers['if-modified-since'] !== undefined]))
      .toEqual([[false, false], [true, true], [true, true]]);
  });

  test('is asked for everything when what is kept has been damaged', async () => {
    const url = await serve(catalogHandler(shelf));
    await put(KEDA);
    await packagesOf(url);
    rmSync(join(home, 'client', 'contents'), { recursive: true });
    expect(await packagesOf(url)).toEqual(['keda']);
    expect(asked[1]?.headers['if-none-match']).toBeUndefined();
  });

  test('offline, what is kept is used and nobody is asked', async () => {
    const url = await serve(catalogHandler(shelf));
    await put(KEDA);
    await packagesOf(url);
    expect(await packagesOf(url, { freshness: 'offline' })).toEqual(['keda']);
    expect(asked).toHaveLength(1);
    expect((await failure(() => packagesOf(`${url}-2`, { freshness: 'offline' }))).code).toBe('catalog-not-kept');
  });
});

describe('catalogd', () => {
  test('has no tags, only dates', async () => {
    const url = await serve((request, response) => {
      if (request.headers['if-modified-since'] === 'Tue, 01 Jan 2030 00:00:00 GMT') return void response.writeHead(304).end();
      return jsonl(response, textOf(KEDA), { 'last-modified': 'Tue, 01 Jan 2030 00:00:00 GMT' });
    });
    expect([await packagesOf(url), await packagesOf(url)]).toEqual([['keda'], ['keda']]);
    expect(asked.map(({ url: path, headers }) => [path, headers['if-none-match']])).toEqual([
      ['/catalogs/shop/api/v1/all', undefined], ['/catalogs/shop/api/v1/all', undefined],
    ]);
  });
});

describe('a server that is not to be relied on', () => {
  test('other content under the same tag is taken for what it is', async () => {
    let text = textOf(KEDA);
    const url = await serve((_, response) => jsonl(response, text, { etag: '"same"' }));
    expect(await packagesOf(url)).toEqual(['keda']);
    text = textOf(KIALI);
    expect(await packagesOf(url)).toEqual(['kiali']);
    expect(await packagesOf(url, { freshness: 'offline' })).toEqual(['kiali']);
  });

  test('a tag that is too long to be sent back is not: the server would refuse every question', async () => {
    const url = await serve((_, response) => jsonl(response, textOf(KEDA), { 'etag': `"${'x'.repeat(5000)}"`, 'last-modified': 'Tue, 01 Jan 2030 00:00:00 GMT' }));
    await packagesOf(url);
    await packagesOf(url);
    expect(asked[1]?.headers).toMatchObject({ 'if-modified-since': 'Tue, 01 Jan 2030 00:00:00 GMT' });
    expect(asked[1]?.headers['if-none-match']).toBeUndefined();
  });

  test('a way to where a cloud gives a machine its credentials is not taken', async () => {
    const url = await serve((_, response) => void response.writeHead(302, { location: 'https://169.254.169.254/latest/' }).end());
    expect(await failure(() => packagesOf(url))).toMatchObject({ code: 'catalog-server', message: expect.stringContaining('where clouds give machines their credentials') as string });
  });
});

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** Answers as servers give them that are broken, overloaded, or mean no good. */
const BAD: readonly (readonly [string, Answer, string, RegExp])[] = [
  ['half of a body of a known length', (_, response) => {
    response.writeHead(200, { 'content-type': 'application/jsonl', 'content-length': 10_000 });
    response.write(textOf(KEDA));
    response.socket?.end();
  }, 'catalog-server', /the connection was cut/],
  ['half of a body in chunks', (_, response) => {
    response.writeHead(200, { 'content-type': 'application/jsonl' });
    response.write(textOf(KEDA), () => response.destroy());
  }, 'catalog-server', /the connection was cut/],
  ['half of what is compressed', (_, response) => {
    const bytes = gzipSync(textOf(KEDA));
    response.writeHead(200, { 'content-type': 'application/jsonl', 'content-encoding': 'gzip' });
    response.end(bytes.subarray(0, bytes.length - 20));
  }, 'catalog-server', /damaged or cut off/],
  ['a login page', (_, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'), 'catalog-server', /it is "text\/html" and not application\/jsonl/],
  ['no type', (_, response) => void response.writeHead(200).end('{}'), 'catalog-server', /it is "nothing"/],
  ['what was not asked for', (_, response) => jsonl(response, 'x', { 'content-encoding': 'br' }), 'catalog-server', /compressed with "br"/],
  ['a bomb', (_, response) => {
    response.writeHead(200, { 'content-type': 'application/jsonl', 'content-encoding': 'gzip' });
    response.end(gzipSync(Buffer.alloc(40 * 1024 * 1024, ' ')));
  }, 'catalog-server', /far more than a catalog/],
  ['304 to a question without a condition', (_, response) => void response.writeHead(304).end(), 'catalog-server', /answered 304/],
  ['404', (_, response) => void response.writeHead(404).end(), 'catalog-not-found', /has no catalog at \/catalogs\/shop/],
  ['403', (_, response) => void response.writeHead(403).end(), 'catalog-server', /does not let us read/],
  ['503', (_, response) => void response.writeHead(503).end(), 'catalog-server', /answered 503/],
  ['a way without end', (request, response) => void response.writeHead(302, { location: `${request.url}x` }).end(), 'catalog-server', /redirects more than 5 times/],
  ['a way to nowhere', (_, response) => void response.writeHead(302).end(), 'catalog-server', /does not say where/],
  ['a way to a file', (_, response) => void response.writeHead(302, { location: 'file:///etc/hostname' }).end(), 'catalog-server', /redirects to an address of the form file:…/],
  ['a way to an unencrypted place', (_, response) => void response.writeHead(302, { location: 'http://catalogs.example/x' }).end(), 'catalog-server', /without TLS/],
  ['no HTTP', (_, response) => void response.socket?.end('hello\r\n\r\n'), 'catalog-server', /could not be fetched/],
];

describe('a server that answers with', () => {
  test.each(BAD)('%s is named, and nothing is kept', async (_, answer, code, message) => {
    const url = await serve(answer);
    const error = await failure(() => packagesOf(url));
    expect([error.code, error.message]).toEqual([code, expect.stringMatching(message)]);
    expect(error.hint).toBeTruthy();
    expect(readdirSync(home)).toEqual([]);
  });

  test.each(BAD.filter(([, , code]) => code === 'catalog-server'))('%s: what is kept is used with a note, where the caller allows it', async (_, answer) => {
    let isWell = true;
    const url = await serve((request, response) => (isWell ? jsonl(response, textOf(KEDA)) : answer(request, response)));
    await packagesOf(url);
    isWell = false;
    await failure(() => packagesOf(url));
    expect(await packagesOf(url, { freshness: 'last-known' })).toEqual(['keda']);
    expect(notes).toEqual([expect.stringMatching(/Boxcutter uses the copy that was last fetched \(2/)]);
  });

  test('lines that are no JSON: the mistakes are there, and the old catalog stays', async () => {
    let text = textOf(KEDA);
    const url = await serve((_, response) => jsonl(response, text));
    await packagesOf(url);
    text = `${textOf(KIALI)}{"schema":`;
    const { loaded, close } = await openCatalog(url, { store, env: { HOME: home } });
    await close();
    expect(loaded.issues.map(({ code }) => code)).toEqual(['catalog-cut']);
    expect(await packagesOf(url, { freshness: 'offline' })).toEqual(['keda']);
  });

  test('more than there may be is stopped on the way', async () => {
    const url = new URL(`${await serve((_, response) => jsonl(response, 'x'.repeat(100_000)))}/api/v1/all`);
    const answer = await requestCatalog(url, { authorities: () => undefined, env: {}, limit: 50_000 });
    const error = await failure(() => (answer.type === 'content' ? answer.save(join(home, 'file')) : undefined));
    expect(error.message).toMatch(/more than 50000 bytes, which no catalog has/);
  });

  test('nothing, for as long as it is waited for', async () => {
    const url = new URL(`${await serve(() => {})}/api/v1/all`);
    const error = await failure(() => requestCatalog(url, { authorities: () => undefined, env: {}, silenceMs: 20 }));
    expect(error).toMatchObject({ code: 'catalog-server', message: expect.stringContaining('does not answer in time') as string });
  });
});

describe('TLS', () => {
  const settings = (url: string, ca: string) => ({ registry: { settings: { registries: { [new URL(url).host]: { ca } } } } });
  const answer: RequestListener = (_, response) => jsonl(response, textOf(KEDA));

  test('an authority that the settings name is trusted', async () => {
    const url = await serve(answer, { cert: goodCert, key: goodKey });
    expect(await packagesOf(url, settings(url, caCert))).toEqual(['keda']);
  });

  test.each<[string, string, string, RegExp]>([
    ['of an unknown authority', goodCert, goodKey, /authority that is not known here/],
    ['that has expired', expiredCert, expiredKey, /has expired/],
    ['for another name', otherCert, otherKey, /is not for 127\.0\.0\.1/],
  ])('a certificate %s is refused', async (what, cert, key, message) => {
    const url = await serve(answer, { cert, key });
    const error = await failure(() => packagesOf(url, what.includes('unknown') ? {} : settings(url, caCert)));
    expect([error.code, error.message]).toEqual(['catalog-server-tls', expect.stringMatching(message)]);
    expect(asked).toEqual([]);
  });
});
