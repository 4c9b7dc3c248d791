import type { ClusterFacts, RecordedChoices } from '../source/surroundings';
import { stateNamespace, withCluster, type ConnectionArgs } from './session';

/** How a cluster is asked what rendering a bundle depends on: when it matters, and once. */
export function clusterFacts(args: ConnectionArgs, timeoutMs: number): () => Promise<ClusterFacts> {
  let known: Promise<ClusterFacts> | undefined;
  return () => (known ??= withCluster(args, timeoutMs, async ({ cluster }) => {
    const { bundleFacts } = await import('../runtime/index.js');
    return bundleFacts(cluster);
  }));
}

export type StateArgs = ConnectionArgs & { readonly namespace?: string | undefined; readonly stateNamespace?: string | undefined };

/** How a cluster is asked what was chosen when an extension was applied last; undefined: it is not installed. */
export function recordOf(args: StateArgs, timeoutMs: number): (extension: string) => Promise<RecordedChoices | undefined> {
  return async (extension) => withCluster(args, timeoutMs, async ({ cluster }) => {
    const { recordedChoices } = await import('../runtime/index.js');
    return recordedChoices(extension, { cluster, stateNamespace: stateNamespace(args, cluster) });
  });
}
