/** The engine as a library, by its facade: revisions, phases and objects, options, pause, names, and what it asks of the server. */
import type { KubeObject, ObjectRef } from '../../../lib/api';
import { createEngine, type EngineOptions, type EngineResult, type OwnerRef, type RevisionInput } from '../../../lib/engine';
import { Bench } from '../support/extension';

let bench: Bench;
beforeEach(async () => {
  bench = await Bench.open('library');
});
afterEach(() => bench.close());

const REVISION = 'example.com/revision';
const signal = (): AbortSignal => AbortSignal.timeout(30_000);
const engineOf = (more: Partial<EngineOptions> = {}) => createEngine({ cluster: bench.cluster, fieldManager: 'shop', systemPrefix: 'example.com', ...more });

/** Without any label of ours: the engine stamps what it selects by. */
function cm(name: string, value: string): KubeObject {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: bench.namespace }, data: { value } };
}
const ref = (name: string): ObjectRef => bench.ref('ConfigMap', name);

async function ownerNamed(name: string): Promise<OwnerRef> {
  const { metadata } = await bench.otherClient.apply(cm(name, 'owner'));
  return { apiVersion: 'v1', kind: 'ConfigMap', name, namespace: bench.namespace, uid: metadata.uid ?? '' };
}

function revision(number: number, ...phases: readonly (readonly KubeObject[])[]): RevisionInput {
  return { name: 'shop', number, phases: phases.map((objects, index) => ({ name: `phase-${index}`, objects })) };
}

/** `name: action`, what had to go at the end; `?` marks what only would be. */
function told({ phases, removed }: EngineResult): readonly string[] {
  return [...phases.flatMap(({ objects }) => objects), ...removed].map(({ ref: { name }, action, wouldBe }) => `${name}: ${action}${wouldBe === true ? '?' : ''}`);
}

const value = async (name: string): Promise<unknown> => ((await bench.otherClient.get(ref(name)))['data'] as { value: string }).value;

test('install, again, upgrade and teardown, with as many requests as there is to do', async () => {
  const engine = engineOf({ strategy: 'native' });
  const owner = await ownerNamed('owner');
  const one = revision(1, [cm('a', '1'), cm('b', '1')], [cm('c', '1')]);
  const options = { owner, preflight: 'never' as const };
  const up = await bench.counted(() => engine.reconcile(one, { ...options, signal: signal() }));
  expect([told(up.result), up.result.complete, up.requests['patch']]).toEqual([['a: Created', 'b: Created', 'c: Created'], true, 3]);

  const again = await bench.counted(() => engine.reconcile(one, { ...options, inventory: up.result.inventory, signal: signal() }));
  expect([told(again.result), again.requests['patch']]).toEqual([['a: Unchanged', 'b: Unchanged', 'c: Unchanged'], undefined]);

  const two = revision(2, [cm('a', '2')], [cm('c', '1')]);
  const next = await bench.counted(() => engine.reconcile(two, { ...options, inventory: again.result.inventory, signal: signal() }));
  // The number of the revision stands on every object, so each of them is written.
  expect([told(next.result), next.requests['patch'], next.requests['delete']]).toEqual([['a: Updated', 'c: Updated', 'b: Deleted'], 2, 1]);

  const down = await bench.counted(() => engine.teardown(two, { owner, inventory: next.result.inventory, signal: signal() }));
  expect([told(down.result), down.requests['delete'], down.requests['patch'], down.result.inventory]).toEqual([['c: Deleted', 'a: Deleted'], 2, undefined, []]);
});

test('without numbers, an owner that stays the same upgrades what does not change for nothing', async () => {
  const engine = engineOf({ strategy: 'annotation', numbered: false });
  const owner = await ownerNamed('owner');
  const up = await engine.reconcile(revision(1, [cm('a', '1'), cm('b', '1')]), { owner, signal: signal() });
  const next = await bench.counted(() => engine.reconcile(revision(2, [cm('a', '1'), cm('b', '2')]), { owner, inventory: up.inventory, preflight: 'never', signal: signal() }));
  expect([told(next.result), next.requests['patch']]).toEqual([['a: Unchanged', 'b: Updated'], 1]);
  expect((await bench.otherClient.get(ref('a'))).metadata.annotations).not.toHaveProperty(REVISION);
});

