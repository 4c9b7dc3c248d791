import type { Cluster, ObserveScope, ServedKind } from '../engine/ports';
import type { KubeLane, LaneOptions } from './lane';
import { parseSelector, type Interest } from './streams';

export interface ShareOptions {
  /** How long a stream goes on without observers, in milliseconds, so that coming and going costs no new list. @default 30000 */
  readonly lingerMs?: number;
}

/** A cluster whose streams are shared. */
export interface SharingCluster extends Cluster {
  /** Every kind that can be listed. */
  kinds(): Promise<readonly ServedKind[]>;
  /** The same, with a queue of requests of its own; streams are shared with all lanes. */
  lane(name: string, options?: LaneOptions): SharingCluster;
}

/**
 * The same cluster for many tasks at once, each of which marks its objects with its own value of one label. Observers whose label selector
 * holds `label=value` join one stream of that kind for the whole cluster, whatever their value and namespace; so do those that ask for
 * `label` alone, which get the objects of all values. 1,000 tasks with objects of 10 kinds have 10 streams.
 *
 * When the label of an object changes or goes, the observers of its former value get `removed`. Scopes without the label, by name, or with
 * requirements other than equality go to the cluster as they are. An observer whose user may not watch the whole cluster gets `failed`
 * (403, not retrying): it has to observe something narrower without the label, or single objects.
 */
export function shareStreams(cluster: KubeLane, label: string, options: ShareOptions = {}): SharingCluster {
  const { lingerMs = 30_000 } = options;
  return {
    apply: (object, applyOptions) => cluster.apply(object, applyOptions),
    patch: (ref, operations, fieldManager) => cluster.patch(ref, operations, fieldManager),
    delete: (ref, deleteOptions) => cluster.delete(ref, deleteOptions),
    create: (object, createOptions) => cluster.create(object, createOptions),
    get: (ref) => cluster.get(ref),
    resolve: (apiVersion, kind) => cluster.resolve(apiVersion, kind),
    kinds: () => cluster.kinds(),
    origin: cluster.origin,
    observe: (scope, observer) => {
      const interest = interestOf(scope, label);
      if (interest === undefined) return cluster.observe(scope, observer);
      return cluster.observeShared({ apiVersion: scope.apiVersion, kind: scope.kind }, label, interest, observer, lingerMs);
    },
    lane: (name, laneOptions) => shareStreams(cluster.lane(name, laneOptions), label, options),
  };
}

/** What an observer of this scope wants of the shared stream; undefined when it cannot use it. */
function interestOf(scope: ObserveScope, label: string): Interest | undefined {
  if (scope.name !== undefined || scope.labelSelector === undefined) return undefined;
  const requirements = parseSelector(scope.labelSelector);
  if (!requirements?.has(label)) return undefined;
  const labels = new Map(requirements);
  labels.delete(label);
  return { value: requirements.get(label), namespace: scope.namespace || undefined, labels };
}
