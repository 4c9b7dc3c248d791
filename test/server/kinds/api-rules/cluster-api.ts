/** ClusterAPI and CompatibilityRequirement. The words of their rules are those of OpenShift's, as far as the fields are the same. */
import { bad, type BadCase, changed, conditions, DIGEST, type Fixture, type GoodCase, selector } from './cases';

const CLUSTERS = 'clusters.cluster.x-k8s.io';
const image = `registry.example.com:5000/release/aws-cluster-api-controllers@${DIGEST}`;
const metadata = { name: 'cluster' };
const version = {
  name: '4.22.0-2', revision: 2, contentID: 'a1', unmanagedCRDs: [CLUSTERS], manifestSubstitutions: [{ key: 'TLS_MIN_VERSION', value: 'VersionTLS12' }],
  components: [{ name: 'cluster-api', configMaps: ['core-0', 'core-1'] }, { name: 'aws', image, profile: 'default' }],
};

const clusterApi: Fixture = {
  kind: 'ClusterAPI', metadata,
  spec: {
    installerMode: 'Managed', unmanagedCRDs: [CLUSTERS], unmanagedCustomResourceDefinitions: ['ipaddresses.ipam.cluster.x-k8s.io'],
    imageOverrides: [{ image: 'aws-cluster-api-controllers', ref: image }],
  },
  status: {
    currentVersion: '4.21.0-1', desiredVersion: '4.22.0-2', observedRevisionGeneration: 3,
    versions: [version, { name: '4.21.0-1', revision: 1, contentID: 'b2' }],
  },
};
const emptyClusterApi: Fixture = { kind: 'ClusterAPI', metadata, spec: {} };

const definition = { type: 'YAML', data: 'kind: CustomResourceDefinition' };
const requirement: Fixture = {
  kind: 'CompatibilityRequirement',
  spec: {
    compatibilitySchema: {
      customResourceDefinition: definition,
      requiredVersions: { defaultSelection: 'StorageOnly', additionalVersions: ['v1beta1'] },
      excludedFields: [{ path: 'spec.list.field', versions: ['v1'] }],
    },
    customResourceDefinitionSchemaValidation: { action: 'Deny' },
    objectSchemaValidation: {
      action: 'Warn', namespaceSelector: selector('team'), objectSelector: selector('app'),
      matchConditions: [{ name: 'not-ours', expression: "request.userInfo.username != 'us'" }],
    },
  },
  status: { conditions, observedCRD: { uid: '9afe946c-8068-44f4-9084-f146b6d9d167', generation: 2 }, crdName: CLUSTERS },
};
const plainRequirement: Fixture = {
  kind: 'CompatibilityRequirement',
  spec: { compatibilitySchema: { customResourceDefinition: definition, requiredVersions: { defaultSelection: 'AllServed' } } },
};

export const CLUSTER_API_FIXTURES: Readonly<Record<string, Fixture>> = { clusterApi, emptyClusterApi, requirement, plainRequirement };

const LISTS = ['spec.unmanagedCRDs', 'spec.unmanagedCustomResourceDefinitions', 'status.versions[0].unmanagedCRDs'];
const GROWING = ['unmanagedCRDs', 'unmanagedCustomResourceDefinitions'];
const SUBDOMAIN = 'CRD names must be a DNS subdomain name.';
const DOTS = "CRD names must contain at least two '.' characters.";
const IMAGES = ['spec.imageOverrides[0].ref', 'status.versions[0].components[1].image'];
const IMAGE = 'must be a reference of an image with its digest: host[:port]/path@sha256:<64 lower-case hex digits>';
const hex = 'a'.repeat(64);
const NO_IMAGES = [
  'registry.example.com/core:v1', `core@sha256:${hex}`, `registry.example.com/Core@sha256:${hex}`, `registry.example.com/core@sha256:${'A'.repeat(64)}`,
  `registry.example.com/core@sha256:${hex.slice(1)}`, `registry.example.com/core@sha512:${hex}`, `registry.example.com//core@sha256:${hex}`,
  `registry.example.com/core:v1@sha256:${hex}`, `-x/core@sha256:${hex}`,
];
const VERSIONS = 'status.versions';
const [FIRST, SECOND] = [`${VERSIONS}[0].components[0]`, `${VERSIONS}[0].components[1]`];
const UNIQUE = 'each version must have a unique revision number';
const GREATER = 'new versions must have a revision number greater than all existing versions';
const FIXED = 'existing versions are immutable, but may be removed';
const CURRENT = 'currentVersion must be the name of a version';
const DESIRED = 'desiredVersion must be the name of the version with the highest revision number';
const newer = (revision: number, name = '4.23.0-3') => ({ [VERSIONS]: [{ name, revision, contentID: 'c3' }, version], 'status.desiredVersion': name, 'status.currentVersion': undefined });

