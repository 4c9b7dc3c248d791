/**
 * Keeps extensions as they are: watches their heads and their objects, decides at once from a compact record whether something is wrong,
 * and only then reads, locks and repairs. While nothing is wrong nothing is asked of the server.
 */
import { refOf, type KubeObject, type ObjectRef } from '../../api';
import type { StreamProblem } from '../../engine';
import { isBoxcutterError, messageOf, type HintWords } from '../../errors';
import type { KubeCluster } from '../../kube';
import { ContentCache, decodeHead, HeadRecord, sealsOf, trustedFormerUids, type StateKeyPlace, type StoredHead } from '../../state';
import { inAnyVersion } from '../any-version';
import type { CrdSafety } from '../run/crd-safety';
import { ExtensionStore, extensionRefOf, idOf } from './extension-store';
import type { KeepEvent } from './events';
import { observeHeads, type KeepSelection } from './head-streams';
import { QUIET_MS } from './interference';
import type { Work } from './due-work';
import type { KeptExtension } from './object-index';
import { failuresOf, finishRollout, look, repair, type RepairOptions } from './repair';
import { WorkQueue } from './work-queue';
import { ObjectStreams } from './streams';

export interface KeepOptions extends KeepSelection {
  readonly cluster: KubeCluster;
  /** Called for everything worth reporting. */
  readonly onEvent?: (event: KeepEvent) => void;
  /** Ends it: nothing new is begun, what is under way is ended in an orderly way. */
  readonly signal: AbortSignal;
  /** How many extensions are repaired at once. @default 4 */
  readonly concurrency?: number;
  /** Take locks that expired. @default false */
  readonly takeOver?: boolean;
  /** What is not done to CustomResourceDefinitions; as for an apply. @default policy `enforce` */
  readonly crdSafety?: CrdSafety;
  /** Where the key is with which content is sealed (docs/state.md). @default Secret `boxcutter-state-key` in namespace `kube-system` */
  readonly stateKey?: StateKeyPlace;
  /** Repair from content whoever wrote it. @default false: what is not sealed is repaired within its namespace only */
  readonly trustState?: boolean;
  /** Digests of content that the caller has applied itself: it needs no seal. @default none */
  readonly vouchedDigests?: readonly string[];
  /** How messages name options. @default as the library does */
  readonly words?: HintWords;
}

/**
 * Keeps extensions until `signal` fires. Paused ones are watched and reported, never written. Never rejects for what a server or a network
 * does: that is reported as an event, and tried again.
 */
export function keepExtensions(options: KeepOptions): Promise<void> {
  return new Keeper(options).run();
}

function recordAt({ namespace = '', name }: ObjectRef): string {
  return `the record in Secret ${namespace}/${name}`;
}

const RECORDS = 'the records of extensions';
/** What a timer can count. */
const LONGEST_MS = 2 ** 31 - 1;

class Keeper {
  private readonly store: ExtensionStore;
  private readonly queue: WorkQueue;
  private readonly streams: ObjectStreams;
  private readonly contents = new ContentCache();
  private readonly troubles = new Set<string>();
  /** What is under way, to be awaited at the end. */
  private readonly underWay = new Set<Promise<void>>();
  private headsSynced = false;
  private steady = false;
  private timer: NodeJS.Timeout | undefined;
  private pumping = false;

  constructor(private readonly options: KeepOptions) {
    const { cluster, extension, concurrency = 4 } = options;
    this.queue = new WorkQueue(concurrency);
    this.store = new ExtensionStore({
      tell: (event) => options.onEvent?.(event),
      planned: (id) => this.plan(id),
      watch: (added, dropped) => {
        this.streams.use(added);
        this.streams.leave(dropped);
      },
      isShown: (ref) => this.streams.isShown(ref),
      now: Date.now,
    });
    this.streams = new ObjectStreams(inAnyVersion(cluster), extension, {
      changed: (key, object) => this.store.changed(key, object),
      removed: (key, version) => this.store.removed(key, version),
      synced: (what, covers) => {
        this.store.synced(covers);
        this.restored(what);
        this.pump();
      },
      failed: (what, problem) => {
        this.trouble(what, describe(problem));
        this.pump();
      },
    });
  }

