/**
 * Taking down: order, finalizers, what lives on, and the guard for data that is not the extension's.
 */
import type { KubeObject } from '../../../lib/api';
import type { Answer } from '../../../lib/engine';
import { viewIn } from '../../../lib/engine/core/state/entry';
import { actions, Bench, objectOf, revisionOf, stored } from '../support/extension';

let bench: Bench;
/** The moment at which another client took a finalizer off. */
let released: Promise<Answer> | undefined;
beforeEach(async () => {
  released = undefined;
  bench = await Bench.open('delete');
});
afterEach(() => bench.close());

/** An object that a finalizer holds. */
function held(name: string): KubeObject {
  const object = bench.configMap(name, '1');
  return { ...object, metadata: { ...object.metadata, finalizers: ['example.com/hold'] } };
}

async function letGo(name: string): Promise<Answer> {
  return bench.otherClient.cluster.patch(bench.ref('ConfigMap', name), [{ op: 'remove', path: '/metadata/finalizers' }], 'somebody');
}

/** A kind of the test's own. */
function crd(group: string): KubeObject {
  const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } };
  return {
    apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', metadata: { name: `widgets.${group}`, labels: bench.labels },
    spec: { group, scope: 'Namespaced', names: { kind: 'Widget', plural: 'widgets' }, versions: [{ name: 'v1', served: true, storage: true, schema }] },
  };
}

test('a finalizer holds a phase back; when it goes, the teardown goes on', async () => {
  await bench.apply(revisionOf([[bench.configMap('first', '1')], [held('held')]]));
  const outcome = await bench.delete({
    onProgress: ({ entries }) => {
      const waiting = [...entries.values()].find((entry) => viewIn(entry)?.terminating === true);
      if (waiting === undefined || released !== undefined) return;
      released = letGo('held');
    },
  });
  expect(actions(outcome)).toEqual(['held: Deleted', 'first: Deleted']);
  expect(outcome.status).toBe('complete');
  stored(await (released as Promise<Answer>));
});
test('stopped half-way, it goes on where it was; nothing is applied in between without being asked', async () => {
  await bench.apply(revisionOf([[bench.configMap('first', '1')], [held('held')]]));
  const out = new AbortController();
  const stopped = await bench.delete({
    signal: out.signal,
    onProgress: ({ entries }) => {
      if ([...entries.values()].some((entry) => viewIn(entry)?.terminating === true)) out.abort('interrupted');
    },
  });
  expect(stopped).toMatchObject({ status: 'incomplete', stopped: 'interrupted' });
  expect(objectOf(stopped, 'first').action).toBe('Waiting');
  stored(await letGo('held'));
  await expect(bench.delete()).resolves.toMatchObject({ status: 'complete' });
  await expect(bench.otherClient.exists(bench.ref('ConfigMap', 'first'))).resolves.toBe(false);
});

test('without waiting it is done when the deletes of the last phase are accepted', async () => {
  await bench.apply(revisionOf([[held('held')], [bench.configMap('last', '1')]]));
  await expect(bench.delete({ wait: false })).resolves.toMatchObject({ status: 'complete' });
  expect((await bench.otherClient.get(bench.ref('ConfigMap', 'held'))).metadata.deletionTimestamp).toBeDefined();
  stored(await letGo('held'));
});

test('an object that lost its label and is held by a finalizer is waited for all the same', async () => {
  await bench.apply(revisionOf([[held('held'), bench.configMap('other', '1')]]));
  stored(await bench.otherClient.cluster.patch(bench.ref('ConfigMap', 'held'), [{ op: 'replace', path: '/metadata/labels', value: {} }], 'somebody'));
  const outcome = await bench.delete({
    onProgress: ({ entries }) => {
      if (released !== undefined || ![...entries.values()].some((entry) => viewIn(entry)?.terminating === true)) return;
      released = letGo('held');
    },
  });
  expect(actions(outcome)).toEqual(['held: Deleted', 'other: Deleted']);
});

