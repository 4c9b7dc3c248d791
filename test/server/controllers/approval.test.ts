/** Upgrades that wait for approval, with the commands that the requirements show. */
import type { KubeObject, ObjectRef } from '../../../lib/api';
import { boxcutter, kubeconfig } from '../cli/command';
import { clusterCatalog, extension, fleet, PublishedCatalog, revision, saidOf } from './fleet';
import { kubectlLine } from './kubectl';

const group = fleet();
let catalog: PublishedCatalog;
const entries: { name: string; replaces?: string; skipRange?: string }[] = [];

/** A catalog with one version more, which may follow any that was there before. */
async function publish(version: string, tag: string, options: Parameters<PublishedCatalog['bundle']>[2] = {}): Promise<string> {
  await catalog.bundle('app', version, options);
  const before = entries.at(-1);
  entries.push({ name: version, ...(before === undefined ? {} : { replaces: `app.v${before.name}`, skipRange: `<${version}` }) });
  catalog.package('app', { stable: [...entries] });
  return catalog.push(tag);
}

/** Of a configuration whose replicas are so many by default. */
const replicas = (count: number): object => (
  { type: 'object', properties: { replicas: { type: 'integer', default: count }, colour: { type: 'string', default: 'red' } } }
);
const source = (packageName: string, more: object = {}): object => ({ sourceType: 'Catalog', catalog: { packageName, ...more } });
const image = (ref: string): object => ({ source: { type: 'Image', image: { ref } } });
const versionOf = (object: KubeObject | undefined): string | undefined => (
  ((object?.['status'] ?? {}) as { readonly install?: { readonly bundle: { readonly version: string } } }).install?.bundle.version
);
const pendingOf = async (name: string): Promise<readonly string[]> => {
  const { objects } = await group.test.cluster.list({
    apiVersion: extension(name).apiVersion, kind: 'ClusterExtensionRevision', labelSelector: `clusterextension=${name}`,
  });
  return objects.map(({ metadata }) => metadata.name ?? '');
};
/** A command of the requirements, to the letter but for the names. */
const kubectl = async (line: string, stdin?: string): Promise<string> => {
  const { code, output } = await kubectlLine(line, kubeconfig, stdin);
  if (code !== 0) throw new Error(`${line}: ${output}`);
  return output;
};
const approve = (name: string): Promise<string> => kubectl(`kubectl patch clusterextensionrevision ${name} \\
  --type='merge' -p='{"spec":{"approved":true}}'`);
const eventsOf = async (name: string): Promise<readonly unknown[]> => {
  const { objects } = await group.test.cluster.list({ apiVersion: 'events.k8s.io/v1', kind: 'Event', namespace: 'default' });
  return objects.filter((event) => (event['regarding'] as { readonly name?: string }).name === name).map((event) => event['reason']);
};
const upgradeOf = (object: KubeObject | undefined): Readonly<Record<string, unknown>> | undefined => (
  (object?.['status'] as { readonly upgrade?: Readonly<Record<string, unknown>> } | undefined)?.upgrade
);

beforeAll(async () => {
  catalog = new PublishedCatalog(group, 'upgrades');
  await group.startControllers('--config', group.scratch.write('controller.yaml', 'upgradeApproval: Manual\n'));
  await group.apply('ClusterCatalog', group.shard, image(await publish('1.0.0', 'v1', { configSchema: replicas(1) })));
}, 60_000);

