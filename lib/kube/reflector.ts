import { refOf, type KubeObject } from '../api';
import type { Answer, Observer, ObserveScope, ServedKind } from '../engine/ports';
import { answerOf } from './answer';
import { retryAfter, type Client, type Outcome } from './client';
import type { Discovery } from './discovery';
import { readPages } from './pages';
import { scopePath } from './path';
import { jitter, sleep, type Timing } from './timing';
import { ConnectionFailure } from './transport';
import { watchOnce, type WatchEvent } from './watch';

type Problem = Parameters<Observer['failed']>[0];

/** A watch that lived this long was a good one: open the next without a pause. */
const GOOD_MS = 5_000;

/** What all reflectors of a cluster have learnt about the server. */
export interface ServerTraits {
  /** Initial state as a stream (WatchList, KEP-3157; on by default since Kubernetes 1.34). */
  watchList: boolean;
}

/**
 * Keeps the objects of one scope as they are on the server and tells every difference: a streaming list when the server can, else list and watch;
 * from the last version after a disconnection; from scratch, by comparison, when that version is no longer known.
 */
export class Reflector {
  /** The objects as last told, by namespace/name. */
  readonly objects = new Map<string, KubeObject>();
  synced = false;
  /** Version of the cluster up to which all changes were told. */
  get toldUpTo(): string | undefined {
    return this.position;
  }
  /** The problem that was told last and is not over. */
  problem: { readonly answer: Problem; readonly retrying: boolean } | undefined;
  private position: string | undefined;
  private plainList = false;
  private failures = 0;
  private readonly ending = new AbortController();
  private nap: AbortController | undefined;

  constructor(
    private readonly client: Client,
    private readonly discovery: Discovery,
    private readonly scope: ObserveScope,
    private readonly traits: ServerTraits,
    private readonly timing: Timing,
    private readonly observer: Observer,
  ) {}

  /** Runs until `stop`, or until the server says that the scope itself is wrong. Never throws. */
  async run(): Promise<void> {
    while (!this.stopped) {
      const startedAt = Date.now();
      const next = await this.turn();
      if (this.stopped || next === 'never') return;
      if (next === 'at once') continue;
      if (next === undefined && Date.now() - startedAt >= GOOD_MS) this.failures = 0;
      else await this.pause(next);
    }
  }

  stop(): void {
    this.ending.abort();
    this.nap?.abort();
  }

  /** Try again now instead of after the pause: something changed (a kind became served). */
  wake(): void {
    this.nap?.abort();
  }

  private get stopped(): boolean {
    return this.ending.signal.aborted;
  }

  /** One list or one watch. Gives when the next may come; a number is what the server asked for, in seconds. */
  private async turn(): Promise<'at once' | 'never' | number | undefined> {
    const kind = await this.discovery.resolve(this.scope.apiVersion, this.scope.kind);
    if (this.stopped) return 'never';
    if (kind === undefined) {
      const failure = this.discovery.failure;
      return this.fail(failure === undefined ? { type: 'unserved' } : problemOf(failure), failure);
    }
    if (this.position !== undefined) return this.watch(kind, this.position);
    return this.traits.watchList && !this.plainList ? this.streamList(kind) : this.list(kind);
  }

  /** The initial state and the changes after it in one stream. */
  private async streamList(kind: ServedKind): Promise<'at once' | 'never' | number | undefined> {
    const seen = new Set<string>();
    const parameters = { sendInitialEvents: 'true', resourceVersionMatch: 'NotOlderThan' };
    let complete = false;
    const silenceMs = (): number => (complete ? this.timing.silenceMs : this.timing.initialSilenceMs);
    const end = await watchOnce(this.client, this.watchPath(kind, parameters), silenceMs, this.ending.signal, {
      opened: () => {},
      event: (event) => {
        if (!complete && event.type === 'BOOKMARK' && event.object.metadata.annotations?.['k8s.io/initial-events-end'] === 'true') {
          complete = true;
          this.complete(seen, event.object.metadata.resourceVersion);
        } else if (complete) {
          this.take(event);
        } else if (event.type !== 'BOOKMARK') {
          seen.add(this.put(event.object));
        }
      },
    });
    if (this.stopped) return 'never';
    if (end.type === 'silent' && !complete) {
      this.plainList = true;
      return 'at once';
    }
    if (end.type === 'expired') this.position = undefined;
    if (end.type !== 'refused') return undefined;
    const { outcome } = end;
    if (!(outcome instanceof ConnectionFailure) && [400, 405, 406, 415, 422].includes(outcome.status)) {
      this.plainList = true;
      if (/sendInitialEvents|resourceVersionMatch/.test(outcome.body)) this.traits.watchList = false;
      return 'at once';
    }
    return this.fail(problemOf(outcome), outcome);
  }

