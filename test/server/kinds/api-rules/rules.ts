import { bad, type BadCase, changed, type GoodCase } from './cases';
import type { FixtureName } from './fixtures';

const subdomain = (field: string) =>
  `${field} must be a valid DNS1123 subdomain. It must contain only lowercase alphanumeric characters, hyphens (-) or periods (.), ` +
  'start and end with an alphanumeric character, and be no longer than 253 characters';
const union = (member: string, discriminator: string, value: string) =>
  `${member} is required when ${discriminator} is ${value}, and forbidden otherwise`;
const CATALOG = 'spec.source.catalog';
const EXTENSION: readonly BadCase<FixtureName>[] = [
  bad('extension', 'spec.namespace', 'namespace must be a valid DNS1123 label', { 'spec.namespace': 'a.b' }),
  changed('extension', 'spec.namespace', 'namespace is immutable', { 'spec.namespace': 'other' }),
  bad('extension', 'spec.serviceAccount.name', subdomain('name'), { 'spec.serviceAccount.name': '-x' }),
  changed('extension', 'spec.serviceAccount.name', 'name is immutable once set but may be cleared', { 'spec.serviceAccount.name': 'other' }),
  bad('extension', 'spec.source', union('catalog', 'sourceType', 'Catalog'), { [CATALOG]: undefined }),
  bad('extension', `${CATALOG}.packageName`, subdomain('packageName'), { [`${CATALOG}.packageName`]: 'some_package' }),
  changed('extension', `${CATALOG}.packageName`, 'packageName is immutable', { [`${CATALOG}.packageName`]: 'other' }),
  bad('extension', `${CATALOG}.version`, 'invalid version expression', { [`${CATALOG}.version`]: '1.2.3.4' }),
  bad('extension', `${CATALOG}.channels[0]`, 'channels entries must be valid DNS1123 subdomains', { [`${CATALOG}.channels`]: ['--x'] }),
  bad('extension', 'spec.install', 'at least one of [preflight] are required when install is specified', { 'spec.install': {} }),
  bad('extension', 'spec.install.preflight', 'at least one of [crdUpgradeSafety] are required when preflight is specified', {
    'spec.install.preflight': {},
  }),
  bad('extension', 'spec.config', union('inline', 'configType', 'Inline'), { 'spec.config.inline': undefined }),
  bad('secretConfig', 'spec.config', union('secret', 'configType', 'Secret'), { 'spec.config.secret': undefined }),
  bad('configMapConfig', 'spec.config', union('configMap', 'configType', 'ConfigMap'), { 'spec.config.configMap': undefined }),
  ...(['secret', 'configMap'] as const).flatMap((member) => [
    bad(`${member}Config`, `spec.config.${member}.name`, subdomain('name'), { [`spec.config.${member}.name`]: 'a_b' }),
    bad(`${member}Config`, `spec.config.${member}.key`, 'key must consist of letters, digits, hyphens, underscores or periods', {
      [`spec.config.${member}.key`]: 'a/b',
    }),
  ]),
  bad('extension', 'spec.upgradeApproval', 'within, soakMinutes and windows need the mode Automatic', { 'spec.upgradeApproval.mode': 'Manual' }),
  bad('extension', 'spec.upgradeApproval.windows[0].schedule', 'schedule must have five fields', {
    'spec.upgradeApproval.windows[0].schedule': '0 2 * * * SAT',
  }),
  bad('extension', 'spec.upgradeApproval.windows[0].timeZone', 'timeZone must be the name of a time zone, like Europe/Berlin', {
    'spec.upgradeApproval.windows[0].timeZone': 'Europe Berlin',
  }),
  bad('extension', 'status.install.bundle.name', subdomain('name'), { 'status.install.bundle.name': 'A' }),
  bad('extension', 'status.install.bundle.version', 'version must be well-formed semver', { 'status.install.bundle.version': 'v1' }),
  bad(
    'extension',
    'status.install.bundle.release',
    'release must be empty or consist of dot-separated identifiers (numeric without leading zeros, or alphanumeric)',
    { 'status.install.bundle.release': '01' },
  ),
];

const IMAGE = 'spec.source.image';
const RESOLVED = 'status.resolvedSource.image';
const hex = 'a'.repeat(32);
const DOMAIN =
  'must start with a valid domain. valid domains must be alphanumeric characters (lowercase and uppercase) separated by the "." character.';
