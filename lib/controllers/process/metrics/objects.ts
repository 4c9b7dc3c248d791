/** What a cache holds, as numbers: how many objects, and what their conditions say, said before, and how long. */
import type { Condition, KubeObject } from '../../../api';
import { findCondition, transitionsOf } from '../../conditions';
import type { Clock } from '../clock';
import type { ResourceCache } from '../resource-cache';
import type { MetricDefinition, Metrics, Sample } from './metrics';

/** An object with conditions. */
export interface Conditioned extends KubeObject {
  readonly status?: { readonly conditions?: readonly Condition[] };
}

export const CACHE_OBJECTS: MetricDefinition<'kind'> = {
  name: 'boxcutter_controller_cache_objects',
  help: 'Objects of our kinds that a controller holds in memory.',
  labels: ['kind'],
};

export const TRANSITIONS: MetricDefinition<'kind' | 'condition' | 'status' | 'reason'> = {
  name: 'boxcutter_controller_condition_transitions_total',
  help: 'Conditions that got another status or reason, by the one that they got.',
  labels: ['kind', 'condition', 'status', 'reason'],
};

export const HELD_SECONDS: MetricDefinition<'kind' | 'condition' | 'status'> = {
  name: 'boxcutter_controller_condition_held_seconds',
  help: 'How long a condition had a status before it got another, in seconds, by the one that it had.',
  labels: ['kind', 'condition', 'status'],
  buckets: [1, 5, 15, 30, 60, 300, 900, 3_600, 21_600, 86_400, 604_800],
};

/** `clusterextensionrevision_condition`, `clusterextension_condition`, `clustercatalog_condition`. */
export function conditionMetric(kind: string): MetricDefinition<'name' | 'condition' | 'status' | 'reason'> {
  return {
    name: `${kind.toLowerCase()}_condition`,
    help: `1 for what each condition of a ${kind} says now.`,
    labels: ['name', 'condition', 'status', 'reason'],
  };
}

/** `clusterextensionrevision_condition_since_seconds`, and so on. */
export function sinceMetric(kind: string): MetricDefinition<'name' | 'condition' | 'status'> {
  return {
    name: `${kind.toLowerCase()}_condition_since_seconds`,
    help: `Since when a condition of a ${kind} has its status, in seconds since 1970. Archived objects are left out.`,
    labels: ['name', 'condition', 'status'],
  };
}

/**
 * Measures the objects of a cache from now on. What conditions say is read from the cache when the metrics are, so that nothing has to be
 * taken back when an object goes; a restart changes nothing, for the times are those of the objects.
 */
export function measureObjects(
  metrics: Metrics, cache: Pick<ResourceCache<Conditioned>, 'list' | 'on' | 'size'>, kind: string, clock: Clock,
): void {
  metrics.collected(CACHE_OBJECTS, () => [{ labels: { kind }, value: cache.size }]);
  metrics.collected(conditionMetric(kind), () => conditionSamples(cache.list()));
  metrics.collected(sinceMetric(kind), () => sinceSamples(cache.list()));
  const transitions = metrics.counter(TRANSITIONS);
  const held = metrics.histogram(HELD_SECONDS);
  cache.on({
    changed: (now, before) => {
      if (before === undefined || before.metadata.uid !== now.metadata.uid) return;
      for (const { type, from, to, heldMs } of transitionsOf(before.status?.conditions, now.status?.conditions ?? [], clock.now())) {
        transitions.inc({ kind, condition: type, status: to.status, reason: to.reason });
        if (from !== undefined && heldMs !== undefined) held.observe({ kind, condition: type, status: from.status }, heldMs / 1000);
      }
    },
  });
}

function* conditionSamples(objects: Iterable<Conditioned>): Iterable<Sample<'name' | 'condition' | 'status' | 'reason'>> {
  for (const { metadata: { name = '' }, status } of objects) {
    for (const { type: condition, status: said, reason } of status?.conditions ?? []) {
      yield { labels: { name, condition, status: said, reason }, value: 1 };
    }
  }
}

function* sinceSamples(objects: Iterable<Conditioned>): Iterable<Sample<'name' | 'condition' | 'status'>> {
  for (const { metadata: { name = '' }, status } of objects) {
    if (findCondition(status?.conditions, 'Progressing')?.reason === 'Archived') continue;
    for (const { type: condition, status: said, lastTransitionTime } of status?.conditions ?? []) {
      const seconds = Date.parse(lastTransitionTime) / 1000;
      if (Number.isFinite(seconds)) yield { labels: { name, condition, status: said }, value: seconds };
    }
  }
}
