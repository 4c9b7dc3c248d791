/** Everything that can be found out about one object: why it is not ready, and what to do. */
import { displayName, type KubeObject, type ObjectRef } from '../../api';
import { defined } from '../../defined';
import type { Answer, Cluster, ObjectResult, ProbeVerdict } from '../../engine';
import type { HintWords } from '../../errors';
import type { KubeCluster } from '../../kube';
import type { ControlledBy } from './by-controllers';
import { conditionsOf, deletionOf, isTrouble, type ConditionLine, type Deletion } from './conditions';
import { replacementOf } from '../plan/replacement';
import type { EventLine, Events } from './events';
import { hintsFor, type Hint, type HintFacts } from './hints';
import { changedFields, managersOf, type ChangedField, type ManagerLine } from './managers';
import type { LastWords } from './last-words';
import { podsOf, troubleText, type PodChain } from './pods';
import { resourcesLeft } from './resources-left';
import { isWell, reasonOf } from './troubles';

export interface ObjectExplanation {
  readonly ref: ObjectRef;
  readonly phase: string;
  readonly well: boolean;
  /** What an apply would do about it. */
  readonly action: ObjectResult['action'];
  /** Why it is not as it should be, in a sentence. */
  readonly reason: string;
  /** What its probes say; absent when it does not exist. */
  readonly probe?: ProbeVerdict;
  readonly exists: boolean;
  readonly conditions: readonly ConditionLine[];
  readonly deletion?: Deletion;
  /** Of workloads. */
  readonly pods?: PodChain;
  /** Newest first: its own, and those of what stands between it and its Pods and of Pods in trouble. */
  readonly events: readonly EventLine[];
  /** Our fields that others hold or changed. */
  readonly changed: readonly ChangedField[];
  /** Who wrote it last. */
  readonly managers: readonly ManagerLine[];
  readonly hints: readonly Hint[];
}

/** What live reads found: the object with its Pods, or why it could not be had. */
export interface Sighting {
  readonly result: ObjectResult;
  readonly live?: KubeObject;
  readonly pods?: PodChain;
  /** Custom resources that a definition waits for, a line each. */
  readonly left?: readonly string[];
  readonly refused?: string;
}

export async function sight(
  result: ObjectResult, cluster: Pick<KubeCluster, 'list'>, reader: Pick<Cluster, 'get'>, words?: LastWords,
): Promise<Sighting> {
  const answer = await reader.get(result.ref);
  if (answer.type === 'object') {
    const pods = await podsOf(cluster, answer.object, words);
    const refused = pods?.refused;
    const left = await resourcesLeft(cluster, answer.object);
    return { result, live: answer.object, ...defined({ pods, refused }), ...(left.length === 0 ? {} : { left }) };
  }
  if (answer.type === 'gone' || answer.type === 'unserved') return { result };
  return { result, refused: unreadFor(result.ref, answer) };
}

/** That an object could not be read, as a sentence. */
export function unreadFor(ref: ObjectRef, answer: Extract<Answer, { type: 'refused' | 'lost' }>): string {
  const why = answer.type === 'refused' ? answer.status.message : answer.message;
  return `${displayName(ref)} could not be looked at: ${why.replace(/\.$/, '')}.`;
}

/** @param controlled who runs the extension. @default the command */
export function explainObject(
  { result, live, pods, left = [] }: Sighting, events: Events, words?: HintWords, controlled?: ControlledBy,
): ObjectExplanation {
  const { ref, phase, action, ready } = result;
  const conditions = live === undefined ? [] : conditionsOf(live);
  const going = live === undefined ? undefined : deletionOf(live);
  const deletion = going === undefined ? undefined : { ...going, left: [...going.left, ...left] };
  const changed = live === undefined || result.action !== 'Recovered' ? [] : changedFields(live, result.interference);
  const lines = events.of(live?.metadata.uid, ...(pods?.uids ?? []), ...(pods?.pods.map(({ uid }) => uid) ?? []));
  const explained = {
    ref,
    phase,
    well: isWell(result) && deletion === undefined,
    action,
    reason: reasonOf(result),
    ...defined({ probe: ready }),
    exists: live !== undefined,
    conditions,
    ...defined({ deletion, pods }),
    events: lines,
    changed,
    managers: live === undefined ? [] : managersOf(live),
  };
  // What is well may have a remark, and a cause worth looking at: a claim that is not bound.
  const isQuiet = explained.well && (ready === undefined || ready.message === '');
  const replacement = result.action === 'Failed' && controlled === undefined ? replacementOf(ref, result.cause) : undefined;
  const collision = result.action === 'Collision' ? result.cause : undefined;
  const facts = { ...factsOf(result, explained), resourcesLeft: left.length > 0 };
  const hints = isQuiet ? [] : hintsFor(facts, { pod: pods?.pods[0], collision, words, controlled });
  // What to do about a field that cannot be changed is known better than the table knows it.
  return {
    ...explained,
    hints: hints.map((hint) => (hint.code === 'immutable' && replacement !== undefined ? { ...hint, text: replacement.hint } : hint)),
  };
}

function factsOf(result: ObjectResult, explained: Omit<ObjectExplanation, 'hints'>): HintFacts {
  const { action, reason, conditions, deletion, pods, events, changed } = explained;
  return {
    sentences: [
      reason,
      ...conditions.filter(isTrouble).map(({ type, reason: why = '', message = '' }) => `${type}: ${why}: ${message}`),
      ...(pods?.troubles.map(troubleText) ?? []),
      ...(pods?.pods.flatMap(({ reasons }) => reasons) ?? []),
      ...events.filter(({ type }) => type !== 'Normal').map(({ reason: why, message }) => `${why}: ${message}`),
    ],
    action,
    unserved: isUnserved(result),
    finalizers: deletion?.finalizers ?? [],
    changedBy: changed.flatMap(({ manager }) => manager ?? []),
    restarted: pods?.pods.some(({ restarted }) => restarted) === true,
    ended: pods?.pods.some(({ ended }) => ended) === true,
  };
}

function isUnserved(result: ObjectResult): boolean {
  if (result.action === 'Waiting') return result.cause.type === 'kind-not-served';
  return result.action === 'Failed' && result.cause.type === 'unserved';
}