const NAME =
  'a valid name is required. valid names must contain lowercase alphanumeric characters separated only by the ".", "_", "__", "-" characters.';
const ALGORITHM =
  'digest algorithm is not valid. valid algorithms must start with an uppercase or lowercase alpha character followed by alphanumeric ' +
  'characters and may contain the "-", "_", "+", and "." characters.';
const SHORT = 'digest is not valid. the encoded string must be at least 32 characters';
const NOT_HEX = 'digest is not valid. the encoded string must only contain hex characters (A-F, a-f, 0-9)';
const image = (ref: string, message: string) => bad('digestCatalog', `${IMAGE}.ref`, message, { [`${IMAGE}.ref`]: ref });
const resolved = (ref: string, message: string) => bad('catalog', `${RESOLVED}.ref`, message, { [`${RESOLVED}.ref`]: ref });

const CLUSTER_CATALOG: readonly BadCase<FixtureName>[] = [
  bad('catalog', 'spec.source', union('image', 'source type', 'Image'), { [IMAGE]: undefined }),
  image(`-x/catalog@sha256:${hex}`, DOMAIN),
  image(`quay.io/CATALOG@sha256:${hex}`, NAME),
  image('quay.io/operators/catalog', 'must end with a digest or a tag'),
  image(`quay.io/operators/catalog:${'t'.repeat(128)}`, 'tag is invalid. the tag must not be more than 127 characters'),
  image(
    'quay.io/operators/catalog:-t',
    'tag is invalid. valid tags must begin with a word character (alphanumeric + "_") followed by word characters or ".", and "-" characters',
  ),
  image(`quay.io/operators/catalog@256:${hex}`, ALGORITHM),
  image('quay.io/operators/catalog@sha256:abc', SHORT),
  image(`quay.io/operators/catalog@sha256:${'z'.repeat(32)}`, NOT_HEX),
  bad('digestCatalog', IMAGE, 'cannot specify pollIntervalMinutes while using digest-based image', { [`${IMAGE}.pollIntervalMinutes`]: 5 }),
  bad('catalog', 'status.resolvedSource', union('image', 'source type', 'Image'), { [RESOLVED]: undefined }),
  resolved(`-x/catalog@sha256:${hex}`, DOMAIN),
  resolved(`quay.io/CATALOG@sha256:${hex}`, NAME),
  resolved('quay.io/operators/catalog:v1', 'must end with a digest'),
  resolved(`quay.io/operators/catalog@256:${hex}`, ALGORITHM),
  resolved('quay.io/operators/catalog@sha256:abc', SHORT),
  resolved(`quay.io/operators/catalog@sha256:${'z'.repeat(32)}`, NOT_HEX),
  bad('catalog', 'status.urls.base', 'must be a valid URL', { 'status.urls.base': 'catalogs' }),
  bad('catalog', 'status.urls.base', 'scheme must be either http or https', { 'status.urls.base': 'ftp://example.com/x' }),
];

const PHASE = 'spec.phases[0]';
const OBJECT = `${PHASE}.objects[0]`;
const [ON_KIND, ON_LABEL, ON_LABELS, ON_OBJECT] = [0, 1, 2, 3].map((index) => `spec.progressionProbes[${index}].selector`);
const ASSERT = 'spec.progressionProbes[0].assertions';
const PHASE_NAME =
  'the value must consist of only lowercase alphanumeric characters and hyphens, and must start and end with an alphanumeric character.';
const FIELD_PATH =
  'must contain a valid field path. valid fields contain upper or lower-case alphanumeric characters, "_", "/" or "-", separated by the "." character. ' +
  'other keys are quoted in brackets, as in metadata.annotations["example.com/ready"], and items of lists are named by index, as in spec.containers[0]';
