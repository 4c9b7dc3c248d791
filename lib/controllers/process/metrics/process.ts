/** What the process itself is measured by: requests, streams, leadership, gates. */
import type { KubeCluster } from '../../../kube';
import type { FeatureGates } from '../config/feature-gates';
import type { Readiness } from '../manager';
import type { MetricDefinition, Metrics } from './metrics';

export const REQUESTS: MetricDefinition<'verb'> = {
  name: 'boxcutter_requests_total',
  help: 'Requests sent to the API server by verb; dryRun and discovery are counted apart, repetitions count.',
  labels: ['verb'],
};

export const STREAM_OBJECTS: MetricDefinition<'api_version' | 'kind'> = {
  name: 'boxcutter_stream_objects',
  help: 'Objects that the open watches of a kind follow.',
  labels: ['api_version', 'kind'],
};

export const STREAMS: MetricDefinition<'state'> = {
  name: 'boxcutter_streams',
  help: 'Open watches: synced, or not yet (behind).',
  labels: ['state'],
};

export const LEADER: MetricDefinition<'identity'> = {
  name: 'boxcutter_controller_leader',
  help: '1 on the replica that leads, 0 on the others.',
  labels: ['identity'],
};

export const GATE_ENABLED: MetricDefinition<'gate'> = {
  name: 'boxcutter_controller_feature_gate',
  help: '1 where the feature gate is on.',
  labels: ['gate'],
};

export const READY: MetricDefinition<'controller'> = {
  name: 'boxcutter_controller_ready',
  help: '1 where the controller does what it is there for on this replica.',
  labels: ['controller'],
};

export interface MeasuredProcess {
  readonly cluster: Pick<KubeCluster, 'requests' | 'streams'>;
  readonly gates: FeatureGates;
  readonly identity: string;
  readonly leading: () => boolean;
  readonly readiness: () => readonly Readiness[];
}

export function measureProcess(metrics: Metrics, { cluster, gates, identity, leading, readiness }: MeasuredProcess): void {
  metrics.counted(REQUESTS, () => Object.entries(cluster.requests()).map(([verb, value]) => ({ labels: { verb }, value })));
  metrics.collected(STREAMS, () => {
    const streams = cluster.streams();
    const synced = streams.filter((stream) => stream.synced).length;
    return [{ labels: { state: 'synced' }, value: synced }, { labels: { state: 'behind' }, value: streams.length - synced }];
  });
  metrics.collected(STREAM_OBJECTS, () => {
    const sums = new Map<string, { readonly labels: { api_version: string; kind: string }; value: number }>();
    for (const { apiVersion, kind, objects } of cluster.streams()) {
      const sum = sums.get(`${apiVersion} ${kind}`) ?? { labels: { api_version: apiVersion, kind }, value: 0 };
      sums.set(`${apiVersion} ${kind}`, { ...sum, value: sum.value + objects });
    }
    return sums.values();
  });
  metrics.collected(LEADER, () => [{ labels: { identity }, value: Number(leading()) }]);
  metrics.collected(GATE_ENABLED, () => Object.entries(gates.all).map(([gate, on]) => ({ labels: { gate }, value: Number(on) })));
  metrics.collected(READY, () => readiness().map(({ name, ready }) => ({ labels: { controller: name }, value: Number(ready) })));
}
