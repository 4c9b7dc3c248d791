/** What an adoption leaves alone. */
import { type FormerOwner, leftOutText } from '../../../../lib/adoption';
import { reasonToLeave } from '../../../../lib/adoption/take/left-out';
import type { KubeObject } from '../../../../lib/api';
import { ownerContext } from '../../../../lib/state';

const context = ownerContext({ ref: { apiVersion: 'v1', kind: 'Secret', namespace: 'ns', name: 'boxcutter.shop' }, uid: 'head' });
const object = (metadata: object): KubeObject => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', namespace: 'ns', uid: 'u', ...metadata } as KubeObject['metadata'] });
const helm = (name: string, namespace = 'ns') => ({ annotations: { 'meta.helm.sh/release-name': name, 'meta.helm.sh/release-namespace': namespace } });
const written = (manager: string) => ({ managedFields: [{ manager, operation: 'Update', fieldsV1: {} }] });
const noted = (name: string) => ({
  annotations: { 'olm.operatorframework.io/owners': JSON.stringify([{ apiVersion: 'x/v1', kind: 'ClusterObjectSet', name, uid: 'c', controller: true }]) },
});
const controlled = (kind: string, name = 'x') => ({ ownerReferences: [{ apiVersion: 'apps/v1', kind, name, uid: 'c', controller: true }] });

const release: FormerOwner = { release: { name: 'shop', namespace: 'ns' }, evidence: ['helm'], controllers: [{ kind: 'ClusterExtension', name: 'shop' }] };
/** What operator-controller has: its revisions control it. */
const sets: FormerOwner = { controllers: [{ kind: 'ClusterObjectSet', name: 'shop-1', uid: 'c' }], mustControl: true };

test.each<[string, object, FormerOwner, string | undefined]>([
  ['it has the marks of the release', helm('shop'), release, undefined],
  ['it has those of another release', helm('other'), release, 'other-release'],
  ['it has those of a release of this name in another namespace', helm('shop', 'elsewhere'), release, 'other-release'],
  ['it has no marks, and Helm wrote it: a definition of crds/', written('helm'), release, undefined],
  ['it has no marks, Helm wrote it, and it lies in another namespace', { ...written('helm'), namespace: 'other' }, release, 'unmarked'],
  ['it has no marks, Helm wrote it, and it is for the whole cluster', { ...written('helm'), namespace: undefined }, release, 'unmarked'],
  ['it has no marks, and somebody else wrote it', written('kubectl'), release, 'unmarked'],
  ['an adoption was broken off at it', written('boxcutter'), release, undefined],
  ['its controller is who had it before', { ...helm('shop'), ...controlled('ClusterExtension', 'shop') }, release, undefined],
  ['another controller has it', { ...helm('shop'), ...controlled('ReplicaSet') }, release, 'controlled'],
  ['it is being deleted', { ...helm('shop'), deletionTimestamp: '2026-01-01T00:00:00Z' }, release, 'terminating'],
  ['it is of Helm, and is to be adopted from kubectl', helm('shop'), {}, 'other-release'],
  ['it is of nobody', {}, {}, undefined],
  ['a revision of operator-controller controls it, whatever release it was of once', { ...helm('other'), ...controlled('ClusterObjectSet', 'shop-1') }, sets, undefined],
  ['one of the same name, that was made anew, controls it', controlled('ClusterObjectSet', 'shop-1'), { ...sets, controllers: [{ kind: 'ClusterObjectSet', name: 'shop-1', uid: 'older' }] }, 'controlled'],
  ['another revision of operator-controller controls it', controlled('ClusterObjectSet', 'shop-2'), sets, 'controlled'],
  ['one controls it by annotation, as what holds data of others', noted('shop-1'), sets, undefined],
  ['another one does', noted('shop-2'), sets, 'controlled'],
  ['none of its revisions controls it', {}, sets, 'uncontrolled'],
])('%s', (_what, metadata, former, reason) => {
  const found = reasonToLeave(object(metadata), former, context);
  expect(found?.type).toBe(reason);
  if (found !== undefined) expect(leftOutText(found)).toMatch(/^[a-zA-Z]/);
});

test('a definition without marks is taken when it is of crds/ and Helm wrote it; one that a manifest names is of another release', () => {
  const definition = (manager: string) => (
    { ...object({ ...written(manager), namespace: undefined }), apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition' });
  expect(reasonToLeave(definition('helm'), { ...release, definitions: ['a'] }, context)).toBeUndefined();
  expect(reasonToLeave(definition('kubectl'), { ...release, definitions: ['a'] }, context)).toEqual({ type: 'unmarked' });
  expect(reasonToLeave(definition('helm'), { ...release, definitions: ['b'] }, context)).toEqual({ type: 'unmarked' });
});

test('what is ours already is taken, whatever its marks say', () => {
  const owners = JSON.stringify([{ apiVersion: 'v1', kind: 'Secret', name: 'boxcutter.shop', namespace: 'ns', uid: 'head', controller: true }]);
  const ours = object({ annotations: { ...helm('other').annotations, 'olm.operatorframework.io/owners': owners } });
  expect(reasonToLeave(ours, release, context)).toBeUndefined();
});
