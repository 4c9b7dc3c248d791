/** Manifests that a user names, and which source they are. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleDocument } from '../../../lib/formats/export';
import { loadObjects, sourceOf } from '../../../lib/source/load';

const folder = mkdtempSync(join(tmpdir(), 'boxcutter-load-'));
afterAll(() => rmSync(folder, { recursive: true }));

let count = 0;
function file(text: string): string {
  const path = join(folder, `${(count += 1)}.yaml`);
  writeFileSync(path, text);
  return path;
}

const settings = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings' } };
const revision = {
  apiVersion: 'olm.operatorframework.io/v1', kind: 'ClusterExtensionRevision', metadata: { name: 'shop-1' }, spec: { revision: 1, phases: [] },
};
const bundle = bundleDocument('shop', { format: 'plain+v0', packageName: 'shop', version: '1.0.0', files: {} });
const quiet = { onNote: (): void => undefined };
const kinds = async (path: string, bundleDocuments?: boolean): Promise<readonly unknown[]> =>
  (await loadObjects(path, quiet, { ...(bundleDocuments === undefined ? {} : { bundleDocuments }) })).map(({ manifest }) => manifest['kind']);

test('bundles that an app declares are read only where they are asked for', async () => {
  const path = file([settings, bundle].map((document) => JSON.stringify(document)).join('\n---\n'));
  expect(await kinds(path)).toEqual(['ConfigMap']);
  expect(await kinds(path, true)).toEqual(['ConfigMap', bundle.kind]);
});

test('mistakes and an empty input are called what they are called', async () => {
  await expect(loadObjects(file('a: ['), quiet, { what: 'What the app synthesised' })).rejects.toMatchObject({
    code: 'input-invalid', message: expect.stringMatching(/^What the app synthesised has 1 mistake:/) as string,
  });
  const empty = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [] });
  await expect(loadObjects(file(empty), quiet, { what: 'What the app synthesised' })).rejects.toMatchObject({
    code: 'nothing-to-render', message: 'What the app synthesised: nothing to render.',
  });
});

test('an empty file of a rollout leaves nothing to apply', async () => {
  await expect(loadObjects(file(''), { ...quiet, rollsOut: true })).rejects.toMatchObject({
    code: 'nothing-to-render', message: expect.stringMatching(/: nothing to apply\.$/) as string,
  });
});

test('what would have been written is said to be unwritten', async () => {
  await expect(loadObjects(file('a: ['), { ...quiet, writes: true })).rejects.toMatchObject({
    message: expect.stringContaining('nothing was written') as string,
  });
});

test('a revision among the objects is the source; without one they are', async () => {
  const path = file(JSON.stringify(settings));
  expect(sourceOf(path, await loadObjects(path, quiet), undefined)).toMatchObject({ kind: 'objects', path });
  const written = file(JSON.stringify(revision));
  expect(sourceOf('all', await loadObjects(written, quiet), undefined)).toMatchObject({ kind: 'revision', path: 'all' });
});
