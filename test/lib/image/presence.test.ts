/** Are images there? Asked many at once, each once, and no longer than need be. */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { imagesPresent, type PresenceOptions } from '../../../lib/image';

const DIGEST = `sha256:${'a'.repeat(64)}`;
const servers: Server[] = [];
let asked: string[];
beforeEach(() => {
  asked = [];
});
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

async function registry(answer: RequestListener): Promise<string> {
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    answer(request, response);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Has every tag and digest but those of `gone`. */
const usual: RequestListener = (request, response) => {
  const isThere = !(request.url ?? '').includes('/gone/');
  response.writeHead(isThere ? 200 : 404, isThere ? { 'docker-content-digest': DIGEST } : {}).end();
};

async function present(references: readonly string[], host: string, more: PresenceOptions = {}): Promise<readonly string[]> {
  const settings = { registries: { [host]: { plainHttp: true } } };
  const answers = await imagesPresent(references, { settings, env: { HOME: '/nonexistent' }, timing: { attempts: 1, pauseMs: 1 }, ...more });
  return [...answers.values()].map((answer) => (answer.type === 'unknown' ? answer.error.code : answer.type));
}

test('one request an image, by tag or digest, and none for one that is named again', async () => {
  const host = await registry(usual);
  const references = [`${host}/team/a:v1`, `${host}/team/b@${DIGEST}`, `${host}/team/a:v1`];
  expect(await present(references, host)).toEqual(['there', 'there']);
  expect(asked.sort()).toEqual(['HEAD /v2/team/a/manifests/v1', `HEAD /v2/team/b/manifests/${DIGEST}`]);
});

test('what is not there, and what is no name, is told apart from what cannot be asked', async () => {
  const host = await registry(usual);
  expect(await present([`${host}/team/gone/x:v1`, 'nginx', `${host}/team/a:v1`], host)).toEqual(['absent', 'image-reference-invalid', 'there']);
});

test('a registry that does not answer is asked once, whatever images it should have', async () => {
  const host = await registry((request) => void request.socket.destroy());
  const references = Array.from({ length: 20 }, (_, index) => `${host}/team/a:v${index}`);
  expect(new Set(await present(references, host, { concurrency: 1 }))).toEqual(new Set(['registry-unreachable']));
  expect(asked).toHaveLength(1);
});

test('no more requests at once than were allowed', async () => {
  let [now, most] = [0, 0];
  const host = await registry((_request, response) => {
    now += 1;
    most = Math.max(most, now);
    setImmediate(() => {
      now -= 1;
      response.writeHead(200, { 'docker-content-digest': DIGEST }).end();
    });
  });
  await present(Array.from({ length: 30 }, (_, index) => `${host}/team/a${index}:v1`), host, { concurrency: 3 });
  expect(most).toBeLessThanOrEqual(3);
});
