/** Plans of a real API server: what it says would change, and that asking changes nothing. */
import type { KubeObject, ObjectRef } from '../../../lib/api';
import { defined } from '../../../lib/defined';
import { actionReason, fieldPathText, planRevision, type Plan, type PlanOptions } from '../../../lib/runtime';
import { AuditLog } from '../support/audit';
import { Bench, revisionOf, stored, unique } from '../support/extension';

let bench: Bench;
beforeEach(async () => {
  bench = await Bench.open('plan');
});
afterEach(() => bench.close());

const plan = (revision: Parameters<typeof planRevision>[0], options: Partial<PlanOptions> = {}): Promise<Plan> =>
  planRevision(revision, { cluster: bench.cluster, stateNamespace: bench.namespace, signal: AbortSignal.timeout(30_000), ...options });
const actions = ({ phases, removals }: Plan): readonly string[] => [...phases.flatMap(({ objects }) => objects), ...removals].map(({ ref, action }) => `${ref.name}: ${action}`);

/** What is planned for an object, with the paths of its changes as text. */
function plannedOf({ phases }: Plan, name: string) {
  const found = phases.flatMap(({ objects }) => objects).find(({ ref }) => ref.name === name);
  if (found === undefined) throw new Error(`no plan for ${name}`);
  return { ...found, ...defined({ changes: found.changes?.map((change) => ({ ...change, path: fieldPathText(change.path) })) }) };
}

function deployment(image: string, more: object = {}): KubeObject {
  const labels = { app: 'web' };
  return bench.object('Deployment', 'web', {
    spec: { replicas: 0, selector: { matchLabels: labels }, template: { metadata: { labels }, spec: { containers: [{ name: 'web', image, ports: [{ containerPort: 80 }], ...more }] } } },
  }, 'apps/v1');
}

test('install, again, upgrade: only what would really change, and nothing is written by asking', async () => {
  const audit = new AuditLog();
  const service = bench.object('Service', 'web', { spec: { selector: { app: 'web' }, ports: [{ port: 80 }] } });
  const secret = (password: string) => bench.object('Secret', 'token', { data: { password: Buffer.from(password).toString('base64') } });
  const one = revisionOf([[bench.configMap('a', '1'), bench.configMap('old', '1'), secret('hunter2')], [deployment('example.com/web:1'), service]]);
  const two = revisionOf([[bench.configMap('a', '2'), bench.configMap('new', '1'), secret('hunter22')], [deployment('example.com/web:2', { args: ['--fast'] }), service]]);

  const first = await bench.counted(() => plan(one));
  expect(first.result).toMatchObject({ revision: 1, newRevision: true, changes: true });
  expect(new Set(actions(first.result).map((line) => line.split(': ')[1]))).toEqual(new Set(['create']));
  expect(Object.keys(first.requests).filter((verb) => ['create', 'update', 'patch', 'delete'].includes(verb))).toEqual([]);
  expect(first.requests['dryRun']).toBe(5);
  expect((await bench.apply(one)).status).toBe('complete');

  const again = await bench.counted(() => plan(one));
  expect(again.result).toMatchObject({ revision: 1, newRevision: false, changes: false });
  expect(again.requests['dryRun'] ?? 0).toBe(0);

  const upgrade = await plan(two);
  expect(actions(upgrade)).toEqual(['a: change', 'new: create', 'token: change', 'web: change', 'web: unchanged', 'old: delete']);
  expect(plannedOf(upgrade, 'a').changes).toEqual([{ path: 'data.value', before: '1', after: '2' }]);
  expect(plannedOf(upgrade, 'token').changes).toEqual([{ path: 'data.password', secret: { beforeBytes: 7, afterBytes: 8 } }]);
  expect(plannedOf(upgrade, 'web').changes).toEqual([
    { path: 'spec.template.spec.containers[name=web].image', before: 'example.com/web:1', after: 'example.com/web:2' },
    { path: 'spec.template.spec.containers[name=web].args', after: ['--fast'] },
  ]);
  expect(JSON.stringify([first.result, upgrade])).not.toMatch(/hunter2|aHVudGVy/);
  expect((await plan(two)).digest).toBe(upgrade.digest);
  expect(await bench.otherClient.get(bench.ref('ConfigMap', 'a'))).toMatchObject({ data: { value: '1' } });

  const events = await audit.events(({ objectRef, userAgent = '', requestURI, verb }) =>
    objectRef?.namespace === bench.namespace && userAgent.startsWith('boxcutter/') && !requestURI.includes('dryRun') && ['patch', 'update', 'create', 'delete'].includes(verb));
  // The one apply in between: head and content, each object once, and the head again.
  expect(events.map(({ verb }) => verb).sort()).toEqual(['create', 'create', 'patch', 'patch', 'patch', 'patch', 'patch', 'update']);
});

