import type { KubeObject, ResolvedRevision } from '../../../../lib/api';
import { buildRollout, buildTeardown, inventoryOf, type BuildOptions, type Entry, type InventoryEntry, type ObjectAction } from '../../../../lib/engine';
import { scopesOf } from '../../../../lib/engine/core/state/task';

const context: BuildOptions['context'] = {
  owner: { apiVersion: 'v1', kind: 'Secret', name: 'head', namespace: 's', uid: 'me' },
  strategy: { type: 'annotation', annotation: 'owners' }, siblings: [], fieldManager: 'boxcutter',
};
const crd: KubeObject = {
  apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', metadata: { name: 'widgets.example.com' },
  spec: { group: 'example.com', names: { kind: 'Widget' } },
};
const namespace: KubeObject = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'new' } };
const inNamespace = (kind: string, name: string, apiVersion = 'v1', place = 'new'): KubeObject => ({ apiVersion, kind, metadata: { name, namespace: place } });

function revisionOf(...phases: KubeObject[][]): ResolvedRevision {
  return {
    extension: 'web', number: 3, digest: 'sha256:3', probes: [],
    phases: phases.map((objects, index) => ({ name: `p${index}`, objects: objects.map((object) => ({ object, collisionProtection: 'Prevent' })) })),
  };
}
const build = (revision: ResolvedRevision, inventory: readonly InventoryEntry[] = []) => buildRollout(revision, { context, inventory, labelSelector: 'app=web' });
const REVISION = revisionOf([namespace, crd], [inNamespace('ConfigMap', 'a'), inNamespace('Widget', 'w', 'example.com/v1', 'old'), inNamespace('ConfigMap', 'b', 'v1', 'old')]);

/** What was recorded after everything was applied. */
const RECORDED: readonly InventoryEntry[] = build(REVISION).task.items.map(({ ref, phase, desired }) => ({ ref, order: phase, phase: `p${phase}`, uid: 'u', desired, owned: 'o' }));

describe('what an object needs of its own revision', () => {
  function needs(inventory: readonly InventoryEntry[], revision = REVISION): Record<string, string> {
    const { items } = build(revision, inventory).task;
    return Object.fromEntries(items.map(({ ref, dependent, brought }) => [ref.name, dependent ? 'new' : brought ? 'brought' : 'nothing']));
  }

  test('a new namespace, a new kind', () => {
    expect(needs([])).toEqual({ 'new': 'nothing', 'widgets.example.com': 'nothing', 'a': 'new', 'w': 'new', 'b': 'nothing' });
  });

  test('known namespace and unchanged kind can be asked about at once', () => {
    expect(needs(RECORDED)).toMatchObject({ a: 'brought', w: 'brought', b: 'nothing' });
  });

  test('a changed definition is a new kind', () => {
    const changed = revisionOf([namespace, { ...crd, spec: { ...crd['spec'] as object, scope: 'Cluster' } }], [inNamespace('Widget', 'w', 'example.com/v1', 'old')]);
    expect(needs(RECORDED, changed)).toMatchObject({ w: 'new' });
  });
});

describe('what can be asked about before its phase is reached', () => {
  const later = [inNamespace('ConfigMap', 'a'), inNamespace('Widget', 'w', 'example.com/v1', 'old'), inNamespace('ConfigMap', 'b', 'v1', 'old')];
  const inSpec = (spec: object): KubeObject => ({ ...crd, spec: { ...crd['spec'] as object, ...spec } });
  const opening = (revision: ResolvedRevision) => (
    Object.fromEntries(build(revision).task.items.map(({ ref, opensWith }) => [ref.name, opensWith]))
  );

  test('opens with the last phase that it depends on', () => {
    const revision = revisionOf([namespace], [crd], later);
    expect(opening(revision)).toEqual({ 'new': undefined, 'widgets.example.com': undefined, 'a': 0, 'w': 1, 'b': undefined });
  });

  test('a namespace that comes before the first write opens at once', () => {
    const { task } = buildRollout(revisionOf([later[0] as KubeObject]), { context, inventory: [], labelSelector: 'app=web', coming: ['new'] });
    expect(task.items).toMatchObject([{ dependent: true, opensWith: -1 }]);
  });

  test('nothing does that comes after an object of its own phase', () => {
    expect(opening(revisionOf([namespace, ...later]))).toMatchObject({ a: undefined });
  });

  test.each<[string, KubeObject]>([
    ['a webhook', { apiVersion: 'admissionregistration.k8s.io/v1', kind: 'MutatingWebhookConfiguration', metadata: { name: 'hook' } }],
    ['a policy', { apiVersion: 'admissionregistration.k8s.io/v1', kind: 'ValidatingAdmissionPolicy', metadata: { name: 'policy' } }],
    ['a quota', inNamespace('ResourceQuota', 'quota')],
    ['a limit range', inNamespace('LimitRange', 'limits')],
    ['a converting webhook', inSpec({ conversion: { strategy: 'Webhook' } })],
  ])('nothing does beside %s', (_, object) => {
    expect(Object.values(opening(revisionOf([namespace, crd], [object], later)))).toEqual(expect.not.arrayContaining([expect.any(Number)]));
  });

  test('a definition that converts nothing is no obstacle', () => {
    expect(opening(revisionOf([namespace, inSpec({ conversion: { strategy: 'None' } })], later))).toMatchObject({ a: 0, w: 0 });
  });
});

