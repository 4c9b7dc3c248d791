/** What each operation deletes, and with it what the guard looks into: objects, not names. */
import { keyOf, type KubeObject, type ObjectRef, type ResolvedRevision } from '../../../../lib/api';
import type { DeleteGuard, InventoryEntry, State } from '../../../../lib/engine';
import { initialState } from '../../../../lib/engine/core/state/state';
import type { GuardCluster } from '../../../../lib/guards';
import type { Guard } from '../../../../lib/runtime/run';
import { dataLossGuard } from '../../../../lib/runtime/run/data-loss-guard';
import type { Operation } from '../../../../lib/state';
import { entry as entryOf, item, present, task } from '../../engine/core/scene';
import { MemoryRecord } from './memory-record';

const claim = (name: string): ObjectRef => ({ apiVersion: 'v1', kind: 'PersistentVolumeClaim', namespace: 'shop', name });
const owner: KubeObject = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'me', namespace: 'shop', uid: 'me' } };
const ownerReferences = [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'me', uid: 'me', controller: true }];
let asked: string[];
/** Phase of all claims, and uid of each. */
let phase: string;
let uidOf: (name: string) => string;
const cluster: GuardCluster = {
  kinds: () => Promise.resolve([]),
  unavailable: () => Promise.resolve([]),
  list: () => Promise.resolve({ objects: [] }),
  resolve: () => Promise.resolve(undefined),
  get: ({ apiVersion, kind, name, namespace = '' }) => {
    asked.push(name);
    const managedFields = [{ manager: 'kubectl', operation: 'Update', apiVersion: 'v1', fieldsType: 'FieldsV1', fieldsV1: {} }];
    const metadata = { name, namespace, uid: uidOf(name), ownerReferences, managedFields };
    return Promise.resolve({ type: 'object', object: { apiVersion, kind, metadata, status: { phase } }, created: false });
  },
};

const entry = (name: string, more: Partial<InventoryEntry> = {}): InventoryEntry => ({
  ref: claim(name),
  order: 0,
  phase: 'p',
  uid: `uid-${name}`,
  ...more,
});
let record: MemoryRecord;
beforeEach(() => {
  asked = [];
  phase = 'Bound';
  uidOf = (name) => `uid-${name}`;
  record = new MemoryRecord('web', owner);
  record.inventory = [entry('old'), entry('kept'), entry('lives', { orphan: true })];
});

const object: KubeObject = { apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: { name: 'kept', namespace: 'shop' } };
const revision: ResolvedRevision = {
  extension: 'web',
  number: 2,
  digest: 'd',
  probes: [],
  phases: [{ name: 'p', objects: [{ object, collisionProtection: 'Prevent' }] }],
};
const apply: Operation = { intent: 'apply', revision, again: false };
const takeDown: Operation = { intent: 'delete', number: 2, orphan: false };

test.each<[string, Operation, readonly string[], string | undefined]>([
  [
    'apply: what the revision drops',
    apply,
    ['old'],
    'Revision 2 of extension "web" would delete data:\n  PersistentVolumeClaim shop/old holds data\nNothing was changed.',
  ],
  [
    'delete: everything but what is to live',
    takeDown,
    ['old', 'kept'],
    'Deleting extension "web" would delete data:\n  PersistentVolumeClaim shop/old holds data\n'
      + '  PersistentVolumeClaim shop/kept holds data\nNothing was changed.',
  ],
  ['orphan: nothing', { intent: 'orphan', number: 2, objects: [claim('old')] }, [], undefined],
  ['repair: nothing', { intent: 'repair', revision, present: new Set() }, [], undefined],
])('%s', async (_, operation, looked, message) => {
  const answer = await dataLossGuard(cluster, {}).before?.({ operation, record, dryRun: false, onNote: undefined });
  expect([asked, answer?.refusal?.message]).toEqual([looked, message]);
});

test('where the caller has said that data may go, nothing is looked at', () => {
  expect(dataLossGuard(cluster, { deleteData: true })).toEqual({});
});

test('where objects are let live, only those are looked at that would be made anew', () => {
  expect(Object.keys(dataLossGuard(cluster, { orphan: true }))).toEqual(['beforeWrites', 'beforeDelete']);
});

test('what has our name and another uid is not ours: it does not go, and nothing goes with it', async () => {
  uidOf = () => 'made anew';
  await expect(dataLossGuard(cluster, {}).before?.({
    operation: takeDown,
    record,
    dryRun: false,
    onNote: undefined,
  })).resolves.toEqual({ seen: [] });
});

