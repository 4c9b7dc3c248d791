/** Plans beside a small API server in memory. */
import type { KubeObject, ResolvedRevision } from '../../../../lib/api';
import { shortHash } from '../../../../lib/engine';
import { applyRevision, planRevision, type Plan } from '../../../../lib/runtime';
import { headRef, readHead, replaceHead, type Head } from '../../../../lib/state';
import { FakeCluster, refusal } from '../fake-cluster';

const namespace = 'shop';
const configMap = (name: string, value: string): KubeObject => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace }, data: { value } });

function revisionOf(...phases: readonly (readonly KubeObject[])[]): ResolvedRevision {
  const protectedOnes = (objects: readonly KubeObject[]) => objects.map((object) => ({ object, collisionProtection: 'Prevent' as const }));
  const resolved = phases.map((objects, index) => ({ name: `phase-${index}`, objects: protectedOnes(objects) }));
  return { extension: 'shop', number: 1, probes: [], phases: resolved, digest: `sha256:${shortHash(JSON.stringify(resolved))}` };
}

const plan = (fake: FakeCluster, revision: ResolvedRevision): Promise<Plan> =>
  planRevision(revision, { cluster: fake.cluster, stateNamespace: namespace });
const apply = (fake: FakeCluster, revision: ResolvedRevision) => applyRevision(revision, { cluster: fake.cluster, stateNamespace: namespace });
const actions = ({ phases }: Plan): readonly string[] => phases.flatMap(({ objects }) => objects.map(({ ref, action }) => `${ref.name}: ${action}`));

async function changeHead(fake: FakeCluster, change: (head: Head) => Head): Promise<void> {
  const stored = await readHead(fake.cluster, 'shop', namespace);
  if (stored === undefined) throw new Error('no head');
  await replaceHead(fake.cluster, stored, change(stored.head));
}

test('a first plan: everything is to be created, nothing is written', async () => {
  const fake = new FakeCluster();
  const planned = await plan(fake, revisionOf([configMap('a', '1')], [configMap('b', '1')]));
  expect(planned).toMatchObject({ revision: 1, newRevision: true, changes: true, dataLoss: false, removals: [], warnings: [] });
  expect(planned.current).toBeUndefined();
  expect(actions(planned)).toEqual(['a: create', 'b: create']);
  expect(fake.names()).toEqual([]);
});

test('an upgrade: what goes, goes in reverse order of its phases; what is gone already is no change', async () => {
  const fake = new FakeCluster();
  await apply(fake, revisionOf([configMap('first', '1'), configMap('kept', '1')], [configMap('second', '1')], [configMap('vanished', '1')]));
  fake.remove({ apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'vanished' });
  const planned = await plan(fake, revisionOf([configMap('kept', '2')]));
  expect(planned).toMatchObject({ revision: 2, newRevision: true, current: { revision: 1 } });
  expect(planned.removals.map(({ ref, action }) => `${ref.name}: ${action}`)).toEqual(['vanished: gone', 'second: delete', 'first: delete']);
  expect(planned.phases[0]?.objects[0]).toMatchObject({ action: 'change', changes: [{ path: ['data', 'value'], before: '1', after: '2' }] });
});

test('the digest is the same as long as the same would be done', async () => {
  const fake = new FakeCluster();
  await apply(fake, revisionOf([configMap('a', '1'), configMap('b', '1')]));
  const next = revisionOf([configMap('a', '2')]);
  const first = await plan(fake, next);
  expect((await plan(fake, next)).digest).toBe(first.digest);
  const live = fake.objects.get('/ConfigMap/shop/a') as KubeObject;
  fake.store({ ...live, data: { value: 'theirs' } });
  expect((await plan(fake, next)).digest).not.toBe(first.digest);
});

test('a plan says that the extension is paused, and who holds its lock', async () => {
  const fake = new FakeCluster();
  await apply(fake, revisionOf([configMap('a', '1')]));
  const lock = { id: 'x', holder: 'ada@elsewhere (pid 1)', host: 'elsewhere', pid: 1, purpose: 'apply', since: new Date().toISOString(), renewed: new Date().toISOString() };
  await changeHead(fake, (head) => ({ ...head, lock, paused: { since: '2026-01-01T00:00:00Z', by: 'ada' } }));
  expect(await plan(fake, revisionOf([configMap('a', '2')]))).toMatchObject({
    paused: true, pause: { by: 'ada' }, lock: { holder: 'ada@elsewhere (pid 1)', purpose: 'apply', state: 'held' }, changes: true,
  });
});

test('a paused revision says so, and looks past namespaces that nothing would make', async () => {
  const fake = new FakeCluster();
  const planned = await plan(fake, { ...revisionOf([configMap('a', '1')]), lifecycleState: 'Paused' });
  expect(planned).toMatchObject({ paused: true, changes: true });
  expect(planned.pause).toBeUndefined();
});

test('a record that may not be read is not taken for an extension that is not there', async () => {
  const fake = new FakeCluster();
  await apply(fake, revisionOf([configMap('a', '1')]));
  fake.intercept = (verb) => (verb === 'get' ? refusal(403, 'no') : undefined);
  await expect(plan(fake, revisionOf([configMap('a', '2')]))).rejects.toMatchObject({ category: 'server' });
  expect(fake.objects.has(`/Secret/${namespace}/${headRef('shop', namespace).name}`)).toBe(true);
});
