/** `boxcutter plan`, `apply --plan` and `explain` as processes: text, documents, exit codes, and that asking writes nothing. */
import { join } from 'node:path';
import { refuseOtherPlan } from '../../../lib/cli/actions/operation/confirm';
import { makePlan } from '../../../lib/cli/actions/operation/make-plan';
import { readRevision } from '../../../lib/source';
import { applyRevision, fitToServer } from '../../../lib/runtime';
import { readHead } from '../../../lib/state';
import { boxcutter, commandBench, manifests } from './command';
import { document } from './documents';

const bench = commandBench();
const { config, deployment } = manifests;

const folder = (name: string, files: Readonly<Record<string, string>>): string => {
  for (const [file, content] of Object.entries(files)) bench.scratch.write(join(name, file), content);
  return join(bench.scratch.path, name);
};
const json = async (...args: string[]): Promise<Record<string, unknown>> => document(await bench.run(...args, '-o', 'json'));
const secret = (value: string): string => `apiVersion: v1\nkind: Secret\nmetadata: { name: token }\nstringData: { password: ${value} }\n`;

test('plan, apply, plan again, upgrade: 10 while there is something to do, 0 when there is not', async () => {
  const shop = folder('shop', { 'config.yaml': config('settings', '1'), 'secret.yaml': secret('hunter2'), 'old.yaml': config('old', '1') });
  const first = await bench.run('plan', shop);
  expect(first.code).toBe(10);
  expect(first.stderr).toBe('');
  expect(first.stdout).toMatch(/^shop: new, revision 1\n[^]*\n {2}\+ ConfigMap .*\/old\n[^]*\n3 to create\n[^]*\nnothing was written; 0 writes, 3 dry runs, /);
  expect(await bench.test.contents()).toEqual([]);
  expect(await json('plan', shop)).toMatchObject({ extension: 'shop', changes: true, newRevision: true, counts: { create: 3 }, paused: false, dataLoss: false });
  expect((await bench.run('apply', shop)).code).toBe(0);

  expect(await bench.run('plan', shop)).toMatchObject({ code: 0, stdout: expect.stringContaining('Nothing to do: 3 unchanged') });

  const next = folder('shop-2', { 'config.yaml': config('settings', '2'), 'secret.yaml': secret('hunter22'), 'new.yaml': config('new', '1') });
  const upgrade = await bench.run('plan', next, '--name', 'shop');
  expect(upgrade.code).toBe(10);
  expect(upgrade.stdout).toMatch(/shop: revision 1 → 2\n/);
  expect(upgrade.stdout).toContain("      ~ data.value\n        - '1'\n        + '2'\n");
  expect(upgrade.stdout).toContain('~ data.password: (changed, 7 bytes → 8 bytes)');
  expect(upgrade.stdout).toMatch(/Removed when all phases are complete\n {2}- ConfigMap .*\/old\n/);
  expect(upgrade.stdout).toContain('\n1 to create, 2 to change, 1 to delete\n');
  const full = await bench.run('plan', next, '--name', 'shop', '--full');
  expect(full.stdout).toContain('kind: ConfigMap');
  const documents = [await json('plan', next, '--name', 'shop'), await json('plan', next, '--name', 'shop', '--full')];
  expect(documents[0]).toMatchObject({ revision: 2, current: { revision: 1 }, counts: { create: 1, change: 2, delete: 1 }, removals: [{ name: 'old', action: 'delete' }] });
  expect(JSON.stringify(documents) + full.stdout + upgrade.stdout).not.toMatch(/hunter2|aHVudGVy/);
  expect((await bench.run('delete', 'shop')).code).toBe(0);
});

test('what would not work ends with the exit code that an apply ends with', async () => {
  await bench.test.create({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'theirs', namespace: bench.namespace } });
  const collision = folder('rival', { 'a.yaml': config('theirs', '1') });
  expect(await bench.run('plan', collision)).toMatchObject({ code: 4, stdout: expect.stringContaining('! ConfigMap') });
  expect(document(await bench.run('plan', collision, '-o', 'json'))).toMatchObject({ counts: { collision: 1 } });
  expect((await bench.run('plan', collision, '--collision-protection', 'IfNoController')).stdout).toContain('to be adopted');
  await bench.test.remove({ apiVersion: 'v1', kind: 'ConfigMap', namespace: bench.namespace, name: 'theirs' });

  // Nothing but the server knows this: what the schema check foresees ends before it is asked.
  const bad = folder('bad', { 'a.yaml': 'apiVersion: coordination.k8s.io/v1\nkind: Lease\nmetadata: { name: bad }\nspec: { leaseDurationSeconds: 0 }\n' });
  const refused = await bench.run('plan', bad);
  expect(refused).toMatchObject({ code: 1, stdout: expect.stringMatching(/! Lease .*\/bad {2}refused\n[^]*leaseDurationSeconds: Invalid value/) });
  const unserved = folder('unserved', { 'a.yaml': 'apiVersion: example.com/v1\nkind: Nowhere\nmetadata: { name: a }\n' });
  expect((await bench.run('plan', unserved)).code).toBe(4);
  expect(await bench.run('plan', join(bench.scratch.path, 'absent'))).toMatchObject({ code: 2 });
  expect(await bench.test.contents()).toEqual([]);
});

