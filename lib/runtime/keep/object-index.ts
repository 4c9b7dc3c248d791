/**
 * An index of all objects that are kept, by extension and by object. The only place with memory for each object.
 */
import {
  canonicalJson,
  compileProbes,
  shortHash,
  type InventoryEntry,
  type ObjectView,
  type OwnerContext,
  type ProbeEvaluator,
} from '../../engine';
import { keyOf, type KubeObject, type ObjectRef, type ProgressionProbe } from '../../api';
import { ownerContext, type StoredHead } from '../../state';
import { isSurelyNewer, UNSETTLED, withRecord } from '../../engine/internal';
import { readinessOf, observedOf, type KeptObject, type Observed, type Observation } from './kept-object';

/** An extension with its records. */
export interface KeptExtension {
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
  readonly kept: KeptExtension;
  /** Records that were made, and that are no more: streams may have to be opened or closed. */
  readonly added: readonly KeptObject[];
  readonly dropped: readonly KeptObject[];
}

/** Of all extensions. */
export class ObjectIndex {
  private readonly index = new Map<string, KeptExtension>();
  /** Which extensions have a record of this object; nearly always one. */
  private readonly holders = new Map<string, KeptExtension | readonly KeptExtension[]>();
  private readonly probes = new ProbeSets();
  private readonly strings = new Map<string, string>();

  get size(): number {
    return this.index.size;
  }

  get objects(): number {
    return this.holders.size;
  }

  get(id: string): KeptExtension | undefined {
    return this.index.get(id);
  }

  all(): IterableIterator<KeptExtension> {
    return this.index.values();
  }

  /** The extensions that have a record of this object. */
  holding(key: string): readonly KeptExtension[] {
    const found = this.holders.get(key);
    return found === undefined ? [] : isSeveral(found) ? found : [found];
  }

  /** Takes over what the head says. What the streams have shown of objects stays. Probes absent: those of before. */
  update(id: string, stored: StoredHead, probes: readonly ProgressionProbe[] | undefined): Updated {
    const { head, ref } = stored;
    const context = ownerContext({ ref, uid: stored.uid, formerUids: head.formerUids ?? [] });
    let kept = this.index.get(id);
    if (kept === undefined) {
      const set = this.probes.enter(probes ?? []);
      const stateNamespace = this.intern(ref.namespace ?? '');
      kept = { id, extension: head.extension, stateNamespace, context, probes: set.id, probe: set.probe, records: new Map() };
      this.index.set(id, kept);
    } else {
      kept.context = context;
      if (probes !== undefined) this.exchangeProbes(kept, probes);
    }
    const added: KeptObject[] = [];
    const left = new Map(kept.records);
    for (const entry of head.inventory) {
      const key = keyOf(entry.ref);
      const known = kept.records.get(key);
      left.delete(key);
      if (known !== undefined) known.recorded = recordedOf(entry, known);
      else added.push(this.add(kept, key, entry));
    }
    for (const key of left.keys()) this.drop(kept, key);
    return { kept, added, dropped: [...left.values()] };
  }

  remove(id: string): readonly KeptObject[] {
    const kept = this.index.get(id);
    if (kept === undefined) return [];
    const dropped = [...kept.records.values()];
    for (const key of [...kept.records.keys()]) this.drop(kept, key);
    this.probes.leave(kept.probes);
    this.index.delete(id);
    return dropped;
  }

  private exchangeProbes(kept: KeptExtension, probes: readonly ProgressionProbe[]): void {
    const before = kept.probes;
    const set = this.probes.enter(probes);
    kept.probes = set.id;
    kept.probe = set.probe;
    this.probes.leave(before);
  }

  private add(kept: KeptExtension, key: string, entry: InventoryEntry): KeptObject {
    const record: KeptObject = { key, ref: this.internRef(entry.ref), recorded: recordedOf(entry), observation: 'unseen' };
    kept.records.set(key, record);
    const others = this.holders.get(key);
    this.holders.set(key, others === undefined ? kept : [...(isSeveral(others) ? others : [others]), kept]);
    return record;
  }

  private drop(kept: KeptExtension, key: string): void {
    kept.records.delete(key);
    const others = this.holding(key).filter((other) => other !== kept);
    if (others.length === 0) this.holders.delete(key);
    else this.holders.set(key, others.length === 1 ? (others[0] as KeptExtension) : others);
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

function isSeveral(holders: KeptExtension | readonly KeptExtension[]): holders is readonly KeptExtension[] {
  return Array.isArray(holders);
}

function recordedOf({ uid, owned }: InventoryEntry, known?: KeptObject): KeptObject['recorded'] {
  const seen = typeof known?.observation === 'object' ? known.observation : undefined;
  if (owned === UNSETTLED && known?.recorded.adopted === true && known.recorded.uid === uid && seen?.owned !== UNSETTLED) {
    return known.recorded;
  }
  return {
    ...(uid === undefined ? {} : { uid: uid === seen?.uid ? seen.uid : uid }),
    ...(owned === undefined ? {} : { owned: owned === seen?.owned ? seen.owned : owned }),
  };
}

/**
 * Notes what a stream or a read shows of an object; false when it is older than what is known. What was deleted and made anew may come
 * in any order, so only states of one object are compared.
 */
export function show(kept: KeptExtension, record: KeptObject, object: KubeObject): boolean {
  const { observation } = record;
  const { uid, resourceVersion = '' } = object.metadata;
  if (typeof observation !== 'string' && observation.uid === uid && isSurelyNewer(observation.version, resourceVersion)) return false;
  const seen = observedOf(object, kept.context, kept.probe, record.recorded);
  record.observation = seen;
  const { recorded } = record;
  if (recorded.owned === UNSETTLED && isBaseline(observation, seen)) record.recorded = { ...recorded, owned: seen.owned, adopted: true };
  return true;
}

/**
 * Some objects never come to rest (the server appends an item again, a null is merged): their record holds no digest to compare with.
 * The state in which we find such an object, or in which a run leaves it, stands in for it, so that what others change later is noticed.
 */
function isBaseline(before: Observation, now: Observed): boolean {
  if (before === 'unseen' || before === 'unshown') return true;
  return typeof before !== 'string' && before.owned === UNSETTLED && before.version === now.version;
}

/** The same for an object as a run saw it last. */
export function showView(record: KeptObject, view: ObjectView): void {
  const { observation } = record;
  if (typeof observation !== 'string' && observation.uid === view.uid && isSurelyNewer(observation.version, view.resourceVersion)) return;
  record.observation = {
    uid: view.uid,
    version: view.resourceVersion,
    owned: view.owned,
    ours: withRecord(view.ownership, view.uid === record.recorded.uid).relation === 'ours',
    terminating: view.terminating,
    ready: readinessOf(view.ready),
  };
}

/** Notes that a stream no longer shows an object, as of that version; false when what is known is newer. */
export function lose(record: KeptObject, version: string | undefined): boolean {
  const { observation } = record;
  if (typeof observation !== 'string' && version !== undefined && isSurelyNewer(observation.version, version)) return false;
  if (observation !== 'absent') record.observation = 'vanished';
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
