/** Plans beside a small API server in memory, and the pure parts behind their warnings. */
import type { KubeObject, ResolvedRevision } from '../../../../lib/api';
import { shortHash, type ApiStatus } from '../../../../lib/engine';
import { applyRevision, planRevision, type Plan } from '../../../../lib/runtime';
import { fixedFields, replacementOf } from '../../../../lib/runtime/plan/replacement';
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

test('the digest tells whether the same would be done', async () => {
  const fake = new FakeCluster();
  await apply(fake, revisionOf([configMap('a', '1'), configMap('b', '1')]));
  const next = revisionOf([configMap('a', '2')]);
  const first = await plan(fake, next);
  expect((await plan(fake, next)).digest).toBe(first.digest);
  const live = fake.objects.get('/ConfigMap/shop/a') as KubeObject;
  fake.store({ ...live, data: { value: 'theirs' } });
  expect((await plan(fake, next)).digest).not.toBe(first.digest);
});

test('a pause and a holder are told', async () => {
  const fake = new FakeCluster();
  await apply(fake, revisionOf([configMap('a', '1')]));
  const lock = { id: 'x', holder: 'ada@elsewhere (pid 1)', host: 'elsewhere', pid: 1, purpose: 'apply', since: new Date().toISOString(), renewed: new Date().toISOString() };
  await changeHead(fake, (head) => ({ ...head, lock, paused: { since: '2026-01-01T00:00:00Z', by: 'ada' } }));
  expect(await plan(fake, revisionOf([configMap('a', '2')]))).toMatchObject({
    paused: { by: 'ada' }, lock: { holder: 'ada@elsewhere (pid 1)', purpose: 'apply', state: 'held' }, changes: true,
  });
});

test('a record that may not be read is not taken for an extension that is not there', async () => {
  const fake = new FakeCluster();
  await apply(fake, revisionOf([configMap('a', '1')]));
  fake.intercept = (verb) => (verb === 'get' ? refusal(403, 'no') : undefined);
  await expect(plan(fake, revisionOf([configMap('a', '2')]))).rejects.toMatchObject({ category: 'server' });
  expect(fake.objects.has(`/Secret/${namespace}/${headRef('shop', namespace).name}`)).toBe(true);
});

describe('fields that cannot be changed in place', () => {
  const status = (message: string, field?: string): ApiStatus => ({ code: 422, reason: 'Invalid', message: `x is invalid: ${message}`, causes: field === undefined ? [] : [{ field, message }] });
  test.each<[string, ApiStatus, readonly string[] | undefined]>([
    ['a selector', status('Invalid value: {}: field is immutable', 'spec.selector'), ['spec.selector']],
    ['most of a StatefulSet', status("Forbidden: updates to statefulset spec for fields other than 'replicas', 'template' are forbidden", 'spec'), ['spec']],
    ['the role of a binding', status('Invalid value: {}: cannot change roleRef', 'roleRef'), ['roleRef']],
    ['the address of a Service', status('Invalid value: []: may not change once set', 'spec.clusterIPs[0]'), ['spec.clusterIPs[0]']],
    ['without a field', status('this resource is immutable'), []],
    ['another mistake', status('Required value', 'spec.containers'), undefined],
  ])('%s', (_what, refused, fields) => {
    expect(fixedFields(refused)).toEqual(fields);
  });

  const hint = (kind: string, refused: ApiStatus): string | undefined => replacementOf({ apiVersion: 'v1', kind, namespace: 'shop', name: 'web' }, refused)?.hint;
  const immutable = (field: string): ApiStatus => status('Invalid value: {}: field is immutable', field);
  test('what to do is a command, with what it means for Pods', () => {
    expect(replacementOf({ apiVersion: 'batch/v1', kind: 'Job', namespace: 'shop', name: 'migrate' }, immutable('spec.template'))).toEqual({
      message: 'Job shop/migrate needs replacement: spec.template cannot be changed in place.',
      hint: 'Keep the field as it is, give the object another name in the package, or delete it and apply again: kubectl delete job migrate -n shop',
    });
    expect(hint('Deployment', immutable('spec.selector'))).toMatch(/its Pods end with it/);
    expect(hint('Deployment', immutable('spec.selector'))).not.toContain('orphan');
    expect(hint('StatefulSet', status('updates to statefulset spec for fields other than replicas are forbidden', 'spec'))).toContain('--cascade=orphan, unless the selector');
    expect(hint('ConfigMap', status('Required value', 'data'))).toBeUndefined();
  });

  test('claims: smaller never, bigger where the class allows it; other fields with their data in mind', () => {
    expect(hint('PersistentVolumeClaim', status('Forbidden: field can not be less than status.capacity', 'spec.resources.requests.storage'))).toMatch(/^A claim never shrinks/);
    const grow = 'persistentvolumeclaims "web" is forbidden: only dynamically provisioned pvc can be resized and the storageclass that provisions the pvc must support resize';
    expect(hint('PersistentVolumeClaim', { code: 403, reason: 'Forbidden', message: grow, causes: [] })).toMatch(/allowVolumeExpansion/);
    expect(hint('PersistentVolumeClaim', status('Forbidden: spec is immutable after creation except resources.requests', 'spec'))).toMatch(/save its data/);
  });
});
