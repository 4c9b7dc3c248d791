/**
 * The state of a run between two events. Plain data: a run that dies is started again from observation, and the simulation
 * forks it freely.
 */
import { defined } from '../../defined';
import type { Interference } from '../fields';
import type { ApiStatus, Precondition } from '../ports';
import type { ObjectAction } from './results';
import { scopesOf, type Item, type ObjectRecord, type Removal, type Scope, type Task } from './task';
import type { ObjectView } from './view';

export type Presence = 'unknown' | 'absent' | 'present';

/** Where the dry run of an object stands. `deferred`: asked too early, to be asked again in its phase. */
export type DryRun = 'due' | 'running' | 'deferred' | 'passed' | 'failed';

export interface Entry {
  readonly presence: Presence;
  readonly view?: ObjectView;
  /** It was there in this run, and is there no more. For reports; nothing is decided by it. */
  readonly existed?: true;
  /** Id of the request under way. One at a time for each object. */
  readonly pending?: number;
  readonly dryRun: DryRun;
  /** Consecutive tries that did not settle. */
  readonly attempts: number;
  /** How often it had to be written again after it was settled in this run. */
  readonly repairs: number;
  /** Why nothing is sent for it at the moment. */
  readonly waiting?: string;
  readonly settled?: ObjectAction;
  /** It is paused: what would happen to it. */
  readonly wouldBe?: ObjectAction;
  /** What the writes of an unfinished sequence (create by POST, merge, update) amount to. */
  readonly achieved?: ObjectAction;
  /** It was settled as this in this run, and has changed since. */
  readonly before?: ObjectAction;
  /** What the repairs found: changed fields, and how often it had been deleted. */
  readonly interference?: readonly Interference[];
  readonly deletions?: number;
  /** The next look at it waits so long. */
  readonly pauseMs?: number;
  /** How often field managers were merged into ours in this run. */
  readonly merges?: number;
  /** What to remember for the next run. */
  readonly record?: ObjectRecord;
  /** Resource version of our last write: what is older says nothing. */
  readonly written?: string;
  /** A stream lost sight of it at this resource version: an answer that shows an older state is out of date. */
  readonly vanishedAt?: string;
  /** A stream that should show it did not: it may be gone already. */
  readonly unseen?: boolean;
  /** Id of the nudge under way (see `wishOfRemoval`), and how many there were. */
  readonly nudge?: number;
  readonly nudges?: number;
  /** What the write under way (or the one whose answer was lost) means when it succeeds. */
  readonly intent?: ObjectAction;
  /** Resource version on which the update under way builds. */
  readonly base?: string;
  /** Only a live read can tell what is there now. */
  readonly needsRead: boolean;
  /** `absent` was said by a source that cannot err: a live read, or a stream by name. */
  readonly confirmed: boolean;
}

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
  | { readonly type: 'scope-failed'; readonly scope: number; readonly message: string; readonly forbidden: boolean; readonly unserved: boolean }
  | { readonly type: 'answer'; readonly id: number; readonly key: string; readonly request: ObjectRequest['type']; readonly answer: StepAnswer }
  | { readonly type: 'fence'; readonly id: number; readonly held: boolean; readonly message: string }
  /** What has to be on record before the first write is on record. */
  | { readonly type: 'committed' }
  /** The API server does not answer (with what it or the network says), or does again. */
  | { readonly type: 'reach'; readonly problem?: string }
  /** The deadline of this number has passed. */
  | { readonly type: 'deadline'; readonly mark: number }
  | { readonly type: 'stop'; readonly reason: string };

/** An answer as the core sees it: content already turned into a view. */
export type StepAnswer =
  | { readonly type: 'object'; readonly view: ObjectView; readonly created: boolean }
  | { readonly type: 'gone' }
  | { readonly type: 'unserved' }
  | { readonly type: 'refused'; readonly status: ApiStatus }
  | { readonly type: 'lost'; readonly message: string }
  /** The run ended while the request waited for its delay. */
  | { readonly type: 'unsent' };

export type ObjectRequest =
  | { readonly type: 'read' }
  | { readonly type: 'dry-run'; readonly on?: Precondition; readonly takeover: boolean }
  /** Create only: refused when the object exists. */
  | { readonly type: 'create' }
  /** Only this very state of it. `takeover`: owners of the live object are to be demoted. */
  | { readonly type: 'update'; readonly on: Precondition; readonly takeover: boolean }
  /** What other field managers hold of it becomes ours; content stays. `takeover` is that of the update which follows. */
  | { readonly type: 'merge'; readonly on: Precondition; readonly takeover: boolean }
  | { readonly type: 'delete'; readonly on: Precondition }
  | { readonly type: 'release'; readonly on: Precondition }
  /** A change without meaning to an object whose deletion has got stuck in the API server itself. */
  | { readonly type: 'nudge'; readonly on: Precondition };

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
  for (const { key, record } of [...task.items, ...task.removals]) {
    entries.set(key, { presence: 'unknown', dryRun: 'due', attempts: 0, repairs: 0, needsRead: false, confirmed: false, ...defined({ record }) });
  }
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
