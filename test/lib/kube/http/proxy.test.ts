import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { caCert, goodCert, goodKey } from '../certificates';
import { configMaps, FakeServer, initialEnd, recorder, stream } from '../fake-server';

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

  test('the error has what the proxy answered', async () => {
    await expect(server.cluster({ proxy: through(''), tls: { ca: caCert } }).ready()).rejects.toMatchObject({
      code: 'server-unreachable', message: expect.stringContaining('answered 407'), hint: expect.stringContaining('HTTPS_PROXY'),
    });
  });
});
