/** The record of a revision: what may be there, what is remembered after a run, and whether the run may go on. */
import type { KubeObject, ResolvedRevision } from '../../../../lib/api';
import type { Operation } from '../../../../lib/state';
import { fenceOf } from '../../../../lib/controllers/revision/subject';
import { ownerOf } from '../../../../lib/controllers/revision/owner';
import { pack } from '../../../../lib/controllers/revision/content/pack';
import { plannedInventory, RevisionRecord } from '../../../../lib/controllers/revision/record';
import { revision } from './facts';

const map = (name: string): KubeObject => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'shop' } });
const content: ResolvedRevision = {
  extension: 'web', number: 1, probes: [], digest: 'd',
  phases: ['one', 'two'].map((name) => ({ name, objects: [{ object: map(name), collisionProtection: 'Prevent' }] })),
};
const apply: Operation = { intent: 'apply', revision: content, again: true };
const known = (name: string, uid: string) => ({ ref: { apiVersion: 'v1', kind: 'ConfigMap', namespace: 'shop', name }, order: 0, phase: name, uid, owned: 'o' });
const record = (inventory = plannedInventory(content)) =>
  new RevisionRecord({ owner: ownerOf(revision(), ['sibling'], false), content, inventory, fence: () => ({ held: true, message: '' }) });

test('Everything that the revision names may be there, in the order of its phases; what is known of it is kept', () => {
  expect(plannedInventory(content, [known('two', 'u2')]).map(({ ref, phase, uid }) => [ref.name, phase, uid])).toEqual([
    ['two', 'two', 'u2'], ['one', 'one', undefined],
  ]);
});

test('After a run the record is what the run says; after an error it is as it was', async () => {
  const one = record();
  const session = await one.begin(apply);
  await session.commit();
  await session.conclude({ inventory: [known('one', 'u1')], complete: true, untouched: false });
  expect(one.inventory).toEqual([known('one', 'u1')]);
  await (await one.begin(apply)).letGo();
  expect(one.inventory).toEqual([known('one', 'u1')]);
});

test('A repair changes what it was about and nothing else; a teardown that is complete leaves nothing', async () => {
  const one = record([known('one', 'u1'), known('two', 'u2')]);
  const repair: Operation = { intent: 'repair', revision: content, present: new Set() };
  await (await one.begin(repair)).conclude({ inventory: [known('one', 'new')], complete: true, untouched: false });
  expect(one.inventory.map(({ uid }) => uid)).toEqual(['new', 'u2']);
  await (await one.begin({ intent: 'delete', number: 1, orphan: false })).conclude({ inventory: [], complete: true, untouched: false });
  expect(one.inventory).toEqual([]);
});

test('Content Secrets of the revision and of its siblings are parts of the record; other Secrets are not', () => {
  const secret = (uid: string): KubeObject => ({
    apiVersion: 'v1', kind: 'Secret', metadata: { name: 's', ownerReferences: [{ apiVersion: 'x', kind: 'y', name: 'z', uid }] },
  });
  expect(['uid-1', 'sibling', 'other'].map((uid) => record().isState(secret(uid)))).toEqual([true, true, false]);
});

test('The content of another number is not had', async () => {
  expect([await record().content(1), await record().content(2)]).toEqual([content, undefined]);
});

test('An extension with a name that is longer than a label has a label that fits, and that no other has', () => {
  const [a, b] = ['a', 'b'].map((last) => ownerOf(revision({ extension: `${'long-name.'.repeat(9)}${last}` }), [], false));
  const value = a?.context.labels?.['olm.operatorframework.io/owner-name'] ?? '';
  expect(value).toMatch(/^(?=.{1,63}$)[a-z0-9]([-a-z0-9.]*[a-z0-9])?$/);
  expect(a?.selector).toBe(`olm.operatorframework.io/owner-name=${value}`);
  expect(b?.selector).not.toBe(a?.selector);
});

describe('A run goes on as long as the revision wants the same', () => {
  const cached = (spec: object, metadata: object = {}) => pack({
    apiVersion: 'olm.operatorframework.io/v1', kind: 'ClusterExtensionRevision', metadata: { name: 'web-1', uid: 'uid-1', ...metadata },
    spec: { lifecycleState: 'Active', revision: 1, phases: [], ...spec },
  });
  test.each<[string, Parameters<typeof fenceOf>[1], boolean]>([
    ['it is as it was', cached({}), true],
    ['its deadline is another', cached({ progressDeadlineMinutes: 20 }), true],
    ['it is archived', cached({ lifecycleState: 'Archived' }, { finalizers: ['olm.operatorframework.io/teardown'] }), false],
    ['it is paused', cached({ lifecycleState: 'Paused' }), false],
    ['it is being deleted', cached({}, { deletionTimestamp: '2026-01-01T00:00:00Z' }), false],
    ['it was made anew', cached({}, { uid: 'another' }), false],
    ['it is gone', undefined, false],
  ])('%s', (_name, now, held) => {
    expect(fenceOf(revision(), now).held).toBe(held);
  });
});
