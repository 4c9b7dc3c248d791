/** The feature gate BoxcutterRuntime off and on again: updates go through helm where there is one, and what it installed is taken over as it is. */
import type { KubeObject } from '../../../../lib/api';
import { helmSecret } from '../../../lib/adoption/helm/stored';
import { helmProgram } from '../../../lib/formats/helm/helm';
import { conditionOf } from '../installed/plane';
import { clusterCatalog, fleet, PublishedCatalog, revision } from '../fleet';
import { OFF, replicaOf } from './replica';

const group = fleet();
const { named, config, workload, ask, restart } = replicaOf(group);
let helm: string;
let namespace: string;
type Generated = KubeObject & { readonly metadata: { readonly generation?: number } };
const dataOf = (live: KubeObject | undefined): unknown => live?.['data'];
const manifest = (name: string, version: string): object => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data: { version } });

/** What is known of the releases of extensions, in the namespace of the controllers. */
const records = async (): Promise<readonly KubeObject[]> => (
  (await group.test.cluster.list({ apiVersion: 'v1', kind: 'Secret', namespace, labelSelector: 'olm.operatorframework.io/helm-release' })).objects
);
const recordOf = async (name: string): Promise<readonly KubeObject[]> => (
  (await records()).filter(({ metadata }) => metadata.annotations?.['olm.operatorframework.io/helm-content']?.includes(`"${named(name).name}"`))
);
/** What helm itself stores. */
const releases = async (): Promise<readonly KubeObject[]> => (
  (await group.test.cluster.list({ apiVersion: 'v1', kind: 'Secret', namespace, labelSelector: 'owner=helm' })).objects
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
      for (const ref of [config(name), config(`${name}-added`), workload(name)]) {
        const { metadata } = await group.other.get(ref);
        expect([ref.name, metadata.uid]).toEqual([ref.name, before.get(ref.name)]);
        expect(metadata.ownerReferences?.map(({ kind }) => kind)).toEqual(['ClusterExtensionRevision']);
        expect(JSON.stringify([metadata.labels, metadata.annotations])).not.toMatch(/helm/i);
      }
    }
    for (const { apiVersion, kind, metadata: { name = '' } } of await records()) {
      await group.other.until({ apiVersion, kind, namespace, name }, (live) => live === undefined);
    }
    expect(await releases()).toEqual([]);
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
  expect([await recordOf('fresh'), await releases()]).toEqual([[], []]);
}, 60_000);

