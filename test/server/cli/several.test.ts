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

test('a namespace that an earlier one brings: the plan says with which it comes', async () => {
  const namespace = `${bench.namespace}-more`;
  const bringing = JSON.stringify(compile({
    extension: 'bringing', objects: [{ manifest: { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } }, origin: { source: 'n' } }],
  }).compiled?.manifest);
  const file = dist('bringing', bringing, revision('inside', { metadata: { name: 'inside', namespace } }));
  const planned = await run('plan', file);
  expect(planned).toMatchObject({ code: 10, stdout: expect.stringMatching(/\+ ConfigMap \S+-more\/inside\n +not asked: its namespace is part of bringing\n/) });
  expect(planned.stdout).toMatch(/\n2 extensions: 2 to create\n$/);
  const applied = await run('apply', file, '--plan', '--yes');
  expect(applied).toMatchObject({ code: 0, stdout: expect.stringMatching(/\n2 extensions: 2 to create\n[^]*2 extensions: all done/) });
  // Of each, its own: the lock, the content, the object, the end.
  expect(applied.stdout.match(/; 4 writes, /g)).toHaveLength(2);
  expect(await run('plan', file)).toMatchObject({ code: 0, stdout: expect.stringMatching(/\n2 extensions: 2 unchanged\n$/) });
  for (const name of ['inside', 'bringing']) await run('delete', name);
});

test('a kind that an earlier one brings: the plan says with which it comes, and the apply finds it served', async () => {
  const group = `${bench.namespace}.example.com`;
  const schema = { openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object', properties: { size: { type: 'integer' } } } } } };
  const crd = {
    apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', metadata: { name: `widgets.${group}` },
    spec: { group, scope: 'Namespaced', names: { kind: 'Widget', plural: 'widgets' }, versions: [{ name: 'v1', served: true, storage: true, schema }] },
  };
  const manifestOf = (extension: string, manifest: object): string =>
    JSON.stringify(compile({ extension, objects: [{ manifest: manifest as never, origin: { source: extension } }] }).compiled?.manifest);
  const widget = { apiVersion: `${group}/v1`, kind: 'Widget', metadata: { name: 'one', namespace: bench.namespace }, spec: { size: 1 } };
  const file = dist('kinds', manifestOf('kinds', crd), manifestOf('widgets', widget));
  expect(await run('plan', file)).toMatchObject({ code: 10, stdout: expect.stringMatching(/\+ Widget \S+\/one\n +not asked: its kind is part of kinds\n[^]*\n2 extensions: 2 to create\n$/) });
  const { plans } = document(await run('plan', file, '-o', 'json')) as unknown as { plans: { phases: { objects: object[] }[] }[] };
  expect(plans[1]?.phases[0]?.objects).toEqual([expect.objectContaining({ action: 'create', comesWith: 'kinds' })]);
  expect(await run('apply', file, '--dry-run')).toMatchObject({ code: 10, stdout: expect.stringMatching(/Widget \S+\/one[^]*\n2 extensions: all done\n$/) });
  expect(await bench.test.contents()).toEqual([]);
  // Alone, it has nothing to count on.
  expect(await run('plan', file, '--name', 'widgets')).toMatchObject({ code: 4, stderr: expect.stringContaining('does not serve these kinds') });
  expect(await run('apply', file, '--plan', '--yes')).toMatchObject({ code: 0, stdout: expect.stringContaining('2 extensions: all done') });
  // Now that it is served, the server is asked.
  const again = await run('plan', dist('again', manifestOf('kinds', crd), manifestOf('widgets', { ...widget, spec: { size: 2 } })));
  expect(again).toMatchObject({ code: 10, stdout: expect.stringMatching(/~ Widget \S+\/one\n[^]*\n2 extensions: 1 to change, 1 unchanged\n$/) });
  expect(again.stdout).not.toContain('comes with');
  for (const name of ['widgets', 'kinds']) await run('delete', name, '--delete-data');
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

test('where it is known what needs what, only that is not begun which needs what failed', async () => {
  await run('apply', scratch.write('taken.yaml', manifests.config('middle-settings', '1')), '--name', 'other');
  const needing = (extension: string, ...dependsOn: readonly string[]): string => {
    const { metadata, ...rest } = JSON.parse(revision(extension)) as { metadata: object };
    return JSON.stringify({ ...rest, metadata: { ...metadata, annotations: { 'olm.operatorframework.io/depends-on': dependsOn.join(', ') } } });
  };
  // As they are named they would be in the wrong order.
  const file = dist('known', needing('after', 'middle'), needing('middle'), needing('further', 'after'), needing('beside'), needing('twice', 'beside'));
  const applied = await run('apply', file);
  expect(applied).toMatchObject({
    code: 4, stdout: expect.stringMatching(/\n5 extensions; done: beside, twice; not done: middle; not begun: after \(needs middle\), further \(needs after\)\n$/),
  });
  const json = document(await run('apply', file, '-o', 'json'));
  expect(json).toMatchObject({ outcomes: [{ extension: 'middle', status: 'failed' }, { extension: 'beside' }, { extension: 'twice' }], failures: [], notBegun: ['after', 'further'] });
  for (const name of ['beside', 'twice', 'other']) await run('delete', name);
});

test('an error of one is said, and the others that do not need it are applied', async () => {
  const free = (text: string): string => text.replace('"labels":', '"annotations":{"olm.operatorframework.io/depends-on":""},"labels":');
  const file = dist('astray', free(revision('astray', { metadata: { name: 'x', namespace: 'is-not-there' } })), free(revision('fine')));
  expect(await run('apply', file)).toMatchObject({
    code: 2, stderr: expect.stringMatching(/Error: Namespace is-not-there does not exist/), stdout: expect.stringMatching(/\n2 extensions; done: fine; not done: astray\n$/),
  });
  expect(document(await run('apply', file, '-o', 'json'))).toMatchObject({
    outcomes: [{ extension: 'fine', unchanged: true }], failures: [{ extension: 'astray', code: 'namespace-not-found', category: 'input', hint: expect.any(String) }], notBegun: [],
  });
  await run('delete', 'fine');
});

test('bad input of one writes nothing of the others; options for one are refused', async () => {
  const file = dist('bad', revision('good'), revision('bad', { data: { a: '1' } }).replace('"data":', '"dat":'));
  expect((await run('apply', file)).code).toBe(2);
  expect(await bench.test.contents()).toEqual([]);
  const fine = dist('two', revision('one'), revision('two'));
  expect(await run('apply', fine, '--watch')).toMatchObject({ code: 2, stderr: expect.stringContaining('--watch keeps one extension') });
  expect(await run('plan', fine, '--out', `${scratch.path}/saved.plan`)).toMatchObject({ code: 2, stderr: expect.stringContaining('--out saves the plan of one extension') });
});

test('plain objects of several paths are one extension', async () => {
  const [a, b] = ['a', 'b'].map((name) => scratch.write(`${name}.yaml`, manifests.config(name, '1')));
  expect(await run('apply', a ?? '', b ?? '', '--name', 'both')).toMatchObject({ code: 0, stdout: expect.stringContaining('2 created') });
  await run('delete', 'both');
});
