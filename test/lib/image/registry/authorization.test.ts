/** Where credentials may go: by TLS, or to this machine. */
import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:http';
import { Authorization } from '../../../../lib/image/registry/authorization';
import type { CredentialSource } from '../../../../lib/image/registry/credentials';
import { HttpClient } from '../../../../lib/net';

let service: Server;
let address: string;
const asked: string[] = [];
beforeAll(async () => {
  service = createServer((request, response) => {
    asked.push(request.headers.authorization ?? 'nobody');
    response.end(JSON.stringify({ token: 'a-token' }));
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(service.address() as AddressInfo).port}/token`;
});
afterAll(() => {
  service.closeAllConnections();
  service.close();
});
beforeEach(() => asked.splice(0));

const login: CredentialSource = { origin: 'a test', find: () => Promise.resolve({ username: 'me', password: 'secret' }) };
const basic = `Basic ${Buffer.from('me:secret').toString('base64')}`;

function authorization(base: string, credentials: readonly CredentialSource[], plain: readonly string[] = []): Authorization {
  const url = new URL(base);
  return new Authorization(
    {
      http: new HttpClient({ authorities: () => undefined, env: {}, connectMs: 1_000, silenceMs: 1_000 }),
      credentials,
      mayBePlain: (host) => plain.includes(host),
      signal: undefined,
    },
    { registry: url.host, repository: 'app', base: url, isMirror: false },
    'pull',
  );
}

test.each(['https://registry.example', 'http://127.0.0.1:5000', 'http://localhost:5000', 'http://[::1]:5000'])('%s is shown who we are', async (base) => {
  await expect(authorization(base, [login]).respond([{ scheme: 'basic', parameters: {} }], undefined)).resolves.toBe(basic);
});

test.each(['http://registry.example', 'http://127.evil.com', 'http://10.0.0.1:5000'])('%s is not, even where plain HTTP is asked for', async (base) => {
  const { host } = new URL(base);
  for (const scheme of ['basic', 'bearer']) {
    const answer = authorization(base, [login], [host]).respond([{ scheme, parameters: { realm: address } }], undefined);
    await expect(answer).rejects.toMatchObject({
      code: 'registry-unauthorized',
      message: `The registry ${host} asks for credentials, but boxcutter does not send those from a test to ${host} without TLS.`,
    });
  }
  expect(asked).toEqual([]);
});

test('without credentials, a registry without TLS gives its token to anybody', async () => {
  const answer = authorization('http://registry.example', []).respond([{ scheme: 'bearer', parameters: { realm: address } }], undefined);
  await expect(answer).resolves.toBe('Bearer a-token');
  expect(asked).toEqual(['nobody']);
});

test.each([
  ['of a registry on this machine', 'http://localhost:5000', 'http://tokens.example/token', ['tokens.example']],
  ['of a registry with TLS', 'https://registry.example', 'http://tokens.example/token', ['tokens.example']],
  ['of a registry with TLS, on this machine', 'https://registry.example', 'http://127.0.0.1:1/token', []],
])('a token service without TLS, %s, gets none', async (_what, base, realm, plain) => {
  const answer = authorization(base, [login], plain).respond([{ scheme: 'bearer', parameters: { realm } }], undefined);
  await expect(answer).rejects.toMatchObject({ code: 'registry-answer', message: expect.stringContaining('without TLS') as string });
});
