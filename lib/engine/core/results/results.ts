/**
 * What a run did and where it stands: one discriminated union per object; phases and revisions derive from it.
 * Success and failure carry the same shape.
 */
import type { ObjectRef } from '../../../api';
import type { ProbeVerdict } from '../../../probes';
import type { Interference } from '../../fields';
import type { CollisionCause } from '../collision';
import type { FailureCause } from './failure';
import type { ReleaseCause } from './farewell';
import type { WaitingCause } from './waiting';

export type ObjectAction =
  /** It did not exist. */
  | { readonly action: 'Created' }
  /** The revision wants it otherwise than the one before. */
  | { readonly action: 'Updated' }
  /** It could not be changed in place: it was deleted and made anew. */
  | { readonly action: 'Replaced'; readonly cause: ReplacementCause }
  /** Another client had changed fields of ours; they are as desired again. */
  | { readonly action: 'Recovered'; readonly interference: readonly Interference[] }
  /** It existed, no revision of ours managed it, and the collision policy allowed to take it. */
  | { readonly action: 'Adopted' }
  /** Taken from an older revision without a restart. */
  | { readonly action: 'HandedOver' }
  | { readonly action: 'Unchanged' }
  /** It exists and is not ours to touch; nothing was written to it. */
  | { readonly action: 'Collision'; readonly cause: CollisionCause }
  | { readonly action: 'Deleted' }
  /** It lives on, but another owner manages it: nothing of ours is left on it. */
  | { readonly action: 'Released'; readonly cause: ReleaseCause }
  /** Let go on request; it lives on. */
  | { readonly action: 'Orphaned' }
  /** Nothing final yet. */
  | { readonly action: 'Waiting'; readonly cause: WaitingCause }
  | { readonly action: 'Failed'; readonly cause: FailureCause };

/** Why an object was made anew. */
export interface ReplacementCause {
  /** Fields that cannot be changed in place; none: the server did not name them. */
  readonly fields: readonly string[];
  /** Whether the server would accept the new one was asked before the old one was deleted; false: that could not be asked. */
  readonly asked: boolean;
}

/** An action that says by its cause why it is not another one. */
export type CausedAction = Extract<ObjectAction, { readonly cause: unknown }>;

/** An object that another client changed or deleted again and again while it was repaired. */
export interface Contest {
  /** Repairs in this run. */
  readonly repairs: number;
  /** Fields that were changed, and by whom as far as the server tells. */
  readonly interference: readonly Interference[];
  /** How many of the repairs made it anew. */
  readonly deletions?: number;
}

export type ObjectResult = ObjectAction & {
  readonly ref: ObjectRef;
  readonly phase: string;
  /** In a dry run, and for a paused object: what would happen; nothing was written. */
  readonly wouldBe?: true;
  /** Of a deletion: it was not there when its turn came. */
  readonly wasAbsent?: true;
  /** Readiness as last observed; absent while the object does not exist or was not looked at. */
  readonly ready?: ProbeVerdict;
  /** Another client fights for it: it was repaired as often as one run does. */
  readonly contested?: Contest;
};

export type PhaseStatus = 'pending' | 'running' | 'complete' | 'failed';

export interface PhaseResult {
  readonly name: string;
  readonly status: PhaseStatus;
  readonly objects: readonly ObjectResult[];
}

export interface RevisionResult {
  readonly phases: readonly PhaseResult[];
  /** Objects of former content that had to go. */
  readonly removed: readonly ObjectResult[];
  /** Every phase is complete and everything that had to go is gone. */
  readonly complete: boolean;
  /** The API server did not answer when this was made: what was said last. */
  readonly unreachable?: string;
  /** It will not complete by waiting: a collision, an error that stays, a terminal probe, a fight over an object, the progress deadline. */
  readonly failed: boolean;
  /** Failed because nothing got further for as long as the revision allows; each object says what it waits for. */
  readonly deadlineExceeded?: true;
}

export function isFailure(action: ObjectAction | undefined): boolean {
  return action?.action === 'Failed' || action?.action === 'Collision';
}
