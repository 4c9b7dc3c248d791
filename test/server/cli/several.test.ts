/** `apply` and `plan` of several extensions at once. */
import { compile } from '../../../lib/revision';
import { commandBench, manifests } from './command';
import { document } from './documents';

const bench = commandBench();
const { run, scratch } = bench;

/** As `cdk8s synth` writes it. */
function revision(extension: string, more: Readonly<Record<string, unknown>> = {}): string {
  const manifest = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: `${extension}-settings`, namespace: bench.namespace }, data: {}, ...more };
  return JSON.stringify(compile({ extension, objects: [{ manifest, origin: { source: extension } }] }).compiled?.manifest);
}

const dist = (name: string, ...documents: readonly string[]): string => scratch.write(`${name}/app.k8s.yaml`, documents.join('\n---\n'));

test('one after the other, with one plan and a summary', async () => {
  const file = dist('fine', revision('first'), revision('second'));
  const planned = await run('plan', file);
  expect(planned).toMatchObject({ code: 10, stdout: expect.stringMatching(/^first: new, revision 1\n[^]*\nsecond: new, revision 1\n/) });
  expect(document(await run('plan', file, '-o', 'json'))).toMatchObject({ plans: [{ extension: 'first' }, { extension: 'second' }] });
  const applied = await run('apply', file, '--plan', '--yes');
  expect(applied).toMatchObject({ code: 0, stdout: expect.stringMatching(/first revision 1: complete\n[^]*second revision 1: complete\n[^]*\n2 extensions: all done\n$/) });
  expect(document(await run('apply', file, '-o', 'json'))).toMatchObject({ outcomes: [{ extension: 'first', unchanged: true }, { extension: 'second' }], notBegun: [] });
  for (const name of ['first', 'second']) await run('delete', name);
});

test('what an earlier one brings cannot be foreseen by the plan, and is there when it is applied', async () => {
  const namespace = `${bench.namespace}-more`;
  const bringing = JSON.stringify(compile({
    extension: 'bringing', objects: [{ manifest: { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } }, origin: { source: 'n' } }],
  }).compiled?.manifest);
  const file = dist('bringing', bringing, revision('inside', { metadata: { name: 'inside', namespace } }));
  const planned = await run('plan', file);
  expect(planned).toMatchObject({ code: 3, stderr: expect.stringMatching(/What becomes of inside cannot be foreseen .* Namespace \S+-more does not exist/) });
  const applied = await run('apply', file);
  expect(applied).toMatchObject({ code: 0, stdout: expect.stringMatching(/2 extensions: all done/) });
  // Of each, its own: the lock, the content, the object, the end.
  expect(applied.stdout.match(/; 4 writes, /g)).toHaveLength(2);
  for (const name of ['inside', 'bringing']) await run('delete', name);
});

test('what comes after one that failed is not begun', async () => {
  await run('apply', scratch.write('taken.yaml', manifests.config('middle-settings', '1')), '--name', 'other');
  const file = dist('broken', revision('before'), revision('middle'), revision('after'));
  const { code, stdout } = await run('apply', file);
  expect(code).toBe(4);
  expect(stdout).toMatch(/\n3 extensions; done: before; not done: middle; not begun: after\n$/);
  expect((await run('list', '-o', 'json')).stdout).not.toContain('"extension": "after"');
  for (const name of ['before', 'other']) await run('delete', name);
});

test('bad input of one writes nothing of the others; options for one are refused', async () => {
  const file = dist('bad', revision('good'), revision('bad', { data: { a: '1' } }).replace('"data":', '"dat":'));
  expect((await run('apply', file)).code).toBe(2);
  expect(await bench.test.contents()).toEqual([]);
  const fine = dist('two', revision('one'), revision('two'));
  expect(await run('apply', fine, '--watch')).toMatchObject({ code: 2, stderr: expect.stringContaining('--watch keeps one extension') });
  expect(await run('plan', fine, '--out', scratch.write('x', ''))).toMatchObject({ code: 2, stderr: expect.stringContaining('--out saves one plan') });
});

test('plain objects of several paths are one extension', async () => {
  const [a, b] = ['a', 'b'].map((name) => scratch.write(`${name}.yaml`, manifests.config(name, '1')));
  expect(await run('apply', a ?? '', b ?? '', '--name', 'both')).toMatchObject({ code: 0, stdout: expect.stringContaining('2 created') });
  await run('delete', 'both');
});
