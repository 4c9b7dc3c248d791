import { setMaxListeners } from 'node:events';
import { backoffMs, TURN_BACKOFF, type Backoff } from './backoff';
import { systemClock, type Clock } from './clock';

/** What a turn comes to: when the key wants its next one, if it wants one without anything happening. */
export interface TurnEnd {
  /** Milliseconds from the end of this turn. */
  readonly againInMs?: number;
}

/** What a failed turn comes to. */
export interface TurnFailure {
  /** In a row, this one included. */
  readonly failures: number;
  /** When it is tried again, if nothing happens before; milliseconds. */
  readonly againInMs: number;
}

/** Looks on, for metrics. */
export interface TurnObserver {
  /** A turn has begun, so long after its key was due. */
  begun(waitedMs: number): void;
  ended(tookMs: number, result: 'done' | 'failed'): void;
}

/**
 * Something that a turn waits for and that may take long, because others answer when they like: meanwhile its place is another turn's.
 * When it comes back it goes on at once, so a few more than there are places may be under way then.
 */
export type Aside = <T>(work: () => Promise<T>) => Promise<T>;

export interface TurnQueueOptions {
  /** How many turns at once. */
  readonly places: number;
  /**
   * One turn of a key. Level-triggered: it looks at how things stand, not at what happened. What it throws is a failure of this key alone.
   * @param signal fires when the turn has to end in order: it begins nothing more
   */
  readonly perform: (key: string, signal: AbortSignal, aside: Aside) => Promise<TurnEnd | void>;
  readonly clock?: Clock;
  readonly onError?: (key: string, error: unknown, failure: TurnFailure) => void;
  readonly observer?: TurnObserver;
  /** @default 1 s doubled up to 5 min */
  readonly backoff?: Backoff;
  /** Between 0 and 1. */
  readonly random?: () => number;
}

/** After a failed turn, an event brings the next one forward, but no further than this: what a turn itself writes is an event, too. */
const SOONEST_AGAIN_MS = 1_000;

interface Delayed {
  readonly at: number;
  readonly cancel: () => void;
}

/**
 * Keys that want turns: one turn at a time for each key, a few at once, in the order in which they became due. A key that comes back goes
 * to the end, so one that always has work takes no turn from the others. A key that is added during its turn gets one more after it.
 * Nothing polls: without keys, timers and turns it does nothing.
 */
export class TurnQueue {
  /** Due, in their order; since when, in milliseconds of the clock. */
  private readonly due = new Map<string, number>();
  private readonly delayed = new Map<string, Delayed>();
  private readonly running = new Map<string, Promise<void>>();
  /** Wanted again while its turn runs: at this time. */
  private readonly wanted = new Map<string, number>();
  private readonly failures = new Map<string, { readonly count: number; readonly at: number }>();
  private readonly ending = new AbortController();
  private readonly waitingForIdle: (() => void)[] = [];
  private readonly clock: Clock;
  /** Turns under way that have left their places. */
  private away = 0;
  private draining = false;
  private pumping = false;

  constructor(private readonly options: TurnQueueOptions) {
    this.clock = options.clock ?? systemClock;
    setMaxListeners(0, this.ending.signal);
  }

  /** Keys that are due and have no turn yet. */
  get depth(): number {
    return this.due.size;
  }

  /** Keys whose turn is later. */
  get later(): number {
    return this.delayed.size;
  }

  /** Turns under way. */
  get underWay(): number {
    return this.running.size;
  }

  /** Wants a turn now. */
  add(key: string): void {
    const now = this.clock.monotonic();
    const failed = this.failures.get(key);
    this.want(key, failed === undefined ? now : Math.max(now, failed.at + SOONEST_AGAIN_MS));
  }

  /** Wants a turn in so many milliseconds, unless it gets one before. Of several such wishes the earliest counts. */
  addAfter(key: string, ms: number): void {
    this.want(key, this.clock.monotonic() + Math.max(0, ms));
  }

  /** Wants no turn any more, and its failures are forgotten: for keys of objects that are gone. A turn under way is not touched. */
  forget(key: string): void {
    this.due.delete(key);
    this.wanted.delete(key);
    this.failures.delete(key);
    this.delayed.get(key)?.cancel();
    this.delayed.delete(key);
    this.tellIdle();
  }

