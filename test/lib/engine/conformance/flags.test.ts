/** What phases and revisions amount to: complete, failed, handed on; and how far a call gets. */
import type { KubeObject } from '../../../../lib/api';
import type { EngineResult, ReconcileOptions } from '../../../../lib/engine';
import { FakeServer, refused } from '../fake-server';
import { cm, engineOf, exists, objectsOf, owner, revision, siblings, told, written } from './scene';

const statuses = ({ phases }: EngineResult): readonly string[] => phases.map(({ status }) => status);
const ready = (value: string): ReconcileOptions => ({
  probes: [{ selector: { type: 'GroupKind', groupKind: { group: '', kind: 'ConfigMap' } }, assertions: [{ type: 'FieldValue', fieldValue: { fieldPath: '.data.value', value } }] }],
  wait: false, owner, siblings,
});

let server: FakeServer;
beforeEach(() => {
  server = new FakeServer();
});

describe('a revision', () => {
  test.each<[string, readonly (readonly KubeObject[])[], readonly string[], boolean]>([
    ['without phases is complete', [], [], true],
    ['with an empty phase goes through it', [[], [cm('a')]], ['complete', 'complete'], true],
    ['whose phases are all as desired is complete', [[cm('a')], [cm('b')]], ['complete', 'complete'], true],
    ['whose first phase is not ready does not begin the second', [[cm('a', 'not yet')], [cm('b')]], ['running', 'pending'], false],
    ['whose last phase is not ready is not complete', [[cm('a')], [cm('b', 'not yet')]], ['complete', 'running'], false],
    ['of which one object of several is not ready waits for it', [[cm('a'), cm('b', 'not yet')], [cm('c')]], ['running', 'pending'], false],
  ])('%s', async (_, phases, expected, complete) => {
    const result = await engineOf(server).reconcile(revision(1, ...phases), ready('1'));
    expect([statuses(result), result.complete, result.failed]).toEqual([expected, complete, false]);
  });

  test('that a newer one has taken over altogether is complete, and writes nothing', async () => {
    for (const name of ['a', 'b']) exists(server, name, { controller: 'sister', number: 2 });
    const result = await engineOf(server).reconcile(revision(1, [cm('a')], [cm('b')]), { owner, siblings });
    expect([told(result), statuses(result), result.complete]).toEqual([['a: Released', 'b: Released'], ['complete', 'complete'], true]);
    expect(result.inventory).toEqual([]);
  });

  test('that a newer one has taken over in part goes on with the rest', async () => {
    exists(server, 'a', { controller: 'sister', number: 2 });
    const result = await engineOf(server).reconcile(revision(1, [cm('a'), cm('b')]), { owner, siblings });
    expect([told(result), statuses(result), result.complete]).toEqual([['a: Released', 'b: Created'], ['complete'], true]);
  });

  test('with a collision has failed; everything is named, nothing but what was asked for is written', async () => {
    for (const name of ['b', 'c', 'd', 'e']) exists(server, name, { controller: 'stranger' });
    const target = revision(1, [cm('a'), cm('b'), cm('c'), cm('d'), cm('e')], [cm('f')]);
    // Asked first: nothing at all is written.
    const asked = await engineOf(server).reconcile(target, { owner });
    expect([asked.failed, written(server)]).toEqual([true, []]);
    const result = await engineOf(server).reconcile(target, { owner, preflight: 'never' });
    expect([told(result), statuses(result)]).toEqual([['a: Created', 'b: Collision', 'c: Collision', 'd: Collision', 'e: Collision', 'f: Waiting'], ['failed', 'pending']]);
    expect(objectsOf(result)[1]).toMatchObject({ cause: { type: 'controlled', controller: { text: 'ConfigMap stranger' } } });
  });
});

