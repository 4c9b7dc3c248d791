/**
 * An installed registry+v1 bundle is configured anew (docs/requirements.md, configuration), and its next version brings other objects
 * (docs/requirements.md, bundles and catalogs): nothing is recreated that need not be.
 */
import type { JsonObject, ObjectRef, ResolvedRevision } from '../../../lib/api';
import type { Bundle } from '../../../lib/bundle';
import { permissionName } from '../../../lib/formats/registry-v1/render/names';
import { compile } from '../../../lib/compile';
import { planRevision } from '../../../lib/runtime';
import { makeBundle, render, type Parts } from '../../lib/formats/registry-v1/render/make';
import { actions, Bench, unique } from '../support/extension';

let bench: Bench;
let team: string;
let csv: string;
beforeEach(async () => {
  bench = await Bench.open('configured');
  team = unique('team');
  csv = unique('demo');
  await bench.otherClient.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: team } });
});
afterEach(async () => {
  if (await bench.otherClient.exists(bench.head)) await bench.delete();
  await bench.otherClient.delete({ apiVersion: 'v1', kind: 'Namespace', name: team });
  await bench.close();
});

const permission = { serviceAccountName: 'controller', rules: [{ verbs: ['get'], apiGroups: [''], resources: ['pods'] }] };
const findNamespaces = { verbs: ['get', 'list', 'watch'], apiGroups: [''], resources: ['namespaces'] };
const bundleOf = (parts: Parts = {}): Bundle => makeBundle({ name: csv, modes: ['AllNamespaces', 'SingleNamespace'], permissions: [permission], ...parts });

function revisionFrom(bundle: Bundle, config: JsonObject = {}): ResolvedRevision {
  const { findings, objects } = render(bundle, { installNamespace: bench.namespace, config });
  expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  const { extension, namespace } = bench;
  const { compiled } = compile({ extension, namespace, packageName: bundle.packageName, bundleName: bundle.name, objects });
  if (compiled === undefined) throw new Error('the bundle does not compile');
  return compiled.resolved;
}

const deployment = (): ObjectRef => bench.ref('Deployment', 'controller', 'apps/v1');
const rbac = (kind: string, name: string, namespace?: string): ObjectRef =>
  ({ apiVersion: 'rbac.authorization.k8s.io/v1', kind, name, ...(namespace === undefined ? {} : { namespace }) });

test('to watch one namespace instead of all, and back: rights and annotation follow, the Deployment stays', async () => {
  const [promoted, role] = [permissionName(csv, { ...permission, rules: [...permission.rules, findNamespaces] }), permissionName(csv, permission)];
  const rights = async (): Promise<readonly boolean[]> =>
    Promise.all(
      [rbac('ClusterRole', promoted), rbac('ClusterRoleBinding', promoted), rbac('Role', role, team), rbac('RoleBinding', role, team)]
        .map((ref) => bench.otherClient.exists(ref)),
    );
  const watched = async (): Promise<unknown> => {
    const { spec } = (await bench.otherClient.get(deployment())) as unknown as { spec: { template: { metadata: { annotations: JsonObject } } } };
    return spec.template.metadata.annotations['olm.targetNamespaces'];
  };

  expect(await bench.apply(revisionFrom(bundleOf()))).toMatchObject({ status: 'complete', revision: 1 });
  const uids = await bench.uids(deployment(), bench.ref('ServiceAccount', 'controller'));
  expect([await rights(), await watched()]).toEqual([[true, true, false, false], '']);

  const planned = await planRevision(revisionFrom(bundleOf(), { watchNamespace: team }), { cluster: bench.cluster, stateNamespace: bench.namespace });
  const changes = planned.phases.flatMap(({ objects }) => objects.filter(({ action }) => action !== 'unchanged'));
  expect([...changes, ...planned.removals].map(({ action, ref: { kind } }) => `${action} ${kind}`).sort()).toEqual([
    'change Deployment', 'create Role', 'create RoleBinding', 'delete ClusterRole', 'delete ClusterRoleBinding',
  ]);
  expect(await bench.apply(revisionFrom(bundleOf(), { watchNamespace: team }))).toMatchObject({ status: 'complete', revision: 2 });
  expect([await rights(), await watched()]).toEqual([[false, false, true, true], team]);

  // Another namespace: its rights move, and where they were none are left.
  expect(await bench.apply(revisionFrom(bundleOf(), { watchNamespace: 'default' }))).toMatchObject({ status: 'complete', revision: 3 });
  expect([await rights(), await watched()]).toEqual([[false, false, false, false], 'default']);
  expect(await Promise.all([rbac('Role', role, 'default'), rbac('RoleBinding', role, 'default')].map((ref) => bench.otherClient.exists(ref)))).toEqual([true, true]);

  expect(await bench.apply(revisionFrom(bundleOf()))).toMatchObject({ status: 'complete', revision: 4 });
  expect([await rights(), await watched()]).toEqual([[true, true, false, false], '']);
  expect(await bench.uids(deployment(), bench.ref('ServiceAccount', 'controller'))).toEqual(uids);
});

test('with another deploymentConfig only the Deployment changes; without it, it is as the bundle has it', async () => {
  const containersOf = async (): Promise<readonly JsonObject[]> => {
    type Live = { readonly spec: { template: { spec: { containers: readonly JsonObject[] } } } };
    const { spec } = (await bench.otherClient.get(deployment())) as unknown as Live;
    return spec.template.spec.containers;
  };
  await bench.apply(revisionFrom(bundleOf()));
  const uids = await bench.uids(deployment());

  const configured = await bench.apply(revisionFrom(bundleOf(), { deploymentConfig: { env: [{ name: 'LEVEL', value: 'debug' }] } }));
  expect(actions(configured).filter((line) => !line.endsWith(': Unchanged'))).toEqual(['controller: Updated']);
  expect(await containersOf()).toMatchObject([{ name: 'manager', env: [{ name: 'LEVEL', value: 'debug' }] }]);

  await bench.apply(revisionFrom(bundleOf()));
  expect((await containersOf())[0]).not.toHaveProperty('env');
  expect(await bench.uids(deployment())).toEqual(uids);
});

test('objects beside the ClusterServiceVersion: the same name is updated in place, another takes its place, and all go with the bundle', async () => {
  const configMap = (name: string, value: string): Bundle['others'][number] =>
    ({ origin: { source: `manifests/${name}.yaml` }, manifest: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data: { value } } });
  const version = (name: string, value: string): ResolvedRevision =>
    revisionFrom(bundleOf({ bundle: { others: [configMap('settings', value), configMap(name, 'same')] } }));
  const [settings, before, after] = ['settings', 'rules-v1', 'rules-v2'].map((name) => bench.ref('ConfigMap', name)) as [ObjectRef, ObjectRef, ObjectRef];
  await bench.apply(version('rules-v1', '1'));
  const uids = await bench.uids(settings);

  await bench.apply(version('rules-v2', '2'));
  expect(await bench.otherClient.get(settings)).toMatchObject({ metadata: { uid: uids[0] }, data: { value: '2' } });
  expect(await Promise.all([before, after].map((ref) => bench.otherClient.exists(ref)))).toEqual([false, true]);

  expect((await bench.delete()).status).toBe('complete');
  expect(await Promise.all([settings, after, deployment()].map((ref) => bench.otherClient.exists(ref)))).toEqual([false, false, false]);
});
