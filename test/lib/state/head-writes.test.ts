/**
 * The first and the last write of a head when answers get lost: it is done once, and nobody else's head is taken for ours.
 */
import { randomUUID } from 'node:crypto';
import type { KubeObject, ObjectRef } from '../../../lib/api';
import type { Answer } from '../../../lib/engine';
import { createHead, deleteHead, newLock, readHead, replaceHead, type Head } from '../../../lib/state';
import type { StateCluster } from '../../../lib/state/store';

const headOf = (): Head => ({ extension: 'x', revisions: [], inventory: [], lock: newLock('apply', 'ada', randomUUID(), new Date()) });
const lost: Answer = { type: 'lost', message: 'the connection was cut' };
const conflict: Answer = { type: 'refused', status: { code: 409, reason: 'AlreadyExists', message: 'there is one', causes: [] } };

/** One Secret; a `disturb` may answer instead of the server, before or after it acts. */
class OneSecret implements StateCluster {
  stored: KubeObject | undefined;
  readonly sent: string[] = [];
  disturb: (what: string, n: number) => { readonly before?: Answer; readonly after?: Answer } = () => ({});

  private act(what: string, work: () => Answer): Promise<Answer> {
    this.sent.push(what);
    const { before, after } = this.disturb(what, this.sent.filter((sent) => sent === what).length);
    if (before !== undefined) return Promise.resolve(before);
    const answer = work();
    return Promise.resolve(after ?? answer);
  }

  get = (_ref: ObjectRef): Promise<Answer> => this.act('get', () => (this.stored === undefined ? { type: 'gone' } : {
    type: 'object',
    object: this.stored,
    created: false,
  }));
  create = (object: KubeObject): Promise<Answer> => this.act('create', () => {
    if (this.stored !== undefined) return conflict;
    this.stored = { ...object, metadata: { ...object.metadata, uid: 'uid', resourceVersion: '1' } };
    return { type: 'object', object: this.stored, created: true };
  });
  replace = (object: KubeObject): Promise<Answer> => this.act('replace', () => {
    if (object.metadata.resourceVersion !== this.stored?.metadata.resourceVersion) return conflict;
    this.stored = { ...object, metadata: { ...object.metadata, resourceVersion: String(Number(object.metadata.resourceVersion) + 1) } };
    return { type: 'object', object: this.stored, created: false };
  });
  delete = (): Promise<Answer> => this.act('delete', () => {
    this.stored = undefined;
    return { type: 'gone' };
  });
  list = (): Promise<{ objects: KubeObject[] }> => Promise.reject(new Error('not in these tests'));
}

let cluster: OneSecret;
beforeEach(() => {
  cluster = new OneSecret();
});

test('in a namespace that is being deleted: the error says so, and not that a permission is missing', async () => {
  const causes = [{ reason: 'NamespaceTerminating', message: 'namespace ns is being terminated', field: 'metadata.namespace' }];
  const terminating: Answer = {
    type: 'refused', status: { code: 403, reason: 'Forbidden', message: 'secrets "boxcutter.x" is forbidden: being terminated', causes },
  };
  cluster.disturb = (what) => (what === 'create' ? { before: terminating } : {});
  const error = await createHead(cluster, headOf(), 'ns').catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: 'namespace-terminating', message: expect.stringContaining('Namespace ns, where the state') });
  expect(error).toMatchObject({ hint: expect.not.stringContaining('permission') });
});

