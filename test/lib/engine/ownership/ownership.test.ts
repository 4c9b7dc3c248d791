import type { KubeObject, ManagedFieldsEntry, OwnerReference } from '../../../../lib/api';
import {
  annotationOwners, controllerOf, isController, isOwner, ownershipOf, ownersOf, releaseController, releasePatch, removeOwner,
  setControllerReference, stampOwner, type OwnerContext, type OwnerRef, type OwnerStrategy,
} from '../../../../lib/engine';

const owner = { apiVersion: 'v1', kind: 'Secret', name: 'head', namespace: 'state', uid: 'me' };
const annotation = 'example.com/owners';
const annotated: OwnerContext = { owner, strategy: { type: 'annotation', annotation }, siblings: ['sister'], fieldManager: 'boxcutter' };
const native: OwnerContext = { owner, strategy: { type: 'native' }, siblings: ['sister'], revisionAnnotation: 'example.com/revision', fieldManager: 'boxcutter' };
const ownerless: OwnerContext = { strategy: { type: 'native' }, siblings: [], revisionAnnotation: 'example.com/revision', fieldManager: 'boxcutter' };

const base: KubeObject = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'x', namespace: 'n' } };
/** What the server writes down of our applies, of whatever strategy. */
const MARKS = {
  'f:annotations': { [`f:${annotation}`]: {}, 'f:example.com/revision': {} },
  'f:ownerReferences': { 'k:{"uid":"me"}': {}, 'k:{"uid":"lost"}': {} },
};
const OURS: ManagedFieldsEntry = { manager: 'boxcutter', operation: 'Apply', fieldsV1: { 'f:metadata': MARKS } };
const withMeta = (metadata: KubeObject['metadata']): KubeObject => ({ ...base, metadata: { ...base.metadata, ...metadata } });
const reference = (uid: string, more: Partial<OwnerReference> = {}): OwnerReference => ({ apiVersion: 'v1', kind: 'Secret', name: 'head', uid, controller: true, ...more });
const entry = (uid: string, more: object = {}): object => ({ ...owner, uid, controller: true, ...more });
const listing = (...owners: unknown[]): KubeObject => withMeta({ annotations: { [annotation]: JSON.stringify(owners) } });

function byUpdate(map: string, name: string): ManagedFieldsEntry {
  return { manager: 'boxcutter', operation: 'Update', fieldsV1: { 'f:metadata': { [map]: { [`f:${name}`]: {} } } } };
}

