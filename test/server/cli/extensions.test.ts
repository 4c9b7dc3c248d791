/**
 * The life of an extension through the command: apply, look, upgrade, delete, recover; and the documents for machines, each
 * against its published schema.
 */
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { boxcutter, commandBench, manifests } from './command';
import { document, schemas } from './documents';

const bench = commandBench();
const { scratch } = bench;

const folder = (name: string, files: Record<string, string>): string => {
  for (const [file, content] of Object.entries(files)) scratch.write(join(name, file), content);
  return join(scratch.path, name);
};
const { config, deployment: web } = manifests;
/** No node has it, so no pod ever runs. */
const never = 'nodeSelector: { nowhere: "true" }, ';
const in_ = bench.run;
const json = async (...args: string[]) => document(await in_(...args, '-o', 'json'));

test('the life of an extension', async () => {
  const shop = folder('shop', { 'config.yaml': config('settings', '1'), 'old.yaml': config('old', '1'), 'web.yaml': web('web') });

  const dry = await in_('apply', shop, '--dry-run');
  expect(dry).toMatchObject({ code: 10, stdout: expect.stringContaining('nothing was written (dry run)') });
  expect(await bench.test.contents()).toEqual([]);

  const first = await in_('apply', shop);
  expect(first.code).toBe(0);
  // One dry run each, and one that asks whether the server knows how to create only.
  expect(first.stdout).toMatch(/^shop revision 1: complete\n3 created; 6 writes, 4 dry runs, \d+ reads; \d/m);
  expect(first.stderr).toMatch(/ConfigMap .*\/settings: created\n/);
  expect(first.stderr).toMatch(/phase deploy: complete\n$/);

  expect(await json('apply', shop)).toMatchObject({ extension: 'shop', revision: 1, unchanged: true, newRevision: false, complete: true, status: 'complete' });
  expect((await in_('apply', shop)).stdout).toMatch(/unchanged\n3 unchanged; 0 writes, 0 dry runs/);

  const second = folder('shop-2', { 'config.yaml': config('settings', '2'), 'new.yaml': config('new', '1'), 'web.yaml': web('web') });
  const upgrade = await json('apply', second, '--name', 'shop');
  expect(upgrade).toMatchObject({ command: 'apply', revision: 2, newRevision: true, complete: true, removed: [{ kind: 'ConfigMap', name: 'old', action: 'Deleted' }] });
  const objects = (upgrade['phases'] as { objects: { name: string; action: string; ready: boolean }[] }[]).flatMap((phase) => phase.objects);
  expect(Object.fromEntries(objects.map(({ name, action }) => [name, action]))).toEqual({ new: 'Created', settings: 'Updated', web: 'Unchanged' });
  expect(objects.every(({ ready }) => ready)).toBe(true);

  expect(await json('list')).toMatchObject({ extensions: [{ extension: 'shop', revision: 2, status: 'complete', objects: 3, stateNamespace: bench.namespace }] });
  expect((await in_('list')).stdout).toMatch(/^EXTENSION +STATE IN +VERSION +REVISION +STATUS +OBJECTS +AGE\nshop /);
  expect(await json('status', 'shop')).toMatchObject({ extension: 'shop', revision: 2, healthy: true });
  expect((await in_('status', 'shop')).stdout).toMatch(/^shop revision 2: healthy\n/);
  expect(await json('history', 'shop')).toMatchObject({ revisions: [{ number: 2 }, { number: 1 }] });
  expect((await in_('history', 'shop')).stdout).toMatch(/\n2 +- +current .*\n1 +- +superseded /);

  await bench.test.remove({ apiVersion: 'v1', kind: 'ConfigMap', namespace: bench.namespace, name: 'settings' });
  const drifted = await in_('status', 'shop');
  expect(drifted.code).toBe(3);
  expect(drifted.stdout).toMatch(/not as it should be[^]*settings/);
  expect(await json('apply', second, '--name', 'shop')).toMatchObject({ revision: 2, newRevision: false, unchanged: false, complete: true });

  const gone = await json('delete', 'shop');
  expect(gone).toMatchObject({ command: 'delete', complete: true, phases: [] });
  expect((gone['removed'] as { action: string }[]).map(({ action }) => action)).toEqual(['Deleted', 'Deleted', 'Deleted']);
  await bench.test.withoutSecrets();
  expect(await bench.test.contents()).toEqual([]);
  expect((await in_('list')).stdout).toContain('No extension has its state');
}, 60_000);

test('rendered and applied from standard input is the same as applied', async () => {
  const piped = folder('piped', { 'config.yaml': config('piped', '1') });
  const rendered = await in_('render', piped);
  expect(rendered.code).toBe(0);
  expect(rendered.stdout).toMatch(/^kind: ClusterExtensionRevision$/m);
  expect(await in_('apply', piped)).toMatchObject({ code: 0 });
  const again = await boxcutter(['apply', '-', '-n', bench.namespace, '-o', 'json'], { stdin: rendered.stdout });
  expect(document(again)).toMatchObject({ extension: 'piped', revision: 1, unchanged: true });
  const list = JSON.parse((await in_('render', piped, '-o', 'json')).stdout) as { kind: string; items: { kind: string }[] };
  expect(list).toMatchObject({ kind: 'List', items: [{ kind: 'ClusterExtensionRevision' }] });
  expect((await in_('delete', 'piped')).code).toBe(0);
});

