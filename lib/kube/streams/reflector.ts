import type { KubeObject } from '../../api';
import type { ObserveScope, ServedKind, StreamProblem } from '../../engine/ports';
import { collectionProblem, ConnectionFailure, isMistake, readPages, retryAfter, type Client, type Lane, type Outcome } from '../http';
import type { Discovery } from '../discovery';
import type { Timing } from '../timing';
import { Backoff } from './backoff';
import type { StreamListener } from './differ';
import { isStatus, ListMode, type ServerTraits } from './list-mode';
import { readVersion } from './read-version';
import { StreamState } from './stream-state';
import { watchOnce, watchPath, type WatchEnd } from './watch';

/** When the next list or watch may come: a number is what the server asked for, in seconds; undefined, after the usual pause. */
type Next = 'at once' | 'never' | number | undefined;

/** A watch that lived this long was a good one: open the next without a pause. */
const GOOD_MS = 5_000;
export const LANE: Lane = { lane: 'streams' };
/** How long a path that discovery knows may answer "not found" before that is reported: discovery lags behind a kind that goes. */
const LAGGING_TURNS = 4;

/**
 * Follows the objects of one scope on the server and reports every difference: a streaming list when the server can, else list and watch;
 * from the last version after a disconnection; from scratch, by comparison, when that version is no longer known.
 */
export class Reflector {
  /** What it has learnt and reported so far. */
  readonly state: StreamState;
  private readonly listMode: ListMode;
  private readonly backoff: Backoff;
  private stopped = false;
  /** Breaks off the watch that is open. */
  private current = new AbortController();

  constructor(
    private readonly client: Client,
    private readonly discovery: Discovery,
    private readonly scope: ObserveScope,
    traits: ServerTraits,
    private readonly timing: Timing,
    listener: StreamListener,
    routeLabel?: string,
  ) {
    this.backoff = new Backoff(timing);
    this.listMode = new ListMode(traits);
    this.state = new StreamState(scope, routeLabel, this.backoff, listener);
  }

  /** Runs until `stop`, or until the server says that the scope itself is wrong. Never throws. */
  async run(): Promise<void> {
    while (!this.stopped) {
      const startedAt = performance.now();
      const next = await this.turn();
      if (this.stopped || next === 'never') return;
      if (next === 'at once') continue;
      if (next === undefined && performance.now() - startedAt >= GOOD_MS) this.backoff.reset();
      else await this.backoff.pause(next);
    }
  }

  stop(): void {
    this.stopped = true;
    this.current.abort();
    this.backoff.wake();
  }

  /** Try again now instead of after the pause: something changed (a kind became served). */
  wake(): void {
    this.backoff.wake();
  }

  /** A list beside the stream has shown this. */
  note(object: KubeObject): void {
    this.state.note(object);
  }

  /** A list beside the stream has shown that the server's versions went back. */
  distrust(): void {
    this.state.restore();
    this.current.abort();
  }

  /** One list or one watch. */
  private async turn(): Promise<Next> {
    // A list goes over connections that are open anyway; each stream has one of its own.
    if (this.scope.once === true && this.state.synced) return 'never';
    const kind = await this.discovery.resolve(this.scope.apiVersion, this.scope.kind);
    if (this.stopped) return 'never';
    if (kind === undefined) return this.unserved();
    this.current = new AbortController();
    const { current, needsVerification } = this.state.position;
    const streams = this.listMode.isStreaming && this.scope.once !== true;
    if (current === undefined) return streams ? this.streamList(kind) : this.list(kind);
    return (needsVerification ? await this.verify(kind) : undefined) ?? this.watch(kind, current);
  }

  /**
   * After an outage or a silence: is the server still one that has seen our position? A server whose storage was restored from a backup
   * takes a watch from a later version and says nothing, for as long as it likes.
   */
  private async verify(kind: ServedKind): Promise<Next> {
    const version = await readVersion(this.client, kind, this.scope, LANE);
    if (this.stopped) return 'never';
    if (version instanceof ConnectionFailure) return this.fail(collectionProblem(version), version) ?? 0;
    if (this.state.position.verified(version)) return undefined;
    this.state.restore();
    return 'at once';
  }

