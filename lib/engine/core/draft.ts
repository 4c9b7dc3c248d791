/**
 * The state of a run under construction: what one step of the pure core changes, and the requests that come of it.
 */
import { defined } from '../../defined';
import type { Precondition } from '../ports';
import { noteRepair } from './contest';
import { pendingOf, settledAs, viewIn, type Entry, type Progress } from './entry';
import { isFailure, type ObjectAction } from './results';
import type { Request, ScopeState, State } from './state';
import { speaksFor, type Task } from './task';
import { isWrite, type AskWish, type WriteWish } from './wish';

/** What one step of the core gives. */
export interface Step {
  readonly state: State;
  readonly requests: readonly Request[];
}

/** The state under construction; the given one is never changed. */
export class Draft {
  readonly entries: Map<string, Entry>;
  readonly scopes: ScopeState[];
  readonly requests: Request[] = [];
  /** The answer that we still hold the extension has just come: what is deleted in this very step may be. */
  fenced = false;
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
    const entry = this.entry(key);
    const item = this.state.items.get(key);
    const managed = item !== undefined && !isFailure(action) && action.action !== 'Released' && action.action !== 'Waiting';
    const view = viewIn(entry);
    const record = managed && view !== undefined ? { record: { uid: view.uid, desired: item.desired, owned: view.owned } } : {};
    this.set(key, { ...settledAs(entry, action), ...(this.task.dryRun ? {} : record) });
  }

  /** A paused object: what would happen to it (undefined: that is not known). Its stream tells when somebody makes it as desired. */
  hold(key: string, wouldBe: ObjectAction | undefined): void {
    const entry = this.entry(key);
    const { progress } = entry;
    if (progress.type !== 'open' && progress.type !== 'held') return; // Nothing is held while a request for it is under way.
    if (wouldBe !== undefined) this.watch(key);
    else if (progress.type === 'open') return;
    const { attempts, achieved, before, unanswered } = progress;
    const way = { attempts, ...defined({ achieved, before, unanswered }) };
    this.set(key, {
      ...entry,
      progress: wouldBe === undefined ? { type: 'open', ...way } : { type: 'held', ...way, wouldBe, waiting: 'it is paused' },
    });
  }

  wait(key: string, waiting: string): void {
    const entry = this.entry(key);
    if (entry.progress.waiting !== waiting) this.set(key, { ...entry, progress: { ...entry.progress, waiting } });
  }

  send(key: string, wish: AskWish | WriteWish, minimumDelayMs = 0): void {
    const entry = noteRepair(this.entry(key), wish.request.type);
    const { progress } = entry;
    const id = this.state.nextId;
    this.state = { ...this.state, nextId: id + 1 };
    // What builds on a state of the object is out of date after a pause, and so is a fence: a write that is tried again had its
    // pause before the read in front of it.
    const hasPrecondition = 'on' in wish.request && wish.request.on !== undefined;
    const pauseMs = progress.type === 'open' ? (progress.pauseMs ?? 0) : 0;
    const delayMs = hasPrecondition ? 0 : Math.max(minimumDelayMs, pauseMs, backoff(progress.attempts));
    this.requests.push({ id, key, delayMs, request: wish.request });
    const sent: Entry = { ...entry, progress: underWay(progress, id, wish) };
    this.set(key, wish.request.type === 'dry-run' ? { ...sent, dryRun: 'due' } : sent);
  }

  /** Open the stream that speaks for this object; true when it can be waited for by stream. */
  watch(key: string): boolean {
    let watched = false;
    this.scopes.forEach((current, index) => {
      if (!speaksFor(current.scope, key) || current.status === 'replaced') return;
      watched ||= current.status !== 'failed';
      if (current.status === 'closed') this.open(index);
    });
    return watched;
  }

  /** Does a stream tell what happens to this object from now on? A stream by label does not while the object lacks the label. */
  isStreamed(key: string): boolean {
    if (!this.watch(key)) return false;
    const view = viewIn(this.entry(key));
    return view === undefined || view.labelled
      || this.scopes.some(({ scope, status }) => scope.exact && status !== 'failed' && speaksFor(scope, key));
  }

  /** Read it after a while: no stream tells of it. */
  poll(key: string): void {
    if (pendingOf(this.entry(key)) === undefined) this.send(key, { type: 'send', request: { type: 'read' } }, POLL_MS);
  }

  /** Wake what should delete it, once it has had its time. Beside whatever else is under way for the object. */
  nudge(key: string, on: Precondition): void {
    const entry = this.entry(key);
    const { nudge, nudges } = entry.contest;
    if (nudge !== undefined || nudges >= MAX_NUDGES) return;
    const id = this.state.nextId;
    this.state = { ...this.state, nextId: id + 1 };
    this.requests.push({ id, key, delayMs: NUDGE_MS * 2 ** nudges, request: { type: 'nudge', on } });
    this.set(key, { ...entry, contest: { ...entry.contest, nudge: id, nudges: nudges + 1 } });
  }

  /** It cannot complete any more: nothing new is sent, and what is under way is awaited. */
  end(): void {
    this.state = { ...this.state, ending: true };
  }

  /** Do we still hold the extension? One question at a time. */
  askFence(): void {
    if (this.state.fencePending !== undefined) return;
    const id = this.state.nextId;
    this.state = { ...this.state, nextId: id + 1, fencePending: id };
    this.requests.push({ id, fence: true });
  }

  open(index: number): void {
    const current = this.scopes[index] as ScopeState;
    this.scopes[index] = { ...current, status: 'opening', shown: new Set() };
    this.requests.push({ observe: current.scope });
  }

  finish(): Step {
    return { state: { ...this.state, entries: this.entries, scopes: this.scopes }, requests: this.requests };
  }
}

/** Where an object has got to with this request under way. */
function underWay(progress: Progress, id: number, wish: AskWish | WriteWish): Progress {
  if (progress.type === 'settled') return { ...progress, poll: id };
  const { attempts, waiting, achieved, before } = progress;
  const way = { attempts, id, ...defined({ waiting, achieved, before }) };
  if (isWrite(wish)) {
    const base = wish.request.type === 'update' ? wish.request.on.resourceVersion : undefined;
    return { type: 'writing', ...way, intent: wish.intent, ...defined({ base }) };
  }
  const unanswered = progress.type === 'writing' ? progress.intent : progress.unanswered;
  return { type: 'asking', ...way, request: wish.request.type, ...defined({ unanswered }) };
}

/** How long a deletion may take before it is nudged for the first time; then twice as long. */
const NUDGE_MS = 2_000;
const MAX_NUDGES = 6;

/** How often an object is read while it is waited for and no stream tells of it. */
const POLL_MS = 2_000;

/** No delay at first, then 100 ms doubled up to 10 s. */
function backoff(attempts: number): number {
  return attempts <= 1 ? attempts * 50 : Math.min(10_000, 100 * 2 ** (attempts - 1));
}
