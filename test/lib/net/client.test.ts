/** One request and its answer, from servers that mean no good. */
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { HttpClient, NetworkFailure } from '../../../lib/net';

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

function get(): Promise<{ readonly status: number; read(limit: number): Promise<Buffer> }> {
  const client = new HttpClient({ authorities: () => undefined, env: {}, connectMs: 5000, silenceMs: 5000 });
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
