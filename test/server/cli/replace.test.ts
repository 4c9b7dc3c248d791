/**
 * The migration of the example of plain manifests, upgraded: what the command says of an object that it replaces, and what an interrupted
 * run does.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { boxcutter, commandBench, root, start, type Running } from './command';
import { document } from './documents';

const bench = commandBench();
const example = readFileSync(join(root, 'examples', 'plain-manifests', 'manifests', 'migrate.yaml'), 'utf8');

/** A control plane runs no Pods: with nothing to complete, the Job is complete. */
function shop(version: string, policy?: string): string {
  const annotations = policy === undefined ? '' : `\n  annotations: { olm.operatorframework.io/replacement-policy: ${policy} }`;
  const manifest = example
    .replace('name: migrate', `name: migrate${annotations}`)
    .replace('spec:', 'spec:\n  completions: 0')
    .replace('2.3.0', version);
  return bench.scratch.write(join('shop', 'migrate.yaml'), manifest);
}

const run = (...args: string[]) => bench.run(...args, '--name', 'shop');

test('a Job with another template: plan and apply say that it is replaced, why, and what goes', async () => {
  expect((await run('apply', shop('2.3.0'))).code).toBe(0);
  const next = shop('2.4.0');
  const planned = await run('plan', next);
  expect([planned.code, planned.stdout]).toEqual([10, expect.stringMatching(
    / {2}± Job .*\/migrate {2}will be replaced\n {6}because spec\.template is immutable\n {6}its run ends[^]*2\.4\.0[^]*\n1 to replace\n/,
  )]);
  expect(document(await run('plan', next, '-o', 'json'))).toMatchObject({
    counts: { replace: 1 },
    phases: [{ objects: [{ action: 'replace', message: 'spec.template is immutable', lost: expect.stringContaining('its run ends') }] }],
  });
  const applied = await run('apply', next);
  expect([applied.code, applied.stdout]).toEqual([0, expect.stringContaining('1 replaced')]);
  const again = await run('apply', next, '-o', 'json');
  expect(document(again)).toMatchObject({ unchanged: true, complete: true });
});

test('with the annotation it fails, and says how it is replaced; a mistyped name of an object is refused', async () => {
  const next = shop('2.5.0', 'Fail');
  const refused = await run('apply', next);
  expect([refused.code, refused.stdout]).toEqual([1, expect.stringMatching(
    /needs replacement: spec\.template cannot be changed in place[^]*--replace\s+Job\/migrate/,
  )]);
  const mistyped = await run('apply', next, '--replace', 'Job/migrat');
  expect([mistyped.code, mistyped.stderr]).toEqual([2, expect.stringMatching(/has no object Job\/migrat[^]*Did you mean Job\/migrate\?/)]);
  const applied = await run('apply', next, '--replace', 'Job/migrate', '-o', 'json');
  expect(document(applied)).toMatchObject({ phases: [{ objects: [{ action: 'Replaced', message: 'spec.template is immutable' }] }] });
});

function migration(name: string, version: string): string {
  const manifest = example.replace('name: migrate', `name: ${name}`).replace('spec:', 'spec:\n  completions: 0').replace('2.3.0', version);
  return bench.scratch.write(join(name, 'migrate.yaml'), manifest);
}

const job = (name: string) => ({ apiVersion: 'batch/v1', kind: 'Job', namespace: bench.namespace, name });

/** Its deletion waits until the finalizer is taken away. */
async function hold(name: string, finalizers: readonly string[]): Promise<void> {
  const answer = await bench.cluster.patch(job(name), [{ op: 'add', path: '/metadata/finalizers', value: finalizers }], 'test');
  expect(['object', 'gone']).toContain(answer.type);
}

/** Replaces the Job, and is interrupted while the old one is being deleted. */
async function interrupted(name: string): Promise<Running> {
  expect((await boxcutter(bench.in_('apply', migration(name, '2.3.0'), '--name', name))).code).toBe(0);
  await hold(name, ['example.com/hold']);
  const run = start(bench.in_('apply', migration(name, '2.4.0'), '--name', name, '--progress', 'lines'));
  // That it is being deleted is said before the request goes out, which a signal may still take back.
  await run.said(/example\.com\/hold/);
  run.child.kill('SIGINT');
  await run.said(new RegExp(`Stopping: interrupted\\. Before it ends, the run creates again [^]*Job .*${name}[^]* 30 s at most`));
  return run;
}

test('Ctrl-C while the old object is being deleted: the run ends when it has created the new one', async () => {
  const run = await interrupted('finished');
  await hold('finished', []);
  expect(await run.finished).toMatchObject({ code: 130, stdout: expect.stringMatching(/finished revision 2: (interrupted|complete)/) });
  const created = await bench.cluster.get(job('finished'));
  expect(JSON.stringify(created)).toContain('2.4.0');
  expect((await boxcutter(bench.in_('status', 'finished'))).stdout).not.toContain('held by');
});

test('a second Ctrl-C ends the run at once; the next apply creates the object', async () => {
  const run = await interrupted('left');
  const begun = performance.now();
  run.child.kill('SIGINT');
  expect(await run.finished).toMatchObject({ code: 130 });
  expect(performance.now() - begun).toBeLessThan(5_000);
  await hold('left', []);
  expect(await boxcutter(bench.in_('apply', migration('left', '2.4.0'), '--name', 'left'))).toMatchObject({ code: 0 });
  expect(JSON.stringify(await bench.cluster.get(job('left')))).toContain('2.4.0');
});
