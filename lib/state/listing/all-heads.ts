/** The heads of all extensions, of a namespace or of the cluster. */
import type { ObjectMeta } from '../../api';
import { defined } from '../../defined';
import { BoxcutterError } from '../../errors';
import { decodeHead, LABEL_STATE, type StoredHead } from '../head';
import type { StateCluster } from '../store';

type Place = Pick<ObjectMeta, 'name' | 'namespace'>;

/** What finds them. */
export const HEADS = { apiVersion: 'v1', kind: 'Secret', labelSelector: `${LABEL_STATE}=head` } as const;

/**
 * What `summarise` takes of each head of a namespace, or of all namespaces, by extension name. One head is unpacked at a time: tenants may
 * write thousands, and each may be thirty times as large in memory as it is stored.
 * @param onUnreadable called for each Secret that is no readable head, which is then left out; without it the first one throws
 */
export async function summariseHeads<T>(
  cluster: StateCluster,
  { namespace, onUnreadable }: { readonly namespace?: string; readonly onUnreadable?: (error: BoxcutterError) => void },
  summarise: (stored: StoredHead) => T,
): Promise<readonly T[]> {
  const { objects } = await cluster.list({ ...HEADS, ...defined({ namespace }) });
  const left = [...objects].sort(({ metadata: a }, { metadata: b }) => inOrder(b, a));
  objects.length = 0;
  const summaries: T[] = [];
  for (let object = left.pop(); object !== undefined; object = left.pop()) {
    try {
      summaries.push(summarise(decodeHead(object, cluster.serverTime?.())));
    } catch (error) {
      if (onUnreadable === undefined || !(error instanceof BoxcutterError)) throw error;
      onUnreadable(error);
    }
  }
  return summaries;
}

/** By extension, then by namespace: a Secret is named after its extension. */
export function inOrder(a: Place, b: Place): number {
  return compare(a.name ?? '', b.name ?? '') || compare(a.namespace ?? '', b.namespace ?? '');
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
