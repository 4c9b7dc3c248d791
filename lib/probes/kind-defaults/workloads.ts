/**
 * Default rules of the workloads that keep a number of Pods. The counters are those that kstatus and `kubectl rollout status` read;
 * a counter that is not there is 0 (the API drops zeros), and `spec.replicas` that is not there is 1.
 */
import { counted } from '../../counted';
import type { KubeObject } from '../../api';
import { type Condition, currentCondition, explanationOf, judgeCondition, recordOf, specOf, statusOf } from '../conditions';
import { judgeEqual } from '../field-checks';
import { parseFieldPath } from '../field-path';
import { asProgress, combine, failed, inProgress, inWords, PASS, unknown, type Finding } from '../verdict';

const UPDATED_REPLICAS = parseFieldPath('status.updatedReplicas');
const REPLICAS = parseFieldPath('status.replicas');

/** For people: the object is there, and nothing is known of it. */
const UNSEEN = 'its controller has not looked at it yet';

/**
 * Available, every replica of the newest template, none left of an older one. A Deployment that ran out of its own progress
 * deadline has failed, but may recover (an image appears, a quota grows), so that never ends a rollout.
 */
export function deployment(object: KubeObject): Finding {
  const wanted = wantedReplicas(object);
  if (wanted === 0 && count(object, 'replicas') === 0) return PASS;
  const basics = [judgeCondition(object, 'Available', 'True'), judgeEqual(object, UPDATED_REPLICAS, REPLICAS)].map(asProgress);
  const findings = basics.some(({ status }) => status !== 'pass') ? basics : [deploymentCounters(object, wanted)];
  const progressing = currentCondition(object, 'Progressing');
  if (progressing?.status === 'False' && progressing.reason === 'ProgressDeadlineExceeded') {
    findings.unshift(failed(`the rollout exceeded its progress deadline${explanationOf(progressing)}`));
  }
  // Its other conditions are the consequences alone.
  const refused = currentCondition(object, 'ReplicaFailure');
  if (refused?.status === 'True' && findings.some(({ status }) => status !== 'pass')) findings.push(inProgress(uncreated(refused)));
  if (specOf(object)['paused'] === true && findings.some(({ status }) => status !== 'pass')) {
    findings.push(inProgress('the Deployment is paused (.spec.paused is true)'));
  }
  const finding = combine(findings);
  return inWords(finding, deploymentInWords(object, wanted, finding));
}

/**
 * The fixed message for a Deployment compares fields (docs/requirements.md, revisions); a person who waits reads how far it is and what is
 * in its way.
 */
function deploymentInWords(object: KubeObject, wanted: number, { message, summary = message }: Finding): string {
  if (statusOf(object)['observedGeneration'] === undefined) return UNSEEN;
  const [replicas, updated, available] = [count(object, 'replicas'), count(object, 'updatedReplicas'), count(object, 'availableReplicas')];
  const older = replicas - updated;
  // What is reached is not waited for. Old Pods and surplus ones count as available, too.
  const counts = [
    ...(updated >= wanted ? [] : [`${updated} of ${wanted} updated`]),
    ...(available >= wanted ? [] : [`${available} of ${wanted} available`]),
    ...(older > 0 ? [`${older} of the older template left`] : []),
    ...(older <= 0 && replicas > wanted ? [surplusText(replicas, wanted)] : []),
  ];
  // No counter is in the way: a condition is.
  if (counts.length === 0) return summary;
  return `${counts.join(', ')}${specOf(object)['paused'] === true ? '; its rollout is paused (.spec.paused)' : ''}${obstacleOf(object)}`;
}

/** The condition that says most: Pods that cannot be made, no progress for too long, then that it is not available. */
function obstacleOf(object: KubeObject): string {
  const speaking = [['ReplicaFailure', 'True'], ['Progressing', 'False'], ['Available', 'False']] as const;
  const found = speaking.flatMap(([type, status]) => {
    const condition = currentCondition(object, type);
    return condition?.status === status ? [condition] : [];
  });
  return found[0] === undefined ? '' : explanationOf(found[0]);
}

