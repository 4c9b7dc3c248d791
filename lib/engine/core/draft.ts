/**
 * The state of a run under construction: what one step of the pure core changes, and the requests that come of it.
 */
import { defined } from '../../defined';
import { jsonEqual } from '../fields';
import type { Precondition } from '../ports';
import { noteRepair } from './contest';
import { concernedIn, wasAt } from './due';
import { isFailure, type ObjectAction } from './results/results';
import { Scopes } from './scopes';
import { delayOf, underWay } from './sending';
import { pendingOf, settledAs, viewIn, type Entry } from './state/entry';
import { noteFinished } from './state/finished';
import type { Request } from './state/messages';
import type { Batch } from './state/plan';
import type { Front, Stage, State } from './state/state';
import type { Table } from './state/table';
import type { Item, ObjectRecord, Removal, Task } from './state/task';
import { counted, EMPTY_TALLY, traitsOf, type Tally, type Trait } from './tally';
import type { ObjectView } from './view';
import type { WaitingCause } from './results/waiting';
import type { AskWish, WriteWish } from './wish';

/** What one step of the core gives. */
export interface Step {
  readonly state: State;
  readonly requests: readonly Request[];
}

/** The state under construction; the given one is never changed. */
export class Draft {
  entries: Table<Entry>;
  readonly scopes: Scopes;
  readonly requests: Request[] = [];
  /** Objects that this step concerns: their entries have changed, or what their stream can tell. */
  readonly concerned = new Set<string>();
  /** The answer that we still hold the extension has just come: what is deleted in this very step may be. */
  fenced = false;
  state: State;
  private readonly tallies: Tally[];

  constructor(state: State) {
    this.state = state;
    this.entries = state.entries;
    this.tallies = [...state.tallies];
    this.scopes = new Scopes(state.scopes, state.plan.places);
  }

  get task(): Task {
    return this.state.task;
  }

  entry(key: string): Entry {
    return this.entries.get(key) as Entry; // Every key of the task has an entry from the start.
  }

  set(key: string, next: Entry): void {
    const before = this.entries.get(key);
    const item = this.state.items.get(key);
    const place = this.state.plan.places.get(key);
    if (before === next || before === undefined || place === undefined) return;
    const entry = item === undefined ? next : noteFinished(item, next);
    this.entries = this.entries.with(key, entry);
    this.concerned.add(key);
    const traits = (of: Entry): readonly Trait[] => traitsOf(this.task, item, of);
    this.tallies[place.batch] = counted(this.tallies[place.batch] ?? EMPTY_TALLY, traits(before), traits(entry));
  }

  /** How many objects of a batch there are of each kind. */
  tally({ index }: Pick<Batch, 'index'>): Tally {
    return this.tallies[index] ?? EMPTY_TALLY;
  }

  /** The same over all batches. */
  total(trait: Trait): number {
    return this.tallies.reduce((sum, tally) => sum + tally[trait], 0);
  }

  /** What of a batch has to be looked at: everything when the last step did not get so far, else what this step concerns. */
  due<Member extends Item | Removal>(batch: Batch<Member>, stage: Stage): readonly Member[] {
    const { front, plan } = this.state;
    return wasAt(front, batch.index, stage) ? concernedIn(batch, plan.places, this.concerned) : batch.members;
  }

  /** What the next step has to know of how far this one got. */
  reach(front: Front): void {
    this.state = { ...this.state, front };
  }

  settle(key: string, action: ObjectAction): void {
    const entry = this.entry(key);
    const item = this.state.items.get(key);
    const managed = item !== undefined && !isFailure(action) && action.action !== 'Released' && action.action !== 'Waiting';
    const view = viewIn(entry);
    const record = managed && view !== undefined ? { record: recordOf(item, view, entry) } : {};
    this.set(key, { ...settledAs(entry, action), ...(this.task.dryRun ? {} : record) });
  }

