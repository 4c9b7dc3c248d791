/**
 * What is known of all extensions and what follows from it: takes in heads and objects as streams and reads show them, and says what is
 * wrong. Asks the server nothing.
 */
import { keyOf, type KubeObject, type ObjectRef, type ProgressionProbe } from '../../api';
import type { ObjectResult, ObjectView } from '../../engine';
import { isNewer } from '../../engine/internal';
import type { StoredHead } from '../../state';
import type { KeepEvent, Kept } from './events';
import { factsOf } from './facts';
import { afterRepair, allowedAt, interferers, isOver, offencesOf, type History } from './interference';
import { begin, step, wishOf, type Keeping, type KeepingEvent, type Wish } from './keeping';
import { Ledgers, lose, show, showView, type Ledger } from './ledger';
import { judge, type KeptObject, type Readiness, type Sight } from './record';

export interface BooksOptions {
  readonly tell: (event: KeepEvent) => void;
  /** What is to be done for this extension may have changed. */
  readonly planned: (id: string) => void;
  /** Objects that are to be watched from now on, and no more. */
  readonly watch: (added: readonly ObjectRef[], dropped: readonly ObjectRef[]) => void;
  /** Everything of its kind (and place) was shown, so that an object which was not shown is not there, or was shown before we asked for it. */
  readonly isShown: (ref: ObjectRef) => boolean;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export class Books {
  private readonly ledgers = new Ledgers();
  private readonly states = new Map<string, Keeping>();
  /** Of objects that were repaired of late. */
  private readonly histories = new Map<string, History>();

  constructor(private readonly options: BooksOptions) {}

  get extensions(): number {
    return this.ledgers.size;
  }

  get objects(): number {
    return this.ledgers.objects;
  }

  ledger(id: string): Ledger | undefined {
    return this.ledgers.get(id);
  }

  wish(id: string): Wish | undefined {
    const state = this.states.get(id);
    return state === undefined ? undefined : wishOf(state, this.options.now());
  }

  /** Are the probes of this head the ones that are known already? (Heads of earlier versions of this software do not name them.) */
  knowsProbesOf(id: string, stored: StoredHead): boolean {
    return this.states.get(id)?.head.number === factsOf(stored).number;
  }

  /** @param probes of its newest revision; absent: as before */
  takeHead(id: string, stored: StoredHead, probes: readonly ProgressionProbe[] | undefined): void {
    const state = this.states.get(id);
    // Our own writes come twice, from the run and from the stream. A head made anew starts over.
    const isSame = this.ledgers.get(id)?.context.owner?.uid === stored.uid;
    if (state !== undefined && isSame && !isNewer(stored.resourceVersion, state.head.version)) return;
    const { ledger, added, dropped } = this.ledgers.update(id, stored, probes);
    this.options.watch(added.map(({ ref }) => ref), dropped.map(({ ref }) => ref));
    const facts = factsOf(stored);
    if (state === undefined) {
      this.states.set(id, begin(facts));
      this.options.tell({ type: 'extension', change: 'appeared', ...keptOf(ledger) });
    } else {
      this.advance(id, { type: 'head', head: facts });
      for (const { key } of dropped) this.advance(id, { type: 'right', key });
      const change = state.head.paused !== facts.paused ? (facts.paused ? 'paused' : 'resumed') : state.head.number !== facts.number ? 'changed' : undefined;
      if (change !== undefined) this.options.tell({ type: 'extension', change, ...keptOf(ledger) });
    }
    for (const record of ledger.records.values()) {
      if (record.sight === 'unseen' && record.recorded.owned !== undefined && this.options.isShown(record.ref)) record.sight = 'unshown';
      this.weigh(ledger, record, state?.suspects.has(record.key));
    }
    this.options.planned(id);
  }

  dropHead(id: string): void {
    const ledger = this.ledgers.get(id);
    if (ledger === undefined) return;
    this.options.watch([], this.ledgers.remove(id).map(({ ref }) => ref));
    this.states.delete(id);
    this.options.tell({ type: 'extension', change: 'gone', ...keptOf(ledger) });
    this.options.planned(id);
  }

  changed(key: string, object: KubeObject): void {
    for (const ledger of this.ledgers.holding(key)) {
      const record = ledger.records.get(key);
      if (record === undefined) continue;
      const before = record.sight;
      if (!show(ledger, record, object)) continue;
      this.noteReadiness(ledger, record, before);
      this.weigh(ledger, record);
      this.options.planned(ledger.id);
    }
  }

  /** A stream no longer shows it. It may be gone, or have lost our label: that is decided by a read. */
  removed(key: string, version: string | undefined): void {
    for (const ledger of this.ledgers.holding(key)) {
      const record = ledger.records.get(key);
      if (record === undefined || !lose(record, version)) continue;
      this.weigh(ledger, record);
      this.options.planned(ledger.id);
    }
  }

  /** What a complete stream has not shown is not there, or not labelled. */
  synced(covers: (ref: ObjectRef) => boolean): void {
    for (const ledger of this.ledgers.all()) {
      for (const record of ledger.records.values()) {
        if (record.sight !== 'unseen' || !covers(record.ref)) continue;
        record.sight = 'unshown';
        this.weigh(ledger, record);
      }
      this.options.planned(ledger.id);
    }
  }

  /** A live read. True when something is really wrong with the object. */
  confirm(ledger: Ledger, record: KeptObject, object: KubeObject | undefined): boolean {
    const doubtful = record.sight === 'unshown';
    if (object === undefined) record.sight = 'absent';
    else show(ledger, record, object);
    const wrong = this.weigh(ledger, record);
    if (wrong && doubtful) this.tellDrift(ledger, record, false);
    return wrong;
  }

  /** What a run has done, with the objects as it saw them last. */
  noteRun(ledger: Ledger, results: readonly ObjectResult[], views: ReadonlyMap<string, ObjectView>): void {
    for (const [key, view] of views) {
      const record = ledger.records.get(key);
      if (record !== undefined) showView(record, view);
    }
    for (const result of results) this.noteRepair(ledger, result);
  }

  /** The object as it was read before a run, if the run left it at that version. */
  unchangedBy(ledger: Ledger, key: string, object: KubeObject | undefined, version: string | undefined): void {
    const record = ledger.records.get(key);
    if (record !== undefined && object !== undefined && object.metadata.resourceVersion === version) show(ledger, record, object);
  }

  /** Judges anew; true when it is still wrong. */
  isWrong(ledger: Ledger, record: KeptObject): boolean {
    if (!this.weigh(ledger, record)) return false;
    this.advance(ledger.id, { type: 'wrong', key: record.key, allowedAt: allowedAt(this.histories.get(record.key)) });
    return true;
  }

  advance(id: string, event: KeepingEvent): void {
    const state = this.states.get(id);
    if (state !== undefined) this.states.set(id, step(state, event, this.options.now()));
  }

  forgetHistories(): void {
    for (const [key, history] of this.histories) if (isOver(history, this.options.now())) this.histories.delete(key);
  }

  /** Judges one object by its record, and remembers the result. `told`: it was known to be wrong before. */
  private weigh(ledger: Ledger, record: KeptObject, told = false): boolean {
    const { id } = ledger;
    const state = this.states.get(id);
    if (state === undefined) return false;
    const judgement = judge(record.recorded, record.sight);
    if (judgement.type !== 'wrong') {
      this.advance(id, { type: 'right', key: record.key });
      return false;
    }
    if (state.suspects.has(record.key)) return true;
    this.advance(id, { type: 'wrong', key: record.key, allowedAt: allowedAt(this.histories.get(record.key)) });
    const { paused, deleting, lock } = state.head;
    // Whoever works on it changes objects before the record says so; and what was only not shown, a read has to tell.
    const isNews = !told && lock === undefined && !deleting && !state.running;
    if (isNews && record.sight !== 'unshown') this.tellDrift(ledger, record, paused);
    return true;
  }

  private tellDrift(ledger: Ledger, { ref, recorded, sight }: KeptObject, paused: boolean): void {
    const judgement = judge(recorded, sight);
    if (judgement.type === 'wrong') this.options.tell({ type: 'drift', ref, reason: judgement.reason, paused, ...keptOf(ledger) });
  }

  private noteReadiness(ledger: Ledger, record: KeptObject, before: Sight): void {
    const now = readinessOf(record.sight);
    const then = readinessOf(before);
    if (now === undefined || then?.status === now.status) return;
    this.advance(ledger.id, { type: 'readiness' });
    if (then !== undefined) this.options.tell({ type: 'readiness', ref: record.ref, ready: now, ...keptOf(ledger) });
  }

  private noteRepair(ledger: Ledger, object: ObjectResult): void {
    const offences = offencesOf(object);
    if (offences.length === 0) return;
    const now = this.options.now();
    const key = keyOf(object.ref);
    this.options.tell({ type: 'repaired', object, ...keptOf(ledger) });
    const history = afterRepair(this.histories.get(key), offences, now);
    this.histories.set(key, history);
    if (history.until <= now) return;
    for (const interferer of interferers(history)) {
      this.options.tell({ type: 'interference', ref: object.ref, ...interferer, until: history.until, ...keptOf(ledger) });
    }
  }
}

export function idOf({ ref }: Pick<StoredHead, 'ref'>): string {
  return `${ref.namespace ?? ''}/${ref.name}`;
}

export function keptOf({ extension, stateNamespace }: Ledger): Kept {
  return { extension, stateNamespace };
}

function readinessOf(sight: Sight): Readiness | undefined {
  return typeof sight === 'string' ? undefined : sight.ready;
}
