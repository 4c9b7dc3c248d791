/**
 * The process dies, as with kill -9 or when the machine goes: running the command again ends where it would have ended.
 */
import type { KubeObject } from '../../../lib/api';
import { commandBench, manifests, start } from './command';

const bench = commandBench();
const { config, deployment, ingress } = manifests;

/** While no node has this label, the Deployment does not become available, and what comes after it waits. */
const gateOf = (name: string): string => `nodeSelector: { ${name}: ${bench.namespace} }, `;
const openGate = async (name: string): Promise<void> => {
  const answer = await bench.cluster.patch({ apiVersion: 'v1', kind: 'Node', name: 'node-1' }, [{
    op: 'add',
    path: `/metadata/labels/${name}`,
    value: bench.namespace,
  }], 'test');
  expect(answer.type).toBe('object');
};

/** Twenty objects before the gate, the gate, and what waits behind it. */
function packageOf(extension: string, version: 1 | 2, gated: boolean): string {
  const settings = Array.from({ length: 20 }, (_, index) => config(`${extension}-${index}`, index % 2 === 0 ? String(version) : 'same'));
  const gate = gated ? gateOf(`${extension}-${version}`) : '';
  const parts = [
    ...settings,
    config(`${extension}-only-${version}`, 'x'),
    deployment(`${extension}-web-${version}`, gate),
    ingress(`${extension}-${version}`),
  ];
  return bench.scratch.write(`${extension}-${version}.yaml`, parts.join('---\n'));
}

interface Found {
  readonly content: string;
  readonly uid: string;
}

/** What there is of an extension, by kind and name: content and uid. */
async function objectsOf(extension: string): Promise<ReadonlyMap<string, Found>> {
  const kinds = [['v1', 'ConfigMap'], ['apps/v1', 'Deployment'], ['networking.k8s.io/v1', 'Ingress']] as const;
  const lists = await Promise.all(kinds.map(([apiVersion, kind]) => bench.cluster.list({ apiVersion, kind, namespace: bench.namespace })));
  const isPart = ({ metadata }: KubeObject): boolean => metadata.name?.startsWith(`${extension}-`) === true;
  const found = lists.flatMap(({ objects }, index) => objects.filter(isPart).map((object): [string, Found] => {
    const { metadata, data, spec } = object as typeof object & { data?: object; spec?: object };
    const content = JSON.stringify([data, spec, metadata.labels]).replaceAll(extension, 'EXTENSION');
    return [`${kinds[index]?.[1] ?? ''} ${(metadata.name ?? '').replace(extension, 'EXTENSION')}`, { content, uid: metadata.uid ?? '' }];
  }));
  return new Map(found.sort(([a], [b]) => (a < b ? -1 : 1)));
}
const contents = (found: ReadonlyMap<string, Found>): readonly (readonly string[])[] =>
  [...found].map(([name, { content }]) => [name, content]);

async function killedWhile(saying: RegExp, ...args: string[]): Promise<void> {
  const run = start(bench.in_(...args));
  await run.said(saying);
  run.child.kill('SIGKILL');
  expect(await run.finished).toMatchObject({ code: null, signal: 'SIGKILL' });
}

