/** Several things named at once: which extensions they are, and in which order. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defined } from '../../../lib/defined';
import { compile } from '../../../lib/revision';
import { heldBackBy, readRevisions, type Choices } from '../../../lib/source';

const folder = mkdtempSync(join(tmpdir(), 'several-'));
afterAll(() => rmSync(folder, { recursive: true }));

const settings = (name: string) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'shop' }, data: {} });
const revision = (extension: string, dependsOn?: readonly string[]): string => {
  const objects = [{ manifest: settings(`${extension}-settings`), origin: { source: 'settings' } }];
  return JSON.stringify(compile({ extension, objects, ...defined({ dependsOn }) }).compiled?.manifest);
};
const file = (name: string, ...documents: readonly string[]): string => {
  writeFileSync(join(folder, name), documents.join('\n---\n'));
  return join(folder, name);
};
const plain = (name: string): string => file(`${name}.json`, JSON.stringify(settings(name)));
const read = async (paths: readonly string[], choices: Choices = {}): Promise<readonly [string, readonly string[]][]> =>
  (await readRevisions(paths, choices, { onNote: () => undefined, rollsOut: true })).map(({ resolved }) =>
    [resolved.extension, resolved.phases.flatMap(({ objects }) => objects.map(({ object }) => object.metadata.name ?? ''))]);

test('several revisions of a file, in their order', async () => {
  const dist = file('dist.yaml', revision('web'), revision('db'), revision('api'));
  expect((await read([dist])).map(([name]) => name)).toEqual(['web', 'db', 'api']);
  expect((await read([dist], { name: 'db' })).map(([name]) => name)).toEqual(['db']);
});

test('several paths of revisions, in the order in which they are named', async () => {
  expect((await read([file('b.yaml', revision('b')), file('a.yaml', revision('a'))])).map(([name]) => name)).toEqual(['b', 'a']);
});

test('plain objects of several paths are one extension', async () => {
  expect(await read([plain('one'), plain('two')], { name: 'shop' })).toEqual([['shop', ['one', 'two']]]);
  expect(await read([plain('one')])).toEqual([['one', ['one']]]);
});

test.each<[what: string, paths: () => readonly string[], says: RegExp]>([
  ['plain objects of several paths without a name', () => [plain('one'), plain('two')], /of 2 paths are one extension, which needs a name/],
  ['plain objects beside a revision', () => [plain('one'), file('r.yaml', revision('web'))], /one\.json holds plain objects, and .*r\.yaml is a revision/],
  ['two that need each other', () => [file('r.yaml', revision('web', ['db']), revision('db', ['web']))], /depend on each other: web → db → web/],
  ['one that needs itself', () => [file('r.yaml', revision('web', ['web']), revision('db'))], /depend on each other: web → web/],
  ['an extension twice', () => [file('r.yaml', revision('web')), file('s.yaml', revision('web'))], /"web" is named twice/],
])('%s: refused', async (_what, paths, says) => {
  await expect(read(paths())).rejects.toMatchObject({ code: 'input-several', message: expect.stringMatching(says) });
});

test('what one needs comes before it, whatever the order of paths; all else stays where it is', async () => {
  const paths = [file('web.yaml', revision('web', ['api', 'elsewhere'])), file('x.yaml', revision('x')), file('db.yaml', revision('db', [])), file('api.yaml', revision('api', ['db']))];
  expect((await read(paths)).map(([name]) => name)).toEqual(['db', 'api', 'web', 'x']);
});

test.each<[what: string, dependsOn: readonly string[] | undefined, notDone: readonly string[], by: string | undefined]>([
  ['nothing failed', undefined, [], undefined],
  ['one failed, and what it needs is not known', undefined, ['db', 'cache'], 'db'],
  ['one failed that it needs', ['cache', 'db'], ['db'], 'db'],
  ['one failed that it does not need', ['cache'], ['db'], undefined],
  ['one failed, and it needs none', [], ['db'], undefined],
])('is it held back? %s', (_what, dependsOn, notDone, by) => {
  expect(heldBackBy({ extension: 'web', ...defined({ dependsOn }) }, notDone)).toBe(by);
});