test('orphaned objects live on without our mark, and can be adopted again', async () => {
  const revision = revisionOf([[bench.configMap('a', '1')]], { protection: 'IfNoController' });
  await bench.apply(revision);
  const uid = await bench.uids(bench.ref('ConfigMap', 'a'));
  const { result, requests } = await bench.counted(() => bench.delete({ orphan: true }));
  expect(actions(result)).toEqual(['a: Orphaned']);
  expect([requests['patch'], requests['delete']]).toEqual([1, 1]);
  const live = await bench.otherClient.get(bench.ref('ConfigMap', 'a'));
  expect(live).toMatchObject({ data: { value: '1' } });
  expect([live.metadata.annotations, live.metadata.labels, live.metadata.ownerReferences]).toEqual([undefined, undefined, undefined]);
  await expect(bench.otherClient.exists(bench.head)).resolves.toBe(false);

  expect(actions(await bench.apply(revisionOf([[bench.configMap('a', '1')]])))).toEqual(['a: Collision']);
  const adopted = await bench.apply(revision);
  expect(actions(adopted)).toEqual(['a: Adopted']);
  expect(await bench.uids(bench.ref('ConfigMap', 'a'))).toEqual(uid);
});

describe('the data-loss guard', () => {
  const refusal = (text: RegExp): unknown => expect.objectContaining({ category: 'data-loss', message: expect.stringMatching(text) });

  test('a kind that has objects: refused with kinds and counts, nothing is written; allowed when said so', async () => {
    const group = `${bench.namespace}.example.com`;
    const { apiVersion, kind, name } = { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', name: `widgets.${group}` };
    await bench.apply(revisionOf([[crd(group)], [bench.configMap('a', '1')]]));
    const theirs = { apiVersion: `${group}/v1`, kind: 'Widget', metadata: { name: 'theirs', namespace: bench.namespace } };
    await bench.otherClient.cluster.resolve(`${group}/v1`, 'Widget');
    await bench.otherClient.apply(theirs);
    // An owner, even one that stays, does not make it less of a loss.
    const { metadata: { uid = '' } } = await bench.otherClient.get(bench.ref('ConfigMap', 'a'));
    const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'a', uid };
    await bench.otherClient.apply({ ...theirs, metadata: { ...theirs.metadata, ownerReferences: [owner] } });
    const { resourceVersion } = (await bench.otherClient.get(bench.head)).metadata;
    // The connection is older than the kind: what it knows of the server is out of date.
    await expect(bench.delete()).rejects.toEqual(refusal(/1 Widget \(.*theirs\)[\s\S]*Nothing was changed/));
    // An upgrade that drops the kind is no different.
    await expect(bench.apply(revisionOf([[bench.configMap('a', '1')]]))).rejects.toEqual(refusal(/1 Widget/));
    await expect(bench.apply(revisionOf([[bench.configMap('a', '1')]]), { dryRun: true })).rejects.toEqual(refusal(/1 Widget/));
    expect((await bench.otherClient.get(bench.head)).metadata.resourceVersion).toBe(resourceVersion);
    await expect(bench.otherClient.exists(bench.ref('ConfigMap', 'a'))).resolves.toBe(true);

    await expect(bench.delete({ deleteData: true })).resolves.toMatchObject({ status: 'complete' });
    await expect(bench.otherClient.exists({ apiVersion, kind, name })).resolves.toBe(false);
  });

  test('a namespace that holds what is not ours, and one whose content the revision keeps', async () => {
    const name = `${bench.namespace}-inner`;
    const namespace: KubeObject = { apiVersion: 'v1', kind: 'Namespace', metadata: { name, labels: bench.labels } };
    const inner: KubeObject = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'ours', namespace: name, labels: bench.labels }, data: { value: '1' } };
    await bench.apply(revisionOf([[namespace], [inner]]));
    await expect(bench.apply(revisionOf([[inner]]))).rejects.toEqual(refusal(new RegExp(`Namespace ${name}: 1 ConfigMap \\(${name}/ours\\)`)));

    await bench.otherClient.apply({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'theirs', namespace: name } });
    await expect(bench.delete()).rejects.toEqual(refusal(/1 Secret \(.*theirs\)/));
    await expect(bench.delete({ orphan: true })).resolves.toMatchObject({ status: 'complete' });
    await expect(bench.otherClient.exists({ apiVersion: 'v1', kind: 'Namespace', name })).resolves.toBe(true);
    await bench.otherClient.delete({ apiVersion: 'v1', kind: 'Namespace', name });
  });

  test('a claim that was bound; one that never was, or that is gone already, is no loss', async () => {
    const volume = { apiVersion: 'v1', kind: 'PersistentVolume', metadata: { name: `data-${bench.namespace}` } };
    const claimOf = (name: string, spec: object): KubeObject =>
      bench.object('PersistentVolumeClaim', name, { spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, ...spec } });
    await bench.otherClient.apply({
      ...volume,
      spec: {
        accessModes: ['ReadWriteOnce'],
        capacity: { storage: '1Gi' },
        storageClassName: '',
        persistentVolumeReclaimPolicy: 'Retain',
        hostPath: { path: '/nowhere' },
      },
    });
    const bound = claimOf('data', { storageClassName: '', volumeName: volume.metadata.name });
    await bench.apply(revisionOf([[bound, claimOf('never', { storageClassName: 'on-first-use' })]]));
    await bench.otherClient.until(bench.ref('PersistentVolumeClaim', 'data'), (object) => (object?.['status'] as { phase?: string } | undefined)?.phase === 'Bound');
    await expect(bench.delete()).rejects.toMatchObject({ category: 'data-loss', message: expect.not.stringContaining('never') });
    await expect(bench.delete()).rejects.toEqual(refusal(/PersistentVolumeClaim .*data holds data/));
    await bench.otherClient.delete(bench.ref('PersistentVolumeClaim', 'data'));
    await bench.otherClient.until(bench.ref('PersistentVolumeClaim', 'data'), (object) => object === undefined);
    await expect(bench.delete()).resolves.toMatchObject({ status: 'complete' });
    await bench.otherClient.delete({ apiVersion: 'v1', kind: 'PersistentVolume', name: volume.metadata.name });
  });
});