describe('immediately before a delete', () => {
  const guardOf = (operation: Operation, guard: Guard = dataLossGuard(cluster, {})): DeleteGuard => {
    const before = guard.beforeDelete?.({ operation, record, dryRun: false, onNote: undefined });
    if (before === undefined) throw new Error('the guard does not look before deletes');
    return before;
  };

  test('is asked about what holds or takes along data, and nothing else', () => {
    const kinds: readonly (readonly [string, string])[] = [
      ['v1', 'Namespace'], [
        'apiextensions.k8s.io/v1',
        'CustomResourceDefinition',
      ], ['v1', 'PersistentVolume'], ['v1', 'ConfigMap'], ['apps/v1', 'StatefulSet'],
    ];
    expect(kinds.map(([apiVersion, kind]) => guardOf(takeDown).concerns({ apiVersion, kind, name: 'a' })))
      .toEqual([true, true, true, false, false]);
  });

  test('a claim that was bound since the first look is held; one that was not may go', async () => {
    phase = 'Pending';
    await expect(guardOf(takeDown).refusal(claim('old'))).resolves.toBeUndefined();
    phase = 'Bound';
    await expect(guardOf(takeDown).refusal(claim('old'))).resolves.toMatchObject({
      code: 'data-loss', message: 'it was not deleted: it holds data now',
    });
    expect(asked).toEqual(['old', 'old']);
  });

  test('what a repair drops is looked at, too', async () => {
    const operation: Operation = { intent: 'repair', revision, present: new Set(['/PersistentVolumeClaim/shop/old']) };
    await expect(guardOf(operation).refusal(claim('old'))).resolves.toMatchObject({
      code: 'data-loss', hint: 'Check what it holds; `applyRevision` with `deleteData: true` deletes it nevertheless.',
    });
  });

  test('what deletes it all the same is named as the caller at hand can do it', async () => {
    const words = { option: (name: string) => `OPTION ${name}`, operation: (name: string) => `OPERATION ${name}`, details: String };
    const hintOf = async (operation: Operation) => (await guardOf(operation, dataLossGuard(cluster, {}, words))
      .refusal(claim('old')))?.hint;
    const repair: Operation = { intent: 'repair', revision, present: new Set(['/PersistentVolumeClaim/shop/old']) };
    expect(await hintOf(takeDown)).toBe('Check what it holds; OPTION deleteData deletes it nevertheless.');
    expect(await hintOf(repair)).toBe('Check what it holds; OPERATION applyRevision with OPTION deleteData deletes it nevertheless.');
  });

  test('of a repair it is the only look: claims that go with what it drops count, too', async () => {
    const set = { apiVersion: 'apps/v1', kind: 'StatefulSet', namespace: 'shop', name: 'database' };
    record.inventory = [entry('database', { ref: set })];
    const ofSet = [{ apiVersion: 'apps/v1', kind: 'StatefulSet', name: 'database', uid: 'uid-database' }];
    const data: KubeObject = { ...object, metadata: { name: 'data', namespace: 'shop', ownerReferences: ofSet }, status: { phase } };
    const withData: GuardCluster = { ...cluster, list: () => Promise.resolve({ objects: [data] }) };
    const operation: Operation = { intent: 'repair', revision, present: new Set([keyOf(set)]) };
    const guard = guardOf(operation, dataLossGuard(withData, {}));
    expect(guard.concerns(set)).toBe(true);
    await expect(guard.refusal(set)).resolves.toMatchObject({
      code: 'data-loss', message: 'it was not deleted: this would also delete 1 PersistentVolumeClaim (shop/data)',
    });
  });

  test('what cannot be seen is held, too', async () => {
    const blind: GuardCluster = { ...cluster, get: () => Promise.resolve({ type: 'lost', message: 'no route' }) };
    const hint = 'Run again when this can be read; `deleteData: true` deletes it nevertheless.';
    const unknown = { code: 'data-loss-unknown', hint };
    await expect(guardOf(takeDown, dataLossGuard(blind, {})).refusal(claim('old'))).resolves.toMatchObject(unknown);
  });
});

describe('an object of the revision that would be made anew', () => {
  const status = {
    code: 422,
    reason: 'Invalid',
    message: 'spec: field is immutable',
    causes: [{ field: 'spec', message: 'field is immutable' }],
  };
  const stateWith = (trial: 'due' | 'accepted' | 'unknown'): State => {
    const state = initialState(task([item(keyOf(claim('kept')), { ref: claim('kept'), replaces: true })]));
    const found = entryOf(present({ uid: 'uid-kept', exact: false, owned: 'other' }), {
      fixed: { uid: 'uid-kept', refusal: { type: 'refused', ref: claim('kept'), request: 'dry-run', status }, trial },
    });
    return { ...state, entries: state.entries.with(keyOf(claim('kept')), found) };
  };
  type Allowed = Parameters<typeof dataLossGuard>[1];
  const refusal = async (trial: 'due' | 'accepted' | 'unknown', allowed: Allowed = {}): Promise<string | undefined> => {
    const run = {
      operation: apply,
      record,
      dryRun: false,
      onNote: undefined,
      state: stateWith(trial),
      desired: new Map(),
      comparisons: new Map(),
    };
    return (await dataLossGuard(cluster, allowed).beforeWrites?.(run))?.refusal?.message;
  };

  test.each(['accepted', 'unknown'] as const)('that holds data stops the run before it writes (trial: %s)', async (trial) => {
    expect(await refusal(trial)).toBe(
      'Revision 2 of extension "web" would delete data, because these objects cannot be changed in place:\n'
        + '  PersistentVolumeClaim shop/kept holds data\nNothing was changed.',
    );
  });

  test('that holds data stops it also where objects that go are let live', async () => {
    expect(await refusal('accepted', { orphan: true })).toMatch(/would delete data/);
  });

  test('of which it is not known yet whether it goes, or that holds none, stops nothing', async () => {
    expect(await refusal('due')).toBeUndefined();
    phase = 'Pending';
    expect(await refusal('accepted')).toBeUndefined();
  });

  test('is looked at once more right before it is deleted', async () => {
    const guard = dataLossGuard(cluster, {}).beforeDelete?.({ operation: apply, record, dryRun: false, onNote: undefined }) as DeleteGuard;
    expect(guard.concerns(claim('kept'))).toBe(true);
    expect(await guard.refusal(claim('kept'))).toMatchObject({ type: 'kept', code: 'data-loss' });
    phase = 'Pending';
    expect(await guard.refusal(claim('kept'))).toBeUndefined();
  });
});
