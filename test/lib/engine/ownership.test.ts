import type { KubeObject, OwnerReference } from '../../../lib/api';
import { annotationOwners, ownershipOf, releasePatch, stampOwner, type OwnerContext } from '../../../lib/engine';

const owner = { apiVersion: 'v1', kind: 'Secret', name: 'head', namespace: 'state', uid: 'me' };
const annotation = 'example.com/owners';
const annotated: OwnerContext = { owner, strategy: { type: 'annotation', annotation }, siblings: ['sister'], fieldManager: 'boxcutter' };
const native: OwnerContext = { owner, strategy: { type: 'native' }, siblings: ['sister'], revisionAnnotation: 'example.com/revision', fieldManager: 'boxcutter' };
const ownerless: OwnerContext = { strategy: { type: 'native' }, siblings: [], revisionAnnotation: 'example.com/revision', fieldManager: 'boxcutter' };

const base: KubeObject = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'x', namespace: 'n' } };
const withMeta = (metadata: KubeObject['metadata']): KubeObject => ({ ...base, metadata: { ...base.metadata, ...metadata } });
const reference = (uid: string, more: Partial<OwnerReference> = {}): OwnerReference => ({ apiVersion: 'v1', kind: 'Secret', name: 'head', uid, controller: true, ...more });
const entry = (uid: string, more: object = {}): object => ({ ...owner, uid, controller: true, ...more });
const listing = (...owners: unknown[]): KubeObject => withMeta({ annotations: { [annotation]: JSON.stringify(owners) } });

describe('who controls a live object', () => {
  test.each<[string, OwnerContext, KubeObject, string]>([
    ['annotation: us', annotated, listing(entry('me')), 'ours'],
    ['annotation: us, in another version of our kind', { ...annotated, owner: { ...owner, apiVersion: 'x/v2' } }, listing(entry('me', { apiVersion: 'x/v1' })), 'ours'],
    ['annotation: a sibling', annotated, listing(entry('sister')), 'sibling'],
    ['annotation: a lost owner that we stand in for', { ...annotated, former: ['lost'] }, listing(entry('lost')), 'ours'],
    ['annotation: somebody', annotated, listing(entry('you')), 'other'],
    ['annotation: our name, but another uid', annotated, listing(entry('reborn')), 'other'],
    ['annotation: listed without controlling', annotated, listing(entry('me', { controller: false })), 'none'],
    ['annotation: nobody', annotated, base, 'none'],
    ['annotation: a native controller counts', annotated, withMeta({ ownerReferences: [reference('you')] }), 'other'],
    ['native: us', native, withMeta({ ownerReferences: [reference('me')] }), 'ours'],
    ['native: a sibling', native, withMeta({ ownerReferences: [reference('sister')] }), 'sibling'],
    ['native: somebody', native, withMeta({ ownerReferences: [reference('you', { kind: 'Deployment' })] }), 'other'],
    ['native: nobody', native, withMeta({ ownerReferences: [reference('you', { controller: false })] }), 'none'],
    ['no owner: the number marks it', ownerless, withMeta({ annotations: { 'example.com/revision': '3' } }), 'ours'],
    ['no owner: no number', ownerless, base, 'none'],
    ['no owner: a controller counts more than the number', ownerless, withMeta({ annotations: { 'example.com/revision': '3' }, ownerReferences: [reference('you')] }), 'other'],
  ])('%s', (_, context, object, relation) => expect(ownershipOf(object, context).relation).toBe(relation));

  test.each(['{', '"text"', '{"uid":"me"}', '[null]', '[1]', '[{"uid":"me"}]'])('an annotation nobody can read is somebody else: %s', (text) => {
    const object = withMeta({ annotations: { [annotation]: text } });
    expect(ownershipOf(object, annotated)).toMatchObject({ relation: 'other', listed: false });
  });

  test('the number of the revision; what is no number is NaN', () => {
    const numbered = (text: string): number | undefined => ownershipOf(withMeta({ annotations: { 'example.com/revision': text } }), native).revision;
    expect([numbered('12'), numbered('1e3'), numbered('-1'), numbered('')]).toEqual([12, Number.NaN, Number.NaN, undefined]);
  });
});

