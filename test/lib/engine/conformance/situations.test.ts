/** One object in every situation, with and without an owner, written and paused: one table. Then what goes wrong on the way. */
import type { CollisionProtection, ObjectRef } from '../../../../lib/api';
import type { Answer } from '../../../../lib/engine';
import { FakeServer, refused } from '../fake-server';
import { others } from '../simulation/server/api-server';
import { cm, engineOf, exists, keyOfNamed, objectsOf, owner, revision, siblings, told, written, type Marks } from './scene';

type Live = 'absent' | 'as we left it' | 'changed' | Marks;
/** Expected with an owner, and without one. */
type Row = readonly [situation: string, live: Live, protection: CollisionProtection, value: string, owned: string, unowned: string];

const ROWS: readonly Row[] = [
  ['it is absent', 'absent', 'Prevent', '1', 'Created', 'Created'],
  ['it is as we left it', 'as we left it', 'Prevent', '1', 'Unchanged', 'Unchanged'],
  ['the content has changed', 'as we left it', 'Prevent', '2', 'Updated', 'Updated'],
  ['another client has changed it', 'changed', 'Prevent', '1', 'Recovered', 'Recovered'],
  ['a newer sibling has it', { controller: 'sister', number: 6 }, 'Prevent', '1', 'Released', 'Collision'],
  ['an older sibling has it', { controller: 'sister', number: 4 }, 'Prevent', '1', 'HandedOver', 'Collision'],
  ['an older sibling has it, and it may be taken from anybody', { controller: 'sister', number: 4 }, 'None', '1', 'HandedOver', 'Adopted'],
  ['a sibling of the same number has it', { controller: 'sister', number: 5 }, 'None', '1', 'Collision', 'Updated'],
  ['a stranger controls it, with our number', { controller: 'stranger', number: 5 }, 'Prevent', '1', 'Collision', 'Collision'],
  ['a stranger controls it, with a higher number', { controller: 'stranger', number: 6 }, 'Prevent', '1', 'Collision', 'Collision'],
  ['a stranger controls it, without a number', { controller: 'stranger' }, 'IfNoController', '1', 'Collision', 'Collision'],
  ['a stranger controls it, and it may be taken from anybody', { controller: 'stranger' }, 'None', '1', 'Adopted', 'Adopted'],
  ['nobody controls it, but it has a lower number', { number: 4 }, 'Prevent', '1', 'Collision', 'Updated'],
  ['nobody controls it, but it has a lower number, and it may be taken from anybody', { number: 4 }, 'None', '1', 'Collision', 'Updated'],
  ['nobody controls it, but it has a higher number', { number: 6 }, 'None', '1', 'Collision', 'Released'],
  ['nobody controls it', {}, 'Prevent', '1', 'Collision', 'Collision'],
  ['nobody controls it, and it may be taken then', {}, 'IfNoController', '1', 'Adopted', 'Adopted'],
  ['nobody controls it, and it may be taken from anybody', {}, 'None', '1', 'Adopted', 'Adopted'],
];

describe.each([['with an owner', { owner, siblings }], ['without an owner', {}]] as const)('%s', (_mode, ownership) => {
  const isOwned = 'owner' in ownership;

  async function set(live: Live): Promise<{ readonly server: FakeServer; readonly inventory: Awaited<ReturnType<ReturnType<typeof engineOf>['reconcile']>>['inventory'] }> {
    const server = new FakeServer();
    if (live === 'absent') return { server, inventory: [] };
    if (typeof live === 'object') {
      exists(server, 'a', live);
      return { server, inventory: [] };
    }
    const { inventory } = await engineOf(server).reconcile({ number: 5, object: cm('a') }, ownership);
    if (live === 'changed') server.act(others.edit(server.state, keyOfNamed('a')));
    server.requests.length = 0;
    return { server, inventory };
  }

  test.each(ROWS)('%s', async (_, live, collisionProtection, value, owned, unowned) => {
    const expected = isOwned ? owned : unowned;
    const { server, inventory } = await set(live);
    const before = server.object('a');
    const result = await engineOf(server).reconcile({ number: 5, object: cm('a', value), collisionProtection }, { ...ownership, inventory });
    const isLeft = expected === 'Collision' || expected === 'Released' || expected === 'Unchanged';
    expect([told(result), result.complete, result.failed]).toEqual([[`a: ${expected}`], expected !== 'Collision', expected === 'Collision']);
    if (isLeft) expect([server.object('a'), written(server).filter((request) => request.startsWith('delete'))]).toEqual([before, []]);
    else expect(server.object('a')).toMatchObject({ data: { value } });
    if (!isLeft && before !== undefined) expect(server.object('a')?.metadata.uid).toBe(before.metadata.uid);
  });

  test.each(ROWS)('paused, %s', async (_, live, collisionProtection, value, owned, unowned) => {
    const expected = isOwned ? owned : unowned;
    const { server, inventory } = await set(live);
    const before = server.object('a');
    const result = await engineOf(server).reconcile({ number: 5, object: cm('a', value), collisionProtection, paused: true }, { ...ownership, inventory });
    expect([told(result), result.complete, server.object('a'), written(server)]).toEqual([[`a: ${expected}?`], expected === 'Unchanged' || expected === 'Released', before, []]);
  });
});

