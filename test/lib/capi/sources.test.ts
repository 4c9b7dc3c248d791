/** Where manifests come from: folders of images in both layouts, transport ConfigMaps; and which of them are for a cluster. */
import { sha256 } from '../../../lib/api/canonical-json';
import {
  chosenComponents, missingTypes, profilesOf, renderComponent, revisionName, transportComponents, type Component, type TransportConfigMap,
} from '../../../lib/capi';
import { storedZstd, zstdBomb } from '../formats/archive/make-zstd';
import { componentOf, configMap, CONFIG_MAP, filesOf, providerLabels } from './samples';

const METADATA = 'name: cluster-api-provider-aws\ninstallOrder: 20\nocpPlatform: AWS\nattributes: {type: infrastructure, version: v2.13.0}\nselfImageRef: registry.ci/aws\n';
const profile = (name: string, metadata = METADATA): Record<string, string> => ({
  [`capi-operator-manifests/${name}/metadata.yaml`]: metadata, [`capi-operator-manifests/${name}/manifests.yaml`]: CONFIG_MAP,
});

describe('folders of an image', () => {
  test('each profile with what it says of itself', () => {
    const found = profilesOf(filesOf({ ...profile('default'), ...profile('aws', 'name: operator\n'), 'usr/bin/x': '' }));
    expect(found).toEqual([
      { profile: 'aws', content: { name: 'operator', installOrder: 0, platform: '', manifests: CONFIG_MAP } },
      {
        profile: 'default',
        content: {
          name: 'cluster-api-provider-aws', installOrder: 20, platform: 'AWS', type: 'infrastructure', version: 'v2.13.0', manifests: CONFIG_MAP,
          placeholder: { text: 'registry.ci/aws', times: 'all' },
        },
      },
    ]);
  });

  test('the layout of the design: its order follows from its type', () => {
    const metadata = JSON.stringify({
      providerName: 'cluster-api-provider-aws', providerType: 'infrastructure', providerVersion: 'v2.10.0', ocpPlatform: 'AWS',
      contentID: sha256(CONFIG_MAP).toString('hex'), imageName: 'registry.ci/aws',
    });
    expect(profilesOf(filesOf({ 'capi-manifests/metadata.json': metadata, 'capi-manifests/manifests': CONFIG_MAP }))).toEqual([{
      content: {
        name: 'cluster-api-provider-aws', installOrder: 20, platform: 'AWS', type: 'infrastructure', version: 'v2.10.0', manifests: CONFIG_MAP,
        placeholder: { text: 'registry.ci/aws', times: 'all' },
      },
    }]);
  });

  test('an image without such a folder, and a folder without its files, have none', () => {
    expect(profilesOf(filesOf({ 'usr/bin/x': '', 'capi-operator-manifests/docs/README.md': '' }))).toEqual([]);
  });

  test.each<[what: string, files: Record<string, string>, message: RegExp]>([
    ['one of two files is missing', { 'capi-operator-manifests/default/manifests.yaml': CONFIG_MAP }, /\/capi-operator-manifests\/default\/metadata.yaml is missing/],
    ['metadata that is no YAML', profile('default', 'a: [b'), /default\/metadata.yaml: /],
    ['metadata without a name', profile('default', 'installOrder: 3\n'), /name is missing/],
    ['an order that is no number', profile('default', 'name: a\ninstallOrder: first\n'), /installOrder is no whole number/],
    ['a folder with a strange name', profile('a b'), /a profile has letters/],
    ['a content id that is not that of the manifests', {
      'capi-manifests/metadata.json': '{"providerName":"a","providerType":"core","contentID":"abc"}', 'capi-manifests/manifests': CONFIG_MAP,
    }, /contentID is abc, and the manifests have [0-9a-f]{64}/],
  ])('%s is an error', (_what, files, message) => {
    expect(() => profilesOf(filesOf(files))).toThrow(message);
  });
});

describe('transport ConfigMaps', () => {
  const read = (...all: readonly TransportConfigMap[]): readonly Component[] =>
    transportComponents(all, { release: '4.21.0', images: ({ name }) => `registry.test/${name}@sha256:2` });

  test('slices of one provider are one component, in the order of their names', () => {
    const labels = providerLabels('infrastructure', 'aws');
    const [aws] = read(configMap('aws-01', labels, 'second'), configMap('aws-00', labels, 'first'));
    expect(aws).toEqual({
      provider: { name: 'aws', type: 'infrastructure' },
      profile: {
        name: 'cluster-api-provider-aws', installOrder: 20, platform: 'aws', type: 'infrastructure', version: 'v1.0.0', manifests: 'first\n---\nsecond',
        placeholder: { text: 'to.be/replaced:v99', times: 'once-per-document' },
      },
      source: { configMaps: ['aws-00', 'aws-01'] }, image: 'registry.test/aws@sha256:2',
    });
  });

  test('what is not whole yet is not there yet: a slice is missing, or belongs to another release', () => {
    const labels = providerLabels('core', 'cluster-api');
    expect(read(configMap('core-00', labels, 'x', { 'capi-operator.openshift.io/slices': '2' }))).toEqual([]);
    expect(read(configMap('core', labels, 'x', { 'capi-operator.openshift.io/release-version': '4.20.9' }))).toEqual([]);
    expect(read(configMap('other', {}, 'x'))).toEqual([]);
  });

  const binary = (bytes: Buffer): TransportConfigMap => {
    const { data: _data, ...rest } = configMap('core', providerLabels('core', 'cluster-api'), '');
    return { ...rest, binaryData: { 'components-zstd': bytes.toString('base64') } } as TransportConfigMap;
  };

  test('compressed with zstd', () => {
    expect(read(binary(storedZstd(Buffer.from(CONFIG_MAP))))[0]?.profile.manifests).toBe(CONFIG_MAP);
  });

  test('a bomb, damaged data and none at all are errors', () => {
    expect(() => read(binary(zstdBomb(20_000)))).toThrow(/ConfigMap core is not unpacked: it unpacks to more than 16 MiB/);
    expect(() => read(binary(storedZstd(Buffer.from(CONFIG_MAP)).subarray(0, 20)))).toThrow(/damaged/);
    const { data: _data, ...without } = configMap('core', providerLabels('core', 'cluster-api'), '');
    expect(() => read(without)).toThrow('ConfigMap openshift-cluster-api/core: it has neither components nor components-zstd.');
  });
});

