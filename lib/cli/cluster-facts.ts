import type { ClusterFacts } from './bundle-input';
import { withCluster, type ConnectionArgs } from './session';

/** How a cluster is asked what rendering a bundle depends on: when it matters, and once. */
export function clusterFacts(args: ConnectionArgs, timeoutMs: number): () => Promise<ClusterFacts> {
  let known: Promise<ClusterFacts> | undefined;
  return () => (known ??= withCluster(args, timeoutMs, async ({ cluster }) => {
    const { bundleFacts } = await import('../runtime/index.js');
    return { defaultNamespace: cluster.defaultNamespace, ...(await bundleFacts(cluster)) };
  }));
}
