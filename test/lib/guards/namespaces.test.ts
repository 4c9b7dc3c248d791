/** Namespaces that a revision needs: which those are, which are missing, and making one, whatever becomes of the answers. */
import type { KubeObject } from '../../../lib/api';
import type { Answer } from '../../../lib/engine';
import { createNamespace, isOurs, neededNamespaces, unfitNamespaces } from '../../../lib/guards';

const created: Answer = { type: 'object', created: true, object: { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } } };
const lost: Answer = { type: 'lost', message: 'the connection was closed' };
const refused = (reason: string, message: string): Answer => ({
  type: 'refused',
  status: { code: reason === 'Forbidden' ? 403 : 409, reason, message, causes: [] },
});
const there = refused('AlreadyExists', 'namespaces "shop" already exists');

/** How many requests were sent, the answers being these. */
async function requests(...answers: readonly Answer[]): Promise<number> {
  let sent = 0;
  await createNamespace('shop', { create: () => Promise.resolve(answers[sent++] as Answer) });
  return sent;
}

test.each([
  ['created', [created], 1],
  ['there by now, since another client was faster', [there], 1],
  ['stored, the answer lost', [lost, there], 2],
  ['not stored, the connection lost', [lost, created], 2],
])('%s: that is as good', async (_, answers, sent) => {
  await expect(requests(...answers)).resolves.toBe(sent);
});

test('no answer twice: whether it was created is not known, and nothing else is said', async () => {
  await expect(requests(lost, lost, created)).rejects.toMatchObject({
    code: 'namespace-not-created', category: 'server',
    message: 'It is not known whether namespace shop was created: the connection was closed',
    hint: 'Run the command again once the API server answers.',
  });
});

test.each([
  refused('Forbidden', 'namespaces is forbidden'),
  refused('Conflict', 'the namespace is being terminated'),
])('refused is refused, and not asked for again', async (refusal) => {
  const error = { code: 'namespace-not-created', hint: expect.stringContaining('leave out `createNamespace`') };
  await expect(requests(refusal, created)).rejects.toMatchObject(error);
});

describe('which namespaces a revision needs', () => {
  const object = (kind: string, name: string, namespace?: string, content: object = {}): KubeObject => ({
    apiVersion: 'v1', kind, metadata: { name, ...(namespace === undefined ? {} : { namespace }) }, ...content,
  });
  const watching = (targets: string): object =>
    ({ spec: { template: { metadata: { annotations: { 'olm.targetNamespaces': targets } } } } });
  const named = (objects: readonly KubeObject[], state?: string): readonly string[] =>
    neededNamespaces(objects, state).map(({ name }) => name);

  test('where its objects go, what its operators watch, and where the state is kept, by name', () => {
    const operator = object('Deployment', 'operator', 'shop', watching('tenants, more'));
    expect(neededNamespaces([operator, object('ClusterRole', 'reader')], 'state')).toMatchObject([
      { name: 'more', objects: [], watchedBy: [{ name: 'operator' }], holdsState: false },
      { name: 'shop', objects: [{ name: 'operator' }], watchedBy: [], holdsState: false },
      { name: 'state', objects: [], watchedBy: [], holdsState: true },
      { name: 'tenants', objects: [], watchedBy: [{ name: 'operator' }], holdsState: false },
    ]);
  });

  test('not what it brings itself, and nothing for an operator that watches everything', () => {
    expect(named([object('Namespace', 'shop'), object('ConfigMap', 'settings', 'shop')])).toEqual([]);
    expect(named([object('Deployment', 'operator', 'shop', watching(''))])).toEqual(['shop']);
  });

  test('one that an operator only watches is not made for it; one that it runs in is', () => {
    const [shop, tenants] = neededNamespaces([object('Deployment', 'operator', 'shop', watching('shop,tenants'))]);
    expect([shop, tenants].map((one) => one !== undefined && isOurs(one))).toEqual([true, false]);
  });

  test('missing is what the server says is gone; what may not be read is taken to exist', async () => {
    const metadata = { name: 'going', deletionTimestamp: '2026-01-01T00:00:00Z' };
    const going: Answer = { type: 'object', object: { apiVersion: 'v1', kind: 'Namespace', metadata }, created: false };
    const answers: Readonly<Record<string, Answer>> =
      { absent: { type: 'gone' }, closed: refused('Forbidden', 'no'), silent: lost, there: created, going };
    const needed = neededNamespaces(Object.keys(answers).map((name) => object('ConfigMap', 'settings', name)));
    const { missing, terminating } = await unfitNamespaces(needed, { get: ({ name }) => Promise.resolve(answers[name] ?? lost) });
    expect([missing, terminating].map((list) => list.map(({ name }) => name))).toEqual([['absent'], ['going']]);
  });
});
