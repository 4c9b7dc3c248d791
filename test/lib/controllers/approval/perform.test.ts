/** Pending upgrades as they are written. */
import type { ClusterExtension, Condition, KubeObject } from '../../../../lib/api';
import { performUpgrade, removePending, type UpgradeDecision, type UpgradePlace } from '../../../../lib/controllers/approval';

const extension = { apiVersion: 'olm.operatorframework.io/v1', kind: 'ClusterExtension', metadata: { name: 'shop', uid: 'u' }, spec: {} } as unknown as ClusterExtension & KubeObject;

async function written(version: string, others: readonly string[]): Promise<readonly string[]> {
  const names: string[] = [];
  const place = {
    cluster: { create: async (object: KubeObject) => { names.push(object.metadata.name ?? ''); return { type: 'object', object }; } },
    revisions: { get: () => undefined },
    extensions: { get: (name: string) => (others.includes(name) ? extension : undefined) },
    clock: { now: () => new Date(0) },
    events: { record: () => undefined },
  } as unknown as UpgradePlace;
  await performUpgrade({ mayGo: false, remove: [], create: { name: `shop.v${version}`, version } }, { extension }, place, 'test');
  return names;
}

const current = (isApproved: boolean) => ({ name: 'shop-1.1.0', uid: 'p', bundle: { name: 'shop.v1.1.0', version: '1.1.0' }, availableSince: new Date(0), isApproved, isLeaving: false });

test('who took an approval back is not named any more when somebody else gives it', async () => {
  const live = { metadata: { name: 'shop-1.1.0', uid: 'p', resourceVersion: '7', annotations: { 'olm.operatorframework.io/approved-by': 'ann' } }, apiVersion: 'olm.operatorframework.io/v1', kind: 'ClusterExtensionRevision', spec: {} };
  const patches: unknown[] = [];
  const place = {
    cluster: { patch: async (_ref: unknown, operations: unknown) => { patches.push(operations); return { type: 'gone' }; }, replaceStatus: async () => ({ type: 'unserved' }) },
    revisions: { get: () => live, note: () => undefined }, clock: { now: () => new Date(0) }, events: { record: () => undefined },
  } as unknown as UpgradePlace;
  for (const isApproved of [true, false]) await performUpgrade({ mayGo: false, remove: [], current: current(isApproved) }, { extension }, place, 'test');
  expect(patches).toEqual([[
    { op: 'test', path: '/metadata/resourceVersion', value: '7' }, { op: 'remove', path: '/metadata/annotations/olm.operatorframework.io~1approved-by' },
  ]]);
});

test('who has approved it is told, from then on the same', async () => {
  let live = { apiVersion: 'v', kind: 'k', metadata: { name: 'shop-1.1.0', uid: 'p', annotations: { 'olm.operatorframework.io/approved-by': 'ann' }, managedFields: [{ manager: 'boxcutter-approve', fieldsV1: { 'f:spec': { 'f:approved': {} } } }] }, spec: {} } as unknown as KubeObject;
  let now = 0;
  const put = (status: object): object => ({ type: 'object', object: (live = { ...live, status } as KubeObject) });
  const place = {
    cluster: {
      patch: async () => ({ type: 'gone' }),
      replaceStatus: async ({ status }: { readonly status: object }) => put(status),
    },
    revisions: { get: () => live, note: () => undefined },
    clock: { now: () => new Date(now) }, events: { record: () => undefined }, log: { info: () => undefined },
  } as unknown as UpgradePlace;
  const told = (isApproved: boolean) => performUpgrade({ mayGo: isApproved, remove: [], current: current(isApproved) }, { extension }, place, 'test');
  expect(await told(false)).toBeUndefined();
  const approval = { at: '1970-01-01T00:00:00Z', manager: 'boxcutter-approve', user: 'ann' };
  expect(await told(true)).toEqual(approval);
  now = 60_000;
  expect(await told(true)).toEqual(approval);
  expect(await told(false)).toBeUndefined();
});

