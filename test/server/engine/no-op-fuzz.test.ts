/**
 * "Nothing to do" held against the API server: over random objects and edits (docs/no-op.md), and for the manifests that other
 * engines apply again and again (docs/requirements.md, the engine).
 */
import type { JsonObject, KubeObject } from '../../../lib/api';
import { LABEL_OWNER_NAME } from '../../../lib/api';
import { compile } from '../../../lib/revision';
import { deleteExtension } from '../../../lib/runtime';
import { describeTrial } from '../../fuzz/describe';
import { FuzzBench, fuzz, type FuzzResult } from '../../fuzz/run';
import { actions, Bench, kubeconfig, revisionOf, unique } from '../support/extension';

describe('random objects, random edits by others, random changes of what is desired', () => {
  let bench: FuzzBench;
  beforeAll(async () => {
    bench = await FuzzBench.open(kubeconfig, unique('fuzz'));
  });
  afterAll(() => bench.close());

  const unsoundOf = (seed: number, { unsound }: FuzzResult): readonly string[] => unsound.map((trial) => describeTrial(seed, trial));

  test('of 1,000 answers "nothing to do" none is wrong, and of what the server finds unchanged hardly any costs a request', async () => {
    const result = await fuzz(bench, { trials: 1_000, seed: 4_711 });
    expect(unsoundOf(4_711, result)).toEqual([]);
    const { trials, unchanged, withRecord, knownWithRecord } = result.tally.sum('canonical');
    expect(trials).toBeGreaterThan(600);
    expect(unchanged).toBeGreaterThan(200);
    expect(knownWithRecord / withRecord).toBeGreaterThanOrEqual(0.98);
    expect(result.tally.kinds().length).toBeGreaterThan(20);
    // Both sides of the question are there: else soundness would be cheap.
    expect(result.tally.sum('canonical').changed).toBeGreaterThan(200);
  }, 180_000);

  test('the same with a new seed', async () => {
    const seed = Math.floor(Math.random() * 2 ** 31);
    console.log(`npm run fuzz -- --trials 200 --seed ${seed}`);
    expect(unsoundOf(seed, await fuzz(bench, { trials: 200, seed }))).toEqual([]);
  });
});

describe('applied twice, the second time without a request', () => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await Bench.open('false-drift');
  });
  afterAll(() => bench.close());

  const template = (container: JsonObject, spec: JsonObject = {}, metadata: JsonObject = {}): JsonObject => ({
    metadata: { labels: { app: 'a' }, ...metadata },
    spec: { containers: [{ name: 'c', image: 'example.com/c:1', ...container }], ...spec },
  });
  const deployment = (pod: JsonObject): JsonObject => ({ apiVersion: 'apps/v1', kind: 'Deployment', spec: { replicas: 0, selector: { matchLabels: { app: 'a' } }, template: pod } });
  const rbac = 'rbac.authorization.k8s.io';
  const token = { volumes: [{ name: 't', projected: { sources: [{ serviceAccountToken: { path: 'token' } }] } }] };
  const metric = { type: 'Pods', pods: { metric: { name: 'x' }, target: { type: 'AverageValue', averageValue: '0.5' } } };
  const rule = { apiGroups: ['none.example.com'], apiVersions: ['v1'], operations: ['CREATE'], resources: ['nothings'] };
  const hook = { name: 'a.example.com', admissionReviewVersions: ['v1'], sideEffects: 'None', clientConfig: { url: 'https://none.example.com/' }, rules: [rule] };

  /** Each is "Updated" on every pass of an engine that compares values. */
  const ROWS: readonly (readonly [what: string, manifest: JsonObject])[] = [
    ['a Secret with stringData', { apiVersion: 'v1', kind: 'Secret', stringData: { a: 'b' } }],
    ['cpu 1000m and memory 1024Mi', deployment(template({ resources: { requests: { cpu: '1000m', memory: '1024Mi' } } }))],
    ['a ResourceQuota of cpu 2000m', { apiVersion: 'v1', kind: 'ResourceQuota', spec: { hard: { 'requests.cpu': '2000m' } } }],
    ['an average value of 0.5', { apiVersion: 'autoscaling/v2', kind: 'HorizontalPodAutoscaler', spec: { maxReplicas: 2, scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'none' }, metrics: [metric] } }],
    ['rules of webhooks without scope', { apiVersion: 'admissionregistration.k8s.io/v1', kind: 'ValidatingWebhookConfiguration', webhooks: [hook] }],
    ['a port of a NetworkPolicy without protocol', { apiVersion: 'networking.k8s.io/v1', kind: 'NetworkPolicy', spec: { podSelector: {}, ingress: [{ ports: [{ port: 80 }] }] } }],
    ['a user as subject without apiGroup', { apiVersion: `${rbac}/v1`, kind: 'RoleBinding', roleRef: { apiGroup: rbac, kind: 'Role', name: 'none' }, subjects: [{ kind: 'User', name: 'jane' }] }],
    ['a projected token without expirationSeconds', deployment(template({}, token))],
    ['creationTimestamp: null in a template', deployment(template({}, {}, { creationTimestamp: null }))],
    ['empty lists', deployment(template({ args: [] }, { volumes: [], tolerations: [] }))],
    ['globalDefault: false', { apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', value: 1, globalDefault: false }],
    ['rules: [] of an aggregated ClusterRole', { apiVersion: `${rbac}/v1`, kind: 'ClusterRole', aggregationRule: { clusterRoleSelectors: [{ matchLabels: { 'example.com/aggregate-to-none': 'x' } }] }, rules: [] }],
  ]; // prettier-ignore
  const CLUSTER_SCOPED = new Set(['ValidatingWebhookConfiguration', 'PriorityClass', 'ClusterRole']);

  /** Compiled, and as the author wrote it. */
  test.each(ROWS.flatMap(([what, manifest]) => [[what, 'compiled', manifest], [what, 'as written', manifest]] as const))('%s, %s', async (_what, form, manifest) => {
    const extension = unique('row');
    const namespace = CLUSTER_SCOPED.has(String(manifest['kind'])) ? {} : { namespace: bench.namespace };
    const object = { ...manifest, metadata: { name: extension, ...namespace, labels: { [LABEL_OWNER_NAME]: extension } } };
    const compiled = compile({ extension, namespace: bench.namespace, objects: [{ manifest: object, origin: { source: 'here' } }] }).compiled?.resolved;
    const revision = form === 'compiled' ? compiled : revisionOf([[object as unknown as KubeObject]], { extension });
    if (revision === undefined) throw new Error('it does not compile');
    try {
      expect(actions(await bench.apply(revision))).toEqual([`${extension}: Created`]);
      const again = await bench.counted(() => bench.apply(revision));
      expect(actions(again.result)).toEqual([`${extension}: Unchanged`]);
      const { create = 0, update = 0, patch = 0, dryRun = 0 } = again.requests;
      expect({ create, update, patch, dryRun }).toEqual({ create: 0, update: 0, patch: 0, dryRun: 0 });
    } finally {
      await deleteExtension(extension, { cluster: bench.cluster, stateNamespace: bench.namespace, signal: AbortSignal.timeout(30_000) });
    }
  });
});
