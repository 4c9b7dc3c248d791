/**
 * The records of all extensions that are kept, by extension and by object. The only place with memory for each object.
 */
import { canonicalJson, compileProbes, shortHash, type InventoryEntry, type ObjectView, type OwnerContext, type ProbeEvaluator } from '../../engine';
import { keyOf, type KubeObject, type ObjectRef, type ProgressionProbe } from '../../api';
import type { StoredHead } from '../../state';
import { isSurelyNewer, UNSETTLED } from '../../engine/internal';
import { ownerContext } from '../owner';
import { readinessOf, seenOf, type KeptObject, type Seen, type Sight } from './record';

/** An extension with its records. */
export interface Ledger {
  readonly id: string;
  readonly extension: string;
  readonly stateNamespace: string;
  context: OwnerContext;
  /** Names the set of probes that `probe` was compiled from. */
  probes: string;
  probe: ProbeEvaluator;
  readonly records: Map<string, KeptObject>;
}

export interface Updated {
  readonly ledger: Ledger;
  /** Records that were made, and that are no more: streams may have to be opened or closed. */
  readonly added: readonly KeptObject[];
  readonly dropped: readonly KeptObject[];
}

/** Of all extensions. */
export class Ledgers {
  private readonly ledgers = new Map<string, Ledger>();
  /** Which extensions have a record of this object; nearly always one. */
  private readonly holders = new Map<string, Ledger | readonly Ledger[]>();
  private readonly probes = new ProbeSets();
  private readonly strings = new Map<string, string>();

  get size(): number {
    return this.ledgers.size;
  }

  get objects(): number {
    return this.holders.size;
  }

  get(id: string): Ledger | undefined {
    return this.ledgers.get(id);
  }

  all(): IterableIterator<Ledger> {
    return this.ledgers.values();
  }

  /** Who has a record of this object. */
  holding(key: string): readonly Ledger[] {
    const found = this.holders.get(key);
    return found === undefined ? [] : isSeveral(found) ? found : [found];
  }

  /** Takes over what the head says. What the streams have shown of objects stays. Probes absent: those of before. */
  update(id: string, stored: StoredHead, probes: readonly ProgressionProbe[] | undefined): Updated {
    const { head, ref } = stored;
    const context = ownerContext({ ref, uid: stored.uid, formerUids: head.formerUids ?? [] });
    let ledger = this.ledgers.get(id);
    if (ledger === undefined) {
      const set = this.probes.enter(probes ?? []);
      ledger = { id, extension: head.extension, stateNamespace: this.intern(ref.namespace ?? ''), context, probes: set.id, probe: set.probe, records: new Map() };
      this.ledgers.set(id, ledger);
    } else {
      ledger.context = context;
      if (probes !== undefined) this.exchangeProbes(ledger, probes);
    }
    const added: KeptObject[] = [];
    const left = new Map(ledger.records);
    for (const entry of head.inventory) {
      const key = keyOf(entry.ref);
      const known = ledger.records.get(key);
      left.delete(key);
      if (known !== undefined) known.recorded = recordedOf(entry, known);
      else added.push(this.add(ledger, key, entry));
    }
    for (const key of left.keys()) this.drop(ledger, key);
    return { ledger, added, dropped: [...left.values()] };
  }

  remove(id: string): readonly KeptObject[] {
    const ledger = this.ledgers.get(id);
    if (ledger === undefined) return [];
    const dropped = [...ledger.records.values()];
    for (const key of [...ledger.records.keys()]) this.drop(ledger, key);
    this.probes.leave(ledger.probes);
    this.ledgers.delete(id);
    return dropped;
  }

  private exchangeProbes(ledger: Ledger, probes: readonly ProgressionProbe[]): void {
    const before = ledger.probes;
    const set = this.probes.enter(probes);
    ledger.probes = set.id;
    ledger.probe = set.probe;
    this.probes.leave(before);
  }

  private add(ledger: Ledger, key: string, entry: InventoryEntry): KeptObject {
    const record: KeptObject = { key, ref: this.internRef(entry.ref), recorded: recordedOf(entry), sight: 'unseen' };
    ledger.records.set(key, record);
    const others = this.holders.get(key);
    this.holders.set(key, others === undefined ? ledger : [...(isSeveral(others) ? others : [others]), ledger]);
    return record;
  }

