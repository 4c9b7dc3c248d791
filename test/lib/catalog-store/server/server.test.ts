/** The HTTP API of catalogd, asked over the loopback interface. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import http, { type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import https from 'node:https';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { watchCertificate } from '../../../../lib/catalog-store/server/certificate';
import { catalogHandler } from '../../../../lib/catalog-store/server/handler';
import { listen, type RunningServer } from '../../../../lib/catalog-store/server/listen';
import { CatalogShelf } from '../../../../lib/catalog-store/server/shelf';
import { CatalogStore } from '../../../../lib/catalog-store/store/store';
import { failure } from '../../image/errors';
import { caCert, goodCert, goodKey, otherCert, otherKey } from '../../kube/certificates';
import { KEDA, KIALI, metas, textOf, type Written } from '../metas';

const BOTH = [...KEDA, ...KIALI];
const BIG: readonly Written[] = Array.from({ length: 2000 }, (_, index) => (
  { schema: 'olm.bundle', package: 'big', name: `big.v${index}`, description: `${index} `.repeat(500) }
));
const SINCE = new Date('2030-01-01T00:00:10Z');
let directory: string;
let store: CatalogStore;
let shelf: CatalogShelf;
let server: RunningServer;
let faults: unknown[];

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'boxcutter-serve-'));
  store = new CatalogStore({ directory, compressed: true });
  shelf = new CatalogShelf();
  for (const [name, blobs] of [['both', BOTH], ['big', BIG], ['empty', []]] as const) await put(name, blobs);
  faults = [];
  server = await listen(catalogHandler(shelf, { onFault: (error) => faults.push(error) }));
});
afterAll(async () => {
  await server.close(0);
  await shelf.close();
  rmSync(directory, { recursive: true });
});
afterEach(() => expect(faults).toEqual([]));

async function put(name: string, blobs: readonly Written[], since = SINCE): Promise<void> {
  const stored = await store.open(await store.write(metas(blobs)));
  if (stored === undefined) throw new Error('it was not kept');
  shelf.put(name, { stored, since });
}

interface Answered {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

function ask(path: string, headers: OutgoingHttpHeaders = {}, method = 'GET', to = server): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const send = to.url.startsWith('https') ? https.request : http.request;
    const request = send(`${to.url}${path}`, { method, headers, agent: false, ca: caCert }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('error', reject);
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts) }));
    });
    request.on('error', reject);
    request.end();
  });
}

const all = '/catalogs/both/api/v1/all';
const metasPath = '/catalogs/both/api/v1/metas';

describe('all of a catalog', () => {
  test('is a line of JSON for each blob, with its date and its tag', async () => {
    const { status, headers, body } = await ask(all);
    expect([status, body.toString()]).toEqual([200, textOf(BOTH)]);
    expect(headers).toMatchObject({
      'content-type': 'application/jsonl', 'last-modified': 'Tue, 01 Jan 2030 00:00:10 GMT', 'content-length': String(body.length),
      'accept-ranges': 'bytes', 'vary': 'Accept-Encoding', 'etag': `"${shelf.get('both')?.stored.sha256}"`,
    });
  });

  test('HEAD has the same headers and no body', async () => {
    const [got, head] = [await ask(all), await ask(all, {}, 'HEAD')];
    const { date: _, ...headers } = got.headers;
    expect([head.status, head.body.length, head.headers]).toEqual([200, 0, expect.objectContaining(headers)]);
  });

  test('is the same from metas without a filter', async () => {
    expect((await ask(metasPath)).body.toString()).toBe(textOf(BOTH));
  });

  test('of an empty catalog is nothing', async () => {
    expect(await ask('/catalogs/empty/api/v1/all')).toMatchObject({ status: 200, headers: { 'content-length': '0' } });
  });

  test('is sent in part, when a part is asked for', async () => {
    const { status, headers, body } = await ask(all, { range: 'bytes=3-9' });
    expect([status, headers['content-range'], body.toString()]).toEqual([206, `bytes 3-9/${textOf(BOTH).length}`, textOf(BOTH).slice(3, 10)]);
    expect((await ask(all, { range: 'bytes=9999999-' })).status).toBe(416);
  });
});

describe('metas', () => {
  const found = async (query: string) => (await ask(`${metasPath}?${query}`)).body.toString();

  test('are those that every parameter fits, in the order of the catalog', async () => {
    expect(await found('package=keda')).toBe(textOf(KEDA));
    expect(await found('schema=olm.package')).toBe(textOf([KEDA[0], KIALI[0]].filter((blob) => blob !== undefined)));
    expect(await found('schema=olm.bundle&package=kiali&name=kiali.v1.0.0')).toBe(textOf(KIALI.slice(2)));
  });

  test('that do not exist are an empty answer', async () => {
    expect(await ask(`${metasPath}?package=nobody`)).toMatchObject({ status: 200, headers: { 'content-type': 'application/jsonl', 'content-length': '0' } });
  });

  test('an unknown parameter is refused by its name', async () => {
    const { status, body } = await ask(`${metasPath}?pakcage=keda`);
    expect([status, body.toString()]).toEqual([400, '400 Bad Request: unknown parameter "pakcage"; there are schema, package, name\n']);
  });

  test('have conditions, too', async () => {
    expect((await ask(`${metasPath}?package=keda`, { 'if-modified-since': SINCE.toUTCString() })).status).toBe(304);
  });
});

describe('a client that has it already', () => {
  test.each<[string, () => OutgoingHttpHeaders]>([
    ['by its date', () => ({ 'if-modified-since': SINCE.toUTCString() })],
    ['by its tag', () => ({ 'if-none-match': `"${shelf.get('both')?.stored.sha256}"` })],
  ])('%s gets nothing again', async (_, headers) => {
    expect(await ask(all, headers())).toMatchObject({ status: 304, body: Buffer.alloc(0) });
  });
});

describe('compressed', () => {
  const gzip = { 'accept-encoding': 'gzip' };

  test('all of it, from a copy that is made once', async () => {
    const { headers, body } = await ask('/catalogs/big/api/v1/all', gzip);
    expect(headers).toMatchObject({ 'content-encoding': 'gzip', 'content-length': String(body.length) });
    expect(headers.etag).toBe(`"${shelf.get('big')?.stored.sha256}-gzip"`);
    expect(gunzipSync(body).toString()).toBe(textOf(BIG));
  });

  test('a part, on the way', async () => {
    const { headers, body } = await ask('/catalogs/big/api/v1/metas?name=big.v70', gzip);
    expect(headers).toMatchObject({ 'content-encoding': 'gzip' });
    expect(gunzipSync(body).toString()).toBe(textOf(BIG.slice(70, 71)));
  });

  test('never what is small, what is a range, or what is not wanted so', async () => {
    for (const [path, headers] of [[all, gzip], ['/catalogs/big/api/v1/all', { ...gzip, range: 'bytes=0-9' }], ['/catalogs/big/api/v1/metas?name=big.v70', {}]] as const) {
      expect((await ask(path, headers)).headers['content-encoding']).toBeUndefined();
    }
  });
});

test.each<[string, string, number, string]>([
  ['GET', '/catalogs/nobody/api/v1/all', 404, '404 Not Found\n'],
  ['GET', '/', 404, '404 Not Found\n'],
  ['POST', all, 405, '405 Method Not Allowed\n'],
  ['PUT', '/nowhere', 405, '405 Method Not Allowed\n'],
])('%s %s is answered %s', async (method, path, status, text) => {
  const answer = await ask(path, {}, method);
  expect([answer.status, answer.body.toString(), answer.headers['content-type']]).toEqual([status, text, 'text/plain; charset=utf-8']);
  expect(answer.headers.allow).toBe(status === 405 ? 'GET, HEAD' : undefined);
});

describe('a catalog that is replaced', () => {
  test('while it is read is read to its end, and the next one gets the new one', async () => {
    await put('moving', BIG);
    const slow = new Promise<string>((resolve, reject) => {
      http.get(`${server.url}/catalogs/moving/api/v1/all`, { agent: false }, (answer) => {
        answer.once('readable', () => {
          // Nothing is read while the catalog changes and the old one is removed from the disk.
          put('moving', KEDA, new Date('2030-01-02T00:00:00Z')).then(() => {
            const parts: Buffer[] = [];
            answer.on('data', (part: Buffer) => parts.push(part)).on('end', () => resolve(Buffer.concat(parts).toString()));
          }, reject);
        });
      }).on('error', reject);
    });
    expect(await slow).toBe(textOf(BIG));
    expect((await ask('/catalogs/moving/api/v1/all')).body.toString()).toBe(textOf(KEDA));
  });
});

describe('clients that mean no good', () => {
  /** Sends text, and gives what comes until the server closes. */
  function raw(text: string, to = server): { socket: Socket; answer: Promise<string> } {
    const socket = connect(to.port, '127.0.0.1');
    let got = '';
    const answer = new Promise<string>((resolve) => {
      socket.setEncoding('utf8').on('data', (part: string) => (got += part)).on('error', () => {}).on('close', () => resolve(got));
    });
    socket.write(text);
    return { socket, answer };
  }

  test('headers that are too long are refused', async () => {
    const { answer } = raw(`GET ${all} HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`);
    expect(await answer).toMatch(/^HTTP\/1\.1 431 /);
  });

  test('what is no HTTP is refused', async () => {
    expect(await raw('hello\r\n\r\n').answer).toMatch(/^HTTP\/1\.1 400 /);
  });

  test('one that reads too slowly is cut off, and what it asked for is let go', async () => {
    const slow = await listen(catalogHandler(shelf, { pace: { graceMs: 50, bytesPerSecond: 1e9, mostMs: 50 } }));
    const { socket, answer } = raw('GET /catalogs/big/api/v1/all HTTP/1.1\r\nHost: x\r\n\r\n', slow);
    socket.pause();
    await new Promise((resolve) => socket.once('connect', resolve));
    const closed = slow.close(60_000);
    await closed;
    socket.resume();
    expect((await answer).length).toBeLessThan(textOf(BIG).length);
  });

  test('one that sends many requests ahead is answered in their order, one after the other', async () => {
    const stored = shelf.get('big')?.stored;
    if (stored === undefined) throw new Error('it is not there');
    const read = jest.spyOn(stored, 'read');
    const asked = ['big/api/v1/metas?name=big.v3', 'nobody/api/v1/all', 'both/api/v1/metas?name=kiali.v1.0.0'];
    const { answer } = raw([...asked.map((path) => `GET /catalogs/${path} HTTP/1.1\r\nHost: x\r\n\r\n`), `GET ${all} HTTP/1.0\r\n\r\n`].join(''));
    const places = ['"name":"big.v3"', '404 Not Found', '"name":"kiali.v1.0.0"', textOf(BOTH)].map((part) => answer.then((text) => text.indexOf(part)));
    const found = await Promise.all(places);
    expect(found).toEqual([...found].sort((a, b) => a - b));
    expect(found[0]).toBeGreaterThan(0);

    read.mockClear();
    const { socket, answer: taken } = raw('GET /catalogs/big/api/v1/all HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(10));
    socket.pause();
    // Its requests are there when another client, who came later, has its answer.
    await new Promise((resolve) => socket.once('connect', resolve));
    await ask(all);
    expect(read.mock.calls.length).toBeLessThan(2);
    socket.destroy();
    await taken;
    read.mockRestore();
  });

  test('one that sends more ahead than anybody has to is cut off', async () => {
    const { answer } = raw('GET /catalogs/big/api/v1/all HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(1000));
    expect((await answer).length).toBeLessThan(2 * textOf(BIG).length);
    expect((await ask(all)).status).toBe(200);
  });

  test('many that want a part compressed at once all get it, some of them as it is', async () => {
    const path = '/catalogs/big/api/v1/metas?schema=olm.bundle';
    const parts = await Promise.all(Array.from({ length: 70 }, () => ask(path, { 'accept-encoding': 'gzip' })));
    const packed = parts.filter(({ headers }) => headers['content-encoding'] === 'gzip');
    expect(packed.length).toBeGreaterThan(0);
    for (const { headers, body } of parts.slice(-2)) {
      expect((headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body).toString()).toBe(textOf(BIG));
    }
  });

  test('one that goes away in the middle harms nobody', async () => {
    await new Promise<void>((resolve) => {
      const request = http.get(`${server.url}/catalogs/big/api/v1/all`, { agent: false }, (answer) => {
        answer.once('data', () => request.destroy());
        answer.on('error', () => {}).on('close', resolve);
      }).on('error', () => {});
    });
    expect((await ask(all)).status).toBe(200);
  });
});

