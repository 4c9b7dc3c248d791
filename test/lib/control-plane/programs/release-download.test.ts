import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import * as http from 'node:http';
import type { AddressInfo } from 'node:net';
import * as path from 'node:path';
import { gzipSync } from 'node:zlib';
import { binaryNames, readPins, type BinaryName, type Pins } from '../../../../lib/control-plane/programs/pins';
import { providePrograms } from '../../../../lib/control-plane/programs/programs';
import { readPinnedSums } from '../../../../lib/control-plane/programs/pinned-sums';
import { downloadProgram } from '../../../../lib/control-plane/programs/release-download';
import { pinReleases } from '../../../../tools/generate/releases';
import { scratchFolder } from '../scratch';

const scratch = scratchFolder();
const versions = readPins();
const arch = process.arch === 'arm64' ? 'arm64' : 'amd64';
const kubernetes = `dl.k8s.io/${versions.kubernetes}/bin/linux/${arch}`;
const etcdFolder = `github.com/etcd-io/etcd/releases/download/${versions.etcd}`;
const sum = (content: Buffer | string): string => createHash('sha256').update(content).digest('hex');

/** Files the mirror serves, by address; `undefined` content is a connection that stays silent. */
const files = new Map<string, Buffer | string | undefined>();
/** What goes wrong with the next requests, one after the other. */
const troubles: ((response: http.ServerResponse) => void)[] = [];
const server = http.createServer((request, response) => {
  const file = (request.url ?? '').replace(/^\/mirror\//, '');
  const trouble = troubles.shift();
  if (trouble !== undefined) trouble(response);
  else if (!files.has(file)) response.writeHead(404).end();
  else if (files.get(file) !== undefined) response.end(files.get(file));
});
let pins: Pins;
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
  troubles.length = 0;
  lines.length = 0;
  pins = { ...versions, sums: new Map() };
  target = fs.mkdtempSync(path.join(scratch, 'target-'));
});

const fetchProgram = (name: BinaryName): Promise<boolean> =>
  downloadProgram(name, target, pins, { env: { BOXCUTTER_DOWNLOAD_BASE: base }, patience: 200, pauses: [1, 1], onProgress });
const lines: string[] = [];
const onProgress = (line: string): void => void lines.push(line);

/** Pins the sum of a file, whatever the mirror has. */
function pin(address: string, content: Buffer | string): void {
  pins = { ...pins, sums: new Map([...pins.sums, [address, sum(content)]]) };
}

/** One ustar entry: name, octal size, content in blocks of 512. */
function tar(name: string, content: string): Buffer {
  const header = Buffer.alloc(512);
  header.write(name, 0);
  header.write(content.length.toString(8).padStart(11, '0'), 124);
  const body = Buffer.alloc(Math.ceil(content.length / 512) * 512);
  body.write(content);
  return Buffer.concat([header, body]);
}

/** Called again and again, between other events; ended by what it answers. */
function setImmediateInterval(work: () => void): () => void {
  let ended = false;
  const next = (): void => {
    if (ended) return;
    work();
    setImmediate(next);
  };
  setImmediate(next);
  return () => void (ended = true);
}

