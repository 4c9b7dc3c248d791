import { getEventListeners } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type ConnectOptions, type KubeCluster } from '../../../lib/kube';
import { caCert, expiredCert, expiredKey, goodCert, goodKey, otherCert, otherKey } from './certificates';
import { fast, FakeServer, json, status } from './fake-server';

let folder: string;
const servers: FakeServer[] = [];
const clusters: KubeCluster[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'connect-'));
});
afterEach(async () => {
  for (const cluster of clusters.splice(0)) cluster.close();
  for (const server of servers.splice(0)) await server.stop();
  rmSync(folder, { recursive: true });
});

async function start(tls?: { cert: string; key: string }): Promise<FakeServer> {
  const server = await FakeServer.start(tls);
  servers.push(server);
  return server;
}

async function connectTo(
  server: string, more: { cluster?: object; user?: object } = {}, options: ConnectOptions = {},
): Promise<KubeCluster> {
  const kubeconfig = join(folder, 'kubeconfig');
  const named = { name: 'x', cluster: { server, ...more.cluster } };
  writeFileSync(kubeconfig, JSON.stringify({
    'current-context': 'x', clusters: [named], users: [{ name: 'x', user: more.user ?? {} }], contexts: [{
      name: 'x',
      context: { cluster: 'x', user: 'x', namespace: 'mine' },
    }],
  }));
  const cluster = await connect({ kubeconfig, ...options }, fast);
  clusters.push(cluster);
  return cluster;
}

const trusted = { 'certificate-authority-data': Buffer.from(caCert).toString('base64') };

test('over TLS, with two requests', async () => {
  const server = await start({ cert: goodCert, key: goodKey });
  const cluster = await connectTo(server.url, { cluster: trusted, user: { token: 'secret' } });
  expect(cluster).toMatchObject({ server: server.url, defaultNamespace: 'mine' });
  expect(cluster.requests()).toEqual({ discovery: 2 });
  expect(server.seen[0]?.headers.authorization).toBe('Bearer secret');
});

describe('without TLS', () => {
  const exec = { apiVersion: 'client.authentication.k8s.io/v1', command: 'no-such-plugin', interactiveMode: 'Never' };
  test.each([
    ['a token', { token: 'secret' }],
    ['a name and a password', { username: 'me', password: 'secret' }],
    ['a token file', { tokenFile: '/no/such/file' }],
    ['a credential plugin, which is not even asked', { exec }],
  ])('no credentials are sent: %s', async (_what, user) => {
    const server = await start();
    await connectTo(server.url, { user });
    expect(server.seen.map(({ headers }) => headers.authorization)).toEqual([undefined, undefined]);
  });

  test('the impersonated user is sent all the same, as kubectl does', async () => {
    const server = await start();
    await connectTo(server.url, { user: { token: 'secret' } }, { as: 'jane' });
    expect(server.seen[0]?.headers).toMatchObject({ 'impersonate-user': 'jane' });
  });

  test('a server that wants credentials gets another error than one that refuses ours', async () => {
    const server = await start();
    server.handler = (_seen, response) => json(response, 401, status(401, 'Unauthorized')) ?? true;
    await expect(connectTo(server.url, { user: { token: 'secret' } })).rejects.toMatchObject({
      code: 'server-unauthorized', message: expect.stringContaining('boxcutter sends none, because its address has no TLS'),
    });
  });
});

test('the version of the server is asked once', async () => {
  const server = await start();
  server.handler = (seen, response) => (seen.path === '/version'
    ? (json(response, 200, { gitVersion: 'v1.36.3', major: '1', minor: '36' }) ?? true)
    : undefined);
  const cluster = await connectTo(server.url);
  await expect(Promise.all([cluster.version(), cluster.version()])).resolves.toMatchObject([
    { gitVersion: 'v1.36.3' },
    { gitVersion: 'v1.36.3' },
  ]);
  expect(server.count('GET', '/version')).toBe(1);
});

