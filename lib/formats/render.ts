/** From a bundle to the objects it stands for. */
import { isDnsLabel } from '../api';
import { checkBundleConfig } from './config';
import { type Bundle, formatOf } from './list';
import type { RenderOptions, RenderResult } from './rendering';
import { bundleIssue } from './bundle-wording';
import type { Issue } from '../issue';
import { isOlderKubernetes, requirementsOf } from './requirements';

/**
 * Objects of a bundle for an install namespace and a configuration: what a revision is compiled from. Nothing is thrown for a bad bundle
 * or a bad configuration; all that is wrong is among the issues (docs/bundle-rendering.md).
 *
 * @param bundle registry+v1, or plain+v0, whose objects are given back as they are, or a chart, which the helm program renders
 * (docs/charts.md)
 * @throws BoxcutterError `helm-missing` and `helm-too-old`, category server, for charts
 */
export function renderBundle(bundle: Bundle, options: RenderOptions): RenderResult {
  const format = formatOf(bundle);
  if (!isDnsLabel(options.installNamespace)) {
    const data = { namespace: options.installNamespace, use: 'installation' } as const;
    const issue = bundleIssue('bad-namespace', data, { origin: format.mainOrigin(bundle) });
    return { issues: [issue], objects: [] };
  }
  const checked = checkBundleConfig(bundle, options.config, options);
  if (checked.value === undefined) return { issues: checked.issues, objects: [] };
  const rendered = format.render(bundle, checked.value, options);
  return { ...rendered, issues: [...checked.issues, ...olderThanNeeded(bundle, options), ...rendered.issues] };
}

function olderThanNeeded(bundle: Bundle, { kubernetesVersion: version }: RenderOptions): readonly Issue[] {
  const { minKubeVersion: needed } = requirementsOf(bundle);
  if (version === undefined || needed === undefined || !isOlderKubernetes(version, needed)) return [];
  return [bundleIssue('kubernetes-too-old', { bundle: bundle.name, version, needed }, { origin: formatOf(bundle).mainOrigin(bundle) })];
}
