/** A kustomization (`-k`), built by a program that stands in for kustomize: what it gives, says and fails with. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readRevisions, type Choices } from '../../../../lib/source';

const folder = mkdtempSync(join(tmpdir(), 'kustomize-'));
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
const read = async (choices: Choices = {}): Promise<readonly unknown[]> =>
  (await readRevisions(['overlays/prod'], { kustomize: true, ...choices }, surroundings)).map(({ resolved }) =>
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
    code: 'input-invalid', message: expect.stringContaining('What the kustomization overlays/prod builds'),
  }],
])('a kustomization %s', async (_what, lines, error) => {
  process.env['KUSTOMIZE'] = program('bad', ...lines);
  await expect(read()).rejects.toMatchObject(error);
});

test('a program that is not there', async () => {
  process.env['KUSTOMIZE'] = join(folder, 'nowhere');
  await expect(read()).rejects.toMatchObject({ code: 'kustomize-failed', message: expect.stringContaining('ENOENT') });
  delete process.env['KUSTOMIZE'];
  process.env['PATH'] = join(folder, 'empty');
  await expect(read()).rejects.toMatchObject({ code: 'kustomize-missing', category: 'server' });
});
