/** The heads of extensions as they change: one stream, nothing asked while nothing changes. */
import { keyOf, refOf, type KubeObject } from '../../api';
import { defined } from '../../defined';
import type { Reader, StreamProblem } from '../../engine';
import { BoxcutterError } from '../../errors';
import { HEADS, inOrder } from './all-heads';
import { decodeHead, type StoredHead } from '../head';
import type { StateCluster } from '../store';

export interface HeadsWatch<T> {
  /** Absent: all namespaces. */
  readonly namespace?: string;
  readonly summarise: (stored: StoredHead) => T;
  /** Called with the first state, and soon after each change: what `summarise` took of each head, by extension name. */
  readonly onChange: (summaries: readonly T[]) => void;
  /** Called for each Secret that is no readable head, whenever it changes; it is left out. */
  readonly onUnreadable: (error: BoxcutterError) => void;
  /** The stream is broken, and it is tried again: why. */
  readonly onTrouble: (message: string) => void;
  /** Ends the watch. */
  readonly signal: AbortSignal;
}

/** What changes at the same moment is shown at once. */
const SETTLE_MS = 200;

/**
 * Resolves when the signal ends it. Only summaries are kept: heads may be large.
 * @throws BoxcutterError `state-unwatchable` (server) when the stream is refused for good
 */
export function watchHeads<T>(
  cluster: Pick<Reader, 'observe'> & Pick<StateCluster, 'serverTime'>,
  { namespace, summarise, onChange, onUnreadable, onTrouble, signal }: HeadsWatch<T>,
): Promise<void> {
  const known = new Map<string, { readonly name: string; readonly namespace: string; readonly summary: T }>();
  let synced = false;
  let timer: NodeJS.Timeout | undefined;
  const show = (): void => {
    timer = undefined;
    onChange([...known.values()].sort(inOrder).map(({ summary }) => summary));
  };
  const touch = (): void => {
    if (synced) timer ??= setTimeout(show, SETTLE_MS);
  };
  const take = (object: KubeObject): void => {
    const key = keyOf(refOf(object));
    try {
      const summary = summarise(decodeHead(object, cluster.serverTime?.()));
      known.set(key, { name: object.metadata.name ?? '', namespace: object.metadata.namespace ?? '', summary });
    } catch (error) {
      if (!(error instanceof BoxcutterError)) throw error;
      known.delete(key);
      onUnreadable(error);
    }
    touch();
  };
  return new Promise<void>((resolve, reject) => {
    const end = (finish: () => void): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      subscription.close();
      finish();
    };
    const stop = (): void => end(resolve);
    const subscription = cluster.observe({ ...HEADS, ...defined({ namespace }) }, {
      changed: take,
      removed: (ref) => {
        known.delete(keyOf(ref));
        touch();
      },
      synced: () => {
        const isFirst = !synced;
        synced = true;
        if (isFirst) show();
      },
      failed: (problem, retrying) => {
        const reason = reasonOf(problem);
        if (retrying) onTrouble(reason);
        else end(() => reject(unwatchable(reason, namespace)));
      },
    });
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
  });
}

function reasonOf(problem: StreamProblem): string {
  switch (problem.type) {
    case 'refused': return problem.status.message;
    case 'lost': return problem.message;
    case 'unserved': return 'the API server does not serve Secrets';
  }
}

function unwatchable(reason: string, namespace: string | undefined): BoxcutterError {
  const where = namespace === undefined ? 'any namespace' : `namespace ${namespace}`;
  return new BoxcutterError('state-unwatchable', 'server', `The state of extensions in ${where} cannot be watched: ${reason}`, {
    hint: 'This needs the permission to list and watch Secrets there. Without --watch, the command lists them once.',
  });
}
