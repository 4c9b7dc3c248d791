/**
 * Keeps extensions as they are: watches their heads and their objects, decides at once from a compact record whether something is wrong,
 * and only then reads, locks and repairs. While nothing is wrong nothing is asked of the server.
 */
import type { StreamProblem } from '../../engine';
import { isBoxcutterError, messageOf } from '../../errors';
import { ContentCache, ownerSelector } from '../../state';
import { inAnyVersion } from '../any-version';
import { keepClock } from './clock';
import type { Work } from './due-work';
import { SubjectStore, extensionRefOf } from './subject-store';
import { HeadIntake } from './head-intake';
import { observeHeads } from './head-streams';
import { QUIET_MS } from './interference';
import type { KeptSubject } from './objects/object-index';
import { SuspectObjects } from './objects/suspect-objects';
import type { KeepOptions } from './options';
import { ObjectStreams } from './streams';
import { TroubleLog } from './trouble-log';
import { perform, type WorkPlace } from './work';
import { WorkQueue } from './work-queue';

/**
 * Keeps extensions until `signal` fires. Paused ones are watched and reported, never written. Never rejects for what a server or a network
 * does: that is reported as an event, and tried again.
 */
export function keepExtensions(options: KeepOptions): Promise<void> {
  return new Keeper(options).run();
}

const RECORDS = 'the records of extensions';
/** What a timer can count. */
const LONGEST_MS = 2 ** 31 - 1;

class Keeper {
  private readonly store: SubjectStore;
  private readonly queue: WorkQueue;
  private readonly streams: ObjectStreams;
  private readonly contents = new ContentCache();
  private readonly suspects = new SuspectObjects();
  private readonly troubles: TroubleLog;
  private readonly heads: HeadIntake;
  /** What is under way, to be awaited at the end. */
  private readonly underWay = new Set<Promise<void>>();
  private headsSynced = false;
  private steady = false;
  private timer: NodeJS.Timeout | undefined;
  private pumping = false;

  constructor(private readonly options: KeepOptions) {
    const { cluster, extension, concurrency = 4 } = options;
    this.queue = new WorkQueue(concurrency);
    this.troubles = new TroubleLog((event) => options.onEvent?.(event));
    this.store = new SubjectStore({
      tell: (event) => options.onEvent?.(event),
      planned: (id) => this.plan(id),
      watch: (added, dropped) => {
        this.streams.use(added);
        this.streams.leave(dropped);
      },
      isShown: (ref) => this.streams.isShown(ref),
      listedAt: (ref) => this.streams.listedAt(ref),
      misses: (ref, version) => this.streams.misses(ref, version),
      clock: keepClock,
    });
    const { store, contents, troubles } = this;
    this.heads = new HeadIntake({ options, store, contents, troubles, track: (work) => this.track(work) });
    this.streams = new ObjectStreams(inAnyVersion(cluster), extension === undefined ? undefined : ownerSelector(extension), {
      changed: (key, object) => this.suspects.note(key, object, this.store.changed(key, object)),
      removed: (key, version) => this.store.removed(key, version),
      synced: (what, covers, listedAt) => {
        this.store.synced(covers, listedAt);
        this.troubles.end(what);
        this.pump();
      },
      failed: (what, problem) => {
        this.troubles.begin(what, describe(problem));
        this.pump();
      },
    });
  }

  async run(): Promise<void> {
    const { cluster, signal } = this.options;
    const closeHeads = observeHeads(cluster, this.options, {
      changed: (object) => this.heads.changed(object),
      removed: (ref) => this.heads.removed(ref),
      synced: () => {
        this.headsSynced = true;
        // Not earlier: what a stream shows before there is a record of it goes by.
        this.streams.begin();
        this.troubles.end(RECORDS);
        this.pump();
      },
      failed: (problem) => this.troubles.begin(RECORDS, describe(problem)),
    });
    const sweep = setInterval(() => this.store.forgetHistories(), QUIET_MS).unref();
    await new Promise<void>((resolve) => (signal.aborted ? resolve() : signal.addEventListener('abort', () => resolve(), { once: true })));
    closeHeads();
    this.streams.close();
    clearInterval(sweep);
    clearTimeout(this.timer);
    await Promise.all(this.underWay);
  }

  /** Puts down when the extension wants its turn. */
  private plan(id: string): void {
    const at = this.store.due(id)?.at;
    this.queue.want(id, at);
    if (at !== undefined && at <= keepClock.now()) this.steady = false;
    this.pump();
  }

  /** Begins what is due, after the events that have come together are all taken in. */
  private pump(): void {
    if (this.pumping || this.options.signal.aborted) return;
    this.pumping = true;
    queueMicrotask(() => {
      this.pumping = false;
      if (this.options.signal.aborted) return;
      for (const id of this.queue.take(keepClock.now())) this.begin(id);
      const next = this.queue.nextAt();
      clearTimeout(this.timer);
      if (next !== undefined) this.timer = setTimeout(() => this.pump(), Math.min(LONGEST_MS, Math.max(0, next - keepClock.now())));
      this.tellSteady();
    });
  }

  private tellSteady(): void {
    if (this.steady || !this.headsSynced || !this.streams.synced || !this.queue.isIdle(keepClock.now())) return;
    this.steady = true;
    this.options.onEvent?.({ type: 'steady', extensions: this.store.subjects, objects: this.store.objects });
  }

  private begin(id: string): void {
    const kept = this.store.kept(id);
    const due = this.store.due(id);
    if (kept === undefined || due === undefined || due.at > keepClock.now()) {
      this.queue.done(id);
      this.plan(id);
      return;
    }
    this.steady = false;
    this.store.advance(id, { type: 'begun' });
    this.track(this.finish(kept, due.work));
  }

  private async finish(kept: KeptSubject, work: Work): Promise<void> {
    const { id } = kept;
    const { options, store, contents, suspects, heads } = this;
    const place: WorkPlace = { options, store, contents, suspects, heads };
    const left = await perform(kept, work, place).catch((error: unknown) => (isHeldByOther(error) ? '' : messageOf(error)));
    this.queue.done(id);
    this.store.advance(id, { type: 'ended', work, left: left !== undefined });
    if (left !== undefined && left !== '' && !this.options.signal.aborted) {
      const againAt = keepClock.timeOfDay(this.store.due(id)?.at ?? keepClock.now());
      this.options.onEvent?.({ type: 'failed', message: left, againAt, ...extensionRefOf(kept) });
    }
    this.plan(id);
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