/** What compile, engine and API server take for a field path, and what they do not. Without dots at the ends, which only authors may write. */
const FIELD_PATHS = [
  'status', 'status.readyReplicas', 'metadata.annotations["example.com/ready"]', "metadata.annotations['example.com/ready']", 'data["plain"].x',
  'spec.template.spec.containers[0].image', 'a[0][12]', '["a.b"]["c.d"].e', '[0].a', 'data.with-dash', 'data.with_line/slash', 'data["a b"]', 'data["ä\u{1f600}"]',
  'data["a\\"b"]', "data['a\\'b']", 'data["a\\\\b"]', `data["it's"]`, `data['a "word"']`, 'data[""]', 'data["a\nb"]', `a["${'x'.repeat(195)}"]`,
];
const NO_FIELD_PATHS = [
  'a..b', 'a b', 'a[', 'a]', 'a[]', 'a[-1]', 'a[1.5]', 'a[1234567890]', 'a[?]', 'a["b]', 'a["b\']', "a['b\"]", 'a[b]', 'a[0]b', 'a["b"]c', 'a.[0]', 'a."b"', 'ä',
  'a["b\\"]', 'a["\\n"]', 'a["b""c"]', 'a\n', '$ref', 'a.*',
];
const SHAPES = 'exactly one of the fields in [phases clusterExtensionRef] must be set';
const rolloutOnly = (field: string, value: unknown) =>
  bad('pendingUpgrade', 'spec', `${field} is forbidden when phases is not set`, { [`spec.${field}`]: value });
const withPhases = (field: string) => `${field} is required when phases is set, and forbidden otherwise`;
const withRef = (field: string) => `${field} is required when clusterExtensionRef is set, and forbidden otherwise`;

const ROLLOUT: readonly BadCase<FixtureName>[] = [
  bad('rollout', 'spec', SHAPES, { 'spec.clusterExtensionRef': { name: 'argocd' } }),
  bad('rollout', 'spec', SHAPES, { 'spec.phases': undefined }),
  bad('rollout', 'spec', withPhases('revision'), { 'spec.revision': undefined }),
  bad('pendingUpgrade', 'spec', withPhases('revision'), { 'spec.revision': 1 }),
  changed('rollout', 'spec.revision', 'revision is immutable', { 'spec.revision': 3 }),
  changed('rollout', 'spec.lifecycleState', 'cannot un-archive', { 'spec.lifecycleState': 'Active' }, { 'spec.lifecycleState': 'Archived' }),
  changed('rollout', 'spec.lifecycleState', 'cannot un-archive', { 'spec.lifecycleState': 'Paused' }, { 'spec.lifecycleState': 'Archived' }),
  changed('rollout', 'spec.collisionProtection', 'collisionProtection is immutable', { 'spec.collisionProtection': 'None' }),
  changed('rollout', 'spec.collisionProtection', 'collisionProtection is immutable', { 'spec.collisionProtection': undefined }),
  changed('rollout', 'spec.replacementPolicy', 'replacementPolicy is immutable', { 'spec.replacementPolicy': 'Recreate' }),
  changed('rollout', 'spec.previous', 'previous is immutable', { 'spec.previous[0].uid': 'other' }),
  changed('rollout', 'spec.previous', 'previous is immutable', { 'spec.previous': undefined }),
  bad('rollout', `${PHASE}.name`, PHASE_NAME, { [`${PHASE}.name`]: 'deploy-' }),
  changed('rollout', 'spec.phases', 'phases is immutable', { [`${OBJECT}.object.data`]: { colour: 'blue' } }),
  changed('rollout', 'spec.phases', 'phases is immutable', {
    [`${OBJECT}.object.data`]: undefined,
    [`${OBJECT}.object.binaryData`]: { colour: 'cmVk' },
  }),
  changed('rollout', 'spec.phases', 'phases is immutable', { 'spec.phases': [] }),
  bad('rollout', OBJECT, 'exactly one of the fields in [object ref] must be set', { [`${OBJECT}.object`]: undefined }),
  bad('rollout', OBJECT, 'exactly one of the fields in [object ref] must be set', { [`${OBJECT}.ref`]: { name: 'x', key: 'y' } }),
  bad('rollout', ON_KIND as string, union('groupKind', 'type', 'GroupKind'), { [`${ON_KIND}.groupKind`]: undefined }),
  bad('rollout', ON_LABEL as string, union('label', 'type', 'Label'), { [`${ON_LABEL}.label`]: undefined }),
  bad('rollout', ON_OBJECT as string, union('object', 'type', 'Object'), { [`${ON_OBJECT}.object`]: undefined }),
  bad('rollout', ON_OBJECT as string, union('label', 'type', 'Label'), { [`${ON_OBJECT}.label`]: { matchLabels: { a: 'b' } } }),
  bad('rollout', `${ON_LABEL}.label`, 'exactly one of matchLabels or matchExpressions must be set', { [`${ON_LABEL}.label`]: {} }),
  bad('rollout', `${ON_LABELS}.label`, 'exactly one of matchLabels or matchExpressions must be set', {
    [`${ON_LABELS}.label.matchLabels`]: { a: 'b' },
  }),
  bad(
    'rollout', `${ON_LABELS}.label.matchExpressions[0].values`,
    'values must be given for In and NotIn, and must be absent for Exists and DoesNotExist',
    { [`${ON_LABELS}.label.matchExpressions[0].values`]: undefined },
  ),
  bad('rollout', `${ASSERT}[0]`, union('conditionEqual', 'type', 'ConditionEqual'), { [`${ASSERT}[0].conditionEqual`]: undefined }),
  bad('rollout', `${ASSERT}[1]`, union('fieldsEqual', 'type', 'FieldsEqual'), { [`${ASSERT}[1].fieldsEqual`]: undefined }),
  bad('rollout', `${ASSERT}[2]`, union('fieldValue', 'type', 'FieldValue'), { [`${ASSERT}[2].fieldValue`]: undefined }),
  bad('rollout', `${ASSERT}[3]`, union('cel', 'type', 'CEL'), { [`${ASSERT}[3].cel`]: undefined }),
  bad('rollout', `${ASSERT}[4]`, union('cel', 'type', 'CEL'), { [`${ASSERT}[4].cel`]: { rule: 'true', message: 'x' } }),
  bad('rollout', `${ASSERT}[1].fieldsEqual.fieldA`, FIELD_PATH, { [`${ASSERT}[1].fieldsEqual.fieldA`]: '.spec' }),
  bad('rollout', `${ASSERT}[1].fieldsEqual.fieldB`, FIELD_PATH, { [`${ASSERT}[1].fieldsEqual.fieldB`]: 'a..b' }),
  ...NO_FIELD_PATHS.map((path) => bad('rollout', `${ASSERT}[2].fieldValue.fieldPath`, FIELD_PATH, { [`${ASSERT}[2].fieldValue.fieldPath`]: path })),
  bad('rollout', 'status.observedPhases[0].name', PHASE_NAME, { 'status.observedPhases[0].name': 'Deploy' }),
  bad('rollout', 'status.observedPhases[0].digest', "digest must be in the format '<algorithm>:<hex>'", {
    'status.observedPhases[0].digest': 'sha256',
  }),
  changed('rollout', 'status.observedPhases', 'observedPhases is immutable', { 'status.observedPhases[0].digest': 'sha256:00' }),
];

