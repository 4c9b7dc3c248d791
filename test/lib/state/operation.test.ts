/** What an operation is about, and what is on record while it runs and after it. */
import type { ObjectRef, ResolvedRevision } from '../../../lib/api';
import type { InventoryEntry } from '../../../lib/engine';
import { concernedBy, inventoryAfter, inventoryDuring, type Operation } from '../../../lib/state';
import { purposeOf } from '../../../lib/state/operation';

const ref = (name: string): ObjectRef => ({ apiVersion: 'v1', kind: 'ConfigMap', namespace: 'shop', name });
const entry = (name: string, more: Partial<InventoryEntry> = {}): InventoryEntry => ({ ref: ref(name), order: 0, phase: 'deploy', uid: `uid-${name}`, ...more });

function revision(...names: readonly string[]): ResolvedRevision {
  const objects = names.map((name) => ({ object: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'shop' } }, collisionProtection: 'Prevent' as const }));
  return { extension: 'web', number: 3, digest: 'd', probes: [], phases: [{ name: 'deploy', objects }] };
}

const KEY_A = '/ConfigMap/shop/a';
const apply: Operation = { intent: 'apply', revision: revision('a', 'b'), again: false };
const rollback: Operation = { intent: 'rollback', revision: revision('a', 'b'), again: false, rollbackOf: 1 };
const repair: Operation = { intent: 'repair', revision: revision('a'), present: new Set([KEY_A]) };
const takeDown: Operation = { intent: 'delete', number: 3, orphan: false };
const orphan: Operation = { intent: 'orphan', number: 3, objects: [ref('a')] };
const namesOf = (inventory: readonly InventoryEntry[]): string => inventory.map(({ ref: { name }, uid }) => (uid === undefined ? `${name}?` : name)).join(' ');

test.each<[string, Operation, string, string]>([
  ['apply: everything on record, the new objects beforehand', apply, 'a c', 'a c b?'],
  ['rollback: the same', rollback, 'a c', 'a c b?'],
  ['repair: objects that exist, nothing new', repair, 'a', 'a c'],
  ['delete: everything', takeDown, 'a c', 'a c'],
  ['orphan: the chosen ones', orphan, 'a', 'a c'],
])('%s', (_, operation, concerned, during) => {
  const inventory = [entry('a'), entry('c')];
  expect([namesOf(concernedBy(operation, inventory)), namesOf(inventoryDuring(operation, inventory))]).toEqual([concerned, during]);
});

test.each<[string, Operation, boolean, string]>([
  ['apply: what the run says', apply, true, 'a b'],
  ['repair: everything that was there, with news of what was repaired', repair, true, 'a c'],
  ['delete, done: nothing', takeDown, true, ''],
  ['delete, not done: what the run says', takeDown, false, 'a b'],
  ['orphan, done: all others', orphan, true, 'c'],
  ['orphan, not done: all others, and those', orphan, false, 'c a b'],
])('after %s', (_, operation, complete, after) => {
  expect(namesOf(inventoryAfter(operation, [entry('a'), entry('c')], [entry('a'), entry('b')], complete))).toBe(after);
});

test('a repair keeps the place in the order of phases, and what is known where it learned nothing', () => {
  const before = [entry('a', { order: 4, phase: 'late', owned: 'old' }), entry('c', { order: 2 })];
  const after = inventoryAfter(repair, before, [entry('a', { owned: 'new' }), entry('c', { uid: undefined } as never)], true);
  expect(after).toEqual([entry('a', { order: 4, phase: 'late', owned: 'new' }), entry('c', { order: 2 })]);
});

test.each<[Operation, string]>([
  [apply, 'apply revision 3'],
  [rollback, 'roll back to revision 1 as revision 3'],
  [repair, 'keep revision 3'],
  [takeDown, 'delete'],
  [{ ...takeDown, orphan: true }, 'orphan'],
  [orphan, 'orphan'],
])('other runs are shown its purpose: %#', (operation, purpose) => expect(purposeOf(operation)).toBe(purpose));

test('what the new content lets live on is let live from the first moment; what the record lets live on, until the new content is applied', () => {
  const revised = revision('a', 'b');
  const phases = revised.phases.map((phase) => ({ ...phase, objects: phase.objects.map((object) => ({ ...object, orphan: true })) }));
  const inventory = [entry('a'), entry('c', { orphan: true })];
  const orphans = (during: readonly InventoryEntry[]): readonly string[] =>
    during.flatMap(({ ref: { name }, orphan: lives }) => (lives === true ? [name] : []));
  expect(orphans(inventoryDuring({ ...apply, revision: { ...revised, phases } } as Operation, inventory))).toEqual(['a', 'c', 'b']);
  expect(orphans(inventoryDuring({ ...apply, revision: revision('a', 'c') } as Operation, inventory))).toEqual(['c']);
});
