/** Lists of heads: tenants may write thousands of large ones, so what is not needed of a head is let go before the next is unpacked. */
import type { KubeObject } from '../../../lib/api';
import { encodeHead, summariseHeads } from '../../../lib/state';
import type { StateCluster } from '../../../lib/state/store';

const secret = (extension: string, namespace: string): KubeObject => encodeHead({ extension, revisions: [], inventory: [] }, namespace);

function clusterWith(...objects: readonly KubeObject[]): { readonly cluster: StateCluster; readonly listed: KubeObject[] } {
  const listed = [...objects];
  const unasked = (): never => { throw new Error('not in these tests'); };
  const list = (): Promise<{ objects: KubeObject[] }> => Promise.resolve({ objects: listed });
  return { listed, cluster: { list, get: unasked, create: unasked, replace: unasked, delete: unasked } };
}

test('they come by name and then by namespace; only what is taken of each is kept', async () => {
  const { cluster, listed } = clusterWith(secret('shop', 'b'), secret('bar', 'c'), secret('shop', 'a'));
  const names = await summariseHeads(cluster, {}, ({ head, ref }) => `${head.extension} in ${ref.namespace ?? ''}`);
  expect(names).toEqual(['bar in c', 'shop in a', 'shop in b']);
  expect(listed).toEqual([]);
});

test('one that cannot be read is reported and left out, or ends the list', async () => {
  const broken = { ...secret('inn', 'a'), data: { head: 'bm90IGd6aXA=' } };
  const errors: string[] = [];
  const { cluster } = clusterWith(broken, secret('bar', 'a'));
  const onUnreadable = ({ code }: { readonly code: string }): void => void errors.push(code);
  expect(await summariseHeads(cluster, { onUnreadable }, ({ head }) => head.extension)).toEqual(['bar']);
  expect(errors).toEqual(['state-unreadable']);
  await expect(summariseHeads(clusterWith(broken).cluster, {}, (stored) => stored)).rejects.toMatchObject({ code: 'state-unreadable' });
});
