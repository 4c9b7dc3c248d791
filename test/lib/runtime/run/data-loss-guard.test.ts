/** What each operation deletes, and with it what the guard looks into: objects, not names. */
import { keyOf, type KubeObject, type ObjectRef, type ResolvedRevision } from '../../../../lib/api';
import type { DeleteGuard, InventoryEntry } from '../../../../lib/engine';
import type { GuardCluster } from '../../../../lib/guards';
import type { Guard } from '../../../../lib/runtime/run';
import { dataLossGuard } from '../../../../lib/runtime/run/data-loss-guard';
import type { Operation } from '../../../../lib/state';
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

test.each([{ deleteData: true }, { orphan: true }])('where the caller has said %j, nothing is looked at', (allowed) => {
  expect(dataLossGuard(cluster, allowed)).toEqual({});
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
      code: 'data-loss', hint: 'Look at what it holds; `applyRevision` with `deleteData: true` deletes it all the same.',
    });
  });

  test('what deletes it all the same is named as the caller at hand can do it', async () => {
    const words = { option: (name: string) => `OPTION ${name}`, operation: (name: string) => `OPERATION ${name}`, details: String };
    const hintOf = async (operation: Operation) => (await guardOf(operation, dataLossGuard(cluster, {}, words)).refusal(claim('old')))?.hint;
    const repair: Operation = { intent: 'repair', revision, present: new Set(['/PersistentVolumeClaim/shop/old']) };
    expect(await hintOf(takeDown)).toBe('Look at what it holds; OPTION deleteData deletes it all the same.');
    expect(await hintOf(repair)).toBe('Look at what it holds; OPERATION applyRevision with OPTION deleteData deletes it all the same.');
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
      code: 'data-loss', message: 'it was not deleted: with it would go 1 PersistentVolumeClaim (shop/data)',
    });
  });

  test('what cannot be seen is held, too', async () => {
    const blind: GuardCluster = { ...cluster, get: () => Promise.resolve({ type: 'lost', message: 'no route' }) };
    const hint = 'Run again when that can be read; `deleteData: true` deletes it all the same.';
    const unknown = { code: 'data-loss-unknown', hint };
    await expect(guardOf(takeDown, dataLossGuard(blind, {})).refusal(claim('old'))).resolves.toMatchObject(unknown);
  });
});
