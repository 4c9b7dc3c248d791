/**
 * The state of a run between two events. Plain data: a run that dies is started again from observation, and the simulation
 * forks it freely.
 */
import type { ApiStatus, Precondition } from '../ports';
import type { ObjectError } from './results';
import { initialEntry, type Entry } from './entry';
import { scopesOf, type Item, type Removal, type Scope, type Task } from './task';
import type { ObjectView } from './view';

export interface ScopeState {
  readonly scope: Scope;
  readonly status: 'closed' | 'opening' | 'synced' | 'failed' | 'replaced';
  /** What it has shown since it was opened. */
  readonly shown: ReadonlySet<string>;
}

export type RunStatus = 'running' | 'complete' | 'failed' | 'stopped' | 'waiting';

export interface State {
  readonly task: Task;
  readonly items: ReadonlyMap<string, Item>;
  readonly removals: ReadonlyMap<string, Removal>;
  readonly entries: ReadonlyMap<string, Entry>;
  readonly scopes: readonly ScopeState[];
  /** Preflight of everything that can be asked before the first write. */
  readonly preflight: 'running' | 'committing' | 'passed' | 'failed';
  /** Id of the question whether we still hold the extension; deletes wait for its answer. */
  readonly fencePending?: number;
  readonly nextId: number;
  /** Why no new request is sent any more. */
  readonly stopping?: string;
  readonly status: RunStatus;
  /** It cannot complete: what is under way is awaited, then the run has failed. */
  readonly ending?: true;
  /** Nothing got further for as long as the task allows. */
  readonly deadlineExceeded?: true;
  /** What was reached so far, and the number of the deadline that runs. Only with a progress deadline. */
  readonly progress?: { readonly mark: number; readonly reached: ReadonlySet<string> };
  /** The API server does not answer: what was said last. For reports; nothing is decided by it. */
  readonly unreachable?: string;
}

export type Event =
  | { readonly type: 'start' }
  /** An object as a stream shows it. */
  | { readonly type: 'seen'; readonly key: string; readonly scope: number; readonly view: ObjectView }
  | { readonly type: 'vanished'; readonly key: string; readonly scope: number; readonly resourceVersion?: string }
  | { readonly type: 'synced'; readonly scope: number; readonly resourceVersion?: string }
  | ScopeFailure
  | RequestAnswer
  | { readonly type: 'fence'; readonly id: number; readonly held: boolean; readonly message: string }
  /** What has to be on record before the first write is on record. */
  | { readonly type: 'committed' }
  /** The API server does not answer (with what it or the network says), or does again. */
  | { readonly type: 'reach'; readonly problem?: string }
  /** The deadline of this number has passed. */
  | { readonly type: 'deadline'; readonly mark: number }
  | { readonly type: 'stop'; readonly reason: string };

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
}

/** An answer as the core sees it: content already turned into a view. */
export type StepAnswer =
  | { readonly type: 'object'; readonly view: ObjectView; readonly created: boolean }
  | { readonly type: 'gone' }
  | { readonly type: 'unserved' }
  | { readonly type: 'refused'; readonly status: ApiStatus }
  | { readonly type: 'lost'; readonly message: string }
  /** Of a delete: a guard of the caller does not let it be sent. */
  | { readonly type: 'kept'; readonly error: ObjectError }
  /** The run ended while the request waited for its delay. */
  | { readonly type: 'unsent' };

export type ObjectRequest = Question | Write | Nudge;

/** What changes nothing. */
export type Question =
  | { readonly type: 'read' }
  | { readonly type: 'dry-run'; readonly on?: Precondition; readonly takeover: boolean };

export type Write =
  /** Create only: refused when the object exists. */
  | { readonly type: 'create' }
  /** Only this very state of it. `takeover`: owners of the live object are to be demoted. */
  | { readonly type: 'update'; readonly on: Precondition; readonly takeover: boolean }
  /** What other field managers hold of it becomes ours; content stays. `takeover` is that of the update which follows. */
  | { readonly type: 'merge'; readonly on: Precondition; readonly takeover: boolean }
  | { readonly type: 'delete'; readonly on: Precondition }
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

export function initialState(task: Task): State {
  const entries = new Map<string, Entry>();
  for (const { key, record } of [...task.items, ...task.removals]) entries.set(key, initialEntry(record));
  return {
    task,
    items: new Map(task.items.map((item) => [item.key, item])),
    removals: new Map(task.removals.map((removal) => [removal.key, removal])),
    entries,
    scopes: scopesOf(task).map((scope) => ({ scope, status: 'closed', shown: new Set() })),
    preflight: 'running',
    nextId: 1,
    status: 'running',
  };
}
