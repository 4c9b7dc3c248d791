/** What goes wrong in other engines, each as a test that shows that it does not here. */
import type { KubeObject } from '../../../lib/api';
import type { RevisionInput, State } from '../../../lib/engine';
import { connect } from '../../../lib/kube';
import { viewIn } from '../../../lib/engine/core/state/entry';
import { kubeconfig, stored, unique } from '../support/extension';
import { MANAGER, NO_WRITES, objectsOf, revision, REVISION, signal, Stage, told, waitsForFinalizer, wants, writes } from './stage';

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open('defects');
});
afterAll(() => stage.close());

const CRD = { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition' };

/** A kind of the test's own, with these fields of its spec. */
function definition(group: string, fields: object): KubeObject {
  const schema = { openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object', properties: fields } } } };
  return {
    ...CRD, metadata: { name: `widgets.${group}` },
    spec: { group, scope: 'Namespaced', names: { kind: 'Widget', plural: 'widgets' }, versions: [{ name: 'v1', served: true, storage: true, schema }] },
  };
}
const removeKind = (group: string): Promise<void> => stage.bench.otherClient.delete({ ...CRD, name: `widgets.${group}` });

test('kinds that a controller touches at once are created in one go, and nothing is to be done a moment later', async () => {
  const group = `touched.${stage.bench.namespace}.example.com`;
  const engine = stage.engine({ strategy: 'annotation' });
  const owner = await stage.owner('touched-owner');
  const target = revision(1, [
    stage.deployment('touched', 'example.com/app:1'), definition(group, {}),
    stage.object('v1', 'ResourceQuota', 'touched', { spec: { hard: { 'count/jobs.batch': '5' } } }),
    stage.object('policy/v1', 'PodDisruptionBudget', 'touched', { spec: { minAvailable: 1, selector: { matchLabels: { app: 'touched' } } } }),
  ]);
  try {
    const up = await engine.reconcile(target, { owner, signal: signal() });
    expect([objectsOf(up).map(({ action }) => action), up.complete]).toEqual([['Created', 'Created', 'Created', 'Created'], true]);
    const again = await stage.bench.counted(() => engine.reconcile(target, { owner, inventory: up.inventory, signal: signal() }));
    expect([objectsOf(again.result).map(({ action }) => action), writes(again.requests)]).toEqual([['Unchanged', 'Unchanged', 'Unchanged', 'Unchanged'], NO_WRITES]);
  } finally {
    await removeKind(group);
  }
});

test('a kind that is defined later, and a field that it gets later, are known to the same process', async () => {
  const group = `later.${stage.bench.namespace}.example.com`;
  const engine = stage.engine({ strategy: 'annotation' });
  const owner = await stage.owner('later-owner');
  const widget = (spec: object): KubeObject => stage.object(`${group}/v1`, 'Widget', 'later', { spec });
  // The connection has seen the kinds of the server before this one comes.
  const before = await engine.reconcile(revision(1, [stage.configMap('later', '1')]), { owner, signal: signal() });
  try {
    const one: RevisionInput = revision(1, [definition(group, { size: { type: 'integer' } })], [widget({ size: 1 })]);
    const up = await engine.reconcile(one, { owner, inventory: before.inventory, signal: signal() });
    expect(up.complete).toBe(true);
    const two: RevisionInput = revision(2, [definition(group, { size: { type: 'integer' }, colour: { type: 'string' } })], [widget({ size: 1, colour: 'red' })]);
    const next = await engine.reconcile(two, { owner, inventory: up.inventory, signal: signal() });
    expect([told(next), next.complete]).toEqual([[`widgets.${group}: Updated`, 'later: Updated'], true]);
    expect((await stage.get('later', 'Widget', `${group}/v1`))['spec']).toEqual({ size: 1, colour: 'red' });
  } finally {
    await removeKind(group);
  }
});

test('a field that the content drops goes from the object, within the same revision, too', async () => {
  const engine = stage.engine();
  const owner = await stage.owner('dropped-owner');
  const up = await engine.reconcile({ number: 1, object: stage.configMap('dropped', '1', { old: 'x' }) }, { owner, signal: signal() });
  await stage.patch('dropped', [{ op: 'add', path: '/data/theirs', value: 'y' }]);
  // Without a record it is seen as well: we own a field that nobody wants.
  for (const inventory of [up.inventory, []]) {
    const next = await engine.reconcile({ number: 1, object: stage.configMap('dropped', '1') }, { owner, inventory, signal: signal() });
    expect([told(next), await stage.data('dropped')]).toEqual([['dropped: Updated'], { value: '1', theirs: 'y' }]);
    await engine.reconcile({ number: 1, object: stage.configMap('dropped', '1', { old: 'x' }) }, { owner, signal: signal() });
  }
});

test('an object whose managed fields another client cleared: drift is seen and put right', async () => {
  const engine = stage.engine();
  const owner = await stage.owner('cleared-owner');
  const target = { number: 1, object: stage.configMap('cleared', '1') };
  const up = await engine.reconcile(target, { owner, signal: signal() });
  for (const inventory of [up.inventory, []]) {
    await stage.patch('cleared', [{ op: 'replace', path: '/data/value', value: 'theirs' }]);
    await stage.patch('cleared', [{ op: 'replace', path: '/metadata/managedFields', value: [{}] }]);
    const next = await engine.reconcile(target, { owner, inventory, signal: signal() });
    expect([next.complete, await stage.data('cleared')]).toEqual([true, { value: '1' }]);
    expect(['Recovered', 'Updated']).toContain(objectsOf(next)[0]?.action);
    const { managedFields = [] } = (await stage.get('cleared')).metadata;
    expect(managedFields.map(({ manager, operation }) => `${manager ?? ''} ${operation ?? ''}`)).toContain(`${MANAGER} Apply`);
  }
});

test('an object that is being deleted is not ready: the next phase waits until it is gone, made anew, and ready', async () => {
  const engine = stage.engine();
  const owner = await stage.owner('terminating-owner');
  const target = revision(1, [stage.configMap('going', '1')], [stage.configMap('after', '1')]);
  const first = await engine.reconcile(revision(1, [stage.configMap('going', '1')]), { owner, signal: signal() });
  const [uid] = await stage.bench.uids(stage.ref('going'));
  await stage.patch('going', [{ op: 'add', path: '/metadata/finalizers', value: ['example.com/hold'] }]);
  await stage.bench.otherClient.delete(stage.ref('going'));
  let released: Promise<void> | undefined;
  let seen: unknown;
  const onProgress = ({ entries }: State): void => {
    const waiting = [...entries.values()].find((entry) => waitsForFinalizer(entry));
    if (waiting === undefined || released !== undefined) return;
    seen = [waiting.progress.waiting, viewIn(waiting)?.ready.status];
    released = stage.exists('after').then(async (exists) => {
      expect(exists).toBe(false);
      await stage.patch('going', [{ op: 'remove', path: '/metadata/finalizers' }]);
    });
  };
  const result = await engine.reconcile(target, { owner, inventory: first.inventory, onProgress, signal: signal() });
  await released;
  expect(seen).toEqual([{ type: 'being-deleted', finalizers: ['example.com/hold'] }, 'fail']);
  expect([told(result), result.complete]).toEqual([['going: Created', 'after: Created'], true]);
  expect(await stage.bench.uids(stage.ref('going'))).not.toEqual([uid]);
});

describe('in one and the same phase', () => {
  test('a namespace and its content', async () => {
    const name = `${stage.bench.namespace}-same`;
    const engine = stage.engine({ strategy: 'annotation' });
    const owner = await stage.owner('namespace-owner');
    const inner = { ...stage.configMap('inner', '1'), metadata: { name: 'inner', namespace: name } };
    const target = revision(1, [inner, { apiVersion: 'v1', kind: 'Namespace', metadata: { name } }]);
    try {
      const up = await engine.reconcile(target, { owner, signal: signal() });
      expect([told(up), up.complete]).toEqual([['inner: Created', `${name}: Created`], true]);
    } finally {
      await stage.bench.otherClient.delete({ apiVersion: 'v1', kind: 'Namespace', name });
    }
  });

  test('a kind and an object of it', async () => {
    const group = `same.${stage.bench.namespace}.example.com`;
    const engine = stage.engine({ strategy: 'annotation' });
    const owner = await stage.owner('kind-owner');
    const target = revision(1, [stage.object(`${group}/v1`, 'Widget', 'same', { spec: { size: 1 } }), definition(group, { size: { type: 'integer' } })]);
    try {
      const up = await engine.reconcile(target, { owner, signal: signal() });
      expect([told(up), up.complete]).toEqual([['same: Created', `widgets.${group}: Created`], true]);
    } finally {
      await removeKind(group);
    }
  });
});

describe('a view that is behind', () => {
  /** The object as it was before another client changed it. */
  async function behind(name: string, owner: Parameters<ReturnType<Stage['engine']>['reconcile']>[1]): Promise<{ readonly seen: readonly KubeObject[]; readonly inventory: readonly never[] }> {
    await stage.engine().reconcile({ number: 1, object: stage.configMap(name, '1') }, { ...owner, signal: signal() });
    const seen = [await stage.get(name)];
    await stage.patch(name, [{ op: 'add', path: '/data/theirs', value: 'x' }]);
    return { seen, inventory: [] };
  }

  test('costs an update one conflict and one read, and loses nothing of what others did', async () => {
    const owner = await stage.owner('behind-owner');
    const stale = await behind('behind', { owner });
    const next = await stage.bench.counted(() => stage.engine().reconcile({ number: 1, object: stage.configMap('behind', '2') }, { owner, ...stale, preflight: 'never', signal: signal() }));
    expect([told(next.result), next.requests['patch'], next.requests['get'], await stage.data('behind')]).toEqual([['behind: Updated'], 2, 1, { value: '2', theirs: 'x' }]);
  });

  test('is no error of a teardown either', async () => {
    const owner = await stage.owner('behind-down-owner');
    const stale = await behind('behind-down', { owner });
    const down = await stage.bench.counted(() => stage.engine().teardown({ number: 1, object: stage.configMap('behind-down', '1') }, { owner, ...stale, signal: signal() }));
    expect([told(down.result), down.requests['delete'], down.requests['get'], await stage.exists('behind-down')]).toEqual([['behind-down: Deleted'], 2, 1, false]);
  });

  test('never deletes what has another owner by now', async () => {
    const [owner, other] = [await stage.owner('behind-former'), await stage.owner('behind-other')];
    const stale = await behind('behind-taken', { owner });
    await stage.patch('behind-taken', [{ op: 'replace', path: '/metadata/ownerReferences', value: [{ apiVersion: 'v1', kind: 'ConfigMap', name: other.name, uid: other.uid, controller: true }] }]);
    const down = await stage.engine().teardown({ number: 1, object: stage.configMap('behind-taken', '1') }, { owner, ...stale, signal: signal() });
    expect([told(down), await stage.exists('behind-taken')]).toEqual([['behind-taken: Released'], true]);
  });
});

test('letting go takes nothing but our own reference, also when another client has added one meanwhile', async () => {
  const engine = stage.engine();
  const [owner, second, third] = [await stage.owner('go-1'), await stage.owner('go-2'), await stage.owner('go-3')];
  const target = { number: 1, object: stage.configMap('let-go', '1') };
  await engine.reconcile(target, { owner, signal: signal() });
  const reference = ({ name, uid }: typeof owner): object => ({ apiVersion: 'v1', kind: 'ConfigMap', name, uid });
  await stage.patch('let-go', [{ op: 'replace', path: '/metadata/ownerReferences', value: [reference(owner), reference(second)] }]);
  const seen = [await stage.get('let-go')];
  await stage.patch('let-go', [{ op: 'add', path: '/metadata/ownerReferences/-', value: reference(third) }]);
  const down = await engine.teardown(target, { owner, seen, signal: signal() });
  expect([told(down), (await stage.marks('let-go'))[0]]).toEqual([['let-go: Released'], ['go-2 owns', 'go-3 owns']]);
});

describe('orphaning', () => {
  test('what is not there (any more) is no error, and given objects stay as they are', async () => {
    const owner = await stage.owner('absent-owner');
    const object = Object.freeze(stage.configMap('absent', '1'));
    Object.freeze(object.metadata);
    const down = await stage.engine().teardown({ number: 1, object }, { owner, overrides: { orphan: true }, signal: signal() });
    expect([down.complete, down.failed, down.inventory]).toEqual([true, false, []]);
  });

  test('what only lost its owner is a collision until another client takes the number off: nothing is adopted that a collector is about to delete', async () => {
    const [gone, owner] = [await stage.owner('collected'), await stage.owner('adopter')];
    await stage.foreign('half-orphan', undefined, 1);
    const target = { number: 1, object: stage.configMap('half-orphan', '1'), collisionProtection: 'None' as const };
    expect(told(await stage.engine().reconcile(target, { owner, siblings: [gone], signal: signal() }))).toEqual(['half-orphan: Collision']);
    await stage.patch('half-orphan', [{ op: 'remove', path: `/metadata/annotations/${REVISION.replace('/', '~1')}` }]);
    expect(told(await stage.engine().reconcile(target, { owner, siblings: [gone], signal: signal() }))).toEqual(['half-orphan: Adopted']);
  });
});

test('a paused call gives the same shape, and judges the object that is there, not the one that is wanted', async () => {
  const engine = stage.engine();
  const owner = await stage.owner('shape-owner');
  const probes = [wants('.data.value', '2')];
  const up = await engine.reconcile({ number: 1, object: stage.configMap('shape', '1') }, { owner, probes, wait: false, signal: signal() });
  const paused = await engine.reconcile({ number: 1, object: stage.configMap('shape', '2'), paused: true }, { owner, probes, inventory: up.inventory, signal: signal() });
  expect(objectsOf(paused)).toMatchObject([{ action: 'Updated', wouldBe: true, ready: { status: 'fail', message: '".data.value" == "2": it is "1"' } }]);
  expect([Object.keys(paused).sort(), Object.keys(objectsOf(paused)[0] ?? {}).filter((key) => key !== 'wouldBe').sort()]).toEqual([Object.keys(up).sort(), Object.keys(objectsOf(up)[0] ?? {}).sort()]);
});

test('a client that takes our label off hides nothing from a teardown, nor from a rollout', async () => {
  const engine = stage.engine();
  const owner = await stage.owner('label-owner');
  const target = revision(1, [stage.configMap('label-a', '1'), stage.configMap('label-b', '1')]);
  const up = await engine.reconcile(target, { owner, signal: signal() });
  const [uid] = await stage.bench.uids(stage.ref('label-a'));
  await stage.patch('label-a', [{ op: 'remove', path: '/metadata/labels' }]);
  const next = await engine.reconcile(target, { owner, inventory: up.inventory, signal: signal() });
  expect([told(next), await stage.bench.uids(stage.ref('label-a'))]).toEqual([['label-a: Recovered', 'label-b: Unchanged'], [uid]]);
  await stage.patch('label-a', [{ op: 'remove', path: '/metadata/labels' }]);
  const down = await engine.teardown(target, { owner, inventory: next.inventory, signal: signal() });
  expect([[...told(down)].sort(), await stage.exists('label-a')]).toEqual([['label-a: Deleted', 'label-b: Deleted'], false]);
});

test('who may not delete gets no teardown that calls itself complete', async () => {
  const rbac = 'rbac.authorization.k8s.io';
  const user = unique('ada');
  const rules = [{ apiGroups: [''], resources: ['configmaps'], verbs: ['get', 'list', 'watch', 'create', 'patch'] }];
  await stage.bench.otherClient.apply(stage.object(`${rbac}/v1`, 'Role', 'keeper', { rules }));
  const binding = { roleRef: { apiGroup: rbac, kind: 'Role', name: 'keeper' }, subjects: [{ kind: 'User', name: user, apiGroup: rbac }] };
  await stage.bench.otherClient.apply(stage.object(`${rbac}/v1`, 'RoleBinding', 'keeper', binding));
  const cluster = await connect({ kubeconfig, as: user });
  try {
    // The authorizer learns of it a little later, and announces nothing: it is asked until it knows.
    const resourceAttributes = { namespace: stage.bench.namespace, verb: 'patch', resource: 'configmaps' };
    const question = { apiVersion: 'authorization.k8s.io/v1', kind: 'SelfSubjectAccessReview', metadata: {}, spec: { resourceAttributes } };
    while (!(stored(await cluster.create(question))['status'] as { allowed: boolean }).allowed);
    const engine = stage.engine({ cluster, strategy: 'annotation' });
    const owner = await stage.owner('keeper-owner');
    const target = revision(1, [stage.configMap('keep-a', '1')], [stage.configMap('keep-b', '1')]);
    const up = await engine.reconcile(target, { owner, signal: signal() });
    const down = await engine.teardown(target, { owner, inventory: up.inventory, signal: signal() });
    expect([told(down), down.complete, down.failed, down.inventory.map(({ ref: { name } }) => name).sort()]).toEqual([['keep-b: Failed', 'keep-a: Waiting'], false, true, ['keep-a', 'keep-b']]);
    expect(objectsOf(down)[0]).toMatchObject({ cause: { status: { message: expect.stringContaining('cannot delete resource "configmaps"') } } });
    const next = await stage.engine({ strategy: 'annotation' }).teardown(target, { owner, inventory: down.inventory, signal: signal() });
    expect([told(next), next.complete]).toEqual([['keep-b: Deleted', 'keep-a: Deleted'], true]);
  } finally {
    cluster.close();
  }
});

test('conflicts of several writers on one object end with everybody\'s fields in place', async () => {
  const engine = stage.engine();
  const owner = await stage.owner('writers-owner');
  let { inventory } = await engine.reconcile({ number: 1, object: stage.configMap('writers', '0') }, { owner, signal: signal() });
  for (let value = 1; value <= 5; value += 1) {
    const theirs = Promise.all(['x', 'y', 'z'].map((manager) => stage.bench.otherClient.cluster.apply(
      { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'writers', namespace: stage.bench.namespace }, data: { [manager]: String(value) } }, { fieldManager: manager, force: false },
    )));
    const result = await engine.reconcile({ number: 1, object: stage.configMap('writers', String(value)) }, { owner, inventory, signal: signal() });
    (await theirs).forEach(stored);
    expect([told(result), await stage.data('writers')]).toEqual([['writers: Updated'], { value: String(value), x: String(value), y: String(value), z: String(value) }]);
    ({ inventory } = result);
  }
});
