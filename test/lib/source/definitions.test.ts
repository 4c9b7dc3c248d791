/** Where definitions are found, whatever is named. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readDefinitions } from '../../../lib/source';

const folder = mkdtempSync(join(tmpdir(), 'boxcutter-definitions-'));
afterAll(() => rmSync(folder, { recursive: true }));

const read = async (path: string): Promise<readonly string[]> => [...(await readDefinitions(path, () => undefined, { hint: 'Name a file.' })).keys()];

function file(name: string, ...documents: readonly object[]): string {
  const path = join(folder, name);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, documents.map((document) => JSON.stringify(document)).join('\n---\n'));
  return path;
}

function definition(kind: string, version = 'v1'): object {
  const plural = `${kind.toLowerCase()}s`;
  const schema = { openAPIV3Schema: { type: 'object' } };
  return {
    apiVersion: `apiextensions.k8s.io/${version}`,
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.example.com` },
    spec: {
      group: 'example.com', scope: 'Namespaced', names: { kind, plural },
      versions: [{ name: 'v1', served: true, storage: true, schema }],
    },
  };
}

const settings = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings', namespace: 'shop' } };

test('among plain objects; those of v1beta1 are passed over', async () => {
  await expect(read(file('objects.yaml', settings, definition('Shop'), definition('Till', 'v1beta1')))).resolves.toEqual(['shops.example.com']);
});

test('in the phases of a revision', async () => {
  const revision = {
    apiVersion: 'olm.operatorframework.io/v1', kind: 'ClusterExtensionRevision', metadata: { name: 'shop-1' },
    spec: { lifecycleState: 'Active', revision: 1, phases: [{ name: 'crds', objects: [{ object: definition('Shop') }] }] },
  };
  await expect(read(file('revision.yaml', revision))).resolves.toEqual(['shops.example.com']);
});

test('in a bundle', async () => {
  file('bundle/metadata/properties.yaml', { properties: [{ type: 'olm.package', value: { packageName: 'shop', version: '1.0.0' } }] });
  file('bundle/manifests/crd.yaml', definition('Shop'));
  await expect(read(join(folder, 'bundle'))).resolves.toEqual(['shops.example.com']);
});

test('one that is there twice is refused; so is a path that is not there, with what to name instead', async () => {
  await expect(read(file('twice.yaml', definition('Shop'), definition('Shop')))).rejects.toMatchObject({ code: 'crd-duplicate', category: 'input' });
  await expect(read(join(folder, 'none.yaml'))).rejects.toMatchObject({ code: 'manifests-not-found', hint: 'Name a file.' });
});
