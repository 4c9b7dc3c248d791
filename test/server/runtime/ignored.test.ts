/** Fields that belong to others: what a run leaves to them, and what it takes back. */
import { ANNOTATION_IGNORE, type KubeObject, type ResolvedRevision } from '../../../lib/api';
import { planRevision, type Outcome, type PlannedObject } from '../../../lib/runtime';
import { Bench, OtherClient, revisionOf } from '../support/extension';

let bench: Bench;
beforeEach(async () => {
  bench = await Bench.open('ignored');
});
afterEach(() => bench.close());

const actions = ({ result }: Outcome): readonly string[] =>
  result.phases.flatMap(({ objects }) => objects).map(({ ref, action }) => `${ref.name}: ${action}`);

const RULE = { [ANNOTATION_IGNORE]: '/spec/replicas' };

function web(image: string, { annotations = RULE as Record<string, string>, replicas = 3 } = {}): ResolvedRevision {
  const template = { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'web', image }] } };
  const spec = { replicas, selector: { matchLabels: { app: 'web' } }, template };
  const { metadata, ...object } = bench.object('Deployment', 'web', { spec }, 'apps/v1');
  return revisionOf([[{ ...object, metadata: { ...metadata, annotations } } as KubeObject]]);
}

interface Spec {
  readonly replicas: number;
  readonly template: { readonly spec: { readonly containers: readonly { readonly image: string }[] } };
}
const ref = () => bench.ref('Deployment', 'web', 'apps/v1');
const live = async (): Promise<KubeObject & { spec: Spec }> => (await bench.otherClient.get(ref())) as KubeObject & { spec: Spec };
/** Who has applied it, and what: controllers of the cluster only update it. */
const applied = ({ metadata: { managedFields = [] } }: KubeObject): unknown => managedFields.filter(({ operation }) => operation === 'Apply');
/** By apply, as an autoscaler that owns the field: another field manager takes it by force. */
const scale = (replicas: number): Promise<KubeObject> => new OtherClient(bench.otherClient.cluster, 'scaler').apply(
  { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web', namespace: bench.namespace }, spec: { replicas } },
);
async function planned(revision: ResolvedRevision): Promise<PlannedObject | undefined> {
  const plan = await planRevision(revision, { cluster: bench.cluster, stateNamespace: bench.namespace, signal: AbortSignal.timeout(30_000) });
  return plan.phases.flatMap(({ objects }) => objects)[0];
}
const write = async (revision: ResolvedRevision): Promise<readonly string[]> => actions(await bench.apply(revision, { wait: false }));

test('replicas of another: sent once, then neither drift, nor changed with other changes; without the rule they are ours again', async () => {
  expect(await write(web('example.com/a:1'))).toEqual(['web: Created']);
  expect((await live()).spec.replicas).toBe(3);
  await scale(5);
  const scaled = await live();
  expect(await planned(web('example.com/a:1'))).toMatchObject({
    action: 'unchanged', ignored: [{ path: 'spec.replicas', live: 5, desired: 3, manager: 'scaler' }],
  });
  expect(await write(web('example.com/a:1'))).toEqual(['web: Unchanged']);
  const kept = await live();
  expect([kept.metadata.generation, applied(kept)]).toEqual([scaled.metadata.generation, applied(scaled)]);

  expect(await write(web('example.com/a:2', { replicas: 4 }))).toEqual(['web: Updated']);
  const upgraded = await live();
  expect([upgraded.spec.replicas, upgraded.spec.template.spec.containers[0]?.image]).toEqual([5, 'example.com/a:2']);
  const holders = upgraded.metadata.managedFields?.filter(({ fieldsV1 }) => 'f:replicas' in ((fieldsV1?.['f:spec'] ?? {}) as object));
  expect(holders?.map(({ manager }) => manager)).toEqual(['scaler']);

  expect(await write(web('example.com/a:2', { annotations: {}, replicas: 4 }))).toEqual(['web: Updated']);
  expect((await live()).spec.replicas).toBe(4);
});

test('as long as only we hold the field, an upgrade that leaves it out, or changes it, keeps what is there', async () => {
  await write(web('example.com/a:1', { annotations: {}, replicas: 2 }));
  expect(await write(web('example.com/a:2', { replicas: 7 }))).toEqual(['web: Updated']);
  expect((await live()).spec.replicas).toBe(2);
});