const CLUSTER_API: readonly BadCase[] = [
  bad('clusterApi', '<nil>', "clusterapi is a singleton, .metadata.name must be 'cluster'", { 'metadata.name': 'other' }),
  changed('clusterApi', '<nil>', 'status may not be removed once set', { status: undefined }),
  ...LISTS.flatMap((list) => [
    ...['Clusters.cluster.x-k8s.io', 'clusters..x-k8s.io', '-a.b.c', 'a.b.c.', 'a_b.c.d'].map((name) => bad('clusterApi', `${list}[0]`, SUBDOMAIN, { [list]: [name] })),
    ...['clusters', 'clusters.x-k8s'].map((name) => bad('clusterApi', `${list}[0]`, DOTS, { [list]: [name] })),
  ]),
  ...GROWING.flatMap((field) => [
    changed('clusterApi', `spec.${field}`, `items cannot be removed from ${field} list`, { [`spec.${field}`]: ['other.cluster.x-k8s.io'] }),
    changed('clusterApi', 'spec', `${field} cannot be unset once set`, { [`spec.${field}`]: undefined }),
  ]),
  ...IMAGES.flatMap((field) => NO_IMAGES.map((ref) => bad('clusterApi', field, IMAGE, { [field]: ref }))),
  changed('clusterApi', 'status.observedRevisionGeneration', 'observedRevisionGeneration may not decrease', { 'status.observedRevisionGeneration': 2 }),
  changed('clusterApi', 'status', 'observedRevisionGeneration may not be unset once set', { 'status.observedRevisionGeneration': undefined }),
  bad('clusterApi', 'status', CURRENT, { 'status.currentVersion': '4.20.0-1' }),
  bad('clusterApi', 'status', DESIRED, { 'status.desiredVersion': '4.21.0-1' }),
  bad('clusterApi', 'status', DESIRED, { 'status.desiredVersion': '4.23.0-1' }),
  changed('clusterApi', VERSIONS, UNIQUE, { ...newer(3), [`${VERSIONS}`]: [{ name: '4.23.0-3', revision: 3, contentID: 'c3' }, { name: 'x', revision: 3, contentID: 'd4' }] }),
  ...[0, 1].map((revision) => changed('clusterApi', VERSIONS, GREATER, {
    [VERSIONS]: [version, { name: 'x', revision: revision + 1, contentID: 'c3' }], 'status.currentVersion': undefined,
  })),
  changed('clusterApi', `${VERSIONS}[0]`, FIXED, { [`${VERSIONS}[0].contentID`]: 'other' }),
  changed('clusterApi', `${VERSIONS}[0]`, FIXED, { [`${VERSIONS}[0].unmanagedCRDs`]: undefined }),
  changed('clusterApi', `${VERSIONS}[0]`, FIXED, { [`${VERSIONS}[0].components`]: [version.components[1], version.components[0]] }),
  ...['1A', 'A-B', 'a.b'].map((key) => bad('clusterApi', `${VERSIONS}[0].manifestSubstitutions[0].key`, 'key must be the name of a variable', {
    [`${VERSIONS}[0].manifestSubstitutions[0].key`]: key,
  })),
  bad('clusterApi', `${FIRST}.name`, 'name must consist of letters, digits, . and -', { [`${FIRST}.name`]: 'a_b' }),
  bad('clusterApi', `${SECOND}.profile`, 'profile must consist of letters, digits, - and _', { [`${SECOND}.profile`]: 'a/b' }),
  bad('clusterApi', FIRST, 'exactly one of the fields in [configMaps image] must be set', { [`${FIRST}.image`]: image }),
  bad('clusterApi', FIRST, 'exactly one of the fields in [configMaps image] must be set', { [`${FIRST}.configMaps`]: undefined }),
  bad('clusterApi', FIRST, 'profile is forbidden when image is not set', { [`${FIRST}.profile`]: 'default' }),
];

const SCHEMA = 'spec.compatibilitySchema';
const EXCLUDED = `${SCHEMA}.excludedFields`;
const PATH = 'path must be at most 16 names with dots between them';
const VERSION = 'must be a name of a version: lower case, digits and -';
const SELECTOR = 'at least one of matchLabels and matchExpressions must be set';
const LABELS = ['spec.objectSchemaValidation.namespaceSelector', 'spec.objectSchemaValidation.objectSelector'];

