/**
 * What is ours, and what only looks like it: names that others took, copies of our objects, data that goes with what we delete.
 */
import { LABEL_OWNER_NAME, type KubeObject, type ResolvedRevision } from '../../../lib/api';
import { applyRevision, deleteExtension, recoverExtension, type Outcome } from '../../../lib/runtime';
import { look, repair } from '../../../lib/runtime/keep/repair';
import { actions, Bench, objectOf, revisionOf, stored, unique } from '../support/extension';
import { asNew, copyOf, definitionOf, established } from '../support/foreign';

let bench: Bench;
beforeEach(async () => {
  bench = await Bench.open('foreign');
});
afterEach(() => bench.close());

const options = () => ({ cluster: bench.cluster, stateNamespace: bench.namespace, signal: AbortSignal.timeout(30_000) });
const refusal = (text: RegExp): unknown =>
  expect.objectContaining({ code: 'data-loss', category: 'data-loss', message: expect.stringMatching(text) });
const namespaceOf = (name: string): KubeObject => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name, labels: bench.labels } });
const namespaceRef = (name: string) => ({ apiVersion: 'v1', kind: 'Namespace', name });
const inner = (namespace: string, name: string, value = '1'): KubeObject =>
  ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace, labels: bench.labels }, data: { value } });
const innerRef = (namespace: string, name: string) => ({ apiVersion: 'v1', kind: 'ConfigMap', namespace, name });

const isBound = (object: KubeObject | undefined): boolean => (object?.['status'] as { phase?: string } | undefined)?.phase === 'Bound';

/** The same objects in the package of another extension, which takes what is there. */
function takenBy(extension: string, ...objects: readonly KubeObject[]): ResolvedRevision {
  const labelled = objects.map((object) =>
    ({ ...object, metadata: { ...object.metadata, labels: { [LABEL_OWNER_NAME]: extension } } }));
  return revisionOf([labelled], { extension, protection: 'None' });
}

describe('what goes with a namespace or a definition is ours by its uid and our mark, not by its name', () => {
  let name: string;
  beforeEach(async () => {
    name = unique('packaged');
    await bench.apply(revisionOf([[namespaceOf(name)], [inner(name, 'cm1'), inner(name, 'cm2')]]));
  });
  afterEach(() => bench.otherClient.delete(namespaceRef(name)));

  test('a user made an object anew in a packaged namespace', async () => {
    await bench.otherClient.delete(innerRef(name, 'cm1'));
    await bench.otherClient.apply({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'cm1', namespace: name },
      data: { mine: 'yes' },
    });
    await expect(bench.delete()).rejects.toEqual(refusal(new RegExp(`Namespace ${name}: 1 ConfigMap \\(${name}/cm1\\)`)));
    // An upgrade that drops the namespace is no different.
    await expect(bench.apply(revisionOf([[bench.configMap('a', '1')]]))).rejects.toEqual(refusal(/1 ConfigMap \(.*cm1\)/));
    expect(await bench.otherClient.get(innerRef(name, 'cm1'))).toMatchObject({ data: { mine: 'yes' } });
    await expect(bench.delete({ deleteData: true })).resolves.toMatchObject({ status: 'complete' });
  });

  test('another extension took an object of a packaged namespace', async () => {
    const taken = await applyRevision(takenBy('two', inner(name, 'cm2')), options());
    expect(actions(taken)).toEqual(['cm2: Adopted']);
    await expect(bench.delete()).rejects.toEqual(refusal(new RegExp(`Namespace ${name}: 1 ConfigMap \\(${name}/cm2\\)`)));
    await expect(bench.otherClient.exists(innerRef(name, 'cm2'))).resolves.toBe(true);
  });

  test('the state of another extension of the same name lies in it', async () => {
    const other = { ...revisionOf([[inner(name, 'other')]]), extension: bench.extension };
    await applyRevision(other, { ...options(), stateNamespace: name });
    await bench.otherClient.delete(innerRef(name, 'other'));
    await expect(bench.delete()).rejects.toEqual(refusal(/1 Secret \(.*boxcutter\.web\)/));
  });

  test('a namespace that a user made anew does not go, so nothing goes with it', async () => {
    await bench.otherClient.delete(namespaceRef(name));
    await bench.otherClient.until(namespaceRef(name), (object) => object === undefined);
    await bench.otherClient.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
    await bench.otherClient.apply({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'theirs', namespace: name } });
    const outcome = await bench.delete();
    expect([outcome.status, objectOf(outcome, name).action]).toEqual(['complete', 'Released']);
    await expect(bench.otherClient.exists(innerRef(name, 'theirs'))).resolves.toBe(true);
  });
});

