/** Living with an extension that is installed: where it came from, what it is made of, what an operation would do to it. */
import { join } from 'node:path';
import { boxcutter, commandBench, manifests } from './command';
import { document } from './documents';

const bench = commandBench();
const { scratch } = bench;
const { config } = manifests;

/** A clone of a repository, with manifests in a folder of this name. */
function cloneOf(repository: string, clone: string, objects: readonly string[]): string {
  scratch.write(join(clone, '.git', 'config'), `[remote "origin"]\n\turl = https://ann:s3cret@${repository}.git\n`);
  for (const name of objects) scratch.write(join(clone, 'manifests', `${name}.yaml`), config(name, '1'));
  return join(scratch.path, clone, 'manifests');
}

test('the folder of another repository does not take the place of the extension that its name means', async () => {
  const ours = cloneOf('github.com/acme/shop', 'ours', ['settings', 'prices']);
  const others = cloneOf('github.com/other/site', 'others', ['pages']);
  expect(await bench.run('apply', ours)).toMatchObject({ code: 0 });
  const before = await bench.test.contents();

  const refused = await bench.run('apply', others);
  expect(refused).toMatchObject({ code: 2, stdout: '' });
  expect(refused.stderr).toContain('it came from github.com/acme/shop (manifests), and this comes from github.com/other/site (manifests)');
  expect(refused.stderr).toContain('all 2 of its objects would be deleted');
  expect(refused.stderr).toMatch(/--name NAME.* --name manifests\./);
  const { error, plan, confirmed } = {
    error: document(await bench.run('apply', others, '--dry-run', '-o', 'json')),
    plan: await bench.run('plan', others),
    confirmed: await bench.run('apply', others, '--plan', '--yes'),
  };
  expect(error).toMatchObject({ code: 'content-differs', details: { because: 'nothing-shared', installed: 2 } });
  expect(JSON.stringify(error)).not.toContain('s3cret');
  expect(plan).toMatchObject({ code: 2, stdout: expect.stringMatching(/- ConfigMap [^]*! An extension "manifests" is installed already/) });
  expect(confirmed).toMatchObject({ code: 2, stdout: expect.stringContaining('would be deleted') });
  expect(await bench.test.contents()).toEqual(before);

  // The same repository cloned elsewhere is the same extension.
  const elsewhere = cloneOf('github.com/acme/shop', 'ci/builds/17', ['settings']);
  expect(await bench.run('apply', elsewhere)).toMatchObject({ code: 0, stdout: expect.stringContaining('1 deleted') });
  expect(await bench.run('apply', others, '--name', 'manifests')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('1 created, 1 deleted'),
  });
  expect(await bench.run('delete', 'manifests')).toMatchObject({ code: 0 });
});

test('get, diff and history show what is installed, and no value of a Secret', async () => {
  const path = (name: string) => join(scratch.path, name);
  const token = 'apiVersion: v1\nkind: Secret\nmetadata: { name: token }\nstringData: { token: hunter2 }\n';
  for (const [name, value] of [['v1', '1'], ['v2', '2']] as const) {
    scratch.write(join(name, 'settings.yaml'), config('shown-settings', value));
    scratch.write(join(name, 'token.yaml'), token.replace('hunter2', `hunter${value}`));
  }
  scratch.write(join('v1', 'old.yaml'), config('shown-old', '1'));
  for (const name of ['v1', 'v2']) expect(await bench.run('apply', path(name), '--name', 'shown')).toMatchObject({ code: 0 });

  const manifest = await bench.run('get', 'shown', 'manifest');
  expect(manifest).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('name: shown-settings'),
    stderr: expect.stringContaining('--show-secrets'),
  });
  expect(manifest.stdout).not.toMatch(/hunter|aHVudGVy/);
  const whole = await bench.run('get', 'shown', 'manifest', '--revision', '1', '--show-secrets');
  expect(whole.stdout).toContain(Buffer.from('hunter1').toString('base64'));
  // What is printed is what was applied.
  scratch.write('printed.yaml', whole.stdout);
  expect(await bench.run('apply', path('printed.yaml'), '--name', 'shown', '--dry-run')).toMatchObject({
    code: 10,
    stdout: expect.stringContaining('would be: 1 created, 2 updated'),
  });
  const objects = document(await bench.run('get', 'shown', 'objects', '-o', 'json'));
  expect(objects).toMatchObject({
    extension: 'shown',
    revision: 2,
    objects: [{ kind: 'ConfigMap', name: 'shown-settings' }, { kind: 'Secret' }],
  });
  expect(await bench.run('get', 'shown', 'config')).toMatchObject({ code: 0, stderr: expect.stringContaining('The record has no configuration') });
  expect(await bench.run('get', 'shown', 'manifest', '--revision', '7')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('On record: 2, 1.'),
  });

  const compared = await bench.run('diff', 'shown');
  expect(compared).toMatchObject({
    code: 10,
    stdout: expect.stringMatching(/2 objects changed, 1 object removed[^]*-  value: "?'?1[^]*\+  value: "?'?2/),
  });
  expect(compared.stdout).not.toMatch(/hunter|aHVudGVy/);
  expect(document(await bench.run('diff', 'shown', '--from', '1', '--to', '2', '-o', 'json'))).toMatchObject({
    from: { revision: 1 }, to: { revision: 2 },
    objects: [
      { name: 'shown-settings' },
      { kind: 'Secret', change: 'changed', changes: [{ path: 'data.token', secret: { beforeBytes: 7, afterBytes: 7 } }] },
      { change: 'removed' },
    ],
  });
  expect(await bench.run('diff', 'shown', '--from', '2', '--to', '2')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('the same content'),
  });
  const history = await bench.run('history', 'shown');
  expect(history.stdout).toMatch(/\n2 .*@.* ~ConfigMap\/shown-settings ~Secret\/token -ConfigMap\/shown-old\n1 .* 3 objects\n/);
  expect(document(await bench.run('history', 'shown', '-o', 'json'))).toMatchObject({ revisions: [
    { by: expect.stringContaining('@'), objects: 2, changes: { removed: [{ name: 'shown-old' }] } },
    { objects: 3 },
  ] });
  expect(await bench.run('delete', 'shown')).toMatchObject({ code: 0 });
});

