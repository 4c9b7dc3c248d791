/** What the record of an extension says, in a word or a line. */
import { formatAge, lockState, type LockedHead, type StoredHead } from '../../../state';

/** `status` looks at the objects themselves. */
export function stateWord(stored: StoredHead): string {
  const { head } = stored;
  const lock = lockState(stored);
  if (lock.type === 'held') return `locked (${lock.lock.purpose})`;
  if (head.deleting === true) return 'deleting';
  if (head.paused !== undefined) return 'paused';
  if (head.revisions.length === 0) return 'recovered';
  return head.revisions[0]?.completeAt === undefined ? 'incomplete' : 'complete';
}

/** Who works on it, or was cut off while doing so: a lock that no run holds any more is no news of work. */
export function describeLock(stored: LockedHead): string | undefined {
  const state = lockState(stored);
  if (state.type === 'free') return undefined;
  const { holder, purpose, since } = state.lock;
  if (state.type === 'held') return `held by ${holder} for "${purpose}" since ${since}: it may be about to change`;
  const next = state.type === 'expired' ? '; the next run needs --break-lock' : '';
  return `${holder} was cut off while doing "${purpose}" (since ${since})${next}`;
}

export function age(at: string): string {
  return formatAge(Math.max(0, Math.round((Date.now() - Date.parse(at)) / 1000)));
}
