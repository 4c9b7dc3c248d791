/** What has to go, and whether it is let go of or deleted. */
import { keyOf, refOf, type ObjectRef } from '../../api';
import type { InventoryEntry } from './build';
import { splitEntry, type ObjectOptions, type OptionTable } from './options';
import type { Job } from './target';

/** What is said of orphaning decides; where nothing is said, what an earlier run put on record. */
export function decideOrphans(
  entries: readonly InventoryEntry[],
  table: OptionTable,
  kept: ReadonlySet<string>,
  declared: ReadonlyMap<string, ObjectOptions> = new Map(),
): { readonly inventory: readonly InventoryEntry[]; readonly orphan: (ref: ObjectRef) => boolean } {
  const orphans = new Set<string>();
  const inventory = entries.map((entry): InventoryEntry => {
    const key = keyOf(entry.ref);
    const said = kept.has(key) ? undefined : table.orphanOf(entry.phase, entry.ref, declared.get(key));
    if (said === undefined) return entry;
    if (said) orphans.add(key);
    const { orphan: _orphan, ...rest } = entry;
    return rest;
  });
  return { inventory, orphan: (ref) => orphans.has(keyOf(ref)) };
}

/** What the target says of its objects, by key. */
export function declaredOptions({ input }: Job): ReadonlyMap<string, ObjectOptions> {
  const entries = input.phases.flatMap(({ objects }) => objects.map(splitEntry));
  return new Map(entries.map(({ object, own = {} }) => [keyOf(refOf(object)), own]));
}

/** Objects of the target that no record names: they may exist all the same. */
export function unrecorded({ input, mine, order }: Job): readonly InventoryEntry[] {
  const known = new Set(mine.map(({ ref }) => keyOf(ref)));
  return input.phases.flatMap(({ name, objects }, index) => {
    const refs = objects.map((entry) => refOf(splitEntry(entry).object));
    return refs.filter((ref) => !known.has(keyOf(ref))).map((ref): InventoryEntry => ({ ref, order: order + index, phase: name }));
  });
}