test('the plan is what the apply then does', async () => {
  const one = revisionOf([[bench.configMap('a', '1'), bench.configMap('b', '1'), bench.configMap('c', '1')], [bench.configMap('d', '1')]]);
  const two = revisionOf([[bench.configMap('a', '2'), bench.configMap('b', '1'), bench.configMap('e', '1')]]);
  await bench.apply(one);
  await bench.otherClient.apply({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'b', namespace: bench.namespace }, data: { value: 'theirs' } });
  const planned = await plan(two);
  const words: Readonly<Record<string, string>> = { Created: 'create', Updated: 'change', Recovered: 'recover', Unchanged: 'unchanged', Deleted: 'delete' };
  const { result } = await bench.apply(two);
  const done = [...result.phases.flatMap(({ objects }) => objects), ...result.removed].map(({ ref, action }) => `${ref.name}: ${words[action] ?? action}`);
  expect(actions(planned)).toEqual(done);
  expect(done).toEqual(['a: change', 'b: recover', 'e: create', 'd: delete', 'c: delete']);
});

test('drift: what would be changed back, and who may change it again', async () => {
  const revision = revisionOf([[bench.configMap('a', '1')], [deployment('example.com/web:1')]]);
  await bench.apply(revision);
  await bench.otherClient.apply({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', namespace: bench.namespace }, data: { value: 'theirs', more: 'kept' } });
  const { cluster } = bench.otherClient;
  stored(await cluster.patch(bench.ref('Deployment', 'web', 'apps/v1'), [{ op: 'replace', path: '/spec/replicas', value: 1 }], 'some-autoscaler'));
  const planned = await plan(revision);
  expect(plannedOf(planned, 'a')).toMatchObject({ action: 'recover', changes: [{ path: 'data.value', before: 'theirs', after: '1' }], interference: [{ path: 'data.value', manager: 'kubectl' }] });
  expect(plannedOf(planned, 'web')).toMatchObject({ action: 'recover', changes: [{ path: 'spec.replicas', before: 1, after: 0 }] });
  expect(planned.warnings).toMatchObject([{ code: 'contested', ref: { name: 'web' }, message: expect.stringContaining('some-autoscaler changed spec.replicas') }]);
});

test('adoption, collision, an object that is going, and a namespace that comes with the revision', async () => {
  const theirs = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'theirs', namespace: bench.namespace }, data: { value: 'theirs' } };
  await bench.otherClient.apply(theirs);
  const going = { ...theirs, metadata: { ...theirs.metadata, name: 'going', finalizers: ['example.com/guard'] } };
  await bench.otherClient.apply(going);
  await bench.otherClient.delete(bench.ref('ConfigMap', 'going'));
  const other = unique('plan-inner');
  const inner = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'inner', namespace: other, labels: bench.labels } };
  const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: other, labels: bench.labels } };

  expect(plannedOf(await plan(revisionOf([[bench.configMap('theirs', '1')]])), 'theirs')).toMatchObject({ action: 'collision', changes: [] });
  const planned = await plan(revisionOf([[namespace, bench.configMap('theirs', '1'), bench.configMap('going', '1')], [inner]], { protection: 'IfNoController' }));
  expect(plannedOf(planned, 'theirs')).toMatchObject({ action: 'adopt', changes: [{ path: 'data.value', before: 'theirs', after: '1' }] });
  const { action, because } = plannedOf(planned, 'going');
  expect([action, because && actionReason(because)]).toEqual(['wait', expect.stringContaining('example.com/guard')]);
  expect(plannedOf(planned, 'inner')).toMatchObject({ action: 'create', notAsked: 'its namespace or its kind is part of this revision' });
  expect(plannedOf(planned, other).notAsked).toBeUndefined();
  stored(await bench.otherClient.cluster.patch(bench.ref('ConfigMap', 'going'), [{ op: 'remove', path: '/metadata/finalizers' }], 'kubectl'));
});

test('fields that cannot be changed in place are named, with what to do', async () => {
  await bench.apply(revisionOf([[deployment('example.com/web:1')]]));
  const labels = { app: 'other' };
  const spec = { replicas: 0, selector: { matchLabels: labels }, template: { metadata: { labels }, spec: { containers: [{ name: 'web', image: 'a' }] } } };
  const planned = await plan(revisionOf([[bench.object('Deployment', 'web', { spec }, 'apps/v1'), bench.configMap('a', '1')]]));
  expect(plannedOf(planned, 'web')).toMatchObject({ action: 'refused', because: { cause: { status: { message: expect.stringContaining('field is immutable') } } } });
  expect(plannedOf(planned, 'a').action).toBe('create');
  expect(planned.warnings).toMatchObject([{ code: 'needs-replacement', message: expect.stringContaining('spec.selector cannot be changed in place'), hint: expect.stringContaining('--replace Deployment/web') }]);
});