test('a lost state is recovered from the objects', async () => {
  const lost = folder('lost', { 'config.yaml': config('lost', '1') });
  await in_('apply', lost);
  await bench.test.remove({ apiVersion: 'v1', kind: 'Secret', namespace: bench.namespace, name: 'boxcutter.lost' });
  expect((await in_('status', 'lost')).code).toBe(2);
  expect(await json('recover', 'lost')).toMatchObject({ extension: 'lost', objects: [{ kind: 'ConfigMap', name: 'lost' }] });
  expect(await in_('apply', lost)).toMatchObject({ code: 0 });
  expect(await json('status', 'lost')).toMatchObject({ healthy: true });
  const needless = await in_('recover', 'lost');
  expect(needless).toBeOneMessage();
  expect(needless.code).toBe(2);
  await in_('delete', 'lost');
});

describe('what ends with another exit code', () => {
  test('4: an object that is not ours to touch stays as it is, and nothing else is written', async () => {
    await bench.test.create({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'theirs', namespace: bench.namespace }, data: { value: 'theirs' } });
    const rival = folder('rival', { 'a.yaml': config('mine', '1'), 'b.yaml': config('theirs', 'mine') });
    const result = await in_('apply', rival);
    expect(result.code).toBe(4);
    expect(result.stdout).toMatch(/rival revision 1: failed, none of its objects was written\n[^]*theirs: Collision: it exists and no revision manages it; the collision protection IfNoController or None would adopt it/);
    expect(await bench.test.get({ apiVersion: 'v1', kind: 'ConfigMap', namespace: bench.namespace, name: 'theirs' })).toMatchObject({ data: { value: 'theirs' } });
    expect(await bench.test.contents()).toEqual(['ConfigMap theirs']);
    const forMachines = await in_('apply', rival, '-o', 'json');
    expect(forMachines.code).toBe(4);
    expect(document(forMachines)).toMatchObject({ status: 'failed', complete: false });
    await bench.test.remove({ apiVersion: 'v1', kind: 'ConfigMap', namespace: bench.namespace, name: 'theirs' });
  });

  test('6: what holds data that is not the extension\'s is not deleted unasked', async () => {
    const name = `${bench.namespace}-data`;
    const stored = folder('stored', { 'namespace.yaml': `apiVersion: v1\nkind: Namespace\nmetadata: { name: ${name} }\n` });
    expect((await in_('apply', stored)).code).toBe(0);
    await bench.test.create({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'precious', namespace: name } });
    const result = await in_('delete', 'stored');
    expect(result).toBeOneMessage();
    expect(result.code).toBe(6);
    expect(result.stderr).toMatch(new RegExp(`Namespace ${name}: 1 ConfigMap \\(${name}/precious\\)`));
    expect(await bench.test.get({ apiVersion: 'v1', kind: 'Namespace', name })).toMatchObject({ status: { phase: 'Active' } });
    expect((await in_('delete', 'stored', '--orphan')).code).toBe(0);
    expect(await bench.test.get({ apiVersion: 'v1', kind: 'Namespace', name })).toMatchObject({ status: { phase: 'Active' } });
    await bench.test.remove({ apiVersion: 'v1', kind: 'Namespace', name });
  });

  test('3: not complete in time; what is done stays', async () => {
    const slow = folder('slow', { 'web.yaml': web('slow', never) });
    const result = await in_('apply', slow, '--timeout', '1s');
    expect(result.code).toBe(3);
    expect(result.stdout).toMatch(/slow revision 1: not complete in time\. What was done stays[^]*… Deployment .*slow: /);
    expect(await in_('apply', slow, '--no-wait')).toMatchObject({ code: 3, stdout: expect.stringContaining('without waiting') });
    expect((await in_('status', 'slow')).code).toBe(3);
    expect((await in_('delete', 'slow')).code).toBe(0);
  });
});

test('every published schema says what it is', () => {
  for (const [name, schema] of schemas) {
    expect(schema).toMatchObject({ $schema: 'http://json-schema.org/draft-07/schema#', title: expect.any(String), properties: { schema: { const: `boxcutter.${name}/v1` } } });
  }
});

test('errors and clusters have documents, too', async () => {
  expect(document(await boxcutter(['status', 'nobody', '-o', 'json']))).toMatchObject({ code: 'not-found' });
  expect(document(await boxcutter(['cluster', 'status', '--name', 'no-such-cluster', '-o', 'json']))).toMatchObject({ state: 'absent' });
  expect(document(await boxcutter(['cluster', 'status', '--all', '-o', 'json']))).toMatchObject({ clusters: expect.any(Array) });
  mkdirSync(join(scratch.path, 'empty'));
  expect(existsSync(join(scratch.path, 'empty', 'dist'))).toBe(false);
});
