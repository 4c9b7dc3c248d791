/**
 * What operator-controller of upstream runs goes on under our controllers, or under the command, in both names that its revisions have had:
 * nothing is made anew, and a field that the package drops later goes.
 */
import { join } from 'node:path';
import type { KubeObject, ObjectRef } from '../../../../lib/api';
import { chunkedSecrets } from '../../../lib/adoption/helm/stored';
import { managersOf } from '../../adoption/helm-bench';
import { boxcutter } from '../../cli/command';
import { document } from '../../cli/documents';
import { stored } from '../../support/extension';
import { extension, fleet, PublishedCatalog, revision, type RunningControllers, saidOf } from '../fleet';
import { GROUP, installObjectSets, lease, OperatorController, type SetKind, setRef } from './operator-controller';

const group = fleet();
let namespace: string;
let controllers: RunningControllers | undefined;

const named = (name: string): ObjectRef => extension(`${name}-${group.shard}`);
const object = (kind: string, apiVersion: string, name: string): ObjectRef => ({ apiVersion, kind, name, namespace });
const config = (name: string): ObjectRef => object('ConfigMap', 'v1', name);
const workload = (name: string): ObjectRef => object('Deployment', 'apps/v1', `${name}-operator`);
const configMap = (name: string, data: object): KubeObject => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace }, data });
const live = (...refs: readonly ObjectRef[]): Promise<readonly KubeObject[]> => Promise.all(refs.map((ref) => group.other.get(ref)));
const uidsOf = async (...refs: readonly ObjectRef[]): Promise<readonly (string | undefined)[]> => (
  (await live(...refs)).map(({ metadata }) => metadata.uid));
const owners = ({ metadata: { ownerReferences = [] } }: KubeObject): readonly string[] => ownerReferences.map(({ kind, name }) => `${kind} ${name}`);

const spec = (name: string, version: string): object => (
  { namespace, source: { sourceType: 'Catalog', catalog: { packageName: name, version } } });
const ask = (name: string, version: string): Promise<KubeObject> => group.apply('ClusterExtension', named(name).name, spec(name, version));

/** What a bundle renders. */
async function rendered(name: string, version: string): Promise<readonly KubeObject[]> {
  const folder = join(group.scratch.path, `sets-draft/bundles/${name}.v${version}`);
  const { stdout, stderr, code } = await boxcutter(['bundle', 'render', folder, '--name', named(name).name, '-n', namespace, '--objects', '-o', 'json']);
  if (code !== 0) throw new Error(stderr);
  return (JSON.parse(stdout) as { readonly items: readonly KubeObject[] }).items;
}

/** Version 1.0.0 of the package, as operator-controller has installed it with a revision of this number. */
async function installed(kind: SetKind, name: string, number: number): Promise<KubeObject> {
  const upstream = new OperatorController(group.other, namespace, await ask(name, '1.0.0'));
  const objects = await rendered(name, '1.0.0');
  const set = await upstream.set({ kind, number, objects, version: '1.0.0', packageName: name });
  for (const one of objects) await upstream.write(one, set, number);
  return set;
}

async function ended(): Promise<void> {
  controllers?.child.kill('SIGTERM');
  await controllers?.finished;
}

beforeAll(async () => {
  const catalog = new PublishedCatalog(group, 'sets');
  for (const name of ['cos', 'cer', 'busy', 'half']) {
    await catalog.bundle(name, '1.0.0', { objects: [{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data: { version: '1', dropped: 'later' } }] });
    await catalog.bundle(name, '1.1.0', { objects: [{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data: { version: '2' } }] });
    catalog.package(name, { stable: [{ name: '1.0.0' }, { name: '1.1.0', replaces: `${name}.v1.0.0` }] });
  }
  const ref = await catalog.push();
  ({ namespace } = group.test);
  await installObjectSets(group.other);
  await group.apply('ClusterCatalog', group.shard, { source: { type: 'Image', image: { ref } } });
}, 600_000);

