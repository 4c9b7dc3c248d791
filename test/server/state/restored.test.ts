/** Recovering: from a lost record, and on a cluster that a backup brought back with new uids. */
import { ANNOTATION_ON_REMOVAL, type KubeObject, type ObjectRef, type ResolvedRevision } from '../../../lib/api';
import { COMMAND_WORDS } from '../../../lib/cli/command-line/hints';
import type { CollisionCause } from '../../../lib/engine';
import { collisionHint, recoverExtension } from '../../../lib/runtime';
import { actions, Bench, objectOf, revisionOf, stored } from '../support/extension';
import { asNew, copyOf } from '../support/foreign';

let bench: Bench;
beforeEach(async () => {
  bench = await Bench.open('restored');
});
afterEach(() => bench.close());

const options = () => ({ cluster: bench.cluster, stateNamespace: bench.namespace, signal: AbortSignal.timeout(30_000) });
const content = (): ResolvedRevision => revisionOf([[bench.configMap('a', '1')], [bench.configMap('b', '1')]]);

test('what the package lets live on is let live after a recovery, too', async () => {
  const object = bench.configMap('data', '1');
  const keeps: KubeObject = { ...object, metadata: { ...object.metadata, annotations: { [ANNOTATION_ON_REMOVAL]: 'orphan' } } };
  const revision = revisionOf([[keeps, bench.configMap('plain', '1')]]);
  const phases = revision.phases.map((phase) => ({
    ...phase, objects: phase.objects.map((entry) => (entry.object === keeps ? { ...entry, orphan: true } : entry)),
  }));
  await bench.apply({ ...revision, phases });
  await bench.otherClient.delete(bench.head);
  await recoverExtension(bench.extension, options());
  expect([...actions(await bench.delete())].sort()).toEqual(['data: Orphaned', 'plain: Deleted']);
  await expect(bench.otherClient.exists(bench.ref('ConfigMap', 'data'))).resolves.toBe(true);
});

describe('a cluster that a backup brought back: the same names, new uids of everything', () => {
  const names = ['a', 'b'];
  const refs = (): readonly ObjectRef[] => names.map((name) => bench.ref('ConfigMap', name));

  /** Everything of the extension is deleted and made anew as Velero does it: with labels, annotations and owners as they were. */
  async function restore(): Promise<void> {
    const contents = bench.ref('Secret', `boxcutter-content.${bench.extension}.1`);
    const backup = await Promise.all([bench.head, contents, ...refs()].map((ref) => bench.otherClient.get(ref)));
    for (const ref of [bench.head, contents, ...refs()]) {
      await bench.otherClient.delete(ref);
      await bench.otherClient.until(ref, (object) => object === undefined);
    }
    for (const object of backup) {
      const { managedFields: _fields, ...metadata } = asNew(object).metadata;
      stored(await bench.otherClient.cluster.create({ ...object, metadata }, { fieldManager: 'velero-server' }));
    }
  }

  test('apply names recover, recover plans and takes over, and apply goes on', async () => {
    await bench.apply(content());
    await restore();
    const uids = await bench.uids(...refs());
    const copy = await copyOf(bench.otherClient, bench.ref('ConfigMap', 'a'), { name: 'copy' });

    const refused = await bench.apply(content());
    expect(actions(refused)).toEqual(['a: Collision', 'b: Collision']);
    const { cause } = objectOf(refused, 'a') as { cause: CollisionCause };
    expect(collisionHint(cause, COMMAND_WORDS)).toContain('boxcutter recover web');

    const before = (await bench.otherClient.get(bench.head)).metadata.resourceVersion;
    const planned = await recoverExtension(bench.extension, { ...options(), dryRun: true });
    expect(planned.objects.map(({ ref }) => ref.name)).toEqual(names);
    expect(planned.copies).toEqual([copy]);
    expect((await bench.otherClient.get(bench.head)).metadata.resourceVersion).toBe(before);

    const recovered = await recoverExtension(bench.extension, options());
    expect(recovered.objects.map(({ ref }) => ref.name)).toEqual(names);
    await expect(recoverExtension(bench.extension, options())).rejects.toMatchObject({ code: 'recover-needless' });
    const applied = await bench.apply(content());
    expect([applied.status, applied.revision]).toEqual(['complete', 1]);
    expect(await bench.uids(...refs())).toEqual(uids);
    const gone = await bench.delete();
    expect([gone.status, ...actions(gone)]).toEqual(['complete', 'b: Deleted', 'a: Deleted']);
    await expect(bench.otherClient.exists(copy)).resolves.toBe(true);
  });

  test('delete does not say that it deleted what still carries our mark', async () => {
    await bench.apply(content());
    await restore();
    const outcome = await bench.delete();
    expect(outcome.status).toBe('failed');
    expect(objectOf(outcome, 'b')).toMatchObject({ action: 'Collision', cause: { controller: { namesake: 'recreated' } } });
    for (const ref of [bench.head, ...refs()]) await expect(bench.otherClient.exists(ref)).resolves.toBe(true);
    await recoverExtension(bench.extension, options());
    await expect(bench.delete()).resolves.toMatchObject({ status: 'complete' });
    for (const ref of [bench.head, ...refs()]) await expect(bench.otherClient.exists(ref)).resolves.toBe(false);
  });
});
