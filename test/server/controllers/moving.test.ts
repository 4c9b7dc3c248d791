/** What becomes of objects when an operator watches other namespaces, and when the next version of a package is a bundle of another format. */
import type { KubeObject, ObjectRef } from '../../../lib/api';
import { clusterCatalog, extension, fleet, PublishedCatalog, revision } from './fleet';

const group = fleet();
const deployment = {
  apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'app-operator' },
  spec: {
    replicas: 1, selector: { matchLabels: { app: 'app' } },
    template: { metadata: { labels: { app: 'app' } }, spec: { serviceAccountName: 'app-operator', containers: [{ name: 'operator', image: 'example.com/app:2.0.0' }] } },
  },
};
const rules = [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }];
const account = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'app-operator' } };
let catalog: PublishedCatalog;
let team: string;

const named = (): ObjectRef => extension(`app-${group.shard}`);
const numbered = (number: number): ObjectRef => revision(`${named().name}-${number}`);
const pending = (version: string): ObjectRef => revision(`${named().name}-${version}`);
const source = { sourceType: 'Catalog', catalog: { packageName: 'app' } };
const put = (config?: object): Promise<KubeObject> => group.apply('ClusterExtension', named().name, {
  namespace: group.test.namespace, source, upgradeApproval: { mode: 'Manual' }, ...(config === undefined ? {} : { config: { configType: 'Inline', inline: config } }),
});

/** `Kind namespace/name` of what belongs to the extension, with its uid. */
async function owned(): Promise<Readonly<Record<string, string>>> {
  const labelSelector = `olm.operatorframework.io/owner-name=${named().name}`;
  const kinds = [
    ['v1', 'ServiceAccount'], ['apps/v1', 'Deployment'], ['apiextensions.k8s.io/v1', 'CustomResourceDefinition'],
    ['rbac.authorization.k8s.io/v1', 'Role'], ['rbac.authorization.k8s.io/v1', 'RoleBinding'],
    ['rbac.authorization.k8s.io/v1', 'ClusterRole'], ['rbac.authorization.k8s.io/v1', 'ClusterRoleBinding'],
  ] as const;
  const lists = await Promise.all(kinds.map(async ([apiVersion, kind]) => {
    const { objects } = await group.test.cluster.list({ apiVersion, kind, labelSelector }, { metadataOnly: true });
    return objects.map(({ metadata: { namespace = '', name = '', uid = '' } }) => [`${kind} ${namespace}/${kind.includes('Role') ? '' : name}`, uid] as const);
  }));
  return Object.fromEntries(lists.flat().sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** What stays whatever the operator watches. */
const lasting = (): readonly string[] => [
  `CustomResourceDefinition /apps.${catalog.groupOf('app')}`, `Deployment ${group.test.namespace}/app-operator`, `ServiceAccount ${group.test.namespace}/app-operator`,
];
const pick = (all: Readonly<Record<string, string>>, keys: readonly string[]): readonly (string | undefined)[] => keys.map((key) => all[key]);

async function watched(): Promise<unknown> {
  const live = await group.other.get({ apiVersion: 'apps/v1', kind: 'Deployment', name: 'app-operator', namespace: group.test.namespace });
  return (live as unknown as { readonly spec: { readonly template: KubeObject } }).spec.template.metadata.annotations;
}

beforeAll(async () => {
  catalog = new PublishedCatalog(group, 'moving');
  team = `${group.test.namespace}-team`;
  await group.other.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: team } });
  await catalog.bundle('app', '1.0.0', { rules });
  catalog.package('app', { stable: [{ name: '1.0.0' }] });
  await group.startControllers();
  await group.apply('ClusterCatalog', group.shard, { source: { type: 'Image', image: { ref: await catalog.push('v1') } } });
  await group.until(clusterCatalog(group.shard), 'Serving True Available');
}, 60_000);