test('what a deletion or letting go would do is shown with the exit code of a plan, and nothing is written', async () => {
  expect(await bench.run('apply', scratch.write('leaving.yaml', config('leaving', '1')))).toMatchObject({ code: 0 });
  const before = await bench.test.contents();
  const wanted = { code: 10, stdout: expect.stringContaining('nothing was written (dry run)') };
  expect(await bench.run('delete', 'leaving', '--plan')).toMatchObject({ ...wanted, stdout: expect.stringMatching(/- ConfigMap .*leaving[^]*1 deleted/) });
  expect(await bench.run('orphan', 'leaving', '--plan')).toMatchObject(wanted);
  expect(await bench.run('orphan', 'leaving', 'ConfigMap/leaving', '--plan')).toMatchObject(wanted);
  expect(await bench.test.contents()).toEqual(before);
  // There is no one to ask behind a pipe, so nothing waits for an answer.
  expect(await bench.run('delete', 'leaving')).toMatchObject({ code: 0, stdout: expect.stringContaining('leaving: deleted') });
});

test('a rollback that would narrow a definition offers to keep it, and rolls back the rest', async () => {
  const group = `${bench.namespace}.example.com`;
  const version = (values: string): string => `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: widgets.${group} }
spec:
  group: ${group}
  scope: Namespaced
  names: { kind: Widget, plural: widgets, singular: widget, listKind: WidgetList }
  versions:
  - name: v1
    served: true
    storage: true
    schema: { openAPIV3Schema: { type: object, properties: { spec: { type: object, properties: { mode: { type: string, enum: [${values}] } } } } } }
---
${config('widget-settings', values)}`;
  for (const values of ['a', 'a, b']) expect(await bench.run('apply', scratch.write('widgets.yaml', version(values)))).toMatchObject({ code: 0 });
  await bench.test.create({ apiVersion: `${group}/v1`, kind: 'Widget', metadata: { name: 'one', namespace: bench.namespace }, spec: { mode: 'b' } });

  const refused = await bench.run('rollback', 'widgets');
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('--keep-crds keeps the newer CustomResourceDefinitions and rolls back the rest.') });
  expect(await bench.run('rollback', 'widgets', '--plan')).toMatchObject({ code: 2, stdout: expect.stringContaining('an apply stops before it writes anything') });
  const plan = document(await bench.run('rollback', 'widgets', '--plan', '--keep-crds', '-o', 'json'));
  expect(plan).toMatchObject({ extension: 'widgets', revision: 3, changes: true, crdRefused: false, counts: { change: 1, unchanged: 1 } });
  expect(await bench.run('rollback', 'widgets', '--keep-crds')).toMatchObject({ code: 0, stdout: expect.stringContaining('the content of revision 1: complete\n1 updated, 1 unchanged') });
  expect(await bench.run('delete', 'widgets', '--delete-data')).toMatchObject({ code: 0 });
});

test('tree goes down to the Pods, and finds the only extension of its name from another namespace', async () => {
  const file = scratch.write('grown.yaml', manifests.deployment('grown') + '---\n' + config('grown-settings', '1'));
  expect(await bench.run('apply', file)).toMatchObject({ code: 0 });
  const { code, stdout, stderr } = await boxcutter(['tree', 'grown']);
  expect(stderr).toBe(`The state of extension "grown" is in namespace ${bench.namespace}.\n`);
  expect(stdout).toMatch(/^grown revision 1: healthy\n[^]*ConfigMap [^]*Deployment .*grown.*\n +└ ReplicaSet grown-\w+ {2}1\/1 ready\n +└ Pod grown-.* {2}Running\n/);
  expect(code).toBe(0);
  const found = document(await bench.run('tree', 'grown', '-o', 'json'));
  expect(JSON.stringify(found)).toMatch(/"kind":"ReplicaSet"[^]*"owned":\[\{"apiVersion":"v1","kind":"Pod"/);
  // What writes never goes elsewhere than it was sent.
  expect(await boxcutter(['delete', 'grown'])).toMatchObject({ code: 2, stderr: expect.stringContaining(`-n ${bench.namespace}`) });
  expect(await bench.run('delete', 'grown')).toMatchObject({ code: 0 });
});
