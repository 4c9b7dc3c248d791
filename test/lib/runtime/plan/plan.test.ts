/** Plans beside a small API server in memory. */
import { randomBytes } from 'node:crypto';
import type { KubeObject, ResolvedRevision } from '../../../../lib/api';
import { shortHash } from '../../../../lib/engine';
import { applyRevision, planRevision, type Plan, type PlanOptions } from '../../../../lib/runtime';
import { headRef, readHead, replaceHead, type Head } from '../../../../lib/state';
import { FakeCluster, refusal } from '../fake-cluster';

const namespace = 'shop';
const configMap = (name: string, value: string): KubeObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace },
  data: { value },
});

function revisionOf(...phases: readonly (readonly KubeObject[])[]): ResolvedRevision {
  const protectedOnes = (objects: readonly KubeObject[]) => objects.map((object) => ({ object, collisionProtection: 'Prevent' as const }));
  const resolved = phases.map((objects, index) => ({ name: `phase-${index}`, objects: protectedOnes(objects) }));
  return { extension: 'shop', number: 1, probes: [], phases: resolved, digest: `sha256:${shortHash(JSON.stringify(resolved))}` };
}

const plan = (fake: FakeCluster, revision: ResolvedRevision, more: Partial<PlanOptions> = {}): Promise<Plan> =>
  planRevision(revision, { cluster: fake.cluster, stateNamespace: namespace, ...more });
const apply = (fake: FakeCluster, revision: ResolvedRevision) => applyRevision(revision, {
  cluster: fake.cluster,
  stateNamespace: namespace,
});
const actions = ({ phases }: Plan): readonly string[] =>
  phases.flatMap(({ objects }) => objects.map(({ ref, action }) => `${ref.name}: ${action}`));

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
  const first = [configMap('first', '1'), configMap('kept', '1')];
  await apply(fake, revisionOf(first, [configMap('second', '1')], [configMap('vanished', '1')]));
  fake.remove({ apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'vanished' });
  const planned = await plan(fake, revisionOf([configMap('kept', '2')]));
  expect(planned).toMatchObject({ revision: 2, newRevision: true, current: { revision: 1 } });
  expect(planned.removals.map(({ ref, action }) => `${ref.name}: ${action}`)).toEqual([
    'vanished: gone',
    'second: delete',
    'first: delete',
  ]);
  expect(planned.phases[0]?.objects[0]).toMatchObject({
    action: 'change',
    changes: [{ path: ['data', 'value'], before: '1', after: '2' }],
  });
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
  const lock = {
    id: 'x',
    holder: 'ada@elsewhere (pid 1)',
    host: 'elsewhere',
    pid: 1,
    purpose: 'apply',
    since: new Date().toISOString(),
    renewed: new Date().toISOString(),
  };
  await changeHead(fake, (head) => ({ ...head, lock, paused: { since: '2026-01-01T00:00:00Z', by: 'ada' } }));
  expect(await plan(fake, revisionOf([configMap('a', '2')]))).toMatchObject({
    paused: true, pause: { by: 'ada' }, lock: { holder: 'ada@elsewhere (pid 1)', purpose: 'apply', state: 'held' }, changes: true,
  });
});

test('a paused revision says so, and looks past namespaces that nothing would make', async () => {
  const fake = new FakeCluster();
  fake.withoutNamespaces.add(namespace);
  const planned = await plan(fake, { ...revisionOf([configMap('a', '1')]), lifecycleState: 'Paused' });
  expect(planned).toMatchObject({ paused: true, changes: true, newNamespaces: [namespace] });
  expect(planned.pause).toBeUndefined();
});

test('namespaces that an apply would make are part of the plan, and none is made', async () => {
  const fake = new FakeCluster();
  fake.withoutNamespaces.add(namespace);
  const planned = await plan(fake, revisionOf([configMap('a', '1')]), { createNamespace: true });
  expect(planned.newNamespaces).toEqual([namespace]);
  expect(fake.asked.filter((request) => !request.startsWith('get '))).toEqual([]);
});

const elsewhere: KubeObject = { ...configMap('a', '1'), metadata: { name: 'a', namespace: 'elsewhere' } };
/** Names do not fit into a record when not even compression makes them small. */
const oversized = configMap(randomBytes(1024 * 1024).toString('base64'), '1');
test.each<[string, ResolvedRevision]>([
  ['state-too-large', revisionOf([oversized])],
  ['state-untrusted', { ...revisionOf([elsewhere]), untrusted: { secret: 'shop/boxcutter.shop', why: 'unsealed' } }],
  ['namespace-not-found', revisionOf([elsewhere])],
])('%s refuses a plan as it refuses an apply', async (code, revision) => {
  const fake = new FakeCluster();
  fake.withoutNamespaces.add('elsewhere');
  await expect(plan(fake, revision)).rejects.toMatchObject({ code, category: 'input' });
  await expect(apply(fake, revision)).rejects.toMatchObject({ code, category: 'input' });
  expect(fake.names()).toEqual([]);
});

test('data that would be lost refuses an apply; a plan shows it', async () => {
  const fake = new FakeCluster();
  const claim: KubeObject = { apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: { name: 'disk', namespace } };
  fake.listable.add('StorageClass');
  await applyRevision(revisionOf([claim]), { cluster: fake.cluster, stateNamespace: namespace, wait: false });
  const without = revisionOf([configMap('a', '1')]);
  await expect(apply(fake, without)).rejects.toMatchObject({ category: 'data-loss' });
  await expect(plan(fake, without)).resolves.toMatchObject({ dataLoss: true, removals: [{ ref: { name: 'disk' }, action: 'delete' }] });
});

test('a record that may not be read is not taken for an extension that is not there', async () => {
  const fake = new FakeCluster();
  await apply(fake, revisionOf([configMap('a', '1')]));
  fake.intercept = (verb) => (verb === 'get' ? refusal(403, 'no') : undefined);
  await expect(plan(fake, revisionOf([configMap('a', '2')]))).rejects.toMatchObject({ category: 'server' });
  expect(fake.objects.has(`/Secret/${namespace}/${headRef('shop', namespace).name}`)).toBe(true);
});
