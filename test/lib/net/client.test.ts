/** One request and its answer, from servers that mean no good. */
import dns from 'node:dns';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import { HttpClient, NetworkFailure, type HttpClientOptions } from '../../../lib/net';

let server: Server;
let answer: (response: ServerResponse) => void;
beforeEach(async () => {
  server = createServer((_request, response) => answer(response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

function get(limits: Partial<HttpClientOptions> = {}): Promise<{ readonly status: number; read(limit: number): Promise<Buffer> }> {
  const client = new HttpClient({ authorities: () => undefined, env: {}, connectMs: 5000, silenceMs: 5000, ...limits });
  return client.send({ method: 'GET', url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`), headers: {} });
}

test('interim answers before the one that counts are passed over', async () => {
  answer = (response) => {
    response.writeProcessing();
    response.writeProcessing();
    response.end('done');
  };
  const { status, read } = await get();
  expect([status, (await read(100)).toString()]).toEqual([200, 'done']);
});

test('a connection that is free for long is closed, also where the server would keep it', async () => {
  server.keepAliveTimeout = 0;
  const closed = new Promise<void>((resolve) => server.once('connection', (socket) => socket.once('close', () => resolve())));
  answer = (response) => response.end('done');
  const { read } = await get({ idleMs: 20 });
  await read(100);
  await closed;
});

test('an answer that is too large is a failure, also where it comes in one piece', async () => {
  answer = (response) => response.end('x'.repeat(101));
  const { read } = await get();
  await expect(read(100)).rejects.toMatchObject({ code: 'TOO_LARGE' });
});

test('interim answers without end are no answer', async () => {
  answer = (response) => {
    const more = (): void => {
      if (!response.destroyed) response.writeProcessing(() => setImmediate(more));
    };
    more();
  };
  const failure = await get().catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(NetworkFailure);
  expect(failure).toMatchObject({ code: 'ETIMEDOUT', message: 'it sends only interim answers' });
});

test('a body that is longer than it may be is given up with the first byte too many', async () => {
  answer = (response) => {
    const more = (): void => {
      if (!response.destroyed) response.write('x'.repeat(1000), () => setImmediate(more));
    };
    more();
  };
  const { read } = await get();
  await expect(read(10_000)).rejects.toMatchObject({ code: 'TOO_LARGE' });
});

describe('a server that sends a byte at a time, so that it is never silent', () => {
  const drip = (response: ServerResponse): void => {
    const more = (): void => {
      if (!response.destroyed) response.write('x', () => setTimeout(more, 2));
    };
    more();
  };

  test('is given up when what it sends is less than the pace asks for', async () => {
    answer = drip;
    const { read } = await get({ silenceMs: 100 });
    await expect(read(1_000_000)).rejects.toMatchObject({ code: 'ETIMEDOUT', message: expect.stringMatching(/^it sends too slowly: \d+ bytes/) });
  });

  test('is borne with for the time of its whole body, and no longer', async () => {
    answer = drip;
    const { read } = await get({ silenceMs: 50, bytesPerSecond: 1, mostMs: 150 });
    const startedAt = performance.now();
    await expect(read(1_000_000)).rejects.toMatchObject({ code: 'ETIMEDOUT' });
    expect(performance.now() - startedAt).toBeGreaterThan(100);
  });

  test('is given up in the headers, too', async () => {
    const slow = createTcpServer((socket) => {
      socket.on('error', () => {});
      socket.write('HTTP/1.1 200 OK\r\nx-long: ');
      const timer = setInterval(() => socket.write('x'), 5);
      socket.on('close', () => clearInterval(timer));
    });
    await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve));
    const client = new HttpClient({ authorities: () => undefined, env: {}, connectMs: 5000, silenceMs: 400 });
    const url = new URL(`http://127.0.0.1:${(slow.address() as AddressInfo).port}/`);
    await expect(client.send({ method: 'GET', url, headers: {} })).rejects.toMatchObject({ message: 'there was no answer within 0.8 s' });
    await new Promise((resolve) => slow.close(resolve));
  });
});

describe('where clouds give machines their credentials', () => {
  const ask = async (url: string, options: Partial<HttpClientOptions> = {}): Promise<unknown> => {
    const client = new HttpClient({ authorities: () => undefined, env: {}, connectMs: 200, silenceMs: 200, ...options });
    return client.send({ method: 'GET', url: new URL(url), headers: {} }).then(({ status }) => status, ({ code }: NetworkFailure) => code);
  };
  afterEach(() => jest.restoreAllMocks());

  test.each([
    'http://169.254.169.254/latest/meta-data/', 'http://[fe80::1]/', 'http://[::ffff:169.254.169.254]/', 'http://[fd00:ec2::254]/', 'http://[fd00:ec2::23]/v1/credentials', 'http://[fd20:ce::254]/',
    'http://[64:ff9b::169.254.169.254]/', 'http://[64:ff9b::a9fe:a9fe]/', 'http://[::ffff:100.100.100.200]/',
    'http://100.100.100.200/latest/meta-data/', 'http://2852039166/', 'https://169.254.170.2/v2/credentials',
  ])('%s is not asked', async (url) => {
    expect(await ask(url)).toBe('ADDRESS_REFUSED');
  });

  test('a name that leads there is not asked either, and nothing is sent', async () => {
    const connect = jest.spyOn(dns, 'lookup').mockImplementation(((_host: string, { all }: dns.LookupOptions, answer: (...found: unknown[]) => void) => {
      process.nextTick(() => (all === true ? answer(null, [{ address: '169.254.169.254', family: 4 }]) : answer(null, '169.254.169.254', 4)));
    }) as unknown as typeof dns.lookup);
    expect(await ask('http://metadata.example/token')).toBe('ADDRESS_REFUSED');
    expect(connect).toHaveBeenCalledTimes(1);
  });

  test('a proxy, which looks names up by itself, is not asked for it', async () => {
    const { port } = server.address() as AddressInfo;
    expect(await ask('http://169.254.169.254/', { env: { HTTP_PROXY: `http://127.0.0.1:${port}` } })).toBe('ADDRESS_REFUSED');
  });

  test('a user may name such a server', async () => {
    expect(await ask('http://169.254.1.1/', { isNamed: (host) => host === '169.254.1.1' })).not.toBe('ADDRESS_REFUSED');
  });

  test('other names and addresses are asked', async () => {
    answer = (response) => response.end('here');
    const { port } = server.address() as AddressInfo;
    expect(await ask(`http://localhost:${port}/`)).toBe(200);
    expect(await ask(`http://127.0.0.1:${port}/`)).toBe(200);
  });
});