test('ClusterObjectSets: their objects go to the revision with the next number and then to the bundle, and they go; nothing is made anew', async () => {
  const owner = await ask('cos', '1.0.0');
  const upstream = new OperatorController(group.other, namespace, owner);
  const objects = await rendered('cos', '1.0.0');
  await upstream.set({ kind: 'ClusterObjectSet', number: 2, objects: [configMap('cos-old', {})], version: '0.9.0', packageName: 'cos', archived: true });
  // What it never got to control is not its to hand on.
  const [theirs] = await Promise.all([group.other.apply(configMap('cos-theirs', { a: 'b' }))]);
  const set = await upstream.set({ kind: 'ClusterObjectSet', number: 3, objects: [...objects, configMap('cos-theirs', { a: 'c' })], version: '1.0.0', packageName: 'cos' });
  for (const one of objects) await upstream.write(one, set, 3);
  // A release from before: operator-controller leaves those that it has moved from.
  const { name = '', uid = '' } = owner.metadata;
  const [stale] = chunkedSecrets({ name, namespace, manifest: JSON.stringify(configMap('cos-stale', {})), more: { labels: {} } }, 1_000_000);
  const { uid: _uid, resourceVersion: _version, ...metadata } = stale.metadata;
  const ownerReferences = [{ apiVersion: owner.apiVersion, kind: owner.kind, name, uid, controller: true }];
  await group.other.cluster.create({ ...stale, metadata: { ...metadata, namespace, ownerReferences } });
  const before = await live(config('cos'), workload('cos'));

  controllers = await group.startControllers();
  await group.until(revision(`${name}-4`), 'Progressing False Archived');
  await group.until(revision(`${name}-5`), 'Progressing False RolledOut');
  await group.until(named('cos'), 'Installed True Succeeded');
  const [taken] = await live(revision(`${name}-4`));
  expect(taken).toMatchObject({
    metadata: { annotations: { [`${GROUP}/migrated-from-object-sets`]: `${name}-3`, [`${GROUP}/bundle-name`]: 'cos.v1.0.0', [`${GROUP}/bundle-version`]: '1.0.0' } },
    spec: { revision: 4, collisionProtection: 'None' },
  });
  for (const [index, now] of (await live(config('cos'), workload('cos'))).entries()) {
    expect([now.metadata.uid, owners(now)]).toEqual([before[index]?.metadata.uid, [`ClusterExtensionRevision ${name}-5`]]);
    expect(managersOf(now).filter((manager) => !manager.startsWith('kube-controller-manager'))).toEqual([`${GROUP} Apply`]);
  }
  const [now] = await live(config('cos-theirs'));
  expect([now?.metadata.resourceVersion, owners(now ?? theirs)]).toEqual([theirs?.metadata.resourceVersion, []]);
  for (const number of [2, 3]) await group.other.until(setRef('ClusterObjectSet', `${name}-${number}`), (found) => found === undefined);
  const [content] = await live(object('Secret', 'v1', `${name}-3-content`));
  expect(owners(content ?? theirs)).toEqual([`ClusterExtensionRevision ${name}-4`]);
});

test('what the next version drops goes, and with the extension everything goes', async () => {
  const before = await uidsOf(config('cos'), workload('cos'));
  await ask('cos', '1.1.0');
  await group.until(named('cos'), 'Progressing True Succeeded: Revision 1.1.0 is rolled out.');
  expect([(await group.other.get(config('cos')))['data'], await uidsOf(config('cos'), workload('cos'))]).toEqual([{ version: '2' }, before]);
  await group.other.delete(named('cos'));
  for (const ref of [named('cos'), config('cos'), workload('cos')]) await group.other.until(ref, (found) => found === undefined);
});

