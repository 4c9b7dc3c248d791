/** From each operation to the task of the engine: what is applied, what has to go, what is waited for. */
import { LABEL_OWNER_NAME, type KubeObject, type ObjectRef, type ResolvedRevision } from '../../../../lib/api';
import type { InventoryEntry, Task } from '../../../../lib/engine';
import { taskOf, type TaskSettings } from '../../../../lib/runtime/run/task';
import type { Operation } from '../../../../lib/state';
import { MemoryRecord } from './memory-record';

const ref = (name: string): ObjectRef => ({ apiVersion: 'v1', kind: 'ConfigMap', namespace: 'shop', name });
const owner: KubeObject = { apiVersion: 'example.com/v1', kind: 'Tenant', metadata: { name: 'acme', namespace: 'shop', uid: 'u' } };
const kept: KubeObject = { ...ref('kept'), metadata: { name: 'kept', namespace: 'shop', labels: { [LABEL_OWNER_NAME]: 'acme' } } };
const phases = [{ name: 'all', objects: [{ object: kept, collisionProtection: 'Prevent' as const }] }];
const revision: ResolvedRevision = { extension: 'acme', number: 2, digest: 'd', probes: [], phases };
const inventory: readonly InventoryEntry[] = [
  { ref: ref('first'), order: 0, phase: 'one' },
  { ref: ref('second'), order: 1, phase: 'two' },
  { ref: ref('kept'), order: 0, phase: 'one' },
];

function task(operation: Operation, settings: TaskSettings = {}, dryRun = false): Task {
  const record = new MemoryRecord('acme', owner);
  record.inventory = inventory;
  return taskOf(operation, record, record.owner, dryRun, settings).task;
}

const apply: Operation = { intent: 'apply', revision, again: false };
const names = ({ items }: Task): readonly string[] => items.map((item) => item.ref.name);
const going = ({ removals }: Task): readonly string[] => removals.map((removal) => `${removal.orphan ? 'let go' : 'delete'} ${removal.ref.name}`);

test.each<Operation>([apply, { intent: 'rollback', revision, again: false, rollbackOf: 1 }])(
  '$intent: the content comes, what it lacks goes in reverse order; dry runs first, and probes are waited for',
  (operation) => {
    const made = task(operation);
    expect([names(made), going(made)]).toEqual([['kept'], ['delete second', 'delete first']]);
    expect(made).toMatchObject({ revision: 2, preflight: 'new-content', wait: true, dryRun: false });
  },
);

test('apply: what the caller says about dry runs, waiting and letting live is in the task', () => {
  const made = task(apply, { preflight: 'always', wait: false, orphan: true });
  expect(made).toMatchObject({ preflight: 'always', wait: false });
  expect(going(made)).toEqual(['let go second', 'let go first']);
});

test('a dry run is one of the task, too', () => {
  expect(task(apply, {}, true)).toMatchObject({ dryRun: true });
  expect(task({ intent: 'delete', number: 2, orphan: false }, {}, true)).toMatchObject({ dryRun: true });
});

test('repair: no dry run, no waiting, whatever the caller says; nothing goes', () => {
  const made = task({ intent: 'repair', revision, present: new Set() }, { preflight: 'always', wait: true });
  expect(made).toMatchObject({ preflight: 'never', wait: false });
  expect([names(made), going(made)]).toEqual([['kept'], []]);
});

test('delete: everything goes, or everything is let go', () => {
  const [takeDown, letGo] = [false, true].map((orphan) => task({ intent: 'delete', number: 2, orphan }));
  if (takeDown === undefined || letGo === undefined) throw new Error('no task');
  expect([names(takeDown), going(takeDown)]).toEqual([[], ['delete second', 'delete first', 'delete kept']]);
  expect(going(letGo)).toEqual(['let go second', 'let go first', 'let go kept']);
});

test('orphan: the named objects are let go, nothing is deleted', () => {
  expect(going(task({ intent: 'orphan', number: 2, objects: [ref('first')] }))).toEqual(['let go first']);
});
