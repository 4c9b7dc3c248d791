/**
 * The model server of the simulation as a `Cluster` for the executor: it stores at once and tells its streams a moment later.
 */
import { keyOf, refOf, type KubeObject, type ObjectRef } from '../../../lib/api';
import type { Answer, ApiStatus, Cluster, Observer, ObserveScope, OwnerContext } from '../../../lib/engine';
import { FIXED_FIELD } from './fixed-field';
import * as model from './simulation/server/api-server';

export const context: OwnerContext = {
  owner: { apiVersion: 'v1', kind: 'Secret', name: 'head', namespace: 'n', uid: 'owner' },
  strategy: { type: 'annotation', annotation: 'owners' }, siblings: [], fieldManager: 'boxcutter',
};

export function configMap(name: string, value = '1'): KubeObject {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'n', labels: { app: 'web' } }, data: { value } };
}

export function keyOfNamed(name: string): string {
  return keyOf(refOf(configMap(name)));
}

export function refused(status: Partial<ApiStatus>): Answer {
  return { type: 'refused', status: { code: 422, reason: '', message: '', causes: [], ...status } };
}

const conflict = refused({ code: 409, reason: 'Conflict', message: 'the object has been modified' });

interface Hooks {
  /** Instead of an apply. */
  readonly answer?: (object: KubeObject, dryRun: boolean) => Answer | undefined;
  /** After a write of ours was stored and told. */
  readonly afterWrite?: (server: FakeServer, key: string) => void;
}

export class FakeServer implements Cluster {
  state: model.Server = model.EMPTY;
  /** `apply name`, `delete name`, … in the order of the requests. */
  readonly requests: string[] = [];
  private readonly streams: { readonly scope: ObserveScope; readonly observer: Observer }[] = [];

  constructor(private readonly hooks: Hooks = {}) {}

  object(name: string): KubeObject | undefined {
    return this.state.objects.get(keyOfNamed(name));
  }

  apply(object: KubeObject, { dryRun = false, fieldManager }: Parameters<Cluster['apply']>[1]): Promise<Answer> {
    this.requests.push(`${dryRun ? 'dry-run' : 'apply'} ${object.metadata.name ?? ''}`);
    const told = this.hooks.answer?.(object, dryRun);
    if (told !== undefined) return Promise.resolve(told);
    const key = keyOf(refOf(object));
    const written = model.apply(this.state, key, object, fieldManager);
    if (written === 'conflict') return Promise.resolve(conflict);
    if (written === 'fixed') return Promise.resolve(FIXED_FIELD);
    if (!dryRun) this.take(written, key);
    return Promise.resolve({ type: 'object', object: written.object as KubeObject, created: object.metadata.resourceVersion === '1' });
  }

  get(ref: ObjectRef): Promise<Answer> {
    this.requests.push(`get ${ref.name}`);
    const object = this.state.objects.get(keyOf(ref));
    return Promise.resolve(object === undefined ? { type: 'gone' } : { type: 'object', object, created: false });
  }

  patch(ref: ObjectRef, operations: Parameters<Cluster['patch']>[1]): Promise<Answer> {
    this.requests.push(`patch ${ref.name}`);
    const [uid, resourceVersion] = operations.map(({ value }) => value as string);
    const written = model.letGo(this.state, keyOf(ref), { uid: uid ?? '', resourceVersion: resourceVersion ?? '' });
    return Promise.resolve(this.outcome(written, keyOf(ref)));
  }

  delete(ref: ObjectRef, { uid, resourceVersion = '' }: Parameters<Cluster['delete']>[1]): Promise<Answer> {
    this.requests.push(`delete ${ref.name}`);
    return Promise.resolve(this.outcome(model.remove(this.state, keyOf(ref), { uid, resourceVersion }), keyOf(ref)));
  }

  resolve(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  observe(scope: ObserveScope, observer: Observer): { close: () => void } {
    const stream = { scope, observer };
    queueMicrotask(() => {
      this.streams.push(stream);
      for (const object of this.state.objects.values()) if (selects(scope, object)) observer.changed(object);
      observer.synced(String(this.state.version));
    });
    return { close: () => { this.streams.splice(this.streams.indexOf(stream), 1); } };
  }

  /** Another client does something; nothing when it does not apply. */
  act(written: model.Written): void {
    if (typeof written !== 'string') this.take(written);
  }

  private outcome(written: model.Written | 'gone', key: string): Answer {
    if (written === 'gone') return { type: 'gone' };
    if (written === 'conflict') return conflict;
    if (written === 'fixed') return FIXED_FIELD;
    this.take(written, key);
    return written.object === undefined ? { type: 'gone' } : { type: 'object', object: written.object, created: false };
  }

  private take({ server, changes }: model.Stored, ours?: string): void {
    this.state = server;
    queueMicrotask(() => {
      for (const { before, after, version } of changes) {
        for (const { scope, observer } of [...this.streams]) {
          if (after !== undefined && selects(scope, after)) observer.changed(after);
          else if (before !== undefined && selects(scope, before)) observer.removed(refOf(before), version);
        }
      }
      if (ours !== undefined && changes.length > 0) this.hooks.afterWrite?.(this, ours);
    });
  }
}

function selects({ kind, name }: ObserveScope, object: KubeObject): boolean {
  return object.kind === kind && (name === undefined || object.metadata.name === name);
}
