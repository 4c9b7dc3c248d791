import type { KubeObject } from '../../api';
import type { Cluster, ObserveScope } from '../../engine';

export interface Observers {
  /** Called with each stream before it is opened. */
  readonly onObserve?: ((scope: ObserveScope) => void) | undefined;
  /** Called with each object that a stream or a read shows, before the engine sees it; some are not of the task. */
  readonly onLive?: ((object: KubeObject) => void) | undefined;
}

/** The same cluster, with somebody who looks on. */
export function observedBy(cluster: Cluster, { onObserve, onLive }: Observers): Cluster {
  if (onObserve === undefined && onLive === undefined) return cluster;
  return {
    ...cluster,
    get: async (ref) => {
      const answer = await cluster.get(ref);
      if (answer.type === 'object') onLive?.(answer.object);
      return answer;
    },
    observe: (scope, observer) => {
      onObserve?.(scope);
      return cluster.observe(scope, {
        changed: (object) => {
          onLive?.(object);
          observer.changed(object);
        },
        removed: (ref, resourceVersion) => observer.removed(ref, resourceVersion),
        synced: (resourceVersion) => observer.synced(resourceVersion),
        failed: (problem, retrying) => observer.failed(problem, retrying),
      });
    },
  };
}