describe('what a dry run answers', () => {
  test.each<[string, Parameters<typeof refused>[0]]>([
    ['Invalid', { code: 422, reason: 'Invalid', message: 'data: Invalid value' }],
    ['Unauthorized', { code: 401, reason: 'Unauthorized', message: 'Unauthorized' }],
    ['Forbidden', { code: 403, reason: 'Forbidden', message: 'configmaps "b" is forbidden: User "u" cannot patch resource "configmaps" in API group "" in the namespace "n"' }],
    ['BadRequest', { code: 400, reason: 'BadRequest', message: 'strict decoding error: unknown field "bogus"' }],
    ['MethodNotAllowed', { code: 405, reason: 'MethodNotAllowed', message: 'the server does not allow this method' }],
    ['NotAcceptable', { code: 406, reason: 'NotAcceptable', message: 'not acceptable' }],
    ['RequestEntityTooLarge', { code: 413, reason: 'RequestEntityTooLarge', message: 'too large' }],
    ['UnsupportedMediaType', { code: 415, reason: 'UnsupportedMediaType', message: 'unsupported' }],
    ['no reason, but the text about typed patches', { code: 500, message: 'failed to create typed patch object: .bogus: field not declared in schema' }],
    ['NotFound of a namespace that nobody brings', { code: 404, reason: 'NotFound', message: 'namespaces "n" not found' }],
  ])('%s: the object has failed with these words, and nothing of the revision is written', async (_, status) => {
    server = new FakeServer({ answer: ({ metadata }) => (metadata.name === 'b' ? refused(status) : undefined) });
    const result = await engineOf(server).reconcile(revision(1, [cm('a'), cm('b')], [cm('c')]), { owner });
    expect([result.failed, result.complete, written(server), result.inventory.length]).toEqual([true, false, [], 3]);
    expect(objectsOf(result).find(({ ref }) => ref.name === 'b')).toMatchObject({ action: 'Failed', cause: { status: { message: expect.stringContaining(status.message ?? '') } } });
  });

  test.each<[string, Parameters<typeof refused>[0] | 'lost']>([
    ['TooManyRequests', { code: 429, reason: 'TooManyRequests', message: 'slow down' }],
    ['ServiceUnavailable', { code: 503, reason: 'ServiceUnavailable', message: 'no leader' }],
    ['InternalError', { code: 500, reason: 'InternalError', message: 'webhook did not answer' }],
    ['nothing', 'lost'],
  ])('%s: it is asked again, and the revision goes on', async (_, status) => {
    let asked = 0;
    server = new FakeServer({
      answer: ({ metadata }) => {
        if (metadata.name !== 'b' || (asked += 1) > 2) return undefined;
        return status === 'lost' ? { type: 'lost', message: 'the connection was cut' } : refused(status);
      },
    });
    const result = await engineOf(server).reconcile(revision(1, [cm('a'), cm('b')]), { owner });
    expect([told(result), result.complete, asked > 2]).toEqual([['a: Created', 'b: Created'], true, true]);
  });

  test('of one object of five: the errors of all are reported, not the first alone', async () => {
    server = new FakeServer({ answer: ({ metadata }) => (metadata.name === 'a' || metadata.name === 'd' ? refused({ code: 422, message: `no ${metadata.name ?? ''}` }) : undefined) });
    const result = await engineOf(server).reconcile(revision(1, ['a', 'b', 'c', 'd', 'e'].map((name) => cm(name))), { owner });
    expect(objectsOf(result).flatMap(({ ref, action }) => (action === 'Failed' ? [ref.name] : []))).toEqual(['a', 'd']);
  });
});

describe('what the very same phase brings', () => {
  const group = 'example.com';
  const crd: KubeObject = {
    apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', metadata: { name: 'shops.example.com' },
    spec: { group, names: { kind: 'Shop' } }, status: { conditions: [{ type: 'Established', status: 'True' }, { type: 'NamesAccepted', status: 'True' }] },
  };
  const shop: KubeObject = { apiVersion: 'example.com/v1', kind: 'Shop', metadata: { name: 'shop', namespace: 'n' } };
  const annotated = { owner, strategy: 'annotation' as const };

  test('is there before what needs it is asked about or written; what needs nothing does not wait', async () => {
    const result = await engineOf(server).reconcile(revision(1, [shop, crd, cm('a')]), annotated);
    expect([told(result), result.complete]).toEqual([['shop: Created', 'shops.example.com: Created', 'a: Created'], true]);
    const asked = server.requests.filter((request) => /^(dry-run|apply) (shop|shops\.example\.com)$/.test(request));
    expect(asked.slice(-3)).toEqual(['apply shops.example.com', 'dry-run shop', 'apply shop']);
  });

  test('and is paused: the run ends, and says what is waited for', async () => {
    const target = { name: 'shop', number: 1, phases: [{ name: 'p', objects: [shop, { object: crd, paused: true }] }] };
    const result = await engineOf(server).reconcile(target, annotated);
    expect(objectsOf(result)).toMatchObject([
      { action: 'Waiting', cause: { type: 'needs-object', ref: { kind: 'CustomResourceDefinition', name: 'shops.example.com' } } }, { action: 'Created', wouldBe: true },
    ]);
    expect([result.complete, result.failed, written(server)]).toEqual([false, false, []]);
  });

  test('and is refused: the phase has failed, what needs it was never asked about', async () => {
    server = new FakeServer({ answer: ({ kind }) => (kind === 'CustomResourceDefinition' ? refused({ code: 422, message: 'spec: Invalid value' }) : undefined) });
    const result = await engineOf(server).reconcile(revision(1, [shop, crd]), { ...annotated, preflight: 'never' });
    expect([told(result), result.failed, server.requests.filter((request) => request.endsWith(' shop'))]).toEqual([['shop: Waiting', 'shops.example.com: Failed'], true, []]);
  });
});