  /** The initial state and the changes after it in one stream. */
  private async streamList(kind: ServedKind): Promise<Next> {
    const parameters = { sendInitialEvents: 'true', resourceVersionMatch: 'NotOlderThan' };
    let complete = false;
    const silenceMs = (): number => (complete ? this.timing.silenceMs : this.timing.initialSilenceMs);
    const path = watchPath(kind, this.scope, this.timing, parameters);
    const end = await watchOnce(this.client, path, this.timing, silenceMs, this.current.signal, {
      opened: () => this.state.beginList(),
      event: (event) => {
        if (complete) return this.state.change(event);
        if (event.type !== 'BOOKMARK') this.state.list(event.object);
        if (event.type !== 'BOOKMARK' || event.object.metadata.annotations?.['k8s.io/initial-events-end'] !== 'true') return 'go on';
        complete = true;
        return this.state.complete(event.object.metadata.resourceVersion);
      },
    });
    if (this.stopped) return 'never';
    return this.listMode.streamEnded(end, complete) ? 'at once' : this.after(kind, end, false);
  }

  private async list(kind: ServedKind): Promise<Next> {
    this.state.beginList();
    const result = await readPages(this.client, kind, this.scope, false, {
      restart: () => this.state.beginList(),
      page: (items) => {
        if (!this.stopped) for (const item of items) this.state.list(item);
      },
    }, LANE);
    if (this.stopped) return 'never';
    if (typeof result !== 'string') return this.refused(kind, result, isMistake(result));
    this.state.complete(result);
    return 'at once';
  }

  private async watch(kind: ServedKind, position: string): Promise<Next> {
    const path = watchPath(kind, this.scope, this.timing, { resourceVersion: position });
    const end = await watchOnce(this.client, path, this.timing, () => this.timing.silenceMs, this.current.signal, {
      opened: () => this.state.watchOpened(),
      event: (event) => this.state.change(event),
    });
    return this.stopped ? 'never' : this.after(kind, end, true);
  }

  /** What follows from the end of a watch. */
  private after(kind: ServedKind, end: WatchEnd, mayBeMistake: boolean): Next | Promise<Next> {
    if (this.current.signal.aborted) return 'at once';
    const { position } = this.state;
    switch (end.type) {
      case 'ended':
        return undefined;
      case 'expired':
        position.relist();
        return undefined;
      case 'silent':
        position.suspectServer();
        position.question(2);
        return undefined;
      case 'error':
        this.state.watchErrored({ type: 'refused', status: end.status });
        return end.status.retryAfterSeconds;
      case 'oversized':
        this.listMode.usePages();
        position.relist();
        return this.fail({ type: 'lost', message: `the API server sent a line of more than ${this.timing.lineLength} characters` });
      case 'refused':
        if (!isStatus(end.outcome, [410])) return this.refused(kind, end.outcome, mayBeMistake && isMistake(end.outcome));
        position.relist();
        return undefined;
    }
  }

  private async refused(kind: ServedKind, outcome: Outcome, final: boolean): Promise<Next> {
    const problem = collectionProblem(outcome);
    if (problem.type !== 'unserved') return this.fail(problem, outcome, final);
    this.discovery.forget(kind);
    if ((await this.discovery.resolve(kind.apiVersion, kind.kind)) === undefined) return this.stopped ? 'never' : this.unserved();
    const failure = this.discovery.failureFor(kind.apiVersion);
    if (failure !== undefined) return this.fail(collectionProblem(failure), failure);
    return this.backoff.pauses < LAGGING_TURNS ? undefined : this.fail(problem, outcome);
  }

  /** Discovery does not know the kind: because it cannot say, or because there is none. */
  private unserved(): Next {
    const { apiVersion } = this.scope;
    const failure = this.discovery.failureFor(apiVersion);
    if (failure !== undefined) return this.fail(collectionProblem(failure), failure);
    this.state.unserved();
    return undefined;
  }

  private fail(answer: StreamProblem, cause?: Outcome, final = false): Next {
    this.state.fail(answer, final);
    return final ? 'never' : cause && retryAfter(cause);
  }
}
