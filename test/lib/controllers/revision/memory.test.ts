/** What is remembered of a revision between turns. */
import type { KubeObject } from '../../../../lib/api';
import { Memories } from '../../../../lib/controllers/revision/rollout/memory';

const shown = (finalizers: readonly string[], uid = 'u', deletionTimestamp: string | undefined = '2026-01-01T00:00:00Z'): KubeObject => (
  { apiVersion: 'x/v1', kind: 'X', metadata: { name: 'web-1', uid, finalizers, ...(deletionTimestamp === '' ? {} : { deletionTimestamp }) } } as KubeObject
);

test('one that is deleted with --cascade=orphan lets go of everything, also when the garbage collector was done before the first turn', () => {
  const memories = new Memories();
  memories.see(shown(['teardown', 'orphan']));
  memories.see(shown(['teardown']));
  expect(memories.of('web-1', 'u').orphans).toBe(true);
  expect(memories.of('web-1', 'made anew').orphans).toBe(false);
});

test.each([['is deleted otherwise', shown(['teardown', 'foregroundDeletion'])], ['is not deleted', shown(['orphan'], 'u', '')]])('one that %s does not', (_, object) => {
  const memories = new Memories();
  memories.see(object);
  expect(memories.of('web-1', 'u').orphans).toBe(false);
});