const onLinux = process.platform === 'linux' ? describe : describe.skip;
onLinux('a release', () => {
  test('with the pinned sum becomes an executable', async () => {
    files.set(`${kubernetes}/kube-apiserver`, 'program');
    pin(`${kubernetes}/kube-apiserver`, 'program');
    expect(await fetchProgram('kube-apiserver')).toBe(true);
    expect(fs.readFileSync(path.join(target, 'kube-apiserver'), 'utf8')).toBe('program');
    expect(fs.statSync(path.join(target, 'kube-apiserver')).mode & 0o111).toBe(0o111);
  });

  test('of etcd is taken out of its archive', async () => {
    const folder = `etcd-${pins.etcd}-linux-${arch}`;
    const archive = gzipSync(Buffer.concat([
      tar(`${folder}/README.md`, 'x'.repeat(700)),
      tar(`${folder}/etcd`, 'program'),
      Buffer.alloc(1024),
    ]));
    files.set(`${etcdFolder}/${folder}.tar.gz`, archive);
    pin(`${etcdFolder}/${folder}.tar.gz`, archive);
    expect(await fetchProgram('etcd')).toBe(true);
    expect(fs.readFileSync(path.join(target, 'etcd'), 'utf8')).toBe('program');
  });

  test('with another sum is thrown away, also when its publisher lists that sum; both sums are named', async () => {
    files.set(`${kubernetes}/kube-apiserver`, 'tampered')
      .set(`${kubernetes}/kube-apiserver.sha256`, `${sum('tampered')}  kube-apiserver\n`);
    pin(`${kubernetes}/kube-apiserver`, 'program');
    await expect(fetchProgram('kube-apiserver')).rejects.toMatchObject({
      code: 'checksum-mismatch',
      message: expect.stringMatching(new RegExp(`${sum('tampered')}.*${sum('program')}`)) as string,
    });
    expect(fs.readdirSync(target)).toEqual([]);
  });

  test('without a pinned sum is not downloaded, also when its publisher lists one', async () => {
    files.set(`${kubernetes}/kube-apiserver`, 'program').set(`${kubernetes}/kube-apiserver.sha256`, sum('program'));
    expect(await fetchProgram('kube-apiserver')).toBe(false);
    expect(fs.readdirSync(target)).toEqual([]);
  });

  test('that does not exist fails with the address', async () => {
    pin(`${kubernetes}/kube-scheduler`, 'program');
    const failure = { code: 'download-failed', message: expect.stringMatching(/kube-scheduler .*the server answered 404/) as string };
    await expect(fetchProgram('kube-scheduler')).rejects.toMatchObject(failure);
  });

  test('of a silent server is given up', async () => {
    files.set(`${kubernetes}/kube-scheduler`, undefined);
    pin(`${kubernetes}/kube-scheduler`, 'program');
    const failure = { code: 'download-failed', message: expect.stringContaining('nothing came for 0.2 s') as string };
    await expect(fetchProgram('kube-scheduler')).rejects.toMatchObject(failure);
  });

  test('that the network or the publisher spoils is downloaded again, which is said', async () => {
    files.set(`${kubernetes}/kube-scheduler`, 'program');
    pin(`${kubernetes}/kube-scheduler`, 'program');
    troubles.push((response) => response.writeHead(503).end(), (response) => {
      response.writeHead(200, { 'content-length': 7 }).write('pro', () => response.destroy());
    });
    expect(await fetchProgram('kube-scheduler')).toBe(true);
    expect(fs.readFileSync(path.join(target, 'kube-scheduler'), 'utf8')).toBe('program');
    expect(lines.slice(1)).toEqual([
      'the download of kube-scheduler failed (the server answered 503); attempt 2 of 3 in 0.001 s',
      'the download of kube-scheduler failed (the connection was cut); attempt 3 of 3 in 0.001 s',
    ]);
  });

  test('that stays away is given up after three attempts', async () => {
    pin(`${kubernetes}/kube-scheduler`, 'program');
    for (let attempt = 1; attempt <= 3; attempt += 1) troubles.push((response) => response.writeHead(502).end());
    const failure = { code: 'download-failed', message: expect.stringMatching(/downloaded, 3 times: the server answered 502/) as string };
    await expect(fetchProgram('kube-scheduler')).rejects.toMatchObject(failure);
  });

  test('that comes slowly: each second says how many bytes of how many are there', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask', 'performance'] });
    try {
      files.set(`${kubernetes}/kube-scheduler`, Buffer.alloc(2_000_000));
      pin(`${kubernetes}/kube-scheduler`, Buffer.alloc(2_000_000));
      troubles.push((response) => {
        response.writeHead(200, { 'content-length': 2_000_000 }).write(Buffer.alloc(1_500_000), () => {
          const enough = setImmediateInterval(() => {
            jest.advanceTimersByTime(1_000);
            if (status.some((line) => line.startsWith('downloading kube-scheduler (2 of 5): 1.5 of 2.0 MB'))) {
              enough();
              response.end(Buffer.alloc(500_000));
            }
          });
        });
      });
      const status: string[] = [];
      const env = { BOXCUTTER_DOWNLOAD_BASE: base };
      const options = { env, patience: 3_600_000, position: '(2 of 5)', onStatus: (line: string) => void status.push(line) };
      expect(await downloadProgram('kube-scheduler', target, pins, options)).toBe(true);
      expect(status.at(-1)).toMatch(/^downloading kube-scheduler \(2 of 5\): 1\.5 of 2\.0 MB, \d+ s so far$/);
    } finally {
      jest.useRealTimers();
    }
  });

  test('that cannot be downloaded is built, and the reason is reported when that fails, too', async () => {
    const archive = `etcd-${pins.etcd}-linux-${arch}.tar.gz`;
    pin(`${etcdFolder}/${archive}`, 'program');
    const env = { BOXCUTTER_CACHE: target, BOXCUTTER_DOWNLOAD_BASE: base, PATH: target };
    const failure = providePrograms({ env, pins, onProgress });
    const message = expect.stringContaining(`${archive} could not be downloaded`) as string;
    await expect(failure).rejects.toMatchObject({ code: 'go-missing', message });
    expect(lines[0]).toMatch(/^downloading etcd from http:/);
  });
});

describe('the list of pinned sums', () => {
  test('is made of the sums that the publishers list, for both architectures, and is read back', async () => {
    const architectures = ['amd64', 'arm64'];
    const published = binaryNames.filter((name) => name.startsWith('kube-'));
    for (const name of published) {
      for (const each of architectures) files.set(`dl.k8s.io/${pins.kubernetes}/bin/linux/${each}/${name}.sha256`, sum(`${name} ${each}`));
    }
    const etcd = (each: string): string => `etcd-${pins.etcd}-linux-${each}.tar.gz`;
    const list = architectures.map((each) => `${sum(`etcd ${each}`)}  ${etcd(each)}\n`).join('');
    files.set(`${etcdFolder}/SHA256SUMS`, `${sum('other')}  etcd-other.zip\n${list}`);
    const kwok = (each: string): string => `github.com/kubernetes-sigs/kwok/releases/download/${pins.kwok}/kwok-linux-${each}`;
    for (const each of architectures) files.set(`${kwok(each)}.sha256`, `${sum(`kwok ${each}`)} *kwok-linux-${each}`);

    const sums = readPinnedSums(await pinReleases(pins, '# A comment.\n', base));
    expect(sums.size).toBe(binaryNames.length * architectures.length);
    expect(sums.get(`${etcdFolder}/${etcd('arm64')}`)).toBe(sum('etcd arm64'));
    expect(sums.get(kwok('amd64'))).toBe(sum('kwok amd64'));
    expect(sums.get(`${kubernetes}/kube-apiserver`)).toBe(sum(`kube-apiserver ${arch}`));
  });

  test('is not made when a publisher lists no sum', async () => {
    for (const each of ['amd64', 'arm64']) files.set(`dl.k8s.io/${pins.kubernetes}/bin/linux/${each}/kube-apiserver.sha256`, '<html>please log in</html>');
    await expect(pinReleases(pins, '', base)).rejects.toThrow(/lists no SHA-256 sum|the server answered 404/);
  });
});
