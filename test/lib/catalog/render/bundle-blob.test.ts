/** Bundles as blobs of a catalog: what opm makes of them, and what it would pass over without a word. */
import { asObject, type JsonObject } from '../../../../lib/api';
import { bundleFilesOf } from '../../../../lib/bundle';
import { type RenderBlobOptions, renderBundleBlob, renderWording } from '../../../../lib/catalog';
import { formatIssue } from '../../../../lib/issue';
import { annotations, CSV_FILE, definition, deployment, type Draft, files, serviceVersion } from '../../formats/sample';

const IMAGE = 'registry.example/web-bundle:1.2.3';

function render(draft: Draft, options: RenderBlobOptions = {}) {
  const entries = Object.entries(draft).flatMap(([path, text]) => (text === undefined ? [] : [[path, text] as const]));
  const { blob, issues } = renderBundleBlob(bundleFilesOf('web-bundle', entries), { image: IMAGE, ...options });
  return { blob, said: issues.map((issue) => `${issue.severity} ${formatIssue({ ...issue, severity: 'error' }, renderWording)}`) };
}

function properties(blob: JsonObject | undefined, type: string): unknown[] {
  return (blob?.['properties'] as JsonObject[]).filter((property) => property['type'] === type).map(({ value }) => value);
}

describe('a bundle of registry+v1', () => {
  test('has a name, a package, properties by type and then value, and its images', () => {
    const { blob, said } = render(files());
    expect(said).toEqual([]);
    expect(blob).toEqual({
      schema: 'olm.bundle',
      name: 'web.v1.2.3',
      package: 'web',
      image: IMAGE,
      properties: [
        { type: 'olm.gvk', value: { group: 'web.example', kind: 'Site', version: 'v1' } },
        { type: 'olm.package', value: { packageName: 'web', version: '1.2.3' } },
        {
          type: 'olm.csv.metadata',
          value: {
            annotations: { 'alm-examples': '[{"apiVersion":"web.example/v1","kind":"Site"}]' },
            apiServiceDefinitions: {},
            crdDescriptions: { owned: [{ name: 'sites.web.example', version: 'v1', kind: 'Site' }] },
            installModes: [{ type: 'AllNamespaces', supported: true }],
            minKubeVersion: '1.30.0',
            provider: {},
          },
        },
      ],
      relatedImages: [{ name: '', image: IMAGE }, { name: '', image: 'registry.example/web:1' }],
    });
  });

  test('brings every version of its definitions and its API services, and needs what it requires and depends on', () => {
    const crd = definition();
    const two = { ...crd, spec: { ...asObject(crd['spec']), versions: [{ name: 'v1', served: true, storage: true }, { name: 'v2', served: true, storage: false }] } };
    const { blob } = render(files({
      'manifests/sites.yaml': JSON.stringify(two),
      [CSV_FILE]: JSON.stringify(serviceVersion({
        customresourcedefinitions: { owned: [{ name: 'sites.web.example', version: 'v1', kind: 'Site' }], required: [{ name: 'certs.certs.example', version: 'v1', kind: 'Cert' }] },
        apiservicedefinitions: {
          owned: [{ group: 'api.web.example', version: 'v1', kind: 'Visit', name: 'visits', deploymentName: 'web' }],
          required: [{ group: 'other.example', version: 'v1', kind: 'Thing', name: 'things' }],
        },
      })),
      'metadata/dependencies.yaml': JSON.stringify({ dependencies: [
        { type: 'olm.package', value: { packageName: 'cert-manager', version: '>=1.14.0' } },
        { type: 'olm.gvk', value: { group: 'db.example', kind: 'Database', version: 'v1' } },
        { type: 'olm.constraint', value: { failureMessage: 'no', cel: { rule: 'true' } } },
      ] }),
    }));
    expect(properties(blob, 'olm.gvk')).toEqual([
      { group: 'api.web.example', kind: 'Visit', version: 'v1' },
      { group: 'web.example', kind: 'Site', version: 'v1' },
      { group: 'web.example', kind: 'Site', version: 'v2' },
    ]);
    expect(properties(blob, 'olm.gvk.required')).toEqual([
      { group: 'certs.example', kind: 'Cert', version: 'v1' },
      { group: 'db.example', kind: 'Database', version: 'v1' },
      { group: 'other.example', kind: 'Thing', version: 'v1' },
    ]);
    expect(properties(blob, 'olm.package.required')).toEqual([{ packageName: 'cert-manager', versionRange: '>=1.14.0' }]);
    expect(properties(blob, 'olm.constraint')).toEqual([{ failureMessage: 'no', cel: { rule: 'true' } }]);
  });

  test('carries the properties of its file and of its annotation, each once, and a release', () => {
    const max = { type: 'olm.maxOpenShiftVersion', value: '4.18' };
    const { blob } = render(files({
      'metadata/properties.yaml': JSON.stringify({ properties: [max] }),
      [CSV_FILE]: JSON.stringify(serviceVersion({ release: 2 }, { annotations: { 'olm.properties': JSON.stringify([max, { type: 'x', value: [1] }]) } })),
    }));
    expect(properties(blob, 'olm.maxOpenShiftVersion')).toEqual(['4.18']);
    expect(properties(blob, 'x')).toEqual([[1]]);
    expect(properties(blob, 'olm.package')).toEqual([{ packageName: 'web', version: '1.2.3', release: '2' }]);
  });

  test('keeps related images as they are listed, twice where they are, with those of init containers behind', () => {
    const inits = deployment('web');
    const pod = asObject(asObject(asObject(inits['spec'])?.['template'])?.['spec']);
    const { blob } = render(files({
      [CSV_FILE]: JSON.stringify(serviceVersion({
        relatedImages: [{ name: 'b', image: 'registry.example/z:1' }, { name: 'a', image: 'registry.example/z:1' }, { name: 'web', image: 'registry.example/web:1' }],
        install: { strategy: 'deployment', spec: { deployments: [{ ...inits, spec: { template: { spec: { ...pod, initContainers: [{ name: 'i', image: 'registry.example/init:1' }] } } } }] } },
      })),
    }));
    expect(blob?.['relatedImages']).toEqual([
      { name: '', image: 'registry.example/init:1' },
      { name: '', image: IMAGE },
      { name: 'web', image: 'registry.example/web:1' },
      { name: 'b', image: 'registry.example/z:1' },
      { name: 'a', image: 'registry.example/z:1' },
    ]);
  });

  test('carries all its manifests where that is asked for, and where it has no image', () => {
    const { blob } = render(files(), { content: 'bundle-objects' });
    const objects = properties(blob, 'olm.bundle.object') as { data: string }[];
    expect(objects.map(({ data }) => (JSON.parse(Buffer.from(data, 'base64').toString()) as JsonObject)['kind'])).toEqual(['CustomResourceDefinition', 'ClusterServiceVersion']);
    expect(properties(blob, 'olm.csv.metadata')).toEqual([]);
    const without = render(files(), { image: '' });
    expect(properties(without.blob, 'olm.bundle.object')).toHaveLength(2);
    expect(without.said).toEqual(['warning web-bundle: bundle "web.v1.2.3" has no image: boxcutter installs it from the manifests in the catalog, and OLM 1 does not install it. Name the image that the bundle is pushed to.']);
  });

  test('has its author\'s configuration schema beside the metadata, unless that is too large', () => {
    const schema = { type: 'object', properties: { replicas: { type: 'integer' } }, additionalProperties: false };
    expect(properties(render(files({ 'metadata/config-schema.json': JSON.stringify(schema) })).blob, 'olm.operatorframework.io/config-schema')).toEqual([schema]);
    const large = render(files({ 'metadata/config-schema.json': JSON.stringify({ ...schema, description: 'x'.repeat(70_000) }) }));
    expect(properties(large.blob, 'olm.operatorframework.io/config-schema')).toEqual([]);
    expect(large.said).toContain('warning metadata/config-schema.json: the configuration schema has 70108 bytes, and a catalog takes 65536 at most; it is left out of the catalog. Shorten the descriptions. Users who install the bundle still get the schema from its image.');
  });
});