describe('which are for a cluster', () => {
  const core = componentOf('cluster-api', '', { type: 'core' });
  const aws = componentOf('cluster-api-provider-aws', '', { type: 'infrastructure', installOrder: 20, platform: 'AWS' });
  const operator = componentOf('cluster-capi-operator', '', { installOrder: 30 });
  const metal3: Component = { ...componentOf('metal3', '', { type: 'infrastructure', installOrder: 20, platform: 'metal3' }), source: { configMaps: ['m'] } };
  const names = (platform: string): readonly string[] => (
    chosenComponents([operator, metal3, aws, core], platform).map(({ profile: { name } }) => name)
  );

  test('those without a platform, and those of its platform, in the order of their installation', () => {
    expect(names('AWS')).toEqual(['cluster-api', 'cluster-api-provider-aws', 'cluster-capi-operator']);
    expect(names('None')).toEqual(['cluster-api', 'cluster-capi-operator']);
  });

  test('transport ConfigMaps call some platforms by other names', () => {
    expect(names('BareMetal')).toEqual(['cluster-api', 'metal3', 'cluster-capi-operator']);
  });

  test('what has to be there and is not', () => {
    expect(missingTypes([core, operator], ['core', 'infrastructure'])).toEqual(['infrastructure']);
  });
});

describe('objects', () => {
  const image = 'registry.test/aws@sha256:9';

  test('the placeholder of an image is replaced wherever it stands, after variables; that of a ConfigMap once in each document', () => {
    const manifests = CONFIG_MAP.replace('version: v1', 'a: ${IMAGE:=self} self\n  b: self').replace('---', '');
    const data = (times: 'all' | 'once-per-document'): unknown =>
      renderComponent(componentOf('a', manifests, { placeholder: { text: 'self', times } }, image), []).objects[0]?.['data'];
    expect(data('all')).toEqual({ a: `${image} ${image}`, b: image });
    expect(data('once-per-document')).toEqual({ a: `${image} self`, b: 'self' });
  });

  test('variables: what the revision records, what is built in, and nothing for all others', () => {
    const manifests = CONFIG_MAP.replace('version: v1', 'a: "${TLS_MIN_VERSION} ${EXP_BOOTSTRAP_FORMAT_IGNITION:=false} ${OTHER}"');
    expect(renderComponent(componentOf('a', manifests), [{ key: 'TLS_MIN_VERSION', value: 'VersionTLS12' }]).objects[0]?.['data']).toEqual({ a: 'VersionTLS12 true ' });
  });

  test('their label names the component; labels of their own stay', () => {
    const labels = renderComponent(componentOf('core', CONFIG_MAP.replace('metadata:', 'metadata:\n  labels: {a: b}')), []).objects[0]?.metadata.labels;
    expect(labels).toEqual({ 'a': 'b', 'capi-operator.openshift.io/managed-by': 'core' });
  });

  test.each<[what: string, manifests: string, message: RegExp]>([
    ['an annotation about adoption that means nothing', CONFIG_MAP.replace('metadata:', 'metadata:\n  annotations: {capi-operator.openshift.io/adopt-existing: sometimes}'),
      /Component a, document 1: invalid capi-operator.openshift.io\/adopt-existing annotation value: "sometimes" on ConfigMap default\/test-cm-core/],
    ['a variable that is none', CONFIG_MAP.replace('v1\n', '"${a.b}"\n'), /Component a, document 1: bad substitution in line/],
    ['something that is no object', `${CONFIG_MAP}---\na: b\n`, /Component a, document 2: it lacks apiVersion, kind or metadata.name/],
    ['a list', '- a\n', /it is not one YAML mapping/],
  ])('%s is an error', (_what, manifests, message) => {
    expect(() => renderComponent(componentOf('a', manifests), [])).toThrow(message);
  });
});

test.each([
  ['4.22.3-foo-bar', 6, '4.22.3-foo-bar-6'],
  ['5.0.0-0.nightly-2026-08-17_X', 12, '5.0.0-0.nightly-2026-08-17-x-12'],
  ['', 1, 'release-1'],
  ['1.'.repeat(60), 3, `${'1.'.repeat(30)}1-3`],
])('release %s, revision %d: %s', (release, number, name) => {
  expect(revisionName(release, number)).toBe(name);
  expect(name.length).toBeLessThanOrEqual(63);
});
