/**
 * What of the trouble of a workload and its Pods does not pass with a little patience. Pure.
 */
import { asObject, isJsonObject, type JsonObject, type KubeObject } from '../../api';
import { conditionsOf } from './conditions';

/** Kinds of trouble that each have a patience of their own. */
export type StallCause =
  /** An image that cannot be had. */
  | 'image'
  /** A container that ends again and again, or cannot be made. */
  | 'crash'
  /** No node takes the Pod. */
  | 'unschedulable'
  /** A Deployment ran out of its own `progressDeadlineSeconds`. */
  | 'deadline';

const IMAGE = new Set([
  'ImagePullBackOff',
  'ErrImagePull',
  'ErrImageNeverPull',
  'InvalidImageName',
  'ImageInspectError',
  'RegistryUnavailable',
]);
const CRASH = new Set([
  'CrashLoopBackOff', 'CreateContainerConfigError', 'CreateContainerError', 'RunContainerError', 'PreCreateHookError', 'PostStartHookError',
]);

/** Why a Pod will hardly get ready by itself; undefined: it may. */
export function stallOfPod(pod: KubeObject): StallCause | undefined {
  const status = asObject(pod['status']) ?? {};
  const conditions = conditionsOf(pod);
  if (conditions.some(({ type, status: value }) => type === 'Ready' && value === 'True')) return undefined;
  const lists = [status['initContainerStatuses'], status['containerStatuses']];
  const causes = lists.flatMap((list) => (Array.isArray(list) ? list.filter(isJsonObject) : [])).map(stallOfContainer);
  const found = causes.find((cause) => cause !== undefined);
  if (found !== undefined) return found;
  const isUnschedulable = conditions.some(({ type, status: value, reason }) => (
    type === 'PodScheduled' && value === 'False' && reason === 'Unschedulable'
  ));
  return isUnschedulable ? 'unschedulable' : undefined;
}

/** Between two ends of a container that crashes it runs for a while: then only its restarts say so. */
function stallOfContainer({ state, lastState, ready, restartCount }: JsonObject): StallCause | undefined {
  const waiting = asObject(asObject(state)?.['waiting'])?.['reason'];
  if (typeof waiting === 'string') {
    if (IMAGE.has(waiting)) return 'image';
    if (CRASH.has(waiting)) return 'crash';
  }
  const hasFailed = (of: unknown): boolean => {
    const code = asObject(asObject(of)?.['terminated'])?.['exitCode'];
    return typeof code === 'number' && code !== 0;
  };
  const restarts = typeof restartCount === 'number' ? restartCount : 0;
  return ready === false && (hasFailed(state) || (restarts > 0 && hasFailed(lastState))) ? 'crash' : undefined;
}

/** A Deployment whose controller has given up the newest template, and says so of the generation that is there. */
export function hasExceededDeadline(object: KubeObject): boolean {
  const { kind, metadata: { generation } } = object;
  const observed = asObject(object['status'])?.['observedGeneration'];
  if (kind !== 'Deployment' || (typeof observed === 'number' && typeof generation === 'number' && observed < generation)) return false;
  return conditionsOf(object).some(({ type, status, reason }) => (
    type === 'Progressing' && status === 'False' && reason === 'ProgressDeadlineExceeded'
  ));
}
