/** A kustomization (`-k`), built by a program that stands in for kustomize: what it gives, says and fails with. */
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readRevisions, type Choices } from '../../../../lib/source';

const folder = mkdtempSync(join(tmpdir(), 'kustomize-'));
const overlay = join(folder, 'overlays/prod');
mkdirSync(overlay, { recursive: true });
const before = { PATH: process.env['PATH'], KUSTOMIZE: process.env['KUSTOMIZE'] };
afterEach(() => {
  for (const [name, value] of Object.entries(before)) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

/** A program of this name that runs these lines of sh. */
function program(name: string, ...lines: readonly string[]): string {
  const file = join(folder, name);
  writeFileSync(file, ['#!/bin/sh', ...lines].join('\n'));
  chmodSync(file, 0o755);
  return file;
}

const object = (name: string): string => `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"${name}","namespace":"shop"}}`;
const surroundings = { onNote: () => undefined, rollsOut: true };
const read = async (choices: Choices = {}, path = overlay): Promise<readonly unknown[]> =>
  (await readRevisions([path], { kustomize: true, ...choices }, surroundings)).map(({ resolved }) =>
    [resolved.extension, resolved.phases.flatMap(({ objects }) => objects.map(({ object: { metadata } }) => metadata.name))]);

test('what $KUSTOMIZE builds is an extension, named as its folder or by --name', async () => {
  process.env['KUSTOMIZE'] = program('mine', `echo '${object('a')}'`, 'echo ---', `echo '${object('b')}'`);
  expect(await read()).toEqual([['prod', ['a', 'b']]]);
  expect(await read({ name: 'shop' })).toEqual([['shop', ['a', 'b']]]);
});

test('without it, kustomize of the PATH; without that, kubectl', async () => {
  delete process.env['KUSTOMIZE'];
  process.env['PATH'] = folder;
  program('kubectl', `echo '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"'$1'","namespace":"shop"}}'`);
  expect(await read()).toEqual([['prod', ['kustomize']]]);
  program('kustomize', `echo '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"'$1'","namespace":"shop"}}'`);
  expect(await read()).toEqual([['prod', ['build']]]);
});

test.each<[what: string, lines: readonly string[], error: object]>([
  ['that it refuses', ['echo "Error: no such file: base" >&2', 'exit 1'], {
    code: 'kustomize-failed', message: expect.stringMatching(/overlays\/prod could not be built by .*: Error: no such file: base$/),
  }],
  ['that is empty', [':'], { code: 'nothing-to-render' }],
  ['whose objects are wrong', [`echo '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"A"}}'`], { code: 'input-invalid' }],
  ['that gives no YAML', ['echo "a: ["'], {
    code: 'input-invalid', message: expect.stringContaining(`What the kustomization ${overlay} builds`),
  }],
])('a kustomization %s', async (_what, lines, error) => {
  process.env['KUSTOMIZE'] = program('bad', ...lines);
  await expect(read()).rejects.toMatchObject(error);
});

test.each<[what: string, error: string, shown: string]>([
  ['in quotes', 'E1126 01:11:33.161694   31911 run.go:72] "command failed" err="unable to load external plugin \\"Foo\\""', 'unable to load external plugin "Foo"'],
  ['of several lines', 'E1126 01:11:29.4 31843 run.go:72] "command failed" err=<\n\taccumulating resources: git fetch: fatal: no such host\n\t: exit status 128\n >',
    'accumulating resources: git fetch: fatal: no such host: exit status 128'],
])('of the log line of kubectl, the error is shown: %s', async (_what, error, shown) => {
  writeFileSync(join(folder, 'log'), error);
  process.env['KUSTOMIZE'] = program('logging', `cat '${join(folder, 'log')}' >&2`, 'exit 1');
  await expect(read()).rejects.toMatchObject({ code: 'kustomize-failed', message: expect.stringMatching(new RegExp(`built by [^:]*: ${shown}$`)) });
});

test('what a program has started may hold its output open: nobody waits for that', async () => {
  process.env['KUSTOMIZE'] = program('leaving', 'sleep 60 &', `echo $! > '${join(folder, 'sleeper')}'`, `echo '${object('a')}'`);
  const startedMs = performance.now();
  try {
    expect(await read()).toEqual([['prod', ['a']]]);
    expect(performance.now() - startedMs).toBeLessThan(40_000);
  } finally {
    process.kill(Number(readFileSync(join(folder, 'sleeper'), 'utf8')));
  }
}, 60_000);

test('a folder that is not there, and what may be a repository', async () => {
  process.env['KUSTOMIZE'] = program('echoing', 'echo "asked for $2" >&2', 'exit 1');
  for (const path of ['overlay', './overlays/none']) {
    await expect(read({}, path)).rejects.toMatchObject({ code: 'manifests-not-found', message: `There is no folder ${path}.` });
  }
  for (const path of ['https://host/repo//base?ref=v1', 'git.example/team/repo//base?ref=v1', 'git@host:team/repo']) {
    await expect(read({ name: 'shop' }, path)).rejects.toMatchObject({ message: expect.stringContaining(`asked for ${path}`) });
  }
});

test('a program that is not there', async () => {
  process.env['KUSTOMIZE'] = join(folder, 'nowhere');
  await expect(read()).rejects.toMatchObject({ code: 'kustomize-failed', message: expect.stringContaining('ENOENT') });
  delete process.env['KUSTOMIZE'];
  process.env['PATH'] = join(folder, 'empty');
  await expect(read()).rejects.toMatchObject({ code: 'kustomize-missing', category: 'server' });
});
