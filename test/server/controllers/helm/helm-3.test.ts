/** The feature gate BoxcutterRuntime off, with Helm 3, which writes without server-side apply; then Helm 4 goes on with its release, and then we. */
import { BUILD_TIMEOUT, helm3Program, helmProgram } from '../../../lib/formats/helm/helm';
import { managersOf } from '../../adoption/helm-bench';
import { fleet, PublishedCatalog, revision } from '../fleet';
import { OFF, replicaOf } from './replica';

const group = fleet();
const { named, config, workload, uidsOf, ask, restart } = replicaOf(group);
let programs: { readonly three: string; readonly four: string };
const VERSIONS = ['1.0.0', '1.1.0', '1.2.0', '1.3.0'] as const;
/** What each version of a package has in its ConfigMap: every upgrade drops a field of the one before. */
const DATA: Readonly<Record<string, object>> = {
  '1.0.0': { version: '1.0.0', first: 'x' }, '1.1.0': { version: '1.1.0', second: 'x' }, '1.2.0': { version: '1.2.0', third: 'x' }, '1.3.0': { version: '1.3.0' },
};
const dataOf = async (name: string): Promise<unknown> => (await group.other.get(config(name)))['data'];
beforeAll(async () => {
  programs = { three: helm3Program(), four: helmProgram() };
  const catalog = new PublishedCatalog(group, 'three');
  const map = (name: string, data: object): object => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data });
  for (const [name, versions] of [['alone', ['1.0.0', '1.1.0', '1.2.0']], ['handed', VERSIONS]] as const) {
    for (const version of versions) {
      const more = version === '1.0.0' ? [map(`${name}-dropped`, {})] : [];
      await catalog.bundle(name, version, { objects: [map(name, DATA[version] ?? {}), ...more] });
    }
    const entries = versions.map((version, at) => ({ name: version, ...(at === 0 ? {} : { replaces: `${name}.v${versions[at - 1] ?? ''}` }) }));
    catalog.package(name, { stable: entries });
  }
  const ref = await catalog.push();
  await restart(...OFF, '--helm', programs.three);
  await group.apply('ClusterCatalog', group.shard, { source: { type: 'Image', image: { ref } } });
}, BUILD_TIMEOUT);

const uids = new Map<string, readonly (string | undefined)[]>();

test.each(['alone', 'handed'])('%s: Helm 3 installs and upgrades; what a version drops is gone', async (name) => {
  await ask(name, '1.0.0');
  await group.until(named(name), 'Progressing True Succeeded: has version 1.0.0');
  expect(await dataOf(name)).toEqual(DATA['1.0.0']);
  uids.set(name, await uidsOf(name));
  await ask(name, '1.1.0');
  await group.until(named(name), 'Progressing True Succeeded: has version 1.1.0');
  expect([await dataOf(name), await uidsOf(name)]).toEqual([DATA['1.1.0'], uids.get(name)]);
  await group.other.until(config(`${name}-dropped`), (live) => live === undefined);
  // It patches as a client, and holds fields as one that updates.
  const { metadata: { managedFields = [] } } = await group.other.get(config(name));
  expect(managedFields.map(({ manager, operation }) => `${manager} ${operation}`)).toContain('helm Update');
});

test('Helm 4 goes on with the release of Helm 3', async () => {
  await restart(...OFF, '--helm', programs.four);
  await ask('handed', '1.2.0');
  await group.until(named('handed'), 'Progressing True Succeeded: has version 1.2.0');
  expect([await dataOf('handed'), await uidsOf('handed')]).toEqual([DATA['1.2.0'], uids.get('handed')]);
});

test.each([['alone', '1.1.0', '1.2.0'], ['handed', '1.2.0', '1.3.0']])('%s: the gate on again makes nothing anew, and the next upgrade drops its fields as well', async (name, version, next) => {
  if (name === 'alone') await restart();
  await group.until(named(name), `Progressing True Succeeded: Revision ${version} is rolled out.`);
  expect([await dataOf(name), await uidsOf(name)]).toEqual([DATA[version], uids.get(name)]);
  for (const ref of [config(name), workload(name)]) {
    const live = await group.other.get(ref);
    expect(live.metadata.ownerReferences?.map(({ kind }) => kind)).toEqual(['ClusterExtensionRevision']);
    expect(JSON.stringify([live.metadata.labels, live.metadata.annotations])).not.toMatch(/helm/i);
    expect(managersOf(live).filter((manager) => manager.startsWith('helm'))).toEqual([]);
  }
  await ask(name, next);
  await group.until(named(name), `Progressing True Succeeded: Revision ${next} is rolled out.`);
  expect([await dataOf(name), await uidsOf(name)]).toEqual([DATA[next], uids.get(name)]);
  await group.other.delete(named(name));
  await group.other.until(named(name), (live) => live === undefined);
  await group.other.until(revision(`${named(name).name}-1`), (live) => live === undefined);
});

test('nothing is left', async () => {
  expect(await group.test.contents()).toEqual([]);
});
