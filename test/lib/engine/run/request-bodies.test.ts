import type { KubeObject } from '../../../../lib/api';
import { stampOwner, type OwnerContext } from '../../../../lib/engine';
import {
  createBody, hasOtherOwners, mergeBody, nudgeBody, propagationOf, releaseBody, trialBody, underItsName, updateBody,
} from '../../../../lib/engine/run/request-bodies';

/** What is sent for a request of the core. */
const annotated: OwnerContext = {
  owner: { apiVersion: 'v1', kind: 'Secret', name: 'head', namespace: 'n', uid: 'ours' },
  strategy: { type: 'annotation', annotation: 'owners' }, siblings: [], fieldManager: 'boxcutter',
};
const native: OwnerContext = { ...annotated, strategy: { type: 'native' }, siblings: ['older'] };
const plain: KubeObject = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', namespace: 'n' }, data: { value: '1' } };
const on = { uid: 'u', resourceVersion: '7' };

function live(metadata: Partial<KubeObject['metadata']>): KubeObject {
  return { ...plain, metadata: { ...plain.metadata, uid: 'u', resourceVersion: '9', ...metadata } };
}

function listedIn(object: KubeObject): readonly unknown[] {
  const owners = JSON.parse(object.metadata.annotations?.['owners'] ?? '[]') as { uid: string; controller?: boolean }[];
  return owners.map(({ uid, controller = false }) => [uid, controller]);
}

test('a create carries version 1, which no stored object has, and leaves the desired object as it is', () => {
  expect(createBody(plain)).toEqual({ ...plain, metadata: { ...plain.metadata, resourceVersion: '1' } });
  expect(plain.metadata).toEqual({ name: 'a', namespace: 'n' });
});

describe('an update', () => {
  const desired = stampOwner(plain, annotated, 2);
  const foreign = { apiVersion: 'v1', kind: 'Secret', name: 'other', uid: 'theirs', controller: true };

  test('is for the state that was decided about, and sends the desired object', () => {
    const sent = updateBody(on, false, { desired, live: undefined, context: annotated, revision: 2 });
    expect(sent).toEqual({ ...desired, metadata: { ...desired.metadata, ...on } });
  });

  test('that takes the object over keeps the owners in its annotation, demoted, and adds ours', () => {
    const taken = live({ annotations: { owners: JSON.stringify([foreign]) } });
    expect(listedIn(updateBody(on, true, { desired, live: taken, context: annotated, revision: 2 }))).toEqual([['theirs', false], ['ours', true]]);
  });

  test('of an object that has other owners beside us writes them again', () => {
    const shared = live({ annotations: { owners: JSON.stringify([{ ...foreign, controller: false }, { ...foreign, uid: 'ours', controller: true }]) } });
    expect(hasOtherOwners(shared, desired, annotated)).toBe(true);
    expect(listedIn(updateBody(on, false, { desired, live: shared, context: annotated, revision: 2 }))).toEqual([['theirs', false], ['ours', true]]);
  });

  test('by native references names others only when it takes over', () => {
    const wanted = stampOwner(plain, native, 2);
    const older = live({ ownerReferences: [{ apiVersion: 'v1', kind: 'Secret', name: 'older', uid: 'older', controller: true }] });
    const uids = (takeover: boolean): readonly unknown[] => {
      const { ownerReferences = [] } = updateBody(on, takeover, { desired: wanted, live: older, context: native, revision: 2 }).metadata;
      return ownerReferences.map(({ uid, controller }) => [uid, controller]);
    };
    expect(hasOtherOwners(older, wanted, native)).toBe(false);
    expect(uids(false)).toEqual([['ours', true]]);
    expect(uids(true)).toEqual([['older', false], ['ours', true]]);
  });
});

test('a release is for the state that was decided about, whatever was seen since', () => {
  const owned = live({ annotations: { owners: JSON.stringify([{ ...annotated.owner, controller: true }]) }, labels: { app: 'web', other: 'x' } });
  expect(releaseBody(on, owned, annotated, ['app'])).toEqual([
    { op: 'test', path: '/metadata/uid', value: 'u' },
    { op: 'test', path: '/metadata/resourceVersion', value: '7' },
    { op: 'remove', path: '/metadata/annotations/owners' },
    { op: 'remove', path: '/metadata/labels/app' },
  ]);
});

test('a merge is for the state that was decided about, whatever was seen since', () => {
  const held = live({ managedFields: [{ manager: 'boxcutter', operation: 'Update', apiVersion: 'v1', fieldsType: 'FieldsV1', fieldsV1: {} }] });
  expect(mergeBody(on, held, plain, annotated).slice(0, 2)).toEqual([
    { op: 'test', path: '/metadata/uid', value: 'u' },
    { op: 'test', path: '/metadata/resourceVersion', value: '7' },
  ]);
});

test('a trial has a name that no object has, and not more characters than the strictest kind allows', () => {
  const long = { ...plain, metadata: { ...plain.metadata, name: 'x'.repeat(200) } };
  expect(trialBody(long).metadata.name).toMatch(/^x{40}-[0-9a-f]{8}$/);
  expect(underItsName(trialBody(plain), plain).metadata.name).toBe('a');
});

test.each([
  ['batch/v1', 'Job', 'Foreground'], ['apps/v1', 'Deployment', 'Foreground'], ['v1', 'ConfigMap', 'Background'], ['example.com/v1', 'Job', 'Background'],
])('made anew, an object of kind %s %s goes in the %s', (apiVersion, kind, expected) => {
  expect(propagationOf({ apiVersion, kind, name: 'a' })).toBe(expected);
});

describe('a nudge changes one annotation of this very object, whatever its version', () => {
  const tested = { op: 'test', path: '/metadata/uid', value: 'u' };

  test('which has annotations', () => expect(nudgeBody(on, live({ annotations: { a: 'b' } }))).toEqual([
    tested, { op: 'add', path: '/metadata/annotations/olm.operatorframework.io~1nudged', value: '7' },
  ]));

  test('which has none yet', () => expect(nudgeBody(on, live({}))).toEqual([
    tested, { op: 'add', path: '/metadata/annotations', value: { 'olm.operatorframework.io/nudged': '7' } },
  ]));
});
