/** Every rule of a registry+v1 bundle: one mistake, the finding it gives. */
import { randomBytes } from 'node:crypto';
import type { JsonValue } from '../../../../lib/api';
import { bundleFilesOf, lintBundle, type PlainBundle, readBundle, validateBundle } from '../../../../lib/bundle';
import { asRegistryBundle } from '../narrowed';
import { CSV_FILE, annotations, definition, deployment, errors, files, lines, read, serviceVersion } from '../sample';

type Members = Readonly<Record<string, JsonValue>>;
const csv = (spec: Members, metadata: Members = {}) => ({ [CSV_FILE]: JSON.stringify(serviceVersion(spec, metadata)) });
const object = (value: Members) => JSON.stringify(value);
const deployments = (...names: string[]): Members => ({ install: { strategy: 'deployment', spec: { deployments: names.map(deployment) } } });
const hook = (members: Members): Members => ({ type: 'ValidatingAdmissionWebhook', generateName: 'sites.web.example', deploymentName: 'web', ...members });
const hooks = (...list: readonly Members[]): Members => ({ webhookdefinitions: list.map(hook) });
const conversion = (generateName: string, ...conversionCRDs: string[]): Members => ({ type: 'ConversionWebhook', generateName, conversionCRDs });
const rules = (apiGroup: string, resource: string): Members => hooks({ rules: [{ apiGroups: [apiGroup], apiVersions: ['*'], operations: ['*'], resources: [resource] }] });
const at = `${CSV_FILE}: `;

test('the sample that every case changes has no finding', () => {
  expect(lines(read())).toEqual([]);
});