test('a rollout of operator-controller that stuck: what the older and the newer revision have is taken over as what is installed', async () => {
  await ended();
  const set = await installed('ClusterObjectSet', 'half', 1);
  const upstream = new OperatorController(group.other, namespace, await group.other.get(named('half')));
  const [changed = set, ...rest] = await rendered('half', '1.1.0');
  const next = await upstream.set({ kind: 'ClusterObjectSet', number: 2, objects: [changed, ...rest], version: '1.1.0', packageName: 'half', succeeded: false });
  await upstream.write(changed, next, 2);
  const refs = [config('half'), workload('half')];
  const before = await uidsOf(...refs);
  controllers = await group.startControllers();
  await group.until(revision(`${named('half').name}-4`), 'Progressing False RolledOut');
  await group.until(named('half'), 'Progressing True Succeeded: Revision 1.0.0 is rolled out.');
  const [taken] = await live(revision(`${named('half').name}-3`));
  expect(taken?.metadata.annotations).toMatchObject({ [`${GROUP}/migrated-from-object-sets`]: `${named('half').name}-2,${named('half').name}-1`, [`${GROUP}/bundle-version`]: '1.0.0' });
  expect(await uidsOf(...refs)).toEqual(before);
  for (const now of await live(...refs)) expect(owners(now)).toEqual([`ClusterExtensionRevision ${named('half').name}-4`]);
});

