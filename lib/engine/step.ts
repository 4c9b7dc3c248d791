/**
 * The pure core of a run: `step(state, event)` gives the next state and the requests to send. No clock, no network, no content.
 * The rules: nothing is written before the preflight of everything that can be asked; a phase is written when every phase
 * before it is complete; what has to go, goes in reverse order after that; every batch that deletes passes the fence first.
 */
import { absent, absorbAnswer, absorbVanished, absorbView } from './absorb';
import type { ObjectAction } from './results';
import { initialState, type Entry, type Event, type Request, type ScopeState, type State } from './state';
import { scopesByName, type Item, type Removal, type Task } from './task';
import type { ObjectView } from './view';
import { isUnsettled, isWrite, wishOfItem, wishOfRemoval, type Wish } from './wish';

export interface Step {
  readonly state: State;
  readonly requests: readonly Request[];
}

/** @param known objects that live reads have just shown, by key */
export function begin(task: Task, known: ReadonlyMap<string, ObjectView> = new Map()): Step {
  const state = initialState(task);
  const entries = new Map(state.entries);
  for (const [key, view] of known) {
    const entry = entries.get(key);
    if (entry !== undefined) entries.set(key, absorbView(entry, view));
  }
  return step({ ...state, entries }, { type: 'start' });
}

export function step(state: State, event: Event): Step {
  const draft = new Draft(state);
  absorb(draft, event);
  advance(draft);
  return draft.finish();
}

/** The state under construction; the given one is never changed. */
class Draft {
  readonly entries: Map<string, Entry>;
  readonly scopes: ScopeState[];
  readonly requests: Request[] = [];
  state: State;

  constructor(state: State) {
    this.state = state;
    this.entries = new Map(state.entries);
    this.scopes = [...state.scopes];
  }

  get task(): Task {
    return this.state.task;
  }

  entry(key: string): Entry {
    return this.entries.get(key) as Entry; // Every key of the task has an entry from the start.
  }

  set(key: string, entry: Entry): void {
    this.entries.set(key, entry);
  }

  settle(key: string, action: ObjectAction): void {
    const { waiting: _waiting, ...entry } = this.entry(key);
    const item = this.state.items.get(key);
    const managed = item !== undefined && !isFailure(action) && action.action !== 'Released' && action.action !== 'Waiting';
    const record = managed && entry.view !== undefined ? { record: { uid: entry.view.uid, desired: item.desired, owned: entry.view.owned } } : {};
    this.set(key, { ...entry, ...(this.task.report ? {} : record), attempts: 0, settled: action });
  }

  wait(key: string, waiting: string): void {
    if (this.entry(key).waiting !== waiting) this.set(key, { ...this.entry(key), waiting });
  }

  send(key: string, wish: Extract<Wish, { type: 'send' }>, minimumDelayMs = 0): void {
    const entry = this.entry(key);
    const id = this.state.nextId;
    this.state = { ...this.state, nextId: id + 1 };
    const delayMs = Math.max(minimumDelayMs, backoff(entry.attempts));
    this.requests.push({ id, key, delayMs, request: wish.request });
    const dryRun = wish.request.type === 'dry-run' ? { dryRun: 'running' as const } : {};
    const base = wish.request.type === 'update' ? { base: wish.request.on.resourceVersion } : {};
    this.set(key, { ...entry, ...dryRun, ...base, pending: id, ...(wish.intent === undefined || wish.request.type === 'dry-run' ? {} : { intent: wish.intent }) });
  }

  /** Open the stream that speaks for this object; true when it can be waited for by stream. */
  watch(key: string): boolean {
    let watched = false;
    this.scopes.forEach((current, index) => {
      if (!current.scope.keys.includes(key) || current.status === 'replaced') return;
      watched ||= current.status !== 'failed';
      if (current.status === 'closed') this.open(index);
    });
    return watched;
  }

  open(index: number): void {
    const current = this.scopes[index] as ScopeState;
    this.scopes[index] = { ...current, status: 'opening' };
    this.requests.push({ observe: current.scope });
  }

  finish(): Step {
    return { state: { ...this.state, entries: this.entries, scopes: this.scopes }, requests: this.requests };
  }
}

/** No delay at first, then 100 ms doubled up to 10 s. */
function backoff(attempts: number): number {
  return attempts <= 1 ? attempts * 50 : Math.min(10_000, 100 * 2 ** (attempts - 1));
}

