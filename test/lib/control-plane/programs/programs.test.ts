import * as fs from 'node:fs';
import * as path from 'node:path';
import { binaryNames, readPins } from '../../../../lib/control-plane/programs/pins';
import { packagesToCompile } from '../../../../lib/control-plane/programs/go-modules';
import { providePrograms } from '../../../../lib/control-plane/programs/programs';
import { executable, scratchFolder } from '../scratch';

const scratch = scratchFolder();
const pins = readPins();
let cache: string;
let env: Record<string, string>;

beforeEach(() => {
  cache = fs.mkdtempSync(path.join(scratch, 'cache-'));
  env = { BOXCUTTER_CACHE: cache, BOXCUTTER_DOWNLOAD_BASE: 'off', PATH: path.join(cache, 'no-programs') };
});

const cachedFolder = (): string => path.join(cache, 'control-plane', pins.key);

/** A `go` that answers like a compiler whose output is its arguments. */
function fakeGo(script = 'if [ "$1" = env ]; then echo go1.99.0; exit 0; fi\nwhile [ "$1" != -o ]; do shift; done\necho built > "$2"; /bin/chmod +x "$2"'): void {
  executable(path.join(cache, 'bin'), 'go', `#!/bin/sh\n${script}\n`);
  env.PATH = path.join(cache, 'bin');
}

describe('KUBEBUILDER_ASSETS', () => {
  test('comes before the cache, and what it lacks is named', async () => {
    const assets = path.join(cache, 'assets');
    for (const name of ['kube-apiserver', 'etcd']) executable(assets, name);
    for (const name of binaryNames) executable(cachedFolder(), name);
    const found = await providePrograms({ env: { ...env, KUBEBUILDER_ASSETS: assets }, pins });
    expect(found.paths).toEqual({ 'kube-apiserver': path.join(assets, 'kube-apiserver'), 'etcd': path.join(assets, 'etcd') });
    expect(found.missing).toEqual(['kwok', 'kube-controller-manager', 'kube-scheduler']);
  });

  test('without an API server is an error, not a reason to look elsewhere', async () => {
    executable(path.join(cache, 'assets'), 'etcd');
    const found = providePrograms({ env: { ...env, KUBEBUILDER_ASSETS: path.join(cache, 'assets') }, pins });
    await expect(found).rejects.toMatchObject({ code: 'assets-incomplete', message: expect.stringContaining('no executable kube-apiserver') as string });
  });
});

test('what is in the cache is used as it is, without Go or network', async () => {
  for (const name of binaryNames) executable(cachedFolder(), name);
  expect(await providePrograms({ env, pins })).toMatchObject({ missing: [], folder: cachedFolder() });
});

test.each([['a program', 'etcd'], ['their folder', '.']])('%s that others can write to is not run', async (_what, name) => {
  for (const program of binaryNames) executable(cachedFolder(), program);
  const file = path.join(cachedFolder(), name);
  fs.chmodSync(file, 0o777);
  await expect(providePrograms({ env, pins })).rejects.toMatchObject({ code: 'programs-of-others', details: { file } });
});

