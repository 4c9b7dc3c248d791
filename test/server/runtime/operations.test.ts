/**
 * What is done to an extension that is there: pausing, rolling back, letting go; and what remains of it on record.
 */
import { randomUUID } from 'node:crypto';
import type { KubeObject, ResolvedRevision } from '../../../lib/api';
import { orphanObjects, pauseExtension, recoverExtension, resumeExtension, rollbackExtension, type Outcome, type RollbackOptions } from '../../../lib/runtime';
import { newLock, readHead, replaceHead, type Head } from '../../../lib/state';
import { actions, Bench, objectOf, revisionOf } from '../support/extension';

let bench: Bench;
beforeEach(async () => {
  bench = await Bench.open('operations');
});
afterEach(() => bench.close());

const options = () => ({ cluster: bench.cluster, stateNamespace: bench.namespace, signal: AbortSignal.timeout(30_000) });
const head = async (): Promise<Head> => {
  const stored = await readHead(bench.otherClient.cluster, bench.extension, bench.namespace);
  if (stored === undefined) throw new Error('no head');
  return stored.head;
};
const headVersion = async (): Promise<string | undefined> => (await bench.otherClient.get(bench.head)).metadata.resourceVersion;
const config = (name: string) => bench.ref('ConfigMap', name);

/** Revision `n`: `a` has this value, `same` is the same in all of them. */
const content = (value: string, ...more: readonly KubeObject[]): ResolvedRevision => revisionOf([[bench.configMap('a', value), bench.configMap('same', '1'), ...more]]);
/** It never becomes complete. */
const broken = (): ResolvedRevision => {
  const template = { metadata: { labels: { app: 'never' } }, spec: { nodeSelector: { nowhere: 'true' }, containers: [{ name: 'web', image: 'example.com/web' }] } };
  return content('broken', bench.object('Deployment', 'never', { spec: { selector: { matchLabels: { app: 'never' } }, template } }, 'apps/v1'));
};
const rollback = (more: Partial<RollbackOptions> = {}): Promise<Outcome> => rollbackExtension(bench.extension, { ...options(), ...more });
const value = async (name = 'a'): Promise<unknown> => ((await bench.otherClient.get(config(name)))['data'] as { value: string }).value;

/** Another client's run begins. */
async function holdIt(): Promise<void> {
  const stored = await readHead(bench.otherClient.cluster, bench.extension, bench.namespace);
  if (stored === undefined) throw new Error('no head');
  const lock = { ...newLock('apply revision 2', 'ada', randomUUID(), new Date()), host: 'elsewhere' };
  await replaceHead(bench.otherClient.cluster, stored, { ...stored.head, lock });
}

describe('pause', () => {
  beforeEach(() => bench.apply(content('1')));

  test('every run reports what it would do, says who paused it and why, and writes nothing; resumed, it is done', async () => {
    await expect(pauseExtension(bench.extension, { ...options(), reason: 'release freeze' })).resolves.toMatchObject({ changed: true, paused: { by: expect.stringContaining('@'), reason: 'release freeze' } });
    const before = await headVersion();
    const uids = await bench.uids(config('a'), config('same'));

    const { result: applied, requests } = await bench.counted(() => bench.apply(content('2')));
    expect(applied).toMatchObject({ status: 'incomplete', paused: true, dryRun: true, pause: { reason: 'release freeze' } });
    expect(actions(applied)).toEqual(['a: Updated', 'same: Unchanged']);
    expect(['create', 'update', 'patch', 'delete'].map((verb) => requests[verb] ?? 0)).toEqual([0, 0, 0, 0]);
    for (const run of [() => bench.delete(), () => bench.delete({ orphan: true }), () => orphanObjects(bench.extension, ['ConfigMap/a'], options())]) {
      await expect(run()).resolves.toMatchObject({ status: 'incomplete', paused: true, dryRun: true });
    }
    expect([await headVersion(), await value(), await bench.uids(config('a'), config('same'))]).toEqual([before, '1', uids]);
    // What is as it should be needs nothing.
    await expect(bench.apply(content('1'))).resolves.toMatchObject({ status: 'complete', unchanged: true, paused: true });

    await expect(resumeExtension(bench.extension, options())).resolves.toEqual({ extension: bench.extension, changed: true });
    await expect(bench.apply(content('2'))).resolves.toMatchObject({ status: 'complete', revision: 2, paused: false });
  });

  test('twice is once; another reason takes the place of the first, and since when stays', async () => {
    const { paused: first } = await pauseExtension(bench.extension, { ...options(), reason: 'one' });
    const { requests } = await bench.counted(async () => {
      await expect(pauseExtension(bench.extension, { ...options(), reason: 'one' })).resolves.toEqual({ extension: bench.extension, changed: false, paused: first });
      await expect(pauseExtension(bench.extension, options())).resolves.toMatchObject({ changed: false });
    });
    expect(requests['update'] ?? 0).toBe(0);
    await expect(pauseExtension(bench.extension, { ...options(), reason: 'two' })).resolves.toMatchObject({ changed: true, paused: { since: first?.since, reason: 'two' } });
    await resumeExtension(bench.extension, options());
    await expect(resumeExtension(bench.extension, options())).resolves.toMatchObject({ changed: false });
    expect((await head()).paused).toBeUndefined();
  });

  test('costs one read and one write', async () => {
    const { requests } = await bench.counted(() => pauseExtension(bench.extension, options()));
    expect(requests).toEqual({ get: 1, update: 1 });
  });

  test('while another run holds the extension it is refused, naming it', async () => {
    await holdIt();
    await expect(pauseExtension(bench.extension, options())).rejects.toMatchObject({ category: 'locked', message: expect.stringMatching(/held by ada@.*"apply revision 2"/) });
    expect((await head()).paused).toBeUndefined();
  });

  test('of an extension that is not there: said, with what there is', async () => {
    await expect(pauseExtension('nobody', options())).rejects.toMatchObject({ code: 'not-found', category: 'input', hint: expect.stringContaining('web') });
  });
});