/** All Pods ready and, as far as the update strategy replaces them by itself, of the newest template. */
export function statefulSet(object: KubeObject): Finding {
  const wanted = wantedReplicas(object);
  if (wanted === 0 && count(object, 'replicas') === 0) return PASS;
  if (statusOf(object)['observedGeneration'] === undefined) return inWords(unknown('missing .status.observedGeneration'), UNSEEN);
  const strategy = recordOf(specOf(object)['updateStrategy']);
  const available = statusOf(object)['availableReplicas'] === undefined ? 'readyReplicas' : 'availableReplicas';
  return firstNotPassed([
    reached(count(object, available), wanted, 'replicas are available'),
    strategy['type'] === 'OnDelete' ? PASS : statefulSetUpdate(object, wanted, numberOf(recordOf(strategy['rollingUpdate'])['partition'])),
    noSurplus(count(object, 'replicas'), wanted),
  ]);
}

/** A Pod on every node that it is meant for, of the newest template unless they are replaced by hand. */
export function daemonSet(object: KubeObject): Finding {
  const status = statusOf(object);
  if (status['observedGeneration'] === undefined) return inWords(unknown('missing .status.observedGeneration'), UNSEEN);
  if (status['desiredNumberScheduled'] === undefined) return inWords(unknown('missing .status.desiredNumberScheduled'), UNSEEN);
  const wanted = count(object, 'desiredNumberScheduled');
  const byHand = recordOf(specOf(object)['updateStrategy'])['type'] === 'OnDelete';
  return firstNotPassed([
    byHand ? PASS : reached(count(object, 'updatedNumberScheduled'), wanted, 'Pods are updated'),
    reached(count(object, 'numberAvailable'), wanted, 'Pods are available'),
  ]);
}

/** ReplicaSet and ReplicationController. */
export function replicaSet(object: KubeObject): Finding {
  const wanted = wantedReplicas(object);
  if (wanted === 0 && count(object, 'replicas') === 0) return PASS;
  if (statusOf(object)['observedGeneration'] === undefined) return inWords(unknown('missing .status.observedGeneration'), UNSEEN);
  const failure = currentCondition(object, 'ReplicaFailure');
  if (failure?.status === 'True') return failed(uncreated(failure));
  return firstNotPassed([
    reached(count(object, 'availableReplicas'), wanted, 'replicas are available'),
    noSurplus(count(object, 'replicas'), wanted),
  ]);
}

/** A quota, the security of the namespace or a webhook refuses them: the server says which. */
function uncreated(replicaFailure: Condition): string {
  return `Pods cannot be created${explanationOf(replicaFailure)}`;
}

function deploymentCounters(object: KubeObject, wanted: number): Finding {
  const updated = count(object, 'updatedReplicas');
  return firstNotPassed([
    reached(updated, wanted, 'replicas are updated'),
    noSurplus(count(object, 'replicas'), wanted),
    reached(count(object, 'availableReplicas'), updated, 'replicas are available'),
  ]);
}

function statefulSetUpdate(object: KubeObject, wanted: number, partition: number): Finding {
  // Pods below the partition keep the older template on purpose, and the revisions then never become equal.
  if (partition > 0) {
    return reached(count(object, 'updatedReplicas'), Math.max(0, wanted - partition), 'replicas above the partition are updated');
  }
  const { currentRevision, updateRevision } = statusOf(object);
  if (currentRevision === updateRevision) return PASS;
  const updated = reached(count(object, 'updatedReplicas'), wanted, 'replicas are updated');
  return updated.status === 'pass'
    ? inProgress('the update is not completed (.status.currentRevision is not .status.updateRevision)')
    : updated;
}

function reached(actual: number, wanted: number, what: string): Finding {
  return actual >= wanted ? PASS : inProgress(`${actual} of ${wanted} ${what}`);
}

function surplusText(actual: number, wanted: number): string {
  return `${counted(actual, 'replica exists', 'replicas exist')}, ${wanted} ${wanted === 1 ? 'is' : 'are'} wanted`;
}

function noSurplus(actual: number, wanted: number): Finding {
  return actual <= wanted ? PASS : inProgress(surplusText(actual, wanted));
}

function firstNotPassed(findings: readonly Finding[]): Finding {
  return findings.find(({ status }) => status !== 'pass') ?? PASS;
}

function wantedReplicas(object: KubeObject): number {
  const { replicas } = specOf(object);
  return typeof replicas === 'number' ? replicas : 1;
}

function count(object: KubeObject, counter: string): number {
  return numberOf(statusOf(object)[counter]);
}

function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}