describe('with Manual as the default of the controllers', () => {
  const named = (): ObjectRef => extension(`app-${group.shard}`);
  const pending = (version: string): ObjectRef => revision(`${named().name}-${version}`);

  test('a first install needs no approval', async () => {
    await group.apply('ClusterExtension', named().name, { namespace: group.test.namespace, source: source('app') });
    await group.other.until(named(), (live) => versionOf(live) === '1.0.0');
    expect(await pendingOf(named().name)).toEqual([]);
  });

  test('what the catalog gets later is found, written down, and waits', async () => {
    const role = { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata: { name: `app-${group.shard}` }, rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }] };
    await group.patch(clusterCatalog(group.shard), image(await publish('1.1.0', 'v2', { objects: [role], configSchema: replicas(3) })));
    const live = await group.until(pending('1.1.0'), 'Approved False WaitingForApproval');
    expect(live['spec']).toEqual({
      lifecycleState: 'Active', clusterExtensionRef: { name: named().name }, version: '1.1.0', bundleMetadata: { name: 'app.v1.1.0', version: '1.1.0' },
      availableSince: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/) as string, approved: false,
    });
    const { uid = '' } = (await group.other.get(named())).metadata;
    expect(live.metadata.ownerReferences).toEqual([
      { apiVersion: named().apiVersion, kind: 'ClusterExtension', name: named().name, uid, controller: true, blockOwnerDeletion: true },
    ]);
    expect(live.metadata.labels).toEqual({ shard: group.shard, clusterextension: named().name, 'olm.operatorframework.io/owner': named().name });
    expect(saidOf(live)).toContainEqual('Progressing False NotInitiated: The upgrade has not begun.');
    await group.until(named(), `Progressing True Succeeded: Revision 1.0.0 is rolled out. Version 1.1.0 is available, and waits for approval: kubectl patch --type=merge -p '{"spec":{"approved":true}}' clusterextensionrevision ${pending('1.1.0').name}`);
    expect(await pendingOf(named().name)).toEqual([pending('1.1.0').name]);
  });

  test('its status says what approving would do, and the commands of kubectl and ours show it', async () => {
    await group.other.until(pending('1.1.0'), (live) => upgradeOf(live)?.['counts'] !== undefined);
    const upgrade = upgradeOf(await group.other.get(pending('1.1.0')));
    expect(upgrade).toMatchObject({
      from: '1.0.0', content: expect.stringMatching(/app@sha256:[0-9a-f]{64}$/) as string, permissions: ['on the cluster: get pods'],
      imagesAdded: ['example.com/app:1.1.0'], imagesRemoved: ['example.com/app:1.0.0'],
      counts: { create: 1, change: 1, delete: 0, replace: 0 }, defaults: [{ path: 'replicas', before: '1', after: '3' }],
    });
    expect(upgrade?.['objects']).toEqual([
      expect.objectContaining({ action: 'create', object: expect.stringContaining('ClusterRole') as string }),
      expect.objectContaining({ action: 'change', object: expect.stringContaining('Deployment') as string, changes: expect.arrayContaining([
        { path: 'spec.template.spec.containers[name=operator].image', before: '"example.com/app:1.0.0"', after: '"example.com/app:1.1.0"' },
      ]) as unknown }),
    ]);
    expect(await kubectl('kubectl get clusterextensionrevisions')).toContain(pending('1.1.0').name);
    const listed = (await kubectl(`kubectl get clusterextensionrevisions -l clusterextension=${named().name}`)).trim().split('\n');
    expect(listed).toEqual([expect.stringContaining('UPGRADE TO'), expect.stringMatching(new RegExp(`^${pending('1.1.0').name} .* 1\\.1\\.0 +false `))]);
    const ours = await boxcutter(['upgrades', '-l', `shard=${group.shard}`]);
    expect([ours.code, ours.stdout]).toEqual([0, expect.stringMatching(/1\.0\.0 +1\.1\.0 .* waiting +create 1, change 1/)]);
    const diff = await boxcutter(['diff', pending('1.1.0').name]);
    expect([diff.code, diff.stdout]).toEqual([10, expect.stringContaining('"example.com/app:1.0.0" → "example.com/app:1.1.0"')]);
    const installed = await boxcutter(['diff', named().name]);
    expect(installed.stderr).toContain(`Version 1.1.0 waits for approval. What it would change: boxcutter diff ${pending('1.1.0').name}`);
  });

  test('a changed configuration does not wait for it', async () => {
    await group.patch(named(), { namespace: group.test.namespace, source: source('app'), progressDeadlineMinutes: 20, install: { preflight: { crdUpgradeSafety: { enforcement: 'Strict' } } } });
    expect(versionOf(await group.other.get(named()))).toBe('1.0.0');
    expect(await pendingOf(named().name)).toEqual([pending('1.1.0').name]);
  });

  test('a newer one takes its place, is available since later, and is not approved', async () => {
    const sinceOf = ({ spec }: KubeObject & { readonly spec?: unknown }): string => (spec as { readonly availableSince: string }).availableSince;
    const before = sinceOf(await group.other.get(pending('1.1.0')));
    await group.patch(clusterCatalog(group.shard), image(await publish('1.2.0', 'v3')));
    const now = await group.until(pending('1.2.0'), 'Approved False WaitingForApproval');
    await group.other.until(pending('1.1.0'), (live) => live === undefined);
    expect([now['spec'], sinceOf(now) > before]).toEqual([expect.objectContaining({ approved: false }), true]);
  });

  test('approved, it is rolled out; the record goes, and the constraint of the user stays as it was', async () => {
    const approved = group.until(pending('1.2.0'), 'Approved True Approved: The upgrade to version 1.2.0 is approved.');
    const initiated = group.until(pending('1.2.0'), `Progressing True UpgradeInitiated: The upgrade to version 1.2.0 is rolled out as ${named().name}-2.`);
    expect(await approve(pending('1.2.0').name)).toContain('patched');
    expect((await approved)['status']).toMatchObject({ approvedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/) as string, approvedBy: { manager: 'kubectl-patch' } });
    await initiated;
    await group.other.until(named(), (live) => versionOf(live) === '1.2.0');
    await group.other.until(pending('1.2.0'), (live) => live === undefined);
    expect((await group.other.get(named()))['spec']).toMatchObject({ source: { catalog: { packageName: 'app', upgradeConstraintPolicy: 'CatalogProvided' } } });
    const reasons = await eventsOf(named().name);
    expect(reasons).toEqual(expect.arrayContaining(['UpgradeAvailable', 'UpgradeApproved', 'UpgradeInitiated']));
    expect(await kubectl(`kubectl describe clusterextension ${named().name}`)).toMatch(/Normal +UpgradeApproved .* The upgrade to version 1\.2\.0 is approved\./);
    const { revisions } = JSON.parse((await boxcutter(['history', named().name, '-o', 'json'])).stdout) as { readonly revisions: readonly object[] };
    expect(revisions).toEqual([
      expect.objectContaining({ version: '1.2.0', approvedAt: expect.any(String) as string, approvedBy: { manager: 'kubectl-patch' } }),
      expect.not.objectContaining({ approvedAt: expect.anything() as unknown }),
    ]);
  });

  test('what the tag of an approved version leads to now is not what was approved: it is not installed', async () => {
    await group.patch(clusterCatalog(group.shard), image(await publish('1.3.0', 'v4')));
    await group.other.until(pending('1.3.0'), (live) => upgradeOf(live)?.['content'] !== undefined);
    const { metadata: { uid } } = await group.other.get(pending('1.3.0'));
    await new PublishedCatalog(group, 'upgrades').bundle('app', '1.3.0', { minKubeVersion: '1.20.0' });
    const unheard = await boxcutter(['approve', `${named().name}-1.2.9`]);
    expect([unheard.code, unheard.stderr]).toEqual([2, expect.stringContaining(`Those there are: ${pending('1.3.0').name}`)]);
    expect((await boxcutter(['approve', '--selector', `shard=${group.shard}`])).stdout).toContain(`${pending('1.3.0').name}: approved.`);
    await group.other.until(pending('1.3.0'), (live) => live !== undefined && live.metadata.uid !== uid && upgradeOf(live)?.['content'] !== undefined);
    expect((await group.other.get(pending('1.3.0')))['spec']).toMatchObject({ approved: false });
    expect(versionOf(await group.other.get(named()))).toBe('1.2.0');
    expect(await eventsOf(named().name)).toContain('UpgradeContentChanged');
  });

  test('approved by a manifest, as the requirements show it', async () => {
    await kubectl('kubectl apply -f -', `
# User approves the upgrade
apiVersion: olm.operatorframework.io/v1
kind: ClusterExtensionRevision
metadata:
  name: ${pending('1.3.0').name}
spec:
  # ... other fields
  approved: true  # User sets this to approve
`);
    await group.other.until(named(), (live) => versionOf(live) === '1.3.0');
    await group.other.until(pending('1.3.0'), (live) => live === undefined);
  });

  test('nor is it what the tag of an installed version leads to, when that is configured anew', async () => {
    const references = async (): Promise<readonly string[]> => {
      const { objects } = await group.test.cluster.list({ apiVersion: extension('').apiVersion, kind: 'ClusterExtensionRevision', labelSelector: `olm.operatorframework.io/owner=${named().name}` });
      const of = objects.map(({ metadata: { annotations = {} } }) => annotations).filter((one) => one['olm.operatorframework.io/bundle-version'] === '1.3.0');
      return of.map((one) => one['olm.operatorframework.io/bundle-reference'] ?? '');
    };
    const before = await references();
    expect(before).toEqual([expect.stringMatching(/@sha256:/)]);
    await new PublishedCatalog(group, 'upgrades').bundle('app', '1.3.0', { minKubeVersion: '1.21.0' });
    const config = { configType: 'Inline', inline: { deploymentConfig: { env: [{ name: 'A', value: '1' }] } } };
    await group.patch(named(), { namespace: group.test.namespace, source: source('app'), config });
    await group.other.until(revision(`${named().name}-4`), (live) => live !== undefined);
    expect(await references()).toEqual([...before, ...before]);
  });

  test('goes with the extension', async () => {
    await group.patch(clusterCatalog(group.shard), image(await publish('1.4.0', 'v5')));
    await group.until(pending('1.4.0'), 'Approved False WaitingForApproval');
    await group.other.delete(named());
    await group.other.until(named(), (live) => live === undefined);
    await group.other.until(pending('1.4.0'), (live) => live === undefined);
  });
});