  async run(): Promise<void> {
    const { cluster, signal } = this.options;
    const closeHeads = observeHeads(cluster, this.options, {
      changed: (object) => this.headChanged(object),
      removed: (ref) => {
        this.troubles.delete(recordAt(ref));
        this.store.dropHead(idOf({ ref }));
      },
      synced: () => {
        this.headsSynced = true;
        // Not earlier: what a stream shows before there is a record of it goes by.
        this.streams.begin();
        this.restored(RECORDS);
        this.pump();
      },
      failed: (problem) => this.trouble(RECORDS, describe(problem)),
    });
    const sweep = setInterval(() => this.store.forgetHistories(), QUIET_MS).unref();
    await new Promise<void>((resolve) => (signal.aborted ? resolve() : signal.addEventListener('abort', () => resolve(), { once: true })));
    closeHeads();
    this.streams.close();
    clearInterval(sweep);
    clearTimeout(this.timer);
    await Promise.all(this.underWay);
  }

  private headChanged(secret: KubeObject): void {
    const what = recordAt(refOf(secret));
    try {
      this.takeHead(decodeHead(secret, this.options.cluster.serverTime()));
      this.restored(what);
    } catch (error) {
      this.trouble(what, messageOf(error));
    }
  }

  private takeHead(stored: StoredHead): void {
    const id = idOf(stored);
    const { probes, formerUids = [] } = stored.head;
    if (formerUids.length > 0) this.track(this.takeRecovered(id, stored));
    else if (probes !== undefined || this.store.knowsProbesOf(id, stored)) this.store.takeHead(id, stored, probes);
    else this.track(this.fetchProbes(id, stored));
  }

  /** Whose objects it may count as its own is known only when its seal was checked. */
  private async takeRecovered(id: string, stored: StoredHead): Promise<void> {
    const { extension } = stored.head;
    const seals = sealsOf(this.options.cluster, this.options.stateKey);
    const { uids } = await trustedFormerUids(stored, seals, this.options.trustState).catch((error: unknown) => {
      this.trouble(`the record of extension ${extension}`, messageOf(error));
      return { uids: [] };
    });
    const { formerUids: _formerUids, ...head } = stored.head;
    const known = { ...stored, head: uids.length === 0 ? head : { ...head, formerUids: uids } };
    if (head.probes !== undefined || this.store.knowsProbesOf(id, stored)) this.store.takeHead(id, known, head.probes);
    else await this.fetchProbes(id, known);
  }

  /** A head that does not name its probes: only the content does. */
  private async fetchProbes(id: string, stored: StoredHead): Promise<void> {
    const { extension, revisions } = stored.head;
    const { cluster, stateKey } = this.options;
    const place = { cluster, stateNamespace: stored.ref.namespace ?? '', contents: this.contents, stateKey };
    const content = await HeadRecord.of(extension, place, stored)
      .then((record) => record.content(revisions[0]?.number ?? 0))
      .catch((error: unknown) => {
        this.trouble(`the content of extension ${extension}`, messageOf(error));
        return undefined;
      });
    this.store.takeHead(id, stored, content?.probes ?? []);
  }

  /** Puts down when the extension wants its turn. */
  private plan(id: string): void {
    const at = this.store.due(id)?.at;
    this.queue.want(id, at);
    if (at !== undefined && at <= Date.now()) this.steady = false;
    this.pump();
  }

  /** Begins what is due, after the events that have come together are all taken in. */
  private pump(): void {
    if (this.pumping || this.options.signal.aborted) return;
    this.pumping = true;
    queueMicrotask(() => {
      this.pumping = false;
      if (this.options.signal.aborted) return;
      for (const id of this.queue.take(Date.now())) this.begin(id);
      const next = this.queue.nextAt();
      clearTimeout(this.timer);
      if (next !== undefined) this.timer = setTimeout(() => this.pump(), Math.min(LONGEST_MS, Math.max(0, next - Date.now())));
      this.tellSteady();
    });
  }

  private tellSteady(): void {
    if (this.steady || !this.headsSynced || !this.streams.synced || !this.queue.isIdle(Date.now())) return;
    this.steady = true;
    this.options.onEvent?.({ type: 'steady', extensions: this.store.extensions, objects: this.store.objects });
  }

