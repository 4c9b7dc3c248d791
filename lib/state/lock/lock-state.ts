/**
 * The lock of an extension, decided as pure functions over the head. It keeps runs from interleaving; what keeps a stopped and
 * later woken process from harm is the fence (the head is read again before every batch that deletes) and the preconditions of
 * every write.
 */
import type { StoredHead } from '../head';
import type { Lock } from './lock';
import { thisMachine } from '../machine';
import { silenceMs } from './silence';

/** A lock that was not renewed for so long is expired. */
export const LOCK_SECONDS = 60;
/** How often a holder renews. */
export const RENEW_SECONDS = 20;

export type LockState =
  | { readonly type: 'free' }
  /** Its process ran on this machine and is gone: it is free. */
  | { readonly type: 'abandoned'; readonly lock: Lock }
  /** Not renewed in time: taken only by a run that was asked to (`breakLock`). */
  | { readonly type: 'expired'; readonly lock: Lock; readonly ageSeconds: number }
  | { readonly type: 'held'; readonly lock: Lock; readonly ageSeconds: number };

/** What of a head decides about its lock. */
export type LockedHead = Pick<StoredHead, 'head' | 'observed'>;

/** By the clocks of the server and of this process, never by that of the holder. */
export function lockState(
  stored: LockedHead | undefined,
  isAlive: (pid: number) => boolean = processIsAlive,
  host: string = thisMachine(),
  at: number = performance.now(),
): LockState {
  const lock = stored?.head.lock;
  if (lock === undefined) return { type: 'free' };
  if (isAbandoned(lock, isAlive, host)) return { type: 'abandoned', lock };
  const silentSeconds = silenceMs(stored?.observed, at) / 1000;
  const workedSeconds = (Date.parse(lock.renewed) - Date.parse(lock.since)) / 1000;
  const ageSeconds = Math.round(Math.max(0, workedSeconds) + silentSeconds);
  return { type: silentSeconds > LOCK_SECONDS ? 'expired' : 'held', lock, ageSeconds };
}

/** Its process ran on this machine and is gone. */
export function isAbandoned(lock: Lock, isAlive: (pid: number) => boolean = processIsAlive, host: string = thisMachine()): boolean {
  return lock.host === host && !isAlive(lock.pid);
}

/**
 * May a run try to take it? Where the server's answers do not tell how long the lock is silent, a run that may take it over has to watch it
 * first (see `untilSilent`).
 */
export function mayBeTaken(stored: LockedHead, breakLock: boolean): boolean {
  const { type } = lockState(stored);
  if (type === 'free' || type === 'abandoned') return true;
  return breakLock && (type === 'expired' || stored.observed?.silentMs === undefined);
}

function processIsAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** `42 s`, `3 min`, `2 h`, `5 d`. */
export function formatAge(seconds: number): string {
  if (seconds < 120) return `${seconds} s`;
  if (seconds < 7200) return `${Math.round(seconds / 60)} min`;
  if (seconds < 172_800) return `${Math.round(seconds / 3600)} h`;
  return `${Math.round(seconds / 86_400)} d`;
}
