/** What is deleted after a yes is what was shown. */
import type { ObjectRef, ResolvedRevision } from '../../../../lib/api';
import { applyRevision, deleteExtension } from '../../../../lib/runtime';
import { FakeCluster } from '../fake-cluster';

const ref = (name: string): ObjectRef => ({ apiVersion: 'v1', kind: 'ConfigMap', namespace: 'shop', name });

function revision(...names: readonly string[]): ResolvedRevision {
  const objects = names.map((name) => ({
    object: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'shop' } }, collisionProtection: 'Prevent' as const,
  }));
  return { extension: 'web', number: 1, digest: names.join(), probes: [], phases: [{ name: 'p', objects }] };
}

test.each<[string, readonly string[], readonly string[], RegExp | undefined]>([
  ['the same', ['a', 'b'], ['a', 'b'], undefined],
  ['fewer by now', ['a', 'b'], ['a'], undefined],
  ['one more by now', ['a'], ['a', 'b'], /has new objects since the plan was shown: ConfigMap shop\/b\./],
  ['others by now', ['a'], ['b', 'c'], /has new objects since the plan was shown: ConfigMap shop\/b and 1 more\./],
])('%s', async (_, agreed, installed, refusal) => {
  const { cluster } = new FakeCluster();
  const options = { cluster, stateNamespace: 'shop' };
  await applyRevision(revision(...installed), options);
  const deletion = deleteExtension('web', { ...options, agreed: agreed.map(ref) });
  if (refusal === undefined) {
    expect(await deletion).toMatchObject({ status: 'complete' });
    return;
  }
  await expect(deletion).rejects.toMatchObject({ code: 'plan-outdated', category: 'locked', message: expect.stringMatching(refusal) });
  expect(await deleteExtension('web', { ...options, dryRun: true })).toMatchObject({ result: { removed: installed.map(() => ({ action: 'Deleted' })) } });
});
