/** From a bundle to the objects it stands for. */
import { isDnsLabel } from '../api';
import { type BundleConfig, checkBundleConfig } from './config';
import { inTurn } from './in-turn';
import { type Bundle, formatOf } from './list';
import type { RenderOptions, RenderResult } from './rendering';
import { bundleIssue } from './bundle-wording';
import type { Issue } from '../issue';
import { isOlderKubernetes, requirementsOf } from './requirements';
import { withRollout } from './rollout';

/**
 * Objects of a bundle for an install namespace and a configuration: what a revision is compiled from. Nothing is thrown for a bad bundle
 * or a bad configuration; all that is wrong is among the issues (docs/bundle-rendering.md).
 *
 * @param bundle registry+v1, or plain+v0, whose objects are given back as they are, or a chart, which the helm program renders
 * (docs/charts.md)
 * @throws BoxcutterError `helm-missing` and `helm-too-old`, category server, for charts
 */
export function renderBundle(bundle: Bundle, options: RenderOptions): RenderResult {
  const checked = checkedBefore(bundle, options);
  if (checked.value === undefined) return { issues: checked.issues, objects: [] };
  return withChecked(checked, bundle, options, formatOf(bundle).render(bundle, checked.value, options));
}

/**
 * The same, for a process that has other things to do: it goes on while helm or the code of a package runs, which may take as long as
 * their limits allow (docs/charts.md, docs/package-export.md). Two are rendered at a time; others wait for their turn.
 */
export async function renderBundleApart(bundle: Bundle, options: RenderOptions): Promise<RenderResult> {
  const checked = checkedBefore(bundle, options);
  const { value } = checked;
  if (value === undefined) return { issues: checked.issues, objects: [] };
  const { render, renderApart } = formatOf(bundle);
  const rendered = renderApart === undefined
    ? render(bundle, value, options)
    : await inTurn(() => renderApart(bundle, value, options));
  return withChecked(checked, bundle, options, rendered);
}

type Checked = Pick<BundleConfig, 'issues' | 'value'>;

function checkedBefore(bundle: Bundle, options: RenderOptions): Checked {
  if (isDnsLabel(options.installNamespace)) return checkBundleConfig(bundle, options.config, options);
  const data = { namespace: options.installNamespace, use: 'installation' } as const;
  return { issues: [bundleIssue('bad-namespace', data, { origin: formatOf(bundle).mainOrigin(bundle) })] };
}

function withChecked({ issues }: Checked, bundle: Bundle, options: RenderOptions, rendered: RenderResult): RenderResult {
  // Only where rendering decides about namespaces, they are otherwise than the author wrote them.
  const namespace = formatOf(bundle).placesObjects ? options.installNamespace : undefined;
  const rolled = withRollout(bundle, rendered, namespace);
  return { ...rolled, issues: [...issues, ...olderThanNeeded(bundle, options), ...rolled.issues] };
}

function olderThanNeeded(bundle: Bundle, { kubernetesVersion: version }: RenderOptions): readonly Issue[] {
  const { minKubeVersion: needed } = requirementsOf(bundle);
  if (version === undefined || needed === undefined || !isOlderKubernetes(version, needed)) return [];
  return [bundleIssue('kubernetes-too-old', { bundle: bundle.name, version, needed }, { origin: formatOf(bundle).mainOrigin(bundle) })];
}