const PENDING_UPGRADE: readonly BadCase<FixtureName>[] = [
  bad('pendingUpgrade', 'spec', SHAPES, { 'spec.clusterExtensionRef': undefined }),
  bad('pendingUpgrade', 'spec', SHAPES, { 'spec.phases': [] }),
  changed('pendingUpgrade', 'spec', 'a rollout cannot become a pending upgrade, nor a pending upgrade a rollout', {
    spec: { revision: 1, phases: [] },
  }),
  bad('pendingUpgrade', 'spec.clusterExtensionRef.name', subdomain('name'), { 'spec.clusterExtensionRef.name': 'Argo' }),
  changed('pendingUpgrade', 'spec.clusterExtensionRef', 'clusterExtensionRef is immutable', { 'spec.clusterExtensionRef.name': 'other' }),
  bad('pendingUpgrade', 'spec', withRef('version'), { 'spec.version': undefined }),
  bad('pendingUpgrade', 'spec', withRef('bundleMetadata'), { 'spec.bundleMetadata': undefined }),
  bad('pendingUpgrade', 'spec', withRef('availableSince'), { 'spec.availableSince': undefined }),
  bad('rollout', 'spec', withRef('version'), { 'spec.version': '1.0.0' }),
  bad('rollout', 'spec', 'approved is forbidden when clusterExtensionRef is not set', { 'spec.approved': true }),
  bad('pendingUpgrade', 'spec.version', 'version must be well-formed semver', { 'spec.version': '1.2', 'spec.bundleMetadata.version': '1.2' }),
  changed('pendingUpgrade', 'spec.version', 'version is immutable', { 'spec.version': '1.3.0', 'spec.bundleMetadata.version': '1.3.0' }),
  bad('pendingUpgrade', 'spec.bundleMetadata.version', 'bundleMetadata.version must be equal to version', {
    'spec.bundleMetadata.version': '1.3.0',
  }),
  changed('pendingUpgrade', 'spec.bundleMetadata', 'bundleMetadata is immutable', { 'spec.bundleMetadata.name': 'other' }),
  bad('pendingUpgrade', 'spec.lifecycleState', 'lifecycleState of a pending upgrade must be Active', { 'spec.lifecycleState': 'Paused' }),
  rolloutOnly('collisionProtection', 'None'),
  rolloutOnly('replacementPolicy', 'Recreate'),
  rolloutOnly('progressionProbes', [
    { selector: { type: 'GroupKind', groupKind: { group: '', kind: 'Pod' } }, assertions: [{ type: 'KindDefault' }] },
  ]),
  rolloutOnly('progressDeadlineMinutes', 10),
  rolloutOnly('previous', [{ name: 'a', uid: 'b' }]),
];