test('what goes is listed in the order in which it would go, with the data that would go with it', async () => {
  const claim = bench.object('PersistentVolumeClaim', 'data', { spec: { accessModes: ['ReadWriteOnce'], storageClassName: 'none-such', resources: { requests: { storage: '1Gi' } } } });
  const name = unique('plan-old');
  const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name, labels: bench.labels } };
  await bench.apply(revisionOf([[namespace], [claim, bench.configMap('first', '1')], [bench.configMap('second', '1')]]), { wait: false });
  await bench.otherClient.apply({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'precious', namespace: name } });
  const next = revisionOf([[bench.configMap('kept', '1')]]);
  const planned = await plan(next);
  expect(planned.removals.map(({ ref, action }) => `${ref.name}: ${action}`)).toEqual(['second: delete', 'data: delete', 'first: delete', `${name}: delete`]);
  expect(planned).toMatchObject({ dataLoss: true });
  expect(planned.removals.filter(({ loss }) => loss !== undefined)).toMatchObject([{ ref: { name }, loss: { contents: [{ kind: 'ConfigMap', count: 1, examples: [`${name}/precious`] }] } }]);
  await expect(bench.apply(next)).rejects.toMatchObject({ category: 'data-loss' });
  expect(await plan(next, { deleteData: true })).toMatchObject({ dataLoss: false });
  const orphaned = await plan(next, { orphan: true });
  expect(orphaned).toMatchObject({ dataLoss: false });
  expect(new Set(orphaned.removals.map(({ action }) => action))).toEqual(new Set(['orphan']));
  await bench.otherClient.delete({ apiVersion: 'v1', kind: 'Namespace', name });
});

test('a removal that lost its label, one that another client took, and one that is gone', async () => {
  const objects = ['unlabelled', 'taken', 'gone'].map((name) => bench.configMap(name, '1'));
  await bench.apply(revisionOf([objects]));
  const { cluster } = bench.otherClient;
  const relabel = (ref: ObjectRef) => cluster.patch(ref, [{ op: 'replace', path: '/metadata/labels', value: {} }], 'kubectl');
  stored(await relabel(bench.ref('ConfigMap', 'unlabelled')));
  stored(await relabel(bench.ref('ConfigMap', 'taken')));
  stored(await cluster.patch(bench.ref('ConfigMap', 'taken'), [{ op: 'replace', path: '/metadata/annotations', value: {} }], 'kubectl'));
  await bench.otherClient.delete(bench.ref('ConfigMap', 'gone'));
  const planned = await plan(revisionOf([[bench.configMap('kept', '1')]]));
  expect(planned.removals.map(({ ref, action }) => `${ref.name}: ${action}`).sort()).toEqual(['gone: gone', 'taken: release', 'unlabelled: delete']);
});

test('a definition that loses a field, and a webhook without its Service', async () => {
  const group = `${unique('plan')}.example.com`;
  const crd = (properties: object): KubeObject => ({
    apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', metadata: { name: `widgets.${group}`, labels: bench.labels },
    spec: {
      group, scope: 'Namespaced', names: { kind: 'Widget', plural: 'widgets' },
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object', properties } } } } }],
    },
  });
  const webhook: KubeObject = {
    apiVersion: 'admissionregistration.k8s.io/v1', kind: 'ValidatingWebhookConfiguration', metadata: { name: unique('plan'), labels: bench.labels },
    webhooks: [{
      name: `a.${group}`, admissionReviewVersions: ['v1'], sideEffects: 'None', rules: [{ apiGroups: [group], apiVersions: ['v1'], operations: ['CREATE'], resources: ['widgets'] }],
      clientConfig: { service: { name: 'absent', namespace: bench.namespace } },
    }],
  };
  await bench.apply(revisionOf([[crd({ size: { type: 'integer' }, kept: { type: 'string' } })]]));
  await bench.otherClient.cluster.resolve(`${group}/v1`, 'Widget');
  await bench.otherClient.apply({ apiVersion: `${group}/v1`, kind: 'Widget', metadata: { name: 'a', namespace: bench.namespace }, spec: { size: 1 } });
  const planned = await plan(revisionOf([[crd({ kept: { type: 'string' } }), webhook]]));
  expect(plannedOf(planned, `widgets.${group}`).changes).toEqual([
    { path: 'spec.versions[name=v1].schema.openAPIV3Schema.properties.spec.properties.size', before: { type: 'integer' } },
  ]);
  expect(planned).toMatchObject({ crdRefused: true, crdUpgrades: [{ crd: `widgets.${group}`, issues: [{ check: 'existingFieldRemoval', path: '^.spec.size' }] }] });
  expect(planned.warnings.map(({ message }) => message)).toEqual([
    expect.stringContaining(`calls Service ${bench.namespace}/absent, which does not exist`),
  ]);
  await bench.delete({ deleteData: true });
});
