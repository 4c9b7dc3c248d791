/**
 * A namespace for fault runs: an undisturbed connection, and the complete history of what happened in it, as the API server tells it
 * by watch. Resource versions order the changes of all kinds: they are revisions of one etcd.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { keyOf, refOf, type KubeObject, type ObjectRef } from '../../lib/api';
import { connect, type KubeCluster } from '../../lib/kube';
import { readHead, replaceHead, type Head, type StoredHead } from '../../lib/state';
import { ageStamps } from '../server/support/silent-head';
import { startFaultProxy, type FaultProxy } from '../../lib/testing';
import type { AuditLog, Commit } from './audit-log';

export const EXTENSION = 'faulty';

/** One run of a command: a connection, and where it works. */
export interface Session {
  readonly cluster: KubeCluster;
  readonly namespace: string;
  readonly signal: AbortSignal;
  readonly breakLock?: boolean;
}

export interface Change {
  readonly kind: string;
  readonly name: string;
  readonly type: 'added' | 'modified' | 'deleted';
  readonly version: bigint;
  readonly uid: string;
  /** As it is after the change; as it was, when it is deleted. */
  readonly object: KubeObject;
}

/** A point in time: how long history and audit log are. */
export interface Moment {
  readonly history: number;
  readonly audit: number;
}

/** Everything that scenarios make, and the ReplicaSets that come with Deployments. */
const KINDS = [
  ['v1', 'ConfigMap'],
  ['v1', 'Service'],
  ['v1', 'ServiceAccount'],
  ['v1', 'Secret'],
  ['apps/v1', 'Deployment'],
  ['apps/v1', 'ReplicaSet'],
] as const;
/** How often another client tries: as long as a control plane takes to be there again. */
const INSISTENCE = 300;
const DEAD_PID = 2 ** 22 + 1; // Beyond the largest process id that Linux gives.

export class Site {
  private readonly log: Change[] = [];
  private readonly live = new Map<string, KubeObject>();
  private readonly looks = new Set<() => void>();
  /** What scenarios made that is not of the usual kinds. */
  private others: ObjectRef[] = [];
  private readonly ends = new Map<string, () => Promise<void>>();
  /** What other clients do in the middle of a run, from being armed to being done. */
  private meanwhiles: Meanwhile[] = [];

  private constructor(
    readonly admin: KubeCluster,
    readonly kubeconfig: string,
    readonly namespace: string,
    readonly proxy: FaultProxy,
    private readonly audit: AuditLog,
  ) {}