describe('rollback', () => {
  test('gives the content of the revision before a new number, with the requests of an upgrade, and recreates nothing', async () => {
    await bench.apply(content('1', bench.configMap('old', '1')));
    const [same] = await bench.uids(config('same'));
    await bench.apply(content('2', bench.configMap('new', '1')));
    const { result, requests } = await bench.counted(() => rollback());
    expect(result).toMatchObject({ status: 'complete', revision: 3, rollbackOf: 1, newRevision: true });
    expect(actions(result)).toEqual(['a: Updated', 'same: Unchanged', 'old: Created', 'new: Deleted']);
    // Head twice, content once; one write for each object that differs.
    expect(requests).toMatchObject({ create: 1, update: 2, patch: 2, delete: 1 });
    expect([await value(), await bench.uids(config('same'))]).toEqual(['1', [same]]);
    expect((await head()).revisions).toMatchObject([{ number: 3, rollbackOf: 1, completeAt: expect.any(String) }, { number: 2 }, { number: 1 }]);
    const back = await rollback();
    expect(back).toMatchObject({ revision: 4, rollbackOf: 2 });
    expect(await value()).toBe('2');
  });

  test('passes over revisions that install the same and differ only in what they may take from others', async () => {
    await bench.apply(content('1'));
    await bench.apply(content('2'));
    const taking = content('2');
    const phases = taking.phases.map((phase) => ({ ...phase, objects: phase.objects.map((entry) => ({ ...entry, collisionProtection: 'None' as const })) }));
    await bench.apply({ ...taking, phases, digest: 'sha256:taking' });
    await expect(rollback()).resolves.toMatchObject({ status: 'complete', rollbackOf: 1 });
    expect(await value()).toBe('1');
  });

  test('works when the current revision never became complete, and skips others that did not', async () => {
    await bench.apply(content('1'));
    await bench.apply(broken(), { wait: false });
    await bench.apply({ ...broken(), digest: 'sha256:another' }, { wait: false });
    await expect(rollback()).resolves.toMatchObject({ status: 'complete', revision: 4, rollbackOf: 1 });
    expect(await value()).toBe('1');
  });

  test('broken off, the same command goes on with it instead of one step further back', async () => {
    await bench.apply(content('1'));
    await bench.apply(content('2'));
    await bench.apply(content('3'));
    const out = new AbortController();
    const stopped = await rollback({ signal: out.signal, onProgress: ({ preflight }) => { if (preflight === 'passed') out.abort('interrupted'); } });
    expect(stopped).toMatchObject({ status: 'incomplete', revision: 4, rollbackOf: 2 });
    await expect(rollback()).resolves.toMatchObject({ status: 'complete', revision: 4, rollbackOf: 2 });
    expect([await value(), (await head()).revisions.map(({ number }) => number)]).toEqual(['2', [4, 3, 2, 1]]);
  });

  test('--to: any revision whose content is kept; the others are refused, and nothing is written', async () => {
    for (const each of ['1', '2', '3']) await bench.apply(content(each));
    await bench.otherClient.delete(bench.ref('Secret', 'boxcutter-content.web.2'));
    const before = await headVersion();
    const listed = { code: 'rollback-target', category: 'input', message: expect.stringMatching(/content is recorded: 1\.$/) };
    await expect(rollback({ to: 2 })).rejects.toMatchObject({ ...listed, message: expect.stringMatching(/revision 2 .*is not recorded, or differs from the record\. .*: 1\.$/) });
    await expect(rollback({ to: 9 })).rejects.toMatchObject(listed);
    await expect(rollback({ to: 3 })).rejects.toMatchObject({ ...listed, message: expect.stringContaining('Revision 3 is the current one') });
    expect(await headVersion()).toBe(before);
    await expect(rollback({ to: 1 })).resolves.toMatchObject({ status: 'complete', revision: 4, rollbackOf: 1 });
  });

  test('with nothing to go back to it says so', async () => {
    await bench.apply(content('1'));
    await expect(rollback()).rejects.toMatchObject({ code: 'rollback-target', message: expect.stringContaining('The content of no earlier revision is recorded') });
  });

  test('dry run and pause report, and write nothing', async () => {
    await bench.apply(content('1'));
    await bench.apply(content('2'));
    await expect(rollback({ dryRun: true })).resolves.toMatchObject({ dryRun: true, revision: 3, rollbackOf: 1 });
    await pauseExtension(bench.extension, options());
    await expect(rollback()).resolves.toMatchObject({ paused: true, status: 'incomplete', rollbackOf: 1 });
    expect([await value(), (await head()).revisions[0]?.number]).toEqual(['2', 2]);
  });

  test('the guard for data holds here, too', async () => {
    const inner = `${bench.namespace}-inner`;
    await bench.apply(content('1'));
    await bench.apply(content('2', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: inner, labels: bench.labels } }));
    await bench.otherClient.apply({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'precious', namespace: inner } });
    await expect(rollback()).rejects.toMatchObject({ category: 'data-loss', message: expect.stringContaining('precious') });
    const kept = await rollback({ orphan: true });
    expect(objectOf(kept, inner).action).toBe('Orphaned');
    await bench.otherClient.delete({ apiVersion: 'v1', kind: 'Namespace', name: inner });
  });

  test('a kind that is served no more is named before anything is written; without its objects it works', async () => {
    const group = `${bench.namespace}.example.com`;
    const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } };
    const crd = { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', metadata: { name: `widgets.${group}` } };
    const spec = { group, scope: 'Namespaced', names: { kind: 'Widget', plural: 'widgets' }, versions: [{ name: 'v1', served: true, storage: true, schema }] };
    await bench.otherClient.apply({ ...crd, spec });
    while ((await bench.cluster.resolve(`${group}/v1`, 'Widget')) === undefined);
    await bench.apply(content('1', bench.object('Widget', 'mine', {}, `${group}/v1`)));
    await bench.apply(content('2'));
    const ref = { apiVersion: crd.apiVersion, kind: crd.kind, name: crd.metadata.name };
    await bench.otherClient.delete(ref);
    await bench.otherClient.until(ref, (object) => object === undefined);
    // A command asks discovery anew; this connection is older than the change.
    const fresh = await Bench.open('operations-fresh');
    try {
      const cluster = fresh.cluster;
      await expect(rollback({ cluster })).rejects.toMatchObject({ code: 'kind-unserved', message: expect.stringContaining('mine') });
      expect(await value()).toBe('2');
      await expect(rollback({ cluster, skipUnserved: true })).resolves.toMatchObject({ status: 'complete', revision: 3, rollbackOf: 1 });
    } finally {
      await fresh.close();
    }
  });
});

