import type { KubeObject, ObjectRef } from '../../../../../lib/api';
import type { LeaseOptions } from '../../../../../lib/controllers/process';
import type { Answer, ObserveScope, Observer } from '../../../../../lib/engine/ports';

/** One Lease on a server that several processes write, with faults for each of them. */
export class LeaseServer {
  lease: KubeObject | undefined;
  /** Holders in the order in which they wrote, with what became of it. */
  readonly log: string[] = [];
  private version = 0;
  private readonly observers = new Set<{ readonly observer: Observer; readonly isCut: () => boolean }>();

  clientOf(name: string): LeaseClient {
    return new LeaseClient(this, name);
  }

  write(object: KubeObject, isNew: boolean): Answer {
    const expected = object.metadata.resourceVersion;
    const isFit = isNew ? this.lease === undefined : this.lease !== undefined && expected === this.lease.metadata.resourceVersion;
    if (!isFit) return { type: 'refused', status: { code: 409, reason: isNew ? 'AlreadyExists' : 'Conflict', message: 'conflict', causes: [] } };
    this.version += 1;
    this.lease = { ...object, metadata: { ...object.metadata, uid: 'u', resourceVersion: String(this.version) } };
    this.log.push(holderOf(this.lease));
    this.tell();
    return { type: 'object', object: this.lease, created: isNew };
  }

  remove(): void {
    const { lease } = this;
    this.lease = undefined;
    for (const { observer, isCut } of this.observers) if (lease && !isCut()) observer.removed({ ...lease, name: 'l' }, undefined);
  }

  observe(observer: Observer, isCut: () => boolean) {
    const entry = { observer, isCut };
    this.observers.add(entry);
    queueMicrotask(() => {
      if (this.lease !== undefined) observer.changed(this.lease);
      observer.synced();
    });
    return { close: () => void this.observers.delete(entry) };
  }

  private tell(): void {
    for (const { observer, isCut } of this.observers) if (this.lease !== undefined && !isCut()) observer.changed(this.lease);
  }
}

/** How one process reaches the server. */
export class LeaseClient {
  readonly requests: string[] = [];
  /** Nothing arrives, nothing comes back. */
  isCut = false;
  /** Writes arrive, their answers do not. */
  losesAnswers = false;

  constructor(
    private readonly server: LeaseServer,
    readonly name: string,
  ) {}

  get(_ref: ObjectRef): Promise<Answer> {
    this.requests.push('get');
    if (this.isCut) return Promise.resolve({ type: 'lost', message: 'no network' });
    const { lease } = this.server;
    return Promise.resolve(lease === undefined ? { type: 'gone' } : { type: 'object', object: lease, created: false });
  }

  create(object: KubeObject): Promise<Answer> {
    return this.write(object, true);
  }

  replace(object: KubeObject): Promise<Answer> {
    return this.write(object, false);
  }

  observe(_scope: ObserveScope, observer: Observer) {
    return this.server.observe(observer, () => this.isCut);
  }

  private write(object: KubeObject, isNew: boolean): Promise<Answer> {
    this.requests.push(isNew ? 'create' : 'replace');
    if (this.isCut) return Promise.resolve({ type: 'lost', message: 'no network' });
    const answer = this.server.write(object, isNew);
    return Promise.resolve(this.losesAnswers ? { type: 'lost', message: 'no answer' } : answer);
  }
}

export function optionsOf(client: LeaseClient, clock: LeaseOptions['clock'], log: LeaseOptions['log']): LeaseOptions {
  return {
    cluster: client, clock, log, renewDeadlineMs: 10_000, retryMs: 2_000,
    terms: { name: 'l', namespace: 'n', identity: client.name, durationMs: 15_000, watchSelector: '' },
  };
}

function holderOf({ spec }: KubeObject): string {
  return (spec as { holderIdentity: string }).holderIdentity;
}
