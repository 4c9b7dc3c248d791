/** The objects that a configured bundle stands for, and the revision that they make. */
import { defined } from '../../defined';
import { BoxcutterError } from '../../errors';
import { formatOf, renderBundle, type RenderResult } from '../../formats';
import { shellWord } from '../../shell-word';
import { compile, type CompiledRevision } from '../../revision';
import { placeConfigIssue } from '../configuration/layers';
import { refuseIssues } from '../refuse-issues';
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
  const issues = rendered.issues
    .filter((issue) => !configured.installs || !format.isForAuthors(issue))
    .map((issue) => placeConfigIssue(issue, configured.layers ?? []));
  const isConfig = issues.some(({ code, severity }) => severity === 'error' && code === 'invalid-config');
  refuseIssues(issues, onNote, isConfig ? `The configuration of bundle ${bundle.name}` : `Bundle ${bundle.name}`, {
    writes,
    ...(isConfig ? { hint: `What can be configured: boxcutter config ${shellWord(path)}` } : {}),
    ...defined({ title: isConfig ? undefined : format.refusalTitle(bundle) }),
  });
  return { ...rendered, issues };
}

interface CompiledBundle extends Pick<RenderResult, 'hooksNotRun'> {
  readonly compiled: CompiledRevision;
}

/** @throws BoxcutterError as {@link renderConfigured}, and `input-invalid` with everything that is wrong with the objects */
export function compileBundle(configured: ConfiguredBundle, surroundings: Surroundings): CompiledBundle {
  const { source: { bundle, path, reference }, extension, namespace, kubernetesVersion, collisionProtection } = configured;
  const { objects, phases, arrangement, hooksNotRun } = renderConfigured(configured, surroundings);
  const { compiled, issues } = compile({
    extension,
    namespace,
    objects,
    packageName: bundle.packageName,
    bundleName: bundle.name,
    ...arrangement,
    ...defined({ version: bundle.version, bundleReference: reference, phases, kubernetesVersion, collisionProtection }),
    ...defined({ largePhases: surroundings.rollsOut }),
  });
  const { onNote, writes, skipsUnserved } = surroundings;
  const { isAboutGenerated } = formatOf(bundle);
  refuseIssues(issues.filter((issue) => !isAboutGenerated(issue)), onNote, `Bundle ${bundle.name}`, { writes, skipsUnserved });
  if (compiled === undefined) throw new BoxcutterError('compile', 'input', `${path} could not be compiled.`);
  return { compiled, ...defined({ hooksNotRun }) };
}
