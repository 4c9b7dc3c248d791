import { groupOf, type KubeObject } from '../../api';
import type { ObserveScope, ServedKind, StreamProblem } from '../../engine/ports';
import {
  collectionProblem, ConnectionFailure, isMistake, readPages, retryAfter, scopePath, type Client, type Lane, type Outcome,
} from '../http';
import type { Discovery } from '../discovery';
import { Differ, type StreamListener } from './differ';
import { Backoff } from './backoff';
import type { Timing } from '../timing';
import { isLater } from './versions';
import { watchOnce, type WatchEnd, type WatchEvent } from './watch';

/** When the next list or watch may come: a number is what the server asked for, in seconds; undefined, after the usual pause. */
type Next = 'at once' | 'never' | number | undefined;

/** A watch that lived this long was a good one: open the next without a pause. */
const GOOD_MS = 5_000;
export const LANE: Lane = { lane: 'streams' };
/** Something on the way to the server does not let streaming lists live: after so many, ask for pages. */
const CUTS = 3;
/** How long a path that discovery knows may answer "not found" before that is reported: discovery lags behind a kind that goes. */
const LAGGING_TURNS = 4;

/** What all reflectors of a cluster have learnt about the server. */
export interface ServerTraits {
  /** Initial state as a stream (WatchList, KEP-3157; on by default since Kubernetes 1.34). */
  watchList: boolean;
}

/**
 * Follows the objects of one scope on the server and reports every difference: a streaming list when the server can, else list and watch;
 * from the last version after a disconnection; from scratch, by comparison, when that version is no longer known.
 */
export class Reflector {
  synced = false;
  /** The problem that was reported last and is not over. */
  problem: { readonly answer: StreamProblem; readonly retrying: boolean } | undefined;
  private readonly differ: Differ;
  private position: string | undefined;
  /** The last position there was, also while a new list is under way: no later list may show an earlier state. */
  private latest: string | undefined;
  private plainList = false;
  /** Streaming lists that were cut before they were complete. */
  private cuts = 0;
  private readonly backoff: Backoff;
  /** The last watch ended with an ERROR event: that the next one opens does not mean that it is over. */
  private errored = false;
  /** Grows while the server says nothing that can be used; beyond 2 even the position is doubted. */
  private doubt = 0;
  /** There was a silence or an outage: the server may not be what it was. */
  private suspect = false;
  private stopped = false;
  /** Breaks off the watch that is open. */
  private current = new AbortController();

  constructor(
    private readonly client: Client,
    private readonly discovery: Discovery,
    private readonly scope: ObserveScope,
    private readonly traits: ServerTraits,
    private readonly timing: Timing,
    private readonly listener: StreamListener,
    routeLabel?: string,
  ) {
    this.backoff = new Backoff(timing);
    this.differ = new Differ(scope, routeLabel, listener);
  }

  /** Version of the cluster up to which all changes were reported. */
  get reportedUpTo(): string | undefined {
    return this.position ?? this.latest;
  }

  get objects(): Differ['objects'] {
    return this.differ.objects;
  }

