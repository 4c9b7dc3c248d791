import type { Cluster, ObserveScope } from '../../engine';

/** The same cluster; `onObserve` is called with each stream before it is opened. */
export function observedBy(cluster: Cluster, onObserve: ((scope: ObserveScope) => void) | undefined): Cluster {
  if (onObserve === undefined) return cluster;
  return {
    ...cluster,
    observe: (scope, observer) => {
      onObserve(scope);
      return cluster.observe(scope, observer);
    },
  };
}
