/** How an object is at a glance: its replicas, and its age. Pure. */
import { asObject, type KubeObject } from '../../api';
import { defined } from '../../defined';

export interface Vitals {
  /**
   * Of what runs Pods: the replicas that are ready (of a Job: that have succeeded; of a Pod: its containers), and how many there should be.
   * Of custom resources, too, that count as a Deployment does. Absent: its kind does not count.
   */
  readonly replicas?: { readonly ready: number; readonly wanted: number };
  /** RFC 3339. */
  readonly createdAt?: string;
}

export function vitalsOf(object: KubeObject): Vitals {
  const { creationTimestamp } = object.metadata as { readonly creationTimestamp?: unknown };
  return defined({ replicas: replicasOf(object), createdAt: typeof creationTimestamp === 'string' ? creationTimestamp : undefined });
}

/** What is written by controllers of others may have any shape: what is no number is not counted. */
export function replicasOf(object: KubeObject): Vitals['replicas'] {
  const [spec, status] = [asObject(object['spec']) ?? {}, asObject(object['status']) ?? {}];
  const counted = (wanted: unknown, ready: unknown): Vitals['replicas'] =>
    (typeof wanted === 'number' ? { wanted, ready: typeof ready === 'number' ? ready : 0 } : undefined);
  switch (object.kind) {
    case 'DaemonSet': return counted(status['desiredNumberScheduled'], status['numberReady']);
    // Without both, the Job is a single Pod; with parallelism alone, its end is not a number.
    case 'Job': return counted(spec['completions'] ?? (spec['parallelism'] === undefined ? 1 : undefined), status['succeeded']);
    case 'Pod': return counted(listOf(spec['containers'])?.length, readyContainers(status['containerStatuses']));
    default: return counted(spec['replicas'], status['readyReplicas']);
  }
}

function readyContainers(statuses: unknown): number {
  return (listOf(statuses) ?? []).filter((container) => asObject(container)?.['ready'] === true).length;
}

function listOf(value: unknown): readonly unknown[] | undefined {
  return Array.isArray(value) ? value : undefined;
}