test('apply --plan: shows it, wants a yes, and does what was shown', async () => {
  const asked = folder('asked', { 'a.yaml': config('asked', '1') });
  const unasked = await bench.run('apply', asked, '--plan');
  expect(unasked).toBeOneMessage();
  expect(unasked).toMatchObject({ code: 2, stderr: expect.stringContaining('--yes') });
  expect(await bench.run('apply', asked, '--plan', '--yes', '-o', 'json')).toMatchObject({ code: 2 });
  expect(await bench.test.contents()).toEqual([]);

  const done = await bench.run('apply', asked, '--plan', '--yes');
  expect(done.code).toBe(0);
  expect(done.stdout).toMatch(/^asked: new, revision 1\n[^]*\n1 to create\n[^]*asked revision 1: complete\n/);
  expect(await bench.run('apply', asked, '--plan', '--yes')).toMatchObject({ code: 0, stdout: expect.stringMatching(/Nothing to do: 1 unchanged\n[^]*: unchanged\n/) });
  expect((await bench.run('delete', 'asked')).code).toBe(0);
});

test('when the cluster has changed since the plan was shown, nothing is done', async () => {
  const path = folder('moved', { 'a.yaml': config('moved', '1') });
  expect((await bench.run('apply', path)).code).toBe(0);
  const args = { path: folder('moved-2', { 'a.yaml': config('moved', '2') }), namespace: bench.namespace, name: 'moved', timeout: '30s', deleteData: false, orphan: false, skipUnserved: false, output: 'text', yes: true } as const;
  const { resolved: input } = await readRevision(args.path, args, { onNote: () => undefined });
  const session = { cluster: bench.cluster, signal: AbortSignal.timeout(30_000), ended: () => undefined };
  const shown = await makePlan(input, args, session);
  const resolved = await fitToServer(input, bench.cluster, { namespace: bench.namespace, skipUnserved: false });
  const options = { cluster: bench.cluster, stateNamespace: bench.namespace, signal: session.signal };
  await expect(refuseOtherPlan(shown, resolved, options)).resolves.toBeUndefined();
  const theirs = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'moved', namespace: bench.namespace }, data: { value: '3' } };
  expect((await bench.cluster.apply(theirs, { fieldManager: 'somebody', force: true })).type).toBe('object');
  await expect(refuseOtherPlan(shown, resolved, options)).rejects.toMatchObject({ code: 'plan-outdated', category: 'locked' });
  // Where it matters: in the run, with the lock, right before its first write.
  const before = (await readHead(bench.cluster, 'moved', bench.namespace))?.head;
  await expect(applyRevision(resolved, { ...options, confirm: () => refuseOtherPlan(shown, resolved, options) })).rejects.toMatchObject({ code: 'plan-outdated' });
  expect((await readHead(bench.cluster, 'moved', bench.namespace))?.head).toEqual(before);
  expect((await bench.test.get({ ...theirs, name: 'moved', namespace: bench.namespace }))?.['data']).toEqual({ value: '3' });
  // Broken off, nothing is known: that is not said to be a change of the cluster.
  await expect(refuseOtherPlan(shown, resolved, { ...options, signal: AbortSignal.abort(new Error('interrupted')) })).rejects.toMatchObject({ code: 'plan-unchecked', category: 'incomplete' });
  expect((await bench.run('delete', 'moved')).code).toBe(0);
});

test('explain: all well, one object by name, and what is wrong', async () => {
  const shop = folder('explained', { 'a.yaml': config('explained', '1'), 'web.yaml': deployment('slow', 'nodeSelector: { nowhere: "true" }, ') });
  expect((await bench.run('apply', shop, '--no-wait')).code).toBe(3);
  const text = await bench.run('explain', 'explained');
  expect(text).toMatchObject({ code: 3, stderr: '' });
  expect(text.stdout).toMatch(/^explained revision 1: not as it should be\n[^]*\n✗ Deployment .*\/slow {2}\(phase deploy\)\n/);
  expect(await json('explain', 'explained')).toMatchObject({ well: false, phase: 'deploy', objects: [{ kind: 'Deployment', name: 'slow', exists: true, well: false }] });
  expect(await json('explain', 'explained', 'configmap/explained')).toMatchObject({ well: true, objects: [{ name: 'explained', well: true, reason: 'it is as it should be' }] });
  const unknown = await bench.run('explain', 'explained', 'configmap/explain');
  expect(unknown).toBeOneMessage();
  expect(unknown).toMatchObject({ code: 2, stderr: expect.stringContaining('ConfigMap/explained') });
  expect((await bench.run('delete', 'explained')).code).toBe(0);
  expect(document(await boxcutter(['explain', 'explained', '-n', bench.namespace, '-o', 'json']))).toMatchObject({ code: 'not-found' });
});
