/** The set-up of a clone over a bad network, with a registry of its own and the real npm. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { tarOf } from '../../../lib/formats/archive/tar-writer';

const manifest = Buffer.from(JSON.stringify({ name: 'box', version: '1.0.0' }));
const tarball = gzipSync(tarOf([['package/package.json', manifest]]));

/** What the registry does with the first requests; later ones are answered. */
let misfortunes: ((response: ServerResponse) => void)[];
let requests: number;
const registry = createServer((request, response) => {
  requests += 1;
  const misfortune = misfortunes.shift();
  if (misfortune !== undefined) return misfortune(response);
  if (request.url?.endsWith('.tgz')) return void response.end(tarball);
  const version = { name: 'box', version: '1.0.0', dist: { tarball: `${address()}/box.tgz` } };
  if (request.url !== '/box') return void response.writeHead(404).end('{}');
  response.end(JSON.stringify({ 'name': 'box', 'dist-tags': { latest: '1.0.0' }, 'versions': { '1.0.0': version } }));
});
const address = (): string => `http://127.0.0.1:${(registry.address() as AddressInfo).port}`;

const stalls = (response: ServerResponse): void => void response.writeHead(200, { 'content-length': '1000' }).write('{');
const resets = (response: ServerResponse): void => void response.socket?.resetAndDestroy();
const fails = (response: ServerResponse): void => void response.writeHead(503).end('{}');

let folder: string;
beforeAll(async () => {
  registry.listen(0, '127.0.0.1');
  await once(registry, 'listening');
});
beforeEach(() => {
  requests = 0;
  folder = mkdtempSync(join(tmpdir(), 'install-'));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'clone', dependencies: { box: '1.0.0' } }));
});
afterEach(() => {
  registry.closeAllConnections();
  rmSync(folder, { recursive: true, force: true });
});
afterAll(() => void registry.close());

/** In a process of its own, as setup runs it. */
async function install(pauses: readonly number[] = [10, 10, 10]): Promise<{ status: number; output: string }> {
  const module = join(__dirname, '..', '..', '..', 'tools', 'install.mjs');
  const program = `
    const { install } = await import(${JSON.stringify(module)});
    await install(${JSON.stringify(folder)}, ['--no-audit', '--no-fund'], { pauses: ${JSON.stringify(pauses)} }).catch((error) => {
      console.log(error.message);
      process.exitCode = 1;
    });`;
  const settings = {
    npm_config_registry: `${address()}/`, npm_config_cache: join(folder, 'cache'), npm_config_fetch_retries: '0',
    npm_config_fetch_timeout: '300', npm_config_userconfig: join(folder, 'npmrc'),
  };
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    cwd: folder, env: { ...process.env, ...settings }, stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [status] = (await once(child, 'close')) as [number];
  return { status, output };
}

test('an answer that stalls, a reset connection and a 503 are asked again, and said', async () => {
  misfortunes = [stalls, resets, fails];
  const { status, output } = await install();
  expect(output).toMatch(/idle timeout.*attempt 2 of 4/i);
  expect(output).toMatch(/attempt 3 of 4/);
  expect(output).toMatch(/503.*attempt 4 of 4/);
  expect(status).toBe(0);
  expect(existsSync(join(folder, 'node_modules', 'box', 'package.json'))).toBe(true);
});

test('after the last attempt it ends with the reason and what to do', async () => {
  misfortunes = Array.from({ length: 10 }, () => fails);
  const { status, output } = await install([10]);
  expect(status).toBe(1);
  expect(requests).toBe(2);
  expect(output).toMatch(/failed 2 times, because of the network or the registry: .*503[^]*run the same command again/);
});

test('what another attempt cannot mend is not attempted again', async () => {
  misfortunes = [(response) => void response.writeHead(404).end('{}')];
  const { status, output } = await install();
  expect(status).toBe(1);
  expect(requests).toBe(1);
  expect(output).toMatch(/npm install failed:[^]*404/);
});