describe('orphan', () => {
  const two = (protection: 'Prevent' | 'IfNoController' = 'Prevent'): ResolvedRevision => revisionOf([[bench.configMap('a', '1')], [bench.configMap('b', '1')]], { protection });

  test('a single object lives on without our mark, leaves the inventory, and stays out until the policy lets it be adopted', async () => {
    await bench.apply(two());
    const uids = await bench.uids(config('a'), config('b'));
    const { result, requests } = await bench.counted(() => orphanObjects(bench.extension, ['ConfigMap/a'], options()));
    expect(result).toMatchObject({ status: 'complete', revision: 1 });
    expect(actions(result)).toEqual(['a: Orphaned']);
    expect([requests['patch'], requests['update'], requests['delete'] ?? 0]).toEqual([1, 2, 0]);

    const { metadata, ...live } = await bench.otherClient.get(config('a'));
    expect(live).toMatchObject({ data: { value: '1' } });
    expect([metadata.annotations, metadata.labels, metadata.ownerReferences]).toEqual([undefined, undefined, undefined]);
    expect((metadata.managedFields ?? []).filter(({ manager, operation }) => manager === 'boxcutter' && operation === 'Apply')).toEqual([]);
    const after = await head();
    expect(after.inventory.map(({ ref }) => ref.name)).toEqual(['b']);
    expect(after.lock).toBeUndefined();

    const again = await bench.apply(two());
    expect(again.status).toBe('failed');
    expect(actions(again)).toContain('a: Collision');
    const adopted = await bench.apply(two('IfNoController'));
    expect(actions(adopted)).toEqual(['a: Adopted', 'b: Unchanged']);
    expect(await bench.uids(config('a'), config('b'))).toEqual(uids);
  });

  test('what was let go is not deleted with the rest', async () => {
    await bench.apply(two());
    await orphanObjects(bench.extension, ['configmaps/a'], options());
    const gone = await bench.delete();
    expect(actions(gone)).toEqual(['b: Deleted']);
    await expect(bench.otherClient.exists(config('a'))).resolves.toBe(true);
  });

  test('one unknown name, and nothing is done; what comes close is named', async () => {
    await bench.apply(two());
    const before = await headVersion();
    await expect(orphanObjects(bench.extension, ['ConfigMap/a', 'ConfigMap/bb', 'secret/b'], options())).rejects.toMatchObject({
      code: 'object-unknown', category: 'input', message: 'The extension has no object ConfigMap/bb.\nThe extension has no object secret/b.', hint: expect.stringContaining('Did you mean ConfigMap/b?'),
    });
    expect(await headVersion()).toBe(before);
  });

  test('a dry run says what would be let go', async () => {
    await bench.apply(two());
    const { result, requests } = await bench.counted(() => orphanObjects(bench.extension, ['ConfigMap/a'], { ...options(), dryRun: true }));
    expect(actions(result)).toEqual(['a: Orphaned']);
    expect([requests['patch'] ?? 0, requests['update'] ?? 0]).toEqual([0, 0]);
    expect((await head()).inventory).toHaveLength(2);
  });

  test('held by another run: refused, naming it', async () => {
    await bench.apply(two());
    await holdIt();
    await expect(orphanObjects(bench.extension, ['ConfigMap/a'], options())).rejects.toMatchObject({ category: 'locked', message: expect.stringContaining('ada@') });
  });

  test('an object that the package itself wants to live on does, after an upgrade that drops it and after a teardown', async () => {
    const living = (name: string): { readonly object: KubeObject; readonly collisionProtection: 'Prevent'; readonly orphan: true } =>
      ({ object: bench.configMap(name, '1'), collisionProtection: 'Prevent', orphan: true });
    const plain = revisionOf([[bench.configMap('plain', '1')]]);
    const withLiving = (...names: readonly string[]): ResolvedRevision =>
      ({ ...plain, digest: `sha256:${names.join('-')}`, phases: [...plain.phases, { name: 'living', objects: names.map(living) }] });
    await bench.apply(withLiving('x', 'y'));
    expect((await head()).inventory.map(({ ref, orphan }) => [ref.name, orphan ?? false])).toEqual([['plain', false], ['x', true], ['y', true]]);
    const upgraded = await bench.apply(withLiving('y'));
    expect(objectOf(upgraded, 'x').action).toBe('Orphaned');
    const gone = await bench.delete();
    expect([...actions(gone)].sort()).toEqual(['plain: Deleted', 'y: Orphaned']);
    for (const name of ['x', 'y']) expect((await bench.otherClient.get(config(name))).metadata.annotations).toBeUndefined();
  });
});

