/** What plans, dry runs and the preflight say of objects that the server refuses, or cannot judge at the moment. */
import type { KubeObject, ObjectRef } from '../../../lib/api';
import { planRevision, type Plan, type PlanOptions } from '../../../lib/runtime';
import { Bench, objectOf, revisionOf, unique } from '../support/extension';
import { openWebhook, type Webhook } from '../support/webhook';

let bench: Bench;
beforeEach(async () => {
  bench = await Bench.open('foresight');
});
afterEach(() => bench.close());

const plan = (revision: Parameters<typeof planRevision>[0], options: Partial<PlanOptions> = {}): Promise<Plan> =>
  planRevision(revision, { cluster: bench.cluster, stateNamespace: bench.namespace, signal: AbortSignal.timeout(20_000), ...options });
const plannedOf = ({ phases }: Plan, name: string) => phases.flatMap(({ objects }) => objects).find(({ ref }) => ref.name === name);

/** Waits until the API server asks the webhook: it takes a new configuration into use a moment after it has stored it. */
async function inUse(answer: RegExp): Promise<void> {
  const probe: KubeObject = { ...bench.configMap('bad', 'probe'), metadata: { name: 'bad', namespace: bench.namespace } };
  for (;;) {
    const asked = await bench.otherClient.cluster.apply(probe, { fieldManager: 'kubectl', force: true, dryRun: true });
    if (asked.type === 'refused' && answer.test(asked.status.message)) return;
  }
}

describe('with an admission webhook', () => {
  let webhook: Webhook;
  const revision = () => revisionOf([[bench.configMap('good', '1')], [bench.configMap('bad', '1')]]);
  const good = (): ObjectRef => bench.ref('ConfigMap', 'good');
  beforeEach(async () => {
    webhook = await openWebhook(bench.otherClient, bench.namespace, ({ metadata: { name } }) =>
      (name === 'bad' ? 'settings need an owner' : undefined));
    await inUse(/denied the request/);
  });
  afterEach(() => webhook.close());

  test('plan, dry run and preflight say what it denied, in its words, and nothing is written', async () => {
    const message = `admission webhook "${webhook.name}" denied the request: settings need an owner`;
    const planned = await plan(revision());
    expect(plannedOf(planned, 'bad')).toMatchObject({ action: 'refused', because: { cause: { status: { message } } } });
    expect(plannedOf(planned, 'good')).toMatchObject({ action: 'create' });
    for (const dryRun of [true, false]) {
      const outcome = await bench.apply(revision(), { dryRun });
      expect(outcome.status).toBe('failed');
      expect(objectOf(outcome, 'bad')).toMatchObject({ action: 'Failed', cause: { type: 'refused', status: { message } } });
    }
    await expect(bench.otherClient.exists(good())).resolves.toBe(false);
    await expect(bench.otherClient.exists(bench.head)).resolves.toBe(false);
  });

  test('that does not answer: plan and dry run say so within seconds, and an apply says what it waits for', async () => {
    await webhook.goAway();
    await inUse(/failed calling webhook/);
    const cause = { type: 'unforeseen', message: expect.stringContaining('failed calling webhook "rules.') };
    expect(plannedOf(await plan(revision()), 'bad')).toMatchObject({ action: 'unforeseen', because: { cause } });
    expect(objectOf(await bench.apply(revision(), { dryRun: true }), 'bad')).toMatchObject({ action: 'Waiting', cause });
    const outcome = await bench.apply(revision(), { signal: AbortSignal.timeout(1000) });
    expect(outcome.status).toBe('incomplete');
    expect(objectOf(outcome, 'good')).toMatchObject({
      action: 'Waiting', cause: { type: 'refused', message: expect.stringContaining('failed calling webhook') },
    });
    await expect(bench.otherClient.exists(bench.head)).resolves.toBe(false);
  });
});

test('a namespace that is being deleted: plan and dry run say so at once, and an apply says that it waits for that', async () => {
  const namespace = unique('going');
  const held = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'held', namespace, finalizers: ['example.com/hold'] } };
  await bench.otherClient.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } });
  await bench.otherClient.apply(held);
  await bench.otherClient.delete({ apiVersion: 'v1', kind: 'Namespace', name: namespace });
  const revision = revisionOf([[{ ...bench.configMap('new', '1'), metadata: { name: 'new', namespace, labels: bench.labels } }]]);
  const notes: string[] = [];
  const planned = plannedOf(await plan(revision, { onNote: (note) => void notes.push(note) }), 'new');
  expect(planned).toMatchObject({
    action: 'unforeseen', because: { cause: { type: 'unforeseen', message: expect.stringContaining('being terminated') } },
  });
  expect(notes).toEqual([expect.stringContaining(`Namespace ${namespace} is being deleted`)]);
  expect(objectOf(await bench.apply(revision, { dryRun: true }), 'new')).toMatchObject({
    action: 'Waiting',
    cause: { type: 'unforeseen' },
  });
  const outcome = await bench.apply(revision, { signal: AbortSignal.timeout(1000) });
  expect(objectOf(outcome, 'new')).toMatchObject({
    action: 'Waiting', cause: { type: 'refused', message: expect.stringContaining('being terminated') },
  });
  // State that is to be kept there cannot be: then there is nothing to wait for.
  const refused = { code: 'namespace-terminating', message: expect.stringContaining(namespace) };
  await expect(plan(revision, { stateNamespace: namespace })).rejects.toMatchObject(refused);
  await expect(bench.apply(revision, { stateNamespace: namespace })).rejects.toMatchObject(refused);
  const released = { op: 'remove', path: '/metadata/finalizers' } as const;
  await bench.otherClient.cluster.patch({ apiVersion: 'v1', kind: 'ConfigMap', name: 'held', namespace }, [released], 'kubectl');
});
