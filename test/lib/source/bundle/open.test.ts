/** A bundle that the user names: what is refused, and what is only noted down. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openBundle } from '../../../../lib/source';
import { readNamedBundle } from '../../../../lib/source/bundle/open';

const folder = mkdtempSync(join(tmpdir(), 'boxcutter-open-bundle-'));
afterAll(() => rmSync(folder, { recursive: true }));

function bundle(name: string, files: Readonly<Record<string, string>>): string {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name, path)), { recursive: true });
    writeFileSync(join(folder, name, path), text);
  }
  return join(folder, name);
}

const properties = 'properties: [{ type: olm.package, value: { packageName: shop, version: 1.0.0 } }]\n';
const good = { 'manifests/a.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\n', 'metadata/properties.yaml': properties };
const broken = { ...good, 'manifests/b.yaml': 'kind: [' };
const quiet = { onNote: (): void => undefined };

test('with its files, and without a reference where it is a folder', async () => {
  const path = bundle('good', good);
  const source = await openBundle(path, quiet);
  expect(source).toMatchObject({ kind: 'bundle', path, bundle: { packageName: 'shop', version: '1.0.0' } });
  expect(source).not.toHaveProperty('reference');
  expect([...source.files.paths()].sort()).toEqual(Object.keys(good).sort());
});

test('with mistakes: refused with all of them; callers that ask for the mistakes get them', async () => {
  const path = bundle('broken', broken);
  await expect(openBundle(path, { ...quiet, writes: true })).rejects.toMatchObject({
    code: 'input-invalid', message: expect.stringMatching(/^The bundle .*broken has 1 mistake; nothing was written:/) as string,
  });
  const { read: { bundle: none, issues } } = await readNamedBundle(path);
  expect(none).toBeUndefined();
  expect(issues.map(({ severity, origin }) => [severity, origin?.source])).toEqual([['error', expect.stringContaining('b.yaml')]]);
});

test('nothing there', async () => {
  await expect(openBundle(join(folder, 'none'), quiet)).rejects.toMatchObject({ code: 'bundle-not-found', category: 'input' });
});
