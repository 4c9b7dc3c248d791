/** Getting to a registry: credentials, tokens, redirects, mirrors, proxies, and what is tried again. */
import { createServer, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isBoxcutterError } from '../../../lib/errors';
import { pullSecretCredentials, pushImage, registrySource, type RegistryOptions } from '../../../lib/image/registry';
import { caCert } from '../../lib/kube/certificates';
import { REGISTRY_START_MS, demandBasic, demandToken, Front, refuse, sampleImage, startRegistry, startTokenService, type RunningRegistry, type TokenService } from '../../registry';

const USER = 'ann';
const PASSWORD = 'p4ss:w0rd-secret';

let registry: RunningRegistry;
let front: Front;
let home: string;
let name: string;
const image = sampleImage();
const [, layer] = image.blobs.map(({ descriptor }) => descriptor);
if (layer === undefined) throw new Error('the sample has layers');
const closing: { close(): Promise<void> }[] = [];

beforeAll(async () => {
  registry = await startRegistry();
  await pushImage(image, `${registry.host}/team/bundle:v1`, { env: {}, plainHttp: true, cache: false });
}, REGISTRY_START_MS);
afterAll(() => registry.close());

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'boxcutter-access-'));
  front = await open();
  name = `${front.host}/team/bundle:v1`;
});
afterEach(async () => {
  await Promise.all(closing.splice(0).map((each) => each.close()));
  rmSync(home, { recursive: true });
});

async function open(tls?: { cert?: string; key?: string }): Promise<Front> {
  const opened = await Front.start(registry.host, tls);
  closing.push(opened);
  return opened;
}

async function tokens(...judge: Parameters<typeof startTokenService>): Promise<TokenService> {
  const service = await startTokenService(...judge);
  closing.push(service);
  return service;
}

function options(more: RegistryOptions = {}): RegistryOptions {
  return { env: { HOME: home, PATH: process.env['PATH'] }, plainHttp: true, cache: false, timing: { pauseMs: 5 }, ...more };
}

/** Manifest and one layer. */
async function read(more: RegistryOptions = {}, reference = name): Promise<void> {
  const source = registrySource(reference, options(more));
  expect((await source.manifest(undefined)).descriptor.digest).toBe(image.digest);
  if (layer !== undefined) expect(await source.blob(layer)).toHaveLength(layer.size);
}

async function failure(work: Promise<unknown>): Promise<Record<string, unknown>> {
  const error: unknown = await work.then(() => undefined, (thrown: unknown) => thrown);
  if (!isBoxcutterError(error)) throw new Error(`no error of ours: ${String(error)}`);
  // Whatever it is about, it has no secret in it.
  const everything = JSON.stringify({ ...error, message: error.message, cause: String(error.cause), stack: error.stack });
  for (const secret of [PASSWORD, Buffer.from(`${USER}:${PASSWORD}`).toString('base64'), 'token-1', 'X-Signature']) expect(everything).not.toContain(secret);
  return { code: error.code, category: error.category, message: error.message, hint: error.hint };
}

function login(file: string, config: object): void {
  mkdirSync(join(home, file, '..'), { recursive: true });
  writeFileSync(join(home, file), JSON.stringify(config));
}
const auth = Buffer.from(`${USER}:${PASSWORD}`).toString('base64');

