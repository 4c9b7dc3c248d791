/** ClusterCatalog and ClusterExtension as their users know them: objects in, status out, the workload on the cluster. */
import type { KubeObject, ObjectRef } from '../../../lib/api';
import { clusterCatalog, extension, fleet, PublishedCatalog, revision, saidOf } from './fleet';

const group = fleet();

const source = (packageName: string, more: object = {}): object => ({ sourceType: 'Catalog', catalog: { packageName, ...more } });
const image = (ref: string, more: object = {}): object => ({ source: { type: 'Image', image: { ref, ...more } } });
const config = (name: string, data: Readonly<Record<string, string>>): object => (
  { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data }
);
const installedVersion = (object: KubeObject | undefined): string | undefined => (
  ((object?.['status'] ?? {}) as { readonly install?: { readonly bundle: { readonly version: string } } }).install?.bundle.version
);

let catalog: PublishedCatalog;
let ref: string;
const objectOf = (kind: string, apiVersion: string, name: string): ObjectRef => ({ apiVersion, kind, name, namespace: group.test.namespace });
const untilVersion = (name: string, version: string): Promise<void> => (
  group.other.until(extension(name), (live) => installedVersion(live) === version)
);

beforeAll(async () => {
  catalog = new PublishedCatalog(group, 'shop');
  await catalog.bundle('web', '1.0.0', { objects: [config('web', { version: '1' }), config('web-old', {})] });
  await catalog.bundle('web', '1.1.0', { objects: [config('web', { version: '2' })] });
  await catalog.bundle('web', '3.0.0');
  await catalog.bundle('needy', '1.0.0', { dependencies: [{ type: 'olm.package', value: { packageName: 'missing', version: '>=1.0.0' } }] });
  catalog.package('web', { stable: [{ name: '1.0.0' }, { name: '1.1.0', replaces: 'web.v1.0.0' }], edge: [{ name: '3.0.0' }] });
  catalog.package('needy', { stable: [{ name: '1.0.0' }] });
  ref = await catalog.push();
  await group.startControllers();
  await group.apply('ClusterCatalog', group.shard, image(ref));
}, 60_000);

test('a catalog is unpacked and served', async () => {
  const { status } = await group.until(clusterCatalog(group.shard), 'Serving True Available') as unknown as {
    readonly status: { readonly urls: { readonly base: string }; readonly resolvedSource: { readonly image: { readonly ref: string } } };
  };
  expect(status.resolvedSource.image.ref).toMatch(/\/shop\/catalog@sha256:[0-9a-f]{64}$/);
  const answer = await fetch(`${status.urls.base}/api/v1/all`);
  expect(await answer.text()).toContain('"name":"web.v1.1.0"');
});