export const BAD_CASES: readonly BadCase<FixtureName>[] = [
  ...EXTENSION, ...CLUSTER_CATALOG, ...ROLLOUT, ...PENDING_UPGRADE,
];

/** Good documents besides the fixtures themselves: what the rules must let through. */
export const GOOD_CASES: readonly GoodCase<FixtureName>[] = [
  { from: 'extension', changes: { 'spec.serviceAccount': undefined, 'spec.config': undefined, 'spec.install': undefined } },
  { from: 'extension', before: {}, changes: { 'spec.serviceAccount': undefined } },
  { from: 'extension', before: {}, changes: { [`${CATALOG}.version`]: '1.x', 'spec.config': undefined } },
  ...['1.2.3-alpha.1+metadata', '>= v1.0.0', '=>1.0.0 =<2', '~>1.2', '!=1.0.0', '1.2.*', '>1.0.0,<1.2.3 || >2.1.0'].map(
    (version) => ({ from: 'extension', changes: { [`${CATALOG}.version`]: version } }) as const,
  ),
  { from: 'extension', changes: { 'status.install.bundle.release': '' } },
  ...['localhost:5000/catalog:latest', 'my-registry.io:8080/a/b__c-d.e:_x.1-2', `quay.io/catalog@multihash+base58:${hex}`].map(
    (ref) => ({ from: 'digestCatalog', changes: { [`${IMAGE}.ref`]: ref } }) as const,
  ),
  { from: 'rollout', before: { 'spec.phases': [] }, changes: {} },
  { from: 'rollout', before: {}, changes: { 'spec.lifecycleState': 'Paused' } },
  { from: 'rollout', before: { 'spec.lifecycleState': 'Paused' }, changes: { 'spec.lifecycleState': 'Archived' } },
  { from: 'rollout', changes: { 'spec.lifecycleState': 'Archived' } },
  { from: 'rollout', before: {}, changes: { 'spec.progressionProbes': undefined, 'spec.progressDeadlineMinutes': undefined } },
  { from: 'rollout', before: { 'status.observedPhases': [] }, changes: {} },
  ...FIELD_PATHS.map((path) => ({ from: 'rollout', changes: { [`${ASSERT}[2].fieldValue.fieldPath`]: path } }) as const),
  { from: 'rollout', changes: { [`${ASSERT}[1].fieldsEqual.fieldA`]: 'spec.a["b.c"]', [`${ASSERT}[1].fieldsEqual.fieldB`]: 'status.list[0]' } },
  ...[1, 1.5, true, null, ['a'], { a: 1 }].map((value) => ({ from: 'rollout', changes: { [`${ASSERT}[2].fieldValue.value`]: value } }) as const),
  { from: 'pendingUpgrade', before: {}, changes: { 'spec.approved': true, 'spec.availableSince': '2026-02-15T10:30:00Z' } },
  { from: 'pendingUpgrade', before: { 'spec.approved': true }, changes: { 'spec.approved': undefined } },
];