function absorb(draft: Draft, event: Event): void {
  switch (event.type) {
    case 'start':
      draft.scopes.forEach(({ scope }, index) => {
        const unknown = (key: string): boolean => draft.entry(key).presence === 'unknown' && (draft.entry(key).record !== undefined || draft.state.removals.has(key));
        if (scope.keys.some(unknown)) draft.open(index);
      });
      return;
    case 'seen':
      if (draft.entries.has(event.key)) draft.set(event.key, absorbView(draft.entry(event.key), event.view));
      return;
    case 'vanished': {
      const exact = draft.scopes.some(({ scope }) => scope.id === event.scope && scope.exact);
      if (draft.entries.has(event.key)) draft.set(event.key, absorbVanished(draft.entry(event.key), exact, event.resourceVersion));
      return;
    }
    case 'synced':
      absorbSynced(draft, event.scope);
      return;
    case 'scope-failed':
      absorbScopeFailure(draft, event);
      return;
    case 'answer': {
      const entry = draft.entry(event.key);
      if (entry.pending !== event.id) return; // Answered twice, or late: what it says will be observed.
      const item = draft.state.items.get(event.key);
      const owner = item ?? (draft.state.removals.get(event.key) as Removal);
      const context = {
        ref: owner.ref,
        ...(item === undefined ? {} : { desired: item.desired }),
        dependent: item?.dependent ?? false,
        inPhase: draft.state.preflight === 'passed' || item?.phase === 0,
      };
      draft.set(event.key, absorbAnswer(entry, event.request, event.answer, context));
      return;
    }
    case 'fence':
      if (draft.state.fencePending !== event.id) return;
      draft.state = { ...draft.state, ...(event.held ? {} : { stopping: event.message }) };
      if (event.held) {
        const group = currentGroup(draft);
        const { fencePending: _pending, ...rest } = draft.state;
        draft.state = { ...rest, ...(group === undefined ? {} : { fenced: group }) };
      }
      return;
    case 'committed':
      draft.state = { ...draft.state, preflight: 'passed' };
      return;
    case 'stop':
      draft.state = { ...draft.state, stopping: draft.state.stopping ?? event.reason };
      return;
  }
}

function absorbSynced(draft: Draft, id: number): void {
  draft.scopes.forEach((current, index) => {
    if (current.scope.id !== id) return;
    draft.scopes[index] = { ...current, status: 'synced' };
    for (const key of current.scope.keys) {
      if (draft.entry(key).presence === 'unknown') draft.set(key, absent(draft.entry(key), current.scope.exact));
    }
  });
}

function absorbScopeFailure(draft: Draft, event: Extract<Event, { type: 'scope-failed' }>): void {
  const index = draft.scopes.findIndex(({ scope }) => scope.id === event.scope);
  const current = draft.scopes[index];
  if (current === undefined || current.status === 'replaced') return;
  if (event.unserved) {
    // A kind that is not served has no objects; its stream is opened again when one of them was created.
    draft.scopes[index] = { ...current, status: 'closed' };
    for (const key of current.scope.keys) draft.set(key, absent(draft.entry(key)));
  } else if (event.forbidden && !current.scope.exact) {
    draft.scopes[index] = { ...current, status: 'replaced' };
    const refs = current.scope.keys.map((key) => (draft.state.items.get(key) ?? draft.state.removals.get(key))?.ref).filter((ref) => ref !== undefined);
    for (const scope of scopesByName(current.scope, refs, draft.scopes.length)) {
      draft.scopes.push({ scope, status: 'closed' });
      draft.open(draft.scopes.length - 1);
    }
  } else {
    draft.scopes[index] = { ...current, status: 'failed' };
    for (const key of current.scope.keys) {
      if (draft.entry(key).presence === 'unknown') draft.set(key, { ...draft.entry(key), needsRead: true });
    }
  }
}

function advance(draft: Draft): void {
  if (draft.state.status !== 'running') return;
  const inFlight = [...draft.entries.values()].some((entry) => entry.pending !== undefined);
  if (draft.state.stopping !== undefined) {
    if (!inFlight) draft.state = { ...draft.state, status: 'stopped' };
    return;
  }
  if (draft.state.preflight === 'running') advancePreflight(draft);
  if (draft.state.preflight !== 'passed') return;
  if (!advancePhases(draft)) return;
  advanceRemovals(draft);
}

/** Needs a dry run before it is written. */
function needsDryRun(draft: Draft, item: Item, entry: Entry): boolean {
  if (draft.task.preflight === 'never' || entry.dryRun === 'passed') return false;
  return draft.task.preflight === 'always' || entry.record?.desired !== item.desired;
}

function dryRunOf(wish: Extract<Wish, { type: 'send' }>): Wish & { type: 'send' } {
  return { type: 'send', request: { type: 'dry-run', ...(wish.request.type === 'update' ? { on: wish.request.on } : {}) } };
}

