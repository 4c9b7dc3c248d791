/** What a single bundle lacks on a cluster as it is: for who installs a bundle by itself, without catalogs. */
import { isOlderKubernetes } from '../../formats';
import type { ClusterView } from '../resolve/request';
import type { InstalledPackage } from './input';
import { LeafTests } from './meets';
import { isMet } from './met';
import type { Need } from './need';
import { installedOption } from './option';
import { servedKinds } from './world';

export interface UnmetNeeds {
  /** In the order in which they were given. */
  readonly needs: readonly Need[];
  /** The cluster has an older Kubernetes than the bundle needs. */
  readonly kubernetes?: { readonly needed: string; readonly found: string };
}

/**
 * @param bundle its package, what it needs (`needsOf` of its properties, or of what stands in its files), and its `minKubeVersion`
 * @param there what is installed, and what is known of the cluster. A package of the same name is the one that the bundle takes the place
 * of; so it counts only with what the bundle itself provides
 */
export function unmetNeeds(
  bundle: { readonly installed: InstalledPackage; readonly needs: readonly Need[]; readonly minKubeVersion?: string },
  there: { readonly installed: readonly InstalledPackage[]; readonly cluster?: ClusterView },
): UnmetNeeds {
  const tests = new LeafTests();
  const { packageName } = bundle.installed;
  const before = there.installed.map(installedOption);
  const after = [...before.filter((option) => option.packageName !== packageName), installedOption(bundle.installed)];
  const isServed = servedKinds(there.cluster, before);
  const presence = {
    meeting: (leaf: Parameters<typeof tests.of>[0]) => after.filter(tests.of(leaf)),
    isServed: (leaf: Parameters<typeof tests.of>[0]) => leaf.form === 'kind' && isServed(leaf.kind),
  };
  const needs = bundle.needs.filter(({ constraint }) => !isMet(constraint, packageName, presence));
  const { minKubeVersion: needed } = bundle;
  const found = there.cluster?.kubeVersion;
  if (needed === undefined || found === undefined || !isOlderKubernetes(found, needed)) return { needs };
  return { needs, kubernetes: { needed, found } };
}