  static async open(kubeconfig: string, namespace: string, audit: AuditLog): Promise<Site> {
    const [admin, proxy] = await Promise.all([connect({ kubeconfig }), startFaultProxy({ target: kubeconfig })]);
    const site = new Site(admin, kubeconfig, namespace, proxy, audit);
    await site.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } });
    site.listen();
    return site;
  }

  async close(): Promise<void> {
    await this.proxy.close();
    for (const end of this.ends.values()) await end();
    for (const ref of this.others) await this.remove(ref);
    await this.remove({ apiVersion: 'v1', kind: 'Namespace', name: this.namespace });
    this.admin.close();
  }

  private listen(): void {
    for (const [apiVersion, kind] of KINDS) {
      this.admin.observe({ apiVersion, kind, namespace: this.namespace }, {
        changed: (object) => this.changed({ ...object, apiVersion, kind }),
        removed: (ref, version) => this.removed(ref, version),
        synced: () => undefined,
        failed: (problem, retrying) => {
          if (!retrying) throw new Error(`the history of ${kind} is lost: ${JSON.stringify(problem)}`);
        },
      });
    }
  }

  private changed(object: KubeObject): void {
    const key = keyOf(refOf(object));
    const type = this.live.has(key) ? 'modified' : 'added';
    this.live.set(key, object);
    this.record(type, object, object.metadata.resourceVersion);
  }

  private removed(ref: ObjectRef, version: string | undefined): void {
    const object = this.live.get(keyOf(ref));
    this.live.delete(keyOf(ref));
    if (object !== undefined) this.record('deleted', object, version);
  }

  private record(type: Change['type'], object: KubeObject, version = '0'): void {
    const { name = '', uid = '' } = object.metadata;
    const change = { kind: object.kind, name, type, version: BigInt(version), uid, object };
    this.log.push(change);
    for (const look of this.looks) look();
    for (const meanwhile of this.meanwhiles) meanwhile.notice(change);
  }

  private until(isRight: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const look = (): void => {
        if (!isRight()) return;
        this.looks.delete(look);
        resolve();
      };
      this.looks.add(look);
      look();
    });
  }

  /** Waits until the history has caught up with what lists show now; gives its length. */
  async sync(): Promise<number> {
    const lists = await Promise.all(KINDS.map(async ([apiVersion, kind]) => {
      const list = await this.admin.list({ apiVersion, kind, namespace: this.namespace }, { metadataOnly: true });
      return { kind, ...list };
    }));
    await this.until(() => lists.every(({ kind, objects, resourceVersion }) => {
      const listed = new Map(objects.map(({ metadata }) => [metadata.name, metadata]));
      const known = [...this.live.values()].filter((object) => object.kind === kind);
      const isBehind = ({ uid, resourceVersion: version = '0' }: KubeObject['metadata'], name: string): boolean => {
        const live = known.find(({ metadata }) => metadata.name === name)?.metadata;
        return live === undefined || (live.uid !== uid && !isLater(live.resourceVersion, resourceVersion))
          || isLater(version, live.resourceVersion);
      };
      const isGone = ({ metadata }: KubeObject): boolean => !listed.has(metadata.name) && !isLater(metadata.resourceVersion, resourceVersion);
      return !known.some(isGone)
        && ![...listed].some(([name = '', metadata]) => isBehind(metadata, name) && !this.wasSeen(kind, name, metadata.resourceVersion));
    }));
    return this.log.length;
  }

  /** Another client does something as soon as the history shows such a change, once. A run is over only when this is, too. */
  meanwhile(when: (change: Change) => boolean, act: () => Promise<void>): void {
    this.meanwhiles.push(new Meanwhile(when, act));
  }

  /** Now, when history and audit log have caught up, and other clients are done. */
  async now(): Promise<Moment> {
    await this.sync();
    await Promise.all(this.meanwhiles.map(({ done }) => done));
    return { history: await this.sync(), audit: await this.audit.caughtUp(this.admin, this.namespace) };
  }

  /** It has come and gone again since. */
  private wasSeen(kind: string, name: string, version = '0'): boolean {
    return this.log.some((change) => change.type === 'deleted' && change.kind === kind && change.name === name && change.version > BigInt(version));
  }

  /** What happened between two lengths of the history, in the order of the API server. */
  changes(from: number, to: number): readonly Change[] {
    const changes = this.log.slice(from, to).filter(({ name }) => !isFurniture(name));
    return changes.sort((a, b) => (a.version < b.version ? -1 : a.version > b.version ? 1 : 0));
  }

  /** What the server says it has made and deleted between two moments. */
  commits(from: Moment, to: Moment): readonly Commit[] {
    return this.audit.between(this.namespace, from.audit, to.audit);
  }

  /** What there is now. */
  objects(): readonly KubeObject[] {
    return [...this.live.values()].filter(({ metadata }) => !isFurniture(metadata.name ?? ''));
  }

  find(kind: string, name: string): KubeObject | undefined {
    return this.objects().find((object) => object.kind === kind && object.metadata.name === name);
  }

  async apply(object: KubeObject, fieldManager = 'kubectl'): Promise<void> {
    const answer = await this.admin.apply(object, { fieldManager, force: true });
    if (answer.type !== 'object') throw new Error(`not applied: ${JSON.stringify(answer)}`);
  }

  /** Waits until the control plane's controllers have done their part of every Deployment: what they make is there from then on. */
  async rolledOut(): Promise<void> {
    await this.sync();
    await this.until(() => this.objects().filter(({ kind }) => kind === 'Deployment').every(isRolledOut));
    await this.sync();
  }

  async remove(ref: ObjectRef): Promise<void> {
    const answer = await this.admin.get(ref);
    if (answer.type === 'object') await this.admin.delete(ref, { uid: answer.object.metadata.uid ?? '' });
  }

  /** Of a kind that the history does not have: `clean` is to remove it. */
  removeLater(ref: ObjectRef): void {
    this.others.push(ref);
  }

  /** Once for each name. */
  atEnd(name: string, end: () => Promise<void>): void {
    this.ends.set(name, end);
  }

  /** Leaves nothing but what every namespace has. */
  async clean(): Promise<void> {
    await Promise.all(this.meanwhiles.map(({ done }) => done));
    this.meanwhiles = [];
    for (const ref of this.others) await this.remove(ref);
    this.others = [];
    await this.sync();
    // ReplicaSets last: their Deployment would make them anew.
    for (const isLast of [false, true]) {
      const all = this.objects().filter(({ kind }) => (kind === 'ReplicaSet') === isLast);
      await Promise.all(all.map(async (object) => {
        // Whoever would take it off is not there any more.
        if (object.metadata.finalizers !== undefined) {
          await this.admin.patch(refOf(object), [{ op: 'add', path: '/metadata/finalizers', value: [] }], 'kubectl');
        }
        await this.admin.delete(refOf(object), { uid: object.metadata.uid ?? '' });
      }));
      await this.until(() => !this.objects().some(({ kind }) => (kind === 'ReplicaSet') === isLast));
    }
  }

  head(): Promise<StoredHead | undefined> {
    return readHead(this.admin, EXTENSION, this.namespace);
  }

  async changeHead(change: (head: Head) => Head): Promise<void> {
    const stored = await this.head();
    if (stored !== undefined) await replaceHead(this.admin, stored, change(stored.head));
  }

  /** A run within this process is over as if its process were: what it holds is abandoned. */
  async endOfProcess(): Promise<void> {
    const stored = await this.head();
    if (stored?.head.lock?.pid !== process.pid) return;
    await this.changeHead(({ lock, ...head }) => (lock === undefined ? head : { ...head, lock: { ...lock, pid: DEAD_PID } }));
  }

  /** Two minutes pass for the lock. */
  async ageLock(): Promise<void> {
    const ref = (await this.head())?.ref;
    if (ref !== undefined) await ageStamps(this.admin, ref, 120);
  }
}