test('names of the user are on the object: prefix, field manager, managed-by and labels', async () => {
  const owner = await ownerNamed('owner');
  const labels = { 'example.com/shop': 'web' };
  const engine = engineOf({ fieldManager: 'shop-installer', systemPrefix: 'shop.example.com', managedBy: 'shop', strategy: 'annotation' });
  await engine.reconcile(revision(7, [cm('a', '1')]), { owner, labels, signal: signal() });
  const { metadata } = await bench.otherClient.get(ref('a'));
  expect(metadata.labels).toEqual({ 'app.kubernetes.io/managed-by': 'shop', 'example.com/shop': 'web' });
  expect(metadata.annotations?.['shop.example.com/revision']).toBe('7');
  // The format of package-operator, member by member.
  expect(JSON.parse(metadata.annotations?.['shop.example.com/owners'] ?? '')).toEqual([{ ...owner, controller: true }]);
  expect(metadata.ownerReferences).toBeUndefined();
  expect(metadata.managedFields?.map(({ manager, operation }) => `${manager ?? ''} ${operation ?? ''}`)).toEqual(['shop-installer Apply']);
  expect(Object.keys(metadata.annotations ?? {}).sort()).toEqual(['shop.example.com/owners', 'shop.example.com/revision']);
});

test('the default of managed-by is boxcutter, and the object of the caller stays as it is', async () => {
  const object = Object.freeze(cm('a', '1'));
  Object.freeze(object.metadata);
  const before = JSON.stringify(object);
  await engineOf().reconcile(revision(1, [object]), { signal: signal() });
  expect(JSON.stringify(object)).toBe(before);
  expect((await bench.otherClient.get(ref('a'))).metadata.labels).toEqual({ 'app.kubernetes.io/managed-by': 'boxcutter' });
});

describe('pause', () => {
  test('of a revision: the same result, nothing written, nothing forgotten', async () => {
    const engine = engineOf();
    const up = await engine.reconcile(revision(1, [cm('a', '1'), cm('b', '1')]), { signal: signal() });
    const before = await bench.uids(ref('a'), ref('b'));
    const two = { ...revision(2, [cm('a', '2'), cm('c', '2')]), paused: true };
    const paused = await bench.counted(() => engine.reconcile(two, { inventory: up.inventory, preflight: 'never', signal: signal() }));
    expect(told(paused.result)).toEqual(['a: Updated?', 'c: Created?', 'b: Deleted?']);
    expect(paused.result).toMatchObject({ dryRun: true, complete: false, inventory: up.inventory });
    expect([paused.requests['patch'], paused.requests['delete'], await value('a'), await bench.otherClient.exists(ref('c'))]).toEqual([undefined, undefined, '1', false]);
    expect(await bench.uids(ref('a'), ref('b'))).toEqual(before);
    expect(Object.keys(paused.result).sort()).toEqual([...Object.keys(up)].sort());

    // The call says otherwise than the revision.
    const resumed = await engine.reconcile(two, { inventory: paused.result.inventory, overrides: { paused: false }, signal: signal() });
    expect([told(resumed), resumed.complete]).toEqual([['a: Updated', 'c: Created', 'b: Deleted'], true]);
  });

  test('of one object: the others are written', async () => {
    const engine = engineOf();
    const one = revision(1, [cm('a', '1'), cm('b', '1')], [cm('c', '1')]);
    const result = await engine.reconcile(one, { overrides: { objects: [{ ref: ref('a'), paused: true }] }, wait: false, signal: signal() });
    expect(told(result)).toEqual(['a: Created?', 'b: Created', 'c: Waiting']);
    expect([result.complete, result.dryRun, await bench.otherClient.exists(ref('a'))]).toEqual([false, false, false]);
    const resumed = await engine.reconcile(one, { inventory: result.inventory, signal: signal() });
    expect([told(resumed), resumed.complete]).toEqual([['a: Created', 'b: Unchanged', 'c: Created'], true]);
  });

  test('of a revision, but for one object: what it drops stays', async () => {
    const engine = engineOf();
    const up = await engine.reconcile(revision(1, [cm('a', '1'), cm('b', '1')]), { signal: signal() });
    const two: RevisionInput = { name: 'shop', number: 2, paused: true, phases: [{ name: 'phase-0', paused: false, objects: [cm('a', '2')] }] };
    const result = await engine.reconcile(two, { inventory: up.inventory, signal: signal() });
    expect([told(result), await bench.otherClient.exists(ref('b'))]).toEqual([['a: Updated'], true]);
    const down = await engine.teardown(two, { inventory: result.inventory, signal: signal() });
    expect([...told(down)].sort()).toEqual(['a: Deleted', 'b: Deleted']);
  });
});

