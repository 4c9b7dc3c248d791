/** Mistakes with which OLM installs a bundle: warnings for its users, errors for its author. */
import { bundleFilesOf, readBundle, renderBundle } from '../../../../lib/bundle';
import type { JsonObject } from '../../../../lib/api';
import { CSV_FILE, deployment, files, lines, serviceVersion } from '../sample';

const withChanges = (changes: Parameters<typeof files>[0]) =>
  bundleFilesOf('sample', Object.entries(files(changes)).flatMap(([path, text]) => (text === undefined ? [] : [[path, text] as const])));

const SETTINGS = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings}\n';

function withPodField(): Parameters<typeof files>[0] {
  const { name, spec } = deployment('web') as { readonly name: string; readonly spec: { readonly template: { readonly spec: object } } };
  const pods = { ...spec.template, spec: { ...spec.template.spec, hostNetwrk: true } };
  const strategy = { deployments: [{ name, spec: { ...spec, template: pods } }] } as unknown as JsonObject;
  return { [CSV_FILE]: JSON.stringify(serviceVersion({ install: { strategy: 'deployment', spec: strategy } })) };
}

function withWebhookRule(): Parameters<typeof files>[0] {
  const rules = [{ apiGroups: ['web.example'], apiVersions: ['v1'], operations: ['CREATE'], resources: ['sites'], verbs: ['create'] }];
  const webhook = {
    type: 'ValidatingAdmissionWebhook',
    generateName: 'sites.web.example',
    deploymentName: 'web',
    rules,
    sideEffects: 'None',
  };
  return { [CSV_FILE]: JSON.stringify(serviceVersion({ webhookdefinitions: [{ ...webhook, admissionReviewVersions: ['v1'] }] })) };
}

const DEPENDENCIES = 'metadata/dependencies.yaml';

test.each<[string, Parameters<typeof files>[0], string]>([
  [
    'another apiVersion',
    { [CSV_FILE]: JSON.stringify({ ...serviceVersion(), apiVersion: 'operators.coreos.com/v1' }) },
    `csv-invalid ${CSV_FILE}`,
  ],
  ['dependencies that are no YAML', { [DEPENDENCIES]: 'dependencies: [\n' }, `yaml-syntax ${DEPENDENCIES}`],
  ['dependencies that are no list', { [DEPENDENCIES]: 'dependencies: {}\n' }, `dependency-invalid ${DEPENDENCIES}`],
  [
    'a dependency of an unknown type',
    { [DEPENDENCIES]: 'dependencies:\n- type: olm.odd\n  value: {}\n' },
    `dependency-invalid ${DEPENDENCIES}`,
  ],
  [
    'a key twice with the same value',
    { 'manifests/settings.yaml': `${SETTINGS}data: {a: x, a: x}\n` },
    'yaml-duplicate-key manifests/settings.yaml',
  ],
  [
    'a key twice with the same value, in the metadata',
    { 'metadata/properties.yaml': 'properties: []\nproperties: []\n' },
    'yaml-duplicate-key metadata/properties.yaml',
  ],
  ['a field of pods that Kubernetes does not know', withPodField(), `csv-unknown-field ${CSV_FILE}`],
  ['a field in the rules of a webhook that Kubernetes does not know', withWebhookRule(), `csv-unknown-field ${CSV_FILE}`],
])('%s', (_what, changes, line) => {
  const judged = readBundle(withChanges(changes));
  expect(judged.bundle).toBeUndefined();
  expect(lines(judged)).toEqual([expect.stringContaining(`error ${line}`)]);
  const taken = readBundle(withChanges(changes), { forInstall: true });
  expect(lines(taken)).toEqual([expect.stringContaining(`warning ${line}`)]);
  if (taken.bundle === undefined) throw new Error('it was not read');
  const rendered = renderBundle(taken.bundle, { installNamespace: 'demo', config: {}, certificates: 'cert-manager' });
  expect(rendered.objects.map(({ manifest }) => manifest['kind'])).toContain('Deployment');
});

test('what OLM drops is not rendered', () => {
  for (const [changes, kind] of [[withPodField(), 'Deployment'], [withWebhookRule(), 'ValidatingWebhookConfiguration']] as const) {
    const { bundle } = readBundle(withChanges(changes), { forInstall: true });
    if (bundle === undefined) throw new Error('it was not read');
    const { objects } = renderBundle(bundle, { installNamespace: 'demo', config: {}, certificates: 'cert-manager' });
    const [found] = objects.filter(({ manifest }) => manifest['kind'] === kind);
    expect(JSON.stringify(found?.manifest)).not.toMatch(/hostNetwrk|verbs/);
    expect(JSON.stringify(found?.manifest)).toMatch(/registry\.example|operations/);
  }
});

test('a field of the ClusterServiceVersion itself that OLM does not know is a warning for its author, too: it changes nothing', () => {
  expect(lines(readBundle(withChanges({ [CSV_FILE]: JSON.stringify(serviceVersion({ desription: 'a web' })) })))).toEqual([
    `warning csv-unknown-field ${CSV_FILE}: OLM knows no field "desription" here: it is dropped`,
  ]);
});

test('what would be lost, or what the API server refuses, stays an error', () => {
  const nameless = { ...serviceVersion(), metadata: {} };
  const twice = { 'manifests/settings.yaml': `${SETTINGS}data: {a: x, a: y}\n` };
  for (const changes of [{ [CSV_FILE]: JSON.stringify(nameless) }, { 'manifests/sites.yaml': 'kind: [\n' }, twice]) {
    expect(readBundle(withChanges(changes), { forInstall: true }).bundle).toBeUndefined();
  }
});
