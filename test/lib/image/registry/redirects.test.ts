/** Registries that send us elsewhere, or give other content than they promise: what is asked there, with what, and what is believed. */
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { blobCache, registrySource, type RegistryOptions } from '../../../../lib/image/registry';
import { failure } from '../errors';

const servers: Server[] = [];
let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'boxcutter-redirects-'));
});
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
  rmSync(home, { recursive: true });
});

interface Asked {
  readonly path: string;
  readonly authorization: string | undefined;
}

async function listen(answer: RequestListener): Promise<{ readonly host: string; readonly asked: readonly Asked[] }> {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    asked.push({ path: request.url ?? '', authorization: request.headers.authorization });
    answer(request, response);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

const content = Buffer.from('the layer');
const layer = { mediaType: 'application/octet-stream', digest: `sha256:${createHash('sha256').update(content).digest('hex')}`, size: content.length };
const options = (more: RegistryOptions = {}): RegistryOptions => ({
  plainHttp: true, cache: false, env: { HOME: home }, credentials: { username: 'ann', password: 'secret' }, timing: { attempts: 1 }, ...more,
});
const basic = `Basic ${Buffer.from('ann:secret').toString('base64')}`;

function wantsLogin(request: IncomingMessage, response: ServerResponse): boolean {
  if (request.headers.authorization === basic) return false;
  response.writeHead(401, { 'www-authenticate': 'Basic realm="x"' }).end();
  return true;
}

test('another server that sends us back does not choose what we ask for in our name', async () => {
  let registry = { host: '', asked: [] as readonly Asked[] };
  const storage = await listen((_request, response) => void response.writeHead(302, { location: `http://${registry.host}/v2/other/private/blobs/x` }).end());
  registry = await listen((request, response) => {
    if (request.url?.startsWith('/v2/team/') !== true) return void response.writeHead(401, { 'www-authenticate': 'Basic realm="x"' }).end();
    if (!wantsLogin(request, response)) response.writeHead(307, { location: `http://${storage.host}/store` }).end();
  });
  const error = await failure(() => registrySource(`${registry.host}/team/web:v1`, options()).blob(layer));
  expect(error).toMatchObject({ code: 'registry-answer', message: expect.stringContaining('answered 401') as string });
  expect(storage.asked).toEqual([{ path: '/store', authorization: undefined }]);
  expect(registry.asked.at(-1)).toEqual({ path: '/v2/other/private/blobs/x', authorization: undefined });
});

test('names in an address that a registry gives are no credentials for it', async () => {
  const storage = await listen((_request, response) => void response.end(content));
  const registry = await listen((request, response) => {
    if (!wantsLogin(request, response)) response.writeHead(307, { location: `http://ann:secret@${storage.host}/store` }).end();
  });
  expect(await registrySource(`${registry.host}/team/web:v1`, options()).blob(layer)).toEqual(content);
  expect(storage.asked).toEqual([{ path: '/store', authorization: undefined }]);
});

describe('a way to where a cloud gives a machine its credentials is not taken', () => {
  const refusal = { code: 'registry-unreachable', message: expect.stringContaining('where clouds give machines their credentials') as string };

  test('for content', async () => {
    const registry = await listen((_request, response) => void response.writeHead(307, { location: 'http://169.254.169.254/latest/meta-data/' }).end());
    expect(await failure(() => registrySource(`${registry.host}/team/web:v1`, options()).blob(layer))).toMatchObject(refusal);
  });

  test('for a token, which we would carry to the registry', async () => {
    const registry = await listen((_request, response) => {
      response.writeHead(401, { 'www-authenticate': 'Bearer realm="http://169.254.169.254/metadata/identity/oauth2/token",service="x"' }).end();
    });
    const { credentials: _, ...anonymous } = options();
    expect(await failure(() => registrySource(`${registry.host}/team/web:v1`, anonymous).blob(layer))).toMatchObject(refusal);
    expect(registry.asked).toHaveLength(1);
  });
});

test.each([
  ['a file', 'file:///etc/passwd'], ['a program', 'javascript:alert(1)'], ['text', 'data:text/plain,x'], ['nowhere', 'http://'], ['nothing', ''],
])('a way to %s leads nowhere', async (_what, location) => {
  const registry = await listen((request, response) => {
    response.writeHead(request.url?.includes('blobs') === true ? 302 : 404, location === '' ? {} : { location }).end();
  });
  const error = await failure(() => registrySource(`${registry.host}/team/web:v1`, options()).blob(layer));
  expect(error).toMatchObject({ code: 'registry-answer', message: expect.stringContaining('does not say where to') as string });
});

describe('a registry that gives other content than it promised', () => {
  const promised = `sha256:${'a'.repeat(64)}`;
  const other = JSON.stringify({ schemaVersion: 2, mediaType: 'application/vnd.oci.image.manifest.v1+json', layers: [] });

  test.each<[string, (response: ServerResponse) => void]>([
    ['a manifest under the digest of another', (response) => void response.end(other)],
    ['a manifest that is no JSON', (response) => void response.end('<html>')],
  ])('%s is refused, and nothing of it is kept', async (_what, answer) => {
    const registry = await listen((request, response) => {
      response.setHeader('docker-content-digest', promised);
      if (request.method === 'HEAD') response.end();
      else answer(response);
    });
    const cache = blobCache({ directory: join(home, 'blobs') });
    const error = await failure(() => registrySource(`${registry.host}/team/web:v1`, options({ cache })).manifest(undefined));
    expect(['image-digest-mismatch', 'registry-answer']).toContain(error.code);
    expect(readdirSync(join(home, 'blobs'))).toEqual(['tags']);
    expect(await cache.get(promised, 1_000_000)).toBeUndefined();
  });

  test('other bytes for a layer are refused, the right ones come from the next registry', async () => {
    const cache = blobCache({ directory: join(home, 'blobs') });
    const liar = await listen((_request, response) => void response.end('not layer'));
    expect((await failure(() => registrySource(`${liar.host}/team/web:v1`, options({ cache })).blob(layer))).code).toBe('image-digest-mismatch');
    const honest = await listen((_request, response) => void response.end(content));
    expect(await registrySource(`${honest.host}/team/web:v1`, options({ cache })).blob(layer)).toEqual(content);
    expect(honest.asked).toHaveLength(1);
  });
});