describe('a single phase and a single object', () => {
  test('share an inventory, and leave the rest of it alone', async () => {
    const engine = engineOf();
    const first = await engine.reconcile({ number: 1, name: 'first', objects: [cm('a', '1'), cm('b', '1')] }, { signal: signal() });
    const second = await engine.reconcile({ number: 1, name: 'second', objects: [cm('c', '1')] }, { inventory: first.inventory, signal: signal() });
    expect(second.inventory.map(({ ref: { name }, phase, order }) => `${phase} ${order} ${name}`).sort()).toEqual(['first 0 a', 'first 0 b', 'second 1 c']);

    const changed = await engine.reconcile({ number: 1, name: 'first', objects: [cm('a', '2')] }, { inventory: second.inventory, signal: signal() });
    expect(told(changed)).toEqual(['a: Updated', 'b: Deleted']);
    const one = await engine.reconcile({ number: 1, object: cm('c', '3') }, { inventory: changed.inventory, signal: signal() });
    expect([told(one), one.inventory.map(({ phase, order }) => `${phase} ${order}`).sort()]).toEqual([['c: Updated'], ['first 0', 'second 1']]);

    const gone = await engine.teardown({ number: 1, object: cm('a', '2') }, { inventory: one.inventory, signal: signal() });
    expect([told(gone), gone.inventory.map(({ ref: { name } }) => name)]).toEqual([['a: Deleted'], ['c']]);
    const rest = await engine.teardown({ number: 1, name: 'second', objects: [] }, { inventory: gone.inventory, signal: signal() });
    expect([told(rest), rest.inventory]).toEqual([['c: Deleted'], []]);
  });

  test('have probes of the call', async () => {
    const probes = [{
      selector: { type: 'GroupKind' as const, groupKind: { group: '', kind: 'ConfigMap' } },
      assertions: [{ type: 'FieldValue' as const, fieldValue: { fieldPath: '.data.value', value: 'ready' }, terminal: true }],
    }];
    const result = await engineOf().reconcile({ number: 1, object: cm('a', 'not yet') }, { probes, signal: signal() });
    expect(result).toMatchObject({ failed: true, phases: [{ objects: [{ action: 'Created', ready: { status: 'fail', terminal: true } }] }] });
  });
});

describe('teardown', () => {
  test('needs no inventory: what the revision names is looked at', async () => {
    const engine = engineOf();
    const one = revision(1, [cm('a', '1')], [cm('b', '1')]);
    await engine.reconcile(one, { signal: signal() });
    await bench.otherClient.apply(cm('c', 'somebody'));
    const down = await engine.teardown(revision(1, [cm('a', '1')], [cm('b', '1'), cm('c', '1'), cm('d', '1')]), { signal: signal() });
    expect([...told(down)].sort()).toEqual(['a: Deleted', 'b: Deleted', 'c: Released', 'd: Deleted']);
    expect(await bench.otherClient.exists(ref('c'))).toBe(true);
  });

  test('finds what lost its label', async () => {
    const engine = engineOf();
    const up = await engine.reconcile(revision(1, [cm('a', '1'), cm('b', '1')]), { signal: signal() });
    await bench.otherClient.apply({ ...cm('a', '1'), metadata: { ...cm('a', '1').metadata, labels: { 'app.kubernetes.io/managed-by': 'somebody' } } });
    const down = await engine.teardown(revision(1), { inventory: up.inventory, signal: signal() });
    expect([told(down).length, down.complete, await bench.otherClient.exists(ref('a'))]).toEqual([2, true, false]);
  });

  test('a dry run deletes nothing', async () => {
    const engine = engineOf();
    const up = await engine.reconcile(revision(1, [cm('a', '1')]), { signal: signal() });
    const down = await engine.teardown(revision(1), { inventory: up.inventory, dryRun: true, signal: signal() });
    expect([told(down), down.inventory, await bench.otherClient.exists(ref('a'))]).toEqual([['a: Deleted?'], up.inventory, true]);
  });
});

