import type { TurnObserver, TurnQueue } from '../turn-queue';
import type { MetricDefinition, Metrics } from './metrics';

export const TURNS: MetricDefinition<'controller' | 'result'> = {
  name: 'boxcutter_controller_turns_total',
  help: 'Turns of the queue of a controller, by how they ended: done or failed.',
  labels: ['controller', 'result'],
};

export const TURN_SECONDS: MetricDefinition<'controller'> = {
  name: 'boxcutter_controller_turn_seconds',
  help: 'How long turns took, in seconds.',
  labels: ['controller'],
  buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300],
};

export const QUEUE_SECONDS: MetricDefinition<'controller'> = {
  name: 'boxcutter_controller_queue_seconds',
  help: 'How long keys that were due waited for their turn, in seconds.',
  labels: ['controller'],
  buckets: [0.001, 0.01, 0.1, 0.5, 1, 5, 10, 30, 60, 300],
};

export const QUEUE_DEPTH: MetricDefinition<'controller' | 'state'> = {
  name: 'boxcutter_controller_queue_depth',
  help: 'Keys in the queue of a controller: due, later, or in their turn (running).',
  labels: ['controller', 'state'],
};

/** What a queue tells of its turns. */
export function turnMetrics(metrics: Metrics, controller: string): TurnObserver {
  const turns = metrics.counter(TURNS);
  const seconds = metrics.histogram(TURN_SECONDS);
  const waited = metrics.histogram(QUEUE_SECONDS);
  return {
    begun: (waitedMs) => waited.observe({ controller }, waitedMs / 1000),
    ended: (tookMs, result) => {
      turns.inc({ controller, result });
      seconds.observe({ controller }, tookMs / 1000);
    },
  };
}

/** How much there is in a queue. */
export function measureQueue(metrics: Metrics, controller: string, queue: Pick<TurnQueue, 'depth' | 'later' | 'underWay'>): void {
  metrics.collected(QUEUE_DEPTH, () => [
    { labels: { controller, state: 'due' }, value: queue.depth },
    { labels: { controller, state: 'later' }, value: queue.later },
    { labels: { controller, state: 'running' }, value: queue.underWay },
  ]);
}