describe('our mark', () => {
  test('by annotation', () => {
    const stamped = stampOwner(base, annotated, 4);
    expect(stamped.metadata.ownerReferences).toBeUndefined();
    expect(annotationOwners(stamped, annotation)).toEqual([{ ...owner, controller: true }]);
    expect(base.metadata.annotations).toBeUndefined();
  });

  test('by native reference, with the number of the revision', () => {
    expect(stampOwner(withMeta({ annotations: { keep: 'me' } }), native, 4).metadata).toMatchObject({
      annotations: { 'keep': 'me', 'example.com/revision': '4' },
      ownerReferences: [{ apiVersion: 'v1', kind: 'Secret', name: 'head', uid: 'me', controller: true, blockOwnerDeletion: true }],
    });
  });

  test('on adoption other owners stay, but control no more; siblings go', () => {
    const stamped = stampOwner(base, annotated, 4, listing(entry('you'), entry('sister'), entry('me', { controller: false })));
    const { controller: _, ...demoted } = entry('you') as { controller: boolean };
    expect(annotationOwners(stamped, annotation)).toEqual([demoted, { ...owner, controller: true }]);

    const live = withMeta({ ownerReferences: [reference('you'), reference('sister')] });
    expect(stampOwner(base, native, 4, live).metadata.ownerReferences?.map(({ uid, controller }) => [uid, controller])).toEqual([['you', false], ['me', true]]);
  });

  test('an owner that our own field manager wrote goes by leaving it out', () => {
    const fieldsV1 = { 'f:metadata': { 'f:ownerReferences': { 'k:{"uid":"earlier"}': {} } } };
    const live = withMeta({ ownerReferences: [reference('earlier')], managedFields: [{ manager: 'boxcutter', operation: 'Apply', fieldsV1 }] });
    expect(stampOwner(base, native, 4, live).metadata.ownerReferences?.map(({ uid }) => uid)).toEqual(['me']);
  });
});

describe('letting go', () => {
  const metadata = { uid: 'u', resourceVersion: '7', labels: { 'app': 'web', 'example.com/owner': 'head' } };
  const managedFields = [{ manager: 'boxcutter', operation: 'Apply' }, { manager: 'kubectl', operation: 'Update' }, { manager: 'boxcutter', operation: 'Update' }];

  test('takes off our mark, labels and managed fields, on that very state only', () => {
    const live = withMeta({ ...metadata, managedFields, annotations: { [annotation]: JSON.stringify([entry('me')]), keep: 'me' } });
    expect(releasePatch(live, annotated, ['example.com/owner', 'absent'])).toEqual([
      { op: 'test', path: '/metadata/uid', value: 'u' },
      { op: 'test', path: '/metadata/resourceVersion', value: '7' },
      { op: 'remove', path: '/metadata/annotations/example.com~1owners' },
      { op: 'remove', path: '/metadata/labels/example.com~1owner' },
      { op: 'replace', path: '/metadata/managedFields', value: [managedFields[1], managedFields[2]] },
    ]);
  });

  test('leaves the other owners', () => {
    const live = withMeta({ ...metadata, annotations: { [annotation]: JSON.stringify([entry('you', { controller: false }), entry('me')]) } });
    expect(releasePatch(live, annotated, [])).toContainEqual({
      op: 'replace', path: '/metadata/annotations/example.com~1owners', value: JSON.stringify([entry('you', { controller: false })]),
    });
  });

  test('native: our reference and the number of the revision', () => {
    const live = withMeta({ ...metadata, annotations: { 'example.com/revision': '3' }, ownerReferences: [reference('you', { controller: false }), reference('me')] });
    expect(releasePatch(live, native, []).slice(2)).toEqual([
      { op: 'remove', path: '/metadata/annotations/example.com~1revision' },
      { op: 'replace', path: '/metadata/ownerReferences', value: [reference('you', { controller: false })] },
    ]);
  });

  test('the last managed fields go for one empty entry: an empty list would start tracking anew', () => {
    const live = withMeta({ ...metadata, managedFields: [managedFields[0] as object] });
    expect(releasePatch(live, annotated, [])).toContainEqual({ op: 'replace', path: '/metadata/managedFields', value: [{}] });
  });
});
