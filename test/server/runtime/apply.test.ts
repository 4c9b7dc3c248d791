/**
 * Rolling out: what an install, a run without changes, an upgrade and a repair do to the cluster, and what they ask of it.
 */
import { lookAtExtension } from '../../../lib/runtime';
import { settledOf, viewIn } from '../../../lib/engine/core/state/entry';
import { AuditLog } from '../support/audit';
import { actions, Bench, objectOf, revisionOf, stored } from '../support/extension';

// The first record of a cluster is sealed with a key that is made for it: one Secret more, which is no test's own.
beforeAll(async () => {
  const first = await Bench.open('apply');
  await first.apply(revisionOf([[first.configMap('a', '1')]]));
  await first.delete();
  await first.close();
});

let bench: Bench;
beforeEach(async () => {
  bench = await Bench.open('apply');
});
afterEach(() => bench.close());

/** Requests that change something. */
function writes({ create = 0, update = 0, patch = 0, delete: deleted = 0 }: Readonly<Record<string, number>>): Readonly<Record<string, number>> {
  return { create, update, patch, delete: deleted };
}

test('install, again, upgrade, teardown: one write for each object that changes, none for the others', async () => {
  const audit = new AuditLog();
  const one = revisionOf([[bench.configMap('a', '1'), bench.configMap('b', '1')], [bench.configMap('c', '1'), bench.configMap('d', '1')]]);
  const two = revisionOf([[bench.configMap('a', '2'), bench.configMap('b', '1')], [bench.configMap('c', '1'), bench.configMap('e', '1')]]);

  const install = await bench.counted(() => bench.apply(one));
  expect(actions(install.result)).toEqual(['a: Created', 'b: Created', 'c: Created', 'd: Created']);
  expect(install.result).toMatchObject({ status: 'complete', revision: 1, newRevision: true, unchanged: false });
  // Head, content, head again; dry runs of the preflight apart.
  expect(writes(install.requests)).toEqual({ create: 2, update: 1, patch: 4, delete: 0 });
  // One for each object, and the question whether the server knows "create only": once in a process.
  expect(install.requests['dryRun']).toBe(5);

  const kept = [bench.ref('ConfigMap', 'a'), bench.ref('ConfigMap', 'b'), bench.ref('ConfigMap', 'c')];
  const uids = await bench.uids(...kept);
  const again = await bench.counted(() => bench.apply(one));
  expect(again.result).toMatchObject({ status: 'complete', revision: 1, newRevision: false, unchanged: true });
  expect(writes(again.requests)).toEqual({ create: 0, update: 0, patch: 0, delete: 0 });
  expect(again.requests['dryRun'] ?? 0).toBe(0);

  const upgrade = await bench.counted(() => bench.apply(two));
  expect(actions(upgrade.result)).toEqual(['a: Updated', 'b: Unchanged', 'c: Unchanged', 'e: Created', 'd: Deleted']);
  expect(upgrade.result).toMatchObject({ status: 'complete', revision: 2, newRevision: true });
  expect(writes(upgrade.requests)).toEqual({ create: 1, update: 2, patch: 2, delete: 1 });
  expect(upgrade.requests['dryRun']).toBe(2);
  expect(await bench.uids(...kept)).toEqual(uids);

  const teardown = await bench.counted(() => bench.delete());
  expect(teardown.result.status).toBe('complete');
  expect(writes(teardown.requests)).toEqual({ create: 0, update: 1, patch: 0, delete: 5 });
  await expect(bench.otherClient.exists(bench.head)).resolves.toBe(false);

  const events = await audit.events(({ objectRef, userAgent = '', requestURI, verb }) =>
    objectRef?.namespace === bench.namespace && objectRef.resource === 'configmaps' && userAgent.startsWith('boxcutter/') &&
    !requestURI.includes('dryRun') && ['patch', 'update', 'create', 'delete'].includes(verb));
  const recorded = events.map(({ verb, objectRef }) => `${verb} ${objectRef?.name ?? ''}`);
  expect([...recorded].sort()).toEqual([
    'delete a', 'delete b', 'delete c', 'delete d', 'delete e', 'patch a', 'patch a', 'patch b', 'patch c', 'patch d', 'patch e',
  ]);
  // Phase by phase up, and in reverse order down.
  const at = (entry: string): number => recorded.lastIndexOf(entry);
  expect(Math.max(at('delete c'), at('delete e'))).toBeLessThan(Math.min(at('delete a'), at('delete b')));
  expect(Math.max(recorded.indexOf('patch a'), recorded.indexOf('patch b'))).toBeLessThan(Math.min(at('patch c'), at('patch d')));
});

