/**
 * What is known of all subjects that are kept, and what follows from it: takes in their records and objects as streams and reads show them,
 * and says what is wrong. Asks the server nothing. A subject is an extension of the command, or a revision of a controller.
 */
import { keyOf, type KubeObject, type ObjectRef, type ProgressionProbe } from '../../api';
import type { ObjectResult, ObjectView } from '../../engine';
import { isNewer } from '../../engine/internal';
import type { KeepClock } from './clock';
import type { KeepEvent, ExtensionRef } from './events';
import { afterRepair, allowedAt, interferers, isOver, offencesOf, type History } from './interference';
import { begin, step, dueWorkOf, type SubjectFacts, type Keeping, type KeepingEvent, type DueWork, type Pace } from './due-work';
import { ObjectIndex, type KeptSubject, type SubjectObjects } from './objects/object-index';
import { lose, show, showRead, showView } from './objects/take-in';
import { judge, type KeptObject, type Readiness, type Observation } from './objects/kept-object';

/** What is to be kept, as its record says it now. */
export interface Subject extends SubjectObjects {
  /** Of the owner. One that was made anew starts over. */
  readonly uid: string;
  readonly facts: SubjectFacts;
}

export interface SubjectStoreOptions {
  readonly tell: (event: KeepEvent, id: string) => void;
  /** What is known of this subject has changed, and with it perhaps what is to be done for it. */
  readonly planned: (id: string) => void;
  /** Objects that are to be watched from now on, and no more. */
  readonly watch: (added: readonly ObjectRef[], dropped: readonly ObjectRef[]) => void;
  /**
   * Everything of its kind (and place) was shown, so that an object which was not shown is not there, or was shown before we asked for it.
   */
  readonly isShown: (ref: ObjectRef) => boolean;
  /** The state of the cluster that the last list of its stream has shown; undefined: not known. */
  readonly listedAt: (ref: ObjectRef) => string | undefined;
  /** Its stream, whose last list is at least of this version, does not have it: what was there then is gone, and no event tells it. */
  readonly misses: (ref: ObjectRef, version: string) => boolean;
  readonly clock: KeepClock;
  /** @default that of a keeper */
  readonly pace?: Pace;
}

export class SubjectStore {
  private readonly index = new ObjectIndex();
  private readonly states = new Map<string, Keeping>();
  /** Of objects that were repaired of late. */
  private readonly histories = new Map<string, History>();

  constructor(private readonly options: SubjectStoreOptions) {}

  get subjects(): number {
    return this.index.size;
  }

  get objects(): number {
    return this.index.objects;
  }

  kept(id: string): KeptSubject | undefined {
    return this.index.get(id);
  }

  due(id: string): DueWork | undefined {
    const state = this.states.get(id);
    return state === undefined ? undefined : dueWorkOf(state, this.options.clock.now());
  }

  /** Are the probes of its revision of this number known already? */
  knowsProbesOf(id: string, number: number): boolean {
    return this.states.get(id)?.facts.number === number;
  }

  /** @param probes of its newest revision; absent: as before */
  take(id: string, subject: Subject, probes: readonly ProgressionProbe[] | undefined): void {
    const { facts } = subject;
    const state = this.states.get(id);
    // Our own writes come twice, from the run and from the stream. A record made anew starts over.
    const isSame = this.index.get(id)?.context.owner?.uid === subject.uid;
    if (state !== undefined && isSame && !isNewer(facts.version, state.facts.version)) return;
    const { kept, added, dropped } = this.index.update(id, subject, probes);
    this.options.watch(added.map(({ ref }) => ref), dropped.map(({ ref }) => ref));
    if (state === undefined) {
      this.states.set(id, begin(facts, this.options.clock.now(), this.options.pace));
      this.tell(kept, { type: 'extension', change: 'appeared', ...extensionRefOf(kept) });
    } else {
      this.advance(id, { type: 'facts', facts });
      for (const { key } of dropped) this.advance(id, { type: 'right', key });
      const change = changeOf(state.facts, facts);
      if (change !== undefined) this.tell(kept, { type: 'extension', change, ...extensionRefOf(kept) });
    }
    for (const record of kept.records.values()) {
      if (record.observation === 'unseen' && record.recorded.owned !== undefined && this.options.isShown(record.ref)) {
        record.observation = 'unshown';
      }
      this.weigh(kept, record, state?.suspects.has(record.key));
    }
    this.options.planned(id);
  }