describe('an approval covers what was shown, and what gives power is shown', () => {
  const itself = (): ObjectRef => extension(`main-${group.shard}`);
  const needed = (): ObjectRef => extension(`needed-${group.shard}`);
  const pending = (): ObjectRef => revision(`${itself().name}-1.1.0`);
  const settings = (index: number): object => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: `settings-${index}` } });
  let other: PublishedCatalog;

  test('a binding to cluster-admin behind 310 other objects stands among the objects and the permissions', async () => {
    other = new PublishedCatalog(group, 'main');
    await other.bundle(itself().name, '1.0.0', { plain: true, objects: [settings(0)] });
    await other.bundle(needed().name, '1.0.0', { plain: true, objects: [settings(1000)] });
    other.package(itself().name, { stable: [{ name: '1.0.0' }] }).package(needed().name, { stable: [{ name: '1.0.0' }] });
    await group.apply('ClusterCatalog', `main-${group.shard}`, image(await other.push('v1')));
    await group.apply('ClusterExtension', itself().name, { namespace: group.test.namespace, source: source(itself().name, { dependencies: 'Install' }) });
    await group.other.until(itself(), (live) => versionOf(live) === '1.0.0');
    const binding = {
      apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRoleBinding', metadata: { name: `zz-${group.shard}` },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'cluster-admin' },
      subjects: [{ kind: 'ServiceAccount', name: 'zz', namespace: group.test.namespace }],
    };
    await other.bundle(itself().name, '1.1.0', { plain: true, objects: [...Array.from({ length: 310 }, (_, index) => settings(index)), binding] });
    other.package(itself().name, { stable: [{ name: '1.0.0' }, { name: '1.1.0', replaces: `${itself().name}.v1.0.0` }] });
    await group.patch(clusterCatalog(`main-${group.shard}`), image(await other.push('v2')));
    await group.other.until(pending(), (live) => upgradeOf(live)?.['counts'] !== undefined);
    const upgrade = upgradeOf(await group.other.get(pending()));
    const granted = `on the cluster: ClusterRole cluster-admin → ServiceAccount ${group.test.namespace}/zz`;
    expect(upgrade).toMatchObject({ permissions: [granted], omitted: expect.any(Number) as number });
    const diff = await boxcutter(['diff', pending().name]);
    expect([diff.code, diff.stdout]).toEqual([10, expect.stringContaining(`create ClusterRoleBinding.rbac.authorization.k8s.io/v1 zz-${group.shard}`)]);
    expect(diff.stdout).toContain(granted);
  });

  test('a package that the catalog says later to be needed makes it another upgrade, and the digest that was shown approves nothing', async () => {
    const { metadata: { uid }, ...before } = await group.other.get(pending());
    const digest = String(upgradeOf(before as KubeObject)?.['digest']);
    other.needs(itself().name, '1.1.0', needed().name);
    await group.patch(clusterCatalog(`main-${group.shard}`), image(await other.push('v3')));
    await group.other.until(pending(), (live) => live !== undefined && live.metadata.uid !== uid && upgradeOf(live)?.['digest'] !== undefined);
    expect(upgradeOf(await group.other.get(pending()))?.['dependencies']).toEqual([expect.objectContaining({ package: needed().name, version: '1.0.0' })]);
    const refused = await boxcutter(['approve', pending().name, '--digest', digest]);
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining(needed().name)]);
    expect((await boxcutter(['diff', pending().name])).stdout).toContain(`Packages that are installed with it:\n  ${needed().name} 1.0.0`);
    expect(await group.test.cluster.get(needed())).toMatchObject({ type: 'gone' });
    expect(await eventsOf(itself().name)).toContain('UpgradeContentChanged');
    await group.other.delete(itself());
    await group.other.until(itself(), (live) => live === undefined);
  });
});