test('another client changes, removes and unlabels: repaired, with path and manager, and nothing is made anew', async () => {
  const revision = revisionOf([[bench.configMap('changed', '1'), bench.configMap('unlabelled', '1'), bench.configMap('deleted', '1'), bench.configMap('same', '1')]]);
  await bench.apply(revision);
  const refs = [bench.ref('ConfigMap', 'changed'), bench.ref('ConfigMap', 'unlabelled')];
  const uids = await bench.uids(...refs);
  await bench.otherClient.apply({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'changed', namespace: bench.namespace }, data: { value: 'theirs' } });
  const { metadata } = await bench.otherClient.get(bench.ref('ConfigMap', 'unlabelled'));
  stored(await bench.otherClient.cluster.patch(bench.ref('ConfigMap', 'unlabelled'), [{ op: 'replace', path: '/metadata/labels', value: {} }], 'kubectl-label'));
  await bench.otherClient.delete(bench.ref('ConfigMap', 'deleted'));

  const { result } = await bench.counted(() => bench.apply(revision));
  expect(result.status).toBe('complete');
  expect(objectOf(result, 'changed')).toMatchObject({ action: 'Recovered', interference: [{ path: 'data.value', manager: 'kubectl' }] });
  expect(objectOf(result, 'unlabelled')).toMatchObject({ action: 'Recovered', interference: [{ path: 'metadata.labels["olm.operatorframework.io/owner-name"]' }] });
  expect(objectOf(result, 'deleted').action).toBe('Created');
  expect(objectOf(result, 'same').action).toBe('Unchanged');
  expect((await bench.otherClient.get(bench.ref('ConfigMap', 'changed')))['data']).toEqual({ value: '1' });
  expect((await bench.otherClient.get(bench.ref('ConfigMap', 'unlabelled'))).metadata.labels).toEqual(metadata.labels);
  expect(await bench.uids(...refs)).toEqual(uids);
});

test('an image that another client set is put back, and the report says where and who', async () => {
  const containers = [{ name: 'app', image: 'example.com/app:1' }];
  const template = { metadata: { labels: { app: 'web' } }, spec: { containers } };
  const deployment = bench.object('Deployment', 'app', { spec: { replicas: 0, selector: { matchLabels: { app: 'web' } }, template } }, 'apps/v1');
  const revision = revisionOf([[deployment]]);
  await expect(bench.apply(revision)).resolves.toMatchObject({ status: 'complete' });
  stored(await bench.otherClient.cluster.patch(bench.ref('Deployment', 'app', 'apps/v1'), [
    { op: 'replace', path: '/spec/template/spec/containers/0/image', value: 'example.com/evil:1' },
  ], 'kubectl-set'));
  const outcome = await bench.apply(revision);
  expect(objectOf(outcome, 'app')).toMatchObject({
    action: 'Recovered', interference: [{ path: 'spec.template.spec.containers[name=app].image', manager: 'kubectl-set' }],
  });
});

test('what the server makes of our values is no drift', async () => {
  const spec = {
    template: { metadata: { labels: { app: 'x' } }, spec: { containers: [{ name: 'a', image: 'example.com/a:1', args: [], resources: { requests: { cpu: '1000m', memory: '1024Mi' } } }] } },
    selector: { matchLabels: { app: 'x' } }, replicas: 0,
  };
  const revision = revisionOf([[
    bench.object('Deployment', 'normalised', { spec }, 'apps/v1'),
    bench.object('ResourceQuota', 'quota', { spec: { hard: { 'requests.cpu': '2000m' } } }),
    bench.object('NetworkPolicy', 'policy', { spec: { podSelector: {}, ingress: [{ ports: [{ port: 80 }] }] } }, 'networking.k8s.io/v1'),
    bench.object('RoleBinding', 'binding', { roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'view' }, subjects: [{ kind: 'User', name: 'x' }] }, 'rbac.authorization.k8s.io/v1'),
    bench.object('Secret', 'text', { stringData: { a: 'b' } }),
  ]]);
  await expect(bench.apply(revision)).resolves.toMatchObject({ status: 'complete' });
  const { result, requests } = await bench.counted(() => bench.apply(revision));
  expect(result.unchanged).toBe(true);
  expect(writes(requests)).toEqual({ create: 0, update: 0, patch: 0, delete: 0 });
});

