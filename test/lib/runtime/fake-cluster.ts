/**
 * As much of an API server as runs and their state need, in memory: versions, preconditions, streams. No field ownership.
 */
import { keyOf, refOf, type KubeObject, type ObjectRef } from '../../../lib/api';
import type { Answer, Observer, ObserveScope, ServedKind, Subscription } from '../../../lib/engine';
import { BoxcutterError } from '../../../lib/errors';
import type { KubeCluster } from '../../../lib/kube';

export type Verb = 'get' | 'create' | 'replace' | 'delete' | 'apply' | 'patch';

export function refusal(code: number, message: string): Answer {
  return { type: 'refused', status: { code, reason: '', message, causes: [] } };
}

export class FakeCluster {
  readonly objects = new Map<string, KubeObject>();
  /** `verb name` of everything that was asked. */
  readonly asked: string[] = [];
  /** Gives another answer than the right one; nothing is stored then. */
  intercept: (verb: Verb, name: string) => Answer | undefined = () => undefined;
  private readonly observers = new Set<Watching>();
  /** Streams are cut off: what happens is not told. */
  private gap = false;
  /** Namespaces that do not exist; every other does, and that it was asked about counts for nothing. */
  readonly withoutNamespaces = new Set<string>();
  /** Namespaces that are being deleted. */
  readonly terminatingNamespaces = new Set<string>();
  private version = 1;

  /** The part of `KubeCluster` that runs use. */
  get cluster(): KubeCluster {
    return this as unknown as KubeCluster;
  }

  get(ref: ObjectRef): Promise<Answer> {
    const { apiVersion, kind, name } = ref;
    if (kind === 'Namespace' && !this.withoutNamespaces.has(name)) {
      return Promise.resolve({ type: 'object', object: { apiVersion, kind, metadata: { name, ...this.deletion(name) } }, created: false });
    }
    const object = this.objects.get(keyOf(ref));
    return this.answer('get', ref.name, () => (object === undefined ? { type: 'gone' } : { type: 'object', object, created: false }));
  }

  private deletion(namespace: string): object {
    return this.terminatingNamespaces.has(namespace) ? { deletionTimestamp: '2026-01-01T00:00:00Z' } : {};
  }

  create(object: KubeObject): Promise<Answer> {
    return this.answer('create', refOf(object).name, () => (this.objects.has(keyOf(refOf(object)))
      ? refusal(409, 'exists')
      : this.store(object)));
  }

  replace(object: KubeObject): Promise<Answer> {
    return this.answer('replace', refOf(object).name, () => {
      const live = this.objects.get(keyOf(refOf(object)));
      if (live === undefined) return refusal(404, `secrets "${refOf(object).name}" not found`);
      const { uid, resourceVersion } = object.metadata;
      return live.metadata.uid === uid && live.metadata.resourceVersion === resourceVersion ? this.store(object) : refusal(409, 'changed');
    });
  }

  apply(object: KubeObject, { dryRun = false }: { dryRun?: boolean }): Promise<Answer> {
    return this.answer('apply', refOf(object).name, () => {
      const live = this.objects.get(keyOf(refOf(object)));
      const { resourceVersion } = object.metadata;
      if (live?.metadata.resourceVersion !== (resourceVersion === '1' ? undefined : resourceVersion)) return refusal(409, 'changed');
      return dryRun ? {
        type: 'object',
        object: { ...object, metadata: { ...object.metadata, uid: 'dry' } },
        created: false,
      } : this.store(object);
    }, dryRun);
  }

  delete(ref: ObjectRef, { uid }: { uid: string }): Promise<Answer> {
    return this.answer('delete', ref.name, () => {
      const live = this.objects.get(keyOf(ref));
      if (live === undefined) return { type: 'gone' };
      if (live.metadata.uid !== uid) return refusal(409, 'another one');
      this.remove(ref);
      return { type: 'gone' };
    });
  }

  patch(): Promise<Answer> {
    return Promise.resolve({ type: 'gone' });
  }

