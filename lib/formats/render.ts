import { asObject, isDnsLabel, type JsonObject } from '../api';
import { defined } from '../defined';
import type { Finding } from '../schema/finding';
import type { PhaseSource, SourceObject } from '../revision';
import type { Bundle } from './bundle';
import { checkBundleConfig, targetNamespaces } from './config';
import { releaseNameOf, renderChart } from './helm';
import { hasErrors, problem } from './report';
import type { CertificateProviderName } from './registry-v1/render/context';
import { generateObjects } from './registry-v1/render/generators';
import { servingDeployments } from './registry-v1/render/webhook-parts';

export interface RenderOptions {
  /** Where the operator runs and namespaced objects go. */
  readonly installNamespace: string;
  /** What the user configured; undefined counts as nothing. */
  readonly config?: unknown;
  /** Who issues certificates for webhooks and API services. Bundles that have neither do not need one. */
  readonly certificates: CertificateProviderName;
  /** Lets a configuration pass unchecked when the bundle has no schema for it (S3). */
  readonly dangerouslyAcceptBundlesWithoutConfigSchema?: boolean;
  /** Charts only: name of the release, from which names of objects are made. One of more than 53 characters is cut. @default the package's name */
  readonly releaseName?: string;
  /** Charts only: Kubernetes version that templates see, like `1.36`. @default the newest that this package knows */
  readonly kubernetesVersion?: string;
  /** Charts only: API versions that templates see beside those that helm knows: `monitoring.coreos.com/v1`. */
  readonly apiVersions?: readonly string[];
  /** Charts only: the helm program. @default `$HELM`, then `helm` of the PATH */
  readonly helm?: string;
  /** Charts only: as helm renders for an upgrade, with `.Release.IsUpgrade` and the hooks of upgrades. @default false */
  readonly upgrade?: boolean;
}

/** With an error among the findings there are no objects. */
export interface RenderResult {
  readonly findings: readonly Finding[];
  /** In the order of upstream's generators, or of helm; each has an origin of its own. */
  readonly objects: readonly SourceObject[];
  /** Phases beside the standard ones, which objects name: those of a chart's hooks. */
  readonly phases?: readonly PhaseSource[];
}

/**
 * Objects of a bundle for an install namespace and a configuration: what a revision is compiled from. Nothing is thrown for a bad bundle
 * or a bad configuration; all that is wrong is among the findings (docs/bundle-rendering.md).
 *
 * @param bundle registry+v1, or plain+v0, whose objects are given back as they are, or a chart, which the helm program renders (docs/charts.md)
 * @throws BoxcutterError `helm-missing` and `helm-too-old`, category server, for charts
 */
export function renderBundle(bundle: Bundle, options: RenderOptions): RenderResult {
  if (!isDnsLabel(options.installNamespace)) {
    const message = `"${options.installNamespace}" is no name of a namespace`;
    return refused(bundle, 'bad-namespace', message, 'Name the namespace to install into: lower-case letters, digits and hyphens, up to 63.');
  }
  const checked = checkBundleConfig(bundle, options.config, options);
  if (checked.value === undefined) return failed(checked.findings);
  if (bundle.format === 'helm') return renderHelmChart(bundle, checked.value, checked.findings, options);
  if (bundle.format === 'plain+v0') return { findings: checked.findings, objects: [...bundle.crds, ...bundle.others] };
  const result = renderRegistryV1(bundle, checked.value, options);
  const findings = [...checked.findings, ...result.findings];
  return hasErrors(findings) ? failed(findings) : { findings, objects: result.objects };
}

function renderHelmChart(bundle: Bundle, values: JsonObject, before: readonly Finding[], options: RenderOptions): RenderResult {
  const { chart, packageName } = bundle;
  if (chart === undefined) return refused(bundle, 'chart-missing', `bundle '${bundle.name}' has no chart`, 'Read it with readBundle.');
  const { installNamespace: namespace, releaseName = packageName, kubernetesVersion, apiVersions, helm, upgrade } = options;
  const rendered = renderChart(chart, { releaseName: releaseNameOf(releaseName), namespace, values, kubernetesVersion, apiVersions, helm, upgrade });
  return { ...rendered, findings: [...before, ...rendered.findings] };
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
    ...defined({ deploymentConfig }),
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