test('watchNamespace added, changed and removed: rights and annotation follow, and nothing else is made anew', async () => {
  const [everywhere, inTeam, here] = [
    ['ClusterRole /', 'ClusterRoleBinding /'], [`Role ${team}/`, `RoleBinding ${team}/`], [`Role ${group.test.namespace}/`, `RoleBinding ${group.test.namespace}/`],
  ];
  await put();
  await group.until(numbered(1), 'Succeeded True RolloutSuccess');
  const before = await owned();
  expect(Object.keys(before)).toEqual([...lasting(), ...everywhere ?? []].sort());
  for (const [number, config, rights, annotation] of [
    [2, { watchNamespace: team }, inTeam, team], [3, { watchNamespace: group.test.namespace }, here, group.test.namespace], [4, undefined, everywhere, ''],
  ] as const) {
    await put(config);
    await group.until(numbered(number), 'Succeeded True RolloutSuccess');
    await group.until(numbered(number - 1), 'Progressing False Archived');
    const now = await owned();
    expect(Object.keys(now)).toEqual([...lasting(), ...rights ?? []].sort());
    expect(pick(now, lasting())).toEqual(pick(before, lasting()));
    expect(await watched()).toMatchObject({ 'olm.targetNamespaces': annotation });
  }
}, 60_000);

test('another format: the pending upgrade shows what would change; what both have stays the same object, both ways', async () => {
  const before = await owned();
  const crd = await group.other.get({ apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', name: `apps.${catalog.groupOf('app')}` });
  // As the bundle has it: the server adds how it converts.
  const { conversion: _conversion, ...spec } = crd['spec'] as Readonly<Record<string, unknown>>;
  const definition = { apiVersion: crd.apiVersion, kind: crd.kind, metadata: { name: crd.metadata.name }, spec };
  await catalog.bundle('app', '2.0.0', { plain: true, objects: [definition, account, deployment] });
  const entries = [{ name: '1.0.0' }, { name: '2.0.0', replaces: 'app.v1.0.0' }];
  catalog.package('app', { stable: entries });
  await group.patch(clusterCatalog(group.shard), { source: { type: 'Image', image: { ref: await catalog.push('v2') } } });

  const upgradeOf = async (version: string): Promise<unknown> => {
    type Upgrade = { readonly objects?: readonly { readonly action: string; readonly object: string }[] };
    let upgrade: Upgrade | undefined;
    await group.other.until(pending(version), (live) => {
      upgrade = (live?.['status'] as { readonly upgrade?: Upgrade & { readonly counts?: object } } | undefined)?.upgrade;
      return upgrade !== undefined && 'counts' in upgrade;
    });
    return upgrade?.objects?.map(({ action, object }) => `${action} ${object.split('.')[0] ?? ''}`).sort();
  };
  const approve = (version: string): Promise<unknown> => group.other.cluster.patch(pending(version), [{ op: 'add', path: '/spec/approved', value: true }], 'kubectl');

  expect(await upgradeOf('2.0.0')).toEqual(['change Deployment', 'delete ClusterRole', 'delete ClusterRoleBinding']);
  await approve('2.0.0');
  await group.until(numbered(5), 'Succeeded True RolloutSuccess');
  await group.until(numbered(4), 'Progressing False Archived');
  const plain = await owned();
  expect(Object.keys(plain)).toEqual(lasting());
  expect(pick(plain, lasting())).toEqual(pick(before, lasting()));

  await catalog.bundle('app', '3.0.0', { rules });
  catalog.package('app', { stable: [...entries, { name: '3.0.0', replaces: 'app.v2.0.0' }] });
  await group.patch(clusterCatalog(group.shard), { source: { type: 'Image', image: { ref: await catalog.push('v3') } } });
  expect(await upgradeOf('3.0.0')).toEqual(['change Deployment', 'create ClusterRole', 'create ClusterRoleBinding']);
  await approve('3.0.0');
  await group.until(numbered(6), 'Succeeded True RolloutSuccess');
  const back = await owned();
  expect(Object.keys(back)).toEqual(Object.keys(before));
  expect(pick(back, lasting())).toEqual(pick(before, lasting()));
  await group.other.delete(named());
  await group.other.until(named(), (live) => live === undefined);
  expect(await owned()).toEqual({});
  await group.other.delete({ apiVersion: 'v1', kind: 'Namespace', name: team });
}, 60_000);