test('as long as operator-controller is at work nothing is taken over, and the status has the command that stops it', async () => {
  await ended();
  const set = await installed('ClusterObjectSet', 'busy', 1);
  await group.other.apply(lease(namespace));
  const before = await live(config('busy'), workload('busy'));
  controllers = await group.startControllers();
  const found = await group.until(named('busy'), 'Progressing True RollingOut: is stopped: kubectl scale --replicas 0 deployment operator-controller-controller-manager');
  expect(saidOf(found).join()).toContain(`controller-manager -n ${namespace}`);
  expect((await live(config('busy'), workload('busy'))).map(owners)).toEqual(before.map(owners));
  expect((await group.other.get(setRef('ClusterObjectSet', set.metadata.name ?? ''))).metadata.resourceVersion).toBe(set.metadata.resourceVersion);
  await ended();
  await group.other.delete({ apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', namespace, name: lease(namespace).metadata.name ?? '' });
  controllers = await group.startControllers();
  await group.until(named('busy'), 'Progressing True Succeeded: Revision 1.0.0 is rolled out.');
  expect(await uidsOf(config('busy'), workload('busy'))).toEqual(before.map(({ metadata }) => metadata.uid));
});

test('ClusterExtensionRevisions of operator-controller are revisions: the next one takes their objects over, and nothing is made anew', async () => {
  await ended();
  await installed('ClusterExtensionRevision', 'cer', 1);
  const refs = [config('cer'), workload('cer')];
  const before = await uidsOf(...refs);
  controllers = await group.startControllers();
  const { name } = named('cer');
  await group.until(revision(`${name}-1`), 'Progressing False Archived');
  await group.until(named('cer'), 'Progressing True Succeeded: Revision 1.0.0 is rolled out.');
  expect(await uidsOf(...refs)).toEqual(before);
  for (const now of await live(...refs)) expect(owners(now)).toEqual([`ClusterExtensionRevision ${name}-2`]);
  await ask('cer', '1.1.0');
  await group.until(named('cer'), 'Progressing True Succeeded: Revision 1.1.0 is rolled out.');
  expect([(await group.other.get(config('cer')))['data'], await uidsOf(...refs)]).toEqual([{ version: '2' }, before]);
});

describe.each<SetKind>(['ClusterObjectSet', 'ClusterExtensionRevision'])('the command, and a %s', (kind) => {
  const short = kind === 'ClusterObjectSet' ? 'cmd-cos' : 'cmd-cer';

  test('plans, refuses while operator-controller is at work, takes over, and goes on; the ClusterExtension stays as it is', async () => {
    await ended();
    const { name } = named(short);
    // Of no shard: no controller of ours looks at it.
    const { apiVersion, kind: ofExtension } = named(short);
    const owner = await group.other.apply({ apiVersion, kind: ofExtension, metadata: { name }, spec: spec(short, '1.0.0') } as unknown as KubeObject);
    const upstream = new OperatorController(group.other, namespace, owner);
    const objects = [configMap(short, { version: '1', dropped: 'later' }), configMap(`${short}-more`, { a: 'b' })];
    const set = await upstream.set({ kind, number: 2, objects, version: '1.0.0', packageName: short });
    for (const one of objects) await upstream.write(one, set, 2);
    const refs = [config(short), config(`${short}-more`)];
    const before = await uidsOf(...refs);
    const run = (...args: readonly string[]) => boxcutter(['adopt', 'extension', name, '--system-namespace', namespace, ...args]);

    await group.other.apply(lease(namespace));
    const planned = await run('--plan');
    expect(planned.code).toBe(10);
    expect(planned.stdout).toContain('2 objects to take over, as they run\n  olm.operatorframework.io (operator-controller), Apply: what it holds of 2 objects becomes ours\n');
    expect(planned.stderr).toContain(`ClusterExtension ${name}, version 1.0.0, from ${kind} ${name}-2`);
    expect(planned.stderr).toContain('operator-controller is at work, and would apply them again. Stop it first: kubectl scale --replicas 0 deployment');
    const refused = await run();
    expect([refused.code, refused.stderr]).toEqual([4, expect.stringContaining('operator-controller is at work') as string]);
    expect((await live(...refs)).map(owners)).toEqual([[`${kind} ${name}-2`], [`${kind} ${name}-2`]]);
    await group.other.delete({ apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', namespace, name: lease(namespace).metadata.name ?? '' });

    const adopted = await run('-o', 'json');
    expect(adopted.code).toBe(0);
    expect(document({ ...adopted, stderr: '' })).toMatchObject({
      extension: name, from: { clusterExtension: name, version: '1.0.0', revisions: [{ kind, name: `${name}-2` }] }, taking: { objects: 2, leftOut: [] }, outcome: { status: 'complete' },
    });
    for (const now of await live(...refs)) {
      expect([owners(now), managersOf(now), now.metadata.annotations?.[`${GROUP}/revision`]]).toEqual([[], ['boxcutter Apply'], undefined]);
    }
    expect(await uidsOf(...refs)).toEqual(before);
    const [extensionNow, setNow] = await live(named(short), setRef(kind, `${name}-2`));
    const versions = (of: readonly (KubeObject | undefined)[]): readonly unknown[] => of.map((one) => one?.metadata.resourceVersion);
    expect(versions([extensionNow, setNow])).toEqual(versions([owner, set]));
    expect(await run()).toMatchObject({ code: 0, stdout: `ClusterExtension ${name} is adopted already: it is extension ${name}.\n` });

    const file = group.scratch.write(`${short}/all.yaml`, `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: ${short} }\ndata: { version: "2" }\n`);
    const next = await boxcutter(['apply', join(file, '..'), '--name', name, '-n', namespace]);
    expect(next).toMatchObject({ code: 0 });
    expect([(await group.other.get(config(short)))['data'], await uidsOf(config(short)), await group.other.exists(config(`${short}-more`))]).toEqual([{ version: '2' }, [before[0]], false]);

    // As operator-controller ends them, and the garbage collector after it.
    stored(await group.other.cluster.patch(setRef(kind, `${name}-2`), [{ op: 'remove', path: '/metadata/finalizers' }], 'operator-controller'));
    await group.other.delete(named(short));
    await group.other.until(setRef(kind, `${name}-2`), (found) => found === undefined);
    expect(await uidsOf(config(short))).toEqual([before[0]]);
  });
});

test('an extension that is not there, or that our own controllers run, is one message', async () => {
  const missing = await boxcutter(['adopt', 'extension', 'no-such-extension']);
  expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining('There is no ClusterExtension no-such-extension.') as string]);
  expect(missing).toBeOneMessage();
  const own = await boxcutter(['adopt', 'extension', named('cer').name]);
  expect([own.code, own.stderr]).toEqual([2, expect.stringContaining('The controllers of boxcutter run ClusterExtension') as string]);
});
