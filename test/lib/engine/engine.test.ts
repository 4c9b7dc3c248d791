import { keyOf, refOf, type KubeObject } from '../../../lib/api';
import {
  createEngine, type Cluster, type EngineOptions, type EngineResult, type InventoryEntry, type ObserveScope, type ReconcileOptions,
  type RevisionInput, type Target,
} from '../../../lib/engine';
import { settledOf } from '../../../lib/engine/core/state/entry';
import { FakeServer } from './fake-server';

/** The facade against the model server: what it makes of its options. What the server makes of that is in test/server/engine/library.test.ts. */
const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', namespace: 'n', uid: 'owner' };
const cm = (name: string, value = '1'): KubeObject => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'n' }, data: { value } });
const revision = (number: number, ...phases: readonly (readonly KubeObject[])[]): RevisionInput => ({
  name: 'shop', number, phases: phases.map((objects, index) => ({ name: `phase-${index}`, objects })),
});

class Recorder extends FakeServer {
  readonly written: KubeObject[] = [];
  readonly observed: ObserveScope[] = [];

  override apply(...[object, options]: Parameters<FakeServer['apply']>): ReturnType<FakeServer['apply']> {
    if (options.dryRun !== true) this.written.push(object);
    return super.apply(object, options);
  }

  override observe(...[scope, observer]: Parameters<FakeServer['observe']>): ReturnType<FakeServer['observe']> {
    this.observed.push(scope);
    return super.observe(scope, observer);
  }
}

let server: Recorder;
beforeEach(() => {
  server = new Recorder();
});
const engineOf = (more: Partial<EngineOptions> = {}) => createEngine({ cluster: server, fieldManager: 'shop', systemPrefix: 'example.com', strategy: 'annotation', ...more });

function told({ phases, removed }: EngineResult): readonly string[] {
  return [...phases.flatMap(({ objects }) => objects), ...removed].map(({ ref: { name }, action, wouldBe }) => `${name}: ${action}${wouldBe === true ? '?' : ''}`);
}

async function codesOf(call: Promise<unknown>): Promise<readonly string[]> {
  interface Thrown { readonly details?: { readonly findings?: readonly { readonly code: string; readonly path: string }[] } }
  const error = await call.then(() => undefined, (thrown: unknown) => thrown as Thrown);
  return error?.details?.findings?.map(({ code, path }) => `${code} ${path}`.trim()) ?? ['nothing was thrown'];
}

describe('what is written beside the content', () => {
  test.each<[string, Partial<EngineOptions>, ReconcileOptions, object, object]>([
    ['without an owner', {}, {}, { 'example.com/revision': '1' }, { 'app.kubernetes.io/managed-by': 'boxcutter' }],
    ['by annotation', { managedBy: 'shop' }, { owner }, { 'example.com/revision': '1', 'example.com/owners': expect.stringContaining('"uid":"owner"') }, { 'app.kubernetes.io/managed-by': 'shop' }],
    ['by an annotation of the call', {}, { owner, strategy: { type: 'annotation', annotation: 'a/b' } }, { 'example.com/revision': '1', 'a/b': expect.any(String) }, expect.anything()],
    ['natively, as the call wants it', {}, { owner, strategy: 'native' }, { 'example.com/revision': '1' }, expect.anything()],
    ['without a number', { numbered: false }, { owner }, { 'example.com/owners': expect.any(String) }, expect.anything()],
    ['with labels of the call', {}, { labels: { 'example.com/shop': 'web' } }, expect.anything(), { 'app.kubernetes.io/managed-by': 'boxcutter', 'example.com/shop': 'web' }],
  ])('%s', async (_, options, call, annotations, labels) => {
    const result = await engineOf(options).reconcile(revision(1, [cm('a')]), { ...call, preflight: 'never' });
    expect(told(result)).toEqual(['a: Created']);
    expect(server.written[0]?.metadata).toMatchObject({ annotations, labels });
    const expected = annotations.constructor === Object ? Object.keys(annotations) : ['example.com/revision'];
    expect(Object.keys(server.written[0]?.metadata.annotations ?? {}).sort()).toEqual(expected.sort());
  });

  test('streams select by the labels that are stamped', async () => {
    const engine = engineOf({ managedBy: 'shop' });
    const up = await engine.reconcile(revision(1, [cm('a'), cm('b')]), { labels: { x: 'y' } });
    await engine.reconcile(revision(1, [cm('a'), cm('b')]), { labels: { x: 'y' }, inventory: up.inventory });
    expect(server.observed).toEqual([{ apiVersion: 'v1', kind: 'ConfigMap', namespace: 'n', labelSelector: 'x=y,app.kubernetes.io/managed-by=shop' }]);
    await engine.reconcile(revision(1, [cm('a'), cm('b')]), { inventory: up.inventory, streams: 'shared' });
    expect(server.observed[1]).toEqual({ apiVersion: 'v1', kind: 'ConfigMap', labelSelector: 'app.kubernetes.io/managed-by=shop' });
  });
});