  private drop(ledger: Ledger, key: string): void {
    ledger.records.delete(key);
    const others = this.holding(key).filter((other) => other !== ledger);
    if (others.length === 0) this.holders.delete(key);
    else this.holders.set(key, others.length === 1 ? (others[0] as Ledger) : others);
  }

  /** Kinds and namespaces recur in thousands of records. */
  private internRef({ apiVersion, kind, namespace, name }: ObjectRef): ObjectRef {
    const place = namespace === undefined ? {} : { namespace: this.intern(namespace) };
    return { apiVersion: this.intern(apiVersion), kind: this.intern(kind), name, ...place };
  }

  private intern(text: string): string {
    const known = this.strings.get(text);
    if (known !== undefined) return known;
    if (this.strings.size > 10_000) this.strings.clear();
    this.strings.set(text, text);
    return text;
  }
}

function isSeveral(holders: Ledger | readonly Ledger[]): holders is readonly Ledger[] {
  return Array.isArray(holders);
}

function recordedOf({ uid, owned }: InventoryEntry, known?: KeptObject): KeptObject['recorded'] {
  const seen = typeof known?.sight === 'object' ? known.sight : undefined;
  if (owned === UNSETTLED && known?.recorded.adopted === true && known.recorded.uid === uid && seen?.owned !== UNSETTLED) return known.recorded;
  return {
    ...(uid === undefined ? {} : { uid: uid === seen?.uid ? seen.uid : uid }),
    ...(owned === undefined ? {} : { owned: owned === seen?.owned ? seen.owned : owned }),
  };
}

/**
 * Notes what a stream or a read shows of an object; false when it is older than what is known. What was deleted and made anew may come
 * in any order, so only states of one object are compared.
 */
export function show(ledger: Ledger, record: KeptObject, object: KubeObject): boolean {
  const { sight } = record;
  const { uid, resourceVersion = '' } = object.metadata;
  if (typeof sight !== 'string' && sight.uid === uid && isSurelyNewer(sight.version, resourceVersion)) return false;
  const seen = seenOf(object, ledger.context, ledger.probe, record.recorded);
  record.sight = seen;
  if (record.recorded.owned === UNSETTLED && isBaseline(sight, seen)) record.recorded = { ...record.recorded, owned: seen.owned, adopted: true };
  return true;
}

/**
 * Some objects never come to rest (the server appends an item again, a null is merged): their record holds no digest to compare with. The
 * state in which we find such an object, or in which a run leaves it, stands in for it, so that what others change later is noticed.
 */
function isBaseline(before: Sight, now: Seen): boolean {
  if (before === 'unseen' || before === 'unshown') return true;
  return typeof before !== 'string' && before.owned === UNSETTLED && before.version === now.version;
}

/** The same for an object as a run saw it last. */
export function showView(record: KeptObject, view: ObjectView): void {
  const { sight } = record;
  if (typeof sight !== 'string' && sight.uid === view.uid && isSurelyNewer(sight.version, view.resourceVersion)) return;
  record.sight = {
    uid: view.uid,
    version: view.resourceVersion,
    owned: view.owned,
    ours: view.ownership.relation === 'ours',
    terminating: view.terminating,
    ready: readinessOf(view.ready),
  };
}

/** Notes that a stream no longer shows an object, as of that version; false when what is known is newer. */
export function lose(record: KeptObject, version: string | undefined): boolean {
  const { sight } = record;
  if (typeof sight !== 'string' && version !== undefined && isSurelyNewer(sight.version, version)) return false;
  if (sight !== 'absent') record.sight = 'vanished';
  return true;
}

/** Compiled once for all extensions with the same probes. */
class ProbeSets {
  private readonly sets = new Map<string, { readonly id: string; readonly probe: ProbeEvaluator; users: number }>();

  enter(probes: readonly ProgressionProbe[]): { readonly id: string; readonly probe: ProbeEvaluator } {
    const id = probes.length === 0 ? '' : shortHash(canonicalJson(probes));
    let set = this.sets.get(id);
    if (set === undefined) this.sets.set(id, (set = { id, probe: compileProbes(probes), users: 0 }));
    set.users += 1;
    return set;
  }

  leave(id: string): void {
    const set = this.sets.get(id);
    if (set === undefined) return;
    set.users -= 1;
    if (set.users === 0) this.sets.delete(id);
  }
}