describe('creating', () => {
  test('lost before the server: sent again', async () => {
    cluster.disturb = (what, n) => (what === 'create' && n === 1 ? { before: lost } : {});
    await expect(createHead(cluster, headOf(), 'ns')).resolves.toMatchObject({ uid: 'uid' });
    expect(cluster.sent).toEqual(['create', 'get', 'create']);
  });

  test.each([
    ['lost', lost],
    ['that it exists, because it was sent twice', conflict],
  ])('done, and the answer is %s: it is ours', async (_what, after) => {
    cluster.disturb = (what) => (what === 'create' ? { after } : {});
    await expect(createHead(cluster, headOf(), 'ns')).resolves.toMatchObject({ uid: 'uid' });
    expect(cluster.sent).toEqual(['create', 'get']);
  });

  test('done without a lock, as recovery does, and the answer is lost: it is ours', async () => {
    cluster.disturb = (what) => (what === 'create' ? { after: lost } : {});
    const { lock: _lock, ...head } = headOf();
    await expect(createHead(cluster, head, 'ns')).resolves.toMatchObject({ uid: 'uid' });
  });

  test.each([
    ['refused', {}], ['lost', { before: lost }],
  ])('another client was first, and the answer is %s: that is a conflict', async (_what, disturbance) => {
    await createHead(cluster, headOf(), 'ns');
    cluster.disturb = (what) => (what === 'create' ? disturbance : {});
    await expect(createHead(cluster, headOf(), 'ns')).rejects.toMatchObject({ code: 'state-conflict', category: 'locked' });
  });

  test('no answer at all ends after three times', async () => {
    cluster.disturb = (what) => (what === 'create' ? { before: lost } : {});
    await expect(createHead(cluster, headOf(), 'ns')).rejects.toMatchObject({ code: 'state-unreachable' });
    expect(cluster.sent.filter((what) => what === 'create')).toHaveLength(3);
  });
});

describe('replacing', () => {
  test('a conflict with ourselves, because it was sent twice, is none', async () => {
    const stored = await createHead(cluster, headOf(), 'ns');
    cluster.disturb = (what) => (what === 'replace' ? { after: conflict } : {});
    await expect(replaceHead(cluster, stored, headOf())).resolves.toMatchObject({ resourceVersion: '2' });
  });

  test('a conflict with another client is one', async () => {
    const stored = await createHead(cluster, headOf(), 'ns');
    await replaceHead(cluster, stored, headOf());
    await expect(replaceHead(cluster, stored, headOf())).rejects.toMatchObject({ code: 'state-conflict' });
  });
});

describe('deleting', () => {
  const stored = async () => {
    await createHead(cluster, headOf(), 'ns');
    const found = await readHead(cluster, 'x', 'ns');
    if (found === undefined) throw new Error('no head');
    cluster.sent.splice(0);
    return found;
  };

  test('lost before the server: sent again', async () => {
    const head = await stored();
    cluster.disturb = (what, n) => (what === 'delete' && n === 1 ? { before: lost } : {});
    await deleteHead(cluster, head);
    expect([cluster.stored, cluster.sent]).toEqual([undefined, ['delete', 'get', 'delete']]);
  });

  test('done, and the answer lost: gone is gone', async () => {
    const head = await stored();
    cluster.disturb = (what) => (what === 'delete' ? { after: lost } : {});
    await deleteHead(cluster, head);
    expect(cluster.sent).toEqual(['delete', 'get']);
  });

  test('lost, and another client has written it meanwhile: it is left alone', async () => {
    const head = await stored();
    cluster.disturb = (what) => (what === 'delete' ? { before: lost } : {});
    cluster.stored = { ...(cluster.stored as KubeObject), metadata: { ...(cluster.stored as KubeObject).metadata, resourceVersion: '2' } };
    await expect(deleteHead(cluster, head)).rejects.toMatchObject({ code: 'state-conflict' });
    expect(cluster.sent).toEqual(['delete', 'get']);
  });
});

test.each(['../other', 'default/shop', 'Shop', 'a%2fb', ''])('%s is no name of an extension: nothing is asked', async (name) => {
  const asked: unknown[] = [];
  const cluster = { get: (ref: unknown) => asked.push(ref) } as unknown as Parameters<typeof readHead>[0];
  await expect(readHead(cluster, name, 'ns')).rejects.toMatchObject({ code: 'usage-name', category: 'input' });
  expect(asked).toEqual([]);
});
