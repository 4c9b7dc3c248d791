/** What can be wrong with a revision, on a real API server: each is said in its conditions, and goes on by itself when it is put right. */
import { gzipSync } from 'node:zlib';
import { LABEL_REVISION_NAME, type KubeObject, type ObjectRef, refOf } from '../../../../lib/api';
import { revisionController } from '../../../../lib/controllers/revision';
import { ControllerBench, type Process } from '../../support/controllers';

let bench: ControllerBench;
beforeEach(async () => {
  bench = await ControllerBench.open('trouble');
});
afterEach(() => bench.close());

const start = (aheadMs = 0): Promise<Process> => bench.start(revisionController(), { aheadMs });
const valueOf = (object: KubeObject | undefined): unknown => (object?.['data'] as { value?: string } | undefined)?.value;

/** The probe waits for a value that another client sets. */
const gateProbe = (terminal?: true) => ({
  selector: { type: 'Label', label: { matchLabels: { gate: 'yes' } } },
  assertions: [{ type: 'FieldValue', fieldValue: { fieldPath: 'data.open', value: 'yes' }, ...(terminal === undefined ? {} : { terminal }) }],
});
const gate = (): KubeObject => ({
  apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'gate', namespace: bench.namespace, labels: { gate: 'yes' } }, data: { value: '1' },
});
async function open(value: 'yes' | 'no'): Promise<void> {
  await bench.client.apply({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'gate', namespace: bench.namespace }, data: { open: value } });
}

test('An object that exists is a collision; it is named with its remedy, and resolved when it goes', async () => {
  await start();
  await bench.client.apply(bench.configMap('taken', 'theirs'));
  await bench.create({ version: '1.2.0', phases: [['configuration', bench.configMap('taken', 'ours'), bench.configMap('free', '1')]] });
  const progressing = await bench.reason('Progressing', 'ObjectCollisions');
  expect(progressing.status).toBe('True');
  expect(progressing.message).toBe('Revision 1.2.0 cannot manage 1 object that exists already:\n'
    + `Object ConfigMap.v1 ${bench.namespace}/taken in phase configuration: it exists and no revision manages it; `
    + 'the collision protection IfNoController or None would adopt it');
  expect(valueOf(await bench.client.get(bench.ref('ConfigMap', 'taken')))).toBe('theirs');
  await bench.client.delete(bench.ref('ConfigMap', 'taken'));
  await bench.reason('Succeeded', 'RolloutSuccess');
  expect(valueOf(await bench.client.get(bench.ref('ConfigMap', 'taken')))).toBe('ours');
});

test('The innermost collision protection counts: object over phase over revision', async () => {
  await start();
  for (const name of ['by-spec', 'by-phase', 'by-object']) await bench.client.apply(bench.configMap(name, 'theirs'));
  const manifest = {
    number: 1,
    phases: [],
    spec: {
      collisionProtection: 'IfNoController',
      phases: [
        { name: 'one', objects: [{ object: bench.configMap('by-spec', 'ours') }] },
        {
          name: 'two', collisionProtection: 'Prevent',
          objects: [{ object: bench.configMap('by-object', 'ours'), collisionProtection: 'None' }, { object: bench.configMap('by-phase', 'ours') }],
        },
      ],
    },
  };
  await bench.create(manifest);
  const { message } = await bench.reason('Progressing', 'ObjectCollisions');
  expect(message).toContain('cannot manage 1 object');
  expect(message).toContain('by-phase in phase two');
  // Nothing is written as long as something is in the way.
  expect(valueOf(await bench.client.get(bench.ref('ConfigMap', 'by-spec')))).toBe('theirs');
  await bench.client.delete(bench.ref('ConfigMap', 'by-phase'));
  await bench.reason('Succeeded', 'RolloutSuccess');
  for (const name of ['by-spec', 'by-object']) expect(valueOf(await bench.client.get(bench.ref('ConfigMap', name)))).toBe('ours');
});

