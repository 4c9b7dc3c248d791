/**
 * What is to be done for one extension, and when: pure functions over a small state. `step` takes in what happened, `dueWorkOf` says what
 * to do next. Level-based: what is due follows from how things stand, never from how many events said so.
 */
import { isAbandoned, type Lock } from '../../state';

/** What the head says that decides anything. */
export interface HeadFacts {
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
  /** How long the head had not been written when it was read, by the server's clock; 0 where that is not known. */
  readonly silentMs: number;
}

export interface Keeping {
  readonly head: HeadFacts;
  /** A lock in this state of the head is not expired before; milliseconds. */
  readonly expiresAt: number;
  /** Objects that are not as they should be, and when each may be repaired (milliseconds). */
  readonly suspects: ReadonlyMap<string, number>;
  readonly running: boolean;
  /** Runs in a row that left something wrong. */
  readonly failures: number;
  /** Nothing is begun before; milliseconds. */
  readonly notBefore: number;
  /** A whole run of this revision came to its end; what is undecided after it stays so. */
  readonly tried?: number;
}

export type KeepingEvent =
  /** Takes back every suspicion, unless it comes from our own run. */
  | { readonly type: 'head'; readonly head: HeadFacts }
  /** An object is wrong; it may be repaired at `allowedAt`. */
  | { readonly type: 'wrong'; readonly key: string; readonly allowedAt: number }
  | { readonly type: 'right'; readonly key: string }
  /** Something became ready, or stopped to be: what waited for it may go on. */
  | { readonly type: 'readiness' }
  | { readonly type: 'begun' }
  /** `left`: it left something undone. */
  | { readonly type: 'ended'; readonly work: Work; readonly left: boolean };

export type Work = { readonly type: 'rollout' } | { readonly type: 'repair'; readonly keys: readonly string[] };

/** What to do, and not before when. */
export interface DueWork {
  readonly work: Work;
  readonly at: number;
}

/** After another run wrote the head, the streams of its objects have so long to show the same. */
export const SETTLE_MS = 500;
const BACKOFF_MS = 2_000;
const BACKOFF_CAP_MS = 10 * 60_000;
/** A lock is expired this long after its last sign of life; then one more second. */
const EXPIRY_MS = 61_000;

export function begin(head: HeadFacts, now: number): Keeping {
  return { head, expiresAt: expiryOf(head, now), suspects: new Map(), running: false, failures: 0, notBefore: 0 };
}

export function step(state: Keeping, event: KeepingEvent, now: number): Keeping {
  switch (event.type) {
    case 'head': {
      const { head } = event;
      const isSame = head.version === state.head.version;
      const expiresAt = isSame ? state.expiresAt : expiryOf(head, now);
      // What we write ourselves during a run is no news.
      if (state.running || isSame) return { ...state, head, expiresAt };
      // Everything is judged anew by what is on record now.
      return { ...state, head, expiresAt, suspects: new Map(), failures: 0, notBefore: now + SETTLE_MS };
    }
    case 'wrong':
      return {
        ...state,
        suspects: new Map([...state.suspects, [event.key, Math.max(event.allowedAt, state.suspects.get(event.key) ?? 0)]]),
      };
    case 'right': {
      if (!state.suspects.has(event.key)) return state;
      const suspects = new Map(state.suspects);
      suspects.delete(event.key);
      return { ...state, suspects };
    }
    case 'readiness':
      // Only a run that waits for something gains by it.
      return state.failures === 0 || state.running ? state : { ...state, notBefore: Math.min(state.notBefore, now + SETTLE_MS) };
    case 'begun':
      return { ...state, running: true };
    case 'ended': {
      const { work, left } = event;
      const tried = work.type === 'rollout' && !left ? { tried: state.head.number } : {};
      if (!left) return { ...state, ...tried, running: false, failures: 0, notBefore: now };
      const again = now + backoff(state.failures);
      const failed = { ...state, running: false, failures: state.failures + 1 };
      if (work.type === 'rollout') return { ...failed, notBefore: again };
      // Other objects need not wait for those that cannot be repaired.
      const suspects = new Map(state.suspects);
      for (const key of work.keys) if (suspects.has(key)) suspects.set(key, Math.max(again, suspects.get(key) ?? 0));
      return { ...failed, suspects };
    }
  }
}

/** 2 s doubled up to 10 min. */
export function backoff(failures: number): number {
  return Math.min(BACKOFF_CAP_MS, BACKOFF_MS * 2 ** failures);
}

/** Undefined: nothing to do until something happens. */
export function dueWorkOf(state: Keeping, now: number): DueWork | undefined {
  const { head, suspects, notBefore } = state;
  if (state.running || head.paused || head.deleting || head.number === 0) return undefined;
  const free = Math.max(notBefore, freeAt(state));
  if (!head.complete || (!head.decided && state.tried !== head.number)) return { work: { type: 'rollout' }, at: free };
  if (suspects.size === 0) return undefined;
  const first = Math.min(...suspects.values());
  const at = Math.max(free, first);
  const keys = [...suspects].filter(([, allowedAt]) => allowedAt <= Math.max(at, now)).map(([key]) => key);
  return { work: { type: 'repair', keys }, at };
}

function freeAt({ head: { lock }, expiresAt }: Keeping): number {
  return lock === undefined || isAbandoned(lock) ? 0 : expiresAt;
}

/** The clock of the holder does not count: from when we saw the head, and what the server says of the time before. */
function expiryOf({ silentMs }: HeadFacts, now: number): number {
  return now + Math.max(0, EXPIRY_MS - silentMs);
}
