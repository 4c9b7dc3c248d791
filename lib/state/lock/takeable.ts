/**
 * Whether a run may write over the lock in a head, and one change of a head without a lock of its own.
 */
import { BoxcutterError } from '../../errors';
import type { Head, StoredHead } from '../head';
import { formatAge, lockState, mayBeTaken, LOCK_SECONDS } from './lock-state';
import { HeadConflict, replaceHead, type StateCluster } from '../store';
import { untilSilent } from './watch-silence';

export interface TakeOptions {
  readonly cluster: StateCluster;
  readonly extension: string;
  /** Break an expired lock. */
  readonly breakLock: boolean;
  /** Called when the lock has to be watched for a minute before it is taken over. */
  readonly onNote?: ((note: string) => void) | undefined;
  /** Ends the watching. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * The head in a state whose lock may be written over.
 * @throws BoxcutterError category `locked`, when another run holds it
 */
export async function takeable(options: TakeOptions, known: StoredHead): Promise<StoredHead> {
  const { cluster, extension, breakLock, onNote, signal } = options;
  if (!mayBeTaken(known, breakLock)) throw lockedBy(extension, known);
  if (lockState(known).type !== 'held') return known;
  onNote?.(`The API server does not tell since when the lock of extension "${extension}" has shown no sign of life: `
    + `watching it for ${LOCK_SECONDS} s.`);
  const silent = await untilSilent(cluster, known, signal);
  if (silent === undefined) throw lockedBy(extension, known);
  return silent;
}

function lockedBy(extension: string, known: StoredHead): BoxcutterError {
  // Not counting the time since it was read: meanwhile its holder may have renewed it.
  const state = lockState(known, undefined, undefined, known.observed?.at);
  if (state.type === 'free' || state.type === 'abandoned') return new HeadConflict(extension);
  const { lock, ageSeconds } = state;
  return new BoxcutterError(
    'locked',
    'locked',
    `Extension "${extension}" is held by ${lock.holder}, which began "${lock.purpose}" ${formatAge(ageSeconds)} ago.`,
    {
      hint: ({ option }) =>
        state.type === 'expired'
          ? `It has shown no sign of life for over a minute. If it is really dead, run this again with ${option('breakLock', true)}.`
          : `Wait until it is done. If it is dead, its lock expires ${LOCK_SECONDS} s after its last sign of life; `
            + `then use ${option('breakLock', true)}.`,
      details: { holder: lock.holder, since: lock.since, ageSeconds, expired: state.type === 'expired' },
    },
  );
}

/**
 * One change of a head that no run has locked, in one write: what takes no time needs no lock. A lock that its holder left behind goes
 * with it, so that a run which wakes up again finds that it has lost the extension, and does not write over the change.
 * @throws BoxcutterError category `locked`, when another run holds it, or wrote the head at the same moment
 */
export async function changeUnlocked(
  options: TakeOptions,
  known: StoredHead,
  change: (head: Head) => Head,
): Promise<StoredHead> {
  const free = await takeable(options, known);
  const { lock: _lock, ...head } = free.head;
  return replaceHead(options.cluster, free, change(head));
}