describe('what operator-controller refuses before it renders', () => {
  const subdomain = "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character";
  const cases: readonly (readonly [rule: string, files: Record<string, string>, expected: string])[] = [
    ['1 deployment names are unique', csv(deployments('web', 'web')), `deployment-duplicate ${at}cluster service version contains duplicate strategy deployment spec 'web'`],
    ['2 deployment names are DNS names', csv(deployments('Web_1')), `deployment-name ${at}invalid cluster service version strategy deployment name 'Web_1': ${subdomain}`],
    ['3 CRDs are unique', { 'manifests/zzz.yaml': object(definition()) }, `crd-duplicate manifests/zzz.yaml: bundle contains duplicate custom resource definition 'sites.web.example'`],
    ['4 owned CRDs exist', csv({ customresourcedefinitions: { owned: [{ name: 'gone.web.example', version: 'v1', kind: 'Gone' }, { name: 'sites.web.example', version: 'v1', kind: 'Site' }] } }), `owned-crd-missing ${at}cluster service definition references owned custom resource definition 'gone.web.example' not found in bundle`],
    ['5 the package has a name', { 'metadata/annotations.yaml': annotations({ 'package.v1': '' }) }, 'package-name metadata/annotations.yaml: package name is empty'],
    [
      '6 conversion webhooks need AllNamespaces alone',
      csv({ ...hooks(conversion('convert', 'sites.web.example')), installModes: [{ type: 'SingleNamespace', supported: true }, { type: 'AllNamespaces', supported: true }, { type: 'OwnNamespace', supported: false }] }),
      `conversion-install-modes ${at}bundle contains conversion webhook "convert" and supports install modes [AllNamespaces SingleNamespace] - conversion webhooks are only supported for bundles that only support AllNamespaces install mode`,
    ],
    ['7 webhooks have a deployment', csv(hooks({ deploymentName: 'gone' })), `webhook-deployment ${at}webhook of type 'ValidatingAdmissionWebhook' with name 'sites.web.example' references non-existent deployment 'gone'`],
    ['8 webhook names are unique', csv(hooks({}, {}, { type: 'MutatingAdmissionWebhook' })), `webhook-duplicate ${at}duplicate webhook 'sites.web.example' of type 'ValidatingAdmissionWebhook'`],
    ['9 webhook names are DNS names', csv(hooks({ generateName: 'sites-' })), `webhook-name ${at}webhook of type 'ValidatingAdmissionWebhook' has invalid name 'sites-': ${subdomain}`],
    ['10 a CRD has one conversion webhook', csv(hooks(conversion('b', 'sites.web.example'), conversion('a', 'sites.web.example'))), `conversion-duplicate ${at}conversion webhooks [a,b] reference same custom resource definition 'sites.web.example'`],
    ['11 converted CRDs are owned', csv(hooks(conversion('convert', 'pages.web.example'))), `conversion-not-owned ${at}conversion webhook 'convert' references custom resource definition 'pages.web.example' not owned bundle`],
    ['12 no webhook for all groups', csv(rules('*', 'pods')), `webhook-rule ${at}webhook "sites.web.example" contains forbidden rule: admission webhook rules cannot reference API group "*"`],
    ['12 no webhook for the API of OLM', csv(rules('olm.operatorframework.io', 'x')), `webhook-rule ${at}webhook "sites.web.example" contains forbidden rule: admission webhook rules cannot reference API group "olm.operatorframework.io"`],
    [
      '12 no webhook for webhooks',
      csv(rules('admissionregistration.k8s.io', 'ValidatingWebhookConfigurations')),
      `webhook-rule ${at}webhook "sites.web.example" contains forbidden rule: admission webhook rules cannot reference resource "ValidatingWebhookConfigurations" for API group "admissionregistration.k8s.io"`,
    ],
    ['12 no webhook for all of the group that webhooks are in', csv(rules('admissionregistration.k8s.io', '*')), `webhook-rule ${at}webhook "sites.web.example" contains forbidden rule: admission webhook rules cannot reference resource "*" for API group "admissionregistration.k8s.io"`],
    [
      '12 no webhook for webhooks, in the singular either',
      csv(rules('admissionregistration.k8s.io', 'mutatingwebhookconfiguration')),
      `webhook-rule ${at}webhook "sites.web.example" contains forbidden rule: admission webhook rules cannot reference resource "mutatingwebhookconfiguration" for API group "admissionregistration.k8s.io"`,
    ],
    ['13 kinds are supported', { 'manifests/job.yaml': object({ apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'n' } }) }, 'kind-unsupported manifests/job.yaml: unsupported resource "n" with kind "Job"'],
  ];
  test.each(cases)('%s', (_rule, changes, expected) => {
    const result = read(changes);
    expect(errors(result)).toEqual([`error ${expected}`]);
    expect(result.bundle).toBeUndefined();
  });

  test('webhooks that break no rule are taken', () => {
    expect(errors(read(csv({ ...hooks({ rules: [{ apiGroups: ['web.example'], resources: ['*'] }] }, { type: 'MutatingAdmissionWebhook' }, conversion('convert', 'sites.web.example')) })))).toEqual([]);
  });

  test('all 22 kinds are taken', () => {
    const kinds = [
      'Service', 'ServiceAccount', 'Role', 'RoleBinding', 'ClusterRole', 'ClusterRoleBinding', 'PrometheusRule', 'ServiceMonitor', 'PodMonitor', 'Secret', 'ConfigMap',
      'PodDisruptionBudget', 'NetworkPolicy', 'PriorityClass', 'VerticalPodAutoscaler', 'ConsoleYAMLSample', 'ConsoleQuickStart', 'ConsoleCLIDownload', 'ConsoleLink', 'ConsolePlugin',
    ];
    const result = read(Object.fromEntries(kinds.map((kind) => [`manifests/${kind}.yaml`, object({ apiVersion: 'v1', kind, metadata: { name: 'n' } })])));
    expect(lines(result)).toEqual([]);
    expect(result.bundle?.others).toHaveLength(20);
  });
});