describe('a definition that changes in the same run', () => {
  beforeEach(() => { jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick'] }); });
  afterEach(() => { jest.useRealTimers(); });
  const definition = (version: number): KubeObject => ({
    apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', metadata: { name: 'shops.example.com' },
    spec: { group: 'example.com', names: { kind: 'Shop' }, version }, status: { conditions: [{ type: 'Established', status: 'True' }, { type: 'NamesAccepted', status: 'True' }] },
  });
  const shop = (spec: object): KubeObject => ({ apiVersion: 'example.com/v1', kind: 'Shop', metadata: { name: 'shop', namespace: 'n' }, spec });
  const refusal = refused({ code: 500, message: 'failed to create typed patch object: .spec.colour: field not declared in schema' });

  /** @returns the upgrade, and how often the object with the new field was asked about or written */
  async function upgrade(refusals: number): Promise<readonly [EngineResult, number]> {
    let tries = 0;
    server = new FakeServer({ answer: ({ kind, spec }) => (kind === 'Shop' && 'colour' in (spec as object) && (tries += 1) <= refusals ? refusal : undefined) });
    const call = { owner, strategy: 'annotation' as const };
    const up = await engineOf(server).reconcile(revision(1, [definition(1)], [shop({})]), call);
    const next = engineOf(server).reconcile(revision(2, [definition(2)], [shop({ colour: 'red' })]), { ...call, inventory: up.inventory });
    await jest.advanceTimersByTimeAsync(60_000);
    return [await next, tries];
  }

  test('is taken into use by the server a moment later: until then the object is tried again', async () => {
    const [result, tries] = await upgrade(3);
    // Three times refused, accepted by the dry run, written.
    expect([told(result), result.complete, tries]).toEqual([['shops.example.com: Updated', 'shop: Updated'], true, 5]);
  });

  test('and does not have the field at all: the object has failed after some tries', async () => {
    const [result, tries] = await upgrade(Number.POSITIVE_INFINITY);
    expect([told(result), result.failed, tries]).toEqual([['shops.example.com: Updated', 'shop: Failed'], true, 7]);
    expect(objectsOf(result)[1]).toMatchObject({ cause: { status: { message: expect.stringContaining('.spec.colour: field not declared in schema') } } });
  });

  test('an object of a definition that does not change fails at once', async () => {
    let tries = 0;
    server = new FakeServer({ answer: ({ kind }) => (kind === 'Shop' && (tries += 1) > 0 ? refusal : undefined) });
    const result = await engineOf(server).reconcile(revision(1, [shop({ colour: 'red' })]), { owner, strategy: 'annotation' });
    expect([result.failed, tries]).toEqual([true, 1]);
  });
});

test('a removal that fails makes the run fail: an upgrade does not call itself complete', async () => {
  class Stubborn extends FakeServer {
    override delete(...[ref, options]: Parameters<FakeServer['delete']>): ReturnType<FakeServer['delete']> {
      return ref.name === 'old' ? Promise.resolve(refused({ code: 403, message: 'deletion is protected' })) : super.delete(ref, options);
    }
  }
  const stubborn = new Stubborn();
  const up = await engineOf(stubborn).reconcile(revision(1, [cm('a'), cm('old')]), { owner });
  for (const wait of [true, false]) {
    const next = await engineOf(stubborn).reconcile(revision(1, [cm('a')]), { owner, inventory: up.inventory, wait });
    expect([told(next), next.complete, next.failed, next.inventory.map(({ ref }) => ref.name)]).toEqual([['a: Unchanged', 'old: Failed'], false, true, ['a', 'old']]);
  }
  expect(stubborn.object('old')).toBeDefined();
});
