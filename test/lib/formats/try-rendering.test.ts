/** What only shows when a bundle is rendered and compiled. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { bundleFilesFromDirectory, bundleFilesOf, readBundle, tryRendering, type TriedRendering } from '../../../lib/bundle';
import { stringifyYaml } from '../../../lib/yaml';
import { BUILD_TIMEOUT, helmProgram } from './helm/helm';
import { chartFiles, type Draft as ChartDraft } from './helm/sample-chart';
import { CSV_FILE, deployment, files, serviceVersion } from './sample';

const filesOf = (changes: Record<string, string>) =>
  bundleFilesOf('sample', Object.entries({ ...files(), ...changes })
    .flatMap(([path, text]) => (text === undefined ? [] : [[path, text] as const])));

function tried(given: ReturnType<typeof bundleFilesOf>): TriedRendering {
  const { bundle, findings } = readBundle(given);
  if (bundle === undefined) throw new Error(JSON.stringify(findings));
  return tryRendering(bundle, given);
}

const withServiceVersion = (spec: Parameters<typeof serviceVersion>[0], metadata = {}): TriedRendering =>
  tried(filesOf({ [CSV_FILE]: stringifyYaml(serviceVersion(spec, metadata)) }));

test('nothing is said of a bundle without a mistake', () => {
  expect(tried(filesOf({}))).toEqual({ issues: [], findings: [] });
});

test('a field that Kubernetes does not know is found, at its line in the ClusterServiceVersion', () => {
  const { name, spec } = deployment('web') as unknown as { name: string; spec: { selector: object; template: { metadata: object; spec: object } } };
  const wrong = { name, spec: { ...spec, template: { ...spec.template, spec: { ...spec.template.spec, serviceAccountNam: 'web' } } } };
  const text = stringifyYaml(serviceVersion({ install: { strategy: 'deployment', spec: { deployments: [wrong as never] } } }));
  const line = text.split('\n').findIndex((one) => one.includes('serviceAccountNam')) + 1;
  expect(readBundle(filesOf({ [CSV_FILE]: text })).findings).toEqual([
    expect.objectContaining({
      code: 'csv-unknown-field', severity: 'error', origin: `${CSV_FILE}:${line}`,
      path: 'spec.install.spec.deployments[0].spec.template.spec.serviceAccountNam', hint: 'Did you mean "serviceAccountName"?',
    }),
  ]);
});

test.each([['OwnNamespace'], ['SingleNamespace']])('a bundle that has to be told what to watch (%s) is told', (type) => {
  expect(withServiceVersion({ installModes: [{ type, supported: true }] })).toEqual({ issues: [], findings: [] });
});

test('one that nobody can install is said to be so', () => {
  expect(withServiceVersion({ installModes: [{ type: 'MultiNamespace', supported: true }] }).findings).toEqual([expect.objectContaining({
    code: 'unsupported-install-modes',
    severity: 'error',
  })]);
});

test('a namespace that its author suggests is taken where it can be one', () => {
  const suggesting = (namespace: string) => withServiceVersion({}, { annotations: { 'operatorframework.io/suggested-namespace': namespace } });
  expect([suggesting('web'), suggesting('No Namespace')]).toEqual([{ issues: [], findings: [] }, { issues: [], findings: [] }]);
});

test('a bundle without objects is one with a warning', () => {
  const spec = { customresourcedefinitions: {}, install: { strategy: 'deployment', spec: { deployments: [] } } };
  const { findings } = tried(filesOf({
    [CSV_FILE]: stringifyYaml(serviceVersion(spec, { annotations: { a: 'b' } })),
    'manifests/sites.yaml': '',
  }));
  expect(findings).toEqual([expect.objectContaining({ code: 'bundle-without-objects', severity: 'warning' })]);
});

test('the objects of a plain bundle are checked, and kinds whose definitions nobody has here are no fault of it', () => {
  const text = 'apiVersion: monitoring.coreos.com/v1\nkind: ServiceMonitor\nmetadata: { name: web }\n---\napiVersion: v1\nkind: ConfigMap\nmetadata: { name: web }\ndata:\n  colour: red\n  size: 1\n';
  expect(tried(bundleFilesOf('web', [['manifests/a.yaml', text]])).findings).toEqual([expect.objectContaining({
    code: 'wrong-type',
    origin: 'manifests/a.yaml:10 (document 2)',
    path: 'data.size',
  })]);
});

test("what an author's schema requires, only the user can give", () => {
  const schema = { type: 'object', properties: { colour: { type: 'string' } }, required: ['colour'], additionalProperties: false };
  expect(tried(filesOf({ 'metadata/config-schema.json': JSON.stringify(schema) }))).toEqual({ issues: [], findings: [] });
});

describe('a chart', () => {
  const before = process.env['HELM'];
  beforeAll(() => { process.env['HELM'] = helmProgram(); }, BUILD_TIMEOUT);
  afterAll(() => {
    if (before === undefined) delete process.env['HELM'];
    else process.env['HELM'] = before;
  });
  const chart = (changes: ChartDraft): TriedRendering => tried(chartFiles(changes));

  test('with a broken template is found to be broken', () => {
    expect(chart({ 'templates/facts.yaml': 'x: {{ .Values.a.b.c }}\n' }).findings).toEqual([expect.objectContaining({
      code: 'helm-failed',
      severity: 'error',
      origin: 'templates/facts.yaml:1',
    })]);
  });

  test('that stops for a value that it wants gets a warning', () => {
    expect(chart({ 'templates/facts.yaml': '{{ required "give a database" .Values.database }}\n' }).findings)
      .toEqual([expect.objectContaining({ code: 'chart-needs-value', severity: 'warning' })]);
  });

  test('whose schema wants values is left alone, with a note', () => {
    const schema = JSON.stringify({ type: 'object', required: ['database'], properties: { database: { type: 'string' } } });
    expect(chart({ 'values.schema.json': schema })).toEqual({
      issues: [],
      findings: [],
      note: expect.stringContaining('its schema requires values'),
    });
  });

  test('without helm is left alone, with a note that says how to get it', () => {
    const helm = process.env['HELM'];
    process.env['HELM'] = '/nowhere/helm';
    try {
      expect(chart({})).toEqual({
        issues: [],
        findings: [],
        note: expect.stringMatching(/was not rendered\. .* cannot be started\. Install helm/),
      });
    } finally {
      process.env['HELM'] = helm;
    }
  });
});

const real = process.env['BOXCUTTER_BUNDLES'];
(real === undefined ? describe.skip : describe)('real bundles', () => {
  const folders = real === undefined
    ? []
    : readdirSync(real, { withFileTypes: true }).filter((entry) => entry.isDirectory() && !entry.name.startsWith('invalid'))
      .map(({ name }) => name);
  test.each(folders)('%s has no error that only rendering shows', (name) => {
    const { findings } = tried(bundleFilesFromDirectory(join(real ?? '', name)));
    expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(findings.map(({ code }) => code)).toEqual(name === 'odf-dependencies'
      ? ['bundle-without-objects']
      : expect.not.arrayContaining(['bundle-without-objects']));
  });
});