  /** Runs until `stop`, or until the server says that the scope itself is wrong. Never throws. */
  async run(): Promise<void> {
    while (!this.stopped) {
      const startedAt = Date.now();
      const next = await this.turn();
      if (this.stopped || next === 'never') return;
      if (next === 'at once') continue;
      if (next === undefined && Date.now() - startedAt >= GOOD_MS) this.backoff.reset();
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
    this.differ.note(object, this.reportedUpTo);
  }

  /** A list beside the stream has shown that the server's versions went back. */
  distrust(): void {
    this.restore();
    this.current.abort();
  }

  /** One list or one watch. */
  private async turn(): Promise<Next> {
    const kind = await this.discovery.resolve(this.scope.apiVersion, this.scope.kind);
    if (this.stopped) return 'never';
    if (kind === undefined) return this.unserved();
    this.current = new AbortController();
    if (this.position !== undefined) return (await this.verify(kind)) ?? this.watch(kind, this.position);
    return this.traits.watchList && !this.plainList ? this.streamList(kind) : this.list(kind);
  }

  /**
   * After an outage or a silence: is the server still one that has seen our position? A server whose storage was restored from a backup
   * takes a watch from a later version and says nothing, for as long as it likes. A list of one object gives the version of the whole.
   */
  private async verify(kind: ServedKind): Promise<Next> {
    if (!this.suspect) return undefined;
    const path = scopePath(kind, this.scope, { limit: '1' });
    const outcome = await this.client.send({ method: 'GET', path, verb: 'list', repeatable: true }, LANE);
    if (this.stopped) return 'never';
    if (outcome instanceof ConnectionFailure) return this.fail(collectionProblem(outcome), outcome) ?? 0;
    this.suspect = false;
    if (!isLater(this.position, versionOfList(outcome))) return undefined;
    this.restore();
    return 'at once';
  }

  /** The initial state and the changes after it in one stream. */
  private async streamList(kind: ServedKind): Promise<Next> {
    const parameters = { sendInitialEvents: 'true', resourceVersionMatch: 'NotOlderThan' };
    let complete = false;
    const silenceMs = (): number => (complete ? this.timing.silenceMs : this.timing.initialSilenceMs);
    const end = await watchOnce(this.client, this.watchPath(kind, parameters), this.timing, silenceMs, this.current.signal, {
      opened: () => this.differ.begin(),
      event: (event) => {
        if (complete) return this.take(event);
        if (event.type !== 'BOOKMARK') this.differ.put(event.object);
        if (event.type !== 'BOOKMARK' || event.object.metadata.annotations?.['k8s.io/initial-events-end'] !== 'true') return 'go on';
        complete = true;
        return this.complete(event.object.metadata.resourceVersion);
      },
    });
    if (this.stopped) return 'never';
    if (complete) this.cuts = 0;
    else if (end.type === 'ended') this.cuts += 1;
    if (!complete && (end.type === 'silent' || this.cuts >= CUTS)) {
      this.plainList = true;
      return 'at once';
    }
    if (end.type === 'refused' && isStatus(end.outcome, 400, 405, 406, 415, 422)) {
      this.plainList = true;
      if (/sendInitialEvents|resourceVersionMatch/.test(end.outcome.body)) this.traits.watchList = false;
      return 'at once';
    }
    return this.after(kind, end, false);
  }

  private async list(kind: ServedKind): Promise<Next> {
    this.differ.begin();
    const result = await readPages(this.client, kind, this.scope, false, {
      restart: () => this.differ.begin(),
      page: (items) => {
        if (!this.stopped) for (const item of items) this.differ.put(item);
      },
    }, LANE);
    if (this.stopped) return 'never';
    if (typeof result !== 'string') return this.refused(kind, result, isMistake(result));
    this.complete(result);
    return 'at once';
  }

  private async watch(kind: ServedKind, position: string): Promise<Next> {
    const path = this.watchPath(kind, { resourceVersion: position });
    const end = await watchOnce(this.client, path, this.timing, () => this.timing.silenceMs, this.current.signal, {
      opened: () => {
        // Nothing that was reported before is void: what was missed follows as ordinary changes.
        if (this.problem !== undefined && !this.errored) this.reportSynced();
      },
      event: (event) => {
        if (this.problem !== undefined) this.reportSynced();
        return this.take(event);
      },
    });
    if (this.stopped) return 'never';
    return this.after(kind, end, true);
  }

  private watchPath(kind: ServedKind, parameters: Readonly<Record<string, string>>): string {
    const timeoutSeconds = String(300 + Math.floor(this.timing.random() * 300));
    return scopePath(kind, this.scope, { watch: '1', allowWatchBookmarks: 'true', timeoutSeconds, ...parameters });
  }

  /** What follows from the end of a watch. */
  private after(kind: ServedKind, end: WatchEnd, mayBeMistake: boolean): Next | Promise<Next> {
    if (this.current.signal.aborted) return 'at once';
    switch (end.type) {
      case 'ended':
        return undefined;
      case 'expired':
        this.relist();
        return undefined;
      case 'silent':
        this.suspect = true;
        this.question(2);
        return undefined;
      case 'error':
        this.question(1);
        this.errored = true;
        return this.fail({ type: 'refused', status: end.status }, end.status.retryAfterSeconds);
      case 'oversized':
        this.plainList = true;
        this.relist();
        return this.fail({
          type: 'lost',
          message: `the API server sent a line of more than ${this.timing.lineLength} characters`,
        }, undefined);
      case 'refused':
        if (isStatus(end.outcome, 410)) {
          this.relist();
          return undefined;
        }
        return this.refused(kind, end.outcome, mayBeMistake && isMistake(end.outcome));
    }
  }

  /** A change after the initial state. */
  private take({ type, object }: WatchEvent): 'go on' | 'stop' {
    const { resourceVersion } = object.metadata;
    this.backoff.reset();
    this.doubt = 0;
    this.errored = false;
    if (type === 'DELETED') {
      this.differ.remove(object);
      // Some aggregated servers give the last version instead of that of the deletion.
      if (isLater(this.position, resourceVersion)) return 'go on';
    } else if (isLater(this.position, resourceVersion)) {
      this.restore();
      return 'stop';
    } else if (type !== 'BOOKMARK') {
      this.differ.put(object);
    }
    this.position = resourceVersion ?? this.position;
    return 'go on';
  }

  /** Everything that exists was shown. */
  private complete(position: string | undefined): 'go on' | 'stop' {
    this.doubt = 0;
    this.errored = false;
    if (isLater(this.latest, position)) {
      this.restore();
      return 'stop';
    }
    this.suspect = false;
    this.differ.end(position);
    this.position = position;
    this.latest = position;
    this.backoff.reset();
    this.reportSynced(position);
    return 'go on';
  }

  /** @param position the state of the cluster that was just shown as a whole */
  private reportSynced(position?: string): void {
    this.problem = undefined;
    this.synced = true;
    this.listener.synced(position);
  }

  /** Compare everything again, in a new list. */
  private relist(): void {
    this.latest = this.position ?? this.latest;
    this.position = undefined;
    this.doubt = 0;
  }

  private question(weight: number): void {
    this.doubt += weight;
    if (this.doubt > 2) this.relist();
  }

  /** An earlier state than one that was shown: versions begin anew, and equal ones may mean other content. All is reported again. */
  private restore(): void {
    this.relist();
    this.latest = undefined;
    this.differ.objects.distrust();
    this.listener.restored();
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
    const { apiVersion, kind } = this.scope;
    const failure = this.discovery.failureFor(apiVersion);
    if (failure !== undefined) return this.fail(collectionProblem(failure), failure);
    // In another version the objects live on.
    if (!this.discovery.servesAnyVersion(groupOf(apiVersion), kind)) this.differ.clear();
    this.relist();
    this.synced = false;
    return this.fail({ type: 'unserved' }, undefined);
  }

  private fail(answer: StreamProblem, cause: Outcome | number | undefined, final = false): Next {
    this.problem = { answer, retrying: !final };
    if (answer.type === 'lost') this.suspect = true;
    this.listener.failed(answer, !final);
    if (final) return 'never';
    return cause === undefined || typeof cause === 'number' ? cause : retryAfter(cause);
  }
}

function versionOfList({ status, body }: Exclude<Outcome, ConnectionFailure>): string | undefined {
  if (status !== 200) return undefined;
  try {
    return (JSON.parse(body) as { metadata?: { resourceVersion?: string } } | null)?.metadata?.resourceVersion;
  } catch {
    return undefined;
  }
}

function isStatus(outcome: Outcome, ...codes: number[]): outcome is Exclude<Outcome, ConnectionFailure> {
  return !(outcome instanceof ConnectionFailure) && codes.includes(outcome.status);
}
