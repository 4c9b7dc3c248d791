/** The streams that show the records of the extensions that are kept. */
import type { KubeObject, ObjectRef } from '../../api';
import { defined } from '../../defined';
import type { ObserveScope, Observer, StreamProblem, Subscription } from '../../engine';
import { headRef, LABEL_STATE } from '../../state';

/** Which extensions are kept. */
export interface KeepSelection {
  /**
   * Those whose state is in these namespaces. Who can write Secrets there decides what is kept: see docs/keep.md. `'all'`: every
   * namespace of the cluster, those of tenants among them.
   */
  readonly namespaces: readonly string[] | 'all';
  /** In each of these namespaces the extension of this name alone, with streams as narrow as its objects. @default all extensions */
  readonly extension?: string;
}

/** What the streams ask for. Pure. */
function headScopes({ namespaces, extension }: KeepSelection): readonly ObserveScope[] {
  const places = namespaces === 'all' ? [undefined] : [...new Set(namespaces)];
  return places.map((namespace) => ({
    apiVersion: 'v1',
    kind: 'Secret',
    ...defined({ namespace }),
    ...(extension === undefined ? { labelSelector: `${LABEL_STATE}=head` } : { name: headRef(extension, namespace ?? '').name }),
  }));
}

export interface HeadObserver {
  changed(secret: KubeObject): void;
  removed(ref: ObjectRef): void;
  /** Every record is shown. Again after each stream that was broken off. */
  synced(): void;
  failed(problem: StreamProblem): void;
}

interface Streams {
  observe(scope: ObserveScope, observer: Observer): Subscription;
}

/** Opens them; gives the way to close them. Without a namespace everything is shown at once. */
export function observeHeads(cluster: Streams, selection: KeepSelection, observer: HeadObserver): () => void {
  const scopes = headScopes(selection);
  const awaited = new Set(scopes);
  const open = scopes.map((scope) =>
    cluster.observe(scope, {
      changed: (object) => observer.changed(object),
      removed: (ref) => observer.removed(ref),
      synced: () => {
        awaited.delete(scope);
        if (awaited.size === 0) observer.synced();
      },
      failed: (problem) => observer.failed(problem),
    }));
  if (scopes.length === 0) observer.synced();
  return () => {
    for (const stream of open) stream.close();
  };
}