describe('who controls a live object', () => {
  test.each<[string, OwnerContext, KubeObject, string]>([
    ['annotation: us', annotated, listing(entry('me')), 'ours'],
    ['annotation: us, in another version of our kind', { ...annotated, owner: { ...owner, apiVersion: 'x/v2' } }, listing(entry('me', { apiVersion: 'x/v1' })), 'ours'],
    ['annotation: a sibling', annotated, listing(entry('sister')), 'sibling'],
    ['annotation: a lost owner that we stand in for', { ...annotated, former: ['lost'] }, listing(entry('lost')), 'ours'],
    ['annotation: a lost one of another name', { ...annotated, former: ['lost'] }, listing(entry('lost', { name: 'other' })), 'other'],
    ['annotation: a lost one of another kind', { ...annotated, former: ['lost'] }, listing(entry('lost', { kind: 'ConfigMap' })), 'other'],
    ['annotation: a lost one elsewhere', { ...annotated, former: ['lost'] }, listing(entry('lost', { namespace: 'elsewhere' })), 'other'],
    ['annotation: another owner', annotated, listing(entry('you')), 'other'],
    ['annotation: our name, but another uid', annotated, listing(entry('reborn')), 'other'],
    ['annotation: listed without controlling', annotated, listing(entry('me', { controller: false })), 'none'],
    ['annotation: nobody', annotated, base, 'none'],
    ['annotation: a native controller counts', annotated, withMeta({ ownerReferences: [reference('you')] }), 'other'],
    ['native: us', native, withMeta({ ownerReferences: [reference('me')] }), 'ours'],
    ['native: a sibling', native, withMeta({ ownerReferences: [reference('sister')] }), 'sibling'],
    ['native: another owner', native, withMeta({ ownerReferences: [reference('you', { kind: 'Deployment' })] }), 'other'],
    ['native: nobody', native, withMeta({ ownerReferences: [reference('you', { controller: false })] }), 'none'],
    ['no owner: the number marks it', ownerless, withMeta({ annotations: { 'example.com/revision': '3' } }), 'ours'],
    ['no owner: no number', ownerless, base, 'none'],
    ['no owner: a controller counts more than the number', ownerless, withMeta({ annotations: { 'example.com/revision': '3' }, ownerReferences: [reference('you')] }), 'other'],
  ])('%s', (_, context, object, relation) => {
    const written = { ...object, metadata: { ...object.metadata, managedFields: [OURS] } };
    expect(ownershipOf(written, context).relation).toBe(relation);
  });

  test.each<[string, ManagedFieldsEntry[], string]>([
    ['we applied it', [OURS], 'ours'],
    ['we created it by POST: our entry holds the mark', [byUpdate('f:annotations', annotation)], 'ours'],
    ['we hold something else of it, as of a Secret that was created with our managed fields', [{ ...OURS, fieldsV1: { 'f:stringData': {} } }], 'copy'],
    ['we only touched it', [byUpdate('f:annotations', 'example.com/nudged')], 'copy'],
    ['another client made it', [{ ...OURS, manager: 'kubectl-create', operation: 'Update' }], 'copy'],
    ['another manager applied it', [{ ...OURS, manager: 'kubectl' }], 'copy'],
    ['we hold only its status', [{ ...OURS, subresource: 'status' }], 'copy'],
    ['nothing is written down: another client wiped it, or the server keeps none', [], 'ours'],
    ['our entry is a little older than it: it was written while it was created', [{ ...OURS, time: '2026-01-01T11:59:59Z' }], 'ours'],
    ['our entry is newer: we adopted it', [{ ...OURS, time: '2026-02-01T00:00:00Z' }], 'ours'],
    ['our entry is from before it was made: it was put over it', [{ ...OURS, time: '2026-01-01T11:00:00Z' }], 'copy'],
  ])('it carries our mark, and %s', (_, managedFields, relation) => {
    const marked = listing(entry('me')).metadata;
    const live = withMeta({ ...marked, uid: 'u', creationTimestamp: '2026-01-01T12:00:00Z', managedFields });
    expect(ownershipOf(live, annotated).relation).toBe(relation);
    // Of what is on record by its uid nothing else is asked.
    expect(ownershipOf(live, annotated, 'u').relation).toBe('ours');
    expect(ownershipOf(live, annotated, 'another').relation).toBe(relation);
  });

  test.each(['{', '"text"', '{"uid":"me"}', '[null]', '[1]', '[{"uid":"me"}]'])('an annotation that cannot be read counts as another owner: %s', (text) => {
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

    const fieldsV1 = { 'f:metadata': { 'f:ownerReferences': { 'k:{"uid":"sister"}': {} } } };
    const live = withMeta({ ownerReferences: [reference('you'), reference('sister')], managedFields: [{ manager: 'boxcutter', operation: 'Apply', fieldsV1 }] });
    expect(stampOwner(base, native, 4, live).metadata.ownerReferences?.map(({ uid, controller }) => [uid, controller])).toEqual([['you', false], ['me', true]]);
  });

  test('a sibling that another field manager wrote cannot be left out: it is demoted', () => {
    const live = withMeta({ ownerReferences: [reference('sister')], managedFields: [{ manager: 'other', operation: 'Apply', fieldsV1: {} }] });
    expect(stampOwner(base, native, 4, live).metadata.ownerReferences?.map(({ uid, controller }) => [uid, controller])).toEqual([['sister', false], ['me', true]]);
  });

  test('labels that streams select by, beside those of the object', () => {
    const labelled = stampOwner(withMeta({ labels: { app: 'web', team: 'theirs' } }), { ...native, labels: { team: 'ours', managed: 'yes' } }, 4);
    expect(labelled.metadata.labels).toEqual({ app: 'web', team: 'ours', managed: 'yes' });
    expect(stampOwner(base, native, 4).metadata).not.toHaveProperty('labels');
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
      { op: 'replace', path: '/metadata/ownerReferences', value: [reference('you', { controller: false })] },
      { op: 'remove', path: '/metadata/annotations/example.com~1revision' },
    ]);
  });

  test('what a newer revision has is the newer one\'s: only our owner entry goes', () => {
    const more = { ...metadata, managedFields, annotations: { 'example.com/revision': '5' } };
    const handedOver = withMeta({ ...more, ownerReferences: [reference('me', { controller: false }), reference('sister')] });
    expect(releasePatch(handedOver, native, ['example.com/owner']).slice(2)).toEqual([{ op: 'replace', path: '/metadata/ownerReferences', value: [reference('sister')] }]);
    const listed = listing(entry('me', { controller: false }), entry('sister'));
    expect(releasePatch(listed, annotated, []).slice(2)).toEqual([{ op: 'replace', path: '/metadata/annotations/example.com~1owners', value: JSON.stringify([entry('sister')]) }]);
  });

  test('what another owner controls with our field manager keeps its labels and managed fields: only our owner entry goes', () => {
    const fieldsV1 = { 'f:metadata': { 'f:annotations': { [`f:${annotation}`]: {} } } };
    const taken = withMeta({ ...metadata, ...listing(entry('me', { controller: false }), entry('you')).metadata, managedFields: [{ ...OURS, fieldsV1 }] });
    expect(releasePatch(taken, annotated, ['example.com/owner']).slice(2)).toEqual([
      { op: 'replace', path: '/metadata/annotations/example.com~1owners', value: JSON.stringify([entry('you')]) },
    ]);
  });

  test('what another owner controls with a manager of its own loses what our entry holds, and nothing else', () => {
    const fieldsV1 = { 'f:metadata': { 'f:labels': { 'f:example.com/owner': {} } } };
    const theirs = { manager: 'other', operation: 'Apply', fieldsV1: { 'f:metadata': { 'f:annotations': { [`f:${annotation}`]: {} } } } };
    const managedFields = [{ ...OURS, fieldsV1 }, theirs];
    const taken = withMeta({ ...metadata, ...listing(entry('me', { controller: false }), entry('you')).metadata, managedFields });
    expect(releasePatch(taken, annotated, ['example.com/owner', 'app']).slice(3)).toEqual([
      { op: 'remove', path: '/metadata/labels/example.com~1owner' },
      { op: 'replace', path: '/metadata/managedFields', value: [theirs] },
    ]);
  });

  test('the last managed fields go for one empty entry: an empty list would start tracking anew', () => {
    const live = withMeta({ ...metadata, managedFields: [managedFields[0] as object] });
    expect(releasePatch(live, annotated, [])).toContainEqual({ op: 'replace', path: '/metadata/managedFields', value: [{}] });
  });
});

