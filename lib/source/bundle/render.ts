/** The objects that a configured bundle stands for, and the revision that they make. */
import { defined } from '../../defined';
import { BoxcutterError } from '../../errors';
import { formatOf, renderBundleApart, type RenderResult } from '../../formats';
import { shellWord } from '../../shell-word';
import { compile, type CompiledRevision, type RevisionSource } from '../../revision';
import { placeConfigIssue } from '../configuration/layers';
import { refuseIssues } from '../refuse-issues';
import { withScopes } from '../scopes';
import type { Surroundings } from '../surroundings';
import type { ConfiguredBundle } from './configure';

/** @throws BoxcutterError `input-invalid` with everything that is wrong with the configuration, or with what is rendered */
export async function renderConfigured(configured: ConfiguredBundle, { onNote, writes }: Surroundings): Promise<RenderResult> {
  const { source, config, certificates, cluster, extension, namespace } = configured;
  const { bundle } = source;
  const kubernetesVersion = configured.kubernetesVersion ?? cluster?.kubernetesVersion;
  const rendered = await renderBundleApart(bundle, {
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
    ...(isConfig ? { hint: `What can be configured: ${configCommand(source)}` } : {}),
    ...defined({ title: isConfig ? undefined : format.refusalTitle(bundle) }),
  });
  return { ...rendered, issues };
}

/** Of a bundle that a catalog chose, the catalog is asked: it may name the bundle by a path of its own. */
function configCommand({ path, chosen }: ConfiguredBundle['source']): string {
  if (chosen === undefined) return `boxcutter config ${shellWord(path)}`;
  const { catalog: { packageName, where }, version } = chosen;
  const words = ['config', packageName, '--catalog', where, ...(version === undefined ? [] : ['--version', version])];
  return ['boxcutter', ...words.map(shellWord)].join(' ');
}

interface CompiledBundle extends Pick<RenderResult, 'hooksNotRun'> {
  readonly compiled: CompiledRevision;
}

/** What a controller says of the revision that it makes, beside what the bundle says. */
export type RevisionDetails = Pick<
  RevisionSource,
  | 'number' | 'version' | 'bundleName' | 'systemNamespace' | 'contentSalt' | 'progressDeadlineMinutes' | 'annotations' | 'labels'
>;

/** @throws BoxcutterError as {@link renderConfigured}, and `input-invalid` with everything that is wrong with the objects */
export async function compileBundle(
  configured: ConfiguredBundle, surroundings: Surroundings, details: RevisionDetails = {},
): Promise<CompiledBundle> {
  const { source: { bundle, path, reference }, extension, namespace, kubernetesVersion, collisionProtection } = configured;
  const { objects, phases, arrangement, hooksNotRun } = await renderConfigured(configured, surroundings);
  const { compiled, issues } = compile({
    extension,
    namespace,
    objects: await withScopes(objects, surroundings.scopeOf),
    packageName: bundle.packageName,
    bundleName: bundle.name,
    ...arrangement,
    ...details,
    annotations: { ...arrangement?.annotations, ...details.annotations },
    labels: { ...arrangement?.labels, ...details.labels },
    ...defined({ version: bundle.version, bundleReference: reference, phases, kubernetesVersion, collisionProtection }),
    ...defined({ largePhases: surroundings.rollsOut }),
  });
  const { onNote, writes, skipsUnserved } = surroundings;
  const { isAboutGenerated } = formatOf(bundle);
  refuseIssues(issues.filter((issue) => !isAboutGenerated(issue)), onNote, `Bundle ${bundle.name}`, { writes, skipsUnserved });
  if (compiled === undefined) throw new BoxcutterError('compile', 'input', `${path} could not be compiled.`);
  return { compiled, ...defined({ hooksNotRun }) };
}
