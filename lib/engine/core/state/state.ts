/**
 * The state of a run between two events. Plain data that no step changes: a run that dies is started again from observation, and the
 * simulation forks it freely.
 */
import { initialEntry, type Entry } from './entry';
import { planOf, type Plan } from './plan';
import { Table } from './table';
import type { Item, Removal, Scope, Task } from './task';
import { counted, EMPTY_TALLY, traitsOf, type Tally } from '../tally';

export interface ScopeState {
  readonly scope: Scope;
  readonly status: 'closed' | 'opening' | 'synced' | 'failed' | 'replaced';
  /** Whether it has shown an object since it was opened. */
  readonly shown: Table<boolean>;
  /** Of one that was replaced by a stream for each object: the index of the first of these. */
  readonly replacedBy?: number;
}

/**
 * How far the last step got. What it looked at needs no other look until an event concerns it; when a step gets to another batch or
 * stage, it looks at the whole batch.
 */
export interface Front {
  /** Index of the first batch that is not complete. */
  readonly batch: number;
  readonly stage: Stage;
}

/** Of a batch: not looked at yet; its dry runs are asked; it is written; nothing is under way, and it is waited for. */
export type Stage = 'ahead' | 'asking' | 'writing' | 'resting';

export type RunStatus = 'running' | 'complete' | 'failed' | 'stopped' | 'waiting';

export interface State {
  readonly task: Task;
  readonly items: ReadonlyMap<string, Item>;
  readonly removals: ReadonlyMap<string, Removal>;
  readonly plan: Plan;
  readonly entries: Table<Entry>;
  /** Of each batch. */
  readonly tallies: readonly Tally[];
  readonly front: Front;
  /** Index of the last phase whose dry runs were asked while the one before it was written. */
  readonly askedAhead: number;
  readonly scopes: readonly ScopeState[];
  /** Preflight of everything that can be asked before the first write. */
  readonly preflight: 'running' | 'committing' | 'passed' | 'failed';
  /** Id of the question whether we still hold the extension; deletes wait for its answer. */
  readonly fencePending?: number;
  readonly nextId: number;
  /** How long the server took for the last nudge, in milliseconds: where it is slow, nudges add to what makes it slow. */
  readonly nudgeTookMs?: number;
  /** Why no new request is sent any more. */
  readonly stopping?: string;
  readonly status: RunStatus;
  /** It cannot complete: what is under way is awaited, then the run has failed. */
  readonly ending?: true;
  /** It is ending early, and creates what it has deleted itself until the deadline of this number: see `finishing.ts`. */
  readonly finishing?: { readonly keys: readonly string[]; readonly mark: number; readonly withinMs: number };
  /** Nothing got further for as long as the task allows. */
  readonly deadlineExceeded?: true;
  /** What was reached so far, and the number of the deadline that runs. Only with a progress deadline. */
  readonly progress?: { readonly mark: number; readonly reached: Table<Milestone> };
  /** The API server does not answer: what was said last. Only shown; nothing is decided by it. */
  readonly unreachable?: string;
}

/** The furthest that an object has got in this run: settled, and ready, each at some time. */
export type Milestone = 'none' | 'settled' | 'ready';

export function initialState(task: Task): State {
  const plan = planOf(task);
  const records = new Map([...task.items, ...task.removals].map(({ key, record }) => [key, record]));
  const entries = Table.of(records.keys(), (key) => initialEntry(records.get(key)));
  const items = new Map(task.items.map((item) => [item.key, item]));
  const removals = new Map(task.removals.map((removal) => [removal.key, removal]));
  const tallies = [...plan.phases, ...plan.groups].map(({ members }) => members.reduce((tally, { key, record }) => (
    counted(tally, [], traitsOf(task, items.get(key), initialEntry(record)))
  ), EMPTY_TALLY));
  return {
    task, items, removals, plan, entries, tallies,
    front: { batch: 0, stage: 'ahead' },
    askedAhead: 0,
    scopes: plan.scopes.map((scope) => ({ scope, status: 'closed', shown: Table.of(scope.keys, () => false) })),
    preflight: 'running',
    nextId: 1,
    status: 'running',
  };
}