describe('Content by reference', () => {
  const secret = (value: string, more: object = { immutable: true }): KubeObject => ({
    apiVersion: 'v1', kind: 'Secret', type: 'olm.operatorframework.io/object-data',
    metadata: { name: 'content', namespace: bench.namespace, labels: { [LABEL_REVISION_NAME]: bench.nameOf() } },
    data: { one: gzipSync(JSON.stringify(bench.configMap('settings', value))).toString('base64') },
    ...more,
  });
  const ref = () => ({ ref: { name: 'content', namespace: bench.namespace, key: 'one' } });

  test('is rolled out; a Secret that is made anew with other content blocks the revision until it is as it was', async () => {
    await start();
    await bench.client.cluster.create(secret('1'));
    await bench.create({ phases: [['configuration', ref()]] });
    await bench.reason('Succeeded', 'RolloutSuccess');
    expect(valueOf(await bench.client.get(bench.ref('ConfigMap', 'settings')))).toBe('1');
    await bench.client.delete(bench.ref('Secret', 'content'));
    await bench.client.cluster.create(secret('2'));
    const blocked = await bench.reason('Progressing', 'Blocked');
    expect(blocked.status).toBe('False');
    expect(blocked.message).toMatch(new RegExp('^resolved content of 1 phase\\(s\\) has changed: phase "configuration" \\(expected digest sha256:[0-9a-f]{64}, '
      + 'got sha256:[0-9a-f]{64}\\); a referenced object source may have been deleted and recreated with different content$'));
    expect(valueOf(await bench.client.get(bench.ref('ConfigMap', 'settings')))).toBe('1');
    await bench.client.delete(bench.ref('Secret', 'content'));
    await bench.client.cluster.create(secret('1'));
    await bench.reason('Progressing', 'RolledOut');
  });

  test('has to be immutable, and may come later', async () => {
    await start();
    await bench.create({ phases: [['configuration', ref()]] });
    expect((await bench.reason('Progressing', 'RolloutError')).message).toContain(`Secret ${bench.namespace}/content`);
    await bench.client.cluster.create(secret('1', {}));
    expect((await bench.reason('Progressing', 'Blocked')).message)
      .toBe(`the following secrets are not immutable (referenced secrets must have immutable set to true): ${bench.namespace}/content`);
    await bench.client.apply(secret('1'));
    await bench.reason('Succeeded', 'RolloutSuccess');
  });

  test('that is gone does not keep a revision from being taken down', async () => {
    await start();
    await bench.client.cluster.create(secret('1'));
    await bench.create({ phases: [['configuration', ref()]] });
    await bench.reason('Succeeded', 'RolloutSuccess');
    await bench.client.delete(bench.ref('Secret', 'content'));
    await bench.reason('Progressing', 'RolloutError');
    await bench.patch(1, '/spec/lifecycleState', 'Archived');
    await bench.reason('Progressing', 'Archived');
    expect(await bench.client.exists(bench.ref('ConfigMap', 'settings'))).toBe(false);
  });
});

test('The progress deadline is a report: what gets ready after it is rolled out, and off from then on', async () => {
  await start(11 * 60_000);
  await bench.create({
    version: '1.0.2', phases: [['gate', gate()]], spec: { progressDeadlineMinutes: 10, progressionProbes: [gateProbe()] },
  });
  const late = await bench.reason('Progressing', 'ProgressDeadlineExceeded');
  expect(late.status).toBe('False');
  await bench.reason('Available', 'ProbeFailure');
  expect((await bench.condition('Progressing'))?.message).toBe('Revision has not rolled out for 10 minute(s). Last status: Revision 1.0.2 is rolled out.');
  await open('yes');
  await bench.reason('Progressing', 'RolledOut');
  await bench.reason('Succeeded', 'RolloutSuccess');
  await open('no');
  await bench.reason('Available', 'ProbeFailure');
  expect(await bench.condition('Progressing')).toMatchObject({ reason: 'RolledOut' });
});

test('A terminal probe blocks the rollout, until its object gets ready after all', async () => {
  await start();
  await bench.create({ phases: [['gate', gate()], ['after', bench.configMap('after', '1')]], spec: { progressionProbes: [gateProbe(true)] } });
  await bench.reason('Available', 'ProbeFailure');
  await open('no');
  expect((await bench.reason('Progressing', 'Blocked')).message).toContain('will not get ready by waiting:\nObject ConfigMap.v1');
  expect(await bench.client.exists(bench.ref('ConfigMap', 'after'))).toBe(false);
  await open('yes');
  await bench.reason('Succeeded', 'RolloutSuccess');
});

test('A paused revision is watched and never written; resumed, it is as it should be again', async () => {
  await start();
  await bench.create({ phases: [['configuration', bench.configMap('a', '1'), bench.configMap('b', '1')]] });
  await bench.reason('Succeeded', 'RolloutSuccess');
  await bench.patch(1, '/spec/lifecycleState', 'Paused');
  expect(await bench.reason('Progressing', 'Paused')).toMatchObject({ status: 'False' });
  await bench.client.apply(bench.configMap('a', 'drifted'));
  await bench.client.delete(bench.ref('ConfigMap', 'b'));
  await bench.reason('Available', 'ProbeFailure');
  expect(valueOf(await bench.client.get(bench.ref('ConfigMap', 'a')))).toBe('drifted');
  await bench.patch(1, '/spec/lifecycleState', 'Active');
  await bench.reason('Progressing', 'RolledOut');
  await bench.reason('Available', 'ProbesSucceeded');
  expect(valueOf(await bench.client.get(bench.ref('ConfigMap', 'a')))).toBe('1');
});

