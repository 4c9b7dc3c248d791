/** Reading registry+v1 bundles: what the files say, and what is said of files that do not say it. */
import { type BundleFormat, bundleFilesOf, detectFormat } from '../../../lib/bundle';
import { CSV_FILE, annotations, definition, deployment, errors, lines, read, readFiles, serviceVersion } from './sample';
import { asRegistryBundle } from './narrowed';
import { formatOrigin } from '../../../lib/issue';

const PREFIX = 'operators.operatorframework.io.bundle.';
const dummy = { metadata: '1.0.0' };

describe('formats', () => {
  const cases: readonly (readonly [because: string, files: Record<string, string>, format: BundleFormat | undefined])[] = [
    ['a ClusterServiceVersion', { 'manifests/a.yaml': 'kind: ClusterServiceVersion\n' }, 'registry+v1'],
    ['a ClusterServiceVersion in JSON', { 'manifests/a.json': '{"apiVersion":"x","kind":"ClusterServiceVersion"}' }, 'registry+v1'],
    ['annotations without a media type', { 'metadata/annotations.yaml': 'annotations: {}' }, 'registry+v1'],
    ['the media type, whatever the manifests are', { 'metadata/annotations.yaml': annotations({ 'mediatype.v1': 'plain' }), 'manifests/a.yaml': 'kind: ClusterServiceVersion\n' }, 'plain+v0'],
    ['the media type of a chart', { 'metadata/annotations.yaml': annotations({ 'mediatype.v1': 'helm' }) }, 'helm'],
    ['manifests alone', { 'manifests/a.yaml': 'kind: ConfigMap\ndata: { text: a ClusterServiceVersion }\n' }, 'plain+v0'],
    ['a chart', { 'Chart.yaml': 'name: web', 'templates/a.yaml': '' }, 'helm'],
    ['a chart in a folder', { 'web/Chart.yaml': 'name: web' }, 'helm'],
    ['neither', { 'README.md': 'Chart.yaml' }, undefined],
  ];
  test.each(cases)('%s', (_because, files, format) => {
    expect(detectFormat(bundleFilesOf('x', Object.entries(files)))).toBe(format);
  });

  test('a folder that is no bundle is said to be none', () => {
    expect(errors(readFiles({ 'README.md': '' }))).toEqual(['error bundle-format-unknown sample: this is not a bundle: there are neither manifests nor a chart']);
  });
});

describe('a bundle without a mistake', () => {
  test('says who it is, and what it brings', () => {
    const { bundle } = read({
      'metadata/annotations.yaml': annotations({ 'channels.v1': ' stable-v1, fast ,stable-v1', 'channel.default.v1': 'fast' }),
      'manifests/config.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\n---\n---\napiVersion: v1\nkind: ConfigMap\nmetadata: { name: b }\n',
      'manifests/list.json': JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [{ apiVersion: 'v1', kind: 'Service', metadata: { name: 'c' } }] }),
      'tests/scorecard/config.yaml': 'this: is not read',
    });
    expect(bundle).toMatchObject({ format: 'registry+v1', origin: 'sample', name: 'web.v1.2.3', packageName: 'web', version: '1.2.3', channels: ['stable-v1', 'fast'], defaultChannel: 'fast' });
    expect(bundle?.annotations[`${PREFIX}mediatype.v1`]).toBe('registry+v1');
    expect(bundle?.crds.map(({ origin }) => formatOrigin(origin))).toEqual(['manifests/sites.yaml:1']);
    expect(bundle?.others.map(({ origin }) => formatOrigin(origin))).toEqual(['manifests/config.yaml:1 (document 1)', 'manifests/config.yaml:6 (document 3)', 'manifests/list.json:1 (item 1)']);
    expect(asRegistryBundle(bundle).csv).toMatchObject({ name: 'web.v1.2.3', origin: { source: CSV_FILE, line: 1 }, minKubeVersion: '1.30.0', installModes: [{ type: 'AllNamespaces', supported: true }], deployments: [deployment('web')] });
    expect(bundle).not.toHaveProperty('release');
    expect(bundle).not.toHaveProperty('configSchema');
  });

  test('webhooks, permissions and API services are taken over', () => {
    const webhook = { type: 'MutatingAdmissionWebhook', generateName: 'sites.web.example', deploymentName: 'web', containerPort: 9443, targetPort: 'hooks', rules: [{ apiGroups: ['web.example'] }], sideEffects: 'None', admissionReviewVersions: ['v1'], webhookPath: '/mutate', unknown: 1 };
    const permissions = [{ serviceAccountName: 'web', rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }, { nonResourceURLs: ['/metrics'], verbs: ['get'] }] }];
    const spec = {
      webhookdefinitions: [webhook],
      install: { strategy: 'deployment', spec: { deployments: [{ ...deployment('web'), label: { app: 'web' } }], permissions, clusterPermissions: permissions } },
      apiservicedefinitions: { owned: [{ group: 'web.example', version: 'v1alpha1' }] },
      relatedImages: [{ name: 'web', image: 'registry.example/web:1' }],
      skips: ['web.v1.2.1'],
      replaces: 'web.v1.2.0',
    };
    const { bundle } = read({ [CSV_FILE]: JSON.stringify(serviceVersion(spec)) });
    const { unknown: _unknown, ...known } = webhook;
    expect(asRegistryBundle(bundle).csv.webhooks).toEqual([known]);
    expect(asRegistryBundle(bundle).csv).toMatchObject({ permissions, clusterPermissions: permissions, ownedApiServices: [{ group: 'web.example' }], relatedImages: spec.relatedImages, skips: ['web.v1.2.1'], replaces: 'web.v1.2.0' });
    expect(asRegistryBundle(bundle).csv.deployments[0]?.label).toEqual({ app: 'web' });
  });

  test('an author can bring a schema for the configuration', () => {
    const schema = { $schema: 'http://json-schema.org/draft-07/schema#', type: 'object' };
    expect(read({ 'metadata/config-schema.json': JSON.stringify(schema) }).bundle?.configSchema).toEqual(schema);
  });
});

