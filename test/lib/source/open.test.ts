/** What a name stands for, and what of the options is refused before anything is read. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { configure, open, type Choices, type Source } from '../../../lib/source';

const folder = mkdtempSync(join(tmpdir(), 'boxcutter-open-'));
afterAll(() => rmSync(folder, { recursive: true }));

const surroundings = { onNote: (): void => undefined };
const opened = (path: string, choices: Choices = {}): Promise<Source> => open(path, choices, surroundings);

function file(name: string, ...documents: readonly object[]): string {
  const path = join(folder, name);
  writeFileSync(path, documents.map((document) => JSON.stringify(document)).join('\n---\n'));
  return path;
}

const settings = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings', namespace: 'shop' } };

test('a file of objects', async () => {
  const path = file('My Shop.k8s.yaml', settings);
  const source = await opened(path);
  expect(source).toMatchObject({ kind: 'objects', path, objects: [{ manifest: settings, origin: { source: path, line: 1 } }] });
  expect(await configure(source, {}, surroundings)).toMatchObject({ kind: 'objects', extension: 'my-shop' });
  expect(await configure(source, { name: 'web' }, surroundings)).toMatchObject({ extension: 'web' });
});

test('a revision', async () => {
  const revision = {
    apiVersion: 'olm.operatorframework.io/v1',
    kind: 'ClusterExtensionRevision',
    metadata: { name: 'shop-1' },
    spec: { revision: 1, phases: [] },
  };
  await expect(opened(file('revision.yaml', revision))).resolves.toMatchObject({
    kind: 'revision',
    revision: { document: revision },
    secrets: [],
  });
});

test('a folder with the metadata of a bundle', async () => {
  const path = join(folder, 'bundle');
  mkdirSync(join(path, 'manifests'), { recursive: true });
  mkdirSync(join(path, 'metadata'));
  writeFileSync(join(path, 'metadata', 'properties.yaml'), 'properties: [{ type: olm.package, value: { packageName: shop, version: 1.0.0 } }]\n');
  writeFileSync(join(path, 'manifests', 'a.yaml'), JSON.stringify(settings));
  await expect(opened(path)).resolves.toMatchObject({ kind: 'bundle', bundle: { packageName: 'shop' } });
});

test('objects from standard input need a name', async () => {
  await expect(configure({ kind: 'objects', path: '-', objects: [] }, {}, surroundings)).rejects.toMatchObject({ code: 'usage-name' });
});

test('an option that means nothing for a file of objects is refused before the file is read', async () => {
  await expect(opened(join(folder, 'none.yaml'), { set: ['a=b'] })).rejects.toMatchObject({ code: 'usage-config' });
  await expect(opened(file('objects.yaml', settings), { changePackage: true })).rejects.toMatchObject({
    code: 'usage-option', message: expect.stringContaining('--change-package'),
  });
});

test('nothing in it', async () => {
  await expect(opened(file('list.yaml', { apiVersion: 'v1', kind: 'List', items: [] }))).rejects.toMatchObject({ code: 'nothing-to-render' });
});