  /**
   * A paused object: what would happen to it (undefined: that is not known). Its stream shows when another client makes it so. A stream
   * that ends meanwhile, because the kind is not served, is not opened again for it: it would end again, and so on without end.
   */
  hold(key: string, wouldBe: ObjectAction | undefined): void {
    const entry = this.entry(key);
    const { progress } = entry;
    if (progress.type !== 'open' && progress.type !== 'held') return; // Nothing is held while a request for it is under way.
    if (wouldBe === undefined && progress.type === 'open') return;
    if (progress.type === 'open') this.watch(key);
    const { attempts, achieved, before, unanswered } = progress;
    const way = { attempts, ...defined({ achieved, before, unanswered }) };
    this.set(key, {
      ...entry,
      progress: wouldBe === undefined ? { type: 'open', ...way } : { type: 'held', ...way, wouldBe, waiting: { type: 'paused' } },
    });
  }

  wait(key: string, waiting: WaitingCause): void {
    const entry = this.entry(key);
    if (!jsonEqual(entry.progress.waiting, waiting)) this.set(key, { ...entry, progress: { ...entry.progress, waiting } });
  }

  send(key: string, wish: AskWish | WriteWish, minimumDelayMs = 0): void {
    const entry = noteRepair(this.entry(key), wish.request.type);
    const id = this.nextId();
    const delayMs = delayOf(entry, wish, minimumDelayMs);
    this.requests.push({ id, key, delayMs, request: wish.request });
    const sent: Entry = { ...entry, progress: underWay(entry.progress, id, wish) };
    this.set(key, wish.request.type === 'dry-run' ? { ...sent, dryRun: 'due' } : sent);
  }

  /** Open the stream that speaks for this object; true when it can be waited for by stream. */
  watch(key: string): boolean {
    const index = this.scopes.indexOf(key);
    const current = this.scopes.at(index);
    if (current === undefined) return false;
    if (current.status === 'closed') this.open(index);
    return current.status !== 'failed';
  }

  /** Does a stream show what happens to this object from now on? A stream by label does not while the object lacks the label. */
  isStreamed(key: string): boolean {
    if (!this.watch(key)) return false;
    const view = viewIn(this.entry(key));
    return view === undefined || view.labelled || this.scopes.at(this.scopes.indexOf(key))?.scope.exact === true;
  }

  /** Read it after a while: no stream tells of it. */
  poll(key: string): void {
    if (pendingOf(this.entry(key)) === undefined) this.send(key, { type: 'send', request: { type: 'read' } }, POLL_MS);
  }

  /**
   * Wake what should delete it, once it has had its time: longer each time, and longer while the server is slow with nudges of any object.
   * Beside whatever else is under way for the object.
   */
  nudge(key: string, on: Precondition): void {
    const entry = this.entry(key);
    const { nudge, nudges } = entry.contest;
    if (nudge !== undefined || nudges >= MAX_NUDGES) return;
    const id = this.nextId();
    const delayMs = Math.max(NUDGE_MS * 2 ** nudges, SLOWER * (this.state.nudgeTookMs ?? 0));
    this.requests.push({ id, key, delayMs, request: { type: 'nudge', on } });
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
    const scope = this.scopes.reopen(index);
    if (scope !== undefined) this.requests.push({ observe: scope });
  }

  finish(): Step {
    const { entries, tallies } = this;
    return { state: { ...this.state, entries, tallies, scopes: this.scopes.all }, requests: this.requests };
  }

  private nextId(): number {
    const { nextId } = this.state;
    this.state = { ...this.state, nextId: nextId + 1 };
    return nextId;
  }
}

/** That the very object has run with this content is not forgotten. */
function recordOf({ desired }: Item, { uid, owned }: ObjectView, { record }: Entry): ObjectRecord {
  const isSame = record?.uid === uid && record.desired === desired;
  return { uid, desired, owned, ...defined({ finished: isSame ? record.finished : undefined }) };
}

/** How long a deletion may take before it is nudged for the first time; then twice as long. */
const NUDGE_MS = 2_000;
const MAX_NUDGES = 6;
/** At least so many times as long as the last nudge took. */
const SLOWER = 2;

/** How often an object is read while it is waited for and no stream tells of it. */
const POLL_MS = 2_000;
