/** Fields that the API server never changes: what is replaced, what is not, and what holds data. */
import type { KubeObject, ReplacementPolicy, ResolvedRevision } from '../../../lib/api';
import { failureReason } from '../../../lib/engine';
import { planRevision, type Outcome, type Plan, type PlanOptions } from '../../../lib/runtime';
import { Bench, objectOf, revisionOf, unique } from '../support/extension';

let bench: Bench;
beforeEach(async () => {
  bench = await Bench.open('replace');
});
afterEach(() => bench.close());

const plan = (revision: ResolvedRevision, options: Partial<PlanOptions> = {}): Promise<Plan> =>
  planRevision(revision, { cluster: bench.cluster, stateNamespace: bench.namespace, signal: AbortSignal.timeout(30_000), ...options });
const planned = ({ phases }: Plan, name: string) => phases.flatMap(({ objects }) => objects).find(({ ref }) => ref.name === name);
const actions = ({ result }: Outcome): readonly string[] =>
  result.phases.flatMap(({ objects }) => objects).map(({ ref, action }) => `${ref.name}: ${action}`);

/** The same revision, with this policy for all of its objects. */
function withPolicy(revision: ResolvedRevision, replacementPolicy: ReplacementPolicy): ResolvedRevision {
  const phases = revision.phases.map((phase) => ({ ...phase, objects: phase.objects.map((entry) => ({ ...entry, replacementPolicy })) }));
  return { ...revision, phases, digest: `${revision.digest} ${replacementPolicy}` };
}

/** Without anything to complete it is complete: a control plane runs no Pods. */
function job(image: string, spec: object = {}): KubeObject {
  const template = { spec: { restartPolicy: 'Never', containers: [{ name: 'main', image }] } };
  return bench.object('Job', 'migrate', { spec: { completions: 0, template, ...spec } }, 'batch/v1');
}

const uidOf = async (kind: string, name: string, apiVersion = 'v1'): Promise<string | undefined> =>
  (await bench.otherClient.get(bench.ref(kind, name, apiVersion))).metadata.uid;

test('a Job with another template is run anew, as a plan says before; a template that the server refuses costs nothing', async () => {
  const of = (image: string): ResolvedRevision => revisionOf([[job(image)], [bench.configMap('after', image)]]);
  await bench.apply(of('example.com/a:1'));
  const before = await uidOf('Job', 'migrate', 'batch/v1');
  const next = await plan(of('example.com/a:2'));
  expect(planned(next, 'migrate')).toMatchObject({
    action: 'replace', lost: expect.stringContaining('its run ends'), because: { cause: { fields: ['spec.template'], asked: true } },
  });
  expect(planned(next, 'migrate')?.changes.map(({ before: was, after }) => [was, after])).toEqual([['example.com/a:1', 'example.com/a:2']]);
  expect(next.warnings).toEqual([]);
  const outcome = await bench.apply(of('example.com/a:2'));
  expect([outcome.status, ...actions(outcome)]).toEqual(['complete', 'migrate: Replaced', 'after: Updated']);
  const replaced = await uidOf('Job', 'migrate', 'batch/v1');
  expect(replaced).not.toBe(before);

  const wrong = await bench.apply(of(''));
  const failed = objectOf(wrong, 'migrate');
  expect(failed.action === 'Failed' && failureReason(failed.cause)).toContain('Required value');
  expect(await uidOf('Job', 'migrate', 'batch/v1')).toBe(replaced);
  expect((await bench.apply(of('example.com/a:2'))).status).toBe('complete');
});

test('other kinds are replaced where that is asked for, and only there', async () => {
  const deployment = (app: string): KubeObject => bench.object('Deployment', 'web', {
    spec: {
      replicas: 0, selector: { matchLabels: { app } },
      template: { metadata: { labels: { app } }, spec: { containers: [{ name: 'web', image: 'example.com/web:1' }] } },
    },
  }, 'apps/v1');
  const frozen = (value: string): KubeObject => ({ ...bench.configMap('frozen', value), immutable: true });
  const service = (clusterIP: string): KubeObject => bench.object('Service', 'web', { spec: { clusterIP, ports: [{ port: 80 }] } });
  const of = (value: string): ResolvedRevision =>
    revisionOf([[deployment(value), frozen(value), service(value === 'a' ? '' : 'None')]]);
  await bench.apply(of('a'));
  const refused = await bench.apply(of('b'));
  expect([refused.status, ...actions(refused)]).toEqual(['failed', 'web: Failed', 'frozen: Failed', 'web: Failed']);
  await expect(bench.apply(of('b'), { replace: { objects: ['ConfigMap/frosen'] } })).rejects.toMatchObject({ code: 'object-unknown' });

  const one = await plan(of('b'), { replace: { objects: ['configmap/frozen'] } });
  expect(one.phases[0]?.objects.map(({ action }) => action)).toEqual(['refused', 'replace', 'refused']);
  const all = await bench.apply(of('b'), { replace: { objects: 'all' } });
  expect([all.status, ...actions(all)]).toEqual(['complete', 'web: Replaced', 'frozen: Replaced', 'web: Replaced']);
  expect((await bench.apply(of('b'))).unchanged).toBe(true);
  // And by what the revision says.
  const policy = await bench.apply(withPolicy(of('c'), 'Recreate'));
  expect(actions(policy)).toEqual(['web: Replaced', 'frozen: Replaced', 'web: Unchanged']);
});

