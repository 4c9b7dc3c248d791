/** Default rules of what runs Pods to an end: a Pod of its own, a Job. */
import type { KubeObject } from '../../api';
import { currentCondition, explanationOf, judgeCondition, recordOf, specOf, statusOf, type Condition } from '../conditions';
import { quoteOf } from '../text';
import { asProgress, failed, failedForGood, inProgress, inWords, PASS, unknown, type Finding } from '../verdict';

/** Reasons for which a container waits that do not pass with a little patience. */
const STUCK = new Set([
  'CrashLoopBackOff', 'ImagePullBackOff', 'ErrImagePull', 'ErrImageNeverPull', 'InvalidImageName', 'CreateContainerConfigError',
  'CreateContainerError', 'RunContainerError',
]);

/** Ready, or completed. A failed Pod never runs again, so that waiting for it is pointless. */
export function pod(object: KubeObject): Finding {
  const { phase } = statusOf(object);
  if (phase === undefined) return inWords(unknown('missing .status.phase'), 'no node has looked at it yet');
  if (phase === 'Succeeded') return PASS;
  if (phase === 'Failed') return failedForGood(`the Pod failed${explanationOf(failureOf(object))}`);
  const ready = judgeCondition(object, 'Ready', 'True');
  if (phase === 'Running' && ready.status === 'pass') return PASS;
  const stuck = stuckContainer(object);
  if (stuck !== undefined) return failed(stuck);
  const scheduled = currentCondition(object, 'PodScheduled');
  if (scheduled?.status === 'False' && scheduled.reason === 'Unschedulable') {
    return failed(`the Pod cannot be scheduled${explanationOf(scheduled)}`);
  }
  return phase === 'Running' ? asProgress(ready) : inProgress(`the Pod is ${String(phase)}`);
}

/** Complete. A suspended Job waits for the one who suspended it: going on without its work could harm what comes after it. */
export function job(object: KubeObject): Finding {
  const failure = currentCondition(object, 'Failed');
  if (failure?.status === 'True') return failedForGood(`the Job failed${explanationOf(failure)}`);
  if (currentCondition(object, 'Complete')?.status === 'True') return PASS;
  if (specOf(object)['suspend'] === true) return inProgress('the Job is suspended (.spec.suspend is true)');
  const { startTime, succeeded, active, failed: retried } = statusOf(object);
  if (startTime === undefined) return unknown('the Job has not started');
  const wanted = specOf(object)['completions'] ?? 1;
  const counts = [`${numeral(succeeded)} of ${numeral(wanted)} completions`, `${numeral(active)} active`, `${numeral(retried)} failed`];
  return inProgress(`the Job is running: ${counts.join(', ')}`);
}

function failureOf(object: KubeObject): Condition {
  const { reason, message } = statusOf(object);
  return { type: 'Failed', reason, message };
}

function stuckContainer(object: KubeObject): string | undefined {
  const status = statusOf(object);
  const lists = [status['initContainerStatuses'], status['containerStatuses']];
  for (const container of lists.flatMap((list) => (Array.isArray(list) ? list : []))) {
    const { name, state } = recordOf(container);
    const { reason, message } = recordOf(recordOf(state)['waiting']);
    if (typeof reason !== 'string' || !STUCK.has(reason)) continue;
    return `container ${quoteOf(String(name))} is waiting${explanationOf({ type: 'Waiting', reason, message })}`;
  }
  return undefined;
}

function numeral(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}
