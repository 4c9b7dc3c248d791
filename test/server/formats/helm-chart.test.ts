/** A Helm chart on a real API server: definitions, hooks, custom resources and workloads; upgraded with other values, and torn down. */
import type { KubeObject, ObjectRef, ResolvedRevision } from '../../../lib/api';
import { renderBundle } from '../../../lib/bundle';
import { compile } from '../../../lib/compile';
import { fitToServer, type Outcome } from '../../../lib/runtime';
import { BUILD_TIMEOUT, helmProgram } from '../../lib/formats/helm/helm';
import { chart, definition, type Draft, hook } from '../../lib/formats/helm/sample-chart';
import { actions, Bench, objectOf, unique } from '../support/extension';

const group = `${unique('charts')}.example.com`;
const shop = `apiVersion: ${group}/v1\nkind: Shop\nmetadata: { name: {{ .Release.Name }}-main }\nspec: { replicas: {{ .Values.replicas }} }\n`;
const hooks = [hook('rights', 'pre-install,pre-upgrade', { kind: 'ServiceAccount' }), hook('prepare', 'pre-install,pre-upgrade'), hook('check', 'post-install')].join('---\n');
const files: Draft = {
  'crds/shops.yaml': definition(group),
  'templates/shop.yaml': shop,
  'templates/hooks.yaml': hooks,
};

let bench: Bench;
beforeAll(async () => {
  helmProgram();
  bench = await Bench.open('helm-chart');
}, BUILD_TIMEOUT);

afterAll(async () => {
  await bench.otherClient.delete(crd);
  await bench.close();
});

