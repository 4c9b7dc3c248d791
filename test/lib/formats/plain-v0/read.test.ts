/** plain+v0: a flat folder with at least one object, and nothing else that has to be there. */
import { definition, errors, readFiles, serviceVersion } from '../sample';
import { bundleFilesOf } from '../../../../lib/formats';
import { readBundle } from '../../../../lib/formats/read';
import { formatOrigin } from '../../../../lib/issue';

const configMap = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\n';

test('any objects in any number of documents and Lists are taken, definitions apart', () => {
  const { bundle, findings } = readFiles({
    'manifests/a.yaml': `${configMap}---\n---\n${configMap}`,
    'manifests/b.json': JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [definition(), { apiVersion: 'web.example/v1', kind: 'Site', metadata: { name: 's' } }] }),
    'README.md': 'is not read',
    'docs/a.yaml': 'is: not read',
  });
  expect(findings).toEqual([]);
  expect(bundle).toMatchObject({ format: 'plain+v0', name: 'bundle', packageName: 'bundle', channels: [], annotations: {}, properties: [], dependencies: [] });
  expect(bundle?.crds.map(({ origin }) => formatOrigin(origin))).toEqual(['manifests/b.json:1 (item 1)']);
  expect(bundle?.others.map(({ origin }) => formatOrigin(origin))).toEqual(['manifests/a.yaml:1 (document 1)', 'manifests/a.yaml:6 (document 3)', 'manifests/b.json:1 (item 2)']);
  expect(bundle).not.toHaveProperty('version');
});

test('a package, a version, channels, dependencies and a schema are read where they are given', () => {
  const { bundle, findings } = readFiles({
    'manifests/a.yaml': configMap,
    'metadata/annotations.yaml': JSON.stringify({ annotations: { 'operators.operatorframework.io.bundle.mediatype.v1': 'plain', 'operators.operatorframework.io.bundle.channels.v1': 'stable' } }),
    'metadata/properties.yaml': JSON.stringify({ properties: [{ type: 'olm.package', value: { packageName: 'web', version: '1.2.3', release: '4' } }] }),
    'metadata/dependencies.yaml': JSON.stringify({ dependencies: [{ type: 'olm.label', value: { label: 'x' } }] }),
    'metadata/config-schema.yaml': 'type: object\n',
  });
  expect(findings).toEqual([]);
  expect(bundle).toMatchObject({ name: 'web.v1.2.3', packageName: 'web', version: '1.2.3', release: '4', channels: ['stable'], dependencies: [{ type: 'olm.label' }], configSchema: { type: 'object' } });
});

test.each([
  ['Memcached', 'memcached'],
  ['web_site', 'web-site'],
  ['-_', 'bundle'],
  [undefined, 'bundle'],
])('without a package the bundle is called after where it comes from: %s', (given, name) => {
  const files = bundleFilesOf('anywhere/else', [['manifests/a.yaml', configMap]]);
  const called = given === undefined ? files : { ...files, name: given };
  expect(readBundle(called).bundle?.name).toBe(name);
});

describe('what is refused', () => {
  const plain = { 'metadata/annotations.yaml': JSON.stringify({ annotations: { 'operators.operatorframework.io.bundle.mediatype.v1': 'plain' } }) };
  const cases: readonly (readonly [what: string, files: Record<string, string>, expected: unknown])[] = [
    ['no manifests folder', plain, 'error bundle-layout manifests/: get objects from bundle manifests: readdir manifests: file does not exist'],
    ['no object', { 'manifests/a.yaml': '---\n# nothing\n' }, 'error bundle-empty manifests/: invalid bundle: found zero objects: plain+v0 bundles are required to contain at least one object'],
    ['a folder', { 'manifests/a.yaml': configMap, 'manifests/more/b.yaml': configMap }, 'error bundle-subdirectory manifests/more: subdirectories are not allowed within the "manifests" directory of the bundle image filesystem: found "manifests/more"'],
    ['a file that is no manifest', { 'manifests/a.yaml': configMap, 'manifests/notes.txt': 'Hello' }, 'error not-an-object manifests/notes.txt: this is just text, not a Kubernetes object'],
    ['broken YAML', { 'manifests/a.yaml': 'a: [' }, expect.stringMatching(/^error yaml-syntax manifests\/a\.yaml: /)],
    ['an object without kind', { 'manifests/a.yaml': 'apiVersion: v1\n' }, 'error missing-kind manifests/a.yaml: the document has no kind'],
    ['a version that is none', { 'manifests/a.yaml': configMap, 'metadata/properties.yaml': '{"properties":[{"type":"olm.package","value":{"version":"new"}}]}' }, 'error bundle-version metadata/properties.yaml: the version "new" is not a semantic version'],
  ];
  test.each(cases)('%s', (_what, files, expected) => {
    const result = readFiles(files);
    expect(errors(result)).toEqual([expected]);
    expect(result.bundle).toBeUndefined();
  });

  test('nothing, when the media type says that a ClusterServiceVersion is an object like others', () => {
    expect(readFiles({ ...plain, 'manifests/a.yaml': JSON.stringify(serviceVersion()) }).bundle?.others).toHaveLength(1);
  });
});
