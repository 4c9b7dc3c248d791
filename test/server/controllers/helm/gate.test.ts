/** The feature gate BoxcutterRuntime off and on again: updates go through helm where there is one, and what it installed is taken over as it is. */
import type { KubeObject } from '../../../../lib/api';
import { helmProgram } from '../../../lib/formats/helm/helm';
import { conditionOf } from '../installed/plane';
import { clusterCatalog, fleet, PublishedCatalog, revision } from '../fleet';
import { OFF, replicaOf } from './replica';

const group = fleet();
const { named, config, workload, ask, restart } = replicaOf(group);
let helm: string;
let namespace: string;
const dataOf = (live: KubeObject | undefined): unknown => live?.['data'];
const manifest = (name: string, version: string): object => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data: { version } });

const secrets = async (): Promise<readonly (string | undefined)[]> => (
  (await group.test.cluster.list({ apiVersion: 'v1', kind: 'Secret', namespace, labelSelector: 'owner=helm' })).objects.map(({ metadata }) => metadata.name)
);

beforeAll(async () => {
  helm = helmProgram();
  const catalog = new PublishedCatalog(group, 'gate');
  for (const name of ['old', 'fresh']) {
    await catalog.bundle(name, '1.0.0', { objects: [manifest(name, '1'), manifest(`${name}-dropped`, '1')] });
    await catalog.bundle(name, '1.1.0', { objects: [manifest(name, '2'), manifest(`${name}-added`, '1')] });
    await catalog.bundle(name, '1.2.0', { objects: [manifest(name, '3')] });
    catalog.package(name, {
      stable: [{ name: '1.0.0' }, { name: '1.1.0', replaces: `${name}.v1.0.0` }, { name: '1.2.0', replaces: `${name}.v1.1.0` }],
    });
  }
  const ref = await catalog.push();
  await restart();
  ({ namespace } = group.test);
  await group.apply('ClusterCatalog', group.shard, { source: { type: 'Image', image: { ref } } });
  await group.until(clusterCatalog(group.shard), 'Serving True Available');
  await ask('old', '1.0.0');
  await group.until(named('old'), 'Installed True Succeeded');
}, 600_000);

test('off, and no helm: what runs stays, drift is left, and an upgrade waits and says so', async () => {
  await restart(...OFF);
  await group.other.delete(config('old-dropped'));
  await ask('old', '1.1.0');
  await group.until(named('old'), 'Progressing False Blocked: no helm program is configured');
  await group.until(named('old'), 'Installed True Succeeded');
  await group.other.until(config('old-dropped'), (live) => live === undefined);
});

test('off, with helm: it upgrades and installs, and the status says by whom', async () => {
  const before = await group.other.get(workload('old'));
  await restart(...OFF, '--helm', helm);
  await group.until(named('old'), 'Progressing True Succeeded: has version 1.1.0');
  expect(dataOf(await group.other.get(config('old')))).toEqual({ version: '2' });
  expect((await group.other.get(workload('old'))).metadata.uid).toBe(before.metadata.uid);
  await ask('fresh', '1.0.0');
  const live = await group.until(named('fresh'), 'Installed True Succeeded');
  expect(conditionOf(live, 'Progressing')?.message).toContain('Nothing watches its objects while the feature gate BoxcutterRuntime is off.');
  await ask('fresh', '1.1.0');
  await group.until(named('fresh'), 'Progressing True Succeeded: has version 1.1.0');
  await group.other.until(config('fresh-dropped'), (found) => found === undefined);
  await group.other.until(revision(`${named('fresh').name}-1`), (found) => found === undefined);
});

describe('on again', () => {
  const before = new Map<string, string | undefined>();

  test('each release becomes a revision, and no object is made anew', async () => {
    for (const ref of [config('old'), config('old-added'), workload('old'), config('fresh'), config('fresh-added'), workload('fresh')]) {
      before.set(ref.name, (await group.other.get(ref)).metadata.uid);
    }
    await restart();
    await group.until(named('old'), 'Progressing True Succeeded: Revision 1.1.0 is rolled out.');
    await group.until(named('fresh'), 'Progressing True Succeeded: Revision 1.1.0 is rolled out.');
    for (const name of ['old', 'fresh']) {
      await group.other.until(named(name), (live) => !('olm.operatorframework.io/helm-release' in (live?.metadata.annotations ?? {})));
      for (const ref of [config(name), config(`${name}-added`), workload(name)]) {
        const { metadata } = await group.other.get(ref);
        expect([ref.name, metadata.uid]).toEqual([ref.name, before.get(ref.name)]);
        expect(metadata.ownerReferences?.map(({ kind }) => kind)).toEqual(['ClusterExtensionRevision']);
        expect(JSON.stringify([metadata.labels, metadata.annotations])).not.toMatch(/helm/i);
      }
    }
    expect(await secrets()).toEqual([]);
  });

  test('nothing is left behind: what the release no longer had is gone, and the next upgrade goes its usual way', async () => {
    await group.until(revision(`${named('old').name}-1`), 'Progressing False Archived');
    await group.other.until(config('old-dropped'), (live) => live === undefined);
    await ask('fresh', '1.2.0');
    await group.until(named('fresh'), 'Progressing True Succeeded: Revision 1.2.0 is rolled out.');
    await group.other.until(config('fresh-added'), (live) => live === undefined);
    expect((await group.other.get(workload('fresh'))).metadata.uid).toBe(before.get('fresh-operator'));
  });
});

test('deleted while it is a release, it is uninstalled', async () => {
  await group.other.delete(named('fresh'));
  await group.other.until(named('fresh'), (live) => live === undefined);
  await restart(...OFF, '--helm', helm);
  await ask('fresh', '1.0.0');
  await group.until(named('fresh'), 'Installed True Succeeded');
  await group.other.delete(named('fresh'));
  await group.other.until(named('fresh'), (live) => live === undefined);
  for (const ref of [config('fresh'), workload('fresh')]) await group.other.until(ref, (live) => live === undefined);
  expect(await secrets()).not.toContainEqual(expect.stringContaining('fresh'));
}, 60_000);

test('deleted while it has revisions, it says that it waits for the gate, and what it has stays until then', async () => {
  await group.other.delete(named('old'));
  await group.until(named('old'), 'Progressing False Blocked: 1 revision still to be taken down, which waits for the feature gate BoxcutterRuntime');
  for (const ref of [config('old'), workload('old')]) expect((await group.other.get(ref)).metadata.deletionTimestamp).toBeUndefined();
  await restart();
  await group.other.until(named('old'), (live) => live === undefined);
  expect(await group.test.contents()).toEqual([]);
});
