import { keyOf, refOf, type KubeObject, type ObjectRef } from '../../api';
import type { Observer, StreamProblem } from '../../engine/ports';
import { isCoveredBy, isLater } from './versions';

/** What a stream reports. */
export type StreamEvent =
  | { readonly type: 'changed'; readonly object: KubeObject }
  /** `asOf` is the state of the cluster that shows it; undefined: it is gone in every state. */
  | { readonly type: 'removed'; readonly ref: ObjectRef; readonly resourceVersion: string | undefined; readonly asOf: string | undefined };

/** What an observer wants of a stream. */
export interface Interest {
  /** Value of the label that the stream routes by; undefined: any. */
  readonly value: string | undefined;
  readonly namespace: string | undefined;
  /** Other labels that objects must have; undefined as value: whatever it is. */
  readonly labels: ReadonlyMap<string, string | undefined>;
}

/**
 * One observer of a stream. While its initial state is read by a list of its own, what the stream reports is kept back; afterwards what
 * that list had already shown is left out, so that the observer never sees an older state after a newer one.
 */
export class Subscriber {
  private state: 'new' | 'catching up' | 'live' | 'gone' = 'new';
  private kept: StreamEvent[] = [];
  /** The state that its own list has shown. */
  private shown: string | undefined;
  /** When it asks for further labels: the objects it was given, so that it gets `removed` for one that loses such a label. */
  private readonly matching: Set<string> | undefined;

  constructor(
    readonly interest: Interest,
    private readonly observer: Observer,
  ) {
    this.matching = interest.labels.size === 0 ? undefined : new Set();
  }

  get isGone(): boolean {
    return this.state === 'gone';
  }

  get isLive(): boolean {
    return this.state === 'live';
  }

  leave(): void {
    this.state = 'gone';
    this.kept = [];
  }

  /** Nothing that the stream has reported so far concerns it: all that it wants is still to come. */
  start(): void {
    this.state = 'live';
  }

  /** From now on events are kept until `caughtUp`. */
  catchUp(): void {
    this.state = 'catching up';
  }

  /** The list is complete as of `position`, and what came meanwhile follows. */
  caughtUp(position: string): void {
    if (this.state !== 'catching up') return;
    this.shown = position === '' ? undefined : position;
    this.state = 'live';
    const { kept } = this;
    this.kept = [];
    for (const message of kept) this.receive(message);
    this.synced(this.shown);
  }

  /** The server's versions went back: what was shown before says nothing about what comes. */
  forget(): void {
    this.shown = undefined;
    this.kept = [];
  }

  /** From the stream. */
  receive(message: StreamEvent): void {
    if (this.state === 'catching up') this.kept.push(message);
    if (this.state !== 'live') return;
    const asOf = message.type === 'changed' ? message.object.metadata.resourceVersion : message.asOf;
    if (this.shown !== undefined && isCoveredBy(asOf, this.shown)) return;
    this.deliver(message);
  }

  /** Gives the observer an event of its own list, or one that is later than this list. */
  deliver(message: StreamEvent): void {
    if (this.state === 'gone') return;
    if (message.type === 'removed') {
      if (this.matching?.delete(keyOf(message.ref)) === false) return;
      this.call(() => this.observer.removed(message.ref, message.resourceVersion));
      return;
    }
    const { object } = message;
    if (this.matching !== undefined) {
      const ref = refOf(object);
      const key = keyOf(ref);
      if (!hasLabels(object, this.interest.labels)) {
        if (this.matching.delete(key)) this.call(() => this.observer.removed(ref, object.metadata.resourceVersion));
        return;
      }
      this.matching.add(key);
    }
    this.call(() => this.observer.changed(object));
  }

  synced(position: string | undefined): void {
    if (this.state !== 'live') return;
    this.call(() => this.observer.synced(isLater(this.shown, position) ? this.shown : position));
  }

  failed(problem: StreamProblem, retrying: boolean): void {
    if (this.state !== 'gone') this.call(() => this.observer.failed(problem, retrying));
  }

  /** A mistake in one observer must neither reach the stream nor the other observers, nor go unnoticed. */
  private call(message: () => void): void {
    try {
      message();
    } catch (error) {
      queueMicrotask(() => {
        throw error;
      });
    }
  }
}

function hasLabels({ metadata }: KubeObject, labels: Interest['labels']): boolean {
  for (const [name, value] of labels) {
    const actual = metadata.labels?.[name];
    if (actual === undefined || (value !== undefined && actual !== value)) return false;
  }
  return true;
}
