/**
 * An index of all objects that are kept, by subject and by object. The only place with memory for each object.
 */
import { keyOf, type ObjectRef, type ProgressionProbe } from '../../../api';
import { defined } from '../../../defined';
import type { InventoryEntry, OwnerContext, ProbeEvaluator } from '../../../engine';
import { UNSETTLED } from '../../../engine/internal';
import type { ExtensionRef } from '../events';
import type { KeptObject } from './kept-object';
import { ProbeSets } from './probe-sets';

/** What is kept, with the records of its objects: an extension of the command, or a revision of a controller. */
export interface KeptSubject extends ExtensionRef {
  readonly id: string;
  context: OwnerContext;
  /** Names the set of probes that `probe` was compiled from. */
  probes: string;
  probe: ProbeEvaluator;
  readonly records: Map<string, KeptObject>;
}

export interface Updated {
  readonly kept: KeptSubject;
  /** Records that were made, and that are no more: streams may have to be opened or closed. */
  readonly added: readonly KeptObject[];
  readonly dropped: readonly KeptObject[];
}

/** What the record of a subject says of its objects. */
export interface SubjectObjects {
  readonly extension: string;
  readonly stateNamespace: string;
  /** In whose name the objects are managed. */
  readonly context: OwnerContext;
  readonly inventory: readonly InventoryEntry[];
}

/** Of all subjects. */
export class ObjectIndex {
  private readonly index = new Map<string, KeptSubject>();
  /** Which subjects have a record of this object; nearly always one. */
  private readonly holders = new Map<string, KeptSubject | readonly KeptSubject[]>();
  private readonly probes = new ProbeSets();
  private readonly strings = new Map<string, string>();

  get size(): number {
    return this.index.size;
  }

  get objects(): number {
    return this.holders.size;
  }

  get(id: string): KeptSubject | undefined {
    return this.index.get(id);
  }

  all(): IterableIterator<KeptSubject> {
    return this.index.values();
  }

  /** The subjects that have a record of this object. */
  holding(key: string): readonly KeptSubject[] {
    const found = this.holders.get(key);
    return found === undefined ? [] : isSeveral(found) ? found : [found];
  }

  /** Takes over what the record says. What the streams have shown of objects stays. Probes absent: those of before. */
  update(id: string, subject: SubjectObjects, probes: readonly ProgressionProbe[] | undefined): Updated {
    const { extension, context, inventory } = subject;
    let kept = this.index.get(id);
    if (kept === undefined) {
      const set = this.probes.enter(probes ?? []);
      const stateNamespace = this.intern(subject.stateNamespace);
      kept = { id, extension, stateNamespace, context, probes: set.id, probe: set.probe, records: new Map() };
      this.index.set(id, kept);
    } else {
      kept.context = context;
      if (probes !== undefined) this.exchangeProbes(kept, probes);
    }
    const added: KeptObject[] = [];
    const left = new Map(kept.records);
    for (const entry of inventory) {
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

  private exchangeProbes(kept: KeptSubject, probes: readonly ProgressionProbe[]): void {
    const before = kept.probes;
    const set = this.probes.enter(probes);
    kept.probes = set.id;
    kept.probe = set.probe;
    this.probes.leave(before);
  }

  private add(kept: KeptSubject, key: string, entry: InventoryEntry): KeptObject {
    const record: KeptObject = { key, ref: this.internRef(entry.ref), recorded: recordedOf(entry), observation: 'unseen' };
    kept.records.set(key, record);
    const others = this.holders.get(key);
    this.holders.set(key, others === undefined ? kept : [...(isSeveral(others) ? others : [others]), kept]);
    return record;
  }

  private drop(kept: KeptSubject, key: string): void {
    kept.records.delete(key);
    const others = this.holding(key).filter((other) => other !== kept);
    if (others.length === 0) this.holders.delete(key);
    else this.holders.set(key, others.length === 1 ? (others[0] as KeptSubject) : others);
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

function isSeveral(holders: KeptSubject | readonly KeptSubject[]): holders is readonly KeptSubject[] {
  return Array.isArray(holders);
}

function recordedOf({ uid, owned, finished }: InventoryEntry, known?: KeptObject): KeptObject['recorded'] {
  const seen = typeof known?.observation === 'object' ? known.observation : undefined;
  if (owned === UNSETTLED && known?.recorded.adopted === true && known.recorded.uid === uid && seen?.owned !== UNSETTLED) {
    return known.recorded;
  }
  return {
    ...(uid === undefined ? {} : { uid: uid === seen?.uid ? seen.uid : uid }),
    ...(owned === undefined ? {} : { owned: owned === seen?.owned ? seen.owned : owned }),
    ...defined({ finished }),
  };
}
