/** What goes into the core and what comes out of it: events and requests. */
import type { ApiStatus, Precondition } from '../../ports';
import type { KeptCause } from '../results/failure';
import type { ObjectView } from '../view';
import type { Diagnosis } from './entry';
import type { Scope } from './task';

export type Event =
  | { readonly type: 'start' }
  /** An object as a stream shows it. */
  | { readonly type: 'seen'; readonly key: string; readonly scope: number; readonly view: ObjectView }
  | { readonly type: 'vanished'; readonly key: string; readonly scope: number; readonly resourceVersion?: string }
  | { readonly type: 'synced'; readonly scope: number; readonly resourceVersion?: string }
  | ScopeFailure
  | RequestAnswer
  | { readonly type: 'fence'; readonly id: number; readonly held: boolean; readonly message: string }
  /** What a look behind an object that is waited for has found; without a diagnosis: nothing any more. */
  | { readonly type: 'diagnosed'; readonly key: string; readonly diagnosis?: Diagnosis }
  /** What has to be on record before the first write is on record. */
  | { readonly type: 'committed' }
  /** The API server does not answer (with what it or the network says), or does again. */
  | { readonly type: 'reach'; readonly problem?: string }
  /** The deadline of this number has passed. */
  | { readonly type: 'deadline'; readonly mark: number }
  /** Nothing new is sent. `orderly`: but what makes again what the run itself has deleted in order to replace it. */
  | { readonly type: 'stop'; readonly reason: string; readonly orderly?: true };

/** A stream cannot be opened or read. Without permission, or without the kind, waiting for it does not help. */
export interface ScopeFailure {
  readonly type: 'scope-failed';
  readonly scope: number;
  readonly message: string;
  readonly forbidden: boolean;
  readonly unserved: boolean;
}

export interface RequestAnswer {
  readonly type: 'answer';
  readonly id: number;
  readonly key: string;
  readonly request: ObjectRequest['type'];
  readonly answer: StepAnswer;
  /** Of a nudge: milliseconds from sending it to its answer. */
  readonly tookMs?: number;
}

/** An answer as the core sees it: content already turned into a view. */
export type StepAnswer =
  | { readonly type: 'object'; readonly view: ObjectView; readonly created: boolean }
  /** Of a dry run: the server would store it. What it would store decides nothing. */
  | { readonly type: 'accepted' }
  | { readonly type: 'gone' }
  | { readonly type: 'unserved' }
  | { readonly type: 'refused'; readonly status: ApiStatus }
  | { readonly type: 'lost'; readonly message: string }
  /** Of a delete: a guard of the caller does not let it be sent. */
  | KeptCause
  /** The run ended while the request waited for its delay. */
  | { readonly type: 'unsent' };

export type ObjectRequest = Question | Write | Nudge;

/** What changes nothing. */
export type Question =
  | { readonly type: 'read' }
  | { readonly type: 'dry-run'; readonly on?: Precondition; readonly takeover: boolean }
  /** Would it be accepted as a new object? A dry run that creates it under another name: its own is taken. */
  | { readonly type: 'trial' };

export type Write =
  /** Create only: refused when the object exists. */
  | { readonly type: 'create' }
  /** Only this very state of it. `takeover`: owners of the live object are to be demoted. */
  | { readonly type: 'update'; readonly on: Precondition; readonly takeover: boolean }
  /** What other field managers hold of it becomes ours; content stays. `takeover` is that of the update which follows. */
  | { readonly type: 'merge'; readonly on: Precondition; readonly takeover: boolean }
  /** Ends what makes a controller of the server write the object while it goes (see `aggregated` of a view). The delete follows. */
  | { readonly type: 'detach'; readonly on: Precondition }
  | { readonly type: 'delete'; readonly on: Precondition }
  /** Deletes an object of the revision, which is made anew when it is gone. */
  | { readonly type: 'replace'; readonly on: Precondition }
  | { readonly type: 'release'; readonly on: Precondition };

/** A change without meaning to an object whose deletion has got stuck in the API server itself. */
export interface Nudge {
  readonly type: 'nudge';
  readonly on: Precondition;
}

export type Request =
  | { readonly id: number; readonly key: string; readonly delayMs: number; readonly request: ObjectRequest }
  | { readonly id: number; readonly fence: true }
  /** The preflight has passed: put on record what is going to be written. */
  | { readonly commit: true }
  /** Tell when that many milliseconds have passed; a later one replaces it. */
  | { readonly deadline: number; readonly mark: number }
  | { readonly observe: Scope };
