/** What a recovery takes over: from marks, managed fields, and a record that a backup brought back. */
import { ANNOTATION_ON_REMOVAL, ANNOTATION_OWNERS, type KubeObject } from '../../../../lib/api';
import { recoveryOf } from '../../../../lib/runtime/recover/recovery';
import type { StoredHead } from '../../../../lib/state';

const REF = { apiVersion: 'v1', kind: 'Secret', name: 'boxcutter.web', namespace: 'shop' };

interface Traits {
  readonly written?: boolean;
  readonly annotations?: Readonly<Record<string, string>>;
}

const marked = (name: string, headUid: string, { written = false, annotations = {} }: Traits = {}) => {
  const fieldsV1 = { 'f:metadata': { 'f:annotations': { [`f:${ANNOTATION_OWNERS}`]: {} } } };
  const managedFields = [{ ...(written ? { manager: 'boxcutter', operation: 'Apply' } : { manager: 'velero-server', operation: 'Update' }), fieldsV1 }];
  const mark = { [ANNOTATION_OWNERS]: JSON.stringify([{ ...REF, uid: headUid, controller: true }]) };
  const metadata = { name, namespace: 'shop', uid: `new-${name}`, annotations: { ...mark, ...annotations }, managedFields };
  return { object: { apiVersion: 'v1', kind: 'ConfigMap', metadata } satisfies KubeObject, headUid };
};

const restored = (...names: readonly string[]): StoredHead => ({
  ref: REF, uid: 'new', resourceVersion: '1',
  head: {
    extension: 'web', revisions: [],
    inventory: names.map((name, order) => {
      return { ref: { apiVersion: 'v1', kind: 'ConfigMap', namespace: 'shop', name }, order, phase: `phase-${order}`, uid: `old-${name}`, owned: 'x' };
    }),
  },
});

const namesOf = (objects: readonly KubeObject[]): readonly string[] => objects.map(({ metadata }) => metadata.name ?? '');

describe('the record is lost', () => {
  const objects = [marked('a', 'lost', { written: true }), marked('copy', 'lost')];

  test('what the extension wrote is taken, what only carries its mark is left', () => {
    const { objects: taken, copies, formerUids, inventory } = recoveryOf(objects, undefined, [], false);
    expect([namesOf(taken), namesOf(copies), formerUids]).toEqual([['a'], ['copy'], ['lost']]);
    expect(inventory).toMatchObject([{ ref: { name: 'a' }, uid: 'new-a' }]);
  });

  test('unless the caller says that all of it is the extension\'s', () => {
    expect(namesOf(recoveryOf(objects, undefined, [], true).objects)).toEqual(['a', 'copy']);
  });

  test('what the package lets live on is on record as such', () => {
    const lives = marked('data', 'lost', { written: true, annotations: { [ANNOTATION_ON_REMOVAL]: 'orphan' } });
    expect(recoveryOf([lives], undefined, [], false).inventory).toMatchObject([{ orphan: true }]);
  });
});

describe('the record is there', () => {
  test('and its objects name it, or a head that it stands in for: there is nothing to recover, whatever copies name', () => {
    const stored = restored('a');
    expect(recoveryOf([marked('a', 'new', { written: true }), marked('b', 'lost', { written: true })], stored, ['lost'], true)).toMatchObject({ objects: [], copies: [] });
  });

  test('but its objects came back from a backup: those on record are taken, with their new uids and nothing that was known of the old ones', () => {
    const { objects, copies, formerUids, inventory } = recoveryOf([marked('a', 'old'), marked('copy', 'old')], restored('a', 'gone'), [], false);
    expect([namesOf(objects), namesOf(copies), formerUids]).toEqual([['a'], ['copy'], ['old']]);
    const ref = { apiVersion: 'v1', kind: 'ConfigMap', namespace: 'shop' };
    expect(inventory).toEqual([
      { ref: { ...ref, name: 'a' }, order: 0, phase: 'phase-0', uid: 'new-a' },
      { ref: { ...ref, name: 'gone' }, order: 1, phase: 'phase-1', uid: 'old-gone', owned: 'x' },
    ]);
  });

  test('what the extension wrote after the record was saved is put on it', () => {
    const { inventory } = recoveryOf([marked('a', 'old'), marked('later', 'old', { written: true })], restored('a'), [], false);
    expect(inventory.map(({ ref, uid }) => [ref.name, uid])).toEqual([['a', 'new-a'], ['later', 'new-later']]);
  });
});