  drop(id: string): void {
    const kept = this.index.get(id);
    if (kept === undefined) return;
    this.options.watch([], this.index.remove(id).map(({ ref }) => ref));
    this.states.delete(id);
    this.tell(kept, { type: 'extension', change: 'gone', ...extensionRefOf(kept) });
    this.options.planned(id);
  }

  /** True when it shows that something is wrong with the object. */
  changed(key: string, object: KubeObject): boolean {
    let isWrong = false;
    for (const kept of this.index.holding(key)) {
      const record = kept.records.get(key);
      if (record === undefined) continue;
      const before = record.observation;
      if (!show(kept, record, object)) continue;
      this.noteReadiness(kept, record, before);
      if (this.weigh(kept, record)) isWrong = true;
      this.options.planned(kept.id);
    }
    return isWrong;
  }

  /** A stream no longer shows it. It may be gone, or have lost our label: that is decided by a read. */
  removed(key: string, version: string | undefined): void {
    for (const kept of this.index.holding(key)) {
      const record = kept.records.get(key);
      if (record === undefined || !lose(record, version)) continue;
      this.weigh(kept, record);
      this.options.planned(kept.id);
    }
  }

  /**
   * What a complete stream has not shown is not there, or not labelled; and what only a run or a read has shown may have gone in a gap of
   * the stream.
   * @param listedAt the state of the cluster that a new list has shown; undefined: the stream goes on where it was, without a gap
   */
  synced(covers: (ref: ObjectRef) => boolean, listedAt?: string): void {
    for (const kept of this.index.all()) {
      for (const record of kept.records.values()) {
        const isUnseen = record.observation === 'unseen' && covers(record.ref);
        const isMissed = !isUnseen && listedAt !== undefined && covers(record.ref) && this.isMissed(record);
        if (!isUnseen && !isMissed) continue;
        record.observation = 'unshown';
        this.weigh(kept, record);
      }
      this.options.planned(kept.id);
    }
  }

  /**
   * A live read. True when something is really wrong with the object.
   * @param lostBefore `lostAt` of the record when it began
   * @param listedBefore `listedAt` of its stream when it began. @default as it is now: there was no list meanwhile
   */
  confirm(
    kept: KeptSubject, record: KeptObject, object: KubeObject | undefined, lostBefore: string | undefined,
    listedBefore: string | undefined = this.listedAt(record),
  ): boolean {
    const doubtful = record.observation === 'unshown';
    showRead(kept, record, object, lostBefore);
    if (listedBefore !== this.listedAt(record) && this.isMissed(record)) record.observation = 'unshown';
    const wrong = this.weigh(kept, record);
    if (wrong && doubtful) this.tellDrift(kept, record, false);
    return wrong;
  }

  /** What a run has done, with the objects as it saw them last. */
  noteRun(kept: KeptSubject, results: readonly ObjectResult[], views: ReadonlyMap<string, ObjectView>): void {
    for (const [key, view] of views) {
      const record = kept.records.get(key);
      if (record === undefined) continue;
      showView(record, view);
      if (this.isMissed(record)) record.observation = 'unshown';
    }
    for (const result of results) this.noteRepair(kept, result);
  }

  /** The object as it was read before a run, if the run left it at that version. */
  unchangedBy(kept: KeptSubject, key: string, object: KubeObject | undefined, version: string | undefined): void {
    const record = kept.records.get(key);
    if (record !== undefined && object !== undefined && object.metadata.resourceVersion === version) show(kept, record, object);
  }

  /** The state of the cluster that the stream of the object has shown with its last list. */
  listedAt({ ref }: KeptObject): string | undefined {
    return this.options.listedAt(ref);
  }

