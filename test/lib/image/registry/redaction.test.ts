/** What servers tell back is shown, but for what was sent to them as a secret, in whatever form it travelled. */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { registrySource } from '../../../../lib/image/registry';
import type { RegistryCredentials } from '../../../../lib/image/registry';
import { failure } from '../errors';

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Says what it was sent. */
const parrot: RequestListener = (request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => void parts.push(part));
  request.on('end', () => {
    const { authorization = '' } = request.headers;
    const decoded = Buffer.from(authorization.replace(/^Basic /, ''), 'base64').toString('utf8');
    const body = Buffer.concat(parts).toString('utf8');
    response.writeHead(403, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ error: `no: ${authorization} ${decoded} ${body} ${decodeURIComponent(body)}` }));
  });
};

test.each<[string, RegistryCredentials, readonly string[]]>([
  ['a password', { username: 'ann', password: 'p+w/d =1' }, ['p+w/d =1', Buffer.from('ann:p+w/d =1').toString('base64')]],
  ['a refresh token, which travels in a form', { identityToken: 'to+ken/ =2' }, ['to+ken/ =2', 'to%2Bken%2F+%3D2', 'to%2Bken%2F%20%3D2']],
])('%s is not repeated', async (_what, credentials, secrets) => {
  const service = await listen(parrot);
  const registry = await listen((_request, response) => {
    response.writeHead(401, { 'www-authenticate': `Bearer realm="http://${service}/token",service="x"` });
    response.end();
  });
  const source = registrySource(`${registry}/team/web:v1`, { plainHttp: true, cache: false, env: { HOME: '/nonexistent' }, credentials, timing: { attempts: 1 } });
  const error = await failure(async () => source.manifest(undefined));
  expect(error).toMatchObject({ code: 'registry-unauthorized', message: expect.stringContaining('no: ') as string });
  const shown = JSON.stringify([error.message, error.hint, error.details]);
  for (const secret of secrets) expect(shown).not.toContain(secret);
});
