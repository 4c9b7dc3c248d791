/** Charts are read without helm; what is wrong is said with file and field. */
import { bundleFilesOf, configSchemaOf, detectFormat, readBundle, releaseNameOf } from '../../../../lib/bundle';
import { asChart } from '../narrowed';
import { chart, chartFiles, chartYaml, lines, packed, readChart } from './sample-chart';
import { formatOrigin } from '../../../../lib/issue';

test('a chart is a bundle of the format helm, with the schema of its values and its definitions', () => {
  const { bundle, findings } = readChart();
  expect(findings).toEqual([]);
  expect(bundle).toMatchObject({ format: 'helm', name: 'shop.v1.2.3', packageName: 'shop', version: '1.2.3', channels: [], others: [] });
  expect(asChart(bundle).chart).toMatchObject({
    name: 'shop',
    appVersion: '9',
    values: { replicas: 2, password: '', web: { labels: { tier: 'front' } } },
  });
  expect(bundle?.crds.map(({ origin }) => formatOrigin(origin))).toEqual(['crds/shops.yaml:1']);
  expect(bundle && configSchemaOf(bundle)).toMatchObject({ required: ['replicas', 'web'] });
});

test('a version with a v before it, as tags have it, is the version behind it', () => {
  const { bundle, findings } = readChart({ 'Chart.yaml': chartYaml.replace('1.2.3', 'v1.2.3') });
  expect([bundle?.version, bundle?.name, findings]).toEqual(['1.2.3', 'shop.v1.2.3', []]);
});

test('the files of a packed chart lie in one folder', () => {
  const inner = chartFiles();
  const below = bundleFilesOf('shop-1.2.3.tgz', inner.paths().map((path) => [`shop/${path}`, inner.read(path) ?? ''] as const));
  expect(detectFormat(below)).toBe('helm');
  expect(readBundle(below)).toMatchObject({ findings: [], bundle: { packageName: 'shop', crds: { length: 1 } } });
});

test('metadata of a bundle around a chart names package, channels and properties', () => {
  const annotations = {
    'operators.operatorframework.io.bundle.mediatype.v1': 'helm',
    'operators.operatorframework.io.bundle.package.v1': 'web-shop',
    'operators.operatorframework.io.bundle.channels.v1': 'stable,fast',
  };
  const bundle = chart({
    'metadata/annotations.yaml': JSON.stringify({ annotations }),
    'metadata/properties.yaml': 'properties: [{ type: olm.maxOpenShiftVersion, value: "4.20" }]',
  });
  expect(bundle).toMatchObject({
    packageName: 'web-shop',
    name: 'web-shop.v1.2.3',
    channels: ['stable', 'fast'],
    properties: { length: 1 },
    chart: { name: 'shop' },
  });
});

test.each([
  [
    'nothing that it must have',
    'description: x\n',
    [
      'error chart-metadata Chart.yaml name: required field missing',
      'error chart-metadata Chart.yaml apiVersion: required field missing',
      'error chart-metadata Chart.yaml version: required field missing',
    ],
  ],
  [
    'a version that is none',
    chartYaml.replace('1.2.3', 'v1.2'),
    ['error bundle-version Chart.yaml version: the version "v1.2" is not a semantic version'],
  ],
  [
    'a library',
    `${chartYaml}type: library\n`,
    ['error chart-library Chart.yaml type: chart shop is a library, which has no objects of its own'],
  ],
  ['a type that is not known', `${chartYaml}type: thing\n`, ['error chart-metadata Chart.yaml type: the type "thing" is not known']],
  [
    'an API version that is not known',
    chartYaml.replace('v2', 'v3'),
    ['error chart-metadata Chart.yaml apiVersion: apiVersion "v3" is not known; charts have v1 or v2'],
  ],
  [
    'a name that leads elsewhere',
    chartYaml.replace('shop', '../shop'),
    ['error chart-metadata Chart.yaml name: "../shop" cannot be the name of a chart'],
  ],
  [
    'a word from its authors',
    `${chartYaml}deprecated: true\n`,
    ['warning chart-deprecated Chart.yaml deprecated: chart shop is deprecated by its authors'],
  ],
  ['a list', '- a\n', ['error metadata-invalid Chart.yaml: the file does not hold a mapping']],
  ['no YAML', 'a: [\n', [expect.stringContaining('error yaml-syntax Chart.yaml:')]],
])('Chart.yaml with %s', (_, text, expected) => {
  expect(lines(readChart({ 'Chart.yaml': text }))).toEqual(expected);
});