/** Ask about everything that can be asked before the first write. */
function advancePreflight(draft: Draft): void {
  let open = false;
  for (const item of draft.task.items) {
    const entry = draft.entry(item.key);
    if (entry.pending !== undefined) {
      open = true;
    } else if (entry.settled === undefined && !(item.dependent && entry.record === undefined)) {
      open = ask(draft, item, entry) || open;
    }
  }
  if (draft.task.report) {
    for (const { key } of draft.task.removals) open = (draft.entry(key).presence === 'unknown' && draft.watch(key)) || open;
  }
  if (open) return;
  const failed = draft.task.items.some(({ key }) => isFailure(draft.entry(key).settled));
  if (draft.task.report) finishReport(draft);
  if (failed) {
    draft.state = { ...draft.state, preflight: 'failed', status: 'failed' };
  } else if (!draft.task.report) {
    draft.state = { ...draft.state, preflight: 'committing' };
    draft.requests.push({ commit: true });
  }
}

/** One question of the preflight. True while it is not answered. */
function ask(draft: Draft, item: Item, entry: Entry): boolean {
  const wish = wishOfItem(draft.task, item, entry);
  if (wish.type === 'settle') {
    if (isFailure(wish.action)) draft.settle(item.key, wish.action);
    return false;
  }
  if (wish.type === 'wait') {
    draft.wait(item.key, wish.reason);
    // A terminating object is waited for in its phase; an object nobody has looked at yet, now.
    return entry.presence === 'unknown' && (draft.watch(item.key) || pollInstead(draft, item.key));
  }
  if (wish.request.type === 'read') {
    draft.send(item.key, wish);
    return true;
  }
  if (item.dependent || entry.dryRun === 'deferred' || !needsDryRun(draft, item, entry)) return false;
  draft.send(item.key, dryRunOf(wish));
  return true;
}

function pollInstead(draft: Draft, key: string): boolean {
  draft.send(key, { type: 'send', request: { type: 'read' } });
  return true;
}

/** A report ends here: every object gets what would happen to it. */
function finishReport(draft: Draft): void {
  for (const item of draft.task.items) {
    const entry = draft.entry(item.key);
    if (entry.settled !== undefined) continue;
    const wish = wishOfItem(draft.task, item, entry);
    draft.settle(item.key, wish.type === 'settle' ? wish.action : wish.type === 'wait' ? { action: 'Waiting', reason: wish.reason } : (wish.intent ?? { action: 'Waiting', reason: 'its state is not known' }));
  }
  for (const removal of draft.task.removals) {
    const wish = wishOfRemoval(draft.task, removal, draft.entry(removal.key));
    const intent = wish.type === 'settle' ? wish.action : wish.type === 'send' ? wish.intent : undefined;
    draft.settle(removal.key, intent ?? { action: removal.orphan ? 'Orphaned' : 'Deleted' });
  }
  draft.state = { ...draft.state, status: 'complete' };
}

export function isFailure(action: ObjectAction | undefined): boolean {
  return action?.action === 'Failed' || action?.action === 'Collision';
}

/** Bring the first incomplete phase forward. True when all phases are complete. */
function advancePhases(draft: Draft): boolean {
  for (let phase = 0; phase < draft.task.phases.length; phase += 1) {
    const items = draft.task.items.filter((item) => item.phase === phase);
    if (!advancePhase(draft, items)) return false;
  }
  return true;
}

function advancePhase(draft: Draft, items: readonly Item[]): boolean {
  reopen(draft, items);
  if (!phaseMayWrite(draft, items)) return finishPhase(draft, items);
  for (const item of items) {
    const entry = draft.entry(item.key);
    if (entry.pending !== undefined || entry.settled !== undefined) continue;
    const wish = wishOfItem(draft.task, item, entry);
    if (wish.type === 'settle') draft.settle(item.key, wish.action);
    else if (wish.type === 'send') {
      if (item.watched) draft.watch(item.key);
      draft.send(item.key, wish);
    } else await_(draft, item.key, wish);
  }
  return finishPhase(draft, items);
}

/** Settled objects that changed since are looked at again. */
function reopen(draft: Draft, items: readonly Item[]): void {
  for (const item of items) {
    const entry = draft.entry(item.key);
    if (!isUnsettled(item, entry)) continue;
    const { settled: _settled, ...rest } = entry;
    draft.set(item.key, { ...rest, repairs: entry.repairs + 1 });
  }
}