describe('what opm passes over', () => {
  const broken = {
    'manifests/.hidden.yaml': JSON.stringify(definition('a.web.example', 'A')),
    'manifests/below/b.yaml': JSON.stringify(definition('b.web.example', 'B')),
    'manifests/broken.yaml': 'a: [',
    'manifests/list.yaml': '[1]',
    'manifests/nothing.yaml': '',
    'manifests/two.yaml': `${JSON.stringify(definition('c.web.example', 'C'))}\n---\n${JSON.stringify(definition('d.web.example', 'D'))}\n`,
    'manifests/untyped.yaml': 'metadata: { name: a }',
    'manifests/x-second.yaml': JSON.stringify(serviceVersion({ version: '9.9.9' })),
  };

  test('is passed over, and said', () => {
    const { blob, said } = render(files(broken));
    expect(properties(blob, 'olm.gvk')).toEqual([{ group: 'web.example', kind: 'C', version: 'v1' }, { group: 'web.example', kind: 'Site', version: 'v1' }]);
    expect(properties(blob, 'olm.package')).toEqual([{ packageName: 'web', version: '1.2.3' }]);
    expect(said.map((text) => text.replace(/:\d+/, '').split('. ')[0])).toEqual([
      'warning manifests/.hidden.yaml: the file is hidden, so it is left out of the catalog',
      'warning manifests/below/b.yaml: the file is in a folder below manifests/, so it is left out of the catalog',
      'warning manifests/broken.yaml: yaml-syntax.',
      'warning manifests/broken.yaml: the file cannot be read as YAML or JSON, so it is left out of the catalog',
      'warning manifests/list.yaml: the file holds no object, so it is left out of the catalog',
      'warning manifests/nothing.yaml: the file holds no object, so it is left out of the catalog',
      'warning manifests/two.yaml: the file holds 2 documents, and a catalog takes only the first',
      'warning manifests/untyped.yaml: the object has no apiVersion or no kind, so it is left out of the catalog',
      'warning manifests/x-second.yaml: this is a further ClusterServiceVersion, and a catalog takes only the first',
    ]);
  });

  test.each(Object.entries(broken))('is refused with strict: %s', (path, text) => {
    expect(render(files(), { strict: true }).blob).toBeDefined();
    expect(render(files({ [path]: text }), { strict: true }).blob).toBeUndefined();
  });

  test('a version that is none is written as it is, and refused with strict', () => {
    const draft = files({ [CSV_FILE]: JSON.stringify(serviceVersion({ version: 'master' })) });
    expect(properties(render(draft).blob, 'olm.package')).toEqual([{ packageName: 'web', version: 'master' }]);
    expect(render(draft, { strict: true }).blob).toBeUndefined();
  });
});