describe('the preflight', () => {
  const bad = () => bench.object('ConfigMap', 'bad', { bogus: true });

  test('refuses everything for one bad object: nothing is written and nothing is left behind', async () => {
    const outcome = await bench.apply(revisionOf([[bench.configMap('good', '1')], [bad()]]));
    expect(outcome).toMatchObject({ status: 'failed', newRevision: false });
    expect(objectOf(outcome, 'bad')).toMatchObject({ action: 'Failed', cause: { type: 'refused', status: { message: expect.stringContaining('bogus') } } });
    await expect(bench.otherClient.exists(bench.ref('ConfigMap', 'good'))).resolves.toBe(false);
    await expect(bench.otherClient.exists(bench.head)).resolves.toBe(false);
  });

  test('a refused upgrade leaves the record as it was', async () => {
    const good = revisionOf([[bench.configMap('good', '1')]]);
    await bench.apply(good);
    const { data } = await bench.otherClient.get(bench.head);
    await expect(bench.apply(revisionOf([[bench.configMap('good', '2'), bad()]]))).resolves.toMatchObject({ status: 'failed', revision: 2 });
    expect((await bench.otherClient.get(bench.head))['data']).toEqual(data);
    expect((await bench.otherClient.get(bench.ref('ConfigMap', 'good')))['data']).toEqual({ value: '1' });
    await expect(bench.apply(good)).resolves.toMatchObject({ revision: 1, unchanged: true });
  });

  test('a namespace that does not exist and is no part of the package, whatever the phase', async () => {
    const lost = { ...bench.configMap('lost', '1'), metadata: { name: 'lost', namespace: 'no-such-namespace' } };
    const refused = bench.apply(revisionOf([[bench.configMap('good', '1')], [lost]]));
    await expect(refused).rejects.toMatchObject({ code: 'namespace-not-found', category: 'input' });
    await expect(bench.otherClient.exists(bench.ref('ConfigMap', 'good'))).resolves.toBe(false);
  });

  test('without it, an error in one object leaves the others of the phase going, and the next phase does not begin', async () => {
    const outcome = await bench.apply(revisionOf([[bad(), bench.configMap('good', '1')], [bench.configMap('later', '1')]]), { preflight: 'never' });
    expect(actions(outcome)).toEqual(['bad: Failed', 'good: Created', 'later: Waiting']);
    expect(outcome).toMatchObject({ status: 'failed', newRevision: true });
    const fixed = await bench.apply(revisionOf([[bench.configMap('good', '1')], [bench.configMap('later', '1')]]));
    expect(actions(fixed)).toEqual(['good: Unchanged', 'later: Created', 'bad: Deleted']);
  });
});

