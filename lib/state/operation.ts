/**
 * Operations on an extension as data: content and intent. A record writes down what is going to happen, a run makes its task of it.
 */
import { keyOf, refOf, type ObjectRef, type ResolvedRevision } from '../api';
import { defined } from '../defined';
import type { InventoryEntry } from '../engine';

/** Bring a revision onto the cluster; what only earlier content had, goes. */
export interface ApplyOperation {
  readonly intent: 'apply' | 'rollback';
  /** With the number that it gets. */
  readonly revision: ResolvedRevision;
  /** It is the newest revision on record already. */
  readonly again: boolean;
  /** Of a rollback: number of the earlier revision that this is the content of. */
  readonly rollbackOf?: number;
}

/** Apply some objects of the newest revision again, and touch nothing else. */
export interface RepairOperation {
  readonly intent: 'repair';
  /** The newest revision, reduced to the objects in question. */
  readonly revision: ResolvedRevision;
  /** Keys of those that exist. The others are created; what the revision has not goes. */
  readonly present: ReadonlySet<string>;
}

/** Take the extension down, and its record with it. */
export interface DeleteOperation {
  readonly intent: 'delete';
  /** Number of the newest revision; 0: none. */
  readonly number: number;
  /** Let every object live. */
  readonly orphan: boolean;
}

/** Let single objects live on without the extension, which stays. */
export interface OrphanOperation {
  readonly intent: 'orphan';
  readonly number: number;
  readonly objects: readonly ObjectRef[];
}

export type Operation = ApplyOperation | RepairOperation | DeleteOperation | OrphanOperation;

/** Whether the operation puts content on record: that of a new revision, or of the newest one again. */
export function bringsContent({ intent }: Operation): boolean {
  return intent === 'apply' || intent === 'rollback';
}

/** Shown to other runs that find the extension locked. */
export function purposeOf(operation: Operation): string {
  switch (operation.intent) {
    case 'apply':
      return `apply revision ${operation.revision.number}`;
    case 'rollback':
      return `roll back to revision ${operation.rollbackOf ?? 0} as revision ${operation.revision.number}`;
    case 'repair':
      return `keep revision ${operation.revision.number}`;
    case 'delete':
      return operation.orphan ? 'orphan' : 'delete';
    case 'orphan':
      return 'orphan';
  }
}

/** The entries of the inventory that the operation is about: what of them it does not want, goes. */
export function concernedBy(operation: Operation, inventory: readonly InventoryEntry[]): readonly InventoryEntry[] {
  switch (operation.intent) {
    case 'apply':
    case 'rollback':
    case 'delete':
      return inventory;
    case 'repair':
      return inventory.filter(({ ref }) => operation.present.has(keyOf(ref)));
    case 'orphan': {
      const keys = new Set(operation.objects.map(keyOf));
      return inventory.filter(({ ref }) => keys.has(keyOf(ref)));
    }
  }
}

/**
 * Everything that may exist once the operation has begun: on record before the first write, so that no crash can leak an object. What the
 * new content lets live on when it has to go, is let live from now on: a run that dies must not have it deleted by the next one.
 */
export function inventoryDuring(operation: Operation, inventory: readonly InventoryEntry[]): readonly InventoryEntry[] {
  if (operation.intent !== 'apply' && operation.intent !== 'rollback') return inventory;
  const planned = operation.revision.phases.flatMap(({ name: phase, objects }, order) =>
    objects.map(({ object, orphan }): InventoryEntry => {
      return { ref: refOf(object), order, phase, ...defined({ orphan: orphan || undefined }) };
    }));
  const known = new Set(inventory.map(({ ref }) => keyOf(ref)));
  const orphans = new Set(planned.filter(({ orphan }) => orphan === true).map(({ ref }) => keyOf(ref)));
  return [
    ...inventory.map((entry) => (orphans.has(keyOf(entry.ref)) ? { ...entry, orphan: true as const } : entry)),
    ...planned.filter(({ ref }) => !known.has(keyOf(ref))),
  ];
}

/**
 * The inventory after the operation.
 * @param seen what the run says of the entries that it was about; ignored when those are all gone
 * @param complete everything is done: what had to go is gone, or surely going
 */
export function inventoryAfter(
  operation: Operation,
  before: readonly InventoryEntry[],
  seen: readonly InventoryEntry[],
  complete: boolean,
): readonly InventoryEntry[] {
  switch (operation.intent) {
    case 'apply':
    case 'rollback':
      return seen;
    case 'repair':
      return repaired(before, seen);
    case 'delete':
      return complete ? [] : seen;
    case 'orphan': {
      const concerned = concernedBy(operation, before);
      return [...before.filter((entry) => !concerned.includes(entry)), ...(complete ? [] : seen)];
    }
  }
}

/** The place in the order of phases is that of the whole revision. */
function repaired(inventory: readonly InventoryEntry[], seen: readonly InventoryEntry[]): readonly InventoryEntry[] {
  const news = new Map(seen.filter(({ uid }) => uid !== undefined).map((entry) => [keyOf(entry.ref), entry]));
  return inventory.map((entry) => {
    const { order, phase } = entry;
    return { ...entry, ...news.get(keyOf(entry.ref)), order, phase };
  });
}

export function keysOf(revision: ResolvedRevision): ReadonlySet<string> {
  return new Set(revision.phases.flatMap(({ objects }) => objects.map(({ object }) => keyOf(refOf(object)))));
}