describe('what tenants write', () => {
  const G = 'olm.operatorframework.io';
  const victim = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'victim' } };
  const forged = (name: string, version: number, hooks: readonly object[] = []): KubeObject => {
    const text = `---\n${JSON.stringify({ ...victim, metadata: { ...victim.metadata, namespace } })}\n`;
    const secret = helmSecret({ name: named(name).name, namespace, version, status: 'deployed', manifest: text, more: { hooks } });
    const { uid: _uid, resourceVersion: _version, ...metadata } = secret.metadata;
    return { ...secret, metadata };
  };
  const victimRef = () => config('victim');
  const stands = async (): Promise<void> => expect((await group.other.get(victimRef())).metadata.deletionTimestamp).toBeUndefined();

  test('into releases of the same name is neither run nor deleted, at an install, an upgrade or a deletion', async () => {
    await restart(...OFF, '--helm', helm);
    await group.other.apply({ ...victim, metadata: { ...victim.metadata, namespace } });
    const hook = {
      name: 'hooked', kind: 'ConfigMap', path: 'x/templates/h.yaml', events: ['pre-delete', 'pre-upgrade', 'post-upgrade'], weight: 0,
      manifest: JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'hooked', namespace } }),
    };
    const team = await group.test.cluster.create(forged('fresh', 1, [hook]));
    expect(team.type).toBe('object');
    await ask('fresh', '1.0.0');
    await group.until(named('fresh'), 'Progressing True Succeeded: has version 1.0.0');
    await stands();
    await ask('fresh', '1.1.0');
    await group.until(named('fresh'), 'Progressing True Succeeded: has version 1.1.0');
    await group.other.until(config('fresh-dropped'), (live) => live === undefined);
    await stands();
    await group.other.delete(named('fresh'));
    await group.other.until(named('fresh'), (live) => live === undefined);
    for (const ref of [config('fresh'), workload('fresh')]) await group.other.until(ref, (live) => live === undefined);
    await stands();
    expect(await group.other.exists(config('hooked'))).toBe(false);
    expect((await releases()).map(({ metadata }) => metadata.name)).toEqual([`sh.helm.release.v1.${named('fresh').name}.v1`]);
  }, 60_000);

  test('of an object that is somebody else\'s: it is named, and nothing of the extension is installed', async () => {
    await group.other.apply({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'fresh', namespace }, data: { version: 'of somebody' } });
    await ask('fresh', '1.0.0');
    await group.until(named('fresh'), `Progressing True Retrying: not of this extension: ConfigMap ${namespace}/fresh.`);
    await group.other.delete(named('fresh'));
    await group.other.until(named('fresh'), (live) => live === undefined);
    expect(dataOf(await group.other.get(config('fresh')))).toEqual({ version: 'of somebody' });
    await group.other.delete(config('fresh'));
  });

  test.each([['on', []], ['off', OFF]] as const)('into the extension, gate %s: it is neither installed nor taken over, and no release of anybody goes', async (gate, flags) => {
    await restart(...flags, ...(gate === 'off' ? ['--helm', helm] : []));
    await ask('old', '1.1.0', { upgradeApproval: { mode: 'Manual' } });
    const bundle = { name: 'old.v1.2.0', version: '1.2.0' };
    const texts = ['x', JSON.stringify({ applied: { digest: 'sha256:0', number: 9, request: 'x', bundle }, begun: [] })];
    for (const [index, text] of texts.entries()) {
      const annotations = { [`${G}/helm-release`]: text, [`${G}/helm-content`]: text, [`${G}/helm-applied`]: 'true' };
      await group.test.cluster.patch(named('old'), [{ op: 'add', path: '/metadata/annotations', value: annotations }], 'kubectl');
      const more = { upgradeApproval: { mode: 'Manual' }, progressDeadlineMinutes: 10 + index + flags.length };
      const { metadata: { generation = 0 } } = await ask('old', '>=1.1.0', more) as Generated;
      await group.other.until(named('old'), (live) => (
        (live?.['status'] as { readonly conditions: readonly { readonly observedGeneration?: number }[] }).conditions
          .every(({ observedGeneration = 0 }) => observedGeneration >= generation)
      ));
      const live = await group.until(named('old'), 'Progressing True Succeeded: 1.2.0');
      expect((live['status'] as { readonly install: unknown }).install).toMatchObject({ bundle: { version: '1.1.0' } });
      expect(dataOf(await group.other.get(config('old')))).toEqual({ version: '2' });
      expect((await releases()).map(({ metadata }) => metadata.name)).toEqual([`sh.helm.release.v1.${named('fresh').name}.v1`]);
    }
  });

  test('a record that was changed is neither taken over nor deleted, and the status says which Secret it is', async () => {
    await restart(...OFF, '--helm', helm);
    await ask('fresh', '1.0.0');
    await group.until(named('fresh'), 'Installed True Succeeded');
    const [record] = await recordOf('fresh');
    const name = record?.metadata.name ?? '';
    const note = `/metadata/annotations/${G}~1helm-content`;
    const text = record?.metadata.annotations?.[`${G}/helm-content`] ?? '';
    const write = (value: string) => group.test.cluster.patch({ apiVersion: 'v1', kind: 'Secret', namespace, name }, [{ op: 'add', path: note, value }], 'kubectl');
    await write('x');
    await restart();
    await group.until(named('fresh'), `Installed Unknown Failed: cannot be read from Secret ${namespace}/${name}`);
    expect(await group.other.exists(revision(`${named('fresh').name}-1`))).toBe(false);
    await write(text.replace(/"digest":"sha256:[0-9a-f]{8}/, '"digest":"sha256:00000000'));
    await group.until(named('fresh'), `Progressing False Blocked: cannot be read from Secret ${namespace}/${name}: its content is not the one`);
    await write(text);
    await group.until(named('fresh'), 'Progressing True Succeeded: Revision 1.0.0 is rolled out.');
    await group.other.delete(named('fresh'));
    await group.other.until(named('fresh'), (live) => live === undefined);
    for (const one of await releases()) await group.other.delete({ apiVersion: 'v1', kind: 'Secret', namespace, name: one.metadata.name ?? '' });
    await group.other.delete(victimRef());
  }, 60_000);
});

test('deleted while it has revisions, it says that it waits for the gate, and what it has stays until then', async () => {
  await restart(...OFF, '--helm', helm);
  await group.other.delete(named('old'));
  await group.until(named('old'), 'Progressing False Blocked: 1 revision still to be taken down, which waits for the feature gate BoxcutterRuntime');
  for (const ref of [config('old'), workload('old')]) expect((await group.other.get(ref)).metadata.deletionTimestamp).toBeUndefined();
  await restart();
  await group.other.until(named('old'), (live) => live === undefined);
  expect(await group.test.contents()).toEqual([]);
});
