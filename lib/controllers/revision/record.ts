/**
 * The record of a revision: the object itself says what its objects are, so nothing of them has to be put down before they are written, and
 * there is no lock, because one process leads. What the last run has left is in memory; after a restart the first run tells it from the
 * objects.
 */
import type { KubeObject, ResolvedRevision } from '../../api';
import type { InventoryEntry } from '../../engine';
import {
  inventoryAfter, inventoryDuring,
  type ExtensionRecord, type FenceAnswer, type Operation, type Owner, type RecordSession, type RunEnding,
} from '../../state';

export interface RecordPlace {
  readonly owner: Owner;
  readonly content: ResolvedRevision;
  /** What may be there: what the last run left, or all that the content names. What is not in it is made without being looked for first. */
  readonly inventory: readonly InventoryEntry[];
  /** Does the revision still say what it said when the run began? */
  readonly fence: () => FenceAnswer;
}

/** Everything that a revision names, and what is known of it. */
export function plannedInventory(revision: ResolvedRevision, known: readonly InventoryEntry[] = []): readonly InventoryEntry[] {
  return inventoryDuring({ intent: 'apply', revision, again: true }, known);
}

export class RevisionRecord implements ExtensionRecord {
  private current: readonly InventoryEntry[];

  constructor(private readonly place: RecordPlace) {
    this.current = place.inventory;
  }

  get extension(): string {
    return this.place.content.extension;
  }

  get owner(): Owner {
    return this.place.owner;
  }

  /** After a run: what it left. */
  get inventory(): readonly InventoryEntry[] {
    return this.current;
  }

  /** Content Secrets belong to their revision by reference. */
  isState({ apiVersion, kind, metadata: { ownerReferences = [] } }: KubeObject): boolean {
    const { owner: { context: { owner, siblings } } } = this.place;
    return apiVersion === 'v1' && kind === 'Secret' && ownerReferences.some(({ uid }) => uid === owner?.uid || siblings.includes(uid));
  }

  content(number: number): Promise<ResolvedRevision | undefined> {
    const { content } = this.place;
    return Promise.resolve(content.number === number ? content : undefined);
  }

  begin(operation: Operation): Promise<RecordSession> {
    return Promise.resolve({
      owner: this.owner,
      fence: () => Promise.resolve(this.place.fence()),
      commit: () => Promise.resolve(),
      conclude: ({ inventory, complete }: RunEnding) => {
        this.current = inventoryAfter(operation, this.current, inventory, complete);
        return Promise.resolve();
      },
      letGo: () => Promise.resolve(),
    });
  }
}
