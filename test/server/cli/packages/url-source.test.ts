/** What was downloaded from a URL, and where it came from. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { commandBench, manifests } from '../command';
import { document } from '../documents';

const bench = commandBench();
const { run } = bench;

let server: Server;
let base: string;
const files = new Map<string, string>();
beforeAll(async () => {
  server = createServer((request, response) => response.end(files.get(new URL(request.url ?? '', base).pathname) ?? ''));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

test('list, status, history and get say where it came from, without what may be secret', async () => {
  files.set('/shop/v1.0.0/manifests.yaml', manifests.config('settings', '1'));
  const url = `${base}/shop/v1.0.0/manifests.yaml`;
  expect(await run('apply', `${url}?token=hidden`)).toMatchObject({ code: 0 });
  expect((await run('list')).stdout).toMatch(/ FROM\n[^]*manifests .* http:\/\/127\.0\.0\.1:\d+\/shop\/v1\.0\.0\/manifests\.yaml\n/);
  expect(document(await run('list', '-o', 'json'))).toMatchObject({ extensions: [{ extension: 'manifests', source: { url } }] });
  expect((await run('status', 'manifests')).stdout).toContain(`ago from ${url}\n`);
  expect(document(await run('status', 'manifests', '-o', 'json'))).toMatchObject({ source: { url } });
  expect(document(await run('history', 'manifests', '-o', 'json'))).toMatchObject({ revisions: [{ source: { url } }] });
  expect(await run('get', 'manifests', 'source')).toMatchObject({ code: 0, stdout: `${url}\n` });
  expect(JSON.parse((await run('get', 'manifests', 'source', '-o', 'json')).stdout)).toEqual({ url });
});

test('what comes from another URL under the same name is refused, and nothing is changed; a later version is an upgrade', async () => {
  files.set('/site/v1.0.0/manifests.yaml', manifests.config('page', '1'));
  const other = await run('apply', `${base}/site/v1.0.0/manifests.yaml`);
  expect(other).toMatchObject({ code: 2, stderr: expect.stringMatching(/it came from \S+\/shop\/\S+, and this comes from \S+\/site\/v1\.0\.0\/manifests\.yaml; this content has none/) });
  files.set('/shop/v1.1.0/manifests.yaml', manifests.config('settings', '2'));
  expect(await run('apply', `${base}/shop/v1.1.0/manifests.yaml`)).toMatchObject({ code: 0, stdout: expect.stringContaining('revision 2: complete') });
  await run('delete', 'manifests');
});

test('what is not known is said', async () => {
  await run('apply', bench.scratch.write('plain.yaml', manifests.config('plain', '1')), '--name', 'plain');
  expect(await run('get', 'plain', 'source')).toMatchObject({ code: 0, stdout: '', stderr: expect.stringContaining('The record does not say where the extension came from') });
  expect((await run('list')).stdout).not.toContain('FROM');
  await run('delete', 'plain');
});

test.each(['explain', 'status', 'tree', 'history', 'delete'])('%s of a URL says what is wanted instead, in one sentence', async (subcommand) => {
  expect(await run(subcommand, `${base}/shop.yaml?token=hidden`)).toMatchObject({
    code: 2, stdout: '',
    stderr: `Error: ${base}/shop.yaml is a URL, but this subcommand takes the name of an installed extension.\n`
      + 'To see what an apply of it would change: boxcutter plan URL. To list what is installed: boxcutter list -A\n',
  });
});
