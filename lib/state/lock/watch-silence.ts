/**
 * Watching a lock whose silence the server's answers do not tell, because another client has removed the managed fields of the head or a
 * proxy the header `Date`. As for leases: what has not changed for the full time while it was watched is expired.
 */
import { BoxcutterError } from '../../errors';
import type { StoredHead } from '../head';
import { lockState } from './lock-state';
import { HeadConflict, readHead, type StateCluster } from '../store';

/** Between two reads of the head. */
const WATCH_PAUSE_MS = 10_000;

/**
 * @returns the head as it is when its lock may be taken; undefined: its holder has given a sign of life
 * @throws HeadConflict when it is deleted meanwhile; BoxcutterError `state-unreachable`, or `interrupted` when `signal` fires
 */
export async function untilSilent(cluster: StateCluster, known: StoredHead, signal?: AbortSignal): Promise<StoredHead | undefined> {
  const { head: { extension }, ref: { namespace = '' } } = known;
  const observed = { at: known.observed?.at ?? performance.now() };
  const content = JSON.stringify(known.head);
  for (let current: StoredHead = { ...known, observed }; ;) {
    if (lockState(current).type !== 'held') return current;
    await pause(WATCH_PAUSE_MS, signal);
    const live = await readHead(cluster, extension, namespace);
    if (live === undefined) throw new HeadConflict(extension, `The state of extension "${extension}" is gone: another run has deleted it.`);
    if (live.uid !== known.uid || JSON.stringify(live.head) !== content) return undefined;
    // Another client may have labelled it: then it has a new version, and is as silent as before.
    current = { ...live, observed };
  }
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const interrupted = (): void => {
      clearTimeout(timer);
      reject(new BoxcutterError('interrupted', 'interrupted', 'Interrupted while a lock was watched; nothing was changed.'));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', interrupted);
      resolve();
    }, ms);
    if (signal?.aborted === true) interrupted();
    else signal?.addEventListener('abort', interrupted, { once: true });
  });
}
