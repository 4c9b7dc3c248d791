/** One extension of more objects than the API of revisions takes (20 phases of 50): its phases are not cut. bench/large.ts has 5,000. */
import { randomBytes } from 'node:crypto';
import { compile } from '../../../lib/compile';
import type { ResolvedRevision } from '../../../lib/api';
import { planRevision, type Outcome } from '../../../lib/runtime';
import { Bench, revisionOf } from '../support/extension';

const COUNT = 1_050;
let bench: Bench;
beforeEach(async () => {
  bench = await Bench.open('large');
});
afterEach(async () => bench.close());

/** @param value of the first object; the others never change */
function revision(value: string): ResolvedRevision {
  const objects = Array.from({ length: COUNT }, (_, index) => ({
    manifest: {
      apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: `settings-${index}`, namespace: bench.namespace },
      data: { key: index === 0 ? value : '1' },
    },
    origin: { source: `${index}` },
  }));
  const { compiled, issues } = compile({ extension: bench.extension, objects, largePhases: true });
  if (compiled === undefined) throw new Error(JSON.stringify(issues));
  return compiled.resolved;
}

const counts = ({ result }: Outcome): Readonly<Record<string, number>> => {
  const found: Record<string, number> = {};
  const objects = [...result.phases.flatMap((phase) => phase.objects), ...result.removed];
  for (const { action } of objects) found[action] = (found[action] ?? 0) + 1;
  return found;
};

test('more than 1,000 objects are applied, left alone, upgraded in one place, and deleted', async () => {
  const signal = AbortSignal.timeout(150_000);
  const install = await bench.apply(revision('1'), { signal });
  expect([install.status, counts(install)]).toEqual(['complete', { Created: COUNT }]);
  const before = bench.cluster.requests();
  await expect(bench.apply(revision('1'), { signal })).resolves.toMatchObject({ unchanged: true });
  const after = bench.cluster.requests();
  const sent = (verb: string): number => (after[verb] ?? 0) - (before[verb] ?? 0);
  expect(['patch', 'update', 'create', 'delete', 'dryRun'].map(sent)).toEqual([0, 0, 0, 0, 0]);
  const upgrade = await bench.apply(revision('2'), { signal });
  expect([upgrade.status, counts(upgrade)]).toEqual(['complete', { Updated: 1, Unchanged: COUNT - 1 }]);
  await expect(bench.delete({ signal })).resolves.toMatchObject({ status: 'complete' });
  await expect(bench.cluster.list({ apiVersion: 'v1', kind: 'ConfigMap', namespace: bench.namespace })).resolves.toMatchObject({
    objects: [{ metadata: { name: 'kube-root-ca.crt' } }],
  });
}, 180_000);

test('an extension whose record would not fit into one Secret is refused before anything is written', async () => {
  const long = revisionOf([Array.from({ length: 7_000 }, () => bench.configMap(randomBytes(100).toString('hex'), ''))]);
  const refused = {
    code: 'state-too-large',
    message: expect.stringMatching(/^The record of the 7000 objects of extension "web" would take 1\.\d+ MiB/),
  };
  const { requests } = await bench.counted(async () => {
    await expect(bench.apply(long)).rejects.toMatchObject(refused);
    await expect(bench.apply(long, { dryRun: true })).rejects.toMatchObject(refused);
    await expect(planRevision(long, { cluster: bench.cluster, stateNamespace: bench.namespace })).rejects.toMatchObject(refused);
  });
  expect(requests).toEqual({ get: 3 });
});
