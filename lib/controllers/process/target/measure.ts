/** What another cluster as the target is measured by. */
import type { MetricDefinition, Metrics } from '../metrics/metrics';
import type { Target } from './target';

export const TARGET_REACHABLE: MetricDefinition<never> = {
  name: 'boxcutter_controller_target_reachable',
  help: '1 while the other cluster, where objects of revisions are, can be reached.',
  labels: [],
};

export const TARGET_REQUESTS: MetricDefinition<'verb'> = {
  name: 'boxcutter_target_requests_total',
  help: 'Requests sent to the API server of the other cluster by verb; repetitions count.',
  labels: ['verb'],
};

/** Nothing where objects live in the cluster of their revisions. */
export function measureTarget(metrics: Metrics, target: Target): void {
  if (target.name === undefined) return;
  metrics.collected(TARGET_REACHABLE, () => [{ labels: {}, value: Number(target.away === undefined && target.id !== undefined) }]);
  metrics.counted(TARGET_REQUESTS, () => Object.entries(target.cluster.requests()).map(([verb, value]) => ({ labels: { verb }, value })));
}
