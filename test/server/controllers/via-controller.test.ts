/** `boxcutter apply --via-controller`: the command writes revisions, the controllers roll them out, and the command follows. */
import type { KubeObject, ObjectRef } from '../../../lib/api';
import { boxcutter, start, type Finished, type Running } from '../cli/command';
import { fleet, revision } from './fleet';

const group = fleet();
let name: string;
let namespace: string;
let controllers: Running;
const config = (at: string): ObjectRef => ({ apiVersion: 'v1', kind: 'ConfigMap', namespace, name: at });
const dataOf = (live: KubeObject | undefined): unknown => (live?.['data'] as { readonly value?: string } | undefined)?.value;

/** The output of `cdk8s synth`, or plain YAML: with a Secret, so that there is content by reference. */
function written(file: string, value: string, more = ''): string {
  return group.scratch.write(file, `
apiVersion: v1
kind: ConfigMap
metadata: {name: settings}
data: {value: "${value}"}
---
apiVersion: v1
kind: Secret
metadata: {name: key}
stringData: {token: "${value}"}
${more}`);
}

const apply = (path: string, ...more: readonly string[]): Promise<Finished> => boxcutter([
  'apply', path, '--name', name, '-n', namespace, '--state-namespace', namespace, '--via-controller', '--timeout', '60s', ...more,
]);

beforeAll(async () => {
  ({ namespace } = group.test);
  name = namespace;
  // Revisions of the command have no label of a shard: this process looks at all that have the name of the extension.
  controllers = start([
    'controller', 'run', '--no-leader-election', '--namespace', namespace, '--watch-selector', `olm.operatorframework.io/owner-name=${name}`,
    '--health-address', '127.0.0.1:0', '--metrics-address', '127.0.0.1:0', '--catalogs-address', '127.0.0.1:0',
    '--catalogs-directory', `${group.scratch.path}/catalogs`,
  ]);
  await controllers.printed(/"reconciling"/);
}, 60_000);
afterAll(async () => {
  controllers.child.kill('SIGTERM');
  await controllers.finished;
});

test('the first one is made, followed and kept', async () => {
  const { code, stderr } = await apply(written('one.yaml', '1'));
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining(`${name}-1 is written; the controllers roll it out.`) as string });
  expect(stderr).toContain(`${name}-1 RolledOut: Revision 1 is rolled out.`);
  await group.other.delete(config('settings'));
  await group.other.until(config('settings'), (live) => dataOf(live) === '1');
  const made = await group.other.get(revision(`${name}-1`));
  const content = await group.test.cluster.list({ apiVersion: 'v1', kind: 'Secret', namespace, labelSelector: `olm.operatorframework.io/revision-name=${name}-1` });
  expect(content.objects.map(({ metadata }) => metadata.ownerReferences?.[0]?.uid)).toEqual([made.metadata.uid]);
});

test('the same again writes nothing; another one takes over, and says what it was made of', async () => {
  expect((await apply(written('one.yaml', '1'))).stderr).toContain(`${name}-1 has this content already; nothing was written.`);
  const uid = (await group.other.get(config('settings'))).metadata.uid;
  const second = await apply(written('two.yaml', '2'), '-o', 'json');
  expect([second.code, JSON.parse(second.stdout)]).toEqual([0, expect.objectContaining({ schema: 'boxcutter.status/v1', extension: name }) as object]);
  expect((await group.other.get(config('settings'))).metadata.uid).toBe(uid);
  expect((await group.other.get(revision(`${name}-2`)))['spec']).toMatchObject({ revision: 2, previous: [{ name: `${name}-1` }] });
  await group.until(revision(`${name}-1`), 'Progressing False Archived');
});