describe('a controller that we take over from', () => {
  test('stays an owner, but controls no more; a sibling of another field manager too', async () => {
    const server = new FakeServer();
    exists(server, 'a', { controller: 'stranger' });
    exists(server, 'b', { controller: 'sister', number: 4 });
    await engineOf(server).reconcile(revision(5, [cm('a'), cm('b')]), { owner, siblings, overrides: { collisionProtection: 'None' } });
    const roles = (name: string): unknown => server.object(name)?.metadata.ownerReferences?.map(({ uid, controller }) => [uid, controller]);
    expect([roles('a'), roles('b')]).toEqual([[['stranger', false], ['me', true]], [['sister', false], ['me', true]]]);
  });
});

describe('what goes wrong', () => {
  const denied = refused({ code: 403, reason: 'Forbidden', message: 'configmaps "a" is forbidden: User "u" cannot get resource "configmaps" in API group "" in the namespace "n"' });

  test.each<[string, Answer, string]>([
    ['it is refused', denied, 'a: Failed'],
    ['the kind is not served', { type: 'unserved' }, 'a: Failed'],
  ])('creating: %s', async (_, answer, expected) => {
    const server = new FakeServer({ answer: () => answer });
    const result = await engineOf(server).reconcile(revision(1, [cm('a')], [cm('b')]), { owner, preflight: 'never' });
    expect([told(result), result.failed, written(server)]).toEqual([[expected, 'b: Waiting'], true, ['apply a']]);
  });

  /** A server that answers deletes, or reads, in its own way. */
  class Odd extends FakeServer {
    constructor(private readonly verb: 'get' | 'delete', private readonly told_: (ref: ObjectRef) => Answer | undefined) {
      super();
    }

    override get(ref: ObjectRef): Promise<Answer> {
      const answer = this.verb === 'get' ? this.told_(ref) : undefined;
      return answer === undefined ? super.get(ref) : Promise.resolve(answer);
    }

    override delete(...[ref, options]: Parameters<FakeServer['delete']>): Promise<Answer> {
      const answer = this.verb === 'delete' ? this.told_(ref) : undefined;
      return answer === undefined ? super.delete(ref, options) : Promise.resolve(answer);
    }
  }
  const onA = (answer: Answer) => ({ name }: ObjectRef): Answer | undefined => (name === 'a' ? answer : undefined);

  test.each<[string, 'get' | 'delete', Answer, string[], boolean]>([
    ['a delete finds nothing', 'delete', { type: 'gone' }, ['a: Deleted', 'b: Deleted', 'first: Deleted'], true],
    ['the kind is served no longer', 'delete', { type: 'unserved' }, ['a: Deleted', 'b: Deleted', 'first: Deleted'], true],
    ['a delete is refused: the rest of its phase goes, the phase before it stays', 'delete', denied, ['a: Failed', 'b: Deleted', 'first: Waiting'], false],
  ])('tearing down: %s', async (_, verb, answer, expected, complete) => {
    const server = new Odd(verb, onA(answer));
    const target = revision(1, [cm('first')], [cm('a'), cm('b')]);
    const up = await engineOf(server).reconcile(target, { owner });
    const down = await engineOf(server).teardown(target, { owner, inventory: up.inventory });
    expect([told(down), down.complete, down.failed]).toEqual([expected, complete, !complete]);
    // What could not be deleted is still on record: the next teardown goes on with it.
    expect(down.inventory.map(({ ref: { name } }) => name).sort()).toEqual(complete ? [] : ['a', 'first']);
  });

  test('a read that is refused while it must be known what is there: the object has failed, and nothing is written', async () => {
    const server = new Odd('get', onA(denied));
    const result = await engineOf(server).reconcile({ number: 1, object: cm('a'), paused: true }, { owner });
    expect([objectsOf(result)[0]?.action, written(server)]).toEqual(['Failed', []]);
  });

  test('a teardown without an owner leaves what has another number, without a request', async () => {
    const server = new FakeServer();
    exists(server, 'a', { number: 2 });
    const down = await engineOf(server).teardown({ number: 1, object: cm('a') }, {});
    expect([told(down), written(server)]).toEqual([['a: Released'], []]);
  });

  test('a teardown with an owner deletes what it controls, whatever the number', async () => {
    const server = new FakeServer();
    exists(server, 'a', { controller: 'me', number: 2 });
    expect(told(await engineOf(server).teardown({ number: 1, object: cm('a') }, { owner }))).toEqual(['a: Deleted']);
  });

  test('deletions may go through another client: the cluster is an interface', async () => {
    const server = new FakeServer();
    const deleted: string[] = [];
    const up = await engineOf(server).reconcile(revision(1, [cm('a')]), { owner });
    const other = new Odd('delete', ({ name }) => { deleted.push(name); return { type: 'gone' }; });
    other.state = server.state;
    await engineOf(other).teardown(revision(1), { owner, inventory: up.inventory });
    expect([deleted, written(server)]).toEqual([['a'], ['apply a']]);
  });
});
