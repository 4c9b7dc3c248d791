/**
 * The lock of an extension, decided as pure functions over the head. It keeps runs from interleaving; what keeps a stopped and
 * later woken process from harm is the fence (the head is read again before every batch that deletes) and the preconditions of
 * every write.
 */
import type { Lock } from './head';
import { thisMachine } from './machine';

/** A lock that was not renewed for so long is expired. */
export const LOCK_SECONDS = 60;
/** How often a holder renews. */
export const RENEW_SECONDS = 20;

export type LockState =
  | { readonly type: 'free' }
  /** Its process ran on this machine and is gone: nobody holds it. */
  | { readonly type: 'abandoned'; readonly lock: Lock }
  /** Not renewed in time: taken only by a run that was asked to (`takeOver`). */
  | { readonly type: 'expired'; readonly lock: Lock; readonly ageSeconds: number }
  | { readonly type: 'held'; readonly lock: Lock; readonly ageSeconds: number };

export function lockState(
  lock: Lock | undefined,
  now: Date,
  isAlive: (pid: number) => boolean = processIsAlive,
  host: string = thisMachine(),
): LockState {
  if (lock === undefined) return { type: 'free' };
  if (lock.host === host && !isAlive(lock.pid)) return { type: 'abandoned', lock };
  const ageSeconds = Math.max(0, Math.round((now.getTime() - Date.parse(lock.since)) / 1000));
  const quietSeconds = (now.getTime() - Date.parse(lock.renewed)) / 1000;
  return { type: quietSeconds > LOCK_SECONDS ? 'expired' : 'held', lock, ageSeconds };
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
