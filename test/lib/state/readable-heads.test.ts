/** The heads of all namespaces that an account may read. */
import { BoxcutterError } from '../../../lib/errors';
import { encodeHead, summariseReadableHeads } from '../../../lib/state';

const record = (extension: string, namespace: string) => {
  const encoded = encodeHead({ extension, revisions: [], inventory: [] }, namespace);
  return { ...encoded, metadata: { ...encoded.metadata, uid: extension, resourceVersion: '1' } };
};
const records = [record('web', 'a'), record('web', 'c'), record('api', 'c'), record('shop', 'b')];

/** @param secrets whose namespaces may be read; `all` of the cluster at once */
function account(secrets: 'all' | readonly string[], { namespaces = ['a', 'b', 'c'] }: { readonly namespaces?: readonly string[] | 'forbidden' } = {}) {
  const asked: string[] = [];
  const cluster = {
    list: async ({ kind, namespace }: { readonly kind: string; readonly namespace?: string }) => {
      asked.push(kind === 'Namespace' ? 'namespaces' : namespace ?? 'all');
      const mayNot = new BoxcutterError('server-forbidden', 'server', 'no');
      if (kind === 'Namespace') {
        if (namespaces === 'forbidden') throw mayNot;
        return { objects: namespaces.map((name) => ({ apiVersion: 'v1', kind, metadata: { name } })) };
      }
      if (secrets !== 'all' && (namespace === undefined || !secrets.includes(namespace))) throw mayNot;
      return { objects: records.filter(({ metadata }) => namespace === undefined || metadata.namespace === namespace) };
    },
  };
  const read = () => summariseReadableHeads(
    cluster as never, { otherwise: 'a', onUnreadable: () => undefined }, ({ head, ref }) => `${ref.namespace ?? ''}/${head.extension}`,
  );
  return { asked, read };
}

test('who may list them all sends one request', async () => {
  const { asked, read } = account('all');
  expect(await read()).toEqual({ summaries: ['c/api', 'b/shop', 'a/web', 'c/web'], unread: [] });
  expect(asked).toEqual(['all']);
});

test('else each namespace is asked, and those that may not be read are named', async () => {
  const { asked, read } = account(['c', 'a']);
  expect(await read()).toEqual({ summaries: ['c/api', 'a/web', 'c/web'], unread: ['b'] });
  expect(asked).toEqual(['all', 'namespaces', 'a', 'b', 'c']);
});

test('who may not list namespaces either sees those of the namespace at hand', async () => {
  expect(await account(['a', 'c'], { namespaces: 'forbidden' }).read()).toEqual({ summaries: ['a/web'], unread: 'unknown' });
});

test('of hundreds of namespaces a few are asked at a time', async () => {
  const namespaces = Array.from({ length: 500 }, (_, index) => `n${index}`);
  const { asked, read } = account([], { namespaces });
  expect((await read()).unread).toHaveLength(500);
  expect(asked).toHaveLength(502);
});

test('a server that fails is an error, and not a namespace that may not be read', async () => {
  const failing = { list: () => Promise.reject(new BoxcutterError('server-failed', 'server', 'down')) };
  const reading = summariseReadableHeads(failing as never, { otherwise: 'a', onUnreadable: () => undefined }, () => 0);
  await expect(reading).rejects.toMatchObject({ code: 'server-failed' });
});
