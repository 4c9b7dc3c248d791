/** Migrations of blobs: what changes, and what is kept because it is all that there is. */
import type { JsonObject } from '../../../../lib/api';
import { csvMetadata, migrateBlob } from '../../../../lib/catalog';
import type { Issue } from '../../../../lib/issue';
import { definition, serviceVersion } from '../../formats/sample';

const object = (manifest: JsonObject): JsonObject => ({ type: 'olm.bundle.object', value: { data: Buffer.from(JSON.stringify(manifest)).toString('base64') } });
const gvk = { type: 'olm.gvk', value: { group: 'web.example', kind: 'Site', version: 'v1' } };
const old = { schema: 'olm.bundle', name: 'web.v1.2.3', package: 'web', image: 'registry.example/web:1', properties: [object(definition()), gvk, object(serviceVersion())] };

function migrated(blob: JsonObject, level: 'none' | 'bundle-object-to-csv-metadata' = 'bundle-object-to-csv-metadata') {
  const issues: Issue[] = [];
  return { blob: migrateBlob(blob, level, issues), codes: issues.map(({ severity, code }) => `${severity} ${code}`) };
}

test('manifests become the metadata of the ClusterServiceVersion', () => {
  expect(migrated(old)).toEqual({ blob: { ...old, properties: [gvk, { type: 'olm.csv.metadata', value: csvMetadata(serviceVersion()) }] }, codes: [] });
});

test.each<readonly [string, JsonObject, 'none' | 'bundle-object-to-csv-metadata']>([
  ['at level none', old, 'none'],
  ['without an image', { ...old, image: '' }, 'bundle-object-to-csv-metadata'],
  ['without a ClusterServiceVersion', { ...old, properties: [object(definition())] }, 'bundle-object-to-csv-metadata'],
  ['with metadata already', { ...old, properties: [...old.properties, { type: 'olm.csv.metadata', value: {} }] }, 'bundle-object-to-csv-metadata'],
  ['of another schema', { ...old, schema: 'com.example.bundle' }, 'bundle-object-to-csv-metadata'],
  ['with data that is no object', { ...old, properties: [{ type: 'olm.bundle.object', value: { data: 'Ww==' } }, { type: 'olm.bundle.object', value: 1 }] }, 'bundle-object-to-csv-metadata'],
])('a blob is kept as it is %s', (_when, blob, level) => {
  expect(migrated(blob, level).blob).toBe(blob);
});

test('a version that OLM cannot read is refused', () => {
  expect(migrated({ ...old, properties: [object(serviceVersion({ version: 'v1' }))] }).codes).toEqual(['error catalog-csv-version']);
});