test('in the middle of an install and of an upgrade: run again, all is as if nothing had happened, and nothing was made anew', async () => {
  const waiting = /Deployment .*: created, waiting/;
  await killedWhile(waiting, 'apply', packageOf('cut', 1, true), '--name', 'cut');
  const first = await objectsOf('cut');
  expect([...first.keys()]).not.toContain('Ingress EXTENSION-1');
  // Nobody holds it: the process that did ran here, and is gone.
  await openGate('cut-1');
  expect(await bench.run('apply', packageOf('cut', 1, true), '--name', 'cut')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('cut revision 1: complete'),
  });
  const installed = await objectsOf('cut');
  for (const [name, { uid }] of first) expect([name, installed.get(name)?.uid]).toEqual([name, uid]);

  await killedWhile(waiting, 'apply', packageOf('cut', 2, true), '--name', 'cut');
  expect([...(await objectsOf('cut')).keys()]).toEqual(expect.arrayContaining([
    'ConfigMap EXTENSION-only-1',
    'Deployment EXTENSION-web-2',
  ]));
  await openGate('cut-2');
  expect(await bench.run('apply', packageOf('cut', 2, true), '--name', 'cut')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('cut revision 2: complete'),
  });
  const upgraded = await objectsOf('cut');

  // The same without trouble.
  await openGate('calm-1');
  await openGate('calm-2');
  for (const version of [1, 2] as const) expect(await bench.run('apply', packageOf('calm', version, true), '--name', 'calm'))
    .toMatchObject({ code: 0 });
  expect(contents(upgraded)).toEqual(contents(await objectsOf('calm')));
  const kept = [...upgraded].filter(([name]) => /^ConfigMap EXTENSION-\d+$/.test(name));
  expect(kept).toHaveLength(20);
  for (const [name, { uid }] of kept) expect([name, installed.get(name)?.uid]).toEqual([name, uid]);
  expect((await bench.run('status', 'cut')).code).toBe(0);
  for (const extension of ['cut', 'calm']) expect((await bench.run('delete', extension)).code).toBe(0);
}, 120_000);

test('again and again, wherever it happens to be: the run that is left alone completes, under the same number', async () => {
  const file = packageOf('often', 1, false);
  const uids = new Map<string, string>();
  for (const saying of [/^Applying/m, /created/, /phase \S+: complete/, /Deployment .*created/]) {
    const run = start(bench.in_('apply', file, '--name', 'often'));
    // A run that has nothing more to say has completed.
    await run.said(saying).catch(() => undefined);
    run.child.kill('SIGKILL');
    await run.finished;
    for (const [name, { uid }] of await objectsOf('often')) {
      expect([name, uids.get(name) ?? uid]).toEqual([name, uid]);
      uids.set(name, uid);
    }
  }
  expect(await bench.run('apply', file, '--name', 'often')).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/often revision 1: (complete|unchanged)/),
  });
  const found = await objectsOf('often');
  for (const [name, uid] of uids) expect([name, found.get(name)?.uid]).toEqual([name, uid]);
  expect(found.size).toBe(23);
  expect((await bench.run('delete', 'often')).code).toBe(0);
}, 120_000);

test.each<[string, boolean]>([
  ['a delete right after that', false],
  ['the same again, and a delete after that', true],
])('in the middle of an upgrade that lets an object live on from now on: %s lets it live', async (_, isRepeated) => {
  const extension = isRepeated ? 'repeated' : 'spared';
  const annotated = ingress(extension)
    .replace('metadata: { ', 'metadata: { annotations: { olm.operatorframework.io/on-removal: orphan }, ');
  const versionOf = (version: number, ...parts: readonly string[]): string =>
    bench.scratch.write(`${extension}-${version}.yaml`, [config(`${extension}-settings`, String(version)), ...parts].join('---\n'));
  const [before, after] = [
    versionOf(1, ingress(extension)),
    versionOf(2, deployment(`${extension}-web`, gateOf(extension)), annotated),
  ];
  const ref = { apiVersion: 'networking.k8s.io/v1', kind: 'Ingress', namespace: bench.namespace, name: extension };

  expect(await bench.run('apply', before, '--name', extension)).toMatchObject({ code: 0 });
  const installed = await bench.test.get(ref);
  await killedWhile(/Deployment .*: created, waiting/, 'apply', after, '--name', extension);
  // It was not this far: only the record says that the object is to live.
  expect((await bench.test.get(ref))?.metadata.annotations ?? {}).not.toHaveProperty(['olm.operatorframework.io/on-removal']);
  if (isRepeated) {
    await openGate(extension);
    expect(await bench.run('apply', after, '--name', extension)).toMatchObject({ code: 0 });
  }
  expect(await bench.run('delete', extension)).toMatchObject({ code: 0, stdout: expect.stringContaining('1 orphaned') });
  expect((await bench.test.get(ref))?.metadata).toMatchObject({ uid: installed?.metadata.uid });
  expect((await bench.test.get(ref))?.metadata).not.toHaveProperty('deletionTimestamp');
  await bench.test.remove(ref);
}, 60_000);
