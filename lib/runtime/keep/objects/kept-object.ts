/**
 * What is remembered of one object: what the last run left, and what the streams showed last. Small, because there are many;
 * enough to tell without the desired object whether it has to be looked at.
 */
import type { KubeObject, ObjectRef } from '../../../api';
import { ownershipOf, type OwnerContext, type ProbeEvaluator, type ProbeVerdict } from '../../../engine';
import { ownedDigest } from '../../../engine/internal';

/** What the last run left, from the inventory of the head. Without `owned`: planned, or not known. */
export interface Recorded {
  readonly uid?: string;
  readonly owned?: string;
  /** A Job that goes by itself after it has finished, and that has: that it is gone is as it should be. */
  readonly finished?: true;
  /** The run could not tell (`UNSETTLED`): `owned` is how we found the object first, or what the run left. */
  readonly adopted?: true;
}

/** Readiness: ready, or why not. */
export type Readiness = { readonly status: 'pass' } | { readonly status: 'fail' | 'unknown'; readonly message: string };

export interface Observed {
  readonly uid: string;
  readonly version: string;
  readonly owned: string;
  /** Controlled by its subject alone. */
  readonly ours: boolean;
  /** Another revision of the same extension controls it: this one has nothing more to do with it. Never so of an owner without siblings. */
  readonly handedOver?: true;
  readonly terminating: boolean;
  readonly ready: Readiness;
  /** Waiting does not make it ready. */
  readonly terminal?: true;
}

/**
 * `unseen`: nothing was shown yet. `unshown`: what should show it has shown everything, but not this. `vanished`: a stream no longer shows
 * it. `absent`: a live read said that there is none.
 */
export type Observation = Observed | 'unseen' | 'unshown' | 'vanished' | 'absent';

export interface KeptObject {
  readonly key: string;
  readonly ref: ObjectRef;
  recorded: Recorded;
  observation: Observation;
  /** The version as of which a stream last stopped showing it: what a run saw before that says nothing any more. */
  lostAt?: string | undefined;
}

export type Wrong =
  /** Fields of ours are not as we left them, or not ours any more. */
  | 'changed'
  /** Another object of the same name. */
  | 'replaced'
  /** We do not control it any more. */
  | 'taken'
  /** It is gone, or no longer carries our label: only a read can tell. */
  | 'missing';

export type Judgement =
  | { readonly type: 'right' }
  | { readonly type: 'wrong'; readonly reason: Wrong }
  /** It is being deleted: nothing can be done before it is gone. */
  | { readonly type: 'leaving' }
  /** No run has said yet what it should be, or no stream what it is. */
  | { readonly type: 'undecided' };

const RIGHT: Judgement = { type: 'right' };
const LEAVING: Judgement = { type: 'leaving' };
const UNDECIDED: Judgement = { type: 'undecided' };
const WRONG: Readonly<Record<Wrong, Judgement>> = {
  changed: { type: 'wrong', reason: 'changed' },
  replaced: { type: 'wrong', reason: 'replaced' },
  taken: { type: 'wrong', reason: 'taken' },
  missing: { type: 'wrong', reason: 'missing' },
};

/** Is the object as the last run left it? Sound: equal digests of what we own mean that an apply of the same content changes nothing. */
export function judge(recorded: Recorded, observation: Observation): Judgement {
  if (recorded.owned === undefined || observation === 'unseen') return UNDECIDED;
  if (typeof observation === 'string') return recorded.finished === true ? RIGHT : WRONG.missing;
  if (observation.handedOver === true) return RIGHT;
  if (observation.terminating) return LEAVING;
  if (observation.uid !== recorded.uid) return WRONG.replaced;
  if (!observation.ours) return WRONG.taken;
  return observation.owned === recorded.owned ? RIGHT : WRONG.changed;
}

const READY: Readiness = { status: 'pass' };

/** Everything that is ever asked of a live object. What equals the record shares its strings. */
export function observedOf(object: KubeObject, context: OwnerContext, probe: ProbeEvaluator, recorded: Recorded): Observed {
  const { uid = '', resourceVersion = '', deletionTimestamp } = object.metadata;
  const owned = ownedDigest(object, context.fieldManager);
  const { relation } = ownershipOf(object, context, recorded.uid);
  return {
    uid: uid === recorded.uid ? recorded.uid : uid,
    version: resourceVersion,
    owned: owned === recorded.owned ? recorded.owned : owned,
    ours: relation === 'ours',
    ...(relation === 'sibling' ? { handedOver: true as const } : {}),
    terminating: deletionTimestamp !== undefined,
    ...standingOf(probe(object)),
  };
}

export function standingOf(verdict: ProbeVerdict): Pick<Observed, 'ready' | 'terminal'> {
  return { ready: readinessOf(verdict), ...(verdict.terminal ? { terminal: true } : {}) };
}

function readinessOf({ status, message }: Pick<ProbeVerdict, 'status' | 'message'>): Readiness {
  return status === 'pass' ? READY : { status, message };
}