test('after recover the objects are as they were applied: the next apply writes none of them, and says that the record is up to date', async () => {
  await bench.apply(content('1'));
  await bench.otherClient.delete(bench.head);
  await recoverExtension(bench.extension, options());
  const notes: string[] = [];
  const { result, requests } = await bench.counted(() => bench.apply(content('1'), { onNote: (note) => notes.push(note) }));
  expect(actions(result)).toEqual(['a: Unchanged', 'same: Unchanged']);
  expect(requests['patch'] ?? 0).toBe(0);
  expect(notes).toEqual(['The record of extension "web", which was recovered, is up to date again.']);
});

test('a deletion tells what it deleted from what was not there', async () => {
  await bench.apply(content('1'));
  const stored = await readHead(bench.otherClient.cluster, bench.extension, bench.namespace);
  if (stored === undefined) throw new Error('no head');
  // As a run leaves it that died between the record and the first object.
  const planned = { ref: config('planned'), order: 0, phase: 'phase-0' };
  await replaceHead(bench.otherClient.cluster, stored, { ...stored.head, inventory: [...stored.head.inventory, planned] });
  for (const dryRun of [true, false]) {
    const outcome = await bench.delete({ dryRun });
    expect([...actions(outcome)].sort()).toEqual(['a: Deleted', 'planned: Deleted', 'same: Deleted']);
    expect(outcome.result.removed.filter(({ wasAbsent }) => wasAbsent === true).map(({ ref }) => ref.name)).toEqual(['planned']);
  }
});
