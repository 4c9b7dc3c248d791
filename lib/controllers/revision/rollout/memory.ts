/** What a process remembers of a revision between turns. After a restart the first turn tells it from the objects. */
import type { KubeObject } from '../../../api';
import type { InventoryEntry } from '../../../engine';
import type { InterferenceFacts, RunFacts } from '../facts';

export interface Interfering extends InterferenceFacts {
  /** Milliseconds since 1970: until then the object is left as it is. */
  readonly until: number;
}

export interface Memory {
  readonly uid: string;
  /** What its content was, and its state: another one, and everything is looked at anew. */
  basis: string;
  /** Uids of its siblings as they were taken into account last. */
  siblings: string;
  /** This process was the first to begin with it, and has not written anything of it yet. */
  fresh: boolean;
  run?: RunFacts;
  /** What the last run left; absent: none ran yet. */
  inventory?: readonly InventoryEntry[];
  complete: boolean;
  /** It was deleted with `--cascade=orphan`. The garbage collector takes its finalizer off again, perhaps before the first turn. */
  orphans: boolean;
  /** By key of the object. */
  interference: ReadonlyMap<string, Interfering>;
}

export class Memories {
  private readonly held = new Map<string, Memory>();

  /** A revision that was made anew starts over. */
  of(name: string, uid: string): Memory {
    const known = this.held.get(name);
    if (known?.uid === uid) return known;
    const memory: Memory = { uid, basis: '', siblings: '', fresh: false, complete: false, orphans: false, interference: new Map() };
    this.held.set(name, memory);
    return memory;
  }

  /** What only passes by: every state of a revision that is shown comes along here. */
  see({ metadata: { name = '', uid = '', deletionTimestamp, finalizers = [] } }: KubeObject): void {
    if (deletionTimestamp !== undefined && finalizers.includes('orphan')) this.of(name, uid).orphans = true;
  }

  get(name: string): Memory | undefined {
    return this.held.get(name);
  }

  forget(name: string): void {
    this.held.delete(name);
  }
}
