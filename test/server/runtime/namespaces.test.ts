/** Namespaces that a package needs and that are not there: one clear error before the first write, or made when asked to. */
import type { KubeObject } from '../../../lib/api';
import { planRevision, type PlanOptions } from '../../../lib/runtime';
import { AuditLog } from '../support/audit';
import { actions, Bench, revisionOf, unique } from '../support/extension';

let bench: Bench;
let absent: string;
beforeEach(async () => {
  bench = await Bench.open('namespaces');
  absent = unique('absent');
});
afterEach(async () => {
  await bench.otherClient.delete({ apiVersion: 'v1', kind: 'Namespace', name: absent });
  await bench.close();
});

const configMap = (name: string, namespace: string): KubeObject => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace, labels: bench.labels }, data: {} });
const namespace = (name: string): KubeObject => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name, labels: bench.labels } });
const exists = (name: string): Promise<boolean> => bench.otherClient.exists({ apiVersion: 'v1', kind: 'Namespace', name });
const plan = (revision: Parameters<typeof planRevision>[0], options: Partial<PlanOptions> = {}) =>
  planRevision(revision, { cluster: bench.cluster, stateNamespace: bench.namespace, signal: AbortSignal.timeout(30_000), ...options });

function operator(watched: string, home = bench.namespace): KubeObject {
  const labels = { app: 'operator' };
  const template = { metadata: { labels, annotations: { 'olm.targetNamespaces': watched } }, spec: { containers: [{ name: 'operator', image: 'example.com/operator:1' }] } };
  return { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'operator', namespace: home, labels: bench.labels }, spec: { replicas: 0, selector: { matchLabels: labels }, template } };
}

test('one that objects go to: one sentence for all of them, and nothing is written', async () => {
  const audit = new AuditLog();
  const revision = revisionOf([[bench.configMap('here', '1')], ['a', 'b', 'c', 'd'].map((name) => configMap(name, absent))]);
  for (const attempt of [() => bench.apply(revision), () => bench.apply(revision, { dryRun: true }), () => bench.apply(revision, { preflight: 'never' }), () => plan(revision)]) {
    await expect(attempt()).rejects.toMatchObject({
      code: 'namespace-not-found', category: 'input', details: { namespaces: [absent] },
      message: `Namespace ${absent} does not exist and is not part of the package: 4 objects go there (ConfigMap a, ConfigMap b, ConfigMap c, …). Nothing was changed.`,
      hint: `Create it: kubectl create namespace ${absent}; or have it created: \`createNamespace: true\`.`,
    });
  }
  const events = await audit.events(({ objectRef, userAgent = '' }) => objectRef?.namespace === bench.namespace && userAgent.startsWith('boxcutter/'));
  expect(events.filter(({ verb }) => ['create', 'patch', 'update', 'delete'].includes(verb))).toEqual([]);
});

test('the one for the state, and several at once', async () => {
  const other = unique('absent');
  await expect(bench.apply(revisionOf([[bench.configMap('a', '1'), configMap('b', other)]]), { stateNamespace: absent })).rejects.toMatchObject({
    code: 'namespace-not-found',
    message: [
      `Namespace ${absent} does not exist and is not part of the package: the state of the extension is kept there.`,
      `Namespace ${other} does not exist and is not part of the package: an object goes there (ConfigMap b).`,
      'Nothing was changed.',
    ].join('\n'),
    hint: expect.stringContaining(`kubectl create namespace ${absent} && kubectl create namespace ${other}`),
  });
});

test('one that an operator is configured to watch is never made for it', async () => {
  const revision = revisionOf([[operator(absent)]]);
  const expected = { code: 'namespace-not-found', message: expect.stringContaining(`Deployment ${bench.namespace}/operator is configured to watch it`) };
  await expect(bench.apply(revision)).rejects.toMatchObject(expected);
  await expect(bench.apply(revision, { createNamespace: true })).rejects.toMatchObject({ ...expected, hint: `Create it: kubectl create namespace ${absent}.` });
  expect(await exists(absent)).toBe(false);
  await expect(bench.apply(revisionOf([[operator('')]]))).resolves.toMatchObject({ status: 'complete' });
});

test('made when asked to: it belongs to nobody, and stays when the extension goes', async () => {
  const revision = revisionOf([[configMap('a', absent)], [operator(absent, absent)]]);
  const notes: string[] = [];
  const options = { stateNamespace: absent, createNamespace: true, onNote: (note: string) => void notes.push(note) };
  const planned = await plan(revision, options);
  expect(planned).toMatchObject({ newNamespaces: [absent], phases: [{ objects: [{ action: 'create', notAsked: expect.any(String) }] }, { objects: [{ action: 'create' }] }] });
  expect(await exists(absent)).toBe(false);
  await expect(bench.apply(revision, { ...options, dryRun: true })).resolves.toMatchObject({ dryRun: true });
  expect(await exists(absent)).toBe(false);

  const done = await bench.apply(revision, { ...options, confirm: async () => expect((await plan(revision, options)).digest).toBe(planned.digest) });
  expect(actions(done)).toEqual(['a: Created', 'operator: Created']);
  const stays = 'it stays when the extension is deleted.';
  expect(notes).toEqual([`Namespace ${absent} would be created first; ${stays}`, `Namespace ${absent} was created; ${stays}`]);
  expect((await bench.otherClient.get({ apiVersion: 'v1', kind: 'Namespace', name: absent })).metadata.labels).not.toHaveProperty('boxcutter');
  await expect(bench.delete({ stateNamespace: absent })).resolves.toMatchObject({ status: 'complete' });
  expect(await exists(absent)).toBe(true);
});

test('one that the package brings is not asked about', async () => {
  const revision = revisionOf([[namespace(absent)], [configMap('a', absent)]]);
  await expect(bench.apply(revision)).resolves.toMatchObject({ status: 'complete' });
  await expect(bench.delete({ deleteData: true })).resolves.toMatchObject({ status: 'complete' });
  expect(await exists(absent)).toBe(false);
});

test('costs one read each for a new extension, and none where its objects are already', async () => {
  const revision = (value: string) => revisionOf([[bench.configMap('a', value), configMap('b', 'default')]]);
  const audit = new AuditLog();
  await bench.apply(revision('1'));
  await bench.apply(revision('1'));
  await bench.apply(revision('2'));
  await bench.delete();
  const reads = await audit.events(({ objectRef, verb, userAgent = '' }) =>
    objectRef?.resource === 'namespaces' && verb === 'get' && userAgent.startsWith('boxcutter/') && [bench.namespace, 'default'].includes(objectRef.name ?? ''));
  expect(reads.filter(({ objectRef }) => objectRef?.name === bench.namespace)).toHaveLength(1);
});