describe('what goes wrong is said', () => {
  test('nothing listens', async () => {
    const server = await start();
    const { url } = server;
    await server.down();
    await expect(connectTo(url)).rejects.toMatchObject({
      code: 'server-unreachable', category: 'server', message: `The API server ${url} cannot be reached: nothing listens there.`,
      hint: expect.stringContaining(join(folder, 'kubeconfig')), details: { server: url, code: 'ECONNREFUSED' },
    });
  });

  test('the host is unknown', async () => {
    await expect(connectTo('https://no-such-host.invalid:6443')).rejects.toMatchObject({
      code: 'server-unreachable',
      details: { code: expect.stringMatching(/ENOTFOUND|EAI_AGAIN/) },
    });
  });

  test('it accepts connections but never speaks TLS', async () => {
    const silent = createServer(() => {});
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const url = `https://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    await expect(connectTo(url, {}, { timeoutMs: 100 })).rejects.toMatchObject({
      code: 'server-unreachable',
      message: expect.stringContaining('did not answer within 0.1 s'),
    });
    silent.close();
  });

  test('it speaks http where https is expected', async () => {
    const { port } = await start();
    await expect(connectTo(`https://127.0.0.1:${port}`)).rejects.toMatchObject({
      code: 'server-unreachable',
      message: expect.stringContaining('does not speak TLS'),
    });
  });

  test('its authority is unknown', async () => {
    const server = await start({ cert: goodCert, key: goodKey });
    await expect(connectTo(server.url)).rejects.toMatchObject({
      code: 'server-not-trusted',
      message: expect.stringContaining('an authority that is not known here'),
    });
    expect(server.seen).toEqual([]);
    await expect(connectTo(server.url, { cluster: { 'insecure-skip-tls-verify': true } })).resolves.toBeDefined();
  });

  test('its certificate has expired: when', async () => {
    const server = await start({ cert: expiredCert, key: expiredKey });
    await expect(connectTo(server.url, { cluster: trusted, user: { token: 'secret' } })).rejects.toMatchObject({
      code: 'server-not-trusted', message: expect.stringContaining('its certificate expired (on 2021-02-03)'),
    });
    expect(server.seen).toEqual([]);
  });

  test('its certificate is for another host: which; tls-server-name helps', async () => {
    const server = await start({ cert: otherCert, key: otherKey });
    await expect(connectTo(server.url, { cluster: trusted })).rejects.toMatchObject({
      code: 'server-not-trusted', message: expect.stringContaining('is not for 127.0.0.1, but for DNS:elsewhere.example'),
    });
    await expect(connectTo(server.url, { cluster: { ...trusted, 'tls-server-name': 'elsewhere.example' } })).resolves.toBeDefined();
  });

  test('it does not know us', async () => {
    const server = await start({ cert: goodCert, key: goodKey });
    server.handler = (_seen, response) => json(response, 401, status(401, 'Unauthorized')) ?? true;
    await expect(connectTo(server.url, { cluster: trusted, user: { token: 'x' } })).rejects.toMatchObject({
      code: 'server-unauthorized',
      message: expect.stringContaining('does not accept our credentials'),
      hint: expect.stringContaining('context "x"'),
    });
  });

  test('it does not know us, because the client certificate has expired', async () => {
    const server = await start({ cert: goodCert, key: goodKey });
    server.handler = (_seen, response) => json(response, 401, status(401, 'Unauthorized')) ?? true;
    const base64 = (text: string): string => Buffer.from(text).toString('base64');
    const user = { 'client-certificate-data': base64(expiredCert), 'client-key-data': base64(expiredKey) };
    await expect(connectTo(server.url, { cluster: trusted, user })).rejects.toMatchObject({
      message: expect.stringContaining('the client certificate expired on 2021-02-03'),
    });
  });

  test('it does not allow us anything', async () => {
    const server = await start();
    server.handler = (_seen, response) => json(response, 403, status(403, 'Forbidden', 'User "system:anonymous" cannot get path "/api"')) ?? true;
    await expect(connectTo(server.url)).rejects.toMatchObject({
      code: 'server-forbidden',
      message: expect.stringContaining('system:anonymous'),
    });
  });

  test('it is not an API server', async () => {
    const server = await start();
    server.handler = (_seen, response) => response.writeHead(200).end('<html>Welcome</html>');
    await expect(connectTo(server.url)).rejects.toMatchObject({
      code: 'server-unreachable',
      message: expect.stringContaining('not those of a Kubernetes API server'),
    });
  });

  test('the credential plugin fails', async () => {
    const server = await start({ cert: goodCert, key: goodKey });
    const exec = { apiVersion: 'client.authentication.k8s.io/v1', command: 'no-such-plugin', interactiveMode: 'Never' };
    await expect(connectTo(server.url, { cluster: trusted, user: { exec } })).rejects.toMatchObject({ code: 'credentials-unavailable' });
    expect(server.seen).toEqual([]);
  });

  test('the credential plugin is not started before the connection is needed, and never when it is not', async () => {
    const server = await start({ cert: goodCert, key: goodKey });
    const exec = { apiVersion: 'client.authentication.k8s.io/v1', command: 'no-such-plugin', interactiveMode: 'Never' };
    const needed = Promise.reject(new Error('not needed'));
    await expect(connectTo(server.url, { cluster: trusted, user: { exec } }, { needed })).rejects.toThrow('not needed');
    await expect(connectTo(server.url, { cluster: trusted, user: { exec } }, { needed: Promise.resolve() }))
      .rejects.toMatchObject({ code: 'credentials-unavailable' });
  });

  test('the key does not fit the certificate', async () => {
    const server = await start({ cert: goodCert, key: goodKey });
    const base64 = (text: string): string => Buffer.from(text).toString('base64');
    const user = { 'client-certificate-data': base64(goodCert), 'client-key-data': base64(otherKey) };
    await expect(connectTo(server.url, { cluster: trusted, user })).rejects.toMatchObject({
      code: 'credentials-unavailable',
      message: expect.stringContaining('client certificate'),
    });
  });
});

test('a signal ends the attempt, and later begins the orderly end of the cluster', async () => {
  const server = await start();
  await expect(connectTo(server.url, {}, { signal: AbortSignal.abort() })).rejects.toMatchObject({
    code: 'connection-closed',
    category: 'interrupted',
  });
  const controller = new AbortController();
  const cluster = await connectTo(server.url, {}, { signal: controller.signal });
  controller.abort();
  await expect(cluster.list({ apiVersion: 'v1', kind: 'Namespace' })).rejects.toMatchObject({
    code: 'connection-closed',
    category: 'interrupted',
  });
  cluster.close();
  await expect(cluster.get({ apiVersion: 'v1', kind: 'Namespace', name: 'a' })).resolves.toMatchObject({ type: 'lost' });
});

test('nothing of a closed connection stays on the signal that it was made with', async () => {
  const server = await start();
  const { signal } = new AbortController();
  const cluster = await connectTo(server.url, {}, { signal });
  expect(getEventListeners(signal, 'abort')).toHaveLength(1);
  cluster.close();
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});
