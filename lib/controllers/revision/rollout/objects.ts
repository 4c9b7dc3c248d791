/**
 * The objects of all revisions that are kept: what the last run left of each, what the streams show of it, and what follows from that. The
 * same machinery keeps the extensions of the command; here a subject is a revision, known by its name.
 */
import { keyOf, type KubeObject, type ObjectRef, type ProgressionProbe } from '../../../api';
import type { InventoryEntry } from '../../../engine';
import { closedGate } from '../../../probes';
import type { SharingCluster } from '../../../kube';
import {
  inAnyVersion, type KeepEvent,
} from '../../../runtime';
import {
  ObjectStreams, SubjectStore, SuspectObjects, type DueWork, type KeptObject, type KeptSubject, type Observation, type Pace,
} from '../../../runtime/internal';
import { SizedCache, type Owner } from '../../../state';
import type { Clock } from '../../process';
import type { GateFacts, ObjectFacts } from '../facts';
import type { Revision } from '../model';

/** News are acted on at once; what fails is tried again after a second, then ever more rarely. */
const PACE: Pace = { settleMs: 50, backoffMs: 1_000, capMs: 5 * 60_000 };

export interface ObjectsPlace {
  readonly cluster: SharingCluster;
  /** Of the objects of one extension, where streams are to show no others. Undefined: one stream a kind. */
  readonly selector: string | undefined;
  readonly clock: Clock;
  /** What is known of the objects of this revision has changed. */
  readonly changed: (name: string) => void;
  /** An object of a revision is another one than it was, also where nothing is to be done about it. @default nobody wants to know */
  readonly observed?: (name: string) => void;
  readonly tell: (event: KeepEvent, name: string) => void;
}

/** What is known of a revision here: any owner of objects that has a number. */
export type Kept = Pick<Revision, 'name' | 'uid' | 'number' | 'extension'>;

/** How a revision stands with its objects. */
export interface Standing {
  readonly owner: Owner;
  readonly inventory: readonly InventoryEntry[];
  /** Absent: as before. */
  readonly probes: readonly ProgressionProbe[] | undefined;
  /** Everything was written and ready once, since this content and this state. */
  readonly complete: boolean;
  /** Nothing is to be done for them now, whatever they show. */
  readonly paused: boolean;
}

/** Characters of JSON of objects that are held while their revisions are rolled out. */
const LIVE_LIMIT = 16 * 1024 * 1024;

export class RevisionObjects {
  readonly store: SubjectStore;
  readonly suspects = new SuspectObjects();
  /** As streams showed them last. */
  private readonly live = new SizedCache<KubeObject>(LIVE_LIMIT);
  /** Objects of revisions that are being rolled out, by key; how many revisions have them. */
  private readonly rolling = new Map<string, number>();
  private readonly streams: ObjectStreams;
  private readonly places = new Map<string, { readonly entries: readonly InventoryEntry[]; readonly rolling: boolean }>();
  /** Of objects with an upgrade gate, by key: why it is closed; empty: it is open. */
  private readonly gates = new Map<string, string>();
  private version = 0;

  constructor(place: ObjectsPlace) {
    const { cluster, selector, clock, changed, observed, tell } = place;
    const told = (key: string): void => {
      if (observed === undefined) return;
      for (const [name, { entries }] of this.places) if (entries.some(({ ref }) => keyOf(ref) === key)) observed(name);
    };
    this.store = new SubjectStore({
      tell,
      planned: changed,
      watch: (added, dropped) => {
        this.streams.use(added);
        this.streams.leave(dropped);
      },
      isShown: (ref) => this.streams.isShown(ref),
      listedAt: (ref) => this.streams.listedAt(ref),
      misses: (ref, version) => this.streams.misses(ref, version),
      clock: { now: () => clock.monotonic(), timeOfDay: (at) => Math.round(clock.now().getTime() + at - clock.monotonic()) },
      pace: PACE,
    });
    this.streams = new ObjectStreams(inAnyVersion(cluster), selector, {
      changed: (key, object) => {
        this.suspects.note(key, object, this.store.changed(key, object));
        this.noteGate(key, closedGate(object), changed);
        told(key);
        if (this.rolling.has(key)) this.live.set(key, object, JSON.stringify(object).length);
      },
      removed: (key, version) => {
        this.store.removed(key, version);
        told(key);
        this.noteGate(key, undefined, changed);
      },
      synced: (_what, covers, listedAt) => this.store.synced(covers, listedAt),
      failed: () => undefined,
    });
    this.streams.begin();
  }