test('what is in the way is said, and the exit code is that of a collision', async () => {
  await group.other.apply({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'taken', namespace } });
  const taken = '---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: taken}\n';
  const { code, stderr } = await apply(written('three.yaml', '3', taken));
  expect([code, stderr]).toEqual([4, expect.stringContaining(`ConfigMap.v1 ${namespace}/taken`) as string]);
  await group.other.delete(config('taken'));
  await group.until(revision(`${name}-3`), 'Succeeded True RolloutSuccess');
});

test('a closed upgrade gate of what is rolled out keeps the next one out', async () => {
  // It has no conditions, so this one is never as it should be.
  const gate = '---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: gate, annotations: {olm.operatorframework.io/upgrade-gate: Ready}}\n';
  const assertions = JSON.stringify([{ type: 'CEL', cel: { rule: "'open' in self.metadata.labels", message: 'nobody has opened it' } }]);
  const byRule = `---\n${JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'by-rule', annotations: { 'olm.operatorframework.io/upgrade-gate': assertions } } })}\n`;
  expect(await apply(written('four.yaml', '4', gate + byRule))).toMatchObject({ code: 0 });
  await group.until(revision(`${name}-4`), 'Upgradeable False UpgradeGated');
  await expect(apply(written('five.yaml', '5'))).resolves.toMatchObject({ stderr: expect.stringContaining('nobody has opened it') });
  await group.test.cluster.patch({ ...config('by-rule'), namespace }, [{ op: 'add', path: '/metadata/labels/open', value: '' }], 'kubectl');
  const { code, stderr } = await apply(written('five.yaml', '5'));
  expect([code, stderr]).toEqual([3, expect.stringMatching(/Revision 4 of extension .* lets no upgrade happen now: Object ConfigMap.* missing condition "Ready"[^]*--ignore-upgrade-gate/) as string]);
  expect(dataOf(await group.other.get(config('settings')))).toBe('4');
  expect(await apply(written('five.yaml', '5'), '--ignore-upgrade-gate')).toMatchObject({ code: 0 });
});

test.each([
  [['--dry-run'], '--dry-run means nothing to them'],
  [['--watch', '--atomic'], '--atomic, --watch mean nothing to them'],
])('options that the controllers do not know are refused before anything is written: %j', async (options, message) => {
  const { code, stderr } = await apply(written('one.yaml', 'x'), ...options);
  expect([code, stderr]).toEqual([2, expect.stringContaining(message) as string]);
});

test('of those that were archived, the five newest are kept; one that was made without the command stays', async () => {
  const kept = revision(`${name}-2`);
  await group.test.cluster.patch(kept, [{ op: 'remove', path: '/metadata/annotations/olm.operatorframework.io~1request' }], 'kubectl');
  for (const number of [6, 7, 8]) {
    expect(await apply(written('next.yaml', String(number)))).toMatchObject({ code: 0 });
    await group.until(revision(`${name}-${number - 1}`), 'Progressing False Archived');
  }
  expect(await apply(written('next.yaml', '8'))).toMatchObject({ code: 0 });
  const { objects } = await group.test.cluster.list({ apiVersion: 'olm.operatorframework.io/v1', kind: 'ClusterExtensionRevision', labelSelector: `olm.operatorframework.io/owner-name=${name}` });
  expect(objects.map(({ metadata }) => metadata.name).sort()).toEqual([2, 3, 4, 5, 6, 7, 8].map((number) => `${name}-${number}`));
});

test('list --watch shows extensions of the controllers, and what becomes of them', async () => {
  const list = start(['list', '-A', '--watch']);
  try {
    await list.printed(new RegExp(`${name} of the controllers: complete; revision 8|${name} +- +controllers +`));
    await apply(written('nine.yaml', '9'));
    await list.printed(new RegExp(`${name} of the controllers: complete; revision 9`));
    for (const number of [2, 3, 4, 5, 6, 7, 8, 9]) await group.other.delete(revision(`${name}-${number}`));
    await list.printed(new RegExp(`${name} of the controllers: deleted`));
  } finally {
    list.child.kill('SIGINT');
    await list.finished;
  }
});