describe('a phase or an object', () => {
  const entry = (name: string, phase: string, order: number): InventoryEntry => ({ ref: refOf(cm(name)), phase, order, uid: `uid-${name}` });
  const places = ({ inventory }: EngineResult): readonly string[] => inventory.map(({ ref: { name }, phase, order }) => `${name} in ${phase}, ${order}`);
  const inventory = [entry('x', 'first', 0), entry('y', 'second', 1), entry('z', 'third', 2)];

  test.each<[string, Target, string[], string[]]>([
    ['a phase that is known keeps its place; what it drops goes', { number: 1, name: 'second', objects: [cm('a')] }, ['a: Created', 'y: Deleted'], ['a in second, 1', 'x in first, 0', 'z in third, 2']],
    ['a phase that is new comes last', { number: 1, name: 'fourth', objects: [cm('a')] }, ['a: Created'], ['a in fourth, 3', 'x in first, 0', 'y in second, 1', 'z in third, 2']],
    ['an object that is known keeps its place', { number: 1, object: cm('y') }, ['y: Created'], ['y in second, 1', 'x in first, 0', 'z in third, 2']],
    ['an object that is new comes last', { number: 1, object: cm('a') }, ['a: Created'], ['a in object, 3', 'x in first, 0', 'y in second, 1', 'z in third, 2']],
  ])('%s', async (_, target, actions, expected) => {
    const result = await engineOf().reconcile(target, { inventory });
    expect([told(result), places(result)]).toEqual([actions, expected]);
  });

  test('findings have the paths of the caller', async () => {
    const bad = { ...cm('a'), metadata: { name: 'a', namespace: 'n', uid: 'u' } };
    expect(await codesOf(engineOf().reconcile({ number: 0, name: 'P', objects: [bad] }))).toEqual(['number-invalid number', 'phase-name-invalid name', 'field-forbidden objects[0].metadata.uid']);
    expect(await codesOf(engineOf().teardown({ number: 1, object: bad, paused: 1 } as never))).toEqual(['wrong-type paused', 'field-forbidden object.metadata.uid']);
  });
});

test('a compiled revision is a target as well', async () => {
  const compiled = { extension: 'shop', number: 3, digest: 'sha256:x', version: '1.0.0', probes: [], phases: [{ name: 'p', objects: [{ object: cm('a'), collisionProtection: 'None' as const, paused: true }] }] };
  expect(told(await engineOf().reconcile(compiled, { wait: false }))).toEqual(['a: Created?']);
  expect(server.written).toEqual([]);
});

describe('paused', () => {
  test.each<[string, (target: RevisionInput) => [Target, ReconcileOptions]]>([
    ['by the revision', (target) => [{ ...target, paused: true }, {}]],
    ['by the call', (target) => [target, { overrides: { paused: true } }]],
    ['as a dry run', (target) => [target, { dryRun: true }]],
  ])('%s: nothing is written, and the inventory is the given one', async (_, how) => {
    const engine = engineOf();
    const up = await engine.reconcile(revision(1, [cm('a'), cm('b')]), { owner });
    server.requests.length = 0;
    const [target, options] = how(revision(2, [cm('a', '2'), cm('c')]));
    const result = await engine.reconcile(target, { ...options, owner, inventory: up.inventory });
    expect([told(result), result.dryRun, result.complete]).toEqual([['a: Updated?', 'c: Created?', 'b: Deleted?'], true, false]);
    expect(result.inventory).toBe(up.inventory);
    expect(server.requests.filter((request) => !/^(dry-run|get) /.test(request))).toEqual([]);
  });
});

