import type { Observer, ObserveScope, StreamProblem, Subscription } from '../../engine/ports';
import type { CatchUpReceiver } from './catch-up';
import { ConnectionFailure, readPages, type Client, type Outcome } from '../http';
import type { Discovery } from '../discovery';
import type { Interest } from './subscriber';
import type { ServerTraits } from './list-mode';
import { LANE, Reflector } from './reflector';
import { Stream } from './stream';
import type { Timing } from '../timing';

/** One open stream, for metrics and tests. */
export interface StreamInfo {
  readonly apiVersion: string;
  readonly kind: string;
  /** What is asked of the server. */
  readonly scope: ObserveScope;
  /** How many there are now. */
  readonly objects: number;
  /** All objects that existed at the start were delivered. */
  readonly synced: boolean;
  /** 0 while the stream lingers. */
  readonly observers: number;
}

const EVERYTHING: Interest = { value: undefined, namespace: undefined, labels: new Map() };
/**
 * A cluster-wide stream that was forbidden is not tried again for this long: the next thousand observers get the same answer without a
 * request.
 */
const FORBIDDEN_MS = 30_000;

/** The open streams of a cluster. Observers of equal scopes share one, and those of a shared stream share it whatever their scope. */
export class Streams {
  private readonly open = new Map<string, Stream>();
  private readonly forbidden = new Map<string, { readonly problem: StreamProblem; readonly until: number }>();
  private readonly traits: ServerTraits = { watchList: true };
  private closed = false;
  /** Scopes that were asked for once. */
  private looks = 0;

  constructor(
    private readonly client: Client,
    private readonly discovery: Discovery,
    private readonly timing: Timing,
  ) {}

  observe(scope: ObserveScope, observer: Observer): Subscription {
    return this.join(scope, EVERYTHING, observer, { lingerMs: 0 });
  }

  /** Joins the one cluster-wide stream of the kind that is selected by the existence of the label. */
  observeShared(
    kind: { apiVersion: string; kind: string }, label: string, interest: Interest, observer: Observer, lingerMs: number,
  ): Subscription {
    return this.join({ ...kind, labelSelector: label }, interest, observer, { label, lingerMs });
  }

  /** Discovery has grown: streams that wait for their kind may try again. */
  wake(): void {
    for (const stream of this.open.values()) stream.reflector.wake();
  }

  describe(): StreamInfo[] {
    return [...this.open.values()].map(({ parts: { scope }, reflector, observers }) => {
      const { apiVersion, kind } = scope;
      return { apiVersion, kind, scope, objects: reflector.state.objects.size, synced: reflector.state.synced, observers };
    });
  }

  close(): void {
    this.closed = true;
    for (const stream of this.open.values()) stream.close();
    this.open.clear();
  }

  private join(scope: ObserveScope, interest: Interest, observer: Observer, how: { label?: string; lingerMs: number }): Subscription {
    if (this.closed) return { close: () => {} };
    // Who comes later to one that has shown everything once would be shown what is no longer so.
    const only = scope.once === true ? (this.looks += 1) : undefined;
    const key = JSON.stringify([scope.apiVersion, scope.kind, scope.namespace, scope.name, scope.labelSelector, how.label, only]);
    const refusal = this.forbidden.get(key);
    if (refusal !== undefined && refusal.until > performance.now()) return refuse(observer, refusal.problem);
    let stream = this.open.get(key);
    if (stream === undefined) this.open.set(key, (stream = this.start(key, scope, how)));
    return stream.join(interest, observer);
  }

  private start(key: string, scope: ObserveScope, how: { label?: string; lingerMs: number }): Stream {
    const stream: Stream = new Stream({
      scope,
      ...how,
      timing: this.timing,
      reflector: (listener) => new Reflector(this.client, this.discovery, scope, this.traits, this.timing, listener, how.label),
      readList: (narrow, receiver) => this.list(narrow, receiver),
      ended: (problem) => {
        if (this.open.get(key) === stream) this.open.delete(key);
        if (problem?.type === 'refused' && problem.status.code === 403) {
          this.forbidden.set(key, { problem, until: performance.now() + FORBIDDEN_MS });
        }
      },
    });
    return stream;
  }

  private async list(scope: ObserveScope, receiver: CatchUpReceiver): Promise<string | Outcome> {
    const kind = await this.discovery.resolve(scope.apiVersion, scope.kind);
    if (kind !== undefined) return readPages(this.client, kind, scope, false, receiver, LANE);
    return this.discovery.failureFor(scope.apiVersion) ?? new ConnectionFailure('the kind is not served at the moment', false, 'UNSERVED');
  }
}

function refuse(observer: Observer, problem: StreamProblem): Subscription {
  let isOpen = true;
  queueMicrotask(() => {
    if (isOpen) observer.failed(problem, false);
  });
  return { close: () => void (isOpen = false) };
}