test('the webhooks and policies that come with the revision are known by the names that refusals have', () => {
  const apiVersion = 'admissionregistration.k8s.io/v1';
  const webhooks: KubeObject = {
    apiVersion, kind: 'ValidatingWebhookConfiguration', metadata: { name: 'all' }, webhooks: [{ name: 'a.example.com' }, { name: 'b.example.com' }],
  };
  const policy: KubeObject = { apiVersion, kind: 'ValidatingAdmissionPolicy', metadata: { name: 'policy' } };
  const binding: KubeObject = { apiVersion, kind: 'ValidatingAdmissionPolicyBinding', metadata: { name: 'binding' } };
  expect(build(revisionOf([namespace], [webhooks, policy, binding])).task.admission).toEqual(['a.example.com', 'b.example.com', 'policy']);
  expect(build(REVISION).task.admission).toBeUndefined();
});

test('what only former content had goes, in reverse; records belong to the object whatever its version', () => {
  const { task } = build(revisionOf([{ ...inNamespace('Widget', 'w', 'example.com/v2', 'old') }]), RECORDED);
  expect(task.items.map(({ ref, record }) => [ref.name, record?.uid])).toEqual([['w', 'u']]);
  expect(task.removals.map(({ ref, order }) => [ref.name, order])).toEqual([['a', 1], ['b', 1], ['new', 0], ['widgets.example.com', 0]]);
});

test('a teardown takes everything, and may orphan', () => {
  const { task, desired } = buildTeardown(3, { context, inventory: RECORDED, labelSelector: 'app=web', orphan: ({ kind }) => kind === 'Namespace' });
  expect([task.items, desired.size]).toEqual([[], 0]);
  expect(task.removals.filter(({ orphan }) => orphan).map(({ ref }) => ref.name)).toEqual(['new']);
});

test('streams are as narrow as the task: by name for one object, by label for several, apart for each kind and namespace', () => {
  const scopes = scopesOf(build(REVISION, RECORDED).task);
  expect(scopes.map(({ observe: { kind, namespace: place, name, labelSelector }, exact }) => [kind, place, exact, name ?? labelSelector])).toEqual([
    ['Namespace', undefined, true, 'new'],
    ['CustomResourceDefinition', undefined, true, 'widgets.example.com'],
    ['ConfigMap', 'new', true, 'a'],
    ['Widget', 'old', true, 'w'],
    ['ConfigMap', 'old', true, 'b'],
  ]);
  const many = scopesOf(build(revisionOf([inNamespace('ConfigMap', 'a'), inNamespace('ConfigMap', 'b')])).task);
  expect(many.map(({ observe }) => observe)).toEqual([{ apiVersion: 'v1', kind: 'ConfigMap', namespace: 'new', labelSelector: 'app=web' }]);
});

type Remembered = Pick<Entry, 'record' | 'progress'>;
const OPEN: Remembered = { progress: { type: 'open', attempts: 0 } };
const settled = (action: ObjectAction): Remembered => ({ progress: { type: 'settled', action, attempts: 0 } });

