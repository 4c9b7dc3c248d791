/**
 * Real operators' bundles: read, rendered, checked against the schemas, applied until every probe passes, applied again, upgraded where two
 * versions are there, torn down. The folder with them is named by BOXCUTTER_BUNDLES (the continuous integration sets it).
 *
 * Nodes are simulated, so containers do not run: Deployments become available, and whatever the operators themselves would do is not done.
 * Nothing here waits for that; certificates are marked ready by a stand-in for cert-manager (support/certificates.ts).
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ObjectRef, ResolvedRevision } from '../../../lib/api';
import { bundleFilesFromDirectory, readBundle, renderBundle, supportedInstallModes } from '../../../lib/bundle';
import { connect, type KubeCluster } from '../../../lib/kube';
import { compile } from '../../../lib/compile';
import { applyRevision, deleteExtension, fitToServer, type Outcome } from '../../../lib/runtime';
import { formatFindings } from '../../../lib/issue';
import { installCertificateKinds, issueCertificates, removeCertificateKinds } from '../support/certificates';
import { unique } from '../support/extension';

const folder = process.env['BOXCUTTER_BUNDLES'];
const entries = folder === undefined || !existsSync(folder) ? [] : readdirSync(folder, { withFileTypes: true });
const bundles = entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('invalid-')).map(({ name }) => name).sort();
const describeWithBundles = bundles.length === 0 ? describe.skip : describe;

/** Samples for OpenShift's console, which no API server here serves: named and refused, and left out on demand. */
const UNSERVED = new Set(['cert-manager-operator']);
/** Dependencies on others, and nothing of its own. */
const EMPTY = new Set(['odf-dependencies']);

// The largest ones have CRDs of two megabytes, which the API server takes its time to remove.
jest.setTimeout(180_000);