describe('the end of a server', () => {
  test('takes nothing new, and ends what it is answering', async () => {
    const ending = await listen(catalogHandler(shelf));
    const body = new Promise<string>((resolve, reject) => {
      http.get(`${ending.url}/catalogs/big/api/v1/all`, (answer) => {
        const closed = ending.close(10_000);
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part)).on('error', reject)
          .on('end', () => void closed.then(() => resolve(Buffer.concat(parts).toString())));
      }).on('error', reject);
    });
    expect(await body).toBe(textOf(BIG));
    await expect(ask(all, {}, 'GET', ending)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  test('a port that is taken is named', async () => {
    const error = await failure(() => listen(catalogHandler(shelf), { port: server.port }));
    expect(error).toMatchObject({ code: 'serve-port', category: 'server' });
    expect(error.message).toContain(`127.0.0.1:${server.port}`);
  });
});

describe('TLS', () => {
  const files = (): { cert: string; key: string } => ({ cert: join(directory, 'tls.crt'), key: join(directory, 'tls.key') });
  const write = (cert: string, key: string): void => {
    writeFileSync(files().cert, cert);
    writeFileSync(files().key, key);
  };

  test('is spoken with the certificate of the files', async () => {
    write(goodCert, goodKey);
    const secure = await listen(catalogHandler(shelf), { tls: files() });
    expect((await ask(all, {}, 'GET', secure)).body.toString()).toBe(textOf(BOTH));
    await secure.close(0);
  });

  test.each<[string, string, string]>([
    ['a key of another certificate', goodCert, otherKey],
    ['no certificate', 'hello', goodKey],
  ])('%s is refused before it listens', async (_, cert, key) => {
    write(cert, key);
    expect((await failure(() => listen(catalogHandler(shelf), { tls: files() }))).code).toBe('tls-files');
  });

  test('a missing file is named', async () => {
    const error = await failure(() => listen(catalogHandler(shelf), { tls: { cert: '/nowhere.crt', key: '/nowhere.key' } }));
    expect(error.message).toContain('/nowhere.crt cannot be read');
  });

  test('a new pair is used as soon as both files are there; half of one is not', async () => {
    write(goodCert, goodKey);
    const notes: string[] = [];
    let wake: () => void = () => {};
    const next = (): Promise<void> => new Promise((resolve) => (wake = resolve));
    const used: string[] = [];
    const use = ({ cert }: { readonly cert: Buffer }): void => void used.push(cert.toString());
    const watched = watchCertificate(files(), use, (note) => {
      notes.push(note);
      wake();
    }, 5);
    let said = next();
    writeFileSync(files().cert, otherCert);
    await said;
    expect(notes).toEqual([expect.stringContaining('The certificate in use stays.')]);
    said = next();
    writeFileSync(files().key, otherKey);
    await said;
    watched.stop();
    expect([used, notes[1]]).toEqual([[otherCert], expect.stringContaining('A new certificate is in use')]);
  });
});
