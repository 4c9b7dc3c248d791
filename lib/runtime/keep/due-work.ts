/**
 * What is to be done for one subject (an extension of the command, or a revision of a controller), and when: pure functions over a small
 * state. `step` takes in what happened, `dueWorkOf` says what to do next. Level-based: what is due follows from how things stand, never
 * from how many events said so.
 */
import { isAbandoned, type Lock } from '../../state';

/** What the record of a subject says that decides anything. */
export interface SubjectFacts {
  /** Of the record; it grows. */
  readonly version: string;
  /** Number of the newest revision; 0: none. */
  readonly number: number;
  /** The newest revision was complete once. */
  readonly complete: boolean;
  /** Every object on record has a digest. */
  readonly decided: boolean;
  readonly paused: boolean;
  /** A run is taking it down. */
  readonly deleting: boolean;
  /** Of another run. */
  readonly lock?: Lock;
  /** How long the record had not been written when it was read, by the server's clock; 0 where that is not known. */
  readonly silentMs: number;
}

/** How soon, in milliseconds. */
export interface Pace {
  /** After another client wrote the record, the streams of its objects have so long to show the same. */
  readonly settleMs: number;
  /** After a run that left something wrong; doubled with each in a row, up to `capMs`. */
  readonly backoffMs: number;
  readonly capMs: number;
}

export interface Keeping {
  readonly facts: SubjectFacts;
  readonly pace: Pace;
  /** A lock in this state of the record is not expired before; milliseconds. */
  readonly expiresAt: number;
  /** Objects that are not as they should be, and when each may be repaired (milliseconds). */
  readonly suspects: ReadonlyMap<string, number>;
  readonly running: boolean;
  /** Something became ready, or stopped to be, while a run was under way: it may have missed that. */
  readonly news?: boolean;
  /** Runs in a row that left something wrong. */
  readonly failures: number;
  /** Nothing is begun before; milliseconds. */
  readonly notBefore: number;
  /** A whole run of this revision came to its end; what is undecided after it stays so. */
  readonly tried?: number;
}

export type KeepingEvent =
  /** The record as it is now. Takes back every suspicion, unless it comes from our own run. */
  | { readonly type: 'facts'; readonly facts: SubjectFacts }
  /** An object is wrong; it may be repaired at `allowedAt`. */
  | { readonly type: 'wrong'; readonly key: string; readonly allowedAt: number }
  | { readonly type: 'right'; readonly key: string }
  /** Something became ready, or stopped to be, or will not become ready by waiting any more: what waited for it may go on, or end. */
  | { readonly type: 'readiness' }
  | { readonly type: 'begun' }
  /** `left`: it left something undone. `waits`: only news bring it further, so it is not tried again before there are some. */
  | { readonly type: 'ended'; readonly work: Work; readonly left: boolean; readonly waits?: boolean };

export type Work = { readonly type: 'rollout' } | { readonly type: 'repair'; readonly keys: readonly string[] };

/** What to do, and not before when. */
export interface DueWork {
  readonly work: Work;
  readonly at: number;
}

export const SETTLE_MS = 500;
const KEEP_PACE: Pace = { settleMs: SETTLE_MS, backoffMs: 2_000, capMs: 10 * 60_000 };
/** A lock is expired this long after its last sign of life; then one more second. */
const EXPIRY_MS = 61_000;

/** @param pace @default that of a keeper */
export function begin(facts: SubjectFacts, now: number, pace: Pace = KEEP_PACE): Keeping {
  return { facts, pace, expiresAt: expiryOf(facts, now), suspects: new Map(), running: false, failures: 0, notBefore: 0 };
}

export function step(state: Keeping, event: KeepingEvent, now: number): Keeping {
  switch (event.type) {
    case 'facts': {
      const { facts } = event;
      const isSame = facts.version === state.facts.version;
      const expiresAt = isSame ? state.expiresAt : expiryOf(facts, now);
      // What we write ourselves during a run is no news.
      if (state.running || isSame) return { ...state, facts, expiresAt };
      // Everything is judged anew by what is on record now.
      return { ...state, facts, expiresAt, suspects: new Map(), failures: 0, notBefore: now + state.pace.settleMs };
    }
    case 'wrong': {
      const allowedAt = Math.max(event.allowedAt, state.suspects.get(event.key) ?? 0);
      const suspects = new Map([...state.suspects, [event.key, allowedAt]]);
      // What waits for news has some.
      return { ...state, suspects, ...(state.notBefore === Infinity ? { notBefore: Math.max(now, allowedAt) } : {}) };
    }
    case 'right': {
      if (!state.suspects.has(event.key)) return state;
      const suspects = new Map(state.suspects);
      suspects.delete(event.key);
      return { ...state, suspects };
    }
    case 'readiness':
      if (state.running) return { ...state, news: true };
      // Only a run that waits for something gains by it.
      return state.failures === 0 ? state : { ...state, notBefore: Math.min(state.notBefore, now + state.pace.settleMs) };
    case 'begun':
      return { ...state, running: true, news: false };
    case 'ended': {
      const { work, left, waits = false } = event;
      const tried = work.type === 'rollout' && !left ? { tried: state.facts.number } : {};
      if (!left) return { ...state, ...tried, running: false, failures: 0, notBefore: now };
      const again = waits ? afterNews(state, now) : now + backoff(state.failures, state.pace);
      const failed = { ...state, running: false, failures: state.failures + 1 };
      if (work.type === 'rollout') return { ...failed, notBefore: again };
      // Other objects need not wait for those that cannot be repaired.
      const suspects = new Map(state.suspects);
      for (const key of work.keys) if (suspects.has(key)) suspects.set(key, Math.max(again, suspects.get(key) ?? 0));
      return { ...failed, suspects };
    }
  }
}

/** When a run that waits for news is to be followed by another: news may have come while it ran. */
function afterNews({ news, suspects, pace }: Keeping, now: number): number {
  if (news === true) return now + pace.settleMs;
  return suspects.size === 0 ? Infinity : Math.max(now, Math.min(...suspects.values()));
}

/** Doubled with each failure; by a keeper 2 s up to 10 min. */
export function backoff(failures: number, { backoffMs, capMs }: Pace = KEEP_PACE): number {
  return Math.min(capMs, backoffMs * 2 ** failures);
}

/** Undefined: nothing to do until something happens; so does a time that never comes (`Infinity`). */
export function dueWorkOf(state: Keeping, now: number): DueWork | undefined {
  const { facts, suspects, notBefore } = state;
  if (state.running || facts.paused || facts.deleting || facts.number === 0) return undefined;
  const free = Math.max(notBefore, freeAt(state));
  if (!facts.complete || (!facts.decided && state.tried !== facts.number)) return { work: { type: 'rollout' }, at: free };
  if (suspects.size === 0) return undefined;
  const first = Math.min(...suspects.values());
  const at = Math.max(free, first);
  const keys = [...suspects].filter(([, allowedAt]) => allowedAt <= Math.max(at, now)).map(([key]) => key);
  return { work: { type: 'repair', keys }, at };
}

function freeAt({ facts: { lock }, expiresAt }: Keeping): number {
  return lock === undefined || isAbandoned(lock) ? 0 : expiresAt;
}

/** The clock of the holder does not count: from when we saw the record, and what the server says of the time before. */
function expiryOf({ silentMs }: SubjectFacts, now: number): number {
  return now + Math.max(0, EXPIRY_MS - silentMs);
}