describeWithBundles('bundles of real operators', () => {
  const namespace = unique('real-bundles');
  const created = new Set<string>();
  let cluster: KubeCluster;
  let issuer: ReturnType<typeof issueCertificates> | undefined;

  beforeAll(async () => {
    cluster = await connect({ kubeconfig: process.env['BOXCUTTER_TEST_KUBECONFIG'] as string });
    expect((await cluster.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } })).type).toBe('object');
    await removeCertificateKinds(cluster);
  });

  afterAll(async () => {
    for (const name of created) await deleteExtension(name, { cluster, stateNamespace: namespace, deleteData: true }).catch(() => undefined);
    issuer?.close();
    await removeCertificateKinds(cluster);
    const live = await cluster.get({ apiVersion: 'v1', kind: 'Namespace', name: namespace });
    if (live.type === 'object') await cluster.delete({ apiVersion: 'v1', kind: 'Namespace', name: namespace }, { uid: live.object.metadata.uid ?? '' });
    cluster.close();
  });

  const revisionOf = (bundle: string, extension: string): ResolvedRevision => {
    const read = readBundle(bundleFilesFromDirectory(join(folder as string, bundle)));
    if (read.bundle === undefined) throw new Error(formatFindings(read.findings));
    const modes = read.bundle.format === 'registry+v1' ? supportedInstallModes(read.bundle) : [];
    // What the operator watches: everything where it can, otherwise its own namespace.
    const config = modes.includes('AllNamespaces') ? {} : { watchNamespace: namespace };
    const rendered = renderBundle(read.bundle, { installNamespace: namespace, certificates: 'cert-manager', config });
    const { name, packageName, version } = read.bundle;
    const { objects } = rendered;
    const about = { packageName, bundleName: name, ...(version === undefined ? {} : { version }) };
    const { compiled, findings } = compile({ extension, namespace, objects, ...about });
    const errors = [...rendered.findings, ...findings].filter(({ severity }) => severity === 'error');
    if (compiled === undefined || errors.length > 0) throw new Error(formatFindings(errors));
    return compiled.resolved;
  };
  const apply = async (bundle: string, extension: string): Promise<Outcome> => {
    created.add(extension);
    const resolved = await fitToServer(revisionOf(bundle, extension), cluster, { namespace, skipUnserved: UNSERVED.has(bundle) });
    return applyRevision(resolved, { cluster, stateNamespace: namespace, crdSafety: { policy: 'warn' } });
  };
  const refsOf = (outcome: Outcome): readonly ObjectRef[] => outcome.result.phases.flatMap((phase) => phase.objects.map(({ ref }) => ref));
  const writes = (counts: Readonly<Record<string, number>>): number => ['create', 'update', 'patch', 'delete', 'dryRun'].reduce((sum, verb) => sum + (counts[verb] ?? 0), 0);
  const expectGone = async (refs: readonly ObjectRef[]): Promise<void> => {
    const left = await Promise.all(refs.map(async (ref) => ((await cluster.get(ref)).type === 'object' ? [`${ref.kind}/${ref.name}`] : [])));
    expect(left.flat()).toEqual([]);
  };

  test.each(bundles.filter((name) => EMPTY.has(name)))('%s has nothing to install, and says so', (bundle) => {
    expect(() => revisionOf(bundle, bundle)).toThrow(/nothing|no object/i);
  });

  test.each(bundles.filter((name) => !EMPTY.has(name)))('%s renders without an error, and always to the same bytes', (bundle) => {
    expect(JSON.stringify(revisionOf(bundle, 'same'))).toBe(JSON.stringify(revisionOf(bundle, 'same')));
  });

  test.each(bundles.filter((name) => UNSERVED.has(name)))('%s: kinds that are not served are named', async (bundle) => {
    await expect(fitToServer(revisionOf(bundle, bundle), cluster, { namespace, skipUnserved: false })).rejects.toMatchObject({
      category: 'collision',
      message: expect.stringContaining('ConsoleQuickStart (console.openshift.io/v1)'),
    });
  });

  // Versions of one operator share their CRDs: they are one extension that is upgraded.
  const operatorOf = (name: string): string => name.replace(/-\d.*$/, '');
  const versionsOf = (operator: string): readonly string[] => bundles.filter((name) => operatorOf(name) === operator);
  const single = bundles.filter((name) => !EMPTY.has(name) && versionsOf(operatorOf(name)).length === 1);
  const several = [...new Set(bundles.map(operatorOf))].filter((operator) => versionsOf(operator).length > 1);

  // It brings the kinds of cert-manager itself, so it comes before the stand-in.
  const [first, others] = [single.filter((name) => UNSERVED.has(name)), single.filter((name) => !UNSERVED.has(name))];
  const lives = async (bundle: string): Promise<void> => {
    const installed = await apply(bundle, bundle);
    expect(installed).toMatchObject({ status: 'complete', newRevision: true, revision: 1 });
    const before = writes(cluster.requests());
    expect(await apply(bundle, bundle)).toMatchObject({ status: 'complete', unchanged: true, newRevision: false, revision: 1 });
    expect(writes(cluster.requests())).toBe(before);
    expect((await deleteExtension(bundle, { cluster, stateNamespace: namespace })).status).toBe('complete');
    await expectGone(refsOf(installed));
  };

  test.each(first)('%s is applied until every probe passes, is unchanged the second time without a write, and is torn down without a leftover', async (bundle) => {
    await lives(bundle);
  });

  test('then there is a provider that issues certificates', async () => {
    await installCertificateKinds(cluster);
    issuer = issueCertificates(cluster, namespace);
  });

  test.each(others)('%s is applied until every probe passes, is unchanged the second time without a write, and is torn down without a leftover', async (bundle) => {
    await lives(bundle);
  });

  test.each(several)('%s is upgraded from version to version without recreating anything, and is torn down without a leftover', async (operator) => {
    const uids = new Map<string, string>();
    const all: ObjectRef[] = [];
    for (const [index, version] of versionsOf(operator).entries()) {
      const outcome = await apply(version, operator);
      expect(outcome).toMatchObject({ status: 'complete', revision: index + 1 });
      for (const ref of refsOf(outcome)) {
        const live = await cluster.get(ref);
        const uid = live.type === 'object' ? (live.object.metadata.uid ?? '') : 'missing';
        const id = `${ref.kind}/${ref.name}`;
        if (uids.has(id)) expect([id, uid]).toEqual([id, uids.get(id)]);
        uids.set(id, uid);
        all.push(ref);
      }
    }
    expect((await deleteExtension(operator, { cluster, stateNamespace: namespace })).status).toBe('complete');
    await expectGone(all);
  });
});