/** The dry runs that had to wait for this phase: nothing of the phase is written before all of them are answered. */
function phaseMayWrite(draft: Draft, items: readonly Item[]): boolean {
  let open = false;
  for (const item of items) {
    const entry = draft.entry(item.key);
    if (entry.settled !== undefined) continue;
    if (entry.dryRun === 'running') open = true;
    if (entry.pending !== undefined || !(item.dependent || entry.dryRun === 'deferred')) continue;
    const wish = wishOfItem(draft.task, item, entry);
    if (!isWrite(wish) || !needsDryRun(draft, item, entry)) continue;
    draft.send(item.key, dryRunOf(wish));
    open = true;
  }
  return !open && !items.some(({ key }) => draft.entry(key).dryRun === 'failed');
}

/** Nothing to send for it now: wait by stream, or by reading now and then where no stream can be had. */
function await_(draft: Draft, key: string, wish: Extract<Wish, { type: 'wait' }>): void {
  draft.wait(key, wish.reason);
  if (wish.needsStream && !draft.watch(key)) draft.send(key, { type: 'send', request: { type: 'read' } }, POLL_MS);
}

/** How often an object is read while it is waited for and no stream may be opened. */
const POLL_MS = 2_000;

/** True when every object of the phase is as desired and ready. Ends the run when it cannot become so. */
function finishPhase(draft: Draft, items: readonly Item[]): boolean {
  const entries = items.map(({ key }) => draft.entry(key));
  if (entries.some(({ pending }) => pending !== undefined)) return false;
  const failed = entries.some(({ settled }) => isFailure(settled)) || entries.some(({ settled, view }) => settled !== undefined && view?.ready.terminal === true);
  if (failed) {
    draft.state = { ...draft.state, status: 'failed' };
    return false;
  }
  let complete = true;
  for (const item of items) {
    const entry = draft.entry(item.key);
    if (entry.settled === undefined) complete = false;
    else if (entry.settled.action !== 'Released' && entry.view?.ready.status !== 'pass') {
      complete = false;
      if (!draft.watch(item.key) && draft.entry(item.key).pending === undefined && draft.task.wait) {
        draft.send(item.key, { type: 'send', request: { type: 'read' } }, POLL_MS);
      }
    }
  }
  if (!complete && !draft.task.wait && items.every(({ key }) => draft.entry(key).settled !== undefined)) draft.state = { ...draft.state, status: 'waiting' };
  return complete;
}

/** Order of the group of removals that is due: the highest that still has something to do. */
function currentGroup(draft: Draft): number | undefined {
  const open = draft.task.removals.filter(({ key }) => draft.entry(key).settled === undefined);
  return open.length === 0 ? undefined : Math.max(...open.map(({ order }) => order));
}

function advanceRemovals(draft: Draft): void {
  for (;;) {
    const group = currentGroup(draft);
    if (group === undefined) {
      draft.state = { ...draft.state, status: 'complete' };
      return;
    }
    if (draft.state.fenced !== group) {
      if (draft.state.fencePending === undefined) {
        const id = draft.state.nextId;
        draft.state = { ...draft.state, nextId: id + 1, fencePending: id };
        draft.requests.push({ id, fence: true });
      }
      return;
    }
    const removals = draft.task.removals.filter(({ key, order }) => order === group && draft.entry(key).settled === undefined);
    for (const removal of removals) advanceRemoval(draft, removal);
    if (removals.some(({ key }) => draft.entry(key).settled === undefined)) {
      finishUnwaited(draft, removals);
      return;
    }
    if (draft.task.removals.some(({ key, order }) => order === group && isFailure(draft.entry(key).settled))) {
      draft.state = { ...draft.state, status: 'failed' };
      return;
    }
  }
}

function advanceRemoval(draft: Draft, removal: Removal): void {
  const entry = draft.entry(removal.key);
  if (entry.pending !== undefined) return;
  const wish = wishOfRemoval(draft.task, removal, entry);
  if (wish.type === 'settle') draft.settle(removal.key, wish.action);
  else if (wish.type === 'send') draft.send(removal.key, wish);
  else await_(draft, removal.key, wish);
}

/** Without waiting, a teardown is done when the deletes of its last group are accepted. */
function finishUnwaited(draft: Draft, removals: readonly Removal[]): void {
  const last = draft.task.removals.every(({ key, order }) => order >= (removals[0]?.order ?? 0) || draft.entry(key).settled !== undefined);
  const lowest = Math.min(...draft.task.removals.map(({ order }) => order));
  if (draft.task.wait || !last || removals[0]?.order !== lowest) return;
  if (removals.every(({ key }) => draft.entry(key).settled !== undefined || draft.entry(key).view?.terminating === true)) {
    draft.state = { ...draft.state, status: 'waiting' };
  }
}
