/** Another client that may do everything in one namespace and nothing elsewhere installs, upgrades and removes a namespaced package. */
import { createEngine, recoverExtension, type KubeObject, type OwnerRef } from '../../../lib/runtime';
import { connect } from '../../../lib/kube';
import { AuditLog } from '../support/audit';
import { installCrds } from '../support/controllers';
import { actions, Bench, kubeconfig, OtherClient, revisionOf, stored, unique } from '../support/extension';

let bench: Bench;
let user: string;
beforeAll(async () => {
  const cluster = await connect({ kubeconfig });
  await installCrds(new OtherClient(cluster));
  cluster.close();
});
beforeEach(async () => {
  user = unique('ada');
  bench = await Bench.open('narrow', { as: user, seesControllers: true });
});
afterEach(() => bench.close());

const RBAC = 'rbac.authorization.k8s.io/v1';

async function allow(roleRef: object, subject: object): Promise<void> {
  const metadata = { name: unique('grant'), namespace: bench.namespace };
  await bench.otherClient.apply({ apiVersion: RBAC, kind: 'RoleBinding', metadata, roleRef: { apiGroup: 'rbac.authorization.k8s.io', ...roleRef }, subjects: [subject] });
  // The authorizer learns of it a little later, and announces nothing: it is asked until it knows.
  const resourceAttributes = { namespace: bench.namespace, verb: 'get', resource: 'secrets' };
  const question = { apiVersion: 'authorization.k8s.io/v1', kind: 'SelfSubjectAccessReview', metadata: {}, spec: { resourceAttributes } };
  for (;;) {
    const { status } = stored(await bench.cluster.create(question));
    if ((status as { allowed: boolean }).allowed) return;
  }
}

const subject = (): object => ({ kind: 'User', name: user, apiGroup: 'rbac.authorization.k8s.io' });

function packageOf(value: string, ...more: readonly string[]) {
  const template = { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'app', image: 'example.com/app:1' }] } };
  return revisionOf([
    [bench.object('ServiceAccount', 'app'), bench.object('Role', 'app', { rules: [{ apiGroups: [''], resources: ['configmaps'], verbs: ['get'] }] }, RBAC)],
    [bench.object('RoleBinding', 'app', {
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'app' }, subjects: [{ kind: 'ServiceAccount', name: 'app', namespace: bench.namespace }],
    }, RBAC)],
    [bench.configMap('config', value), ...more.map((name) => bench.configMap(name, value))],
    [bench.object('Deployment', 'app', { spec: { replicas: 1, selector: { matchLabels: { app: 'web' } }, template } }, 'apps/v1')],
  ]);
}

test('with no list or watch beyond the namespace', async () => {
  await allow({ kind: 'ClusterRole', name: 'admin' }, subject());
  const audit = new AuditLog();
  await expect(bench.apply(packageOf('1', 'more'))).resolves.toMatchObject({ status: 'complete' });
  await expect(bench.apply(packageOf('1', 'more'))).resolves.toMatchObject({ unchanged: true });
  expect(actions(await bench.apply(packageOf('2')))).toEqual(
    ['app: Unchanged', 'app: Unchanged', 'app: Unchanged', 'config: Updated', 'app: Unchanged', 'more: Deleted'],
  );
  await expect(bench.delete()).resolves.toMatchObject({ status: 'complete' });

  const events = await audit.events(({ impersonatedUser }) => impersonatedUser?.username === user);
  expect(events.length).toBeGreaterThan(20);
  const elsewhere = events.filter(({ objectRef }) => objectRef?.namespace !== undefined && objectRef.namespace !== bench.namespace);
  const wide = events.filter(({ verb, objectRef }) => ['list', 'watch'].includes(verb) && objectRef?.namespace === undefined);
  const refused = events.filter(({ responseStatus }) => responseStatus?.code === 403);
  // The key that seals content is for administrators: a tenant is refused it once, and installs without a seal. Whether the controllers run
  // an extension of this name is asked before the first install, and refused once.
  const key = '/api/v1/namespaces/kube-system/secrets/boxcutter-state-key';
  const controllers = '/apis/olm.operatorframework.io/v1/clusterextensions?fieldSelector=metadata.name%3Dweb&limit=500';
  expect([elsewhere, wide, refused].map((list) => list.map(({ requestURI }) => requestURI).sort())).toEqual(
    [[key], [controllers], [key, controllers]],
  );
});