/** One table for both strategies. */
describe.each<[string, OwnerStrategy]>([['native', { type: 'native' }], ['annotation', { type: 'annotation', annotation }]])('owners of an object, %s', (type, strategy) => {
  const isNative = type === 'native';
  const named = (uid: string, more: Partial<OwnerRef> = {}): OwnerRef => ({ apiVersion: 'apps/v1', kind: 'Deployment', name: uid, namespace: 'n', uid, ...more });
  const [me, you, them] = ['me', 'you', 'them'].map((uid) => named(uid)) as [OwnerRef, OwnerRef, OwnerRef];
  const controlled = setControllerReference(base, me, strategy);
  /** Owned by `you`, controlled by `me`. */
  const both = setControllerReference(releaseController(setControllerReference(base, you, strategy), strategy), me, strategy);
  const roles = (object: KubeObject): readonly string[] => ownersOf(object, strategy).map(({ uid, controller }) => `${uid}${controller ? ' controls' : ''}`);

  test('set, demote, take off; the given object stays as it is', () => {
    const before = JSON.stringify(both);
    expect([roles(controlled), roles(both)]).toEqual([['me controls'], ['you', 'me controls']]);
    expect(roles(setControllerReference(both, me, strategy))).toEqual(['you', 'me controls']);
    expect(roles(releaseController(both, strategy))).toEqual(['you', 'me']);
    expect([roles(removeOwner(both, me, strategy)), roles(removeOwner(both, you, strategy))]).toEqual([['you'], ['me controls']]);
    expect(JSON.stringify(both)).toBe(before);
  });

  test('who is it: group, kind, name and uid count, version and namespace do not', () => {
    const asked: [string, OwnerRef, boolean][] = [
      ['itself', me, true], ['another version', named('me', { apiVersion: 'apps/v2' }), true], ['another namespace', named('me', { namespace: 'm' }), true],
      ['another group', named('me', { apiVersion: 'v1' }), false], ['another kind', named('me', { kind: 'Job' }), false],
      ['another name', named('me', { name: 'x' }), false], ['another uid', named('me', { uid: 'x' }), false], ['an owner that does not control', you, false], ['nobody', them, false],
    ];
    expect(asked.map(([what, who]) => [what, isController(both, who, strategy)])).toEqual(asked.map(([what, , yes]) => [what, yes]));
    expect([me, you, them].map((who) => isOwner(both, who, strategy))).toEqual([true, true, false]);
    expect([controllerOf(both, strategy)?.uid, controllerOf(releaseController(both, strategy), strategy), controllerOf(base, strategy)]).toEqual(['me', undefined, undefined]);
  });

  test('nothing is left behind by the last one, and nothing else is touched', () => {
    const plain = withMeta({ annotations: { keep: 'me' }, labels: { app: 'web' } });
    expect(removeOwner(setControllerReference(plain, me, strategy), me, strategy)).toEqual(plain);
    expect(removeOwner(controlled, me, strategy).metadata).toEqual(base.metadata);
    expect([removeOwner(both, them, strategy), releaseController(base, strategy)]).toEqual([both, base]);
  });

  test('a second controller is refused', () => {
    expect(() => setControllerReference(controlled, you, strategy)).toThrow(expect.objectContaining({ code: 'already-controlled', message: 'ConfigMap.v1 n/x is controlled by Deployment me already.' }));
  });

  test(`an owner in another namespace is ${isNative ? 'refused' : 'taken'}`, () => {
    const set = (): KubeObject => setControllerReference(base, named('me', { namespace: 'm' }), strategy);
    if (isNative) expect(set).toThrow(expect.objectContaining({ code: 'owner-out-of-reach' }));
    else expect(isController(set(), me, strategy)).toBe(true);
    expect(isController(setControllerReference(base, { apiVersion: 'v1', kind: 'Namespace', name: 'n', uid: 'u' }, strategy), { apiVersion: 'v1', kind: 'Namespace', name: 'n', uid: 'u' }, strategy)).toBe(true);
  });
});