  private async list(kind: ServedKind): Promise<'at once' | 'never' | number | undefined> {
    const seen = new Set<string>();
    const result = await readPages(this.client, kind, this.scope, false, {
      restart: () => seen.clear(),
      page: (items) => {
        if (!this.stopped) for (const item of items) seen.add(this.put(item));
      },
    });
    if (this.stopped) return 'never';
    if (typeof result !== 'string') return this.fail(problemOf(result), result, isMistake(result));
    this.complete(seen, result);
    return 'at once';
  }

  private async watch(kind: ServedKind, position: string): Promise<'at once' | 'never' | number | undefined> {
    const end = await watchOnce(this.client, this.watchPath(kind, { resourceVersion: position }), () => this.timing.silenceMs, this.ending.signal, {
      opened: () => {
        // Nothing that we told before is void: what was missed follows as ordinary changes.
        if (this.problem !== undefined) this.tellSynced();
      },
      event: (event) => {
        this.failures = 0;
        this.take(event);
      },
    });
    if (this.stopped) return 'never';
    if (end.type === 'expired') this.position = undefined;
    if (end.type !== 'refused') return undefined;
    const { outcome } = end;
    if (!(outcome instanceof ConnectionFailure) && outcome.status === 410) {
      this.position = undefined;
      return undefined;
    }
    return this.fail(problemOf(outcome), outcome, isMistake(outcome));
  }

  private watchPath(kind: ServedKind, parameters: Readonly<Record<string, string>>): string {
    const timeoutSeconds = String(300 + Math.floor(this.timing.random() * 300));
    return scopePath(kind, this.scope, { watch: '1', allowWatchBookmarks: 'true', timeoutSeconds, ...parameters });
  }

  /** A change after the initial state. */
  private take(event: WatchEvent): void {
    const { object } = event;
    if (event.type === 'DELETED') this.drop(keyOf(object), object.metadata.resourceVersion);
    else if (event.type !== 'BOOKMARK') this.put(object);
    this.position = object.metadata.resourceVersion ?? this.position;
  }

  private put(object: KubeObject): string {
    const key = keyOf(object);
    const before = this.objects.get(key)?.metadata;
    if (before !== undefined && before.uid !== object.metadata.uid) this.drop(key, undefined);
    this.objects.set(key, object);
    if (before?.uid !== object.metadata.uid || before?.resourceVersion !== object.metadata.resourceVersion) this.observer.changed(object);
    return key;
  }

  /** @param version of the cluster, by which it is known to be gone */
  private drop(key: string, version: string | undefined): void {
    const known = this.objects.get(key);
    if (known === undefined) return;
    this.objects.delete(key);
    this.observer.removed(refOf(known), version ?? known.metadata.resourceVersion);
  }

  /** Everything that exists was seen: what was not seen is gone. */
  private complete(seen: ReadonlySet<string>, position: string | undefined): void {
    for (const key of [...this.objects.keys()]) if (!seen.has(key)) this.drop(key, position);
    this.position = position;
    this.failures = 0;
    this.tellSynced(position);
  }

  /** @param position the state of the cluster that was just shown as a whole */
  private tellSynced(position?: string): void {
    this.problem = undefined;
    this.synced = true;
    this.observer.synced(position);
  }

  private fail(answer: Problem, outcome: Outcome | undefined, final = false): 'never' | number | undefined {
    this.problem = { answer, retrying: !final };
    this.observer.failed(answer, !final);
    if (final) return 'never';
    return outcome === undefined ? undefined : retryAfter(outcome);
  }

  private async pause(askedSeconds: number | undefined): Promise<void> {
    const { reopenMs, reopenCapMs } = this.timing;
    const backoff = jitter(Math.min(reopenCapMs, reopenMs * 2 ** this.failures), this.timing);
    this.failures = Math.min(this.failures + 1, 20);
    this.nap = new AbortController();
    await sleep(Math.max(backoff, Math.min(reopenCapMs, (askedSeconds ?? 0) * 1000)), this.nap.signal);
    this.nap = undefined;
  }
}

function problemOf(outcome: Outcome): Problem {
  const answer: Answer = answerOf(outcome, 'get');
  // A collection has no "object not found": 404 says that the kind is not there.
  return answer.type === 'object' || answer.type === 'gone' ? { type: 'unserved' } : answer;
}

/** The request itself is wrong (a bad selector): no repetition helps. */
function isMistake(outcome: Outcome): boolean {
  return !(outcome instanceof ConnectionFailure) && [400, 405, 422].includes(outcome.status);
}

function keyOf({ metadata }: KubeObject): string {
  return `${metadata.namespace ?? ''}/${metadata.name ?? ''}`;
}