describe('what has to go', () => {
  const orphans = (result: EngineResult): readonly string[] => told(result).filter((line) => line.endsWith('Orphaned'));
  const named = (name: string, orphan: boolean) => ({ ref: refOf(cm(name)), orphan });

  test.each<[string, ReconcileOptions, string[]]>([
    ['as it stands on record', {}, ['b: Orphaned']],
    ['as the call says of the object', { overrides: { objects: [named('a', true), named('b', false)] } }, ['a: Orphaned']],
    ['as the call says of its former phase', { overrides: { phases: { 'phase-0': { orphan: true } } } }, ['a: Orphaned', 'b: Orphaned']],
    ['as the call says of everything', { overrides: { orphan: true, objects: [named('b', false)] } }, ['a: Orphaned']],
  ])('%s', async (_, call, expected) => {
    const engine = engineOf();
    const up = await engine.reconcile({ name: 'shop', number: 1, phases: [{ name: 'phase-0', objects: [cm('a'), { object: cm('b'), orphan: true }] }] }, { owner });
    const result = await engine.reconcile(revision(2), { ...call, owner, inventory: up.inventory });
    expect([orphans(result), result.inventory]).toEqual([expected, []]);
  });

  test('at teardown, in reverse, with or without a record', async () => {
    const engine = engineOf();
    const one = revision(1, [cm('a')], [cm('b')]);
    const up = await engine.reconcile(one, { owner });
    server.requests.length = 0;
    expect(told(await engine.teardown(one, { owner, inventory: up.inventory }))).toEqual(['b: Deleted', 'a: Deleted']);
    expect(server.requests).toEqual(['delete b', 'delete a']);
    await engine.reconcile(one, { owner });
    expect(told(await engine.teardown(one, { owner }))).toEqual(['b: Deleted', 'a: Deleted']);
    expect(server.state.objects.size).toBe(0);
  });
});

describe('refused before anything is asked', () => {
  test.each<[string, unknown, unknown, string[]]>([
    ['no target', undefined, {}, ['wrong-type']],
    ['a text', 'shop', {}, ['wrong-type']],
    ['phases: null', { name: 'shop', number: 1, phases: null }, {}, ['wrong-type phases']],
    ['objects: null', { name: 'p', number: 1, objects: null }, {}, ['wrong-type objects']],
    ['object: null', { number: 1, object: null }, {}, ['wrong-type object']],
    ['options that are a text', revision(1), 'now', ['wrong-type options']],
    ['options that are null', revision(1), null, ['wrong-type options']],
    ['an inventory that is none', revision(1), { inventory: {} }, ['wrong-type inventory']],
    ['an inventory of something else', revision(1), { inventory: [{ ref: 'a' }] }, ['wrong-type inventory']],
    ['an owner without uid', revision(1), { owner: { ...owner, uid: '' } }, ['owner-invalid owner.uid']],
    ['an unknown strategy', revision(1), { owner, strategy: 'label' }, ['owner-strategy-invalid strategy']],
    ['siblings without uid', revision(1), { owner, siblings: [{ name: 'x' }] }, ['option-invalid siblings']],
    ['labels that nobody can select by', revision(1), { labels: { 'a b': 'c', 'd': 'e f', 'g': '' } }, ['option-invalid labels["a b"]', 'option-invalid labels["d"]', 'option-invalid labels["g"]']],
    ['options that are mistyped, or cannot be', revision(1), { inventroy: [], preflight: 'sometimes', wait: 'yes', signal: 'now', former: [1] }, [
      'option-invalid inventroy', 'option-invalid preflight', 'option-invalid wait', 'option-invalid signal', 'option-invalid former',
    ]],
    ['overrides that are a list', revision(1), { overrides: [] }, ['wrong-type overrides']],
  ])('%s', async (_, target, call, expected) => {
    expect(await codesOf(engineOf().reconcile(target as Target, call as ReconcileOptions))).toEqual(expected);
    expect(await codesOf(engineOf().teardown(target as Target, call as ReconcileOptions))).toEqual(expected);
    expect([server.requests, server.observed]).toEqual([[], []]);
  });

  test('an owner, but not how objects name it', async () => {
    const engine = createEngine({ cluster: server, fieldManager: 'shop', systemPrefix: 'example.com' });
    expect(await codesOf(engine.reconcile(revision(1), { owner }))).toEqual(['owner-strategy-missing strategy']);
  });

  test('an engine without numbers, where only numbers tell', async () => {
    const engine = engineOf({ numbered: false });
    expect(await codesOf(engine.reconcile(revision(1)))).toEqual(['option-invalid owner']);
    expect(await codesOf(engine.reconcile(revision(1), { owner, siblings: ['sister'] }))).toEqual(['option-invalid siblings']);
  });

  test.each<[string, object, RegExp]>([
    ['nothing', {}, /cluster: there is none.*fieldManager: nothing.*systemPrefix: nothing/],
    ['a prefix that is none', { systemPrefix: 'Example.com/x' }, /systemPrefix: "Example.com\/x" is not a DNS subdomain/],
    ['a long field manager', { fieldManager: 'x'.repeat(129) }, /fieldManager/],
    ['an empty managed-by', { managedBy: '' }, /managedBy: "" is not a value of a label/],
    ['a mistyped option, and one of another type', { feildManager: 'x', takeOverManagers: 'helm' }, /feildManager: "feildManager" is not known here.*takeOverManagers is "helm"; it must be a list of texts/],
    ['a strategy without a key', { strategy: { type: 'annotation' } }, /strategy/],
  ])('an engine of %s', (what, options, message) => {
    const given = what === 'nothing' ? options : { cluster: server, fieldManager: 'shop', systemPrefix: 'example.com', ...options };
    expect(() => createEngine(given as EngineOptions)).toThrow(expect.objectContaining({ code: 'engine-options-invalid', message: expect.stringMatching(message) }));
    expect(() => createEngine(undefined as never)).toThrow(expect.objectContaining({ code: 'engine-options-invalid' }));
  });
});

