/** Metrics in the text format of Prometheus. */
import type { Condition } from '../../../../../lib/api';
import { featureGates, measureObjects, measureQueue, ResourceCache, turnMetrics, type Conditioned } from '../../../../../lib/controllers/process';
import type { Target } from '../../../../../lib/controllers';
import { measureTarget } from '../../../../../lib/controllers/process/target/measure';
import { measureProcess } from '../../../../../lib/controllers/process/metrics/process';
import { PrometheusMetrics } from '../../../../../lib/controllers/process/metrics/prometheus';
import type { Observer } from '../../../../../lib/engine/ports';
import { ManualClock } from '../../manual-clock';

const samples = async (metrics: PrometheusMetrics, name: string): Promise<string[]> =>
  (await metrics.expose()).split('\n').filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));

const condition = (type: string, status: Condition['status'], reason: string, at = '2026-01-01T00:00:00Z'): Condition =>
  ({ type, status, reason, message: 'words that no metric shows', lastTransitionTime: at });
const revision = (name: string, version: number, ...conditions: Condition[]): Conditioned => ({
  apiVersion: 'olm.operatorframework.io/v1', kind: 'ClusterExtensionRevision', metadata: { name, uid: name, resourceVersion: String(version) }, status: { conditions },
});

function bench() {
  let observer: Observer | undefined;
  const cluster = { observe: (_scope: unknown, given: Observer) => ((observer = given), { close: () => {} }) };
  const cache = new ResourceCache<Conditioned>(cluster, { apiVersion: 'olm.operatorframework.io/v1', kind: 'ClusterExtensionRevision' });
  const metrics = new PrometheusMetrics();
  const clock = new ManualClock();
  measureObjects(metrics, cache, 'ClusterExtensionRevision', clock);
  return { metrics, clock, stream: observer as Observer };
}

test('what conditions say is read from the cache: a revision that is gone has no series', async () => {
  const { metrics, stream } = bench();
  stream.changed(revision('web-1', 1, condition('Available', 'False', 'ProbeFailure'), condition('Progressing', 'True', 'RollingOut')));
  stream.changed(revision('web-2', 1, condition('Available', 'True', 'ProbesSucceeded')));
  expect(await samples(metrics, 'clusterextensionrevision_condition')).toEqual([
    'clusterextensionrevision_condition{name="web-1",condition="Available",status="False",reason="ProbeFailure"} 1',
    'clusterextensionrevision_condition{name="web-1",condition="Progressing",status="True",reason="RollingOut"} 1',
    'clusterextensionrevision_condition{name="web-2",condition="Available",status="True",reason="ProbesSucceeded"} 1',
  ]);
  stream.changed(revision('web-1', 2, condition('Available', 'True', 'ProbesSucceeded')));
  stream.removed({ apiVersion: 'olm.operatorframework.io/v1', kind: 'ClusterExtensionRevision', name: 'web-2' }, '3');
  expect(await samples(metrics, 'clusterextensionrevision_condition')).toEqual([
    'clusterextensionrevision_condition{name="web-1",condition="Available",status="True",reason="ProbesSucceeded"} 1',
  ]);
  expect(await samples(metrics, 'boxcutter_controller_cache_objects')).toEqual(['boxcutter_controller_cache_objects{kind="ClusterExtensionRevision"} 1']);
});

test('since when a condition has its status, archived revisions apart', async () => {
  const { metrics, stream } = bench();
  stream.changed(revision('web-1', 1, condition('Progressing', 'True', 'RollingOut', '2026-01-01T00:00:10Z')));
  stream.changed(revision('web-0', 1, condition('Progressing', 'False', 'Archived'), condition('Available', 'Unknown', 'Archived')));
  expect(await samples(metrics, 'clusterextensionrevision_condition_since_seconds')).toEqual([
    'clusterextensionrevision_condition_since_seconds{name="web-1",condition="Progressing",status="True"} 1767225610',
  ]);
});

