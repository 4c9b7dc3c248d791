/** A URL as a source, from servers of which some mean no good. */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { configure, open, type Choices, type Source } from '../../../../lib/source';
import { parseAddress } from '../../../../lib/source/url/address';
import { download, type DownloadOptions } from '../../../../lib/source/url/download';

let server: Server;
let base: string;
let answer: (response: ServerResponse, request: IncomingMessage) => void;
beforeEach(async () => {
  server = createServer((request, response) => answer(response, request));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const SETTINGS = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: settings, namespace: shop }\n';
const sumOf = (text: string): string => createHash('sha256').update(text).digest('hex');

async function opened(path: string, choices: Choices = {}): Promise<{ readonly source: Source; readonly notes: readonly string[] }> {
  const notes: string[] = [];
  return { source: await open(base + path, choices, { onNote: (text) => notes.push(text) }), notes };
}

async function failureOf(path: string, options: Partial<DownloadOptions> = {}): Promise<unknown> {
  const quiet = { onNote: (): void => undefined, env: {}, pauses: [], ...options };
  return download(parseAddress(base + path), quiet).catch((error: unknown) => error);
}

test('objects of a pinned URL: without a note, named like its file, and with it as their origin', async () => {
  answer = (response) => response.end(SETTINGS);
  const { source, notes } = await opened(`/a/Shop.yaml?token=hidden#sha256=${sumOf(SETTINGS)}`);
  const shown = `${base}/a/Shop.yaml`;
  expect(source).toMatchObject({ kind: 'objects', path: shown, objects: [{ origin: { source: shown, line: 1 } }] });
  expect(notes).toEqual([]);
  expect(await configure(source, {}, { onNote: () => undefined })).toMatchObject({ extension: 'shop' });
});

test('without a pin, a note has the one to add', async () => {
  answer = (response) => response.end(SETTINGS);
  expect((await opened('/shop.yaml')).notes).toEqual([expect.stringContaining(`add #sha256=${sumOf(SETTINGS)}`)]);
});

test('another content than the pin says is refused', async () => {
  answer = (response) => response.end('kind: Other');
  await expect(opened(`/shop.yaml#sha256=${sumOf(SETTINGS)}`)).rejects.toMatchObject({ code: 'url-differs', category: 'input' });
});

test('options of bundles mean nothing for objects', async () => {
  answer = (response) => response.end(SETTINGS);
  await expect(opened('/shop.yaml', { set: ['a=b'] })).rejects.toMatchObject({ code: 'usage-config' });
});

test('what is compressed is opened as an archive, whatever the URL ends with, and by its own name in messages', async () => {
  answer = (response) => response.end(gzipSync('no archive'));
  await expect(opened('/chart?version=1')).rejects.toMatchObject({ category: 'input', message: expect.stringContaining(`${base}/chart`) });
});

test('a redirect is followed', async () => {
  answer = (response, { url }) => url === '/new.yaml' ? response.end(SETTINGS) : response.writeHead(302, { location: '/new.yaml' }).end();
  expect((await opened('/old.yaml')).source).toMatchObject({ kind: 'objects', path: `${base}/old.yaml` });
});

test('a redirect to where nothing is encrypted is not, and says no more than the host', async () => {
  answer = (response) => response.writeHead(302, { location: 'http://example.com/x?token=hidden' }).end();
  expect(await failureOf('/shop.yaml')).toMatchObject({
    code: 'download-failed', message: expect.stringMatching(/redirects to example\.com, which is not encrypted\.$/),
  });
});

test.each(['file:///etc/passwd', 'data:text/plain,x'])('a redirect to %s is not followed', async (location) => {
  answer = (response) => response.writeHead(302, { location }).end();
  expect(await failureOf('/shop.yaml')).toMatchObject({
    code: 'download-failed', message: expect.stringMatching(/redirects to (file|data):, which is not encrypted\.$/),
  });
});

test('redirects have an end', async () => {
  answer = (response) => response.writeHead(302, { location: '/again' }).end();
  expect(await failureOf('/again')).toMatchObject({ message: expect.stringContaining('more than 5 times') });
});

test('what is too large is given up, without another attempt', async () => {
  let asked = 0;
  answer = (response) => {
    asked += 1;
    response.end('x'.repeat(101));
  };
  expect(await failureOf('/shop.yaml', { limit: 100, pauses: [0] })).toMatchObject({ message: expect.stringContaining('more than 100 bytes') });
  expect(asked).toBe(1);
});

test('a server that is busy is asked again; one that has nothing is not', async () => {
  const statuses = [503, 200];
  answer = (response) => response.writeHead(statuses.shift() ?? 500).end('late');
  expect(String(await failureOf('/shop.yaml', { pauses: [0] }))).toBe('late');
  answer = (response) => response.writeHead(404).end();
  expect(await failureOf('/shop.yaml', { pauses: [0] })).toMatchObject({ code: 'download-failed', message: expect.stringContaining('answered 404') });
});
