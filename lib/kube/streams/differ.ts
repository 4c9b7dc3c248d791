import type { KubeObject, ObjectRef } from '../../api';
import { defined } from '../../defined';
import type { ObserveScope, StreamProblem } from '../../engine/ports';
import { ObjectStore, versionOf, type StoreEntry } from './store';
import { isCoveredBy, isLater } from './versions';

/** Receives what a stream finds out. */
export interface StreamListener {
  /**
   * @param value of the routing label now
   * @param former the same before, when the object was known
   */
  changed(object: KubeObject, value: string | undefined, former: string | undefined): void;
  /**
   * @param resourceVersion to report
   * @param value of the routing label when it was last seen
   * @param asOf the state of the cluster that shows that it is gone; undefined: it is gone in every state
   */
  removed(ref: ObjectRef, resourceVersion: string | undefined, value: string | undefined, asOf: string | undefined): void;
  synced(resourceVersion: string | undefined): void;
  failed(problem: StreamProblem, retrying: boolean): void;
  /** The server's versions went back (its storage was restored): versions reported before mean nothing any more. */
  restored(): void;
}

/** Compares what a stream shows with what it showed before, and reports the differences. */
export class Differ {
  readonly objects = new ObjectStore();
  /** Counts lists: what the current one has not shown is gone when it ends. */
  private list = 0;

  constructor(
    private readonly scope: ObserveScope,
    private readonly routeLabel: string | undefined,
    private readonly listener: StreamListener,
  ) {}

  /** A list begins, or begins anew. */
  begin(): void {
    this.list += 1;
  }

  /** In a list, or as an event. A state that is older than the one reported before changes nothing. */
  put(object: KubeObject): void {
    const entry = this.take(object, this.list);
    entry.list = this.list;
  }

  /**
   * A list beside the stream has shown this, perhaps ahead of it. It is reported, so that an observer that was shown the object also gets
   * its end, even when that falls into a gap of the stream; but it does not count as shown by the list that may be under way.
   * @param reportedUpTo position of the stream: what is not newer and not in the store has gone since it was read
   */
  note(object: KubeObject, reportedUpTo: string | undefined): void {
    const { namespace, name = '', resourceVersion } = object.metadata;
    if (this.objects.get(namespace, name) === undefined && isCoveredBy(resourceVersion, reportedUpTo)) return;
    this.take(object, 0);
  }

  /** The server says that it is gone, or left the scope. */
  remove({ metadata: { name = '', namespace, resourceVersion } }: KubeObject): void {
    const entry = this.objects.get(namespace, name);
    if (entry !== undefined && !isLater(versionOf(entry), resourceVersion)) this.drop(entry, resourceVersion, resourceVersion);
  }

  /** The list is complete and shows the cluster as of `position`: what it has not shown is gone, unless it is newer. */
  end(position: string | undefined): void {
    for (const entry of this.objects) {
      if (entry.list !== this.list && !isLater(versionOf(entry), position)) this.drop(entry, position, position);
    }
  }

  private take(object: KubeObject, list: number): StoreEntry {
    const { name = '', namespace, uid = '', resourceVersion } = object.metadata;
    const value = this.routeLabel === undefined ? undefined : (object.metadata.labels?.[this.routeLabel] ?? '');
    const entry = this.objects.get(namespace, name);
    if (entry !== undefined && isLater(versionOf(entry), resourceVersion)) return entry;
    if (entry?.uid !== uid) {
      if (entry !== undefined) this.drop(entry, undefined, resourceVersion);
      const added = this.objects.add(namespace, name, uid, resourceVersion, value, list);
      this.listener.changed(object, value, undefined);
      return added;
    }
    if (entry.version !== undefined && versionOf(entry) === resourceVersion) return entry;
    const former = entry.bucket?.value;
    this.objects.update(entry, resourceVersion, value);
    this.listener.changed(object, value, former);
    return entry;
  }

  private drop(entry: StoreEntry, resourceVersion: string | undefined, asOf: string | undefined): void {
    const { namespace, name, bucket } = entry;
    const { apiVersion, kind } = this.scope;
    this.objects.delete(entry);
    const ref = { apiVersion, kind, name, ...defined({ namespace }) };
    this.listener.removed(ref, resourceVersion ?? versionOf(entry), bucket?.value, asOf);
  }
}
