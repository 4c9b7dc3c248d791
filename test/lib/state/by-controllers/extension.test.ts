/** Extensions of the controllers in the form of heads: which revisions are one extension, and what their history says. */
import type { KubeObject } from '../../../../lib/api';
import { controlledHeads } from '../../../../lib/state';

const API = 'olm.operatorframework.io/v1';

interface Given {
  readonly uid?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly owner?: string;
  readonly previous?: readonly string[];
  readonly conditions?: readonly object[];
  readonly objects?: readonly object[];
  readonly spec?: object;
}

const map = (name: string, namespace = 'shop'): object => (
  { object: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace } } }
);

function revision(name: string, given: Given = {}): KubeObject {
  const { uid = `uid-${name}`, labels = {}, annotations = {}, owner, previous = [], conditions = [], objects = [map('a')], spec } = given;
  const controlledBy = owner === undefined ? [] : [{ apiVersion: API, kind: 'ClusterExtension', name: owner, uid: `uid-${owner}`, controller: true }];
  return {
    apiVersion: API,
    kind: 'ClusterExtensionRevision',
    metadata: {
      name, uid, labels, annotations, ownerReferences: controlledBy, creationTimestamp: '2026-01-01T00:00:00Z', managedFields: [{ manager: 'kubectl' }],
    },
    spec: {
      lifecycleState: 'Active', revision: Number(/\d+$/.exec(name)?.[0]), phases: [{ name: 'deploy', objects }],
      previous: previous.map((one) => ({ name: one, uid: `uid-${one}` })), ...spec,
    },
    status: { conditions },
  } as unknown as KubeObject;
}

const extension = (name: string): KubeObject => (
  { apiVersion: API, kind: 'ClusterExtension', metadata: { name, uid: `uid-${name}` }, spec: { namespace: 'home' } } as unknown as KubeObject
);
const numbers = (extensions: readonly KubeObject[], revisions: readonly KubeObject[]): Readonly<Record<string, readonly number[]>> => (
  Object.fromEntries(controlledHeads(extensions, revisions).map(({ head }) => [head.extension, head.revisions.map(({ number }) => number)]))
);

test.each<[what: string, extensions: readonly KubeObject[], revisions: readonly KubeObject[], found: Readonly<Record<string, readonly number[]>>]>([
  ['nothing', [], [], {}],
  ['an extension without a revision', [extension('web')], [], { web: [] }],
  ['revisions of an extension, newest first', [extension('web')], [revision('web-1', { owner: 'web' }), revision('web-2', { owner: 'web' })], { web: [2, 1] }],
  ['made by hand: those that name each other', [], [revision('web-1'), revision('web-2', { previous: ['web-1'] })], { web: [2, 1] }],
  ['a label says the extension', [], [revision('x-1', { labels: { 'olm.operatorframework.io/owner-name': 'web' } })], { web: [1] }],
  ['a pending upgrade is no revision', [], [revision('web-3', { spec: { phases: undefined } })], {}],
])('%s', (_what, extensions, revisions, found) => {
  expect(numbers(extensions, revisions)).toEqual(found);
});

test('revisions with one name that do not name each other are two extensions, and one that was made by hand is none of a ClusterExtension', () => {
  const heads = controlledHeads([extension('web')], [revision('web-1', { owner: 'web' }), revision('web-2'), revision('web-3')]);
  expect(heads.map(({ head, controlled: { cluster } }) => [head.revisions.map(({ number }) => number), cluster !== undefined])).toEqual(
    [[[1], true], [[2], false], [[3], false]],
  );
});

test('the history has what annotations and conditions say', () => {
  const annotations = {
    'olm.operatorframework.io/bundle-name': 'web.v1.2.0', 'olm.operatorframework.io/bundle-version': '1.2.0', 'olm.operatorframework.io/package-name': 'web',
  };
  const conditions = [{ type: 'Succeeded', status: 'True', reason: 'RolloutSuccess', message: '', lastTransitionTime: '2026-01-01T00:01:00Z' }];
  const [found] = controlledHeads([], [revision('web-1', { annotations, conditions })]);
  expect(found?.head).toMatchObject({
    packageName: 'web',
    revisions: [{
      number: 1, version: '1.2.0', at: '2026-01-01T00:00:00Z', completeAt: '2026-01-01T00:01:00Z', by: 'kubectl', bundle: { name: 'web.v1.2.0' },
    }],
  });
});

test('who approved an upgrade is said by the revision of an extension; one that was made by hand may say anything', () => {
  const annotations = { 'olm.operatorframework.io/approval': '{"at":"2026-01-01T00:00:00Z","user":"ann"}' };
  const heads = controlledHeads([extension('web')], [revision('web-2', { owner: 'web', annotations }), revision('web-1', { owner: 'web' }), revision('own-1', { annotations })]);
  expect(heads.map(({ controlled }) => controlled.revisions.map(({ approval }) => approval))).toEqual([
    [undefined], [{ at: '2026-01-01T00:00:00Z', user: 'ann' }, undefined],
  ]);
});

test('it is in the namespace of the extension, and in those of its objects and Secrets', () => {
  const objects = [map('a'), map('b', 'other'), { ref: { name: 's', namespace: 'system', key: 'k' } }];
  const [found] = controlledHeads([extension('web')], [revision('web-1', { owner: 'web', objects })]);
  expect([found?.controlled.namespaces, found?.controlled.objects]).toEqual([['home', 'shop', 'other', 'system'], 3]);
});

test('equal content has an equal digest, other content another', () => {
  const digestOf = (given: Given): string | undefined => controlledHeads([], [revision('web-1', given)])[0]?.head.revisions[0]?.digest;
  expect(digestOf({ uid: 'x' })).toBe(digestOf({}));
  expect(digestOf({ objects: [map('b')] })).not.toBe(digestOf({}));
});