test('a packaged custom resource that a user made anew does not go with its definition', async () => {
  const group = `${bench.namespace}.example.com`;
  const widget = bench.object('Widget', 'mine', { spec: { size: 1 } }, `${group}/v1`);
  await bench.apply(revisionOf([[definitionOf(group, bench.labels)], [widget]]));
  await bench.otherClient.delete(bench.ref('Widget', 'mine', `${group}/v1`));
  await bench.otherClient.apply({ ...widget, metadata: { name: 'mine', namespace: bench.namespace }, spec: { size: 7 } });
  await expect(bench.delete()).rejects.toEqual(refusal(/1 Widget \(.*mine\)/));
  await expect(bench.delete({ deleteData: true })).resolves.toMatchObject({ status: 'complete' });
});

describe('what comes into being while a run waits is looked for again before the delete', () => {
  const finalizer = 'example.com/hold';
  const held = (): KubeObject => ({
    ...bench.configMap('held', '1'),
    metadata: { ...bench.configMap('held', '1').metadata, finalizers: [finalizer] },
  });
  const heldRef = () => bench.ref('ConfigMap', 'held');

  /** Deletes, and lets the first group wait until `meanwhile` is done. */
  async function deleteWhile(meanwhile: () => Promise<unknown>): Promise<Outcome> {
    const done = bench.delete();
    await bench.otherClient.until(heldRef(), (object) => object?.metadata.deletionTimestamp !== undefined);
    await meanwhile();
    stored(await bench.otherClient.cluster.patch(heldRef(), [{ op: 'remove', path: '/metadata/finalizers' }], 'somebody'));
    return done;
  }

  test('a custom resource: its definition is held, the rest is done and on record', async () => {
    const group = `${bench.namespace}.example.com`;
    const definition = definitionOf(group, bench.labels);
    await bench.apply(revisionOf([[definition], [held()]]));
    const late = { apiVersion: `${group}/v1`, kind: 'Widget', metadata: { name: 'late', namespace: bench.namespace } };
    const outcome = await deleteWhile(() => bench.otherClient.apply(late));
    expect(outcome.status).toBe('failed');
    expect(actions(outcome)).toEqual(['held: Deleted', `${definition.metadata.name ?? ''}: Failed`]);
    expect(objectOf(outcome, definition.metadata.name ?? '')).toMatchObject({
      cause: { type: 'kept', code: 'data-loss', message: expect.stringMatching(/1 Widget \(.*late\)/), hint: expect.stringContaining('deleteData') },
    });
    await expect(bench.otherClient.exists(bench.ref('Widget', 'late', `${group}/v1`))).resolves.toBe(true);
    await expect(bench.otherClient.exists(heldRef())).resolves.toBe(false);
    // What is left is on record, the lock is free, and the same command is refused at once now.
    await expect(bench.delete()).rejects.toEqual(refusal(/1 Widget/));
    await expect(bench.delete({ deleteData: true })).resolves.toMatchObject({ status: 'complete' });
  });

  test('a ConfigMap in a packaged namespace', async () => {
    const name = unique('packaged');
    await bench.apply(revisionOf([[namespaceOf(name)], [held()]]));
    const outcome = await deleteWhile(() => bench.otherClient.apply({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'late', namespace: name },
    }));
    expect(objectOf(outcome, name)).toMatchObject({ action: 'Failed', cause: { type: 'kept', code: 'data-loss' } });
    await expect(bench.otherClient.exists(innerRef(name, 'late'))).resolves.toBe(true);
    await bench.delete({ deleteData: true });
  });
});