test('A number that is taken, or out of order, is explained, and nothing is rolled out', async () => {
  await start();
  await bench.create({ phases: [['configuration', bench.configMap('a', '1')]] });
  await bench.reason('Succeeded', 'RolloutSuccess');
  await bench.create({ number: 3, spec: await bench.after(1), phases: [['configuration', bench.configMap('a', '3')]] });
  expect((await bench.reason('Progressing', 'Blocked', 3)).message)
    .toContain(`Revision 3 has number 3, and must have 2: the number of ${bench.nameOf(1)}, the newest revision before it, plus one.`);
  expect(valueOf(await bench.client.get(bench.ref('ConfigMap', 'a')))).toBe('1');
  expect(await bench.condition('Progressing', 1)).toMatchObject({ reason: 'RolledOut' });
});

/** A definition of a package, and where its objects are. */
function things(): { readonly group: string; readonly crd: KubeObject; readonly crdRef: ObjectRef } {
  const group = `${bench.namespace}.example.com`;
  const name = `things.${group}`;
  const type = { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition' };
  const crd = {
    ...type, metadata: { name },
    spec: {
      group, scope: 'Namespaced', names: { plural: 'things', singular: 'thing', kind: 'Thing', listKind: 'ThingList' },
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } } }],
    },
  };
  return { group, crd, crdRef: { ...type, name } };
}

test('With --cascade=foreground the garbage collector takes no definition and no namespace: data of others is there when the guard looks', async () => {
  await start();
  const { group, crd, crdRef } = things();
  const space = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: `${bench.namespace}-space` } };
  await bench.create({ phases: [['first', crd, space], ['settings', bench.configMap('settings', '1')]] });
  await bench.reason('Succeeded', 'RolloutSuccess');
  const [thing, theirs] = [
    { apiVersion: `${group}/v1`, kind: 'Thing', metadata: { name: 'mine', namespace: bench.namespace } },
    { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'theirs', namespace: space.metadata.name }, data: { value: '1' } },
  ];
  for (const object of [thing, theirs]) await bench.client.apply(object);
  const ref = { apiVersion: 'olm.operatorframework.io/v1', kind: 'ClusterExtensionRevision', name: bench.nameOf() };
  const { metadata: { uid = '' } } = await bench.client.get(ref);
  await bench.client.cluster.delete(ref, { uid, propagation: 'Foreground' });
  // It is done with what it may take: only our finalizer keeps the revision.
  await bench.client.until(ref, (live) => live?.metadata.deletionTimestamp !== undefined && live.metadata.finalizers?.includes('foregroundDeletion') === false);
  expect((await bench.reason('Progressing', 'Blocked')).message).toContain('1 Thing');
  for (const object of [crd, space, thing, theirs]) {
    const live = await bench.client.get(refOf(object as KubeObject));
    expect([live.kind, live.metadata.deletionTimestamp, live.metadata.ownerReferences]).toEqual([object.kind, undefined, undefined]);
  }
  await bench.patch(1, '/metadata/annotations', { 'olm.operatorframework.io/allow-data-loss': 'true' });
  await bench.client.until(ref, (live) => live === undefined);
  expect(await bench.client.exists(crdRef)).toBe(false);
});

test('With --cascade=orphan everything lives on without a mark, what names its owner by annotation too', async () => {
  await start();
  const { crd, crdRef } = things();
  await bench.create({ phases: [['first', crd], ['settings', bench.configMap('settings', '1')]] });
  await bench.reason('Succeeded', 'RolloutSuccess');
  const before = await bench.client.get(crdRef);
  expect(before.metadata.annotations?.['olm.operatorframework.io/owners']).toContain(bench.nameOf());
  const ref = { apiVersion: 'olm.operatorframework.io/v1', kind: 'ClusterExtensionRevision', name: bench.nameOf() };
  const { metadata: { uid = '' } } = await bench.client.get(ref);
  await bench.client.cluster.delete(ref, { uid, propagation: 'Orphan' });
  await bench.client.until(ref, (live) => live === undefined);
  const live = await bench.client.get(crdRef);
  expect([live.metadata.uid, live.metadata.annotations?.['olm.operatorframework.io/owners'], live.metadata.deletionTimestamp]).toEqual([before.metadata.uid, undefined, undefined]);
  expect(await bench.client.exists(bench.ref('ConfigMap', 'settings'))).toBe(true);
  await bench.client.delete(crdRef);
});

test('Data of others is not deleted with a definition before somebody says so', async () => {
  await start();
  const { group, crd, crdRef } = things();
  await bench.create({ phases: [['crds', crd]] });
  await bench.reason('Succeeded', 'RolloutSuccess');
  await bench.client.apply({ apiVersion: `${group}/v1`, kind: 'Thing', metadata: { name: 'mine', namespace: bench.namespace } });
  await bench.patch(1, '/spec/lifecycleState', 'Archived');
  const { message } = await bench.reason('Progressing', 'Blocked');
  expect(message).toContain('1 Thing');
  expect(message).toContain('olm.operatorframework.io/allow-data-loss=');
  expect(await bench.client.exists(crdRef)).toBe(true);
  await bench.patch(1, '/metadata/annotations', { 'olm.operatorframework.io/allow-data-loss': 'true' });
  await bench.reason('Progressing', 'Archived');
  expect(await bench.client.exists(crdRef)).toBe(false);
});