const crd: ObjectRef = { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', name: `shops.${group}` };
const at = (kind: string, name: string, apiVersion = 'v1'): ObjectRef => bench.ref(kind, name, apiVersion);

/** The hooks that run something, in the order in which they do; a hash of its content is part of the name of each. */
function jobsOf({ result }: Outcome): readonly ObjectRef[] {
  return result.phases.flatMap(({ objects }) => objects).flatMap(({ ref }) => (ref.kind === 'Job' ? [ref] : []));
}

async function completionOf(job: ObjectRef): Promise<string> {
  const { status } = await bench.otherClient.get(job) as KubeObject & { readonly status?: { readonly completionTime?: string } };
  return status?.completionTime ?? 'never';
}

/** The latest outcome, whose objects the next test begins with. */
let last: Outcome;
async function applied(revision: ResolvedRevision): Promise<Outcome> {
  last = await bench.apply(revision);
  return last;
}

/** What the chart gives for these values, ready to be applied. */
async function revisionOf(config: object, changes: Draft = {}): Promise<ResolvedRevision> {
  const options = { installNamespace: bench.namespace, certificates: 'none', releaseName: 'web', helm: helmProgram(), config } as const;
  const rendered = renderBundle(chart({ ...files, ...changes }), options);
  const { compiled, findings } = compile({ extension: 'web', namespace: bench.namespace, ...rendered });
  expect([...rendered.findings, ...findings].filter(({ severity }) => severity === 'error')).toEqual([]);
  if (compiled === undefined) throw new Error('nothing was compiled');
  return fitToServer(compiled.resolved, bench.cluster, { namespace: bench.namespace, skipUnserved: false });
}

test('it is applied in the order that helm has: definitions, hooks before, the rest, custom resources, hooks after', async () => {
  const outcome = await applied(await revisionOf({ replicas: 1, password: 'first' }));
  expect(outcome.status).toBe('complete');
  expect(outcome.result.phases.map(({ name, objects }) => `${name}: ${objects.map(({ ref }) => ref.name.replace(/-[0-9a-f]{8}$/, '-#')).join(' ')}`)).toEqual([
    `crds-web-shop: shops.${group}`, 'pre-1-web-shop: rights', 'pre-2-web-shop: prepare-#', 'configuration: facts web-login',
    'deploy: web-web', 'resources: web-main', 'post-1-web-shop: check-#',
  ]);
  const created = async (ref: ObjectRef): Promise<string> => (await bench.otherClient.get(ref)).metadata.creationTimestamp ?? '';
  const [prepare] = jobsOf(outcome);
  const completed = prepare === undefined ? 'never' : await completionOf(prepare);
  expect(completed).toMatch(/^\d{4}-/);
  expect(completed <= (await created(at('Deployment', 'web-web', 'apps/v1')))).toBe(true);
});

test('the same again writes nothing', async () => {
  const { result, requests } = await bench.counted(async () => bench.apply(await revisionOf({ replicas: 1, password: 'first' })));
  expect(result).toMatchObject({ status: 'complete', unchanged: true, newRevision: false });
  expect(Object.keys(requests).filter((verb) => ['create', 'patch', 'update', 'delete', 'dryRun'].includes(verb))).toEqual([]);
});

test('with other values, only what differs changes, and hooks that are the same do not run again', async () => {
  const refs = [at('Deployment', 'web-web', 'apps/v1'), ...jobsOf(last), at('Shop', 'web-main', `${group}/v1`), crd];
  const before = await bench.uids(...refs);
  const outcome = await applied(await revisionOf({ replicas: 2, password: 'second' }));
  expect(outcome).toMatchObject({ status: 'complete', newRevision: true });
  expect(actions(outcome).filter((action) => !action.endsWith(': Unchanged'))).toEqual(['web-login: Updated', 'web-web: Updated', 'web-main: Updated']);
  expect(await bench.uids(...refs)).toEqual(before);
});

/** All hooks run another version of what they ran, as those do that have the chart's version in their pods. */
const nextHooks = (text: string): Draft => ({ 'templates/hooks.yaml': text.replaceAll('run:1', 'run:2') });

test('hooks that changed are run anew, those before ahead of everything else; the old ones go at the end', async () => {
  const before = jobsOf(last);
  const deployment = at('Deployment', 'web-web', 'apps/v1');
  const [deployed] = await bench.uids(deployment);
  const outcome = await applied(await revisionOf({ replicas: 3 }, nextHooks(hooks)));
  expect(outcome).toMatchObject({ status: 'complete', newRevision: true });
  const after = jobsOf(outcome);
  expect(after.map(({ name }) => objectOf(outcome, name).action)).toEqual(['Created', 'Created']);
  expect(outcome.result.removed.map(({ ref, action }) => `${ref.name}: ${action}`).sort()).toEqual(before.map(({ name }) => `${name}: Deleted`).sort());
  expect(await Promise.all([...after, ...before].map((ref) => bench.otherClient.exists(ref)))).toEqual([true, true, false, false]);
  expect(objectOf(outcome, 'rights').action).toBe('Unchanged');

  const updated = await bench.otherClient.get(deployment);
  expect(updated).toMatchObject({ metadata: { uid: deployed }, spec: { replicas: 3 } });
  const written = updated.metadata.managedFields?.find(({ operation }) => operation === 'Apply')?.time ?? '';
  const [prepare] = after;
  expect(written >= (prepare === undefined ? 'never' : await completionOf(prepare))).toBe(true);
});

test('one that fails ends the upgrade before anything else is touched; without it the upgrade goes on, and the failed one goes', async () => {
  const [prepare] = jobsOf(last);
  const impossible = 'template: { spec: { nodeSelector: { nowhere: "true" }, ';
  const failing = nextHooks(hooks)['templates/hooks.yaml']?.replace('spec: { template: { spec: { ', `spec: { backoffLimit: 0, activeDeadlineSeconds: 1, ${impossible}`);
  const stopped = await bench.apply(await revisionOf({ replicas: 4 }, { 'templates/hooks.yaml': failing }));
  expect(stopped.status).toBe('failed');
  const [failed] = jobsOf(stopped);
  expect(failed?.name).not.toBe(prepare?.name);
  expect(await bench.otherClient.get(at('Deployment', 'web-web', 'apps/v1'))).toMatchObject({ spec: { replicas: 3 } });

  const uids = await bench.uids(...jobsOf(last));
  const outcome = await bench.apply(await revisionOf({ replicas: 4 }, nextHooks(hooks)));
  expect(outcome.status).toBe('complete');
  expect(await bench.uids(...jobsOf(outcome))).toEqual(uids);
  expect(outcome.result.removed.map(({ ref }) => ref.name)).toEqual([failed?.name]);
  expect(await bench.otherClient.get(at('Deployment', 'web-web', 'apps/v1'))).toMatchObject({ spec: { replicas: 4 } });
});

test('it is taken down, and what helm would keep stays', async () => {
  const outcome = await bench.delete();
  expect(outcome.status).toBe('complete');
  expect(objectOf(outcome, 'facts').action).toBe('Orphaned');
  expect(await bench.otherClient.exists(at('ConfigMap', 'facts'))).toBe(true);
  for (const ref of [at('Deployment', 'web-web', 'apps/v1'), ...jobsOf(last), at('ServiceAccount', 'rights'), at('Secret', 'web-login'), crd]) {
    expect([ref.name, await bench.otherClient.exists(ref)]).toEqual([ref.name, false]);
  }
});
