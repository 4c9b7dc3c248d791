/** Fields that belong to others: what a run leaves to them, and what it takes back. */
import { ANNOTATION_IGNORE, type KubeObject, type ResolvedRevision } from '../../../lib/api';
import { planRevision, rollbackExtension, type Outcome, type PlannedObject } from '../../../lib/runtime';
import { caCert } from '../../lib/kube/certificates';
import { Bench, OtherClient, revisionOf } from '../support/extension';
import { patchSubresource } from '../support/subresource';

let bench: Bench;
beforeEach(async () => {
  bench = await Bench.open('ignored');
});
afterEach(() => bench.close());

const actions = ({ result }: Outcome): readonly string[] =>
  result.phases.flatMap(({ objects }) => objects).map(({ ref, action }) => `${ref.name}: ${action}`);

const PEM = Buffer.from(caCert).toString('base64');
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

test('an autoscaler writes through the subresource: neither an upgrade, a rollback nor a repair takes its replicas', async () => {
  const trusted = { cluster: bench.cluster, stateNamespace: bench.namespace, signal: AbortSignal.timeout(30_000), wait: false } as const;
  await write(web('example.com/a:1'));
  await patchSubresource(`apis/apps/v1/namespaces/${bench.namespace}/deployments/web/scale`, { spec: { replicas: 6 } }, 'horizontal-pod-autoscaler');
  expect(await planned(web('example.com/a:1'))).toMatchObject({
    action: 'unchanged', ignored: [{ path: 'spec.replicas', live: 6, desired: 3, manager: 'horizontal-pod-autoscaler' }],
  });
  expect(await write(web('example.com/a:2'))).toEqual(['web: Updated']);
  await bench.otherClient.cluster.replace({ ...(await live()), spec: { ...(await live()).spec, paused: true } } as KubeObject, { fieldManager: 'somebody' });
  expect(actions(await rollbackExtension('web', { ...trusted, to: 1 }))).toEqual(['web: Updated']);
  const back = await live();
  expect([back.spec.replicas, back.spec.template.spec.containers[0]?.image]).toEqual([6, 'example.com/a:1']);
});

test('the caBundle of every webhook stays with who injects it, beside an upgrade of the webhooks', async () => {
  const name = `${bench.namespace}-hooks`;
  const hook = (at: string, path: string): object => ({
    name: `${at}.example.com`, sideEffects: 'None', admissionReviewVersions: ['v1'], failurePolicy: 'Ignore',
    namespaceSelector: { matchLabels: { nobody: 'has-this' } }, rules: [],
    clientConfig: { service: { namespace: bench.namespace, name: 'hooks', path } },
  });
  const hooks = (path: string): ResolvedRevision => revisionOf([[{
    apiVersion: 'admissionregistration.k8s.io/v1', kind: 'ValidatingWebhookConfiguration',
    metadata: { name, labels: bench.labels, annotations: { [ANNOTATION_IGNORE]: '/webhooks/*/clientConfig/caBundle' } },
    webhooks: [hook('one', path), hook('two', path)],
  } as KubeObject]]);
  const at = { apiVersion: 'admissionregistration.k8s.io/v1', kind: 'ValidatingWebhookConfiguration', name };
  type Client = { readonly caBundle?: string; readonly service: { readonly path: string } };
  type Hooks = KubeObject & { readonly webhooks: readonly { readonly clientConfig: Client }[] };
  try {
    await write(hooks('/a'));
    const found = (await bench.otherClient.get(at)) as Hooks;
    const injected = found.webhooks.map((one) => ({ ...one, clientConfig: { ...one.clientConfig, caBundle: PEM } }));
    await bench.otherClient.cluster.replace({ ...found, webhooks: injected } as KubeObject, { fieldManager: 'cainjector' });
    expect(await write(hooks('/a'))).toEqual([`${name}: Unchanged`]);
    expect(await write(hooks('/b'))).toEqual([`${name}: Updated`]);
    const { webhooks } = (await bench.otherClient.get(at)) as Hooks;
    expect(webhooks.map(({ clientConfig: { caBundle, service } }) => [caBundle, service.path])).toEqual([[PEM, '/b'], [PEM, '/b']]);
  } finally {
    await bench.otherClient.delete(at);
  }
});