describe('what cannot be seen is not taken for nothing', () => {
  const unknown = expect.objectContaining({ code: 'data-loss-unknown' }) as unknown;

  test('a definition that serves no version keeps its objects in storage', async () => {
    const group = `${bench.namespace}.example.com`;
    const definition = definitionOf(group, bench.labels);
    const ref = { apiVersion: definition.apiVersion, kind: definition.kind, name: definition.metadata.name ?? '' };
    await bench.apply(revisionOf([[definition]]));
    await bench.otherClient.apply({ apiVersion: `${group}/v1`, kind: 'Widget', metadata: { name: 'theirs', namespace: bench.namespace } });
    stored(await bench.otherClient.cluster.patch(ref, [{ op: 'replace', path: '/spec/versions/0/served', value: false }], 'somebody'));
    const theirs = bench.ref('Widget', 'theirs', `${group}/v1`);
    while ((await bench.cluster.resolve(theirs.apiVersion, theirs.kind)) !== undefined) await bench.cluster.get(theirs);
    await expect(bench.delete()).rejects.toEqual(unknown);
    await expect(bench.delete({ deleteData: true })).resolves.toMatchObject({ status: 'complete' });
  });

  test('a bound claim that a custom resource owns goes with it', async () => {
    const group = `${bench.namespace}.example.com`;
    await bench.otherClient.apply(definitionOf(group, {}));
    await established(bench.otherClient, group);
    while ((await bench.cluster.resolve(`${group}/v1`, 'Widget')) === undefined);
    await isAskedAboutClaimOf(bench.object('Widget', 'database', {}, `${group}/v1`));
    await bench.otherClient.delete({ apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', name: `widgets.${group}` });
  });

  test('a bound claim that a Deployment owns goes with it', async () => {
    const template = { metadata: { labels: { app: 'a' } }, spec: { containers: [{ name: 'main', image: 'example.com/a:1' }] } };
    const spec = { replicas: 0, selector: { matchLabels: { app: 'a' } }, template };
    await isAskedAboutClaimOf(bench.object('Deployment', 'database', { spec }, 'apps/v1'));
  });
});

/** The owner is the whole extension; the claim belongs to it once it is there, and is bound after a first look. */
async function isAskedAboutClaimOf(owner: KubeObject): Promise<void> {
  const { apiVersion, kind } = owner;
  await bench.apply(revisionOf([[owner]]));
  const [uid = ''] = await bench.uids(bench.ref(kind, 'database', apiVersion));
  const ownerReferences = [{ apiVersion, kind, name: 'database', uid }];
  const spec = { accessModes: ['ReadWriteOnce'], storageClassName: 'none', resources: { requests: { storage: '1Gi' } } };
  const metadata = { name: 'data', namespace: bench.namespace, ownerReferences };
  await bench.otherClient.apply({ apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata, spec });
  // Never bound, it holds nothing.
  await expect(bench.delete({ dryRun: true })).resolves.toMatchObject({ status: 'complete' });
  const volume = { apiVersion: 'v1', kind: 'PersistentVolume', metadata: { name: `data-${bench.namespace}` } };
  await bench.otherClient.apply({
    ...volume,
    spec: {
      accessModes: ['ReadWriteOnce'], capacity: { storage: '1Gi' }, storageClassName: 'none', hostPath: { path: '/nowhere' },
      persistentVolumeReclaimPolicy: 'Retain', claimRef: { namespace: bench.namespace, name: 'data' },
    },
  });
  await bench.otherClient.until(bench.ref('PersistentVolumeClaim', 'data'), isBound);
  await expect(bench.delete()).rejects.toEqual(refusal(new RegExp(`${kind} .*database: 1 PersistentVolumeClaim \\(.*data\\)`)));
  await expect(bench.delete({ deleteData: true })).resolves.toMatchObject({ status: 'complete' });
  await bench.otherClient.delete({ apiVersion: 'v1', kind: 'PersistentVolume', name: volume.metadata.name });
}

test('claims of a StatefulSet that go with it are asked about, claims that stay are not', async () => {
  const selector = { matchLabels: { app: 'database' } };
  const template = {
    metadata: { labels: selector.matchLabels },
    spec: { containers: [{ name: 'main', image: 'example.com/database:1' }] },
  };
  const spec = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };
  const database = (whenDeleted: 'Delete' | 'Retain'): KubeObject => bench.object('StatefulSet', 'database', {
    spec: {
      serviceName: 'database', selector, template, volumeClaimTemplates: [{ metadata: { name: 'data' }, spec }],
      persistentVolumeClaimRetentionPolicy: { whenDeleted },
    },
  }, 'apps/v1');
  const claim = bench.ref('PersistentVolumeClaim', 'data-database-0');
  const isOwned = (object: KubeObject | undefined): boolean =>
    object?.metadata.ownerReferences?.some(({ kind }) => kind === 'StatefulSet') === true;
  await bench.apply(revisionOf([[database('Delete')]]));
  await bench.otherClient.until(claim, (object) => isBound(object) && isOwned(object));
  const asked = refusal(/StatefulSet .*database: 1 PersistentVolumeClaim \(.*data-database-0\)/);
  await expect(bench.delete()).rejects.toEqual(asked);
  // An upgrade that drops it is no different.
  await expect(bench.apply(revisionOf([[bench.configMap('a', '1')]]))).rejects.toEqual(asked);

  await bench.apply(revisionOf([[database('Retain')]]));
  await bench.otherClient.until(claim, (object) => !isOwned(object));
  await expect(bench.delete()).resolves.toMatchObject({ status: 'complete' });
  expect(isBound(await bench.otherClient.get(claim))).toBe(true);
});

describe('a namespace that an older revision left over, with an object of others in it by now', () => {
  let name: string;
  const gate = {
    selector: { type: 'Object' as const, object: { group: '', kind: 'ConfigMap', name: 'gate' } },
    assertions: [{ type: 'FieldValue' as const, fieldValue: { fieldPath: 'data.open', value: 'yes' } }],
  };
  const next = (): ResolvedRevision => revisionOf([[bench.configMap('gate', '1')]], { probes: [gate] });
  beforeEach(async () => {
    name = unique('leftover');
    await bench.apply(revisionOf([[namespaceOf(name)]]));
    // It goes when the gate opens.
    await expect(bench.apply(next(), { wait: false })).resolves.toMatchObject({ status: 'incomplete' });
    await bench.otherClient.apply({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'theirs', namespace: name } });
  });
  afterEach(async () => {
    const { deletionTimestamp } = (await bench.otherClient.get(namespaceRef(name))).metadata;
    await bench.otherClient.delete(namespaceRef(name));
    expect(deletionTimestamp).toBeUndefined();
  });

  test('an apply of the same content is refused', async () => {
    const theirs = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'gate', namespace: bench.namespace }, data: { open: 'yes' } };
    await bench.otherClient.apply(theirs);
    await expect(bench.apply(next())).rejects.toEqual(refusal(new RegExp(`Namespace ${name}: 1 ConfigMap \\(${name}/theirs\\)`)));
  });

  test('a repair leaves it, and says why', async () => {
    const place = { cluster: bench.cluster, extension: bench.extension, stateNamespace: bench.namespace, breakLock: false };
    const repairing = { ...place, signal: AbortSignal.timeout(30_000) };
    const { stored: head, live } = await look([namespaceRef(name)], repairing);
    if (head === undefined) throw new Error('no head');
    const { results } = await repair(head, live, repairing);
    expect(results).toMatchObject([{
      ref: { name }, action: 'Failed', cause: { type: 'kept', code: 'data-loss', message: expect.stringContaining(`1 ConfigMap (${name}/theirs)`) },
    }]);
  });
});