test('A process that begins anew writes nothing where all is right, and goes on where another was killed', async () => {
  const first = await start();
  await bench.create({ phases: [['configuration', bench.configMap('a', '1')], ['deploy', bench.deployment('web')]] });
  await bench.reason('Succeeded', 'RolloutSuccess');
  await bench.stop(first, true);
  await bench.client.apply(bench.configMap('unrelated', '1'));
  const second = await start();
  await bench.create({ number: 2, spec: { ...await bench.after(1), progressionProbes: [gateProbe()] }, phases: [
    ['gate', gate()], ['configuration', bench.configMap('a', '2')], ['deploy', bench.deployment('web')],
  ] });
  await bench.reason('Available', 'ProbeFailure', 2);
  const writes = Object.entries(second.cluster.requests()).filter(([verb]) => verb === 'patch' || verb === 'create');
  // The finalizer and the gate of the second revision: nothing of the first was written.
  expect(writes).toEqual([['patch', 2]]);
  await bench.stop(second, true);
  await open('yes');
  await start();
  await bench.reason('Succeeded', 'RolloutSuccess', 2);
  await bench.reason('Progressing', 'Archived', 1);
  expect(valueOf(await bench.client.get(bench.ref('ConfigMap', 'a')))).toBe('2');
});

test('An upgrade that is stuck and deleted gives back what it had taken: the revision before makes it anew, also after a restart', async () => {
  const first = await start();
  await bench.create({ phases: [['configuration', bench.configMap('a', '1')]] });
  await bench.reason('Succeeded', 'RolloutSuccess');
  const spec = { ...await bench.after(1), progressionProbes: [gateProbe()] };
  await bench.create({ number: 2, spec, phases: [['configuration', bench.configMap('a', '2')], ['gate', gate()]] });
  await bench.reason('Available', 'ProbeFailure', 2);
  expect(valueOf(await bench.client.get(bench.ref('ConfigMap', 'a')))).toBe('2');
  expect(await bench.reason('Progressing', 'RollingOut', 1)).toMatchObject({ status: 'True' });
  await bench.stop(first, true);
  await start();
  await bench.client.delete(bench.revisionRef(bench.nameOf(2)));
  await bench.gone(bench.revisionRef(bench.nameOf(2)));
  await bench.client.until(bench.ref('ConfigMap', 'a'), (live) => valueOf(live) === '1');
  await bench.reason('Progressing', 'RolledOut', 1);
  expect(await bench.client.exists(bench.ref('ConfigMap', 'gate'))).toBe(false);
});

test('Who changes the same field again and again is named, and repaired ever more rarely', async () => {
  const process = await start();
  await bench.create({ phases: [['configuration', bench.configMap('a', '1')]] });
  await bench.reason('Succeeded', 'RolloutSuccess');
  for (const round of [1, 2, 3]) {
    await bench.client.apply(bench.configMap('a', `fight ${round}`));
    await bench.client.until(bench.ref('ConfigMap', 'a'), (live) => valueOf(live) === '1');
  }
  const { status, message } = await bench.reason('Progressing', 'RolloutError');
  expect(status).toBe('True');
  expect(message).toContain(`Object ConfigMap.v1 ${bench.namespace}/a: kubectl changes data.value`);
  await process.told('Interference');
});

test('A revision whose namespace is missing is tried again, and another one is not held up by it', async () => {
  await start();
  const elsewhere = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', namespace: `${bench.namespace}-missing` }, data: {} };
  await bench.create({ phases: [['configuration', elsewhere]] });
  const { message } = await bench.reason('Progressing', 'RolloutError');
  expect(message).toContain(`namespaces "${bench.namespace}-missing" not found`);
  const other = bench.manifest({ number: 1, phases: [['configuration', bench.configMap('b', '1')]] });
  const labels = { ...other.metadata.labels, 'olm.operatorframework.io/owner-name': `${bench.extension}-other` };
  await bench.client.cluster.create({ ...other, metadata: { name: `${bench.extension}-other-1`, labels } });
  await bench.client.until(bench.ref('ConfigMap', 'b'), (live) => live !== undefined);
  await bench.client.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: `${bench.namespace}-missing` } });
  await bench.reason('Succeeded', 'RolloutSuccess');
  await bench.client.delete({ apiVersion: 'v1', kind: 'Namespace', name: `${bench.namespace}-missing` });
});