describe('orphaning', () => {
  test('really lets go, and what was let go can be adopted again', async () => {
    const engine = engineOf({ strategy: 'native' });
    const [first, second] = [await ownerNamed('first'), await ownerNamed('second')];
    const one = revision(1, [cm('a', '1')]);
    const up = await engine.reconcile(one, { owner: first, signal: signal() });
    const [uid] = await bench.uids(ref('a'));
    const down = await engine.teardown(one, { owner: first, inventory: up.inventory, overrides: { orphan: true }, signal: signal() });
    expect([told(down), down.inventory]).toEqual([['a: Orphaned'], []]);
    const { metadata, data } = (await bench.otherClient.get(ref('a'))) as KubeObject & { data: unknown };
    expect([metadata.ownerReferences, metadata.annotations, metadata.labels, data]).toEqual([undefined, undefined, undefined, { value: '1' }]);
    expect(metadata.managedFields?.some(({ manager }) => manager === 'shop') ?? false).toBe(false);

    expect(told(await engine.reconcile(revision(1, [cm('a', '2')]), { owner: second, signal: signal() }))).toEqual(['a: Collision']);
    const adopted = await engine.reconcile(revision(1, [cm('a', '2')]), { owner: second, overrides: { collisionProtection: 'IfNoController' }, signal: signal() });
    expect([told(adopted), await value('a'), await bench.uids(ref('a'))]).toEqual([['a: Adopted'], '2', [uid]]);
  });

  test('stands with the object, until the call says otherwise', async () => {
    const engine = engineOf();
    const one: RevisionInput = { name: 'shop', number: 1, phases: [{ name: 'p', objects: [{ object: cm('a', '1'), orphan: true }, { object: cm('b', '1'), orphan: true }, cm('c', '1')] }] };
    const up = await engine.reconcile(one, { signal: signal() });
    // The inventory remembers it, the new content does not know it.
    const overrides = { objects: [{ ref: ref('b'), orphan: false }] };
    const next = await engine.reconcile({ ...one, phases: [{ name: 'p', objects: [cm('c', '1')] }] }, { inventory: up.inventory, overrides, signal: signal() });
    expect(told(next)).toEqual(['c: Unchanged', 'a: Orphaned', 'b: Deleted']);
    expect([await bench.otherClient.exists(ref('a')), await bench.otherClient.exists(ref('b'))]).toEqual([true, false]);
  });
});

test('what is not right is refused before anything is asked', async () => {
  const engine = engineOf({ strategy: 'native' });
  const clusterRole = { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata: { name: 'a' } };
  const owner = await ownerNamed('owner');
  const call = bench.counted(() => engine.reconcile({ number: 0, name: 'p', objects: [clusterRole, cm('a', '1')] }, { owner }).catch((error: unknown) => error));
  await expect(call).resolves.toEqual({ requests: {}, result: expect.objectContaining({
    code: 'revision-invalid',
    details: { findings: [expect.objectContaining({ code: 'number-invalid', path: 'number' }), expect.objectContaining({ code: 'object-cluster-scoped', path: 'objects[0]' })] },
  }) });
  await expect(bench.otherClient.exists(ref('a'))).resolves.toBe(false);
});