describe('a copy of our object is not ours', () => {
  const secret = (): KubeObject => bench.object('Secret', 'token', { stringData: { key: 'value' } });

  test('in another namespace: recover leaves it, and the next apply does not delete it', async () => {
    const elsewhere = unique('copies');
    await bench.otherClient.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: elsewhere } });
    await bench.apply(revisionOf([[secret()]]));
    const copy = await copyOf(bench.otherClient, bench.ref('Secret', 'token'), { namespace: elsewhere });
    await bench.otherClient.delete(bench.head);
    const recovered = await recoverExtension(bench.extension, options());
    expect(recovered.objects.map(({ ref }) => ref.namespace)).toEqual([bench.namespace]);
    expect(recovered.copies).toEqual([copy]);
    expect(actions(await bench.apply(revisionOf([[secret()]])))).toEqual(['token: Unchanged']);
    await bench.delete();
    await expect(bench.otherClient.exists(copy)).resolves.toBe(true);
    await bench.otherClient.delete({ apiVersion: 'v1', kind: 'Namespace', name: elsewhere });
  });

  test('under a name that a later revision brings: a collision, and nothing is written', async () => {
    await bench.apply(revisionOf([[bench.configMap('a', '1')]]));
    const copy = await copyOf(bench.otherClient, bench.ref('ConfigMap', 'a'), { name: 'b' });
    const next = (protection: 'Prevent' | 'IfNoController') => revisionOf([[
      bench.configMap('a', '1'),
      bench.configMap('b', '2'),
    ]], { protection });
    const outcome = await bench.apply(next('Prevent'));
    expect(objectOf(outcome, 'b')).toMatchObject({ action: 'Collision', cause: { type: 'copied' } });
    expect(await bench.otherClient.get(copy)).toMatchObject({ data: { value: '1' } });
    expect(actions(await bench.apply(next('IfNoController')))).toContain('b: Adopted');
  });

  test('put over an object of theirs with the managed fields of ours, as kubectl replace does it', async () => {
    await bench.apply(revisionOf([[bench.configMap('a', '1')]]));
    const ours = await bench.otherClient.get(bench.ref('ConfigMap', 'a'));
    await bench.otherClient.apply({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'b', namespace: bench.namespace } });
    // Our entry is from before the object was made: it was written for another one.
    const managedFields = (ours.metadata.managedFields ?? []).map((entry) => ({ ...entry, time: '2020-01-01T00:00:00Z' }));
    const replaced = { ...asNew(ours), metadata: { ...asNew(ours).metadata, name: 'b', managedFields } };
    // The first time the fields become those of who replaces it; the second time nothing changes, and what is sent of managed fields is
    // kept.
    stored(await bench.otherClient.cluster.replace(replaced, { fieldManager: 'kubectl-replace' }));
    const copy = stored(await bench.otherClient.cluster.replace(replaced, { fieldManager: 'kubectl-replace' }));
    expect(copy.metadata.managedFields?.some(({ manager, operation }) => manager === 'boxcutter' && operation === 'Apply')).toBe(true);
    const outcome = await bench.apply(revisionOf([[bench.configMap('a', '1'), bench.configMap('b', '2')]]));
    expect(objectOf(outcome, 'b').action).toBe('Collision');
  });

  test('in the place of ours, on record with another uid: it is neither written nor deleted', async () => {
    await bench.apply(revisionOf([[bench.configMap('a', '1')]]));
    const ours = await bench.otherClient.get(bench.ref('ConfigMap', 'a'));
    await bench.otherClient.delete(bench.ref('ConfigMap', 'a'));
    stored(await bench.otherClient.cluster.create(asNew(ours), { fieldManager: 'kubectl-create' }));
    expect(actions(await bench.apply(revisionOf([[bench.configMap('a', '2')]])))).toEqual(['a: Collision']);
    const outcome = await bench.delete();
    expect(actions(outcome)).toEqual(['a: Released']);
    // Nothing of what its maker wrote is taken off.
    expect((await bench.otherClient.get(bench.ref('ConfigMap', 'a'))).metadata.annotations).toEqual(ours.metadata.annotations);
  });
});

