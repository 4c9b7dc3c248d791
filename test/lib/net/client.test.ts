/** One request and its answer, from servers that mean no good. */
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
  expect(failure).toMatchObject({ code: 'ETIMEDOUT', message: 'it sends nothing but interim answers' });
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
    const client = new HttpClient({ authorities: () => undefined, env: {}, connectMs: 5000, silenceMs: 60 });
    const url = new URL(`http://127.0.0.1:${(slow.address() as AddressInfo).port}/`);
    await expect(client.send({ method: 'GET', url, headers: {} })).rejects.toMatchObject({ message: 'there was no answer within 0.12 s' });
    await new Promise((resolve) => slow.close(resolve));
  });
});