describe('user and password', () => {
  beforeEach(() => demandBasic(front, USER, PASSWORD));

  test('are asked for with a 401, and sent at once from then on', async () => {
    await read({ credentials: { username: USER, password: PASSWORD } });
    expect(front.seen.map(({ authorization }) => authorization)).toEqual([undefined, `Basic ${auth}`, `Basic ${auth}`, `Basic ${auth}`]);
  });

  test.each([
    ['$REGISTRY_AUTH_FILE', 'elsewhere/auth.json', { REGISTRY_AUTH_FILE: 'elsewhere/auth.json' }],
    ['$XDG_RUNTIME_DIR', 'run/containers/auth.json', { XDG_RUNTIME_DIR: 'run' }],
    ['~/.config/containers', '.config/containers/auth.json', {}],
    ['$DOCKER_CONFIG', 'docker/config.json', { DOCKER_CONFIG: 'docker' }],
    ['~/.docker', '.docker/config.json', {}],
  ])('of %s', async (_, file, variables) => {
    login(file, { auths: { [front.host]: { auth } } });
    const places = Object.fromEntries(Object.entries(variables).map(([key, path]) => [key, join(home, path)]));
    await read({ env: { HOME: home, ...places } });
  });

  test('of a pull secret', async () => {
    const data = Buffer.from(JSON.stringify({ auths: { [`${front.host}/team`]: { auth } } })).toString('base64');
    const secret = { apiVersion: 'v1', kind: 'Secret', type: 'kubernetes.io/dockerconfigjson', metadata: { name: 'pull' }, data: { '.dockerconfigjson': data } };
    await read({ pullSecrets: [pullSecretCredentials(secret, 'Secret team/pull')] });
  });

  test('of a program', async () => {
    const bin = join(home, 'bin');
    mkdirSync(bin);
    writeFileSync(join(bin, 'docker-credential-mine'), `#!/bin/sh\nread server\n[ "$server" = ${front.host} ] && echo '{"Username":"${USER}","Secret":"${PASSWORD}"}'\n`);
    chmodSync(join(bin, 'docker-credential-mine'), 0o755);
    login('.docker/config.json', { credsStore: 'mine' });
    await read({ env: { HOME: home, PATH: `${bin}:${process.env['PATH']}` } });
  });

  test('that are not there', async () => {
    expect(await failure(read())).toMatchObject({ code: 'registry-unauthorized', category: 'server', message: expect.stringContaining('there are none for it') });
  });

  test('that are wrong: the error names the file they come from', async () => {
    login('.docker/config.json', { auths: { [front.host]: { auth: Buffer.from(`${USER}:${PASSWORD}-old`).toString('base64') } } });
    const error = await failure(read());
    expect(error).toMatchObject({ code: 'registry-unauthorized', message: expect.stringContaining(join(home, '.docker', 'config.json')) });
  });

  test('given for one registry are sent to no other', async () => {
    const mirror = demandBasic(await open(), USER, PASSWORD);
    await read({
      credentials: { username: USER, password: PASSWORD },
      settings: { registries: { [mirror.host]: { plainHttp: true } }, mirrors: [{ source: front.host, mirrors: [mirror.host] }] },
    });
    expect(mirror.seen.map(({ authorization }) => authorization)).not.toContain(`Basic ${auth}`);
  });
});

