import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import * as http from 'node:http';
import type { AddressInfo } from 'node:net';
import * as path from 'node:path';
import { gzipSync } from 'node:zlib';
import { readPins, type BinaryName } from '../../../../lib/control-plane/programs/pins';
import { providePrograms } from '../../../../lib/control-plane/programs/programs';
import { downloadProgram } from '../../../../lib/control-plane/programs/release-download';
import { scratchFolder } from '../scratch';

const scratch = scratchFolder();
const pins = readPins();
const arch = process.arch === 'arm64' ? 'arm64' : 'amd64';
const kubernetes = `/mirror/dl.k8s.io/${pins.kubernetes}/bin/linux/${arch}`;
const etcdFolder = `/mirror/github.com/etcd-io/etcd/releases/download/${pins.etcd}`;
const sum = (content: Buffer | string): string => createHash('sha256').update(content).digest('hex');

/** Files the mirror serves; `undefined` content is a connection that stays silent. */
const files = new Map<string, Buffer | string | undefined>();
const server = http.createServer((request, response) => {
  const file = request.url ?? '';
  if (!files.has(file)) response.writeHead(404).end();
  else if (files.get(file) !== undefined) response.end(files.get(file));
});
let base: string;
let target: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mirror/`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  files.clear();
  target = fs.mkdtempSync(path.join(scratch, 'target-'));
});

const fetchProgram = (name: BinaryName): Promise<boolean> =>
  downloadProgram(name, target, pins, { env: { BOXCUTTER_DOWNLOAD_BASE: base }, patience: 200 });

/** One ustar entry: name, octal size, content in blocks of 512. */
function tar(name: string, content: string): Buffer {
  const header = Buffer.alloc(512);
  header.write(name, 0);
  header.write(content.length.toString(8).padStart(11, '0'), 124);
  const body = Buffer.alloc(Math.ceil(content.length / 512) * 512);
  body.write(content);
  return Buffer.concat([header, body]);
}

const onLinux = process.platform === 'linux' ? describe : describe.skip;
onLinux('a release', () => {
  test('with the published sum becomes an executable', async () => {
    files.set(`${kubernetes}/kube-apiserver`, 'program').set(`${kubernetes}/kube-apiserver.sha256`, sum('program'));
    expect(await fetchProgram('kube-apiserver')).toBe(true);
    expect(fs.readFileSync(path.join(target, 'kube-apiserver'), 'utf8')).toBe('program');
    expect(fs.statSync(path.join(target, 'kube-apiserver')).mode & 0o111).toBe(0o111);
  });

  test('of etcd is taken out of its archive, with the sum out of the list of all archives', async () => {
    const folder = `etcd-${pins.etcd}-linux-${arch}`;
    const archive = gzipSync(Buffer.concat([tar(`${folder}/README.md`, 'x'.repeat(700)), tar(`${folder}/etcd`, 'program'), Buffer.alloc(1024)]));
    files.set(`${etcdFolder}/${folder}.tar.gz`, archive);
    files.set(`${etcdFolder}/SHA256SUMS`, `${sum('other')}  etcd-other.zip\n${sum(archive)}  ${folder}.tar.gz\n`);
    expect(await fetchProgram('etcd')).toBe(true);
    expect(fs.readFileSync(path.join(target, 'etcd'), 'utf8')).toBe('program');
  });

  test('with another sum is thrown away, and both sums are named', async () => {
    files.set(`${kubernetes}/kube-apiserver`, 'tampered').set(`${kubernetes}/kube-apiserver.sha256`, `${sum('program')}  kube-apiserver\n`);
    await expect(fetchProgram('kube-apiserver')).rejects.toMatchObject({
      code: 'checksum-mismatch',
      message: expect.stringMatching(new RegExp(`${sum('tampered')}.*${sum('program')}`)) as string,
    });
    expect(fs.readdirSync(target)).toEqual([]);
  });

  test('that does not exist, or that lists no sum, fails with the address', async () => {
    await expect(fetchProgram('kwok')).rejects.toMatchObject({ code: 'download-failed', message: expect.stringContaining('the server answered 404') as string });
    files.set(`${kubernetes}/kube-scheduler`, 'program').set(`${kubernetes}/kube-scheduler.sha256`, '<html>please log in</html>');
    await expect(fetchProgram('kube-scheduler')).rejects.toMatchObject({ message: expect.stringContaining('lists no SHA-256 sum') as string });
  });

  test('of a silent server is given up', async () => {
    files.set(`${kubernetes}/kube-scheduler.sha256`, undefined);
    await expect(fetchProgram('kube-scheduler')).rejects.toMatchObject({ code: 'download-failed', message: expect.stringContaining('nothing came for 0.2 s') as string });
  });

  test('that cannot be had leads on to building, and the reason is told when that fails too', async () => {
    const lines: string[] = [];
    const env = { BOXCUTTER_CACHE: target, BOXCUTTER_DOWNLOAD_BASE: base, PATH: target };
    const failure = providePrograms({ env, pins, onProgress: (line) => lines.push(line) });
    await expect(failure).rejects.toMatchObject({ code: 'go-missing', message: expect.stringContaining('SHA256SUMS could not be downloaded') as string });
    expect(lines[0]).toMatch(/^downloading etcd from http:/);
  });
});