describe('building', () => {
  test('closes to others what it puts there, also where the umask lets a group write', async () => {
    fakeGo();
    const before = process.umask(0o002);
    try {
      await providePrograms({ env, pins });
    } finally {
      process.umask(before);
    }
    expect(await providePrograms({ env, pins })).toMatchObject({ missing: [] });
  });

  test('fills the cache, tells which program of how many, and leaves no drafts', async () => {
    fakeGo();
    const lines: string[] = [];
    const found = await providePrograms({ env, pins, onProgress: (line) => lines.push(line) });
    expect(found.missing).toEqual([]);
    expect(lines.slice(0, -1)).toEqual(binaryNames.map((name, index) => `building ${name} (${index + 1} of 5)`));
    expect(lines.at(-1)).toMatch(/^built 5 programs in \d+ s$/);
    expect(fs.readdirSync(cachedFolder()).sort()).toEqual([...binaryNames].sort());
    expect(fs.readdirSync(path.join(cache, 'control-plane'))).toEqual([pins.key]);
  });

  test('a module proxy that fails twice is asked again, and said', async () => {
    fakeGo([
      'if [ "$1" = list ]; then',
      '  echo x >> "$PATH/../asked"; read -r first < "$PATH/../asked"',
      '  n=0; while read -r line; do n=$((n+1)); done < "$PATH/../asked"',
      '  [ $n = 1 ] && { echo "go: k8s.io/x@v1.0.0: read tcp 127.0.0.1: connection reset by peer" >&2; exit 1; }',
      '  [ $n = 2 ] && { echo "k8s.io/x: reading https://proxy.example/x.zip: 503 Service Unavailable" >&2; exit 1; }',
      '  echo k8s.io/x/a; echo k8s.io/x/b; exit 0',
      'fi',
      'if [ "$1" = env ]; then exit 0; fi',
      'while [ "$1" != -o ]; do shift; done',
      'echo built > "$2"; /bin/chmod +x "$2"',
    ].join('\n'));
    const lines: string[] = [];
    const found = await providePrograms({ env, pins, onProgress: (line) => lines.push(line), pauses: [1, 1] });
    expect(found.missing).toEqual([]);
    expect(lines.slice(1, 3)).toEqual([
      expect.stringMatching(/^go failed because of the network \(.*connection reset by peer\); attempt 2 of 3/),
      expect.stringMatching(/^go failed because of the network \(.*503 Service Unavailable\); attempt 3 of 3/),
    ]);
  });

  test('a module proxy that stays away ends it after the last attempt, with what to do', async () => {
    fakeGo('if [ "$1" = list ]; then echo "dial tcp 127.0.0.1:1: connect: connection refused" >&2; exit 1; fi');
    await expect(providePrograms({ env, pins, pauses: [1, 1] })).rejects.toMatchObject({
      code: 'build-failed', message: expect.stringMatching(/could not be downloaded, 3 times: .*connection refused/) as string,
      hint: expect.stringContaining('run the same command again') as string,
    });
  });

  test('packages that are to be compiled are counted, and an answer that stalls is given up', async () => {
    fakeGo('echo "go: downloading k8s.io/x v1.0.0" >&2; echo k8s.io/x/a; echo fmt; echo k8s.io/x/b');
    await expect(packagesToCompile('k8s.io/x', [], cache, { env })).resolves.toBe(3);
    fakeGo('exec /bin/sleep 60');
    await expect(packagesToCompile('k8s.io/x', [], cache, { env, silenceMs: 50, pauses: [] })).rejects.toMatchObject({
      code: 'build-failed', message: expect.stringContaining('an answer stalled') as string,
    });
  });

  test('is done once by two at once', async () => {
    fakeGo('if [ "$1" != build ]; then exit 0; fi\necho x >> "$PATH/../runs"\nwhile [ "$1" != -o ]; do shift; done\necho > "$2"; /bin/chmod +x "$2"');
    const waits: string[] = [];
    const [first, second] = await Promise.all([
      providePrograms({ env, pins }),
      providePrograms({ env, pins, onProgress: (line) => waits.push(line) }),
    ]);
    expect(second).toEqual(first);
    expect(fs.readFileSync(path.join(cache, 'runs'), 'utf8').trim().split('\n')).toHaveLength(5);
    expect(waits[0]).toBe(`waiting for process ${process.pid}, which provides the same programs`);
  });

  test('goes on where a former one was cut off', async () => {
    fakeGo();
    for (const name of binaryNames.slice(0, 4)) executable(cachedFolder(), name);
    executable(path.join(cachedFolder(), '.build-cut-off'), 'half');
    const lines: string[] = [];
    await providePrograms({ env, pins, onProgress: (line) => lines.push(line) });
    expect(lines[0]).toBe('building kube-scheduler (1 of 1)');
    expect(fs.readdirSync(cachedFolder())).not.toContain('.build-cut-off');
  });

  test('that fails shows what the compiler said', async () => {
    fakeGo('if [ "$1" = env ]; then exit 0; fi\necho "no space left" >&2; exit 2');
    await expect(providePrograms({ env, pins })).rejects.toMatchObject({ code: 'build-failed', message: 'go build of etcd failed:\nno space left' });
    expect(fs.readdirSync(cachedFolder())).toEqual([]);
  });
});

describe('Go', () => {
  test('that is not there is asked for, in the version of go.mod', async () => {
    const failure = providePrograms({ env, pins });
    await expect(failure).rejects.toMatchObject({ code: 'go-missing', category: 'server', hint: expect.stringContaining(`Install Go ${pins.go} or newer`) as string });
  });

  test('that is too old is told apart from Go that is missing', async () => {
    fakeGo('echo "go: go.mod requires go >= 1.26.0 (running go 1.20)" >&2; exit 1');
    await expect(providePrograms({ env, pins })).rejects.toMatchObject({ code: 'go-too-old', message: expect.stringContaining('running go 1.20') as string });
  });

  test('is not needed for the indispensable programs when those are there', async () => {
    for (const name of ['kube-apiserver', 'etcd']) executable(cachedFolder(), name);
    expect((await providePrograms({ env, pins })).missing).toEqual(['kwok', 'kube-controller-manager', 'kube-scheduler']);
  });
});