  private begin(id: string): void {
    const kept = this.store.kept(id);
    const due = this.store.due(id);
    if (kept === undefined || due === undefined || due.at > Date.now()) {
      this.queue.done(id);
      this.plan(id);
      return;
    }
    this.steady = false;
    this.store.advance(id, { type: 'begun' });
    this.track(this.finish(kept, due.work));
  }

  private async finish(kept: KeptExtension, work: Work): Promise<void> {
    const { id } = kept;
    const left = await this.perform(kept, work).catch((error: unknown) => (isHeldByOther(error) ? '' : messageOf(error)));
    this.queue.done(id);
    this.store.advance(id, { type: 'ended', work, left: left !== undefined });
    if (left !== undefined && left !== '' && !this.options.signal.aborted) {
      this.options.onEvent?.({ type: 'failed', message: left, againAt: this.store.due(id)?.at ?? Date.now(), ...extensionRefOf(kept) });
    }
    this.plan(id);
  }

  /** Gives what was left undone: why, or empty when it only has to wait. Undefined: nothing. */
  private async perform(kept: KeptExtension, work: Work): Promise<string | undefined> {
    const { cluster, signal, takeOver = false, crdSafety, words, stateKey, trustState, vouchedDigests } = this.options;
    const trust = { stateKey, trustState, vouchedDigests };
    const place = { ...extensionRefOf(kept), cluster, contents: this.contents };
    const options: RepairOptions = { ...place, ...trust, signal, takeOver, crdSafety, words };
    if (work.type === 'repair') return this.repair(kept, work.keys, options);
    const { stored, complete, failure } = await finishRollout(options);
    if (stored === undefined) return undefined;
    this.takeHead(stored);
    this.options.onEvent?.({ type: 'rollout', revision: stored.head.revisions[0]?.number ?? 0, complete, ...extensionRefOf(kept) });
    // What a run leaves open of a revision that was complete once, it leaves open for good (objects that are paused).
    if (complete || (failure === undefined && stored.head.revisions[0]?.completeAt !== undefined)) return undefined;
    return failure ?? '';
  }

  private async repair(kept: KeptExtension, keys: readonly string[], options: RepairOptions): Promise<string | undefined> {
    const suspects = keys.flatMap((key) => kept.records.get(key) ?? []);
    const { stored, live } = await look(suspects.map(({ ref }) => ref), options);
    if (stored === undefined) return undefined; // The stream of heads says so, too.
    this.takeHead(stored);
    const wrong = suspects.filter((record) => this.store.confirm(kept, record, live.get(record.key)));
    const { head } = stored;
    if (wrong.length === 0 || head.paused !== undefined || head.deleting === true) return undefined;
    const done = await repair(stored, new Map(wrong.map(({ key }) => [key, live.get(key)])), options);
    // First what is recorded now, then what is seen: in between nothing is judged.
    this.store.noteRun(kept, done.results, done.views);
    this.takeHead(done.stored);
    // What the run left as it was is known as a whole.
    for (const { key } of wrong) this.store.unchangedBy(kept, key, live.get(key), done.views.get(key)?.resourceVersion);
    const left = wrong.filter((record) => this.store.isWrong(kept, record));
    if (left.length === 0) return undefined;
    return failuresOf(done.results)[0] ?? done.refused ?? done.stopped ?? '';
  }

  private trouble(what: string, message: string): void {
    if (this.troubles.has(what)) return;
    this.troubles.add(what);
    this.options.onEvent?.({ type: 'trouble', what, message });
  }

  private restored(what: string): void {
    if (this.troubles.delete(what)) this.options.onEvent?.({ type: 'restored', what });
  }

  private track(work: Promise<void>): void {
    this.underWay.add(work);
    void work.finally(() => this.underWay.delete(work));
  }
}

/** The stream of heads shows when the other run is done, and then it is our turn again. */
function isHeldByOther(error: unknown): boolean {
  return isBoxcutterError(error) && error.category === 'locked' && error.details['expired'] !== true;
}

function describe(problem: StreamProblem): string {
  return problem.type === 'refused'
    ? problem.status.message
    : problem.type === 'lost'
      ? problem.message
      : 'the API server does not serve it';
}