test('what another extension has taken keeps its marks and its managed fields when we let go', async () => {
  await bench.apply(revisionOf([[bench.configMap('a', '1')]]));
  await applyRevision(takenBy('two', bench.configMap('a', '2')), options());
  const before = await bench.otherClient.get(bench.ref('ConfigMap', 'a'));
  const outcome = await bench.delete();
  expect(actions(outcome)).toEqual(['a: Released']);
  const after = await bench.otherClient.get(bench.ref('ConfigMap', 'a'));
  expect(after.metadata.labels).toEqual(before.metadata.labels);
  const owners = JSON.parse(after.metadata.annotations?.['olm.operatorframework.io/owners'] ?? '[]') as readonly { name: string }[];
  expect(owners.map(({ name }) => name)).toEqual(['boxcutter.two']);
  const isApply = (object: KubeObject): boolean =>
    object.metadata.managedFields?.some(({ manager, operation }) => manager === 'boxcutter' && operation === 'Apply') === true;
  expect(isApply(after)).toBe(true);
  const uid = await bench.uids(bench.ref('ConfigMap', 'a'));
  await expect(applyRevision(takenBy('two', bench.configMap('a', '2')), options())).resolves.toMatchObject({ status: 'complete' });
  expect(await bench.uids(bench.ref('ConfigMap', 'a'))).toEqual(uid);
  await expect(deleteExtension('two', options())).resolves.toMatchObject({ status: 'complete' });
  await expect(bench.otherClient.exists(bench.ref('ConfigMap', 'a'))).resolves.toBe(false);
});
