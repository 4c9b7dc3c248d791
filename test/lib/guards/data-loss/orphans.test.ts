import type { KubeObject, ObjectRef } from '../../../../lib/api';
import type { Answer, ServedKind } from '../../../../lib/engine';
import type { GuardCluster } from '../../../../lib/guards';
import { withoutOrphans } from '../../../../lib/guards/data-loss/orphans';

const served = (kind: string, namespaced = true): ServedKind =>
  ({ apiVersion: 'apps/v1', kind, resource: `${kind.toLowerCase()}s`, namespaced, verbs: [] });
const owner = (uid: string, kind = 'ReplicaSet') => ({ apiVersion: 'apps/v1', kind, name: uid, uid });
const pod = (name: string, ...ownerReferences: ReturnType<typeof owner>[]): KubeObject =>
  ({ apiVersion: 'v1', kind: 'Pod', metadata: { name, namespace: 'shop', ownerReferences } });

const live = (uid: string, metadata: { readonly deletionTimestamp?: string } = {}): Answer =>
  ({ type: 'object', created: false, object: { apiVersion: 'apps/v1', kind: 'ReplicaSet', metadata: { name: uid, uid, ...metadata } } });
const FORBIDDEN: Answer = { type: 'refused', status: { code: 403, reason: 'Forbidden', message: 'no', causes: [] } };

/** Answers by the name of what is asked for; everything else is gone. */
function clusterOf(answers: Readonly<Record<string, Answer>>) {
  const asked: ObjectRef[] = [];
  const cluster: Pick<GuardCluster, 'get' | 'resolve'> = {
    resolve: (_, kind) => Promise.resolve(kind === 'Unknown' ? undefined : served(kind, kind !== 'Wide')),
    get: (ref) => {
      asked.push(ref);
      return Promise.resolve(ref.kind === 'Unknown' ? { type: 'unserved' } : answers[ref.name] ?? { type: 'gone' });
    },
  };
  return { cluster: cluster as GuardCluster, asked };
}

async function stay(objects: readonly KubeObject[], answers: Readonly<Record<string, Answer>> = {}): Promise<string[]> {
  const left = await withoutOrphans(clusterOf(answers).cluster, objects);
  return left.map(({ metadata }) => metadata.name ?? '');
}

test('What has owners, of which none is there any more, goes by itself', async () => {
  expect(await stay([pod('a', owner('gone')), pod('b', owner('gone'), owner('also-gone')), pod('c')])).toEqual(['c']);
});

test('An owner of the same name that was made anew is another one', async () => {
  expect(await stay([pod('a', owner('web'))], { web: live('other') })).toEqual([]);
});

test.each<[string, KubeObject, Answer | undefined]>([
  ['that has an owner beside the one that is gone', pod('a', owner('gone'), owner('web')), live('web')],
  ['whose owner is going: it may let its objects live', pod('a', owner('web')), live('web', { deletionTimestamp: '2026-01-01T00:00:00Z' })],
  ['whose owner may not be read', pod('a', owner('web')), FORBIDDEN],
  ['whose owner could not be read', pod('a', owner('web')), { type: 'lost', message: 'reset' }],
  ['whose owner is of a kind that the server does not know', pod('a', owner('gone', 'Unknown')), undefined],
  ['that is a claim: nobody makes its data anew', { ...pod('a', owner('gone')), kind: 'PersistentVolumeClaim' }, undefined],
])('An object %s stays', async (_, object, answer) => {
  expect(await stay([object], answer === undefined ? {} : { web: answer })).toEqual(['a']);
});

test('Each owner is read once, where it would be: in the namespace, or nowhere', async () => {
  const { cluster, asked } = clusterOf({});
  await withoutOrphans(cluster, [pod('a', owner('set')), pod('b', owner('set')), pod('c', owner('wide', 'Wide'))]);
  expect(asked).toEqual([
    { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'set', namespace: 'shop' },
    { apiVersion: 'apps/v1', kind: 'Wide', name: 'wide' },
  ]);
});

test('Of very many objects the first hundred are asked about', async () => {
  const objects = Array.from({ length: 103 }, (_, i) => pod(`p${i}`, owner(`gone-${i}`)));
  expect(await stay(objects)).toEqual(['p100', 'p101', 'p102']);
});
