import { asObject, isDnsLabel, type JsonObject } from '../../api';
import type { Finding } from '../../schema/finding';
import type { SourceObject } from '../../revision';
import type { Bundle } from '../bundle';
import { checkBundleConfig, targetNamespaces } from '../config';
import { hasErrors, problem } from '../report';
import type { CertificateProviderName } from './context';
import { generateObjects } from './registry-v1';
import { servingDeployments } from './webhook-parts';

export interface RenderOptions {
  /** Where the operator runs and namespaced objects go. */
  readonly installNamespace: string;
  /** What the user configured; undefined counts as nothing. */
  readonly config?: unknown;
  /** Who issues certificates for webhooks and API services. Bundles that have neither do not need one. */
  readonly certificates: CertificateProviderName;
  /** Lets a configuration pass unchecked when the bundle has no schema for it (S3). */
  readonly dangerouslyAcceptBundlesWithoutConfigSchema?: boolean;
}

/** With an error among the findings there are no objects. */
export interface RenderResult {
  readonly findings: readonly Finding[];
  /** In the order of upstream's generators; each has an origin of its own. */
  readonly objects: readonly SourceObject[];
}

/**
 * Objects of a bundle for an install namespace and a configuration: what a revision is compiled from. Nothing is thrown for a bad bundle
 * or a bad configuration; all that is wrong is among the findings (docs/bundle-rendering.md).
 *
 * @param bundle registry+v1, or plain+v0, whose objects are given back as they are; charts are rendered by helm
 */
export function renderBundle(bundle: Bundle, options: RenderOptions): RenderResult {
  if (bundle.format === 'helm') {
    return refused(bundle, 'bundle-not-renderable', `bundle '${bundle.name}' is a Helm chart, which only helm itself can render`, 'Use the functions for charts.');
  }
  if (!isDnsLabel(options.installNamespace)) {
    const message = `"${options.installNamespace}" is no name of a namespace`;
    return refused(bundle, 'bad-namespace', message, 'Name the namespace to install into: lower-case letters, digits and hyphens, up to 63.');
  }
  const checked = checkBundleConfig(bundle, options.config, options);
  if (checked.value === undefined) return failed(checked.findings);
  if (bundle.format === 'plain+v0') return { findings: checked.findings, objects: [...bundle.crds, ...bundle.others] };
  const result = renderRegistryV1(bundle, checked.value, options);
  const findings = [...checked.findings, ...result.findings];
  return hasErrors(findings) ? failed(findings) : { findings, objects: result.objects };
}

function renderRegistryV1(bundle: Bundle, config: JsonObject, { installNamespace, certificates }: RenderOptions): RenderResult {
  const { csv } = bundle;
  if (csv === undefined) {
    return refused(bundle, 'csv-missing', `bundle '${bundle.name}' has no ClusterServiceVersion`, 'A registry+v1 bundle has exactly one.');
  }
  const targets = targetNamespaces(bundle, installNamespace, config);
  if (targets.namespaces === undefined) return failed(targets.findings);
  const findings: Finding[] = [];
  if (certificates === 'none' && servingDeployments(csv).length > 0) findings.push(withoutCertificates(bundle));
  const deploymentConfig = asObject(config['deploymentConfig']);
  const objects = generateObjects({
    bundle,
    csv,
    installNamespace,
    targets: targets.namespaces,
    certificates,
    report: (finding) => findings.push(finding),
    ...(deploymentConfig === undefined ? {} : { deploymentConfig }),
  });
  return { findings, objects };
}

function withoutCertificates(bundle: Bundle): Finding {
  const hint = 'Choose who issues them: cert-manager, or service-ca on OpenShift.';
  const message = `bundle '${bundle.name}' has webhooks or API services, which need certificates`;
  return problem('certificates-needed', message, { origin: originOf(bundle), path: 'spec.webhookdefinitions', hint });
}

function refused(bundle: Bundle, code: string, message: string, hint: string): RenderResult {
  return failed([problem(code, message, { origin: originOf(bundle), hint })]);
}

function originOf(bundle: Bundle): string {
  return bundle.csv?.origin ?? bundle.origin;
}

function failed(findings: readonly Finding[]): RenderResult {
  return { findings, objects: [] };
}