describe('what is remembered', () => {
  const { task } = build(revisionOf([inNamespace('ConfigMap', 'a')]), RECORDED.filter(({ ref }) => ref.name === 'b'));
  const [item] = task.items;
  const [removal] = task.removals;
  const remember = (forItem: Remembered, forRemoval: Remembered = OPEN): readonly (readonly [string, string | undefined])[] =>
    inventoryOf(task, new Map([[item?.key ?? '', forItem], [removal?.key ?? '', forRemoval]])).map(({ ref, uid }) => [ref.name, uid]);
  const failed = { action: 'Failed', cause: { type: 'kept', code: 'data-loss', message: 'no' } } as const;

  test.each<[string, Remembered, boolean]>([
    ['applied', { record: { uid: 'x' }, ...settled({ action: 'Created' }) }, true],
    ['planned: it may exist', OPEN, true],
    ['failed, perhaps after a write whose answer was lost', settled(failed), true],
    ['another controller has it', settled({ action: 'Collision', cause: { type: 'unmanaged' } }), false],
    ['a newer revision\'s', settled({ action: 'Released', cause: { type: 'newer-revision' } }), false],
  ])('an object that was %s', (_, entry, kept) => expect(remember(entry).some(([name]) => name === 'a')).toBe(kept));

  test.each<[string, Remembered, boolean]>([
    ['still there', OPEN, true],
    ['not deleted', settled(failed), true],
    ['deleted', settled({ action: 'Deleted' }), false],
    ['let go', settled({ action: 'Orphaned' }), false],
    ['taken over', settled({ action: 'Released', cause: { type: 'unmanaged' } }), false],
  ])('an object that had to go and is %s', (_, entry, kept) => expect(remember(OPEN, entry).some(([name]) => name === 'b')).toBe(kept));
});

describe('options of single objects', () => {
  const revision: ResolvedRevision = {
    ...revisionOf(), progressDeadlineMinutes: 10,
    phases: [{ name: 'p', objects: [
      { object: inNamespace('ConfigMap', 'kept'), collisionProtection: 'Prevent', orphan: true },
      { object: inNamespace('ConfigMap', 'held'), collisionProtection: 'Prevent', paused: true },
      { object: inNamespace('ConfigMap', 'plain'), collisionProtection: 'Prevent' },
    ] }],
  };
  const { task } = build(revision);
  const inventory = inventoryOf(task, new Map());
  const namesOf = (entries: readonly { readonly ref: { readonly name: string }; readonly orphan?: boolean }[]): readonly string[] =>
    entries.filter(({ orphan }) => orphan === true).map(({ ref }) => ref.name);

  test('are in the task; none of them changes what is sent', () => {
    expect(task.items.map(({ ref, paused, orphan }) => [ref.name, paused, orphan])).toEqual([['kept', undefined, true], ['held', true, undefined], ['plain', undefined, undefined]]);
    const without = build({ ...revision, phases: [{ name: 'p', objects: revision.phases[0]?.objects.map(({ object, collisionProtection }) => ({ object, collisionProtection })) ?? [] }] });
    expect(without.task.items.map(({ desired }) => desired)).toEqual(task.items.map(({ desired }) => desired));
  });

  test('that an object is to be orphaned is on record until it is, through teardowns that were broken off', () => {
    expect(namesOf(inventory)).toEqual(['kept']);
    const down = buildTeardown(1, { context, inventory, labelSelector: 'app=web' });
    expect(namesOf(down.task.removals)).toEqual(['kept']);
    expect(namesOf(inventoryOf(down.task, new Map()))).toEqual(['kept']);
  });

  test('what one run orphans on request is not on record', () => {
    const down = buildTeardown(1, { context, inventory, labelSelector: 'app=web', orphan: () => true });
    expect(namesOf(down.task.removals)).toHaveLength(3);
    expect(namesOf(inventoryOf(down.task, new Map()))).toEqual(['kept']);
  });

  test('a later revision that says nothing of it takes it off the record, but not before it is applied', () => {
    const { task: later } = build(revisionOf([inNamespace('ConfigMap', 'kept')]), inventory);
    const settled = (action: ObjectAction) =>
      new Map(later.items.map(({ key }) => [key, { progress: { type: 'settled', action, attempts: 0 } } as const]));
    expect(namesOf(inventoryOf(later, new Map()))).toEqual(['kept']);
    expect(namesOf(inventoryOf(later, settled({ action: 'Failed', cause: { type: 'kept', code: 'data-loss', message: 'refused' } })))).toEqual(['kept']);
    expect(namesOf(inventoryOf(later, settled({ action: 'Updated' })))).toEqual([]);
  });

  test('the deadline of the revision is that of the task', () => expect(task.progressDeadlineMs).toBe(600_000));
});