describe('tokens', () => {
  test('nobody in particular gets one', async () => {
    const service = await tokens();
    demandToken(front, service);
    await read();
    expect(service.asked).toHaveLength(1);
    expect(service.asked[0]?.authorization).toBeUndefined();
    expect(Object.fromEntries(service.asked[0]?.parameters ?? [])).toEqual({ service: 'registry.test', scope: 'repository:team/bundle:pull' });
  });

  test('who we are is told to the token service, not to the registry', async () => {
    const service = await tokens();
    demandToken(front, service);
    await read({ credentials: { username: USER, password: PASSWORD } });
    expect(service.asked.map(({ authorization }) => authorization)).toEqual([`Basic ${auth}`]);
    expect(front.seen.map(({ authorization }) => authorization)).toEqual([undefined, 'Bearer token-1', 'Bearer token-1', 'Bearer token-1']);
  });

  test('an identity token is exchanged', async () => {
    const answer = { access_token: 'token-1' };
    const service = await tokens((asked) => ({ status: asked.parameters.get('refresh_token') === 'identity' ? 200 : 401, body: answer }));
    demandToken(front, service);
    await read({ credentials: { identityToken: 'identity' } });
    expect(Object.fromEntries(service.asked[0]?.parameters ?? [])).toMatchObject({ grant_type: 'refresh_token', scope: 'repository:team/bundle:pull' });
  });

  test('is replaced before it ends', async () => {
    const service = await tokens(undefined, 0.001);
    demandToken(front, service);
    await read();
    // One after the refusal, and one for each request after that: each has ended by the next.
    expect(front.asked.filter((asked) => asked.startsWith('HEAD'))).toHaveLength(2);
    expect(front.seen.filter(({ authorization }) => authorization === undefined)).toHaveLength(1);
    expect(service.asked.length).toBeGreaterThan(1);
  });

  test('is replaced when the registry no longer takes it', async () => {
    const service = await tokens();
    demandToken(front, service);
    const source = registrySource(name, options());
    await source.manifest(undefined);
    service.valid.clear();
    await source.manifest(undefined);
    expect(service.asked).toHaveLength(2);
  });

  test('many requests at once ask for one token', async () => {
    const service = await tokens();
    demandToken(front, service);
    const source = registrySource(name, options());
    await Promise.all(image.blobs.map(({ descriptor }) => source.blob(descriptor)));
    expect(service.asked).toHaveLength(1);
  });

  test('a refusal that comes late, when there is a new token already, asks for no third', async () => {
    const service = await tokens();
    const late: (() => void)[] = [];
    front.intercept((request, response) => {
      if (late.length > 0 || request.headers.authorization !== 'Bearer token-1' || !request.url?.includes('/blobs/')) return false;
      late.push(() => refuse(response, `Bearer realm="${service.address}",service="registry.test"`));
      return true;
    });
    demandToken(front, service);
    const source = registrySource(name, options());
    await source.manifest(undefined);
    service.valid.clear();
    const [first, second] = image.blobs.map(({ descriptor }) => source.blob(descriptor));
    await Promise.race([first, second]);
    late[0]?.();
    await Promise.all([first, second]);
    expect(late).toHaveLength(1);
    expect(service.asked).toHaveLength(2);
  });

  test('to push, one token is asked for that reads and writes', async () => {
    const service = await tokens();
    demandToken(front, service);
    await pushImage(sampleImage(), `${front.host}/team/other:v1`, options());
    expect(service.asked.map(({ parameters }) => parameters.get('scope'))).toEqual(['repository:team/other:pull,push']);
  });

  test('a service that refuses', async () => {
    const service = await tokens(() => ({ status: 401, body: { details: `incorrect password ${PASSWORD}` } }));
    demandToken(front, service);
    expect(await failure(read({ credentials: { username: USER, password: PASSWORD } }))).toMatchObject({ code: 'registry-unauthorized', message: expect.stringContaining('incorrect password …') });
  });

  test('a service that is busy is asked again', async () => {
    let busy = 2;
    const service = await tokens(() => (busy-- > 0 ? { status: 503, body: {} } : undefined));
    demandToken(front, service);
    await read();
    expect(service.asked).toHaveLength(3);
  });

  test('credentials are not sent to a token service without TLS', async () => {
    const service = await tokens();
    const secure = demandToken(await open({}), service);
    const settings = { registries: { [secure.host]: { ca: caCert } } };
    const more = { plainHttp: false, settings, credentials: { username: USER, password: PASSWORD } };
    expect(await failure(read(more, `${secure.host}/team/bundle:v1`))).toMatchObject({ code: 'registry-answer', message: expect.stringContaining('without TLS') });
    expect(service.asked).toEqual([]);
  });

  test('a registry that says "again" for ever', async () => {
    const service = await tokens();
    front.intercept((_, response) => {
      refuse(response, `Bearer realm="${service.address}",service="registry.test"`);
      return true;
    });
    expect(await failure(read())).toMatchObject({ code: 'registry-unauthorized' });
    expect(front.seen).toHaveLength(2);
  });
});