test.each([
  ['gone', { type: 'gone' }, undefined],
  ['another one by now', { type: 'refused', status: { code: 409, message: 'conflict' } }, undefined],
  ['refused', { type: 'refused', status: { code: 403, message: 'no' } }, /shop-1\.1\.0 could not be deleted: no/],
  ['without an answer', { type: 'lost', message: 'cut off' }, /shop-1\.1\.0 could not be deleted: cut off/],
])('a pending upgrade that is removed: %s', async (_what, answer, expected) => {
  const removed = removePending([current(false)], { cluster: { delete: async () => answer } } as unknown as UpgradePlace);
  await (expected === undefined ? expect(removed).resolves.toBeUndefined() : expect(removed).rejects.toThrow(expected));
});

test.each<[string, UpgradeDecision['waits'], string]>([
  ['a person', { type: 'person', why: 'mode' }, 'it waits for the approval of ClusterExtensionRevision shop-1.1.0.'],
  ['a person, for a reason', { type: 'person', why: 'within' }, 'it waits for the approval of ClusterExtensionRevision shop-1.1.0, because it changes more than spec.upgradeApproval.within of the extension lets go by itself.'],
  ['a rule that cannot be followed', { type: 'rule', problem: 'the schedule "x" (UTC) cannot be read' }, 'it waits for the approval of ClusterExtensionRevision shop-1.1.0, because the schedule "x" (UTC) cannot be read.'],
  ['its soak time', { type: 'soak', until: new Date(0) }, 'it goes by itself at 1970-01-01T00:00:00Z, or with the approval of ClusterExtensionRevision shop-1.1.0.'],
  ['a window', { type: 'window', until: new Date(0) }, 'it goes by itself when the maintenance window opens at 1970-01-01T00:00:00Z, or with the approval of ClusterExtensionRevision shop-1.1.0.'],
  ['a gate', { type: 'gate', message: 'not yet' }, 'it waits, because what is installed lets no upgrade happen now: not yet'],
  ['nothing', undefined, 'the rule of the extension lets it go.'],
])('what is found is told with what it waits for: %s', async (_what, waits, expected) => {
  const notes: string[] = [];
  const place = {
    cluster: { create: async (object: KubeObject) => ({ type: 'object', object }) }, revisions: { get: () => undefined }, extensions: { get: () => undefined },
    clock: { now: () => new Date(0) }, events: { record: (_about: unknown, { note }: { readonly note: string }) => notes.push(note) },
  } as unknown as UpgradePlace;
  const create = { name: 'shop.v1.1.0', version: '1.1.0' };
  const upgrade = { extension, installed: { name: 'shop.v1.0.0', version: '1.0.0' } };
  await performUpgrade({ mayGo: false, remove: [], create, ...(waits && { waits }) }, upgrade, place, 'test');
  expect(notes).toEqual([`Version 1.1.0 can follow 1.0.0: ${expected}`]);
});

test('a closed gate does not say that a person is to approve what the rule lets go', async () => {
  let said: readonly string[] = [];
  const live = { apiVersion: 'v', kind: 'k', metadata: { name: 'shop-1.1.0', uid: 'p' }, spec: {} };
  const place = {
    cluster: {
      patch: async () => ({ type: 'gone' }),
      replaceStatus: async (object: { readonly status: { readonly conditions: readonly Condition[] } }) => {
        said = object.status.conditions.map(({ type, status, reason }) => `${type} ${status} ${reason}`);
        return { type: 'object', object };
      },
    },
    revisions: { get: () => live, note: () => undefined }, clock: { now: () => new Date(0) },
    events: { record: () => undefined }, log: { info: () => undefined },
  } as unknown as UpgradePlace;
  const gate = { type: 'gate', message: 'not yet' } as const;
  const gated = { mayGo: false, remove: [], current: current(false), waits: gate };
  await performUpgrade(gated, { extension }, place, 'test');
  expect(said).toEqual(['Approved True ApprovedByRule', 'Progressing False UpgradeGated']);
  await performUpgrade({ ...gated, unapproved: { type: 'person', why: 'mode' } }, { extension }, place, 'test');
  expect(said).toEqual(['Approved False WaitingForApproval', 'Progressing False UpgradeGated']);
});

test('a name that a revision of another extension will have is left to that', async () => {
  expect(await written('1.0.0-1', [])).toEqual(['shop-1.0.0-1']);
  expect(await written('1.0.0+1', ['shop-1.0.0'])).toEqual([expect.stringMatching(/^shop-1\.0\.0-1-[0-9a-f]{10}$/)]);
  expect(await written('1.0.0', ['shop', 'shop-1.0'])).toEqual(['shop-1.0.0']);
});
