/** The end of an extension. */
import type { KubeObject } from '../../../../lib/api';
import { leave } from '../../../../lib/controllers/extension/leave';
import type { LiveRevision } from '../../../../lib/controllers/extension/revision-facts';
import { revision, ROLLED_OUT, SUCCEEDED } from './a-revision';

const extension = (...finalizers: readonly string[]): KubeObject => ({
  apiVersion: 'olm.operatorframework.io/v1', kind: 'ClusterExtension', metadata: { name: 'shop', uid: 'u', deletionTimestamp: '2026-01-01T00:00:00Z', finalizers },
}) as unknown as KubeObject;
const installed = [revision({ number: 1, version: '1.0.0', conditions: [SUCCEEDED, ROLLED_OUT] })] as unknown as readonly LiveRevision[];

test.each([
  ['its revisions go', ['a'], ['shop-1'], /^1 revision still to be taken down/],
  ['with orphan propagation they are the garbage collector\'s to let go, and stay', ['a', 'orphan'], [], /^1 revision to be let go, which stay/],
])('%s', async (_what, finalizers, expected, progress) => {
  const deleted: string[] = [];
  const cluster = { delete: async ({ name }: { readonly name: string }) => { deleted.push(name); return { type: 'gone' }; } };
  const left = await leave(extension(...finalizers), installed, { cluster: cluster as never, mayRollOut: true });
  expect([deleted, left]).toEqual([expected, { type: 'leaving', progress: expect.stringMatching(progress) }]);
});
