/** `spec.lifecycleState` and `spec.previous` of a revision in a file, as the command takes them. */
import { commandBench } from './command';
import { document } from './documents';

const bench = commandBench();

function revision(name: string, spec: object): string {
  const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings', namespace: bench.namespace }, data: { size: '3' } };
  return bench.scratch.write(`${name}.json`, JSON.stringify({
    apiVersion: 'olm.operatorframework.io/v1',
    kind: 'ClusterExtensionRevision',
    metadata: { name: `${name}-1` },
    spec: { lifecycleState: 'Active', revision: 1, phases: [{ name: 'deploy', objects: [{ object }] }], ...spec },
  }));
}

test.each(['apply', 'plan'])('%s of an archived revision is refused, and says what takes an extension down', async (subcommand) => {
  const path = revision('archived', { lifecycleState: 'Archived' });
  const { code, stderr } = await bench.run(subcommand, path);
  expect([code, stderr]).toEqual([2, expect.stringMatching(/archived\.json:1: revision 1 of extension "archived" is archived[^]*boxcutter delete archived/)]);
  expect(await bench.test.contents()).toEqual([]);
});

test('a paused revision: its objects are looked at and reported, nothing is written', async () => {
  const path = revision('paused', { lifecycleState: 'Paused' });
  const applied = await bench.run('apply', path);
  expect(applied).toMatchObject({ code: 3, stdout: expect.stringMatching(/the revision is paused; nothing was written/) });
  expect(document(await bench.run('apply', path, '-o', 'json'))).toMatchObject({ paused: true, dryRun: true });
  const planned = await bench.run('plan', path, '-o', 'json');
  expect(planned.code).toBe(3);
  expect(document(planned)).toMatchObject({ paused: true, counts: { create: 1 } });
  expect(await bench.test.contents()).toEqual([]);
});

test('revisions of a controller before it: refused', async () => {
  const path = revision('later', { previous: [{ name: 'later-0', uid: 'a-b' }] });
  expect(await bench.run('apply', path)).toMatchObject({ code: 2, stderr: expect.stringMatching(/takes objects over from later-0/) });
});