describe('release', () => {
  const release = (spec: Record<string, string>, name: string, annotation: Record<string, string> = {}) =>
    read({ [CSV_FILE]: JSON.stringify(serviceVersion(spec, { name, annotations: { ...dummy, ...annotation } })) }).bundle?.release;
  test('is what is written', () => {
    expect(release({ release: 'rc.2' }, 'web-v1.2.3-rc.2')).toBe('rc.2');
  });
  test('is the build metadata where the bundle substitutes for another, and nothing elsewhere', () => {
    expect(release({ version: '1.2.3+4' }, 'web.v1.2.3-4', { 'olm.substitutesFor': 'web.v1.2.3' })).toBe('4');
    expect(release({ version: '1.2.3+4' }, 'web.v1.2.3-4')).toBeUndefined();
    expect(release({ version: '1.2.3+04' }, 'web.v1.2.3-4', { 'olm.substitutesFor': 'web.v1.2.3' })).toBeUndefined();
  });
});

describe('layout and annotations', () => {
  const all = ['mediatype.v1', 'manifests.v1', 'metadata.v1', 'package.v1', 'channels.v1'];
  test('no folder with manifests', () => {
    expect(errors(readFiles({ 'metadata/annotations.yaml': annotations() }))).toEqual([
      'error bundle-layout manifests/: Unable to locate manifests directory',
    ]);
  });
  test('no folder with metadata', () => {
    expect(errors(read({ 'metadata/annotations.yaml': undefined }))).toEqual(['error bundle-layout metadata/: Unable to locate metadata directory']);
  });
  test('no annotations', () => {
    expect(errors(read({ 'metadata/annotations.yaml': undefined, 'metadata/other.yaml': '' }))).toEqual(['error bundle-layout metadata/annotations.yaml: Could not find annotations file']);
  });
  test('every annotation but the default channel is missed', () => {
    const result = errors(read({ 'metadata/annotations.yaml': annotations(Object.fromEntries(all.map((key) => [key, undefined]))) }));
    expect(result.filter((line) => line.includes('annotation-missing'))).toEqual(all.map((key) => `error annotation-missing metadata/annotations.yaml: Missing annotation "${PREFIX}${key}"`));
  });
  test('values that are not those of the format', () => {
    expect(errors(read({ 'metadata/annotations.yaml': annotations({ 'mediatype.v1': 'registry+v2', 'manifests.v1': 'objects/', 'channels.v1': ' , ' }) }))).toEqual([
      `error annotation-wrong metadata/annotations.yaml: Expecting annotation "${PREFIX}mediatype.v1" to have value "registry+v1" instead of "registry+v2"`,
      `error annotation-wrong metadata/annotations.yaml: Expecting annotation "${PREFIX}manifests.v1" to have value "manifests/" instead of "objects/"`,
      `error annotation-empty metadata/annotations.yaml: Expecting annotation "${PREFIX}channels.v1" to have non-empty value`,
    ]);
  });
  test('a value that is no text counts as one, with a warning', () => {
    const result = read({ 'metadata/annotations.yaml': annotations({ 'example.v1': true }) });
    expect(lines(result)).toEqual(['warning annotation-not-text metadata/annotations.yaml: the value is not text, and opm does not take the file']);
    expect(result.bundle?.annotations[`${PREFIX}example.v1`]).toBe('true');
  });
  test('a default channel that is none of the channels', () => {
    expect(lines(read({ 'metadata/annotations.yaml': annotations({ 'channel.default.v1': 'fast' }) }))).toEqual(['warning default-channel metadata/annotations.yaml: the default channel "fast" is not among the channels of this bundle']);
  });
  test.each([
    ['a list', '[]', 'the file does not hold a mapping'],
    ['nothing', '', 'the file is empty'],
    ['two documents', '{a: 1}\n---\n{b: 1}\n', 'the file has several documents; only one is read'],
    ['annotations that are a list', 'annotations: []', 'annotations is missing, or is not a mapping'],
    ['a mapping as a value', 'annotations: { a: {} }', 'the value of an annotation is a text'],
  ])('a file that holds %s', (_what, text, message) => {
    expect(errors(read({ 'metadata/annotations.yaml': text }))).toContain(`error metadata-invalid metadata/annotations.yaml: ${message}`);
  });
});