describe('blobs that lie elsewhere', () => {
  test('are fetched from there, and who we are is not told there', async () => {
    const storage = await open();
    demandBasic(front, USER, PASSWORD);
    front.next(Infinity, /GET .*\/blobs\//, (response, request) => response.writeHead(307, { location: `http://${storage.host}${request.url}?X-Signature=abc` }).end());
    await read({ credentials: { username: USER, password: PASSWORD } });
    expect(storage.seen).toEqual([{ method: 'GET', path: `/v2/team/bundle/blobs/${layer.digest}?X-Signature=abc`, authorization: undefined }]);
  });

  test('elsewhere within the registry it is told', async () => {
    demandBasic(front, USER, PASSWORD);
    front.next(1, /GET .*\/blobs\//, (response, request) => response.writeHead(302, { location: `${request.url}?moved` }).end());
    await read({ credentials: { username: USER, password: PASSWORD } });
    expect(front.seen.at(-1)).toEqual({ method: 'GET', path: `/v2/team/bundle/blobs/${layer.digest}?moved`, authorization: `Basic ${auth}` });
  });

  test('a storage that refuses is no reason to log in, and what signed the address is not told', async () => {
    const storage = await open();
    storage.next(Infinity, /./, (response) => response.writeHead(403, { 'content-type': 'text/plain' }).end('signature does not match'));
    front.next(Infinity, /GET .*\/blobs\//, (response, request) => response.writeHead(307, { location: `http://${storage.host}${request.url}?X-Signature=abc` }).end());
    expect(await failure(read())).toMatchObject({ code: 'registry-forbidden', message: expect.stringContaining('signature does not match') });
  });

  test('a storage that wants credentials gets none, and nobody is asked for a token in its name', async () => {
    const [storage, service] = [await open(), await tokens()];
    demandToken(storage, service);
    front.next(Infinity, /GET .*\/blobs\//, (response, request) => response.writeHead(307, { location: `http://${storage.host}${request.url}` }).end());
    expect(await failure(read({ credentials: { username: USER, password: PASSWORD } }))).toMatchObject({ code: 'registry-answer', message: expect.stringContaining('answered 401') });
    expect(storage.seen.map(({ authorization }) => authorization)).toEqual([undefined]);
    expect(service.asked).toEqual([]);
  });

  test('not over plain HTTP when the registry has TLS', async () => {
    const secure = await open({});
    secure.next(Infinity, /GET .*\/blobs\//, (response, request) => response.writeHead(307, { location: `http://${front.host}${request.url}` }).end());
    const more = { plainHttp: false, settings: { registries: { [secure.host]: { ca: caCert } } } };
    expect(await failure(read(more, `${secure.host}/team/bundle:v1`))).toMatchObject({ code: 'registry-answer', message: expect.stringContaining('without TLS') });
    expect(front.seen).toEqual([]);
  });

  test('round and round', async () => {
    front.next(Infinity, /GET .*\/blobs\//, (response, request) => response.writeHead(307, { location: request.url ?? '' }).end());
    expect(await failure(read())).toMatchObject({ code: 'registry-answer', message: expect.stringContaining('redirects more than 5 times') });
  });
});

describe('what is tried again', () => {
  test.each([
    ['429', 2, (response: ServerResponse) => response.writeHead(429, { 'retry-after': '0' }).end()],
    ['500', 2, (response: ServerResponse) => response.writeHead(500).end()],
    ['503', 3, (response: ServerResponse) => response.writeHead(503).end()],
    ['a connection that is cut', 2, (response: ServerResponse) => response.destroy()],
    ['a body that is cut', 2, (response: ServerResponse) => {
      response.writeHead(200, { 'content-length': '100000' });
      response.write(Buffer.alloc(1000), () => response.destroy());
    }],
  ])('%s', async (_, times, answer) => {
    front.next(times, /GET .*\/blobs\//, answer);
    await read();
    expect(front.asked.filter((asked) => asked.includes('/blobs/'))).toHaveLength(times + 1);
  });

  test('not for ever', async () => {
    front.next(Infinity, /./, (response) => response.writeHead(503, { 'content-type': 'text/plain' }).end('down for maintenance'));
    expect(await failure(read({ timing: { pauseMs: 1, attempts: 3 } }))).toMatchObject({ code: 'registry-answer', message: expect.stringContaining('503') });
    expect(front.seen).toHaveLength(3);
  });

  test('not when the registry wants hours of patience', async () => {
    front.next(Infinity, /./, (response) => response.writeHead(429, { 'retry-after': '7200' }).end());
    expect(await failure(read())).toMatchObject({ code: 'registry-answer', hint: expect.stringContaining('120 minutes') });
    expect(front.seen).toHaveLength(1);
  });

  test('not what was broken off', async () => {
    const ending = new AbortController();
    front.next(Infinity, /./, () => ending.abort());
    expect(await failure(read({ signal: ending.signal }))).toMatchObject({ code: 'interrupted', category: 'interrupted' });
    expect(front.seen).toHaveLength(1);
  });

  test('not a registry that says nothing, for longer than twice', async () => {
    front.next(Infinity, /./, () => {});
    expect(await failure(read({ timing: { pauseMs: 1, silenceMs: 50 } }))).toMatchObject({ code: 'registry-unreachable', message: expect.stringContaining('does not answer in time') });
    expect(front.seen).toHaveLength(2);
  });
});

describe('mirrors', () => {
  const mirrored = (mirror: string, source = front.host): RegistryOptions => ({
    mirrors: [{ source, mirrors: [mirror] }], settings: { registries: { [mirror.split('/')[0] ?? '']: { plainHttp: true } } },
  });

  test('are asked first, for tag and content, and then nobody else', async () => {
    const mirror = await open();
    await read(mirrored(mirror.host));
    expect(mirror.asked).toHaveLength(3);
    expect(front.seen).toEqual([]);
  });

  test('take the place of the beginning of a name', async () => {
    const mirror = await open();
    await read(mirrored(`${mirror.host}/team`, 'registry.example/other'), 'registry.example/other/bundle:v1');
    expect(mirror.asked[0]).toBe('HEAD /v2/team/bundle/manifests/v1');
  });

  test.each([
    ['does not have it', (mirror: Front) => mirror.next(Infinity, /./, (response) => response.writeHead(404).end())],
    ['lets us not', (mirror: Front) => demandBasic(mirror, 'x', 'y')],
    ['gives something else', (mirror: Front) => mirror.change((path, bytes) => (path.includes('/blobs/') ? bytes.subarray(1) : bytes))],
  ])('one that %s: the registry gives it', async (_, spoil) => {
    const mirror = await open();
    spoil(mirror);
    await read(mirrored(mirror.host));
    expect(front.seen.length).toBeGreaterThan(0);
  });

  test('one that is gone is not asked again for every part', async () => {
    const mirror = await open();
    mirror.next(Infinity, /./, (response) => response.destroy());
    await read({ ...mirrored(mirror.host), timing: { pauseMs: 1, attempts: 2 } });
    expect(mirror.seen).toHaveLength(2);
    expect(front.seen).toHaveLength(3);
  });

  test('the error is that of the registry, and tells which mirrors were tried', async () => {
    const mirror = demandBasic(await open(), 'x', 'y');
    expect(await failure(read(mirrored(mirror.host), `${front.host}/team/none:v1`))).toMatchObject({
      code: 'image-not-found', message: `The registry ${front.host} has no image ${front.host}/team/none:v1. Its mirrors were asked first: `
        + `The registry ${mirror.host} needs credentials to read team/none, and there are none for it.`,
      hint: expect.stringMatching(/^Check repository and tag\./),
    });
  });
});

describe('a proxy', () => {
  let proxy: Server;
  const tunnels: string[] = [];
  beforeEach(async () => {
    tunnels.length = 0;
    const sockets = new Set<{ destroy(): void }>();
    proxy = createServer();
    proxy.on('connection', (socket) => sockets.add(socket));
    proxy.on('connect', (request, socket) => {
      tunnels.push(request.url ?? '');
      const onward = connect(Number(front.host.split(':')[1]), '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        onward.pipe(socket).pipe(onward);
      });
      for (const end of [socket, onward]) end.on('error', () => {});
      sockets.add(onward);
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    closing.push({ close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => proxy.close(() => resolve()));
    } });
  });

  test('is used for a registry elsewhere', async () => {
    const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    await read({ env: { HOME: home, HTTP_PROXY: address } }, 'registry.example/team/bundle:v1');
    expect(new Set(tunnels)).toEqual(new Set(['registry.example:80']));
  });

  test('of a kind that is not supported is named', async () => {
    expect(await failure(read({ env: { HOME: home, HTTP_PROXY: 'socks5://127.0.0.1:1' } }, 'registry.example/team/bundle:v1'))).toMatchObject({ code: 'proxy-unsupported' });
  });
});