test('transitions are counted, and how long the former status was held', async () => {
  const { metrics, clock, stream } = bench();
  stream.changed(revision('web-1', 1, condition('Available', 'False', 'ProbeFailure')));
  await clock.advance(45_000);
  stream.changed(revision('web-1', 2, condition('Available', 'True', 'ProbesSucceeded', '2026-01-01T00:00:45Z')));
  stream.changed(revision('web-1', 3, condition('Available', 'True', 'ProbesSucceeded', '2026-01-01T00:00:45Z')));
  expect(await samples(metrics, 'boxcutter_controller_condition_transitions_total')).toEqual([
    'boxcutter_controller_condition_transitions_total{kind="ClusterExtensionRevision",condition="Available",status="True",reason="ProbesSucceeded"} 1',
  ]);
  expect(await samples(metrics, 'boxcutter_controller_condition_held_seconds_sum')).toEqual([
    'boxcutter_controller_condition_held_seconds_sum{kind="ClusterExtensionRevision",condition="Available",status="False"} 45',
  ]);
});

test('turns and queues of several controllers share their metrics', async () => {
  const metrics = new PrometheusMetrics();
  const catalog = turnMetrics(metrics, 'catalog');
  const revisions = turnMetrics(metrics, 'revision');
  catalog.begun(20);
  catalog.ended(1_500, 'done');
  revisions.ended(10, 'failed');
  measureQueue(metrics, 'catalog', { depth: 1, later: 2, underWay: 3 });
  measureQueue(metrics, 'revision', { depth: 4, later: 0, underWay: 0 });
  expect(await samples(metrics, 'boxcutter_controller_turns_total')).toEqual([
    'boxcutter_controller_turns_total{controller="catalog",result="done"} 1', 'boxcutter_controller_turns_total{controller="revision",result="failed"} 1',
  ]);
  expect(await samples(metrics, 'boxcutter_controller_turn_seconds_sum')).toContain('boxcutter_controller_turn_seconds_sum{controller="catalog"} 1.5');
  expect(await samples(metrics, 'boxcutter_controller_queue_depth')).toEqual([
    'boxcutter_controller_queue_depth{controller="catalog",state="due"} 1', 'boxcutter_controller_queue_depth{controller="catalog",state="later"} 2',
    'boxcutter_controller_queue_depth{controller="catalog",state="running"} 3', 'boxcutter_controller_queue_depth{controller="revision",state="due"} 4',
    'boxcutter_controller_queue_depth{controller="revision",state="later"} 0', 'boxcutter_controller_queue_depth{controller="revision",state="running"} 0',
  ]);
});

test('another cluster as the target: whether it can be reached, and requests to it; of the same cluster nothing', async () => {
  const cluster = { requests: () => ({ get: 2 }) };
  const exposed = async (target: object): Promise<string> => {
    const metrics = new PrometheusMetrics();
    measureTarget(metrics, { cluster, ...target } as unknown as Target);
    return metrics.expose();
  };
  const there = { name: 'the cluster of Secret a/b', id: 'x' };
  expect(await exposed(there)).toContain('boxcutter_controller_target_reachable 1\n');
  expect(await exposed({ ...there, away: {} })).toContain('boxcutter_controller_target_reachable 0\n');
  expect(await exposed(there)).toContain('boxcutter_target_requests_total{verb="get"} 2\n');
  expect(await exposed({})).not.toContain('target');
});

test('the process: requests by verb, streams, leadership, gates, readiness', async () => {
  const metrics = new PrometheusMetrics();
  const stream = { apiVersion: 'v1', kind: 'Secret', objects: 3, synced: true, observers: 1 };
  measureProcess(metrics, {
    cluster: {
      requests: () => ({ get: 2, patch: 7 }),
      streams: () => [stream, { ...stream, synced: false }].map((each) => ({ ...each, scope: { apiVersion: 'v1', kind: 'Secret' } })),
    },
    gates: featureGates(), identity: 'host_1', leading: () => true, readiness: () => [{ name: 'catalog', ready: false }],
  });
  const text = await metrics.expose();
  for (const line of [
    'boxcutter_requests_total{verb="get"} 2', 'boxcutter_requests_total{verb="patch"} 7', 'boxcutter_streams{state="behind"} 1',
    'boxcutter_stream_objects{api_version="v1",kind="Secret"} 6', 'boxcutter_controller_leader{identity="host_1"} 1',
    'boxcutter_controller_feature_gate{gate="BoxcutterRuntime"} 1', 'boxcutter_controller_ready{controller="catalog"} 0',
  ]) expect(text).toContain(`${line}\n`);
});