describe('dependencies', () => {
  const needing = (text: string): string => `${chartYaml}dependencies:\n${text}`;
  const other = 'apiVersion: v2\nname: db\nversion: 2.1.0\n';

  test('one that is not in charts/ is an error: nothing is fetched', () => {
    const repository = 'https://me:secret@charts.example';
    const { findings } = readChart({ 'Chart.yaml': needing(`- { name: db, version: 2.x, repository: "${repository}" }\n`) });
    expect(findings).toEqual([expect.objectContaining({
      code: 'chart-dependency-missing',
      origin: expect.stringMatching(/^Chart\.yaml:\d$/),
      path: 'dependencies[0]',
    })]);
    expect(findings[0]?.message).toBe('the chart needs chart db 2.x of https://charts.example, which is not in charts/');
    expect(findings[0]?.hint).toContain('helm dependency build');
  });

  test('it may be a folder, or packed under any name', () => {
    const text = needing('- { name: db, version: ">=2.0.0, <3.0.0" }\n');
    expect(lines(readChart({ 'Chart.yaml': text, 'charts/database/Chart.yaml': other }))).toEqual([]);
    const entries = chartFiles({ 'Chart.yaml': text });
    const db = packed('db', bundleFilesOf('db', [['Chart.yaml', other]]));
    const all = [...entries.paths().map((path) => [path, entries.read(path) ?? ''] as const), ['charts/any.tgz', db] as const];
    expect(lines(readBundle(bundleFilesOf('charts/shop', all)))).toEqual([]);
  });

  test('a damaged packed one is named', () => {
    const { findings } = readChart({ 'Chart.yaml': needing('- { name: db }\n'), 'charts/db-2.1.0.tgz': 'no archive' });
    expect(findings.map(({ code, origin }) => [code, origin])).toEqual([
      ['chart-unreadable', 'charts/db-2.1.0.tgz'],
      ['chart-dependency-missing', 'Chart.yaml:6'],
    ]);
  });

  test('helm leaves out one of another version, so that is said', () => {
    const { findings } = readChart({ 'Chart.yaml': needing('- { name: db, version: ^1.0.0 }\n'), 'charts/db/Chart.yaml': other });
    expect(lines({ findings }))
      .toEqual([
        'warning chart-dependency-version Chart.yaml dependencies[0]: ' +
          'the chart needs chart db ^1.0.0, and charts/ has 2.1.0, which helm leaves out',
      ]);
  });

  test('charts of the first version list them in requirements.yaml', () => {
    const { findings } = readChart({ 'Chart.yaml': chartYaml.replace('v2', 'v1'), 'requirements.yaml': 'dependencies: [{ name: db }]' });
    expect(findings.map(({ code, origin }) => [code, origin])).toEqual([['chart-dependency-missing', 'requirements.yaml:1']]);
  });
});

test('values that only helm can read are a warning; a file of comments has none', () => {
  expect(lines(readChart({ 'values.yaml': 'a: 1\na: 2\n' }))).toEqual([expect.stringContaining('warning chart-values values.yaml:2')]);
  expect(readChart({ 'values.yaml': '# nothing\n\n# to see\n' })).toMatchObject({ findings: [], bundle: { chart: { values: {} } } });
  expect(readChart({ 'values.yaml': '---\r\n## nothing\r\n--- # to see\r\n...\r\n' })).toMatchObject({
    findings: [],
    bundle: { chart: { values: {} } },
  });
  expect(readChart({ 'values.yaml': undefined })).toMatchObject({ findings: [], bundle: { chart: { values: {} } } });
});

test('a line of many # above the values is read in no time', () => {
  const values = `${'#'.repeat(30)}\n# Global\n${'#'.repeat(30)}\nreplicas: 3\n`;
  expect(readChart({ 'values.yaml': values })).toMatchObject({ findings: [], bundle: { chart: { values: { replicas: 3 } } } });
});

test('a definition that cannot be read is named with its line', () => {
  expect(lines(readChart({ 'crds/shops.yaml': 'apiVersion: v1\nkind: X\na: [\n' })))
    .toEqual([expect.stringContaining('error yaml-syntax crds/shops.yaml:')]);
});

test('two charts beside each other are none', () => {
  const files = bundleFilesOf('two', [['a/Chart.yaml', chartYaml], ['b/Chart.yaml', chartYaml]]);
  expect(readBundle(files).findings).toEqual([expect.objectContaining({ code: 'chart-missing', severity: 'error' })]);
});

test('the name of a release is that of the extension, cut at 53 characters so that two stay two', () => {
  expect(releaseNameOf('shop')).toBe('shop');
  expect(releaseNameOf('a'.repeat(53))).toHaveLength(53);
  const long = `${'shop-with-a-very-long-name-'.repeat(3)}1`;
  expect(releaseNameOf(long)).toMatch(/^shop-with-a-very-long-name-shop-with-a-very-[0-9a-f]{8}$/);
  expect(releaseNameOf(long).length).toBeLessThanOrEqual(53);
  expect(releaseNameOf(`${long}2`)).not.toBe(releaseNameOf(long));
});
