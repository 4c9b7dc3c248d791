/** Whether what a user names is a bundle. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { tmpdir } from 'node:os';
import { namesBundle } from '../../../lib/source/names-bundle';

let folder: string;
beforeEach(() => { folder = mkdtempSync(join(tmpdir(), 'boxcutter-names-')); });
afterEach(() => rmSync(folder, { recursive: true }));

function write(files: Readonly<Record<string, string>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

test.each<[name: string, isBundle: boolean]>([
  ['-', false],
  ['nowhere', false],
  ['./nowhere.yaml', false],
  ['oci://shop', true],
  ['registry.example/team/shop:v1', true],
  ['localhost:5000/shop', true],
])('by its name alone: %s', (name, isBundle) => {
  expect(namesBundle(name)).toBe(isBundle);
});

test.each<[what: string, files: Readonly<Record<string, string>>, name: string, isBundle: boolean]>([
  ['a file of objects', { 'a.yaml': '' }, 'a.yaml', false],
  ['a packed chart', { 'a.tgz': '' }, 'a.tgz', true],
  ['a saved image', { 'a.tar': '' }, 'a.tar', true],
  ['one of the images in it', { 'a.tar': '' }, 'a.tar:v1', true],
  ['a layout', { 'a/oci-layout': '{}' }, 'a', true],
  ['a chart', { 'a/Chart.yaml': '' }, 'a', true],
  ['a bundle with its annotations', { 'a/metadata/annotations.yaml': '' }, 'a', true],
  ['a folder of objects', { 'a/shop.yaml': '' }, 'a', false],
])('by what is there: %s', (_what, files, name, isBundle) => {
  write(files);
  expect(namesBundle(join(folder, name))).toBe(isBundle);
});

describe('whether a folder is a bundle is decided from files alone', () => {
  const csv = 'apiVersion: operators.coreos.com/v1alpha1\nkind: ClusterServiceVersion\n';

  test('from a ClusterServiceVersion, also through a link and in a file that is larger than a manifest may be', () => {
    write({ 'csv.yaml': csv });
    mkdirSync(join(folder, 'manifests'));
    symlinkSync('../csv.yaml', join(folder, 'manifests', 'link.yaml'));
    expect(namesBundle(folder)).toBe(true);
    rmSync(join(folder, 'manifests', 'link.yaml'));
    write({ 'manifests/large.yaml': csv + '#'.repeat(9 * 1024 * 1024) });
    expect(namesBundle(folder)).toBe(true);
  });

  test('a link to a device is passed over, and the next file is looked at', () => {
    write({ 'manifests/b.yaml': csv });
    symlinkSync('/dev/null', join(folder, 'manifests', 'a.yaml'));
    expect(namesBundle(folder)).toBe(true);
  });

  test.each<[string, Readonly<Record<string, string>>, boolean]>([
    ['a schema of the configuration', { 'metadata/config-schema.json': '{}' }, true],
    [
      'properties that name a package',
      { 'metadata/properties.yaml': 'properties:\n- type: olm.package\n  value: { packageName: web, version: 1.0.0 }\n' },
      true,
    ],
    ['properties of another kind', { 'metadata/properties.yaml': 'colour: red\n' }, false],
    ['nothing', {}, false],
  ])('manifests/, and in metadata/ %s', (_what, files, isBundle) => {
    write({ 'manifests/a.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\n', ...files });
    expect(namesBundle(folder)).toBe(isBundle);
  });

  test('metadata/ without manifests/ is none', () => {
    write({ 'metadata/config-schema.json': '{}', 'a.yaml': 'kind: ConfigMap\n' });
    expect(namesBundle(folder)).toBe(false);
  });
});
