/** What a bundle needs: installed with it where the extension asks for that, and reported otherwise. */
import type { KubeObject, ObjectRef } from '../../../lib/api';
import { clusterCatalog, extension, fleet, PublishedCatalog, revision, saidOf } from './fleet';

const group = fleet();
const source = (packageName: string, more: object = {}): object => ({ sourceType: 'Catalog', catalog: { packageName, ...more } });
const specOf = (packageName: string, more: object = {}): object => ({ namespace: group.test.namespace, source: source(packageName, more) });
const named = (name: string): ObjectRef => extension(`${name}-${group.shard}`);
const packageNamed = (name: string): string => `${name}-${group.shard}`;
const needs = (name: string, version: string): object => ({ type: 'olm.package', value: { packageName: packageNamed(name), version } });

async function gone(ref: ObjectRef): Promise<void> {
  await group.other.delete(ref);
  await group.other.until(ref, (live) => live === undefined);
}

beforeAll(async () => {
  const catalog = new PublishedCatalog(group, 'needs');
  const add = async (name: string, dependencies: readonly object[]): Promise<void> => {
    await catalog.bundle(packageNamed(name), '1.0.0', { dependencies: dependencies as never });
    catalog.package(packageNamed(name), { stable: [{ name: '1.0.0' }] });
  };
  await add('base', []);
  await add('middle', [needs('base', '>=1.0.0')]);
  await add('app', [needs('middle', '>=1.0.0 <2.0.0')]);
  await add('future', [needs('base', '>=2.0.0')]);
  await add('left', [needs('right', '>=1.0.0')]);
  await add('right', [needs('left', '>=1.0.0')]);
  await add('taker', [needs('taken', '>=1.0.0')]);
  await add('taken', []);
  const ref = await catalog.push();
  await group.startControllers();
  await group.apply('ClusterCatalog', group.shard, { source: { type: 'Image', image: { ref } } });
  await group.until(clusterCatalog(group.shard), 'Serving True Available');
}, 60_000);

test('without being asked, nothing is made, and the message says how to ask', async () => {
  const itself = named('reporting');
  await group.apply('ClusterExtension', itself.name, specOf(packageNamed('middle')));
  await group.until(itself, 'Progressing True Retrying: set spec.source.catalog.dependencies to Install');
  await gone(itself);
});

test('what is needed is made, with what that needs in turn, and the extension waits for it; they stay when it goes', async () => {
  const [itself, middle, base] = [named('installing'), extension(packageNamed('middle')), extension(packageNamed('base'))];
  const upgradeApproval = { mode: 'Automatic', within: 'Patch' };
  await group.apply('ClusterExtension', itself.name, { ...specOf(packageNamed('app'), { dependencies: 'Install' }), upgradeApproval });
  await group.until(itself, 'Installed True Succeeded');
  const made = await group.until(middle, 'Installed True Succeeded');
  expect(made).toMatchObject({
    metadata: { labels: { shard: group.shard }, annotations: { 'olm.operatorframework.io/requested-by': itself.name } },
    spec: {
      namespace: group.test.namespace, upgradeApproval,
      source: { catalog: { packageName: packageNamed('middle'), version: '>=1.0.0 <2.0.0', dependencies: 'Install' } },
    },
  });
  expect(await group.until(base, 'Installed True Succeeded')).toMatchObject({
    metadata: { annotations: { 'olm.operatorframework.io/requested-by': middle.name } }, spec: { upgradeApproval },
  });
  const [first, second] = await Promise.all([group.other.get(revision(`${middle.name}-1`)), group.other.get(revision(`${itself.name}-1`))]);
  const succeededAt = (live: KubeObject): string => (
    (live['status'] as { readonly conditions: readonly { readonly type: string; readonly lastTransitionTime: string }[] })
      .conditions.find(({ type }) => type === 'Succeeded')?.lastTransitionTime ?? ''
  );
  const { creationTimestamp } = second.metadata as { readonly creationTimestamp?: string };
  expect(succeededAt(first) <= (creationTimestamp ?? '')).toBe(true);
  await gone(itself);
  expect(saidOf(await group.other.get(middle))).toContainEqual(expect.stringContaining('Installed True Succeeded'));
  await gone(middle);
  await gone(base);
});

test('packages that need each other come up together', async () => {
  const [left, right] = [extension(packageNamed('left')), extension(packageNamed('right'))];
  await group.apply('ClusterExtension', left.name, specOf(packageNamed('left'), { dependencies: 'Install' }));
  await group.until(left, 'Installed True Succeeded');
  await group.until(right, 'Installed True Succeeded');
  await Promise.all([gone(left), gone(right)]);
});

test('what no catalog has is told', async () => {
  const itself = named('future');
  await group.apply('ClusterExtension', itself.name, specOf(packageNamed('future'), { dependencies: 'Install' }));
  await group.until(itself, 'Progressing True Retrying: >=2.0.0');
  await gone(itself);
});

test('a name that an extension of another package has is not taken; one of the package by another name will do', async () => {
  const [itself, other, same] = [named('taker'), extension(packageNamed('taken')), named('by-hand')];
  await group.apply('ClusterExtension', other.name, specOf(packageNamed('base')));
  await group.apply('ClusterExtension', itself.name, specOf(packageNamed('taker'), { dependencies: 'Install' }));
  await group.until(itself, `Progressing True Retrying: ClusterExtension ${other.name} is of package ${packageNamed('base')}`);
  await group.apply('ClusterExtension', same.name, specOf(packageNamed('taken')));
  await group.until(itself, 'Installed True Succeeded');
  for (const ref of [itself, same, other]) await gone(ref);
});