/** What another client does once, when it sees a change. A server that is away for a moment makes it try again. */
class Meanwhile {
  /** Settled as long as nothing was begun. */
  done: Promise<void> = Promise.resolve();
  private isBegun = false;

  constructor(private readonly when: (change: Change) => boolean, private readonly act: () => Promise<void>) {}

  notice(change: Change): void {
    if (this.isBegun || !this.when(change)) return;
    this.isBegun = true;
    this.done = this.insist();
  }

  private async insist(): Promise<void> {
    for (let left = INSISTENCE; ; left -= 1) {
      try {
        return await this.act();
      } catch (error) {
        if (left === 0) throw error;
        await sleep(100);
      }
    }
  }
}

/** Its controller has seen it as it is, and says that it is available. */
export function isRolledOut(deployment: KubeObject): boolean {
  const status = deployment['status'] as { observedGeneration?: number; conditions?: readonly { type: string; status: string }[] } | undefined;
  return status?.observedGeneration === deployment.metadata.generation
    && status?.conditions?.some(({ type, status: value }) => type === 'Available' && value === 'True') === true;
}

function isFurniture(name: string): boolean {
  return name === 'kube-root-ca.crt' || name === 'default';
}

function isLater(version: string | undefined, than: string | undefined): boolean {
  return BigInt(version ?? '0') > BigInt(than ?? '0');
}
