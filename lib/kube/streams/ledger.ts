import type { KubeObject, ObjectRef } from '../../api';
import { defined } from '../../defined';
import type { ObserveScope, StreamProblem } from '../../engine/ports';
import { HeldObjects, versionOf, type Held } from './held';
import { isCoveredBy, isLater } from './versions';

/** Who hears what a stream finds out. */
export interface StreamListener {
  /**
   * @param value of the routing label now
   * @param former the same before, when the object was known
   */
  changed(object: KubeObject, value: string | undefined, former: string | undefined): void;
  /**
   * @param resourceVersion to tell
   * @param value of the routing label when it was last seen
   * @param asOf the state of the cluster that shows that it is gone; undefined: it is gone in every state
   */
  removed(ref: ObjectRef, resourceVersion: string | undefined, value: string | undefined, asOf: string | undefined): void;
  synced(resourceVersion: string | undefined): void;
  failed(problem: StreamProblem, retrying: boolean): void;
  /** The server's versions went back (its storage was restored): versions told before mean nothing any more. */
  restored(): void;
}

/** Compares what a stream shows with what it showed before, and tells the differences. */
export class Ledger {
  readonly objects = new HeldObjects();
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

  /** In a list, or as an event. A state that is older than what was told before changes nothing. */
  put(object: KubeObject): void {
    const held = this.take(object, this.list);
    held.list = this.list;
  }

  /**
   * Somebody else has read this from the server, perhaps ahead of the stream. It is told, so that whoever was shown it also hears of its end,
   * even when that falls into a gap of the stream; but it does not count as shown by the list that may be under way.
   * @param toldUpTo position of the stream: what is not newer and not held has gone since it was read
   */
  note(object: KubeObject, toldUpTo: string | undefined): void {
    const { namespace, name = '', resourceVersion } = object.metadata;
    if (this.objects.get(namespace, name) === undefined && isCoveredBy(resourceVersion, toldUpTo)) return;
    this.take(object, 0);
  }

  /** The server says that it is gone, or left the scope. */
  remove({ metadata: { name = '', namespace, resourceVersion } }: KubeObject): void {
    const held = this.objects.get(namespace, name);
    if (held !== undefined && !isLater(versionOf(held), resourceVersion)) this.drop(held, resourceVersion, resourceVersion);
  }

  /** The list is complete and shows the cluster as of `position`: what it has not shown is gone, unless it is newer. */
  end(position: string | undefined): void {
    for (const held of this.objects) if (held.list !== this.list && !isLater(versionOf(held), position)) this.drop(held, position, position);
  }

  /** Their kind has gone, and they with it. */
  clear(): void {
    for (const held of this.objects) this.drop(held, undefined, undefined);
  }

  private take(object: KubeObject, list: number): Held {
    const { name = '', namespace, uid = '', resourceVersion } = object.metadata;
    const value = this.routeLabel === undefined ? undefined : (object.metadata.labels?.[this.routeLabel] ?? '');
    const held = this.objects.get(namespace, name);
    if (held !== undefined && isLater(versionOf(held), resourceVersion)) return held;
    if (held?.uid !== uid) {
      if (held !== undefined) this.drop(held, undefined, resourceVersion);
      const added = this.objects.add(namespace, name, uid, resourceVersion, value, list);
      this.listener.changed(object, value, undefined);
      return added;
    }
    if (held.version !== undefined && versionOf(held) === resourceVersion) return held;
    const former = held.bucket?.value;
    this.objects.update(held, resourceVersion, value);
    this.listener.changed(object, value, former);
    return held;
  }

  private drop(held: Held, resourceVersion: string | undefined, asOf: string | undefined): void {
    const { namespace, name, bucket } = held;
    const { apiVersion, kind } = this.scope;
    this.objects.delete(held);
    const ref = { apiVersion, kind, name, ...defined({ namespace }) };
    this.listener.removed(ref, resourceVersion ?? versionOf(held), bucket?.value, asOf);
  }
}
