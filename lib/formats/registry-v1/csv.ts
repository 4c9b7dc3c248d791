/** From the document of a ClusterServiceVersion to its parts. Fields that nothing here needs are not looked at. */
import type { Issue, Origin } from '../../issue';
import type { BundleObject } from '../bundle';
import type {
  ClusterServiceVersion,
  InstallModeType,
  OwnedDefinition,
  Permission,
  PolicyRule,
  StrategyDeployment,
  WebhookDefinition,
  WebhookType,
} from './cluster-service-version';
import { Fields } from '../files/fields';
import { defined } from '../../defined';
import { registryIssue } from './registry-issue';
import { deploymentSpec, webhookParts } from './typed-parts';

export const INSTALL_MODES: readonly InstallModeType[] = ['OwnNamespace', 'SingleNamespace', 'MultiNamespace', 'AllNamespaces'];
/** Of a ClusterServiceVersionSpec (operators.coreos.com/v1alpha1). */
const SPEC_FIELDS = [
  'install', 'version', 'release', 'maturity', 'customresourcedefinitions', 'apiservicedefinitions', 'webhookdefinitions', 'nativeAPIs',
  'minKubeVersion', 'displayName', 'description', 'keywords', 'maintainers', 'provider', 'links', 'icon', 'installModes', 'replaces',
  'skips', 'labels', 'annotations', 'selector', 'cleanup', 'relatedImages',
];
const API_VERSION = 'operators.coreos.com/v1alpha1';
const WEBHOOK_TYPES: readonly WebhookType[] = ['ValidatingAdmissionWebhook', 'MutatingAdmissionWebhook', 'ConversionWebhook'];

/** Reads the document; wrong types and missing fields are issues (`csv-invalid`) with their paths, and what is wrong counts as absent. */
export function readServiceVersion({ manifest, origin }: BundleObject, issues: Issue[]): ClusterServiceVersion {
  const root = Fields.of(manifest, (problem, path) => issues.push(registryIssue('csv-invalid', { problem }, { origin, path })));
  if (manifest.apiVersion !== API_VERSION) root.complain('apiVersion', { wrong: 'other-value', expected: API_VERSION });
  const metadata = root.child('metadata');
  const spec = root.child('spec');
  const install = spec.child('install');
  const strategy = install.text('strategy') ?? 'deployment';
  if (strategy !== 'deployment' && strategy !== '') {
    install.complain('strategy', { wrong: 'other-value', expected: 'deployment', only: 'strategy' });
  }
  const parts = install.child('spec');
  const of: Reading = { origin, issues };
  reportUnknown([[spec, SPEC_FIELDS], [install, ['strategy', 'spec']], [parts, ['deployments', 'permissions', 'clusterPermissions']]], of);
  const definitions = spec.child('customresourcedefinitions');
  return {
    name: metadata.requiredText('name'),
    origin,
    annotations: metadata.textMap('annotations') ?? {},
    version: spec.text('version') ?? '',
    ...defined({ release: spec.text('release'), minKubeVersion: spec.text('minKubeVersion'), replaces: spec.text('replaces') }),
    installModes: spec.children('installModes').flatMap(installMode),
    deployments: parts.children('deployments').map((one) => deployment(one, of)),
    permissions: parts.children('permissions').map(permission),
    clusterPermissions: parts.children('clusterPermissions').map(permission),
    ownedCrds: definitions.children('owned').map(definition),
    requiredCrds: definitions.children('required').map(definition),
    ownedApiServices: spec.child('apiservicedefinitions').children('owned').map(({ value }) => value),
    webhooks: spec.children('webhookdefinitions').flatMap((one) => webhook(one, of)),
    relatedImages: spec.children('relatedImages').map((image) => ({ name: image.text('name') ?? '', image: image.requiredText('image') })),
    skips: spec.texts('skips') ?? [],
    manifest,
  };
}

/** What is being read, and what is wrong with it. */
interface Reading {
  readonly origin: Origin;
  readonly issues: Issue[];
}

/** Fields that no version of OLM has: they say nothing, which is worth a warning. */
function reportUnknown(parts: readonly (readonly [Fields, readonly string[]])[], { origin, issues }: Reading): void {
  for (const [fields, known] of parts) {
    for (const field of Object.keys(fields.value).filter((key) => !known.includes(key))) {
      issues.push({ ...registryIssue('csv-unknown-field', { field }, { origin, path: fields.at(field) }), severity: 'warning' });
    }
  }
}

function installMode(fields: Fields): ClusterServiceVersion['installModes'][number][] {
  const type = fields.requiredText('type');
  const known = INSTALL_MODES.find((mode) => mode === type);
  if (known !== undefined) return [{ type: known, supported: fields.truth('supported') ?? false }];
  if (type !== '') fields.complain('type', { wrong: 'unknown', what: 'install mode', value: type, known: INSTALL_MODES });
  return [];
}

function deployment(fields: Fields, { origin, issues }: Reading): StrategyDeployment {
  if (fields.value.spec === undefined || fields.value.spec === null) fields.complain('spec', { wrong: 'missing' });
  const spec = deploymentSpec(fields.mapping('spec') ?? {}, origin, fields.at('spec'), issues);
  return { name: fields.requiredText('name'), ...defined({ label: fields.textMap('label') }), spec };
}

function permission(fields: Fields): Permission {
  return { serviceAccountName: fields.text('serviceAccountName') ?? '', rules: fields.children('rules').map(rule) };
}

function rule(fields: Fields): PolicyRule {
  return {
    verbs: fields.texts('verbs') ?? [],
    ...defined({
      apiGroups: fields.texts('apiGroups'),
      resources: fields.texts('resources'),
      resourceNames: fields.texts('resourceNames'),
      nonResourceURLs: fields.texts('nonResourceURLs'),
    }),
  };
}

function definition(fields: Fields): OwnedDefinition {
  return { name: fields.requiredText('name'), version: fields.requiredText('version'), kind: fields.requiredText('kind') };
}

function webhook(fields: Fields, { origin, issues }: Reading): WebhookDefinition[] {
  const type = fields.requiredText('type');
  const known = WEBHOOK_TYPES.find((one) => one === type);
  const containerPort = fields.integer('containerPort');
  if (containerPort !== undefined && (containerPort < 1 || containerPort > 65535)) {
    fields.complain('containerPort', { wrong: 'range', least: 1, most: 65535 });
  }
  const rules = fields.value.rules === undefined ? undefined : fields.children('rules').map(({ value }) => value);
  const typed = webhookParts(defined({ rules, objectSelector: fields.mapping('objectSelector') }), origin, fields.path, issues);
  const parts = {
    generateName: fields.requiredText('generateName'),
    deploymentName: fields.text('deploymentName') ?? '',
    ...defined({
      containerPort,
      targetPort: fields.integerOrText('targetPort'),
      failurePolicy: fields.text('failurePolicy'),
      matchPolicy: fields.text('matchPolicy'),
      sideEffects: fields.text('sideEffects'),
      timeoutSeconds: fields.integer('timeoutSeconds'),
      admissionReviewVersions: fields.texts('admissionReviewVersions'),
      reinvocationPolicy: fields.text('reinvocationPolicy'),
      webhookPath: fields.text('webhookPath'),
      conversionCRDs: fields.texts('conversionCRDs'),
    }),
    ...typed,
  };
  if (known !== undefined) return [{ type: known, ...parts }];
  if (type !== '') fields.complain('type', { wrong: 'unknown', what: 'type of webhook', value: type, known: WEBHOOK_TYPES });
  return [];
}