describe('the scope of kinds', () => {
  const crd = {
    apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', metadata: { name: 'shops.example.com' },
    spec: { group: 'example.com', names: { kind: 'Shop' }, scope: 'Cluster', versions: [{ name: 'v1' }] },
  };
  const shop = (namespace?: string): KubeObject => ({ apiVersion: 'example.com/v1', kind: 'Shop', metadata: { name: 'a', ...(namespace === undefined ? {} : { namespace }) } });
  const asking = (resolve: Cluster['resolve']): { readonly asked: string[]; readonly engine: ReturnType<typeof createEngine> } => {
    const asked: string[] = [];
    server.resolve = ((apiVersion: string, kind: string) => {
      asked.push(`${apiVersion} ${kind}`);
      return resolve(apiVersion, kind);
    }) as never;
    return { asked, engine: engineOf({ strategy: 'native' }) };
  };
  const served = (namespaced: boolean): Cluster['resolve'] => (apiVersion, kind) => Promise.resolve({ apiVersion, kind, resource: 'x', namespaced, verbs: [] });

  test('is asked of the server once a kind, under a native owner in a namespace only', async () => {
    const { asked, engine } = asking(served(false));
    expect(await codesOf(engine.reconcile(revision(1, [shop('n'), cm('a')]), { owner }))).toEqual(['object-cluster-scoped phases[0].objects[0]', 'object-cluster-scoped phases[0].objects[1]']);
    expect(asked.sort()).toEqual(['example.com/v1 Shop', 'v1 ConfigMap']);
    asked.length = 0;
    await engine.reconcile(revision(1, [cm('a')]), { owner, strategy: 'annotation' });
    await engine.reconcile(revision(1, [cm('b')]));
    expect(asked).toEqual([]);
  });

  test('is read from the CRD where the revision brings it', async () => {
    const { asked, engine } = asking(served(true));
    expect(await codesOf(engine.reconcile(revision(1, [crd as KubeObject], [shop('n')]), { owner }))).toEqual(
      ['object-other-namespace phases[0].objects[0].metadata.namespace', 'object-cluster-scoped phases[1].objects[0]'],
    );
    expect(asked).toEqual(['apiextensions.k8s.io/v1 CustomResourceDefinition']);
  });

  test('is judged by the object where the server cannot say it', async () => {
    const { engine } = asking(() => Promise.reject(new Error('no discovery')));
    expect(await codesOf(engine.reconcile(revision(1, [shop(), shop('n')]), { owner }))).toEqual(['object-cluster-scoped phases[0].objects[0]']);
  });
});

test('a call ends when its signal fires, and says why; what was done is on record', async () => {
  const stop = new AbortController();
  const calls: string[] = [];
  const result = await engineOf().reconcile(revision(1, [cm('a')], [cm('b')]), {
    signal: stop.signal,
    commit: () => Promise.resolve(void calls.push('commit')),
    fence: (before) => Promise.resolve({ held: calls.push(before) > 0, message: '' }),
    onProgress: ({ entries }) => {
      if (settledOf(entries.get(keyOf(refOf(cm('a'))))) !== undefined) stop.abort('enough');
    },
  });
  expect([result.stopped, result.complete, calls.slice(0, 2)]).toEqual(['enough', false, ['commit', 'write']]);
  expect(result.inventory.map(({ ref: { name }, uid }) => [name, uid !== undefined])).toEqual([['a', true], ['b', false]]);
});

test('a namespace in a later phase than what lives in it: refused when it is to be rolled out, no hindrance when it goes', async () => {
  const backwards = revision(1, [cm('a')], [{ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'n' } }]);
  expect(await codesOf(engineOf().reconcile(backwards))).toEqual(['phase-order phases[1].objects[0]']);
  expect(server.written).toEqual([]);
  expect(told(await engineOf().teardown(backwards))).toEqual(['n: Deleted', 'a: Deleted']);
});
