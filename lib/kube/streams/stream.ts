import type { KubeObject, ObjectRef } from '../../api';
import { defined } from '../../defined';
import type { Observer, ObserveScope, StreamProblem, Subscription } from '../../engine/ports';
import { collectionProblem, isMistake, retryAfter, type Outcome } from '../http';
import { CatchUp, type ReadList } from './catch-up';
import type { StreamListener } from './differ';
import { Subscriber, type StreamEvent, type Interest } from './subscriber';
import type { Reflector } from './reflector';
import { Routes } from './routes';
import { pauseBefore, sleep, type Timing } from '../timing';
import { isLater } from './versions';

/** What a stream needs of its cluster. */
export interface StreamParts {
  readonly scope: ObserveScope;
  /** The label by whose value events are routed; undefined: every observer gets everything. */
  readonly label?: string;
  /** How long the stream goes on without observers. */
  readonly lingerMs: number;
  readonly timing: Timing;
  reflector(listener: StreamListener): Reflector;
  readonly readList: ReadList;
  /** It ended by itself, or because the last observer left. */
  ended(problem: StreamProblem | undefined): void;
}

/**
 * One stream and its observers. Contents of objects are passed on and not kept. An observer that joins when the stream has already reported
 * objects that it wants gets those by a list of its own (`CatchUp`); observers that come at the same time share that list.
 */
export class Stream implements StreamListener {
  readonly reflector: Reflector;
  private readonly subscribers = new Set<Subscriber>();
  private readonly routes = new Routes<Subscriber>();
  private readonly latecomers = new Set<Subscriber>();
  private readonly ending = new AbortController();
  private catchingUp = false;
  private noting = false;
  private started = false;
  private timer: NodeJS.Timeout | undefined;
  /** Grows when versions lose their meaning. */
  private era = 0;

  constructor(readonly parts: StreamParts) {
    this.reflector = parts.reflector(this);
  }

  get observers(): number {
    return this.subscribers.size;
  }

  /** Nothing is called before `join` has returned. */
  join(interest: Interest, observer: Observer): Subscription {
    clearTimeout(this.timer);
    const subscriber = new Subscriber(interest, observer);
    this.subscribers.add(subscriber);
    this.routes.add(subscriber, interest.value, interest.namespace);
    queueMicrotask(() => this.welcome(subscriber));
    return {
      close: () => this.leave(subscriber),
      has: ({ namespace, name }) => this.reflector.state.objects.get(namespace, name) !== undefined,
    };
  }

  close(problem?: StreamProblem): void {
    if (this.ending.signal.aborted) return;
    this.ending.abort();
    clearTimeout(this.timer);
    for (const subscriber of this.subscribers) subscriber.leave();
    this.subscribers.clear();
    this.reflector.stop();
    this.parts.ended(problem);
  }

  changed(object: KubeObject, value: string | undefined, former: string | undefined): void {
    const { namespace, name = '', resourceVersion } = object.metadata;
    this.routes.each(value, namespace, (subscriber) => this.pass(subscriber, { type: 'changed', object }));
    if (former === undefined || former === value) return;
    const ref = { apiVersion: object.apiVersion, kind: object.kind, name, ...defined({ namespace }) };
    this.routes.eachOf(former, namespace, (subscriber) => this.pass(subscriber, {
      type: 'removed',
      ref,
      resourceVersion,
      asOf: resourceVersion,
    }));
  }

  removed(ref: ObjectRef, resourceVersion: string | undefined, value: string | undefined, asOf: string | undefined): void {
    this.routes.each(value, ref.namespace, (subscriber) => this.pass(subscriber, { type: 'removed', ref, resourceVersion, asOf }));
  }

  synced(resourceVersion: string | undefined): void {
    for (const subscriber of this.subscribers) subscriber.synced(resourceVersion);
  }

