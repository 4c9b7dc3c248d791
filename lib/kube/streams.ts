import type { KubeObject, ObjectRef } from '../api';
import type { Observer, ObserveScope, Subscription } from '../engine/ports';
import type { Client } from './client';
import type { Discovery } from './discovery';
import { Reflector, type ServerTraits } from './reflector';
import type { Timing } from './timing';

/** The open streams of a cluster. Observers of equal scopes share one; it ends when the last of them leaves. */
export class Streams {
  private readonly open = new Map<string, SharedStream>();
  private readonly traits: ServerTraits = { watchList: true };
  private closed = false;

  constructor(
    private readonly client: Client,
    private readonly discovery: Discovery,
    private readonly timing: Timing,
  ) {}

  observe(scope: ObserveScope, observer: Observer): Subscription {
    if (this.closed) return { close: () => {} };
    const key = JSON.stringify([scope.apiVersion, scope.kind, scope.namespace, scope.name, scope.labelSelector]);
    let stream = this.open.get(key);
    if (stream === undefined) {
      const ended = (): void => {
        if (this.open.get(key) === stream) this.open.delete(key);
      };
      stream = new SharedStream((shared) => new Reflector(this.client, this.discovery, scope, this.traits, this.timing, shared), ended);
      this.open.set(key, stream);
    }
    return stream.join(observer);
  }

  /** Discovery has grown: streams that wait for their kind may try again. */
  wake(): void {
    for (const stream of this.open.values()) stream.reflector.wake();
  }

  close(): void {
    this.closed = true;
    for (const stream of this.open.values()) stream.close();
    this.open.clear();
  }
}

class SharedStream implements Observer {
  readonly reflector: Reflector;
  /** Observers, and whether they were told what was there before they came. */
  private readonly observers = new Map<Observer, boolean>();
  private started = false;

  constructor(
    make: (observer: Observer) => Reflector,
    private readonly ended: () => void,
  ) {
    this.reflector = make(this);
  }

  /** Nothing is called before `join` has returned. */
  join(observer: Observer): Subscription {
    // A wrapper, so that the same observer may join twice.
    const own: Observer = {
      changed: (object) => observer.changed(object),
      removed: (ref, resourceVersion) => observer.removed(ref, resourceVersion),
      synced: (resourceVersion) => observer.synced(resourceVersion),
      failed: (problem, retrying) => observer.failed(problem, retrying),
    };
    this.observers.set(own, false);
    queueMicrotask(() => this.welcome(own));
    return {
      close: () => {
        if (this.observers.delete(own) && this.observers.size === 0) this.close();
      },
    };
  }

  close(): void {
    this.observers.clear();
    this.reflector.stop();
    this.ended();
  }

  changed(object: KubeObject): void {
    this.tell((observer) => observer.changed(object));
  }

  removed(ref: ObjectRef, resourceVersion: string | undefined): void {
    this.tell((observer) => observer.removed(ref, resourceVersion));
  }

  synced(resourceVersion?: string): void {
    this.tell((observer) => observer.synced(resourceVersion));
  }

  failed(problem: Parameters<Observer['failed']>[0], retrying: boolean): void {
    if (!retrying) this.ended();
    this.tell((observer) => observer.failed(problem, retrying));
  }

  /** Tells a newcomer the state so far; the first one starts the stream. */
  private welcome(observer: Observer): void {
    if (!this.observers.has(observer)) return;
    this.observers.set(observer, true);
    if (!this.started) {
      this.started = true;
      void this.reflector.run();
      return;
    }
    const { objects, synced, toldUpTo, problem } = this.reflector;
    for (const object of objects.values()) this.call(observer, () => observer.changed(object));
    if (synced) this.call(observer, () => observer.synced(toldUpTo));
    if (problem !== undefined) this.call(observer, () => observer.failed(problem.answer, problem.retrying));
  }

  private tell(message: (observer: Observer) => void): void {
    for (const [observer, welcomed] of [...this.observers]) if (welcomed) this.call(observer, () => message(observer));
  }

  /** A mistake in one observer must neither reach the stream nor the other observers, nor go unnoticed. */
  private call(observer: Observer, message: () => void): void {
    if (!this.observers.has(observer)) return;
    try {
      message();
    } catch (error) {
      queueMicrotask(() => {
        throw error;
      });
    }
  }
}