describe('an object whose version is served no longer', () => {
  const widgets = (group: string): { served: (version: string) => Promise<void>; widget: KubeObject } => {
    const definition = crd(group);
    const name = definition.metadata.name ?? '';
    const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } };
    const served = async (version: string): Promise<void> => {
      const versions = ['v1alpha1', 'v1'].map((each) => ({ name: each, served: each === version, storage: each === version, schema }));
      const { resourceVersion: before } = await bench.otherClient.apply({ ...definition, spec: { ...(definition['spec'] as object), versions } }).then(({ metadata }) => metadata);
      await bench.otherClient.until({ apiVersion: definition.apiVersion, kind: definition.kind, name }, (object) => {
        // Of a fresh definition the list is null.
        const { conditions } = (object?.['status'] ?? {}) as { conditions?: { type: string; status: string }[] | null };
        return before !== undefined && (conditions ?? []).some(({ type, status }) => type === 'Established' && status === 'True');
      });
      while ((await bench.otherClient.cluster.resolve(`${group}/${version}`, 'Widget')) === undefined);
    };
    return { served, widget: bench.object('Widget', 'mine', { spec: { size: 1 } }, `${group}/v1alpha1`) };
  };

  test('is deleted all the same: it lives in another version', async () => {
    const group = `${bench.namespace}.example.com`;
    const { served, widget } = widgets(group);
    await served('v1alpha1');
    await bench.apply(revisionOf([[widget, bench.configMap('a', '1')]]));
    await served('v1');
    const live = bench.ref('Widget', 'mine', `${group}/v1`);
    await expect(bench.otherClient.exists(live)).resolves.toBe(true);
    const outcome = await bench.delete();
    expect([...actions(outcome)].sort()).toEqual(['a: Deleted', 'mine: Deleted']);
    await expect(bench.otherClient.exists(live)).resolves.toBe(false);
    await bench.otherClient.delete({ apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', name: `widgets.${group}` });
  });

  test('is gone when no version of its kind is served', async () => {
    const group = `${bench.namespace}.example.com`;
    const { served, widget } = widgets(group);
    const definition = { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', name: `widgets.${group}` };
    await served('v1alpha1');
    await bench.apply(revisionOf([[widget, bench.configMap('a', '1')]]));
    await bench.otherClient.delete(definition);
    await bench.otherClient.until(definition, (object) => object === undefined);
    const outcome = await bench.delete();
    expect([outcome.status, [...actions(outcome)].sort()]).toEqual(['complete', ['a: Deleted', 'mine: Deleted']]);
  });
});

test('no such extension: says where there is one', async () => {
  await expect(bench.delete()).rejects.toMatchObject({ code: 'not-found', category: 'input' });
  await bench.apply(revisionOf([[bench.configMap('a', '1')]]));
  await expect(bench.delete({ stateNamespace: 'default' })).rejects.toMatchObject({ code: 'not-found', hint: expect.stringMatching(/`stateNamespace: |Installed are/) });
});