const REQUIREMENT: readonly BadCase[] = [
  changed('requirement', '<nil>', 'status may not be removed once set', { status: undefined }),
  bad('requirement', `${SCHEMA}.requiredVersions`, 'additionalVersions is forbidden when defaultSelection is AllServed', {
    [`${SCHEMA}.requiredVersions.defaultSelection`]: 'AllServed',
  }),
  ...['V1', '1a', 'a.b', 'a-'].flatMap((name) => [`${SCHEMA}.requiredVersions.additionalVersions`, `${EXCLUDED}[0].versions`].map(
    (list) => bad('requirement', `${list}[0]`, VERSION, { [list]: [name] }),
  )),
  ...['^.spec', 'spec..a', '.spec', 'spec.', 'spec.list[*].a', '1a', '_a', 'a-b', 'a'.repeat(64), Array.from({ length: 17 }, () => 'a').join('.')].map(
    (path) => bad('requirement', `${EXCLUDED}[0].path`, PATH, { [`${EXCLUDED}[0].path`]: path }),
  ),
  bad('requirement', EXCLUDED, 'each path may stand there once', { [EXCLUDED]: ['v1', 'v2'].map((name) => ({ path: 'spec.a', versions: [name] })) }),
  ...LABELS.map((field) => bad('requirement', field, SELECTOR, { [field]: {} })),
  changed('requirement', 'status.observedCRD', 'generation may only increase as long as the uid is the same', { 'status.observedCRD.generation': 1 }),
  changed('requirement', 'status.crdName', 'crdName is immutable once set', { 'status.crdName': 'machines.cluster.x-k8s.io' }),
  changed('requirement', 'status', 'crdName may not be unset once set', { 'status.crdName': undefined }),
];

export const CLUSTER_API_BAD: readonly BadCase[] = [...CLUSTER_API, ...REQUIREMENT];

/** Versions that are there do not change. */
const NEW = { status: undefined };

export const CLUSTER_API_GOOD: readonly GoodCase[] = [
  { from: 'clusterApi', before: {}, changes: { 'spec.unmanagedCRDs': ['machines.cluster.x-k8s.io', CLUSTERS], 'spec.installerMode': 'Paused' } },
  { from: 'emptyClusterApi', before: {}, changes: { 'spec.unmanagedCRDs': [CLUSTERS] } },
  ...[
    `localhost/core@sha256:${hex}`, `127.0.0.1:5000/core@sha256:${hex}`, `[::1]/core@sha256:${hex}`, `[2001:db8::1]:5000/a/b__c-d.e@sha256:${hex}`,
    `Registry.example.com/core@sha256:${hex}`,
  ].flatMap((ref) => IMAGES.map((field): GoodCase => ({ from: 'clusterApi', before: NEW, changes: { [field]: ref } }))),
  // An older one goes; a newer one comes, and is not installed yet; what is observed of the configuration goes on.
  { from: 'clusterApi', before: {}, changes: { [VERSIONS]: [version], 'status.currentVersion': '4.22.0-2', 'status.observedRevisionGeneration': 4 } },
  { from: 'clusterApi', before: {}, changes: newer(7) },
  { from: 'clusterApi', before: NEW, changes: { [`${VERSIONS}[0].manifestSubstitutions[0].value`]: '', [`${VERSIONS}[0].components`]: undefined } },
  { from: 'clusterApi', before: NEW, changes: { [`${FIRST}.name`]: undefined, [`${SECOND}.profile`]: 'A_b-1' } },
  { from: 'clusterApi', before: NEW, changes: { [`${FIRST}.name`]: 'Provider.example-1' } },
  { from: 'requirement', changes: { [`${EXCLUDED}[0].path`]: Array.from({ length: 16 }, () => 'aB_1').join('.') } },
  { from: 'requirement', changes: { [`${SCHEMA}.requiredVersions`]: { defaultSelection: 'AllServed' } } },
  ...LABELS.flatMap((field) => ['matchLabels', 'matchExpressions'].map((one): GoodCase => ({ from: 'requirement', changes: { [`${field}.${one}`]: undefined } }))),
  // The definition is made anew: its generation begins anew, too; or it goes.
  { from: 'requirement', before: {}, changes: { 'status.observedCRD': { uid: 'other', generation: 1 } } },
  { from: 'requirement', before: {}, changes: { 'status.observedCRD.generation': 3 } },
  { from: 'requirement', before: {}, changes: { 'status.observedCRD': undefined } },
];
