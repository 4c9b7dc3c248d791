/**
 * The streams that a keeper needs, opened and closed by use: one for each kind when it keeps all extensions, as narrow as the objects
 * when it keeps one.
 */
import { groupKindOf, keyOf, LABEL_OWNER_NAME, refOf, type KubeObject, type ObjectRef } from '../../api';
import type { ObserveScope, Reader, StreamProblem, Subscription } from '../../engine';
import { isSurelyNewer } from '../../engine/internal';

export interface StreamEvents {
  changed(key: string, object: KubeObject): void;
  removed(key: string, resourceVersion: string | undefined): void;
  /** Everything of these streams was shown; `listedAt`: the version of the cluster that a new list has shown. */
  synced(what: string, covers: (ref: ObjectRef) => boolean, listedAt: string | undefined): void;
  failed(what: string, problem: StreamProblem): void;
}

interface Open {
  /** An object of it. */
  readonly ref: ObjectRef;
  users: number;
  synced: boolean;
  /** The state of the cluster that its last list has shown. */
  listedAt?: string | undefined;
  subscription: Subscription | undefined;
}

/** How long until a stream that ended for good is opened anew: what was wrong may have been put right by then. */
const REOPEN_MS = 60_000;

export class ObjectStreams {
  private readonly open = new Map<string, Open>();
  private readonly timers = new Set<NodeJS.Timeout>();
  private begun = false;
  private closed = false;

  /** @param selector of the objects of one extension: streams are as narrow as they are. Undefined: one stream a kind, for all */
  constructor(
    private readonly cluster: Pick<Reader, 'observe'>,
    private readonly selector: string | undefined,
    private readonly events: StreamEvents,
  ) {}

  /** Everything that is asked for has been shown. */
  get synced(): boolean {
    for (const { synced } of this.open.values()) if (!synced) return false;
    return true;
  }

  /** Has everything been shown that this object is among? */
  isShown(ref: ObjectRef): boolean {
    return this.open.get(this.idOf(ref))?.synced === true;
  }

  /** The state of the cluster that the last list of the object's stream has shown; undefined: not known. */
  listedAt(ref: ObjectRef): string | undefined {
    return this.open.get(this.idOf(ref))?.listedAt;
  }

  /**
   * Does the stream not have an object that was there, as of this version, although its last list is as new? Then it has gone since, and
   * the stream has never known of it.
   */
  misses(ref: ObjectRef, version: string): boolean {
    const stream = this.open.get(this.idOf(ref));
    if (stream?.listedAt === undefined || stream.subscription?.has === undefined || isSurelyNewer(version, stream.listedAt)) return false;
    return !stream.subscription.has(ref);
  }

  /** Opens what was asked for until now; from now on streams are opened when they are asked for. */
  begin(): void {
    if (this.begun) return;
    this.begun = true;
    for (const [id, stream] of this.open) this.connect(id, stream);
  }

  use(refs: Iterable<ObjectRef>): void {
    for (const ref of refs) {
      const id = this.idOf(ref);
      const stream = this.open.get(id);
      if (stream !== undefined) stream.users += 1;
      else this.start(id, ref);
    }
  }

  leave(refs: Iterable<ObjectRef>): void {
    for (const ref of refs) {
      const id = this.idOf(ref);
      const stream = this.open.get(id);
      if (stream === undefined) continue;
      stream.users -= 1;
      if (stream.users > 0) continue;
      stream.subscription?.close();
      this.open.delete(id);
    }
  }

  close(): void {
    this.closed = true;
    for (const { subscription } of this.open.values()) subscription?.close();
    for (const timer of this.timers) clearTimeout(timer);
    this.open.clear();
  }

  private start(id: string, ref: ObjectRef): void {
    const stream: Open = { ref, users: 1, synced: false, subscription: undefined };
    this.open.set(id, stream);
    if (this.begun) this.connect(id, stream);
  }

  private connect(id: string, stream: Open): void {
    const { ref } = stream;
    const isCurrent = (): boolean => !this.closed && this.open.get(id) === stream;
    stream.subscription = this.cluster.observe(this.scopeOf(ref), {
      changed: (object) => {
        if (isCurrent()) this.events.changed(keyOf(refOf(object)), object);
      },
      removed: (gone, resourceVersion) => {
        if (isCurrent()) this.events.removed(keyOf(gone), resourceVersion);
      },
      synced: (resourceVersion) => {
        if (!isCurrent()) return;
        stream.synced = true;
        if (resourceVersion !== undefined) stream.listedAt = resourceVersion;
        this.events.synced(describeKind(ref), (other) => this.idOf(other) === id, resourceVersion);
      },
      failed: (problem, retrying) => {
        if (!isCurrent()) return;
        // What may not be watched, or is not there, is known to be so, and is not waited for.
        if (problem.type !== 'lost') stream.synced = true;
        this.events.failed(describeKind(ref), problem);
        if (!retrying) this.later(() => isCurrent() && this.connect(id, stream));
      },
    });
  }

  private later(work: () => void): void {
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      work();
    }, REOPEN_MS);
    timer.unref();
    this.timers.add(timer);
  }

  private idOf(ref: ObjectRef): string {
    const { namespace, name } = ref;
    const id = groupKindOf(ref);
    if (this.selector === undefined) return id;
    return namespace === undefined ? `${id}//${name}` : `${id}/${namespace}`;
  }

  private scopeOf({ apiVersion, kind, namespace, name }: ObjectRef): ObserveScope {
    if (this.selector === undefined) return { apiVersion, kind, labelSelector: LABEL_OWNER_NAME };
    // Who may see one cluster-scoped object by name need not be allowed to list them.
    return namespace === undefined
      ? { apiVersion, kind, name }
      : { apiVersion, kind, namespace, labelSelector: this.selector };
  }
}

function describeKind({ apiVersion, kind }: ObjectRef): string {
  return `objects of kind ${kind} (${apiVersion})`;
}
