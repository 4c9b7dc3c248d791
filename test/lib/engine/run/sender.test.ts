/** Which call of the cluster each request of the core becomes. */
import { refOf, type KubeObject } from '../../../../lib/api';
import type { Answer, Cluster, ObjectRequest, OwnerContext, RunOptions } from '../../../../lib/engine';
import { Sender } from '../../../../lib/engine/run/sender';
import { item, task } from '../core/scene';

const desired: KubeObject = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', namespace: 'n' }, data: { x: '1' } };
const live: KubeObject = { ...desired, metadata: { ...desired.metadata, uid: 'u', resourceVersion: '5' } };
const on = { uid: 'u', resourceVersion: '5' };
const context: OwnerContext = {
  owner: { apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', namespace: 'n', uid: 'me' }, strategy: { type: 'native' }, siblings: [],
  fieldManager: 'ours',
};
const stored: Answer = { type: 'object', object: live, created: true };

/** What was asked of the cluster, in short. */
class Calls implements Cluster {
  readonly calls: string[] = [];
  readonly bodies: unknown[] = [];
  readonly create?: NonNullable<Cluster['create']>;

  /** @param post what apply answers to "create only" of an object that exists; undefined: the cluster has no POST */
  constructor(post?: Answer) {
    if (post === undefined) return;
    this.create = (object, { dryRun }) => this.note(`create${dryRun === true ? ', dry run' : ''}`, object);
    this.witness = post;
  }

  private readonly witness: Answer | undefined;

  apply(object: KubeObject, { force, dryRun }: Parameters<Cluster['apply']>[1]): Promise<Answer> {
    if (object.metadata.name === 'owner') return this.note('asks what create only means', object, this.witness);
    return this.note(`apply${force ? ', forced' : ''}${dryRun === true ? ', dry run' : ''}`, object);
  }

  patch(_ref: unknown, operations: readonly unknown[]): Promise<Answer> {
    return this.note('patch', operations);
  }

  delete(_ref: unknown, options: object): Promise<Answer> {
    return this.note('delete', options);
  }

  get(): Promise<Answer> {
    return this.note('get', undefined);
  }

  observe(): never {
    throw new Error('a sender opens no stream');
  }

  resolve(): never {
    throw new Error('a sender asks for no kind');
  }

  private note(call: string, body: unknown, answer: Answer = stored): Promise<Answer> {
    this.calls.push(call);
    this.bodies.push(body);
    return Promise.resolve(answer);
  }
}

function optionsOf(cluster: Cluster, dryRun = false): RunOptions {
  return {
    cluster, task: task([item('a', { ref: refOf(desired) })], [], { dryRun }), desired: new Map([['a', desired]]), context, labels: ['app'],
    probe: () => ({ status: 'pass', message: '', terminal: false }),
  };
}

function senderOf(cluster: Cluster, dryRun = false): Sender {
  return new Sender(optionsOf(cluster, dryRun), () => live, () => undefined);
}

const REFUSED: Answer = { type: 'refused', status: { code: 409, reason: 'Conflict', message: 'it exists', causes: [] } };
/** A server that does not know "create only" takes the apply. */
const TAKEN: Answer = { type: 'object', object: live, created: false };

test.each<[string, ObjectRequest, readonly string[], object | undefined]>([
  ['a read', { type: 'read' }, ['get'], undefined],
  ['a delete names the very state', { type: 'delete', on }, ['delete'], on],
  ['the delete of what is made anew', { type: 'replace', on }, ['delete'], { ...on, propagation: 'Background' }],
  [
    'a trial is a dry run that creates under another name', { type: 'trial' }, ['apply, forced, dry run'],
    { metadata: { name: expect.stringMatching(/^a-[0-9a-f]{8}$/), resourceVersion: '1' }, data: { x: '1' } },
  ],
  ['a create is an apply that only creates', { type: 'create' }, ['apply, forced'], { metadata: { resourceVersion: '1' } }],
  ['an update is an apply to the very state', { type: 'update', on, takeover: false }, ['apply, forced'], { metadata: on }],
  ['a dry run of a create', { type: 'dry-run', takeover: false }, ['apply, forced, dry run'], { metadata: { resourceVersion: '1' } }],
  ['a dry run of an update', { type: 'dry-run', on, takeover: false }, ['apply, forced, dry run'], { metadata: on }],
  [
    'a detach', { type: 'detach', on }, ['patch'],
    [{ op: 'test', path: '/metadata/uid', value: 'u' }, { op: 'remove', path: '/aggregationRule' }],
  ],
  ['a nudge', { type: 'nudge', on }, ['patch'], [{ op: 'test', path: '/metadata/uid', value: 'u' }, { op: 'add' }]],
])('%s', async (_, request, calls, body) => {
  const cluster = new Calls();
  expect(await senderOf(cluster).send('a', request)).toBe(stored);
  expect(cluster.calls).toEqual(calls);
  if (body !== undefined) expect(cluster.bodies[0]).toMatchObject(body);
});

describe('an update that is refused', () => {
  const refused = (message: string): Answer => ({
    type: 'refused', status: { code: 422, reason: 'Invalid', message, causes: [{ field: 'data', message }] },
  });
  class Refusing extends Calls {
    constructor(private readonly refusal: Answer) {
      super();
    }

    override async apply(...given: Parameters<Cluster['apply']>): Promise<Answer> {
      await super.apply(...given);
      return this.refusal;
    }

    override async get(): Promise<Answer> {
      await super.get();
      return { type: 'object', object: { ...live, data: { x: '0' } } as KubeObject, created: false };
    }
  }
  const update: ObjectRequest = { type: 'update', on, takeover: false };

  test('as a whole says which member it was, and reads the object where it was not kept', async () => {
    const cluster = new Refusing(refused('field is immutable'));
    const answer = await new Sender(optionsOf(cluster), () => undefined, () => undefined).send('a', update);
    expect(cluster.calls).toEqual(['apply, forced', 'get']);
    expect(answer).toMatchObject({ status: { causes: [{ field: 'data.x' }] } });
  });

  test('for something else is told as it is', async () => {
    const cluster = new Refusing(refused('is too long'));
    expect(await senderOf(cluster).send('a', update)).toBe(cluster['refusal']);
    expect(cluster.calls).toEqual(['apply, forced']);
  });
});

test.each(['release', 'merge'] as const)('a %s is a patch', async (type) => {
  const cluster = new Calls();
  await senderOf(cluster).send('a', type === 'merge' ? { type, on, takeover: false } : { type, on });
  expect(cluster.calls).toEqual(['patch']);
});

describe('a create, where the cluster has POST', () => {
  test.each<[string, Answer, ObjectRequest, readonly string[]]>([
    ['is an apply where the server knows "create only"', REFUSED, { type: 'create' }, ['asks what create only means', 'apply, forced']],
    ['is a POST where it does not', TAKEN, { type: 'create' }, ['asks what create only means', 'create']],
    ['by dry run: once', REFUSED, { type: 'dry-run', takeover: false }, ['apply, forced, dry run', 'asks what create only means']],
    [
      'by dry run: again, as it will be created',
      TAKEN,
      { type: 'dry-run', takeover: false },
      ['apply, forced, dry run', 'asks what create only means', 'create, dry run'],
    ],
  ])('%s', async (_, known, request, calls) => {
    const cluster = new Calls(known);
    await senderOf(cluster).send('a', request);
    expect(cluster.calls).toEqual(calls);
  });

  test('the server is asked once', async () => {
    const cluster = new Calls(TAKEN);
    const sender = senderOf(cluster);
    await sender.send('a', { type: 'create' });
    await sender.send('a', { type: 'create' });
    expect(cluster.calls).toEqual(['asks what create only means', 'create', 'create']);
  });

  test('a dry run of the task asks nothing of its owner, which may not exist yet', async () => {
    const cluster = new Calls(TAKEN);
    await senderOf(cluster, true).send('a', { type: 'create' });
    expect(cluster.calls).toEqual(['apply, forced']);
  });
});

test.each<[string, string, ObjectRequest]>([
  ['an object that is no part of the task', 'b', { type: 'read' }],
  ['an object that was never seen', 'a', { type: 'release', on }],
])('a request for %s is a fault of ours', async (_, key, request) => {
  const cluster = new Calls();
  const sender = new Sender(optionsOf(cluster), () => undefined, () => undefined);
  await expect(sender.send(key, request)).rejects.toThrow(`A request was made for ${key}, of which nothing is known.`);
  expect(cluster.calls).toEqual([]);
});
