/** Small bundles, made by hand: what a test does not say is as plain as it can be. */
import type { JsonObject } from '../../../../../lib/api';
import {
  type Bundle,
  bundleFilesFromDirectory,
  type ClusterServiceVersion,
  type InstallModeType,
  readBundle,
  type RegistryBundle,
  renderBundle,
  type RenderOptions,
  type RenderResult,
  type StrategyDeployment,
  type WebhookDefinition,
} from '../../../../../lib/bundle';

export const INSTALL_NAMESPACE = 'demo-system';

export interface Parts extends Partial<Omit<ClusterServiceVersion, 'installModes'>> {
  readonly modes?: readonly InstallModeType[];
  readonly bundle?: Partial<RegistryBundle>;
}

export function makeBundle({ modes = ['AllNamespaces'], bundle = {}, ...csv }: Parts = {}): RegistryBundle {
  const serviceVersion: ClusterServiceVersion = {
    name: 'demo.v1.0.0',
    origin: { source: 'manifests/demo.yaml' },
    annotations: {},
    version: '1.0.0',
    installModes: modes.map((type) => ({ type, supported: true })),
    deployments: [deployment()],
    permissions: [],
    clusterPermissions: [],
    ownedCrds: [],
    requiredCrds: [],
    ownedApiServices: [],
    webhooks: [],
    relatedImages: [],
    skips: [],
    manifest: {},
    ...csv,
  };
  return {
    format: 'registry+v1',
    origin: 'demo',
    name: 'demo.v1.0.0',
    packageName: 'demo',
    version: '1.0.0',
    channels: ['stable'],
    annotations: {},
    properties: [],
    dependencies: [],
    csv: serviceVersion,
    crds: [],
    others: [],
    ...bundle,
  };
}

export function deployment(name = 'controller', podSpec: JsonObject = { containers: [{ name: 'manager', image: 'example.com/demo:1' }], serviceAccountName: 'controller' }): StrategyDeployment {
  return { name, spec: { selector: { matchLabels: { app: name } }, template: { metadata: { labels: { app: name } }, spec: podSpec } } };
}

export function webhook(parts: Partial<WebhookDefinition> = {}): WebhookDefinition {
  return {
    generateName: 'check.demo.io',
    type: 'ValidatingAdmissionWebhook',
    deploymentName: 'controller',
    containerPort: 443,
    targetPort: 9443,
    rules: [{ apiGroups: ['demo.io'], apiVersions: ['v1'], operations: ['CREATE'], resources: ['demos'] }],
    sideEffects: 'None',
    admissionReviewVersions: ['v1'],
    webhookPath: '/validate',
    ...parts,
  };
}

export function crd(name = 'demos.demo.io', spec: JsonObject = {}): Bundle['crds'][number] {
  return { origin: { source: `manifests/${name}.yaml` }, manifest: { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', metadata: { name }, spec } };
}

export function render(bundle: Bundle, options: Partial<RenderOptions> = {}): RenderResult {
  return renderBundle(bundle, { installNamespace: INSTALL_NAMESPACE, certificates: 'cert-manager', ...options });
}

/** The objects; a test that wants them has no use for errors. */
export function manifestsOf(bundle: Bundle, options: Partial<RenderOptions> = {}): JsonObject[] {
  const { findings, objects } = render(bundle, options);
  expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(new Set(objects.map(({ origin }) => origin)).size).toBe(objects.length);
  return objects.map(({ manifest }) => manifest);
}

/** The only object of a kind, or that with a name. */
export function only(manifests: readonly JsonObject[], kind: string): Readonly<Record<string, never>> {
  const found = manifests.filter((manifest) => manifest['kind'] === kind);
  expect(found).toHaveLength(1);
  return found[0] as unknown as Readonly<Record<string, never>>;
}

/** `Kind namespace/name` of each object, in order. */
export function titles(manifests: readonly JsonObject[]): string[] {
  return manifests.map((manifest) => {
    const { name, namespace } = manifest['metadata'] as { readonly name: string; readonly namespace?: string };
    return `${String(manifest['kind'])} ${namespace === undefined ? '' : `${namespace}/`}${name}`;
  });
}

/** A bundle of a folder, which has to be without an error. */
export function bundleIn(directory: string): Bundle {
  const { bundle, findings } = readBundle(bundleFilesFromDirectory(directory));
  if (bundle === undefined) throw new Error(findings.filter(({ severity }) => severity === 'error').map(({ message }) => message).join('\n'));
  return bundle;
}
