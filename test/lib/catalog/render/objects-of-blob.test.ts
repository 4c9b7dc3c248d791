/** Bundles that catalogs carry whole. */
import { bundleFilesOf } from '../../../../lib/formats/files/in-memory';
import { filesOfBlob, renderBundleBlob } from '../../../../lib/catalog';
import { readBundle } from '../../../../lib/formats';
import type { JsonObject } from '../../../../lib/api';
import { CSV_FILE, definition, files, serviceVersion } from '../../formats/sample';

const DEFINITION = definition();
const OWNED = { customresourcedefinitions: { owned: [{ name: 'sites.web.example', version: 'v1', kind: 'Site' }] } };

function blobOf(more: Readonly<Record<string, string>> = {}): JsonObject {
  const csv = serviceVersion({ version: '1.0.0', ...OWNED }, { name: 'web.v1.0.0' });
  const content = files({ [CSV_FILE]: JSON.stringify(csv), ...more });
  const { blob, issues } = renderBundleBlob(bundleFilesOf('bundle', Object.entries(content).flatMap(([path, text]) => (text === undefined ? [] : [[path, text] as const]))));
  if (blob === undefined) throw new Error(JSON.stringify(issues));
  return blob;
}
const properties = (blob: JsonObject): readonly JsonObject[] => blob['properties'] as unknown as readonly JsonObject[];
const object = (value: object): JsonObject => ({ type: 'olm.bundle.object', value: { data: Buffer.from(JSON.stringify(value)).toString('base64') } });

test('the bundle comes out as it went in, with what it needs and its configuration', () => {
  const schema = { type: 'object', properties: { size: { type: 'integer' } }, additionalProperties: false };
  const blob = blobOf({
    'metadata/dependencies.yaml': JSON.stringify({ dependencies: [{ type: 'olm.package', value: { packageName: 'certs', version: '>=1.0.0' } }] }),
    'metadata/config-schema.json': JSON.stringify(schema),
  });
  const carried = filesOfBlob({ blob, channels: ['stable', 'fast'] });
  if (carried.incomplete !== undefined) throw new Error(carried.incomplete.found);
  const { bundle, issues } = readBundle(bundleFilesOf('blob', carried.files), { forInstall: true });
  expect(issues.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(bundle).toMatchObject({
    format: 'registry+v1', name: 'web.v1.0.0', version: '1.0.0', packageName: blob['package'], channels: ['stable', 'fast'], configSchema: schema,
    dependencies: [{ type: 'olm.package', value: { packageName: 'certs', version: '>=1.0.0' } }],
    crds: [{ manifest: DEFINITION }],
  });
});

test.each<[string, (blob: JsonObject) => JsonObject, object]>([
  ['no manifests', (blob) => ({ ...blob, properties: properties(blob).filter(({ type }) => type !== 'olm.bundle.object') as never }), { found: 'no-objects' }],
  ['no properties at all', ({ schema }) => ({ schema: schema ?? '' }), { found: 'no-objects' }],
  ['another format', (blob) => ({ ...blob, properties: [...properties(blob), { type: 'olm.bundle.mediatype', value: 'plain+v0' }] }), { found: 'other-format', format: 'plain+v0' }],
  ['no ClusterServiceVersion', (blob) => ({ ...blob, properties: [object(DEFINITION)] }), { found: 'service-versions', count: 0 }],
  ['two of them', (blob) => ({ ...blob, properties: [...properties(blob), object(serviceVersion({}))] }), { found: 'service-versions', count: 2 }],
  ['a definition less than it owns', (blob) => ({ ...blob, properties: [object(serviceVersion(OWNED))] }), { found: 'definitions-missing', names: ['sites.web.example'] }],
])('%s: it is said what is missing', (_, change, incomplete) => {
  expect(filesOfBlob({ blob: change(blobOf()), channels: [] })).toEqual({ incomplete });
});