test.each<[string, 'native' | 'annotation' | undefined]>([
  ['a native owner', 'native'], ['an owner by annotation', 'annotation'], ['no owner', undefined],
])('the engine as a library, with %s, with nothing beyond the namespace', async (_, strategy) => {
  await allow({ kind: 'ClusterRole', name: 'admin' }, subject());
  const { metadata } = await bench.otherClient.apply(bench.configMap('owner', '1'));
  const owner: OwnerRef = { apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', namespace: bench.namespace, uid: metadata.uid ?? '' };
  const inName = strategy === undefined ? {} : { owner, strategy };
  const plain = (name: string, value: string): KubeObject => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: bench.namespace }, data: { value } });
  const revision = (number: number, ...names: readonly string[]) => ({ name: 'web', number, phases: [{ name: 'p', objects: names.map((name) => plain(name, String(number))) }] });
  const engine = createEngine({ cluster: bench.cluster, fieldManager: 'web', systemPrefix: 'example.com' });
  const audit = new AuditLog();
  const signal = AbortSignal.timeout(30_000);
  const up = await engine.reconcile(revision(1, 'a', 'b', 'c'), { ...inName, signal });
  const next = await engine.reconcile(revision(2, 'a', 'b'), { ...inName, inventory: up.inventory, signal });
  expect([up.complete, next.complete, next.removed.map(({ action }) => action)]).toEqual([true, true, ['Deleted']]);
  const down = await engine.teardown(revision(2), { ...inName, inventory: next.inventory, signal });
  expect([down.complete, down.inventory]).toEqual([true, []]);

  const events = await audit.events(({ impersonatedUser }) => impersonatedUser?.username === user);
  expect(events.length).toBeGreaterThan(8);
  const beyond = events.filter(({ objectRef: { resource, namespace } = {}, responseStatus }) =>
    (resource !== undefined && namespace !== bench.namespace) || responseStatus?.code === 403);
  expect(beyond.map(({ requestURI }) => requestURI)).toEqual([]);
});

test('a lost head is rebuilt from what is in the namespace; nothing is claimed of the rest', async () => {
  await allow({ kind: 'ClusterRole', name: 'admin' }, subject());
  const options = { cluster: bench.cluster, stateNamespace: bench.namespace };
  await expect(bench.delete()).rejects.toMatchObject({ hint: expect.stringMatching(/Other namespaces could not be looked at/) });
  await expect(recoverExtension(bench.extension, options)).rejects.toMatchObject({ message: expect.stringMatching(/^No object that could be looked at/) });
  await bench.apply(revisionOf([[bench.configMap('a', '1'), bench.object('ServiceAccount', 'app')]]));
  await bench.otherClient.delete(bench.head);
  const notes: string[] = [];
  const { objects } = await recoverExtension(bench.extension, { ...options, onNote: (note) => notes.push(note) });
  expect(objects.map(({ ref }) => ref.name)).toEqual(['a', 'app']);
  expect(notes.join('\n')).toMatch(/only, because these kinds may not be listed elsewhere: .*ConfigMap/);
  await expect(bench.delete()).resolves.toMatchObject({ status: 'complete' });
});

test('who may not list a kind has it watched object by object', async () => {
  const rules = [
    { apiGroups: [''], resources: ['secrets'], verbs: ['*'] },
    { apiGroups: [''], resources: ['configmaps'], verbs: ['get', 'create', 'patch', 'delete'] },
    { apiGroups: [''], resources: ['configmaps'], verbs: ['list', 'watch'], resourceNames: ['a', 'b'] },
  ];
  await bench.otherClient.apply({ apiVersion: RBAC, kind: 'Role', metadata: { name: 'few', namespace: bench.namespace }, rules });
  await allow({ kind: 'Role', name: 'few' }, subject());
  const revision = revisionOf([[bench.configMap('a', '1'), bench.configMap('b', '1')]]);
  await expect(bench.apply(revision)).resolves.toMatchObject({ status: 'complete' });
  await expect(bench.apply(revision)).resolves.toMatchObject({ unchanged: true });
  await expect(bench.delete()).resolves.toMatchObject({ status: 'complete' });
});

test('who may watch nothing has it read', async () => {
  const rules = [{ apiGroups: [''], resources: ['secrets', 'configmaps'], verbs: ['get', 'create', 'patch', 'update', 'delete'] }];
  await bench.otherClient.apply({ apiVersion: RBAC, kind: 'Role', metadata: { name: 'blind', namespace: bench.namespace }, rules });
  await allow({ kind: 'Role', name: 'blind' }, subject());
  const revision = revisionOf([[bench.configMap('a', '1'), bench.configMap('b', '1')]]);
  await expect(bench.apply(revision)).resolves.toMatchObject({ status: 'complete' });
  await expect(bench.apply(revision)).resolves.toMatchObject({ unchanged: true });
  await expect(bench.delete()).resolves.toMatchObject({ status: 'complete' });
});

test('who may not write at all is told before anything is written, whatever the phase', async () => {
  const rules = [
    { apiGroups: [''], resources: ['secrets'], verbs: ['*'] },
    { apiGroups: [''], resources: ['configmaps'], verbs: ['*'] },
  ];
  await bench.otherClient.apply({ apiVersion: RBAC, kind: 'Role', metadata: { name: 'some', namespace: bench.namespace }, rules });
  await allow({ kind: 'Role', name: 'some' }, subject());
  const outcome = await bench.apply(revisionOf([[bench.configMap('a', '1')], [bench.object('ServiceAccount', 'b')]]));
  expect(outcome.status).toBe('failed');
  const [failed] = outcome.result.phases[1]?.objects ?? [];
  expect(failed).toMatchObject({ action: 'Failed', cause: { type: 'refused', status: { message: expect.stringContaining(`User "${user}" cannot`) } } });
  await expect(bench.otherClient.exists(bench.ref('ConfigMap', 'a'))).resolves.toBe(false);
});
