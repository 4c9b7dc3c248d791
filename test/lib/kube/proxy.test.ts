import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { proxyFor } from '../../../lib/kube/proxy';
import { caCert, goodCert, goodKey } from './certificates';
import { configMaps, FakeServer, initialEnd, recorder, stream } from './fake-server';

describe('which proxy', () => {
  const server = new URL('https://api.example.com:6443');
  test.each([
    [{}, undefined],
    [{ HTTPS_PROXY: 'http://p:3128' }, 'http://p:3128/'],
    [{ https_proxy: 'p:3128' }, 'http://p:3128/'],
    [{ HTTP_PROXY: 'http://p:3128' }, undefined],
    [{ HTTPS_PROXY: 'http://p', NO_PROXY: '*' }, undefined],
    [{ HTTPS_PROXY: 'http://p', NO_PROXY: 'other, example.com' }, undefined],
    [{ HTTPS_PROXY: 'http://p', NO_PROXY: '.example.com' }, undefined],
    [{ HTTPS_PROXY: 'http://p', NO_PROXY: 'ample.com' }, 'http://p/'],
    [{ HTTPS_PROXY: 'http://p', NO_PROXY: 'api.example.com:443' }, 'http://p/'],
    [{ HTTPS_PROXY: 'http://p', NO_PROXY: 'api.example.com:6443' }, undefined],
  ])('%j gives %s', (env, expected) => {
    expect(proxyFor(server, undefined, env)?.href).toBe(expected);
  });

  test('networks and loopback are exempt', () => {
    const env = { HTTPS_PROXY: 'http://p', NO_PROXY: '10.0.0.0/8,fd00::/8' };
    const through = (url: string): boolean => proxyFor(new URL(url), undefined, env) !== undefined;
    expect(['https://10.1.2.3', 'https://[fd00::1]', 'https://127.0.0.1:6443', 'https://localhost', 'https://11.1.2.3'].map(through)).toEqual([false, false, false, false, true]);
  });

  test('proxy-url wins, also over NO_PROXY', () => {
    expect(proxyFor(server, 'http://own:1', { HTTPS_PROXY: 'http://p', NO_PROXY: '*' })?.href).toBe('http://own:1/');
  });

  test('SOCKS is refused in words', () => {
    expect(() => proxyFor(server, 'socks5://p:1', {})).toThrow(expect.objectContaining({ code: 'proxy-unsupported' }));
  });
});

describe('through a proxy', () => {
  let proxy: Server;
  let server: FakeServer;
  const asked: string[] = [];
  const sockets = new Set<Socket>();

  beforeEach(async () => {
    asked.length = 0;
    server = await FakeServer.start({ cert: goodCert, key: goodKey });
    proxy = createServer((_request, response) => response.end('I am no tunnel'));
    proxy.on('connection', (socket: Socket) => sockets.add(socket));
    proxy.on('connect', (request, socket, head) => {
      asked.push(`${request.url} ${request.headers['proxy-authorization'] ?? ''}`.trim());
      if (request.headers['proxy-authorization'] !== `Basic ${Buffer.from('me:pw').toString('base64')}`) {
        socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
        return;
      }
      const target = connect(server.port, '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        target.write(head);
        target.pipe(socket).pipe(target);
      });
      sockets.add(target);
      target.on('error', () => {});
      socket.on('error', () => {});
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  });
  afterEach(async () => {
    await server.stop();
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => proxy.close(resolve));
  });

  const through = (credentials: string): URL => new URL(`http://${credentials}127.0.0.1:${(proxy.address() as AddressInfo).port}`);

  test('requests travel in a tunnel, verified end to end, on kept connections', async () => {
    const cluster = server.cluster({ proxy: through('me:pw@'), tls: { ca: caCert } });
    await cluster.ready();
    for (let i = 0; i < 5; i += 1) await cluster.get({ apiVersion: 'v1', kind: 'Namespace', name: 'a' });
    expect(new Set(asked)).toEqual(new Set([`127.0.0.1:${server.port} Basic bWU6cHc=`]));
    expect(asked).toHaveLength(2);
  });

  test('streams travel in tunnels of their own', async () => {
    const cluster = server.cluster({ proxy: through('me:pw@'), tls: { ca: caCert } });
    server.handler = (seen, response) => (seen.query.get('watch') === '1' ? (stream(response).send('BOOKMARK', initialEnd('5')) ?? true) : undefined);
    const seen = recorder();
    cluster.observe(configMaps, seen);
    await seen.reached('synced');
    expect(asked).toHaveLength(3);
  });

  test('a refusal of the proxy is told', async () => {
    await expect(server.cluster({ proxy: through(''), tls: { ca: caCert } }).ready()).rejects.toMatchObject({
      code: 'server-unreachable', message: expect.stringContaining('answered 407'), hint: expect.stringContaining('HTTPS_PROXY'),
    });
  });
});