  /** Resolves when no key is due and no turn is under way; keys may be waiting for their time. */
  idle(): Promise<void> {
    return new Promise((resolve) => {
      this.waitingForIdle.push(resolve);
      queueMicrotask(() => this.tellIdle());
    });
  }

  /**
   * Begins no turn any more. Resolves when those under way have ended.
   * @param graceMs after that the signal of those under way fires. @default 0
   */
  async drain(graceMs = 0): Promise<void> {
    this.draining = true;
    this.due.clear();
    this.wanted.clear();
    for (const { cancel } of this.delayed.values()) cancel();
    this.delayed.clear();
    const callOff = graceMs > 0 ? this.clock.after(graceMs, () => this.ending.abort()) : undefined;
    if (callOff === undefined) this.ending.abort();
    await Promise.all(this.running.values());
    callOff?.();
    this.tellIdle();
  }

  private want(key: string, at: number): void {
    if (this.draining || this.due.has(key)) return;
    if (this.running.has(key)) {
      this.wanted.set(key, Math.min(at, this.wanted.get(key) ?? Infinity));
      return;
    }
    const before = this.delayed.get(key);
    if (before !== undefined && before.at <= at) return;
    before?.cancel();
    this.delayed.delete(key);
    const now = this.clock.monotonic();
    if (at <= now) {
      this.due.set(key, now);
      this.pump();
      return;
    }
    const cancel = this.clock.after(at - now, () => {
      this.delayed.delete(key);
      this.due.set(key, this.clock.monotonic());
      this.pump();
    });
    this.delayed.set(key, { at, cancel });
  }

  /** Begins what is due, after the events that have come together are all taken in. */
  private pump(): void {
    if (this.pumping) return;
    this.pumping = true;
    queueMicrotask(() => {
      this.pumping = false;
      for (const [key, since] of this.due) {
        if (this.running.size - this.away >= this.options.places) return;
        this.due.delete(key);
        // Begun after it is noted: what throws at once must not end before.
        this.running.set(key, Promise.resolve().then(() => this.turn(key, since)));
      }
      this.tellIdle();
    });
  }

  private async turn(key: string, since: number): Promise<void> {
    const { perform, observer } = this.options;
    const begunAt = this.clock.monotonic();
    observer?.begun(begunAt - since);
    let end: TurnEnd | void = undefined;
    let error: { readonly cause: unknown } | undefined;
    try {
      end = await perform(key, this.ending.signal, (work) => this.aside(work));
    } catch (cause) {
      error = { cause };
    }
    this.running.delete(key);
    observer?.ended(this.clock.monotonic() - begunAt, error === undefined ? 'done' : 'failed');
    if (error !== undefined) this.failed(key, error.cause);
    else this.done(key, end?.againInMs);
    this.pump();
  }

  private async aside<T>(work: () => Promise<T>): Promise<T> {
    this.away += 1;
    this.pump();
    try {
      return await work();
    } finally {
      this.away -= 1;
    }
  }

  private done(key: string, againInMs: number | undefined): void {
    this.failures.delete(key);
    const wantedAt = this.wanted.get(key);
    this.wanted.delete(key);
    if (wantedAt !== undefined) this.want(key, wantedAt);
    if (againInMs !== undefined) this.addAfter(key, againInMs);
  }

  private failed(key: string, error: unknown): void {
    const { onError, backoff = TURN_BACKOFF, random = Math.random } = this.options;
    const now = this.clock.monotonic();
    const count = (this.failures.get(key)?.count ?? 0) + 1;
    if (!this.draining) this.failures.set(key, { count, at: now });
    const againInMs = backoffMs(count, backoff, random());
    const wantedAt = this.wanted.get(key);
    this.wanted.delete(key);
    if (wantedAt !== undefined) this.want(key, Math.max(wantedAt, now + SOONEST_AGAIN_MS));
    this.addAfter(key, againInMs);
    onError?.(key, error, { failures: count, againInMs });
  }

  private tellIdle(): void {
    if (this.due.size > 0 || this.running.size > 0) return;
    for (const resolve of this.waitingForIdle.splice(0)) resolve();
  }
}
