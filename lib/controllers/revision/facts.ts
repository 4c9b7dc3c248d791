/** What the conditions of a revision are decided from, as data. */
import type { ObjectRef } from '../../api';
import type { CollisionCause, FailureCause } from '../../engine';
import type { ContentChange } from './content/digests';
import type { NumberProblem } from './lineage';
import type { ObservedPhase, Revision } from './model';
import type { TargetFacts } from './target-facts';

/** What stands in the revision and its Secrets. */
export type ContentFacts =
  | { readonly type: 'resolved'; readonly digests: readonly ObservedPhase[] }
  /** Secrets (`namespace/name`) that could be changed. */
  | { readonly type: 'mutable'; readonly secrets: readonly string[] }
  | { readonly type: 'changed'; readonly change: ContentChange }
  /** A Secret is missing, or holds what cannot be read; a sentence. */
  | { readonly type: 'unreadable'; readonly message: string };

export interface Placed {
  readonly ref: ObjectRef;
  readonly phase: string;
}

/** What the last run came to. */
export type RunFacts =
  /** It ended by an error, perhaps in the middle. `at`: milliseconds since 1970. */
  | { readonly type: 'error'; readonly code: string; readonly message: string; readonly at: number }
  | RolloutFacts
  /** A teardown, and what of it is left. */
  | {
      readonly type: 'teardown';
      readonly complete: boolean;
      readonly left: readonly (Placed & { readonly reason: string })[];
      readonly failures: readonly (Placed & { readonly cause: FailureCause })[];
      /** It was broken off. */
      readonly stopped?: string;
    };

export interface RolloutFacts {
  readonly type: 'rollout';
  /** Every object of every phase was written, or is as desired. */
  readonly applied: boolean;
  readonly collisions: readonly (Placed & { readonly cause: CollisionCause })[];
  readonly failures: readonly (Placed & { readonly cause: FailureCause })[];
  /** Objects whose probe says that waiting is pointless. */
  readonly terminal: readonly (Placed & { readonly message: string })[];
  /** It was broken off. */
  readonly stopped?: string;
}

/** An object of the revision as the streams show it. */
export interface ObjectFacts extends Placed {
  /** `unknown`: not observed, or not there yet. `missing`: it was there. */
  readonly state: 'ready' | 'not-ready' | 'unknown' | 'missing';
  /** Why it is not ready, as its probes say it. */
  readonly message: string;
  /** Another revision of the same extension has it now. */
  readonly handedOver: boolean;
}

/** An object whose package lets upgrades happen only when conditions of it are as they should be. */
export interface GateFacts {
  readonly ref: ObjectRef;
  /** Why no upgrade may happen; empty: it may. */
  readonly closed: string;
}

/** Another client that changes the same fields again and again, so that repairs of the object are slowed down. */
export interface InterferenceFacts {
  readonly ref: ObjectRef;
  readonly manager?: string;
  readonly paths: readonly string[];
}

export interface Facts {
  readonly revision: Revision;
  readonly content: ContentFacts;
  /** Absent: its number is in its place. */
  readonly number?: NumberProblem;
  /** Why nothing can be done for its objects where they are. Absent: something can. */
  readonly target?: TargetFacts;
  /** Absent: there was none in this process yet. */
  readonly run?: RunFacts;
  /** In the order of phases. */
  readonly objects: readonly ObjectFacts[];
  readonly interference: readonly InterferenceFacts[];
  /** @default none */
  readonly gates?: readonly GateFacts[];
  /** Milliseconds since 1970. */
  readonly now: number;
}