  /** Its answers do not say the time. */
  serverTime(): undefined {
    return undefined;
  }

  resolve(apiVersion: string, kind: string): Promise<ServedKind> {
    return Promise.resolve({ apiVersion, kind, resource: `${kind.toLowerCase()}s`, namespaced: true, verbs: [] });
  }

  kinds(): Promise<ServedKind[]> {
    return Promise.resolve([]);
  }

  /** Kinds that may be listed; claims, of which there is none, may always. */
  readonly listable = new Set<string>();

  list({ kind }: ObserveScope): Promise<{ objects: KubeObject[] }> {
    const isListable = kind === 'PersistentVolumeClaim' || this.listable.has(kind);
    if (!isListable) return Promise.reject(new BoxcutterError('server-refused', 'server', 'this user may not list'));
    return Promise.resolve({ objects: [...this.objects.values()].filter((object) => object.kind === kind) });
  }

  observe(scope: ObserveScope, observer: Observer): Subscription {
    const entry: Watching = { scope, observer, known: new Map() };
    this.observers.add(entry);
    queueMicrotask(() => this.showAll(entry));
    return { close: () => void this.observers.delete(entry), has: (ref) => entry.known.has(keyOf(ref)) };
  }

  /** Streams break off. */
  beginGap(): void {
    this.gap = true;
  }

  /** They begin anew, with a list each: what they knew and the list has not is gone. */
  endGap(): void {
    this.gap = false;
    for (const entry of this.observers) {
      for (const [key, ref] of [...entry.known].filter(([known]) => !this.objects.has(known))) {
        entry.known.delete(key);
        entry.observer.removed(ref, String(this.version));
      }
      this.showAll(entry);
    }
  }

  private showAll({ scope, observer, known }: Watching): void {
    if (this.gap) return;
    for (const [key, object] of this.objects) {
      if (!selects(scope, refOf(object))) continue;
      known.set(key, refOf(object));
      observer.changed(object);
    }
    observer.synced(String(this.version));
  }

  /** Another client writes. */
  store(object: KubeObject): Answer {
    this.version += 1;
    const before = this.objects.get(keyOf(refOf(object)));
    const metadata = {
      ...object.metadata,
      uid: before?.metadata.uid ?? `uid-${this.version}`,
      resourceVersion: String(this.version),
      generation: 1,
    };
    const stored = { ...object, metadata };
    this.objects.set(keyOf(refOf(object)), stored);
    this.tell(refOf(object), ({ observer, known }) => {
      known.set(keyOf(refOf(object)), refOf(object));
      observer.changed(stored);
    });
    return { type: 'object', object: stored, created: before === undefined };
  }

  /** Another client deletes. */
  remove(ref: ObjectRef): void {
    this.version += 1;
    const version = String(this.version);
    this.objects.delete(keyOf(ref));
    this.tell(ref, ({ observer, known }) => {
      known.delete(keyOf(ref));
      observer.removed(ref, version);
    });
  }

  private tell(ref: ObjectRef, event: (watching: Watching) => void): void {
    if (this.gap) return;
    for (const entry of this.observers) if (selects(entry.scope, ref)) queueMicrotask(() => event(entry));
  }

  names(): readonly string[] {
    return [...this.objects.values()].map((object) => refOf(object).name).sort();
  }

  private answer(verb: Verb, name: string, right: () => Answer, dryRun = false): Promise<Answer> {
    if (!dryRun) this.asked.push(`${verb} ${name}`);
    return Promise.resolve((dryRun ? undefined : this.intercept(verb, name)) ?? right());
  }
}

interface Watching {
  readonly scope: ObserveScope;
  readonly observer: Observer;
  /** What it was shown and does not know to be gone, by key. */
  readonly known: Map<string, ObjectRef>;
}

function selects(scope: ObserveScope, ref: ObjectRef): boolean {
  return scope.kind === ref.kind && (scope.name === undefined || scope.name === ref.name);
}