describe('the owners annotation', () => {
  const strategy: OwnerStrategy = { type: 'annotation', annotation };

  test('is written as package-operator writes it', () => {
    expect(setControllerReference(base, owner, strategy).metadata.annotations).toEqual({
      [annotation]: '[{"apiVersion":"v1","kind":"Secret","name":"head","namespace":"state","uid":"me","controller":true}]',
    });
  });

  test('is read as package-operator writes it, an empty list included', () => {
    const foreign = '[{"apiVersion":"package-operator.run/v1alpha1","kind":"ObjectSet","name":"web-1","namespace":"","uid":"7","controller":true},{"apiVersion":"v1","kind":"Secret","name":"s","uid":"8"}]';
    expect(ownersOf(withMeta({ annotations: { [annotation]: foreign } }), strategy).map(({ kind, controller }) => [kind, controller])).toEqual([['ObjectSet', true], ['Secret', false]]);
    expect(ownersOf(withMeta({ annotations: { [annotation]: '[]' } }), strategy)).toEqual([]);
  });

  test.each(['', '{', 'null', '"text"', '{"uid":"me"}', '[null]', '[[]]', '[{"uid":"me"}]', '[{"apiVersion":1,"kind":"","name":"","uid":""}]'])('holds %j: nothing throws, nothing is lost', (text) => {
    const object = withMeta({ annotations: { [annotation]: text, keep: 'me' } });
    const asked = [isOwner(object, owner, strategy), isController(object, owner, strategy)];
    expect(asked).toEqual([false, false]);
    expect([removeOwner(object, owner, strategy), releaseController(object, strategy)]).toEqual([object, object]);
    expect(ownershipOf(object, annotated).relation).toBe(text === '' ? 'none' : 'other');
    expect(JSON.stringify(stampOwner(base, annotated, 1, object))).toContain('\\"uid\\":\\"me\\"');
  });
});

