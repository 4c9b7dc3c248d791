/** Content of revisions: packed in memory, told apart by digests, and references to Secrets. */
import type { KubeObject, ResolvedPhase, RevisionPhase } from '../../../../lib/api';
import { changeOf, digestsOf } from '../../../../lib/controllers/revision/content/digests';
import { pack, unpack } from '../../../../lib/controllers/revision/content/pack';
import { secretRefs } from '../../../../lib/controllers/revision/content/secrets';
import { revisionOf } from '../../../../lib/controllers/revision/model';

const map = (name: string, data: object = {}): KubeObject => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'shop' }, data });
const phases: readonly RevisionPhase[] = [{ name: 'one', objects: [{ object: map('a') as never }, { ref: { name: 's', key: 'k' } }] }];
const manifest = (spec: object, metadata: object = {}): KubeObject => ({
  apiVersion: 'olm.operatorframework.io/v1', kind: 'ClusterExtensionRevision', metadata: { name: 'web-1', uid: 'u', ...metadata }, spec,
});
const rollout = { lifecycleState: 'Active', revision: 1, phases };

describe('Packing', () => {
  test('gives the phases back as they were, and keeps everything else readable', () => {
    const packed = pack(manifest(rollout, { managedFields: [{}] }));
    expect(unpack(packed)).toEqual(phases);
    expect(packed.metadata).toEqual({ name: 'web-1', uid: 'u' });
    expect(packed.spec).toEqual({ lifecycleState: 'Active', revision: 1 });
  });

  test('leaves what is packed as it is', () => {
    const packed = pack(manifest(rollout));
    expect(unpack(pack(packed))).toEqual(phases);
  });

  test('drops what nobody will ask for: the content of archived revisions that were taken down', () => {
    expect(unpack(pack(manifest({ ...rollout, lifecycleState: 'Archived' })))).toEqual([]);
    expect(unpack(pack(manifest({ ...rollout, lifecycleState: 'Archived' }, { finalizers: ['olm.operatorframework.io/teardown'] })))).toEqual(phases);
  });

  test('tells rollouts from pending upgrades', () => {
    expect(revisionOf(pack(manifest(rollout)))).toMatchObject({ name: 'web-1', number: 1, extension: 'web', state: 'Active' });
    expect(revisionOf(pack(manifest({ clusterExtensionRef: { name: 'web' }, version: '1.0.0' })))).toBeUndefined();
  });
});

test.each([
  [{}, false], [{ 'olm.operatorframework.io/allow-data-loss': 'true' }, true], [{ 'olm.operatorframework.io/allow-data-loss': 'u' }, true],
  [{ 'olm.operatorframework.io/allow-data-loss': 'another-uid' }, false], [{ 'olm.operatorframework.io/allow-data-loss': '' }, false],
])('Data of others may go where the annotation says true, or the uid: %j', (annotations, allowed) => {
  expect(revisionOf(pack(manifest(rollout, { annotations })))?.allowsDataLoss).toBe(allowed);
});

describe('Digests', () => {
  const resolved = (data: object): readonly ResolvedPhase[] => [{ name: 'one', objects: [{ object: map('a', data), collisionProtection: 'Prevent' }] }];

  test('do not depend on the order of keys', () => {
    expect(digestsOf(resolved({ a: 1, b: 2 }))).toEqual(digestsOf(resolved({ b: 2, a: 1 })));
    expect(digestsOf(resolved({}))[0]?.digest).toMatch(/^sha256:[0-9a-f]{64}$/);
  });

  test.each([
    ['the first time', [], [{ name: 'one', digest: 'a' }], undefined],
    ['the same', [{ name: 'one', digest: 'a' }], [{ name: 'one', digest: 'a' }], undefined],
    ['another content', [{ name: 'one', digest: 'a' }], [{ name: 'one', digest: 'b' }], { type: 'digests', phases: [{ name: 'one', expected: 'a', found: 'b' }] }],
    ['another name', [{ name: 'one', digest: 'a' }], [{ name: 'two', digest: 'a' }], { type: 'digests', phases: [{ name: 'one', expected: 'a', found: 'none' }] }],
    ['fewer phases', [{ name: 'one', digest: 'a' }], [], { type: 'count', expected: 1, found: 0 }],
  ])('%s', (_name, observed, now, change) => {
    expect(changeOf(observed, now)).toEqual(change);
  });
});

test('References to one Secret count once; without a namespace it is that of the controller', () => {
  const two: readonly RevisionPhase[] = [...phases, { name: 'two', objects: [{ ref: { name: 's', namespace: 'olm', key: 'x' } }, { ref: { name: 's', namespace: 'b', key: 'x' } }] }];
  expect(secretRefs(two, 'olm')).toEqual([{ namespace: 'olm', name: 's' }, { namespace: 'b', name: 's' }]);
});
