/** Making a namespace, whatever becomes of the answers. */
import type { Answer } from '../../../lib/engine';
import { createNamespace } from '../../../lib/guards';

const created: Answer = { type: 'object', created: true, object: { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } } };
const lost: Answer = { type: 'lost', message: 'the connection was closed' };
const refused = (reason: string, message: string): Answer => ({ type: 'refused', status: { code: reason === 'Forbidden' ? 403 : 409, reason, message, causes: [] } });
const there = refused('AlreadyExists', 'namespaces "shop" already exists');

/** How many requests were sent, the answers being these. */
async function requests(...answers: readonly Answer[]): Promise<number> {
  let sent = 0;
  await createNamespace('shop', { create: () => Promise.resolve(answers[sent++] as Answer) });
  return sent;
}

test.each([
  ['created', [created], 1],
  ['there by now, since somebody else was faster', [there], 1],
  ['stored, the answer lost', [lost, there], 2],
  ['not stored, the connection lost', [lost, created], 2],
])('%s: that is as good', async (_, answers, sent) => {
  await expect(requests(...answers)).resolves.toBe(sent);
});

test('no answer twice: nobody knows, and nothing else is said', async () => {
  await expect(requests(lost, lost, created)).rejects.toMatchObject({
    code: 'namespace-not-created', category: 'server',
    message: 'Whether namespace shop was created is not known: the connection was closed',
    hint: 'Run the command again once the API server answers.',
  });
});

test.each([
  refused('Forbidden', 'namespaces is forbidden'),
  refused('Conflict', 'the namespace is being terminated'),
])('refused is refused, and not asked for again', async (refusal) => {
  const error = { code: 'namespace-not-created', hint: expect.stringContaining('without --create-namespace') };
  await expect(requests(refusal, created)).rejects.toMatchObject(error);
});
