import type { KubeObject, RevisionManifest } from '../../../../../lib/api';
import { copyOf } from '../../../../../lib/controllers/extension/rollback';

const secret = (name: string, revision: string): KubeObject => ({
  apiVersion: 'v1', kind: 'Secret', type: 'olm.operatorframework.io/object-data', immutable: true, data: { k: 'e30=' },
  metadata: { name, namespace: 'olmv1-system', uid: 'u', resourceVersion: '7', labels: { 'olm.operatorframework.io/revision-name': revision, 'olm.operatorframework.io/owner-name': 'shop' } },
});
const from: RevisionManifest = {
  apiVersion: 'olm.operatorframework.io/v1', kind: 'ClusterExtensionRevision',
  metadata: { name: 'shop-2', labels: { a: 'b' }, annotations: { 'olm.operatorframework.io/request': 'r2' }, uid: 'u2' },
  spec: {
    lifecycleState: 'Archived', revision: 2,
    phases: [{ name: 'crds', objects: [{ object: { kind: 'A' } }] }, { name: 'deploy', objects: [{ ref: { name: 'shop-2-abc', namespace: 'olmv1-system', key: 'k' } }] }],
  },
};

test('content by reference gets Secrets of its own, named by the new revision', () => {
  const { manifest, secrets } = copyOf({ from, number: 4, previous: [{ name: 'shop-3', uid: 'u3' }], annotations: { x: 'y' }, secrets: [secret('shop-2-abc', 'shop-2'), secret('shop-3-def', 'shop-3')] });
  expect(manifest.metadata).toEqual({ name: 'shop-4', labels: { a: 'b' }, annotations: { 'olm.operatorframework.io/request': 'r2', 'x': 'y' } });
  expect(manifest.spec).toMatchObject({ lifecycleState: 'Active', revision: 4, previous: [{ name: 'shop-3', uid: 'u3' }] });
  expect(manifest.spec.phases[1]?.objects[0]?.ref?.name).toBe('shop-4-abc');
  expect(secrets.map(({ metadata }) => metadata)).toEqual([
    { name: 'shop-4-abc', namespace: 'olmv1-system', labels: { 'olm.operatorframework.io/revision-name': 'shop-4', 'olm.operatorframework.io/owner-name': 'shop' } },
  ]);
});

test('nobody has approved that it comes back', () => {
  const approved = { ...from, metadata: { ...from.metadata, annotations: { ...from.metadata.annotations, 'olm.operatorframework.io/approval': '{}' } } };
  const { manifest } = copyOf({ from: approved, number: 4, previous: [], annotations: {}, secrets: [] });
  expect(manifest.metadata.annotations).toEqual({ 'olm.operatorframework.io/request': 'r2' });
});

test('definitions that stay come from the other revision, with its Secret', () => {
  const kept = { ref: { name: 'shop-3-def', namespace: 'olmv1-system', key: 'k' } };
  const { manifest, secrets } = copyOf({
    from, number: 4, previous: [], annotations: {}, secrets: [secret('shop-2-abc', 'shop-2'), secret('shop-3-def', 'shop-3')],
    replace: (entry, phase) => (phase === 0 ? kept : entry), added: [{ object: { kind: 'New' } }],
  });
  expect(manifest.spec.phases.map(({ name, objects }) => [name, objects[0]?.ref?.name ?? objects[0]?.object?.['kind']])).toEqual([
    ['kept-crds', 'New'], ['crds', 'shop-4-def'], ['deploy', 'shop-4-abc'],
  ]);
  expect(secrets.map(({ metadata: { name } }) => name)).toEqual(['shop-4-abc', 'shop-4-def']);
});

test('one that took over what others had installed takes nothing from others when it comes back', () => {
  const adopted: RevisionManifest = {
    ...from, metadata: { ...from.metadata, annotations: { 'olm.operatorframework.io/migrated-from-helm': 'sh.helm.release.v1.shop.v1', 'x': 'y' } },
    spec: { ...from.spec, collisionProtection: 'None', phases: [{ name: 'deploy', collisionProtection: 'None', objects: [{ object: { kind: 'A' }, collisionProtection: 'None' }, { object: { kind: 'B' } }] }] },
  };
  const { manifest } = copyOf({ from: adopted, number: 4, previous: [], annotations: {}, secrets: [] });
  expect(manifest.metadata.annotations).toEqual({ x: 'y' });
  expect(manifest.spec).toMatchObject({ collisionProtection: 'Prevent', phases: [{ collisionProtection: 'Prevent', objects: [{ collisionProtection: 'Prevent' }, { object: { kind: 'B' } }] }] });
  expect(manifest.spec.phases[0]?.objects[1]).not.toHaveProperty('collisionProtection');
});