test('a pinned version has no pending upgrade; a range finds what is in it; Automatic asks nobody', async () => {
  const name = `pinned-${group.shard}`;
  const spec = { namespace: group.test.namespace, source: source('app', { version: '1.2.0' }) };
  await group.apply('ClusterExtension', name, spec);
  await group.until(extension(name), 'Progressing True Succeeded: Revision 1.2.0 is rolled out.');
  expect(await pendingOf(name)).toEqual([]);
  await group.patch(extension(name), { ...spec, source: source('app', { version: '>=1.2.0, <2.0.0' }) });
  await group.until(revision(`${name}-1.4.0`), 'Approved False WaitingForApproval');
  // Nothing is left that could be approved.
  await group.patch(extension(name), { ...spec, source: source('app', { version: '>=9.0.0' }) });
  await group.other.until(revision(`${name}-1.4.0`), (live) => live === undefined);
  await group.patch(extension(name), { ...spec, source: source('app', { version: '>=1.2.0, <2.0.0' }) });
  await group.until(revision(`${name}-1.4.0`), 'Approved False WaitingForApproval');
  await group.patch(extension(name), spec);
  await group.other.until(revision(`${name}-1.4.0`), (live) => live === undefined);
  await group.patch(extension(name), { ...spec, source: source('app', { version: '>=1.2.0' }), upgradeApproval: { mode: 'Automatic', within: 'Minor' } });
  await group.other.until(extension(name), (live) => versionOf(live) === '1.4.0');
  await group.other.until(revision(`${name}-1.4.0`), (live) => live === undefined);
  expect((await group.other.get(extension(name)))['spec']).toMatchObject({ source: { catalog: { version: '>=1.2.0' } } });
  await group.other.delete(extension(name));
  await group.other.until(extension(name), (live) => live === undefined);
});