describe('an extension', () => {
  const name = 'web';
  let spec: object;

  beforeAll(async () => {
    spec = { namespace: group.test.namespace, source: source('web', { version: '1.0.0' }) };
    await group.apply('ClusterExtension', `${name}-${group.shard}`, spec);
  });
  const itself = (): ObjectRef => extension(`${name}-${group.shard}`);

  test('is installed', async () => {
    const live = await group.until(itself(), 'Installed True Succeeded');
    expect(installedVersion(live)).toBe('1.0.0');
    await group.until(itself(), 'Progressing True Succeeded: Revision 1.0.0 is rolled out.');
    await group.until(itself(), 'Available True ProbesSucceeded');
    expect((await group.other.get(objectOf('ConfigMap', 'v1', 'web')))['data']).toEqual({ version: '1' });
  });

  test('is upgraded along an edge; what stays is the same object, what is dropped is gone', async () => {
    const before = await group.other.get(objectOf('Deployment', 'apps/v1', 'web-operator'));
    await group.patch(itself(), { ...spec, source: source('web', { version: '>=1.0.0 <2.0.0' }) });
    await untilVersion(itself().name, '1.1.0');
    await group.until(itself(), 'Progressing True Succeeded: Revision 1.1.0 is rolled out.');
    const after = await group.other.get(objectOf('Deployment', 'apps/v1', 'web-operator'));
    expect(after.metadata.uid).toBe(before.metadata.uid);
    await group.other.until(objectOf('ConfigMap', 'v1', 'web-old'), (live) => live === undefined);
    await group.until(revision(`${itself().name}-1`), 'Progressing False Archived');
  });

  test('says why a version cannot be had', async () => {
    await group.patch(itself(), { ...spec, source: source('web', { version: '3.0.0' }) });
    await group.until(itself(), 'Progressing True Retrying: error upgrading from currently installed version "1.1.0": no bundles found for package "web" matching version "3.0.0"');
    expect(saidOf(await group.other.get(itself()))).toContainEqual(expect.stringContaining('Installed True Succeeded'));
  });

  test('goes anywhere with SelfCertified', async () => {
    await group.patch(itself(), { ...spec, source: source('web', { version: '1.0.0', upgradeConstraintPolicy: 'SelfCertified' }) });
    await untilVersion(itself().name, '1.0.0');
    expect((await group.other.get(objectOf('ConfigMap', 'v1', 'web')))['data']).toEqual({ version: '1' });
  });

  test('refuses a configuration that the bundle does not know', async () => {
    const wrong = { ...spec, source: source('web', { version: '1.0.0', upgradeConstraintPolicy: 'SelfCertified' }), config: { configType: 'Inline', inline: { foo: 1 } } };
    await group.patch(itself(), wrong);
    await group.until(itself(), "Progressing False InvalidConfiguration: invalid bundle configuration: unknown key 'foo'");
  });

  test('goes with everything that it brought, in order', async () => {
    await group.other.delete(itself());
    await group.other.until(itself(), (live) => live === undefined);
    expect(await group.test.contents()).toEqual([]);
    const { objects } = await group.test.cluster.list({ apiVersion: itself().apiVersion, kind: 'ClusterExtensionRevision', labelSelector: `shard=${group.shard}` });
    expect(objects.map(({ metadata }) => metadata.name)).toEqual([]);
  });
});

test('an extension whose bundle needs what is not there says what is missing', async () => {
  const name = `needy-${group.shard}`;
  await group.apply('ClusterExtension', name, { namespace: group.test.namespace, source: source('needy') });
  await group.until(extension(name), 'Progressing True Retrying: missing');
  await group.other.delete(extension(name));
  await group.other.until(extension(name), (live) => live === undefined);
});

test('what a catalog gets later is found, and the workload outlives the catalog', async () => {
  const name = `late-${group.shard}`;
  await group.apply('ClusterExtension', name, { namespace: group.test.namespace, source: source('late') });
  await group.until(extension(name), 'Progressing True Retrying: no bundles found for package "late"');
  await catalog.bundle('late', '1.0.0', { objects: [config('late', {})] });
  catalog.package('late', { stable: [{ name: '1.0.0' }] });
  await group.patch(clusterCatalog(group.shard), image(await catalog.push('v2')));
  await group.until(extension(name), 'Installed True Succeeded');
  await group.other.delete(clusterCatalog(group.shard));
  await group.until(extension(name), 'Deprecated Unknown DeprecationStatusUnknown');
  await group.other.delete(objectOf('ConfigMap', 'v1', 'late'));
  await group.other.until(objectOf('ConfigMap', 'v1', 'late'), (live) => live !== undefined);
  await group.until(extension(name), 'Installed True Succeeded');
  await group.other.delete(extension(name));
  await group.other.until(extension(name), (live) => live === undefined);
});

test('a catalog that cannot be pulled says so, and one that is switched off is not there', async () => {
  const name = `off-${group.shard}`;
  await group.apply('ClusterCatalog', name, image(`${group.front.host}/nothing/here:v1`));
  await group.until(clusterCatalog(name), 'Progressing True Retrying: source catalog content: ');
  await group.until(clusterCatalog(name), 'Serving False Unavailable');
  await group.patch(clusterCatalog(name), { ...image(ref), availabilityMode: 'Unavailable' });
  await group.until(clusterCatalog(name), 'Serving False UserSpecifiedUnavailable: Catalog availability mode is set to Unavailable');
  await group.patch(clusterCatalog(name), { ...image(ref), availabilityMode: 'Available' });
  await group.until(clusterCatalog(name), 'Serving True Available');
  await group.other.delete(clusterCatalog(name));
});
