/**
 * Real operators' manifests as plain folders: rendered, applied, applied again, torn down. The folder with them is named by
 * BOXCUTTER_BUNDLES (the continuous integration sets it); without it these tests say that they were skipped.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ResolvedRevision } from '../../lib/api';
import { readInput } from '../../lib/cli/input';
import { connect, type KubeCluster } from '../../lib/kube';
import { applyRevision, deleteExtension, fitToServer, type Outcome } from '../../lib/runtime';

const folder = process.env['BOXCUTTER_BUNDLES'];
const entries = folder === undefined || !existsSync(folder) ? [] : readdirSync(folder, { withFileTypes: true });
const bundles = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name).sort();
const describeWithBundles = bundles.length === 0 ? describe.skip : describe;

/** Kinds of OpenShift's console that no API server here serves. */
const UNSERVED = new Set(['cert-manager-operator']);
/** Only a ClusterServiceVersion. */
const EMPTY = new Set(['odf-dependencies']);

describeWithBundles('real operators as plain folders', () => {
  const namespace = `real-input-${process.pid}`;
  let cluster: KubeCluster;
  const created = new Set<string>();

  beforeAll(async () => {
    cluster = await connect({ kubeconfig: process.env['BOXCUTTER_TEST_KUBECONFIG'] as string });
    const answer = await cluster.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } });
    expect(answer.type).toBe('object');
  });

  afterAll(async () => {
    for (const name of created) {
      await deleteExtension(name, { cluster, stateNamespace: namespace, deleteData: true }).catch(() => undefined);
    }
    const live = await cluster.get({ apiVersion: 'v1', kind: 'Namespace', name: namespace });
    if (live.type === 'object') await cluster.delete({ apiVersion: 'v1', kind: 'Namespace', name: namespace }, { uid: live.object.metadata.uid ?? '' });
    cluster.close();
  });

  const read = async (bundle: string, name: string): Promise<{ resolved: ResolvedRevision; notes: readonly string[] }> => {
    const notes: string[] = [];
    const { resolved } = await readInput({ path: join(folder as string, bundle), name, namespace, onNote: (note) => notes.push(note) });
    return { resolved, notes };
  };
  const applyFolder = async (bundle: string, name: string, skipUnserved = false): Promise<Outcome> => {
    const { resolved } = await read(bundle, name);
    created.add(name);
    return applyRevision(await fitToServer(resolved, cluster, { namespace, skipUnserved }), { cluster, stateNamespace: namespace });
  };
  const writes = (counts: Readonly<Record<string, number>>): number => ['create', 'update', 'patch', 'delete', 'dryRun'].reduce((sum, verb) => sum + (counts[verb] ?? 0), 0);

  test.each(bundles.filter((name) => EMPTY.has(name)))('%s has nothing to render', async (bundle) => {
    await expect(read(bundle, bundle)).rejects.toMatchObject({ category: 'input', message: expect.stringContaining('nothing to render') });
  });

  test.each(bundles.filter((name) => !EMPTY.has(name)))('%s: no schema finding, the ClusterServiceVersion is left out with a note, and the bytes are always the same', async (bundle) => {
    const first = await read(bundle, 'same');
    const second = await read(bundle, 'same');
    expect(first.notes.join('\n')).toMatch(/is left out: .*ClusterServiceVersion/);
    expect(JSON.stringify(second.resolved)).toBe(JSON.stringify(first.resolved));
  });

  test.each(bundles.filter((name) => UNSERVED.has(name)))('%s: kinds that are not served are named; without them it applies', async (bundle) => {
    const { resolved } = await read(bundle, bundle);
    await expect(fitToServer(resolved, cluster, { namespace, skipUnserved: false })).rejects.toMatchObject({ category: 'collision', message: expect.stringContaining('ConsoleQuickStart (console.openshift.io/v1)') });
    const outcome = await applyFolder(bundle, bundle, true);
    expect(outcome.status).toBe('complete');
    expect((await deleteExtension(bundle, { cluster, stateNamespace: namespace })).status).toBe('complete');
  });

  // Versions of one operator share their CRDs: they are one extension that is upgraded.
  const versions = (name: string): boolean => bundles.some((other) => other !== name && other.replace(/-\d.*$/, '') === name.replace(/-\d.*$/, ''));
  const single = bundles.filter((name) => !EMPTY.has(name) && !UNSERVED.has(name) && !versions(name));

  test.each(single)('%s is applied, is unchanged the second time without a single write, and is torn down without a leftover', async (bundle) => {
    const installed = await applyFolder(bundle, bundle);
    expect(installed).toMatchObject({ status: 'complete', newRevision: true, revision: 1 });
    const before = writes(cluster.requests());
    expect(await applyFolder(bundle, bundle)).toMatchObject({ status: 'complete', unchanged: true, newRevision: false, revision: 1 });
    expect(writes(cluster.requests())).toBe(before);
    const objects = installed.result.phases.flatMap((phase) => phase.objects);
    expect((await deleteExtension(bundle, { cluster, stateNamespace: namespace })).status).toBe('complete');
    for (const { ref } of objects) {
      const left = await cluster.get(ref);
      expect(left.type).toMatch(/gone|unserved/);
    }
  });

  const pairs = [...new Set(bundles.filter(versions).map((name) => name.replace(/-\d.*$/, '')))].map((base) => [base, bundles.filter((name) => name.replace(/-\d.*$/, '') === base)] as const);

  test.each(pairs)('%s is upgraded from version to version without recreating anything', async (base, releases) => {
    const uids = new Map<string, string>();
    for (const [index, release] of releases.entries()) {
      const outcome = await applyFolder(release, base);
      expect(outcome).toMatchObject({ status: 'complete' });
      for (const { ref } of outcome.result.phases.flatMap((phase) => phase.objects)) {
        const live = await cluster.get(ref);
        const uid = live.type === 'object' ? live.object.metadata.uid ?? '' : 'missing';
        if (index > 0 && uids.has(ref.name)) expect([ref.name, uid]).toEqual([ref.name, uids.get(ref.name)]);
        uids.set(ref.name, uid);
      }
    }
    expect((await deleteExtension(base, { cluster, stateNamespace: namespace })).status).toBe('complete');
  });
});
