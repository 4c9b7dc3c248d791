/** A status is written when it differs, for the very object that it was decided for. */
import type { KubeObject } from '../../../../lib/api';
import { writeStatus } from '../../../../lib/controllers/process';
import type { Answer } from '../../../../lib/engine/ports';

const extension = (version: number, status?: object, uid = 'u1'): KubeObject => ({
  apiVersion: 'olm.operatorframework.io/v1', kind: 'ClusterExtension', spec: { large: true },
  metadata: { name: 'web', uid, resourceVersion: String(version), labels: { a: 'b' } }, ...(status === undefined ? {} : { status }),
});
const found = (object: KubeObject): Answer => ({ type: 'object', object, created: false });
const refused = (code: number, message = 'no'): Answer => ({ type: 'refused', status: { code, reason: '', message, causes: [] } });

function server(writes: Answer[], reads: Answer[] = []) {
  const sent: KubeObject[] = [];
  return {
    sent,
    replaceStatus: (object: KubeObject) => {
      sent.push(object);
      return Promise.resolve(writes.shift() ?? refused(500, 'unexpected write'));
    },
    get: () => Promise.resolve(reads.shift() ?? refused(500, 'unexpected read')),
  };
}

test('a status that is as wanted sends nothing', async () => {
  const cluster = server([]);
  const object = extension(1, { phase: 'x', list: [1] });
  expect(await writeStatus(cluster, object, { list: [1], phase: 'x' })).toEqual({ type: 'unchanged', object });
  expect(cluster.sent).toEqual([]);
});

test('only identity and status are sent, and what comes back is the object with both', async () => {
  const cluster = server([found({ apiVersion: 'meta.k8s.io/v1', kind: 'PartialObjectMetadata', metadata: { resourceVersion: '2' } })]);
  const result = await writeStatus(cluster, extension(1), { phase: 'x' });
  expect(cluster.sent).toEqual([{
    apiVersion: 'olm.operatorframework.io/v1', kind: 'ClusterExtension', metadata: { name: 'web', uid: 'u1', resourceVersion: '1' }, status: { phase: 'x' },
  }]);
  expect(result).toEqual({ type: 'written', object: extension(2, { phase: 'x' }) });
});

test('after a conflict the status is computed anew from the object as it is', async () => {
  const cluster = server([refused(409), found(extension(8))], [found(extension(7, { others: 1 }))]);
  const result = await writeStatus(cluster, extension(1), (live) => ({ ...(live['status'] as object), ours: 2 }));
  expect(cluster.sent.map(({ metadata, status }) => [metadata.resourceVersion, status])).toEqual([
    ['1', { ours: 2 }], ['7', { others: 1, ours: 2 }],
  ]);
  expect(result).toMatchObject({ type: 'written', object: { metadata: { resourceVersion: '8' } } });
});

test('a lost answer is looked up before anything is written again', async () => {
  const cluster = server([{ type: 'lost', message: 'timeout' }], [found(extension(2, { phase: 'x' }))]);
  expect(await writeStatus(cluster, extension(1), { phase: 'x' })).toEqual({ type: 'written', object: extension(2, { phase: 'x' }) });
  expect(cluster.sent).toHaveLength(1);
});

test.each([
  ['it is not there any more', refused(409), { type: 'gone' } as Answer],
  ['another has its name', refused(409), found(extension(9, {}, 'u2'))],
  ['the write says so', refused(404), found(extension(9))],
])('an object that is gone gets no status: %s', async (_how, write, read) => {
  expect(await writeStatus(server([write], [read]), extension(1), { phase: 'x' })).toEqual({ type: 'gone' });
});

test('a refusal is an error that names the object and the permission', async () => {
  await expect(writeStatus(server([refused(403, 'forbidden')]), extension(1), { phase: 'x' })).rejects.toMatchObject({
    code: 'status-refused', message: 'The status of ClusterExtension web was refused: forbidden',
    hint: 'The controller lacks the permission to update the status of this kind.',
  });
});

test('conflicts without end are an error', async () => {
  const writes = Array.from({ length: 5 }, () => refused(409));
  const reads = Array.from({ length: 5 }, (_none, index) => found(extension(index + 2)));
  await expect(writeStatus(server(writes, reads), extension(1), { phase: 'x' })).rejects.toMatchObject({ code: 'status-lost' });
});
