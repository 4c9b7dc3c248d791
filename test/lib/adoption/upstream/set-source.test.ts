/** What is taken over of the revisions of operator-controller: which count, and what each object is. */
import { gzipSync } from 'node:zlib';
import { objectSetsOf, operatorControllerAtWork, sourceOfSets } from '../../../../lib/adoption';
import type { KubeObject } from '../../../../lib/api';

const owner = { apiVersion: 'olm.operatorframework.io/v1', kind: 'ClusterExtension', name: 'shop', uid: 'ext', controller: true };
const config = (name: string, value: string): KubeObject => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'ns' }, data: { value } });

interface Draft {
  readonly kind?: string;
  readonly state?: string;
  readonly succeeded?: boolean;
  readonly version?: string;
  readonly deleting?: boolean;
  readonly of?: string;
}

function set(number: number, entries: readonly object[], { kind = 'ClusterObjectSet', state = 'Active', succeeded = true, version = `${number}.0.0`, deleting = false, of = 'ext' }: Draft = {}): KubeObject {
  return {
    apiVersion: 'olm.operatorframework.io/v1', kind,
    metadata: {
      name: `shop-${number}`, uid: `uid-${number}`, annotations: { 'olm.operatorframework.io/bundle-version': version, 'olm.operatorframework.io/package-name': 'shop' },
      ownerReferences: [{ ...owner, uid: of }], ...(deleting ? { deletionTimestamp: '2026-01-01T00:00:00Z' } : {}),
    },
    spec: { lifecycleState: state, revision: number, collisionProtection: 'Prevent', phases: [{ name: 'deploy', objects: entries }] },
    status: { conditions: succeeded ? [{ type: 'Succeeded', status: 'True' }] : [] },
  } as unknown as KubeObject;
}

const inline = (object: KubeObject): object => ({ object });
const target = { extension: 'shop', namespace: 'ns', systemNamespace: 'system' };
const nowhere = { get: () => Promise.resolve({ type: 'gone' as const }) };
const taken = async (objects: readonly KubeObject[], reader: Parameters<typeof sourceOfSets>[2] = nowhere) => {
  const found = await sourceOfSets(objectSetsOf(objects, 'ext'), target, reader);
  return found && {
    version: found.bundle.version,
    objects: found.source.objects.map(({ manifest }) => [(manifest as unknown as KubeObject).metadata.name, (manifest['data'] as { value: string }).value]),
    controllers: found.source.former.controllers?.map(({ kind, name, uid }) => `${kind} ${name} ${uid ?? ''}`),
  };
};

test('each object is as the newest active revision says it; the bundle is that of the newest that was rolled out once', async () => {
  const sets = [set(1, [inline(config('old', 'a'))], { state: 'Archived' }), set(2, [inline(config('a', '2')), inline(config('b', '2'))]), set(3, [inline(config('a', '3'))], { succeeded: false })];
  expect(await taken(sets)).toEqual({ version: '2.0.0', objects: [['a', '3'], ['b', '2']], controllers: ['ClusterObjectSet shop-3 uid-3', 'ClusterObjectSet shop-2 uid-2'] });
});

test.each<[string, KubeObject]>([
  ['of another extension', set(2, [], { of: 'other' })], ['archived', set(2, [], { state: 'Archived' })], ['being deleted', set(2, [], { deleting: true })],
  ['another kind', set(2, [], { kind: 'ClusterCatalog' })], ['a pending upgrade', { ...set(2, []), spec: { approved: false } }],
])('what is %s does not count', async (_what, object) => {
  expect(await taken([object])).toBeUndefined();
  expect(await taken([object, set(1, [inline(config('a', '1'))])])).toMatchObject({ version: '1.0.0', objects: [['a', '1']] });
});

test('where none was rolled out, it is that of the newest', async () => {
  expect(await taken([set(1, [inline(config('a', '1'))], { succeeded: false }), set(2, [inline(config('a', '2'))], { succeeded: false })])).toMatchObject({ version: '2.0.0' });
});

test('content in Secrets, as it is and as gzip; where a reference names no namespace, in that of operator-controller', async () => {
  const data = { plain: Buffer.from(JSON.stringify(config('a', '1'))).toString('base64'), zip: gzipSync(JSON.stringify(config('b', '1'))).toString('base64') };
  const asked: unknown[] = [];
  const reader = { get: (ref: object) => {
    asked.push(ref);
    return Promise.resolve({ type: 'object' as const, created: false, object: { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'content', namespace: 'system' }, data } });
  } };
  const entries = [{ ref: { name: 'content', key: 'plain' } }, { ref: { name: 'content', namespace: 'system', key: 'zip' } }];
  expect(await taken([set(1, entries)], reader)).toMatchObject({ objects: [['a', '1'], ['b', '1']] });
  expect(asked).toEqual([{ apiVersion: 'v1', kind: 'Secret', namespace: 'system', name: 'content' }]);
});

test('content that is missing is named, and what it is missing for', async () => {
  await expect(taken([set(1, [{ ref: { name: 'content', namespace: 'system', key: 'a' } }])])).rejects.toMatchObject({
    code: 'content-missing', message: expect.stringMatching(/Secret system\/content.*object 1 of phase deploy of revision shop-1|object 1 of phase deploy of revision shop-1.*Secret system\/content/s) as string,
  });
});

describe('operator-controller is at work', () => {
  const now = Date.parse('2026-06-01T10:00:00Z');
  const lease = (spec: object): KubeObject => (
    { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata: { name: 'x', namespace: 'system' }, spec } as unknown as KubeObject);
  const asked = (objects: readonly KubeObject[]) => (
    operatorControllerAtWork({ serverTime: () => now, list: () => Promise.resolve({ objects: [...objects] } as never) }));

  test.each<[string, object, boolean]>([
    ['as long as it renews its lease', { holderIdentity: 'pod', leaseDurationSeconds: 137, renewTime: '2026-06-01T09:58:00.000000Z' }, true],
    ['no more when it has given it back', { holderIdentity: '', leaseDurationSeconds: 1, renewTime: '2026-06-01T09:59:59.000000Z' }, false],
    ['no more when it has run out', { holderIdentity: 'pod', leaseDurationSeconds: 137, renewTime: '2026-06-01T09:57:00.000000Z' }, false],
    ['not before it has one', { holderIdentity: 'pod' }, false],
  ])('%s', async (_when, spec, isAtWork) => {
    expect(await asked([lease(spec)])).toEqual(isAtWork ? { identity: 'pod', namespace: 'system' } : undefined);
  });

  test('not where there is no lease', async () => {
    expect(await asked([])).toBeUndefined();
  });
});