describe('what opm and operator-sdk say', () => {
  const cases: readonly (readonly [rule: string, files: Record<string, string>, expected: string])[] = [
    ['the version is there', csv({ version: '' }), `error bundle-version ${at}the ClusterServiceVersion has no version`],
    ['the version is semantic', csv({ version: 'v1.2.3' }), `error bundle-version ${at}the version "v1.2.3" is not a semantic version`],
    ['the version is complete', csv({ version: '1.2' }), `error bundle-version ${at}the version "1.2" is not a semantic version`],
    ['the release is short', csv({ release: '123456789012345678901' }, { name: 'web-v1.2.3-123456789012345678901' }), `error bundle-release ${at}the release "123456789012345678901" is not valid: it has more than 20 characters`],
    ['the release is like a pre-release', csv({ release: '01' }, { name: 'web-v1.2.3-01' }), `error bundle-release ${at}the release "01" is not valid: its parts between dots are letters, digits and hyphens, and numbers have no leading zeros`],
    ['the release is in the name', csv({ release: '2' }), `error bundle-name ${at}metadata.name "web.v1.2.3" is invalid: a bundle with a release is named "web-v1.2.3-2"`],
    [
      'a release or a substitution',
      csv({ release: '2' }, { name: 'web-v1.2.3-2', annotations: { 'olm.substitutesFor': 'web.v1.2.3', 'alm-examples': '[{"apiVersion":"web.example/v1","kind":"Site"}]' } }),
      `error release-and-substitutes ${at}bundle "web-v1.2.3-2" cannot have both a release version ("2") and olm.substitutesFor annotation ("web.v1.2.3")`,
    ],
    ['the package is a DNS name', { 'metadata/annotations.yaml': annotations({ 'package.v1': 'The_Web' }) }, expect.stringMatching(/^error package-name metadata\/annotations\.yaml: invalid package name "The_Web": a lowercase RFC 1123 subdomain/) as unknown as string],
    ['the name fits into a label', csv({}, { name: `web.v1.2.3-${'x'.repeat(60)}` }), `error bundle-name ${at}metadata.name "web.v1.2.3-${'x'.repeat(60)}" is invalid: must be no more than 63 characters`],
    ['what is replaced has a name', csv({ replaces: 'Web' }), expect.stringMatching(/^error bundle-name .*spec\.replaces "Web" is invalid: a lowercase RFC 1123 subdomain/) as unknown as string],
    ['install modes are there', csv({ installModes: [] }), `error install-modes ${at}install modes not found`],
    ['install modes are unique', csv({ installModes: [{ type: 'AllNamespaces', supported: true }, { type: 'AllNamespaces', supported: false }] }), `error install-modes ${at}duplicate install mode "AllNamespaces"`],
    ['one install mode is supported', csv({ installModes: [{ type: 'AllNamespaces', supported: false }] }), `error install-modes ${at}none of InstallModeTypes are supported`],
    ['install modes are known', csv({ installModes: [{ type: 'AllNamespaces', supported: true }, { type: 'EveryNamespace', supported: true }] }), `error csv-invalid ${at}there is no install mode "EveryNamespace"`],
    ['the least Kubernetes is a version', csv({ minKubeVersion: '1.30' }), `error min-kube-version ${at}minKubeVersion "1.30" is not a semantic version`],
    ['the least Kubernetes is said', csv({ minKubeVersion: '' }), `warning min-kube-version ${at}the bundle does not say which Kubernetes it needs, so it can be installed on any`],
    ['CRDs are of the current API', { 'manifests/sites.yaml': object({ ...definition(), apiVersion: 'apiextensions.k8s.io/v1beta1' }) }, 'error crd-version manifests/sites.yaml: Unsupported api version of CRD: apiextensions.k8s.io/v1beta1'],
    ['the owned version is in the CRD', { 'manifests/sites.yaml': object(definition('sites.web.example', 'Site', 'v2')) }, `error owned-crd-missing ${at}owned CRD "sites.web.example/v1, Kind=Site" not found in bundle "web.v1.2.3"`],
    ['CRDs are owned', { 'manifests/pages.yaml': object(definition('pages.web.example', 'Page')) }, 'warning crd-not-owned manifests/pages.yaml: CRD pages.web.example is present in bundle "web.v1.2.3" but not defined in CSV'],
    [
      'service accounts are there once',
      { ...csv({ install: { spec: { deployments: [deployment('web')], permissions: [{ serviceAccountName: 'web', rules: [] }] } } }), 'manifests/account.yaml': object({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'web' } }) },
      `warning service-account-repeated manifests/account.yaml: the ClusterServiceVersion has a service account with the name of this one, 'web'`,
    ],
    ['examples are JSON', csv({}, { annotations: { 'alm-examples': '[' } }), expect.stringMatching(/^error examples-invalid .*the examples are not JSON: /) as unknown as string],
    ['examples are a list', csv({}, { annotations: { 'alm-examples': '{}' } }), `error examples-invalid ${at}the examples are not a list`],
    ['examples are of owned APIs', csv({}, { annotations: { 'alm-examples': '[{"apiVersion":"web.example/v1","kind":"Site"},{"apiVersion":"v1","kind":"Pod"}]' } }), `error example-not-provided ${at}example must have a provided API`],
    ['owned APIs have examples', csv({}, { annotations: { 'alm-examples': '[]' } }), `warning example-missing ${at}provided API should have an example annotation`],
    ['there are examples', csv({}, { annotations: { other: 'x' } }), `warning examples ${at}example annotations not found`],
    ['there are annotations', csv({}, { annotations: null }), `warning examples ${at}annotations not found`],
    ['annotations are spelled right', csv({}, { annotations: { 'olm.skiprange': '<1.2.3', 'alm-examples': '[{"apiVersion":"web.example/v1","kind":"Site"}]' } }), `warning annotation-case ${at}provided annotation olm.skiprange uses wrong case and should be olm.skipRange instead`],
    ['related images are images', csv({ relatedImages: [{ name: 'web', image: '' }] }), `error csv-invalid ${at}required field missing`],
  ];
  test.each(cases)('%s', (_rule, changes, expected) => {
    expect(lines(read(changes))).toEqual([expected]);
  });
});