test('what the package brings itself: a namespace and its content, a kind and an object of it', async () => {
  const group = `${bench.namespace}.example.com`;
  const name = `${bench.namespace}-brought`;
  const { labels } = bench;
  const revision = revisionOf([
    [
      { apiVersion: 'v1', kind: 'Namespace', metadata: { name, labels } },
      {
        apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', metadata: { name: `widgets.${group}`, labels },
        spec: {
          group, scope: 'Namespaced', names: { kind: 'Widget', plural: 'widgets' },
          versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object', properties: { size: { type: 'integer' } } } } } } }],
        },
      },
    ],
    [{ apiVersion: `${group}/v1`, kind: 'Widget', metadata: { name: 'w', namespace: name, labels }, spec: { size: 1 } }],
  ]);
  await expect(bench.apply(revision)).resolves.toMatchObject({ status: 'complete' });
  await expect(bench.apply(revision)).resolves.toMatchObject({ unchanged: true });
  // The kind is deleted under it: it comes again, with its object.
  await bench.otherClient.delete({ apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', name: `widgets.${group}` });
  await bench.otherClient.until({ apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', name: `widgets.${group}` }, (object) => object === undefined);
  const healed = await bench.apply(revision);
  expect(healed.status).toBe('complete');
  expect(actions(healed).slice(1)).toEqual([`widgets.${group}: Created`, 'w: Created']);
  await expect(bench.delete()).resolves.toMatchObject({ status: 'complete' });
});

describe('waiting', () => {
  const widget = (replicas: number, image = 'example.com/app:1') => {
    const template = { metadata: { labels: { app: 'slow' } }, spec: { nodeSelector: { no: 'such-node' }, containers: [{ name: 'app', image }] } };
    return bench.object('Deployment', 'slow', { spec: { replicas, selector: { matchLabels: { app: 'slow' } }, template } }, 'apps/v1');
  };

  test('for what never gets ready ends with the reason; the next run goes on from there', async () => {
    const out = new AbortController();
    const stuck = await bench.apply(revisionOf([[widget(1)], [bench.configMap('later', '1')]]), {
      signal: out.signal,
      onProgress: ({ entries }) => {
        if ([...entries.values()].some((entry) => viewIn(entry)?.ready.status === 'fail')) out.abort('out of time');
      },
    });
    expect(stuck).toMatchObject({ status: 'incomplete', stopped: 'out of time', newRevision: true });
    expect(objectOf(stuck, 'slow')).toMatchObject({ action: 'Created', ready: { status: 'fail', message: expect.stringMatching(/Available/) } });
    expect(objectOf(stuck, 'later')).toMatchObject({ action: 'Waiting' });
    const done = await bench.apply(revisionOf([[widget(0)], [bench.configMap('later', '1')]]));
    expect(actions(done)).toEqual(['slow: Updated', 'later: Created']);
    expect(done).toMatchObject({ status: 'complete', revision: 2 });
  });

  test('is not done when it is not wanted', async () => {
    const outcome = await bench.apply(revisionOf([[widget(1)], [bench.configMap('later', '1')]]), { wait: false });
    expect(outcome.status).toBe('incomplete');
    expect(actions(outcome)).toEqual(['slow: Created', 'later: Waiting']);
  });

  test('ends at once when a probe says that it is for nothing', async () => {
    const outcome = await bench.apply(revisionOf([[bench.configMap('a', 'broken')], [bench.configMap('later', '1')]], {
      probes: [{
        selector: { type: 'GroupKind', groupKind: { group: '', kind: 'ConfigMap' } },
        assertions: [{ type: 'FieldValue', fieldValue: { fieldPath: 'data.value', value: '1' }, terminal: true }],
      }],
    }));
    expect(outcome.status).toBe('failed');
    expect(objectOf(outcome, 'a')).toMatchObject({ action: 'Created', ready: { status: 'fail', terminal: true } });
    expect(objectOf(outcome, 'later').action).toBe('Waiting');
  });
});

test('a run that dies before it could record its end: the next one finds what it did and goes on', async () => {
  const revision = revisionOf([[bench.configMap('a', '1')], [bench.configMap('b', '1')]]);
  // The death of the process, as the cluster sees it: some objects written, the lock never given back.
  const died = bench.apply(revision, {
    onProgress: ({ entries }) => {
      if ([...entries.values()].some((entry) => settledOf(entry)?.action === 'Created')) throw new Error('killed');
    },
  });
  await expect(died).rejects.toThrow('killed');
  const uid = await bench.uids(bench.ref('ConfigMap', 'a'));
  const outcome = await bench.apply(revision);
  expect(outcome).toMatchObject({ status: 'complete', revision: 1, newRevision: false });
  expect(await bench.uids(bench.ref('ConfigMap', 'a'))).toEqual(uid);
  await expect(bench.delete()).resolves.toMatchObject({ status: 'complete' });
  await expect(bench.otherClient.exists(bench.ref('ConfigMap', 'a'))).resolves.toBe(false);
});

test('what it collided with is a collision for those who look, too, and not something to be created', async () => {
  await bench.otherClient.apply({ ...bench.configMap('theirs', 'x'), metadata: { name: 'theirs', namespace: bench.namespace } });
  const outcome = await bench.apply(revisionOf([[bench.configMap('a', '1')], [bench.configMap('theirs', '1')]]), { preflight: 'never' });
  expect(actions(outcome)).toEqual(['a: Created', 'theirs: Collision']);
  const look = await lookAtExtension(bench.extension, { cluster: bench.cluster, stateNamespace: bench.namespace });
  expect(look.result?.phases.flatMap(({ objects }) => objects.map(({ ref, action }) => `${ref.name}: ${action}`))).toEqual(['a: Unchanged', 'theirs: Collision']);
  expect(look.healthy).toBe(false);
});

test('content beyond the size of a Secret is kept in several', async () => {
  let seed = 7;
  const noise = (): string => Buffer.from(Array.from({ length: 450_000 }, () => (seed = (seed * 48_271) % 2_147_483_647) >> 8 & 255)).toString('base64');
  const revision = revisionOf([['a', 'b', 'c'].map((name) => bench.configMap(name, noise()))]);
  await expect(bench.apply(revision, { preflight: 'never' })).resolves.toMatchObject({ status: 'complete' });
  const { objects } = await bench.cluster.list({ apiVersion: 'v1', kind: 'Secret', namespace: bench.namespace, labelSelector: 'olm.operatorframework.io/state=revision' }, { metadataOnly: true });
  expect(objects.map(({ metadata }) => metadata.name)).toEqual(['boxcutter-content.web.1', 'boxcutter-content.web.1-1']);
  await expect(bench.apply(revision)).resolves.toMatchObject({ unchanged: true });
});
