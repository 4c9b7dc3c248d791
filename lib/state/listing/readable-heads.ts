/** The heads of all namespaces that an account may read, where it may not read all of them. */
import { type BoxcutterError, isBoxcutterError } from '../../errors';
import type { StoredHead } from '../head';
import type { StateCluster } from '../store';
import { inOrder, summariseHeads } from './all-heads';

/** Namespaces that are asked at a time. */
const AT_ONCE = 8;

export interface ReadableHeads<T> {
  /** By extension name, then by namespace. */
  readonly summaries: readonly T[];
  /** Namespaces whose Secrets the account may not list. `unknown`: it may not list namespaces either. */
  readonly unread: readonly string[] | 'unknown';
}

/**
 * One request where the account may list the Secrets of the whole cluster; else one for each namespace.
 * @param options.otherwise the only namespace that is asked where namespaces may not be listed
 * @param options.onUnreadable called for each Secret that is no readable head
 * @throws BoxcutterError `server-*`
 */
export async function summariseReadableHeads<T>(
  cluster: StateCluster,
  { otherwise, onUnreadable }: { readonly otherwise: string; readonly onUnreadable: (error: BoxcutterError) => void },
  summarise: (stored: StoredHead) => T,
): Promise<ReadableHeads<T>> {
  const whole = await unlessForbidden(() => summariseHeads(cluster, { onUnreadable }, summarise));
  if (whole !== undefined) return { summaries: whole, unread: [] };
  const listed = await unlessForbidden(() => cluster.list({ apiVersion: 'v1', kind: 'Namespace' }));
  const namespaces = listed?.objects.map(({ metadata }) => metadata.name) ?? [otherwise];
  const found: { readonly place: { readonly name: string; readonly namespace: string }; readonly summary: T }[] = [];
  const unread: string[] = [];
  const left = [...namespaces].reverse();
  const ask = async (): Promise<void> => {
    for (let namespace = left.pop(); namespace !== undefined; namespace = left.pop()) {
      const there = namespace;
      const summaries = await unlessForbidden(() => summariseHeads(cluster, { namespace: there, onUnreadable }, (stored) => (
        { place: { name: stored.ref.name, namespace: there }, summary: summarise(stored) }
      )));
      if (summaries === undefined) unread.push(there);
      else found.push(...summaries);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, ask));
  found.sort((a, b) => inOrder(a.place, b.place));
  return { summaries: found.map(({ summary }) => summary), unread: listed === undefined ? 'unknown' : unread.sort() };
}

async function unlessForbidden<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (isBoxcutterError(error) && error.code === 'server-forbidden') return undefined;
    throw error;
  }
}