  /** What is kept of the revision from now on. */
  take({ name, uid, number, extension }: Kept, { owner, inventory, probes, complete, paused }: Standing): void {
    this.version += 1;
    this.leave(name);
    this.places.set(name, { entries: [...inventory].sort((a, b) => a.order - b.order), rolling: !complete && !paused });
    this.count(name, 1);
    const facts = { version: String(this.version), number, complete, decided: true, paused, deleting: false, silentMs: 0 };
    this.store.take(name, { uid, extension, stateNamespace: '', context: owner.context, inventory, facts }, probes);
  }

  drop(name: string): void {
    this.leave(name);
    this.store.drop(name);
  }

  /** Those of its objects that streams have just shown, as they are: a rollout that goes on need not list them. */
  seen(name: string): readonly KubeObject[] {
    const records = this.store.kept(name)?.records;
    return (this.places.get(name)?.entries ?? []).flatMap(({ ref }) => {
      const key = keyOf(ref);
      const object = this.live.get(key);
      const observation = records?.get(key)?.observation;
      const isCurrent = typeof observation === 'object' && object?.metadata.resourceVersion === observation.version;
      return object !== undefined && isCurrent ? [object] : [];
    });
  }

  kept(name: string): KeptSubject | undefined {
    return this.store.kept(name);
  }

  due(name: string): DueWork | undefined {
    return this.store.due(name);
  }

  /** The streams of its objects have shown everything. */
  isShown(refs: readonly ObjectRef[]): boolean {
    return refs.every((ref) => this.streams.isShown(ref));
  }

  /** Its objects as they are now, in the order of phases. */
  facts(name: string): readonly ObjectFacts[] {
    const kept = this.store.kept(name);
    return (this.places.get(name)?.entries ?? []).map(({ ref, phase }) => ({ ref, phase, ...standingOf(kept?.records.get(keyOf(ref))) }));
  }

  /** Upgrade gates of its objects. */
  gatesOf(name: string): readonly GateFacts[] {
    return (this.places.get(name)?.entries ?? []).flatMap(({ ref }) => {
      const closed = this.gates.get(keyOf(ref));
      return closed === undefined ? [] : [{ ref, closed }];
    });
  }

  private noteGate(key: string, closed: string | undefined, changed: (name: string) => void): void {
    if (this.gates.get(key) === closed) return;
    if (closed === undefined) this.gates.delete(key);
    else this.gates.set(key, closed);
    for (const [name, { entries }] of this.places) if (entries.some(({ ref }) => keyOf(ref) === key)) changed(name);
  }

  forgetHistories(): void {
    this.store.forgetHistories();
  }

  close(): void {
    this.streams.close();
  }

  private leave(name: string): void {
    this.count(name, -1);
    this.places.delete(name);
  }

  private count(name: string, change: 1 | -1): void {
    const place = this.places.get(name);
    if (place?.rolling !== true) return;
    for (const { ref } of place.entries) {
      const key = keyOf(ref);
      const count = (this.rolling.get(key) ?? 0) + change;
      if (count > 0) this.rolling.set(key, count);
      else {
        this.rolling.delete(key);
        this.live.delete(key);
      }
    }
  }
}

const UNKNOWN: Pick<ObjectFacts, 'state' | 'message' | 'handedOver'> = { state: 'unknown', message: '', handedOver: false };

function standingOf(record: KeptObject | undefined): Pick<ObjectFacts, 'state' | 'message' | 'handedOver'> {
  if (record === undefined) return UNKNOWN;
  const { observation, recorded } = record;
  if (typeof observation === 'string') {
    if (recorded.finished === true) return { state: 'ready', message: '', handedOver: false };
    return isGone(observation) && recorded.uid !== undefined ? { ...UNKNOWN, state: 'missing' } : UNKNOWN;
  }
  const { ready, handedOver = false } = observation;
  return ready.status === 'pass' ? { state: 'ready', message: '', handedOver } : { state: 'not-ready', message: ready.message, handedOver };
}

function isGone(observation: Observation): boolean {
  return observation === 'vanished' || observation === 'absent';
}