describe('manifests', () => {
  test('folders are refused, each once', () => {
    const folder = JSON.stringify(definition());
    expect(errors(read({ 'manifests/crds/a.yaml': folder, 'manifests/crds/b.yaml': folder, 'manifests/.hidden/x/c.yaml': folder }))).toEqual([
      'error bundle-subdirectory manifests/.hidden: subdirectories are not allowed within the "manifests" directory of the bundle image filesystem: found "manifests/.hidden"',
      'error bundle-subdirectory manifests/crds: subdirectories are not allowed within the "manifests" directory of the bundle image filesystem: found "manifests/crds"',
    ]);
  });
  test('files that cannot be read are named, and the ClusterServiceVersion is not missed because of them', () => {
    const result = readFiles({ 'metadata/annotations.yaml': annotations(), 'manifests/README.md': '# Hello\n', [CSV_FILE]: 'kind: ClusterServiceVersion\nspec: {\n', 'manifests/c.yaml': 'a: 1\na: 2\n' });
    expect(errors(result).map((line) => line.split(':')[0])).toEqual(['error yaml-duplicate-key manifests/c.yaml', `error yaml-syntax ${CSV_FILE}`]);
  });
  test('a CRD that cannot be read is the mistake, not that its definition is not there', () => {
    const owned = { name: 'sites.web.example', version: 'v1', kind: 'Site' };
    const csv = JSON.stringify(serviceVersion({ customresourcedefinitions: { owned: [owned] } }));
    expect(errors(read({ [CSV_FILE]: csv, 'manifests/sites.yaml': 'kind: CustomResourceDefinition\na: [\n' })))
      .toEqual([expect.stringMatching(/^error yaml-syntax manifests\/sites\.yaml:/)]);
  });
  test('no ClusterServiceVersion', () => {
    expect(errors(read({ [CSV_FILE]: undefined }))).toEqual(['error csv-missing manifests/: no ClusterServiceVersion found in "manifests"']);
  });
  test('two of them', () => {
    expect(errors(read({ 'manifests/zzz.yaml': JSON.stringify(serviceVersion()) }))).toEqual([`error csv-duplicate manifests/zzz.yaml: the bundle has more than one ClusterServiceVersion; the first is at ${CSV_FILE}:1`]);
  });
});

test('fields of the ClusterServiceVersion with the wrong type are reported with their paths, and without their values', () => {
  const secret = 4711;
  const { findings, bundle } = read({
    [CSV_FILE]: JSON.stringify({
      ...serviceVersion({
        install: { strategy: 'chart', spec: { deployments: [{ name: 5 }, 'web'], permissions: {}, clusterPermissions: [{ rules: [{ verbs: 'get' }] }] } },
        webhookdefinitions: [{ type: 'Webhook', generateName: 'x', containerPort: 'https' }, { type: 'ConversionWebhook', containerPort: 70000 }],
        customresourcedefinitions: { owned: [{ name: 'sites.web.example' }] },
        skips: [secret],
        installModes: [{ type: 'AllNamespaces', supported: 'yes' }],
      }, { annotations: { 'alm-examples': secret } }),
      apiVersion: 'operators.coreos.com/v1',
    }),
  });
  expect(bundle).toBeUndefined();
  expect(findings.filter(({ code }) => code === 'csv-invalid').map(({ path, message }) => `${path}: ${message}`)).toEqual([
    'apiVersion: must be operators.coreos.com/v1alpha1',
    'spec.install.strategy: must be "deployment"',
    'metadata.annotations.alm-examples: must be a string',
    'spec.installModes[0].supported: must be true or false',
    'spec.install.spec.deployments[1]: must be a mapping',
    'spec.install.spec.deployments[0].spec: required field missing',
    'spec.install.spec.deployments[0].name: must be a string',
    'spec.install.spec.permissions: must be a list',
    'spec.install.spec.clusterPermissions[0].rules[0].verbs: must be a list',
    'spec.customresourcedefinitions.owned[0].version: required field missing',
    'spec.customresourcedefinitions.owned[0].kind: required field missing',
    'spec.webhookdefinitions[0].containerPort: must be an integer',
    'spec.webhookdefinitions[0].type: there is no type of webhook "Webhook"',
    'spec.webhookdefinitions[1].containerPort: must be between 1 and 65535',
    'spec.webhookdefinitions[1].generateName: required field missing',
    'spec.skips[0]: must be a string',
  ]);
  expect(JSON.stringify(findings)).not.toContain(String(secret));
});