  private isMissed({ ref, observation }: KeptObject): boolean {
    return typeof observation !== 'string' && this.options.misses(ref, observation.version);
  }

  /** Judges anew; true when it is still wrong. */
  isWrong(kept: KeptSubject, record: KeptObject): boolean {
    if (!this.weigh(kept, record)) return false;
    this.advance(kept.id, { type: 'wrong', key: record.key, allowedAt: allowedAt(this.histories.get(record.key)) });
    return true;
  }

  advance(id: string, event: KeepingEvent): void {
    const state = this.states.get(id);
    if (state !== undefined) this.states.set(id, step(state, event, this.options.clock.now()));
  }

  private tell({ id }: KeptSubject, event: KeepEvent): void {
    this.options.tell(event, id);
  }

  forgetHistories(): void {
    for (const [key, history] of this.histories) if (isOver(history, this.options.clock.now())) this.histories.delete(key);
  }

  /** Judges one object by its record, and remembers the result. `known`: it was known to be wrong before. */
  private weigh(kept: KeptSubject, record: KeptObject, known = false): boolean {
    const { id } = kept;
    const state = this.states.get(id);
    if (state === undefined) return false;
    const judgement = judge(record.recorded, record.observation);
    if (judgement.type !== 'wrong') {
      this.advance(id, { type: 'right', key: record.key });
      return false;
    }
    if (state.suspects.has(record.key)) return true;
    this.advance(id, { type: 'wrong', key: record.key, allowedAt: allowedAt(this.histories.get(record.key)) });
    const { paused, deleting, lock } = state.facts;
    // A run changes objects before the record says so; and what was only not shown, a read has to tell.
    const isNews = !known && lock === undefined && !deleting && !state.running;
    if (isNews && record.observation !== 'unshown') this.tellDrift(kept, record, paused);
    return true;
  }

  private tellDrift(kept: KeptSubject, { ref, recorded, observation }: KeptObject, paused: boolean): void {
    const judgement = judge(recorded, observation);
    if (judgement.type === 'wrong') this.tell(kept, { type: 'drift', ref, reason: judgement.reason, paused, ...extensionRefOf(kept) });
  }

  private noteReadiness(kept: KeptSubject, record: KeptObject, before: Observation): void {
    const now = readinessOf(record.observation);
    const then = readinessOf(before);
    const isSame = then?.status === now?.status;
    // A failure that waiting does not end is another one than one that may pass, also while the object is as little ready as before.
    if (now === undefined || (isSame && isTerminal(before) === isTerminal(record.observation))) return;
    this.advance(kept.id, { type: 'readiness' });
    if (then !== undefined && !isSame) this.tell(kept, { type: 'readiness', ref: record.ref, ready: now, ...extensionRefOf(kept) });
  }

  private noteRepair(kept: KeptSubject, object: ObjectResult): void {
    const offences = offencesOf(object);
    if (offences.length === 0) return;
    const { clock } = this.options;
    const now = clock.now();
    const key = keyOf(object.ref);
    this.tell(kept, { type: 'repaired', object, ...extensionRefOf(kept) });
    const history = afterRepair(this.histories.get(key), offences, now);
    this.histories.set(key, history);
    if (history.until <= now) return;
    for (const interferer of interferers(history)) {
      this.tell(kept, {
        type: 'interference',
        ref: object.ref,
        ...interferer,
        until: clock.timeOfDay(history.until),
        ...extensionRefOf(kept),
      });
    }
  }
}

export function extensionRefOf({ extension, stateNamespace }: KeptSubject): ExtensionRef {
  return { extension, stateNamespace };
}

function changeOf(before: SubjectFacts, after: SubjectFacts): 'paused' | 'resumed' | 'changed' | undefined {
  if (before.paused !== after.paused) return after.paused ? 'paused' : 'resumed';
  return before.number === after.number ? undefined : 'changed';
}

function isTerminal(observation: Observation): boolean {
  return typeof observation !== 'string' && observation.terminal === true;
}

function readinessOf(observation: Observation): Readiness | undefined {
  return typeof observation === 'string' ? undefined : observation.ready;
}
