/** What each operation deletes, and with it what the guard looks into. */
import { groupOf, type KubeObject, type ObjectRef, type ResolvedRevision } from '../../../../lib/api';
import type { GuardCluster } from '../../../../lib/guards';
import { dataLossGuard } from '../../../../lib/runtime/run/data-loss-guard';
import type { ExtensionRecord, Operation } from '../../../../lib/state';

const claim = (name: string): ObjectRef => ({ apiVersion: 'v1', kind: 'PersistentVolumeClaim', namespace: 'shop', name });
let asked: string[];
const cluster: GuardCluster = {
  kinds: () => Promise.resolve([]),
  list: () => Promise.resolve({ objects: [] }),
  resolve: () => Promise.resolve(undefined),
  get: (ref) => {
    asked.push(`${groupOf(ref.apiVersion)}${ref.name}`);
    return Promise.resolve({ type: 'object', object: { ...ref, metadata: { name: ref.name }, status: { phase: 'Bound' } } as unknown as KubeObject, created: false });
  },
};
beforeEach(() => {
  asked = [];
});

const record = {
  extension: 'web',
  inventory: [{ ref: claim('old'), order: 0, phase: 'p' }, { ref: claim('kept'), order: 0, phase: 'p' }, { ref: claim('lives'), order: 0, phase: 'p', orphan: true }],
} as unknown as ExtensionRecord;
const object: KubeObject = { apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: { name: 'kept', namespace: 'shop' } };
const revision: ResolvedRevision = { extension: 'web', number: 2, digest: 'd', probes: [], phases: [{ name: 'p', objects: [{ object, collisionProtection: 'Prevent' }] }] };
const apply: Operation = { intent: 'apply', revision, again: false };
const takeDown: Operation = { intent: 'delete', number: 2, orphan: false };

test.each<[string, Operation, readonly string[], string | undefined]>([
  ['apply: what the revision drops', apply, ['old'], 'Revision 2 of extension "web" would delete data:\n  PersistentVolumeClaim shop/old holds data\nNothing was changed.'],
  ['delete: everything but what is to live', takeDown, ['old', 'kept'], 'Deleting extension "web" would delete data:\n  PersistentVolumeClaim shop/old holds data\n  PersistentVolumeClaim shop/kept holds data\nNothing was changed.'],
  ['orphan: nothing', { intent: 'orphan', number: 2, objects: [claim('old')] }, [], undefined],
  ['repair: nothing', { intent: 'repair', revision, present: new Set() }, [], undefined],
])('%s', async (_, operation, looked, message) => {
  const answer = await dataLossGuard(cluster, {}).before?.({ operation, record, dryRun: false, onNote: undefined });
  expect([asked, answer?.refusal?.message]).toEqual([looked, message]);
});

test.each([{ deleteData: true }, { orphan: true }])('where the caller has said %j, nothing is looked at', async (allowed) => {
  await expect(dataLossGuard(cluster, allowed).before?.({ operation: takeDown, record, dryRun: false, onNote: undefined })).resolves.toEqual({});
  expect(asked).toEqual([]);
});
