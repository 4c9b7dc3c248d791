/** The objects that a configured bundle stands for, and the revision that they make. */
import { defined } from '../../defined';
import { BoxcutterError } from '../../errors';
import { type Bundle, configSchemaOf, formatOf, renderBundle, type RenderResult } from '../../formats';
import { compile, type CompiledRevision } from '../../revision';
import type { Finding } from '../../schema';
import { refuseFindings } from '../refuse-findings';
import type { Surroundings } from '../surroundings';
import type { ConfiguredBundle } from './configure';

/** @throws BoxcutterError `input-invalid` with everything that is wrong with the configuration, or with what is rendered */
export function renderConfigured(configured: ConfiguredBundle, { onNote, writes }: Surroundings): RenderResult {
  const { source: { bundle, path }, config, certificates, cluster, extension, namespace } = configured;
  const kubernetesVersion = configured.kubernetesVersion ?? cluster?.kubernetesVersion;
  const rendered = renderBundle(bundle, {
    installNamespace: namespace,
    certificates: certificates ?? 'none',
    releaseName: extension,
    ...defined({ config, kubernetesVersion, apiVersions: cluster?.apiVersions }),
    dangerouslyAcceptBundlesWithoutConfigSchema: configured.acceptUnchecked,
  });
  const format = formatOf(bundle);
  const findings = rendered.findings
    .filter((finding) => !configured.installs || !format.isForAuthors(finding))
    .map((finding) => inWords(finding, bundle));
  const isConfig = findings.some(({ code, severity }) => severity === 'error' && code === 'invalid-config');
  refuseFindings(findings, onNote, isConfig ? `The configuration of bundle ${bundle.name}` : `Bundle ${bundle.name}`, {
    writes,
    ...(isConfig ? { hint: `What can be configured: boxcutter config ${path}` } : {}),
    ...defined({ title: isConfig ? undefined : format.refusalTitle(bundle) }),
  });
  return { ...rendered, findings };
}

/** @throws BoxcutterError as {@link renderConfigured}, and `input-invalid` with everything that is wrong with the objects */
export function compileBundle(configured: ConfiguredBundle, surroundings: Surroundings): CompiledRevision {
  const { source: { bundle, path, reference }, extension, namespace, kubernetesVersion, collisionProtection } = configured;
  const { objects, phases } = renderConfigured(configured, surroundings);
  const { compiled, findings } = compile({
    extension,
    namespace,
    objects,
    packageName: bundle.packageName,
    bundleName: bundle.name,
    ...defined({ version: bundle.version, bundleReference: reference, phases, kubernetesVersion, collisionProtection }),
  });
  const { onNote, writes } = surroundings;
  const { isAboutGenerated } = formatOf(bundle);
  refuseFindings(findings.filter((finding) => !isAboutGenerated(finding)), onNote, `Bundle ${bundle.name}`, { writes });
  if (compiled === undefined) throw new BoxcutterError('compile', 'input', `${path} could not be compiled.`);
  return compiled;
}

const UNCHECKED =
  'Leave the configuration out, or add --dangerously-accept-bundles-without-config-schema to let it pass unchecked.';

/** Of a bundle without a schema: what lets a configuration pass is an option of the command here, not of a program. */
function inWords(finding: Finding, bundle: Bundle): Finding {
  const isUnchecked = finding.code === 'invalid-config' && finding.hint !== undefined && configSchemaOf(bundle) === undefined;
  return isUnchecked ? { ...finding, hint: UNCHECKED } : finding;
}