describe('what no catalog can carry is refused', () => {
  const cases: readonly (readonly [what: string, draft: Draft, message: string])[] = [
    ['a bundle without annotations', { ...files(), 'metadata/annotations.yaml': undefined, 'metadata/other.yaml': '{}' }, 'Could not find annotations file'],
    ['annotations without a package', files({ 'metadata/annotations.yaml': annotations({ 'package.v1': undefined }) }), 'the annotations name no package'],
    ['a bundle without a ClusterServiceVersion', { 'metadata/annotations.yaml': annotations(), 'manifests/sites.yaml': JSON.stringify(definition()) }, 'no csv in bundle'],
    ['a bundle without manifests', { 'metadata/annotations.yaml': annotations() }, 'no bundle objects found'],
    [
      'an owned definition that is not there',
      files({ [CSV_FILE]: JSON.stringify(serviceVersion({ customresourcedefinitions: { owned: [{ name: 'sites.web.example', version: 'v2', kind: 'Site' }] } })) }),
      "error checking provided apis in bundle web.v1.2.3: couldn't find web.example/v2/Site (sites) in bundle. found: web.example/v1/Site sites",
    ],
    ['what is no bundle', { 'README.md': '' }, 'bundle-format-unknown'],
  ];
  test.each(cases)('%s', (_what, draft, message) => {
    const { blob, said } = render(draft);
    expect(blob).toBeUndefined();
    expect(said.join('\n')).toContain(message);
  });
});

describe('bundles of other formats', () => {
  test('plain manifests say their package and their media type, and bring their kinds', () => {
    const { blob, said } = render({
      'metadata/properties.yaml': JSON.stringify({ properties: [{ type: 'olm.package', value: { packageName: 'web', version: '1.2.3' } }] }),
      'manifests/sites.yaml': JSON.stringify(definition()),
    });
    expect(said).toEqual([]);
    expect(blob).toEqual({
      schema: 'olm.bundle', name: 'web.v1.2.3', package: 'web', image: IMAGE,
      properties: [
        { type: 'olm.bundle.mediatype', value: 'plain+v0' },
        { type: 'olm.gvk', value: { group: 'web.example', kind: 'Site', version: 'v1' } },
        { type: 'olm.package', value: { packageName: 'web', version: '1.2.3' } },
      ],
      relatedImages: [{ name: '', image: IMAGE }],
    });
  });

  test('plain manifests without a version are refused', () => {
    const { blob, said } = render({ 'manifests/sites.yaml': JSON.stringify(definition()) });
    expect(blob).toBeUndefined();
    expect(said).toEqual([expect.stringMatching(/^error web-bundle: bundle "bundle" has no version/)]);
  });

  test('a chart is a bundle named after its package and version, with the schema of its values', () => {
    const schema = { type: 'object', properties: { replicas: { type: 'integer' } } };
    const { blob } = render({ 'Chart.yaml': 'apiVersion: v2\nname: web\nversion: 1.2.3\n', 'values.schema.json': JSON.stringify(schema), 'templates/a.yaml': '' });
    expect(blob).toMatchObject({ name: 'web.v1.2.3', package: 'web' });
    expect(properties(blob, 'olm.bundle.mediatype')).toEqual(['helm']);
    expect(properties(blob, 'olm.operatorframework.io/config-schema')).toEqual([schema]);
  });
});