describe('properties', () => {
  const withAnnotation = (text: string) => ({ [CSV_FILE]: JSON.stringify(serviceVersion({}, { annotations: { 'olm.properties': text, 'alm-examples': '[{"apiVersion":"web.example/v1","kind":"Site"}]' } })) });
  test('those of the annotation come before those of the file, the same once', () => {
    const result = read({ ...withAnnotation('[{"type":"a","value":1},{"type":"b","value":{"x":1,"z":2}}]'), 'metadata/properties.yaml': 'properties:\n- {type: b, value: {z: 2, x: 1}}\n- {type: c, value: "3"}\n' });
    expect(result.bundle?.properties).toEqual([{ type: 'a', value: 1 }, { type: 'b', value: { x: 1, z: 2 } }, { type: 'c', value: '3' }]);
    expect(lines(result)).toEqual([`warning property-in-annotation ${CSV_FILE}: found olm.properties annotation, please define these properties in metadata/properties.yaml instead`]);
  });
  test.each([
    ['no JSON', '{', /^error property-invalid .*failed to unmarshal csv\.metadata\.annotations\['olm\.properties'\]: ./],
    ['no list', '{}', /csv\.metadata\.annotations\['olm\.properties'\]: this is not a list$/],
  ])('an annotation that is %s', (_what, text, message) => {
    expect(errors(read(withAnnotation(text)))).toEqual([expect.stringMatching(message)]);
  });
  test('entries of the file that are none', () => {
    const result = read({ 'metadata/properties.yaml': 'properties: [text, {value: 1}, {type: a}, {type: "", value: 1}]' });
    expect(result.findings.map(({ path, message }) => `${path} ${message}`)).toEqual([
      'properties[0] failed to unmarshal metadata/properties.yaml: the entry is not a mapping with type and value',
      'properties[1].type failed to unmarshal metadata/properties.yaml: type is missing, or is not text',
      'properties[2].value failed to unmarshal metadata/properties.yaml: value is missing',
      'properties[3].type failed to unmarshal metadata/properties.yaml: type is missing, or is not text',
    ]);
  });
});

describe('files with more mistakes than a call takes arguments', () => {
  const ENTRIES = 150_000;

  test('are that many', () => {
    expect(() => [].push(...new Array<never>(ENTRIES))).toThrow(RangeError);
  });

  const plain = { 'metadata/annotations.yaml': annotations({ 'mediatype.v1': 'plain' }) };

  test.each<[string, Record<string, string>, number]>([
    ['keys that are there twice', { ...plain, 'manifests/a.yaml': 'a: 1\n'.repeat(ENTRIES) }, 1001],
    ['the same in metadata', { ...plain, 'metadata/properties.yaml': 'a: 1\n'.repeat(ENTRIES), 'manifests/a.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n' }, 1001],
    ['documents that are no objects', { ...plain, 'manifests/a.yaml': '--- a\n'.repeat(ENTRIES) }, ENTRIES],
  ])('%s', (_what, files, count) => {
    expect(errors(readFiles(files)).length).toBe(count);
  });

  test('definitions that are owned and not there', () => {
    const owned = Array.from({ length: ENTRIES }, (_, index) => ({ name: `a${index}.b`, kind: 'A', version: 'v1' }));
    const csv = JSON.stringify(serviceVersion({ customresourcedefinitions: { owned } }));
    expect(errors(readFiles({ 'metadata/annotations.yaml': annotations(), [CSV_FILE]: csv })).length).toBeGreaterThanOrEqual(owned.length);
  });
});