test('a rule of a definition in words of its author: the server accepts the new object, so the rule is about the change', async () => {
  const group = `${unique('replace')}.example.com`;
  const engine = { type: 'string', 'x-kubernetes-validations': [{ rule: 'self == oldSelf', message: 'the engine is chosen once' }] };
  const definition = {
    apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', metadata: { name: `databases.${group}` },
    spec: {
      group, scope: 'Namespaced', names: { kind: 'Database', plural: 'databases' },
      versions: [{
        name: 'v1', served: true, storage: true,
        schema: { openAPIV3Schema: {
          type: 'object',
          properties: { spec: { type: 'object', properties: { engine, size: { type: 'integer' } } } },
        } },
      }],
    },
  };
  await bench.otherClient.apply(definition);
  const place = { apiVersion: definition.apiVersion, kind: definition.kind, name: definition.metadata.name };
  await bench.otherClient.until(place, (object) => JSON.stringify(object?.['status'] ?? {}).includes('"Established"'));
  const database = (name: string, size: unknown = 1): KubeObject =>
    bench.object('Database', 'main', { spec: { engine: name, size } }, `${group}/v1`);
  await bench.apply(withPolicy(revisionOf([[database('one')]]), 'Recreate'));
  expect(objectOf(await bench.apply(revisionOf([[database('two')]])), 'main')).toMatchObject({
    action: 'Failed',
    cause: { request: 'dry-run' },
  });
  const wrong = await bench.apply(withPolicy(revisionOf([[database('two', 'big')]]), 'Recreate'));
  expect(objectOf(wrong, 'main')).toMatchObject({ action: 'Failed' });
  const outcome = await bench.apply(withPolicy(revisionOf([[database('two')]]), 'Recreate'));
  expect(objectOf(outcome, 'main')).toMatchObject({ action: 'Replaced', cause: { fields: ['spec.engine'] } });
  await bench.delete();
  await bench.otherClient.delete(place);
});

test('a claim that holds data is replaced only when its data may go', async () => {
  const name = `data-${bench.namespace}`;
  const volume = (suffix: string): KubeObject => ({
    apiVersion: 'v1', kind: 'PersistentVolume', metadata: { name: `${name}-${suffix}` },
    spec: {
      accessModes: ['ReadWriteOnce'], capacity: { storage: '1Gi' }, storageClassName: '', persistentVolumeReclaimPolicy: 'Retain',
      hostPath: { path: '/nowhere' },
    },
  });
  const claim = (suffix: string): ResolvedRevision => withPolicy(revisionOf([[bench.object('PersistentVolumeClaim', 'data', {
    spec: {
      accessModes: ['ReadWriteOnce'],
      storageClassName: '',
      volumeName: `${name}-${suffix}`,
      resources: { requests: { storage: '1Gi' } },
    },
  })]]), 'Recreate');
  await Promise.all([bench.otherClient.apply(volume('a')), bench.otherClient.apply(volume('b'))]);
  await bench.apply(claim('a'));
  const ref = bench.ref('PersistentVolumeClaim', 'data');
  await bench.otherClient.until(ref, (object) => (object?.['status'] as { phase?: string } | undefined)?.phase === 'Bound');
  const before = await uidOf('PersistentVolumeClaim', 'data');
  const next = await plan(claim('b'));
  expect(planned(next, 'data')).toMatchObject({ action: 'replace', loss: { contents: [{ count: 1 }] } });
  expect(next.dataLoss).toBe(true);
  for (const options of [{}, { orphan: true }]) {
    await expect(bench.apply(claim('b'), options)).rejects.toMatchObject({
      code: 'data-loss',
      message: expect.stringContaining('cannot be changed in place'),
    });
  }
  expect(await uidOf('PersistentVolumeClaim', 'data')).toBe(before);
  const outcome = await bench.apply(claim('b'), { deleteData: true });
  expect([outcome.status, ...actions(outcome)]).toEqual(['complete', 'data: Replaced']);
  await bench.delete({ deleteData: true });
  for (const suffix of ['a', 'b']) await bench.otherClient.delete({
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    name: `${name}-${suffix}`,
  });
});

test('a finished Job that its time to live took away has run, until its content changes', async () => {
  const of = (image: string): ResolvedRevision => revisionOf([
    [job(image, { ttlSecondsAfterFinished: 1 })],
    [bench.configMap('after', '1')],
  ]);
  const ref = bench.ref('Job', 'migrate', 'batch/v1');
  expect((await bench.apply(of('example.com/a:1'))).status).toBe('complete');
  await bench.otherClient.until(ref, (object) => object === undefined);
  expect((await plan(of('example.com/a:1'))).changes).toBe(false);
  const again = await bench.apply(of('example.com/a:1'));
  expect([again.status, again.unchanged, ...actions(again)]).toEqual(['complete', true, 'migrate: Unchanged', 'after: Unchanged']);
  expect(await bench.otherClient.exists(ref)).toBe(false);
  const other = await bench.apply(of('example.com/a:2'));
  expect([other.status, ...actions(other)]).toEqual(['complete', 'migrate: Created', 'after: Unchanged']);
});