describe('native, and by annotation where an object holds data of others: with --cascade=foreground the garbage collector would delete it', () => {
  const apart: OwnerContext = { ...native, strategy: { type: 'native', forData: annotation } };
  const kinds: readonly [apiVersion: string, kind: string][] = [
    ['apiextensions.k8s.io/v1', 'CustomResourceDefinition'], ['v1', 'Namespace'], ['v1', 'PersistentVolumeClaim'], ['v1', 'PersistentVolume'],
  ];
  const of = ([apiVersion, kind]: readonly [string, string], metadata: KubeObject['metadata'] = {}): KubeObject => (
    { apiVersion, kind, metadata: { name: 'x', ...metadata } } as KubeObject
  );

  test.each(kinds)('%s %s', (...kind) => {
    const stamped = stampOwner(of(kind), apart, 1);
    expect(stamped.metadata.ownerReferences).toBeUndefined();
    expect(annotationOwners(stamped, annotation)).toEqual([{ ...owner, controller: true }]);
    const live = of(kind, { ...stamped.metadata, managedFields: [OURS] });
    expect(ownershipOf(live, apart).relation).toBe('ours');
    expect(ownershipOf(of(kind, { ...stamped.metadata, managedFields: [{ ...OURS, manager: 'kubectl' }] }), apart).relation).toBe('copy');
    expect(releasePatch(live, apart, [])).toContainEqual({ op: 'remove', path: '/metadata/annotations/example.com~1owners' });
  });

  test.each([['v1', 'ConfigMap'], ['apps/v1', 'StatefulSet'], ['x.io/v1', 'Namespace']] as const)('other kinds by reference alone: %s %s', (...kind) => {
    const { metadata } = stampOwner(of(kind), apart, 1);
    expect([metadata.ownerReferences?.map(({ uid }) => uid), metadata.annotations]).toEqual([['me'], { 'example.com/revision': '1' }]);
  });

  test('one that has a reference from before is ours, or of a sibling, and loses it with the next write', () => {
    const fieldsV1 = { 'f:metadata': { 'f:ownerReferences': { 'k:{"uid":"me"}': {}, 'k:{"uid":"sister"}': {} } } };
    const before = (uid: string): KubeObject => of(['v1', 'Namespace'], { ownerReferences: [reference(uid)], managedFields: [{ ...OURS, fieldsV1 }] });
    expect([ownershipOf(before('me'), apart).relation, ownershipOf(before('sister'), apart).relation]).toEqual(['ours', 'sibling']);
    for (const live of [before('me'), before('sister')]) {
      const sent = stampOwner(of(['v1', 'Namespace']), apart, 2, live);
      expect([sent.metadata.ownerReferences, annotationOwners(sent, annotation)]).toEqual([undefined, [{ ...owner, controller: true }]]);
    }
    expect(releasePatch(before('me'), apart, [])).toContainEqual({ op: 'replace', path: '/metadata/ownerReferences', value: [] });
    expect(ownershipOf({ ...before('you'), metadata: { ...before('you').metadata } }, apart).relation).toBe('other');
  });
});