  failed(problem: StreamProblem, retrying: boolean): void {
    // The scope of a shared stream is wider than what its observers need: whether they may have theirs, they have to ask themselves.
    const isTooWide = this.parts.label !== undefined && problem.type === 'refused' && problem.status.code === 403;
    const final = !retrying || isTooWide;
    // Ended first: an observer that observes again when it gets `failed` gets another stream.
    const subscribers = [...this.subscribers].filter(({ isLive }) => isLive || final);
    if (final) {
      for (const subscriber of this.subscribers) this.routes.delete(subscriber, subscriber.interest.value, subscriber.interest.namespace);
      this.subscribers.clear();
      this.close(problem);
    }
    for (const subscriber of subscribers) {
      subscriber.failed(problem, !final);
      if (final) subscriber.leave();
    }
  }

  restored(): void {
    this.era += 1;
    for (const subscriber of this.subscribers) subscriber.forget();
  }

  /** What was read for latecomers is news for the others only: latecomers get it from their own list, this one or the next. */
  private pass(subscriber: Subscriber, message: StreamEvent): void {
    if (subscriber.isLive || !this.noting) subscriber.receive(message);
  }

  private note(object: KubeObject): void {
    this.noting = true;
    this.reflector.note(object);
    this.noting = false;
  }

  /** The first observer starts the stream; one that wants nothing of what was reported yet needs no list of its own. */
  private welcome(subscriber: Subscriber): void {
    if (subscriber.isGone) return;
    const { state } = this.reflector;
    const { value } = subscriber.interest;
    const reported = value === undefined ? state.objects.size : state.objects.sizeOf(value);
    if (reported > 0) {
      subscriber.catchUp();
      this.latecomers.add(subscriber);
      if (!this.catchingUp) void this.catchUpAll();
      return;
    }
    subscriber.start();
    if (state.synced) subscriber.synced(state.position.reportedUpTo);
    this.reportProblem(subscriber);
    if (this.started) return;
    this.started = true;
    void this.reflector.run();
  }

  private reportProblem(subscriber: Subscriber): void {
    const { problem } = this.reflector.state;
    if (problem !== undefined) subscriber.failed(problem.answer, problem.retrying);
  }

  private leave(subscriber: Subscriber): void {
    if (!this.subscribers.delete(subscriber)) return;
    subscriber.leave();
    this.latecomers.delete(subscriber);
    this.routes.delete(subscriber, subscriber.interest.value, subscriber.interest.namespace);
    if (this.subscribers.size > 0) return;
    if (this.parts.lingerMs === 0) this.close();
    else this.timer = setTimeout(() => this.close(), this.parts.lingerMs).unref();
  }

  private async catchUpAll(): Promise<void> {
    this.catchingUp = true;
    // Observers that join at the same moment share the list.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.latecomers.size > 0) {
      const subscribers = [...this.latecomers];
      this.latecomers.clear();
      await this.catchUp(new CatchUp(this.parts.scope, this.parts.label, subscribers));
    }
    this.catchingUp = false;
  }

  private async catchUp(batch: CatchUp): Promise<void> {
    const { timing, readList } = this.parts;
    for (let attempt = 1; !batch.isVoid; attempt += 1) {
      const { era } = this;
      const before = this.reflector.state.position.reportedUpTo;
      const result = await batch.read(readList, (object) => this.note(object));
      if (this.ending.signal.aborted) return;
      if (era !== this.era) {
        // What was read may be from before: neither this list nor what came of it is believed.
        this.reflector.distrust();
        batch.distrust();
      } else if (typeof result !== 'string') {
        if (this.refuse(batch, result)) return;
        await sleep(pauseBefore(attempt, retryAfter(result), timing), this.ending.signal);
      } else if (isLater(before, result)) {
        // The list shows an earlier state than the stream did before it was asked for.
        this.reflector.distrust();
        batch.distrust();
      } else {
        for (const subscriber of batch.subscribers) {
          subscriber.caughtUp(result);
          this.reportProblem(subscriber);
        }
        return;
      }
    }
  }

  /** The list was refused: for good? */
  private refuse(batch: CatchUp, outcome: Outcome): boolean {
    const problem = collectionProblem(outcome);
    const isForbidden = this.parts.label !== undefined && problem.type === 'refused' && problem.status.code === 403;
    const final = isForbidden || isMistake(outcome);
    for (const subscriber of batch.subscribers) {
      subscriber.failed(problem, !final);
      if (final) this.leave(subscriber);
    }
    return final;
  }
}
