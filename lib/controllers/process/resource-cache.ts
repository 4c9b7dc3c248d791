import type { KubeObject, ObjectRef } from '../../api';
import type { ObserveScope, Reader, StreamProblem, Subscription } from '../../engine/ports';
import { BoxcutterError } from '../../errors';
import { isLater } from '../../kube';

/** What happens to the objects of a cache. Called in the order in which it happens. */
export interface ResourceHandler<T> {
  /** `before` is missing when the object is new to the cache. */
  changed?(now: T, before?: T): void;
  removed?(before: T): void;
}

export interface ResourceCacheOptions<T> {
  /** What is kept of an object: fewer fields need less memory. @default everything but `metadata.managedFields` */
  readonly transform?: (object: T) => T;
  /** Ways to find objects by a value that follows from them: its values, none or several. */
  readonly index?: Readonly<Record<string, (object: T) => readonly string[]>>;
  /** The stream has trouble. `retrying`: it goes on trying. */
  readonly onTrouble?: (problem: StreamProblem, retrying: boolean) => void;
}

/**
 * The objects of one kind (as far as the scope goes), watched and held in memory, with handlers and indexes. Begins to watch at once; a
 * handler that comes later is told of what is held already. While the kind is not served, what was held is: it is not gone.
 */
export class ResourceCache<T extends KubeObject> {
  /** Resolves when the cache has seen all that existed at the start. Rejected: the scope can never be watched, or the cache was closed. */
  readonly synced: Promise<void>;
  private readonly objects = new Map<string, T>();
  private readonly indexes: ReadonlyMap<string, Map<string, Map<string, T>>>;
  private readonly handlers = new Set<ResourceHandler<T>>();
  /** Versions that our own writes made: until the stream shows as much, what it shows of these objects is older. */
  private readonly noted = new Map<string, string>();
  private readonly subscription: Subscription;
  private settle: { resolve: () => void; reject: (error: Error) => void } = { resolve: () => {}, reject: () => {} };
  private complete = false;
  private closed = false;

  constructor(
    cluster: Pick<Reader, 'observe'>,
    private readonly scope: ObserveScope,
    private readonly options: ResourceCacheOptions<T> = {},
  ) {
    this.indexes = new Map(Object.keys(options.index ?? {}).map((name) => [name, new Map()]));
    this.synced = new Promise((resolve, reject) => (this.settle = { resolve, reject }));
    this.synced.catch(() => undefined);
    this.subscription = cluster.observe(scope, {
      changed: (object) => this.take(object as T, 'stream'),
      removed: (ref) => this.drop(ref),
      synced: () => this.reached(),
      failed: (problem, retrying) => this.failed(problem, retrying),
    });
  }

  /** Whether all that existed at the start was seen. */
  get isSynced(): boolean {
    return this.complete;
  }

  get size(): number {
    return this.objects.size;
  }

  on(handler: ResourceHandler<T>): () => void {
    this.handlers.add(handler);
    for (const object of this.objects.values()) handler.changed?.(object);
    return () => void this.handlers.delete(handler);
  }

  get(name: string, namespace?: string): T | undefined {
    return this.objects.get(keyIn(namespace, name));
  }

  list(): Iterable<T> {
    return this.objects.values();
  }

  /** Objects with this value in an index. */
  by(index: string, value: string): readonly T[] {
    const found = this.indexes.get(index);
    if (found === undefined) throw new Error(`no index ${index}`);
    return [...(found.get(value)?.values() ?? [])];
  }

  /**
   * Takes in what a write of ours has answered, so that the next turn does not decide from the state before it. What the stream shows
   * until then is ignored.
   */
  note(object: T): void {
    if (!this.closed) this.take(object, 'write');
  }

  close(): void {
    if (this.closed) return;
    this.closed = true;
    this.subscription.close();
    this.settle.reject(new Error('the cache was closed'));
  }

  private take(object: T, from: 'stream' | 'write'): void {
    const key = keyOf(object);
    const { resourceVersion } = object.metadata;
    const before = this.objects.get(key);
    if (from === 'stream') {
      const noted = this.noted.get(key);
      if (noted !== undefined && before?.metadata.uid === object.metadata.uid && isLater(noted, resourceVersion)) return;
      this.noted.delete(key);
    } else {
      // The stream may have been quicker, and may have shown that the object is gone.
      if (before === undefined && this.complete) return;
      if (before !== undefined && !isLater(resourceVersion, before.metadata.resourceVersion)) return;
      if (resourceVersion !== undefined) this.noted.set(key, resourceVersion);
    }
    const now = (this.options.transform ?? withoutManagedFields)(object);
    this.objects.set(key, now);
    this.reindex(key, before, now);
    for (const handler of this.handlers) handler.changed?.(now, before);
  }

  private drop(ref: ObjectRef): void {
    const key = keyIn(ref.namespace, ref.name);
    const before = this.objects.get(key);
    this.noted.delete(key);
    if (before === undefined) return;
    this.objects.delete(key);
    this.reindex(key, before, undefined);
    for (const handler of this.handlers) handler.removed?.(before);
  }

  private reached(): void {
    // A list is whole: what it shows is how things are, also when versions went back.
    this.noted.clear();
    this.complete = true;
    this.settle.resolve();
  }

  private failed(problem: StreamProblem, retrying: boolean): void {
    this.options.onTrouble?.(problem, retrying);
    if (retrying) return;
    const { kind, apiVersion } = this.scope;
    this.settle.reject(new BoxcutterError('watch-refused', 'server', `${kind} of ${apiVersion} cannot be watched: ${wordsOf(problem)}.`, {
      hint: 'Check the label selector and the permissions of the controller.',
    }));
  }

  private reindex(key: string, before: T | undefined, now: T | undefined): void {
    for (const [name, entries] of this.indexes) {
      const valuesOf = this.options.index?.[name] ?? (() => []);
      for (const value of before === undefined ? [] : valuesOf(before)) {
        const members = entries.get(value);
        members?.delete(key);
        if (members?.size === 0) entries.delete(value);
      }
      for (const value of now === undefined ? [] : valuesOf(now)) {
        const members = entries.get(value);
        if (members === undefined) entries.set(value, new Map([[key, now as T]]));
        else members.set(key, now as T);
      }
    }
  }
}

/** Why a stream has trouble, as the end of a sentence. */
export function wordsOf(problem: StreamProblem): string {
  if (problem.type === 'unserved') return 'the API server does not serve it';
  return (problem.type === 'refused' ? problem.status.message : problem.message).replace(/\.$/, '');
}

/** Who wrote which field is most of a small object, and no controller of ours reads it there. */
function withoutManagedFields<T extends KubeObject>(object: T): T {
  const { managedFields: _managedFields, ...metadata } = object.metadata;
  return { ...object, metadata };
}

function keyOf({ metadata: { namespace, name = '' } }: KubeObject): string {
  return keyIn(namespace, name);
}

function keyIn(namespace: string | undefined, name: string): string {
  return namespace === undefined || namespace === '' ? name : `${namespace}/${name}`;
}