describe('advice for authors', () => {
  const advice = (changes: Record<string, string>) => {
    const { bundle, findings } = read(changes);
    if (bundle === undefined) throw new Error(JSON.stringify(findings));
    return lintBundle(bundle);
  };
  const complete = {
    provider: { name: 'Example' },
    maintainers: [{ name: 'Jo', email: 'jo@web.example' }],
    links: [{ name: 'Site', url: 'https://web.example' }],
    icon: [{ base64data: 'PHN2Zy8+', mediatype: 'image/svg+xml' }],
    customresourcedefinitions: { owned: [{ name: 'sites.web.example', version: 'v1', kind: 'Site', description: 'A site.' }] },
    install: { spec: { deployments: [{ name: 'web', spec: { template: { spec: { containers: [{ name: 'web', resources: { requests: { cpu: '10m' } } }] } } } }] } },
  };

  test('a package that describes itself gets none', () => {
    expect(advice(csv(complete))).toEqual([]);
  });

  const rule = (apiGroups: string[], resources: string[], verbs: string[]): Members => ({ apiGroups, resources, verbs });
  const permitted = (one: Members): Members => ({ ...complete, install: { spec: { ...complete.install.spec, clusterPermissions: [{ serviceAccountName: 'web', rules: [one] }] } } });
  const cases: readonly (readonly [about: string, files: Record<string, string>, path: string, message: string])[] = [
    ['no provider', csv({ ...complete, provider: {} }), 'spec.provider.name', 'the provider is not named'],
    ['no maintainer', csv({ ...complete, maintainers: [] }), 'spec.maintainers', 'there is no maintainer'],
    ['a maintainer without address', csv({ ...complete, maintainers: [{ name: 'Jo' }] }), 'spec.maintainers[0].email', 'the maintainer has no email'],
    ['no link', csv({ ...complete, links: [] }), 'spec.links', 'there is no link'],
    ['a link without address', csv({ ...complete, links: [{ name: 'Site' }] }), 'spec.links[0].url', 'the link has no url'],
    ['no icon', csv({ ...complete, icon: [] }), 'spec.icon', 'there is no icon'],
    ['several icons', csv({ ...complete, icon: [...complete.icon, ...complete.icon] }), 'spec.icon', 'there is more than one icon; the first is shown'],
    ['an icon without data', csv({ ...complete, icon: [{ mediatype: 'image/png' }] }), 'spec.icon[0].base64data', 'the icon has no data'],
    ['an icon that is not shown', csv({ ...complete, icon: [{ base64data: 'x', mediatype: 'image/bmp' }] }), 'spec.icon[0].mediatype', 'the icon has no media type that is shown'],
    ['an unknown level', csv(complete, { annotations: { capabilities: 'Full', 'alm-examples': '[]' } }), 'metadata.annotations.capabilities', 'there is no capability level "Full"'],
    ['a category that is none, spaces aside', csv(complete, { annotations: { categories: 'Storage, Odd', 'alm-examples': '[]' } }), 'metadata.annotations.categories', 'there is no category "Odd"'],
    ['no disruption', { ...csv(complete), 'manifests/pdb.yaml': object({ apiVersion: 'policy/v1', kind: 'PodDisruptionBudget', metadata: { name: 'web' }, spec: { maxUnavailable: 0 } }) }, 'spec', 'the disruption budget web allows no disruption, so a node with its pods cannot be drained'],
    ['all have to be there', { ...csv(complete), 'manifests/pdb.yaml': object({ apiVersion: 'policy/v1', kind: 'PodDisruptionBudget', metadata: { name: 'web' }, spec: { minAvailable: '100%' } }) }, 'spec', 'the disruption budget web allows no disruption, so a node with its pods cannot be drained'],
    ['a default for all', { ...csv(complete), 'manifests/pc.yaml': object({ apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', metadata: { name: 'web' }, globalDefault: true, value: 1 }) }, 'globalDefault', 'the priority class web becomes the default of the whole cluster'],
    ['no requests', csv({ ...complete, ...deployments('web') }), 'spec.install.spec.deployments[0].spec.template.spec.containers[0].resources', 'the container requests no resources, so Kubernetes evicts it first when a node is full'],
    ['definitions at run time', csv(permitted(rule(['apiextensions.k8s.io'], ['customresourcedefinitions'], ['create']))), 'spec.install.spec.clusterPermissions[0].rules[0]', 'the operator may create CustomResourceDefinitions; a bundle brings those it needs'],
    ['disruption budgets', csv(permitted(rule(['policy'], ['poddisruptionbudgets'], ['update']))), 'spec.install.spec.clusterPermissions[0].rules[0]', 'the operator may write disruption budgets, which can keep nodes from being drained'],
    ['security constraints', csv(permitted(rule(['security.openshift.io'], ['securitycontextconstraints'], ['*']))), 'spec.install.spec.clusterPermissions[0].rules[0]', 'the operator may change the security context constraints of the cluster'],
    ['no description', csv({ ...complete, customresourcedefinitions: { owned: [{ name: 'sites.web.example', version: 'v1', kind: 'Site' }] } }), 'spec.customresourcedefinitions.owned[0].description', 'the definition has no description'],
    ['a name without version', csv(complete, { name: 'web' }), 'metadata.name', 'the name "web" is not of the form <package>.v<version>'],
    ['a channel like any', { ...csv(complete), 'metadata/annotations.yaml': annotations({ 'channels.v1': 'alpha' }) }, '', 'the channel "alpha" does not say how mature it is'],
  ];
  test.each(cases)('%s', (_about, changes, path, message) => {
    expect(advice(changes)).toEqual([expect.objectContaining({ severity: 'warning', path, message })]);
  });

  test('a bundle of another format has neither rules nor advice', () => {
    const { bundle } = read();
    const { csv: _csv, ...rest } = asRegistryBundle(bundle);
    const plain: PlainBundle = { ...rest, format: 'plain+v0' };
    expect([...validateBundle(plain), ...lintBundle(plain)]).toEqual([]);
  });
});

describe('the size that OLMv0 can hold', () => {
  // Random text: what it has compressed is known well enough.
  const sized = (bytes: number): string[] => {
    const given = files({ 'manifests/large.yaml': JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'large' }, data: { text: randomBytes((bytes * 3) / 4).toString('base64') } }) });
    const sources = bundleFilesOf('sample', Object.entries(given).map(([path, text]) => [path, text ?? '']));
    const { bundle } = readBundle(sources);
    if (bundle === undefined) throw new Error('the sample cannot be read');
    return lintBundle(bundle, sources).filter(({ code }) => code === 'bundle-size').map(({ severity, message }) => `${severity} ${message}`);
  };

  test.each<[string, number, RegExp | undefined]>([
    ['far below: nothing is said', 100 * 1024, undefined],
    ['uncompressed above, compressed below: nothing is said', 850 * 1024, undefined],
    ['near: a warning', 950 * 1024, /^warning compressed, the manifests need 9\d\d KiB of 1024 KiB that OLMv0 can hold$/],
    ['above: a warning still, as nothing else has that limit', 1500 * 1024, /^warning compressed, the manifests need 1[45]\d\d KiB of 1024 KiB that OLMv0 can hold$/],
  ])('%s', (_, bytes, expected) => {
    expect(sized(bytes)).toEqual(expected === undefined ? [] : [expect.stringMatching(expected)]);
  });
});

test('several mistakes are reported together, each with its place', () => {
  const { findings } = read({ ...csv({ ...deployments('Web', 'Web'), version: 'x', installModes: [] }), 'manifests/job.yaml': object({ apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'n' } }) });
  expect(findings.map(({ code, path }) => `${code} ${path}`)).toEqual([
    'deployment-duplicate spec.install.spec.deployments',
    'deployment-name spec.install.spec.deployments[0].name',
    'deployment-name spec.install.spec.deployments[1].name',
    'kind-unsupported kind',
    'bundle-version spec.version',
    'install-modes spec.installModes',
  ]);
});
