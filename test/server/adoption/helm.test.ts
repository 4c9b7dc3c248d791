/**
 * Releases of Helm 3 and Helm 4, taken over and given back: no object and no Pod is made anew, at most two writes an object, fields that the
 * package drops later go, and Helm can go on where it was.
 */
import { adoptHelm, beginHelm, fenceRelease, forgetHelm, undoHelm, type HelmTarget } from '../../../lib/adoption';
import { type KubeObject, type ObjectRef, refOf } from '../../../lib/api';
import { applyRevision, deleteExtension, fieldPathText, type Outcome, recoverExtension, type WriteOptions } from '../../../lib/runtime';
import { decodeHead, encodeHead } from '../../../lib/state';
import { AuditLog } from '../support/audit';
import { actions, Bench, kubeconfig, revisionOf, stored, unique } from '../support/extension';
import { BUILD_TIMEOUT, folders, type HelmName, HELMS, idOf, installed, managersOf, runHelm, shopChart, whatRuns } from './helm-bench';

jest.setTimeout(60_000);

const files = folders();
const group = `${unique('adoption')}.example.com`;
const chart = files.write('shop', shopChart(group));
const helm = (name: HelmName, ...args: readonly string[]) => runHelm(name, files.home, kubeconfig, ...args);

let bench: Bench;
beforeAll(() => Object.values(HELMS).forEach((program) => program()), BUILD_TIMEOUT);
beforeEach(async () => { bench = await Bench.open('adoption'); });
afterEach(async () => {
  const definition = { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', name: `shops.${group}` };
  await bench.otherClient.delete(definition);
  await bench.otherClient.until(definition, (live) => live === undefined);
  await bench.close();
});

const place = (): Pick<WriteOptions, 'cluster' | 'stateNamespace'> => ({ cluster: bench.cluster, stateNamespace: bench.namespace });

async function adopted(target: Partial<HelmTarget> = {}): Promise<Outcome> {
  const adoption = await beginHelm({ release: 'shop', namespace: bench.namespace, ...target }, place());
  return adoptHelm(adoption, { ...place(), signal: AbortSignal.timeout(30_000) });
}

describe.each(Object.keys(HELMS) as HelmName[])('%s', (name) => {
  test('what runs is taken over: the same objects and Pods, two writes each, nothing left of Helm; and given back as it was', async () => {
    await installed(bench, name, files.home, chart);
    const before = await whatRuns(bench);
    const audit = new AuditLog();
    const outcome = await adopted();
    expect(outcome).toMatchObject({ status: 'complete', revision: 1, newRevision: true, version: '1.0.0' });
    expect(actions(outcome).filter((action) => !action.endsWith(': Adopted'))).toEqual([]);
    const after = await whatRuns(bench);
    expect(after.uids).toEqual(before.uids);
    // The server counts a change of annotations of a Deployment as a change of the Deployment; its ReplicaSet is not.
    const counted = Object.entries(after.generations).filter(([id, generation]) => generation !== before.generations[id]);
    expect(counted).toEqual([['Deployment/shop-web', (before.generations['Deployment/shop-web'] ?? 0) + 1]]);

    // What another client changed in between is refused, and tried again: that writes nothing.
    const writes = await audit.events(({ userAgent = '', objectRef, verb, responseStatus, requestURI }) => userAgent.startsWith('boxcutter/') && objectRef?.namespace === bench.namespace
      && !requestURI.includes('dryRun=All') // Which fields are defaults is asked of the server.
      && objectRef.resource !== 'secrets' && ['patch', 'create', 'update', 'delete'].includes(verb) && responseStatus?.code === 200);
    expect(new Set(writes.map(({ verb }) => verb))).toEqual(new Set(['patch']));
    const perObject = new Map<string, number>();
    for (const { objectRef } of writes) {
      const id = `${objectRef?.resource ?? ''}/${objectRef?.name ?? ''}`;
      perObject.set(id, (perObject.get(id) ?? 0) + 1);
    }
    expect([...perObject].filter(([, count]) => count !== 2)).toEqual([]);
    expect(perObject.size).toBe(actions(outcome).length - 2);

    const web = await bench.otherClient.get(bench.ref('Deployment', 'shop-web', 'apps/v1'));
    expect(managersOf(web).filter((manager) => !manager.startsWith('kube-controller-manager'))).toEqual(['boxcutter Apply']);
    expect(Object.keys(web.metadata.annotations ?? {}).filter((key) => key.startsWith('meta.helm.sh/'))).toEqual([]);

    expect((await helm(name, 'list', '-n', bench.namespace, '-q')).text.trim()).toBe('');
    expect((await helm(name, 'uninstall', 'shop', '-n', bench.namespace)).code).toBe(1);
    expect((await whatRuns(bench)).uids).toEqual(before.uids);

    await undoHelm('shop', bench.namespace, { ...place(), signal: AbortSignal.timeout(30_000) });
    expect((await whatRuns(bench)).uids).toEqual(before.uids);
    const back = await bench.otherClient.get(bench.ref('Deployment', 'shop-web', 'apps/v1'));
    expect(managersOf(back).join()).not.toContain('boxcutter');
    expect(back.metadata.annotations).toMatchObject({ 'meta.helm.sh/release-name': 'shop', 'meta.helm.sh/release-namespace': bench.namespace });
    const kept = await bench.otherClient.get(bench.ref('ConfigMap', 'shop-kept'));
    expect(Object.keys(kept.metadata.annotations ?? {}).sort()).toEqual(['helm.sh/resource-policy', 'meta.helm.sh/release-name', 'meta.helm.sh/release-namespace']);
    const upgraded = await helm(name, 'upgrade', 'shop', chart, '-n', bench.namespace, '--set', 'tag=2,level=debug');
    expect(upgraded).toMatchObject({ code: 0 });
    const settings = await bench.otherClient.get(bench.ref('ConfigMap', 'shop-settings'));
    expect(settings['data']).toMatchObject({ level: 'debug' });
    expect(await bench.uids(bench.ref('Deployment', 'shop-web', 'apps/v1'))).toEqual([before.uids['Deployment/shop-web']]);
    expect(await helm(name, 'uninstall', 'shop', '-n', bench.namespace)).toMatchObject({ code: 0 });
    expect(await bench.otherClient.exists(bench.ref('Deployment', 'shop-web', 'apps/v1'))).toBe(false);
  });

  test('a field that the package drops later goes, and what it keeps stays the same', async () => {
    await installed(bench, name, files.home, chart);
    const adoption = await beginHelm({ release: 'shop', namespace: bench.namespace }, place());
    await adoptHelm(adoption, { ...place(), signal: AbortSignal.timeout(30_000) });
    const before = await whatRuns(bench);
    const { revision } = adoption.taking;
    const phases = revision.phases.map((phase) => ({ ...phase, objects: phase.objects.map((entry) => ({
      ...entry, collisionProtection: 'Prevent' as const, object: withoutDropped(entry.object),
    })) }));
    const { digest: _digest, ...rest } = revision;
    const outcome = await applyRevision({ ...rest, phases, digest: 'sha256:other' }, { ...place(), signal: AbortSignal.timeout(30_000), wait: false });
    expect(actions(outcome).filter((action) => !action.endsWith(': Unchanged'))).toEqual(['shop-settings: Updated']);
    expect((await bench.otherClient.get(bench.ref('ConfigMap', 'shop-settings')))['data']).toEqual({ level: 'info' });
    expect((await whatRuns(bench)).uids).toEqual(before.uids);
  });
});

/** A version that fails halfway: what it has set by then runs. */
test.each(Object.keys(HELMS) as HelmName[])('%s: what a failed version has set stays, is named, and goes with the next apply', async (name) => {
  const of = (version: string, data: string, port: number) => files.write(`half-${version}`, {
    'Chart.yaml': `apiVersion: v2\nname: half\nversion: ${version}\n`,
    'templates/a.yaml': `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: half }\ndata: ${data}\n---\napiVersion: v1\nkind: Service\nmetadata: { name: half }\nspec: { selector: { a: b }, ports: [{ port: ${port} }] }\n`,
  });
  expect(await helm(name, 'install', 'half', of('1.0.0', '{ a: "1" }', 80), '-n', bench.namespace)).toMatchObject({ code: 0 });
  expect(await helm(name, 'upgrade', 'half', of('2.0.0', '{ a: "1", b: "2" }', 99_999), '-n', bench.namespace)).toMatchObject({ code: 1 });
  const live = async () => (await bench.otherClient.get(bench.ref('ConfigMap', 'half')))['data'];
  expect(await live()).toEqual({ a: '1', b: '2' });
  const adoption = await beginHelm({ release: 'half', namespace: bench.namespace }, place());
  expect(adoption.taking.edits.map(({ ref, fields }) => [ref.kind, fields.map(({ path, type }) => `${type} ${fieldPathText(path)}`)])).toEqual([['ConfigMap', ['unnamed data.b']]]);
  await expect(adoptHelm(adoption, { ...place(), signal: AbortSignal.timeout(30_000) })).resolves.toMatchObject({ status: 'complete' });
  expect(await live()).toEqual({ a: '1', b: '2' });
  const { digest: _digest, ...revision } = adoption.taking.revision;
  const phases = revision.phases.map((phase) => ({ ...phase, objects: phase.objects.map((entry) => (
    entry.object.kind === 'ConfigMap' ? { ...entry, object: { ...entry.object, data: { a: '1' } } } : entry)) }));
  await applyRevision({ ...revision, phases, digest: 'sha256:other' }, { ...place(), signal: AbortSignal.timeout(30_000), wait: false });
  expect(await live()).toEqual({ a: '1' });
});

function withoutDropped(object: KubeObject): KubeObject {
  return idOf(object) === 'ConfigMap/shop-settings' ? { ...object, data: { level: 'info' } } : object;
}

describe('what others did in between', () => {
  test('a changed value is kept, a deleted object is not made again, one of another release is left to it; all of it is said', async () => {
    await installed(bench, 'Helm 4', files.home, chart);
    const { otherClient } = bench;
    stored(await otherClient.cluster.patch(bench.ref('Deployment', 'shop-web', 'apps/v1'), [{ op: 'replace', path: '/spec/replicas', value: 3 }], 'kubectl-edit'));
    const hotfix = { op: 'add', path: '/spec/template/spec/containers/0/env', value: [{ name: 'HOTFIX', value: 'on' }] } as const;
    stored(await otherClient.cluster.patch(bench.ref('Deployment', 'shop-web', 'apps/v1'), [hotfix], 'kubectl-patch'));
    const before = await otherClient.get(bench.ref('Deployment', 'shop-web', 'apps/v1'));
    await otherClient.delete(bench.ref('ConfigMap', 'shop-inner'));
    stored(await otherClient.cluster.patch(bench.ref('Service', 'shop'), [{ op: 'replace', path: '/metadata/annotations/meta.helm.sh~1release-name', value: 'other' }], 'helm'));
    const adoption = await beginHelm({ release: 'shop', namespace: bench.namespace }, place());
    const { edits, leftOut } = adoption.taking;
    expect(edits.map(({ ref, fields }) => [ref.name, fields.map(({ path }) => fieldPathText(path))])).toEqual([['shop-web', ['spec.replicas']]]);
    expect(leftOut.map(({ ref, reason }) => [ref.name, reason.type]).sort()).toEqual([['shop', 'other-release'], ['shop-inner', 'gone']]);
    const outcome = await adoptHelm(adoption, { ...place(), signal: AbortSignal.timeout(30_000) });
    expect(outcome.status).toBe('complete');
    const after = await otherClient.get(bench.ref('Deployment', 'shop-web', 'apps/v1'));
    expect(after['spec']).toEqual(before['spec']);
    expect(JSON.stringify(after['spec'])).toContain('HOTFIX');
    await expect(otherClient.exists(bench.ref('ConfigMap', 'shop-inner'))).resolves.toBe(false);
    expect(managersOf(await otherClient.get(bench.ref('Service', 'shop'))).join()).not.toContain('boxcutter');
  });

  test('a release that names objects of others takes none of them: what a release says is no evidence', async () => {
    await bench.otherClient.apply(bench.configMap('theirs', 'theirs'));
    const forged = files.write('forged', { 'Chart.yaml': 'apiVersion: v2\nname: forged\nversion: 1.0.0\n', 'templates/a.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: mine }\n' });
    expect(await helm('Helm 4', 'install', 'forged', forged, '-n', bench.namespace)).toMatchObject({ code: 0 });
    const name = 'sh.helm.release.v1.forged.v1';
    const release = { name: 'forged', namespace: bench.namespace, version: 1, info: { status: 'deployed' }, chart: {}, manifest: 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: theirs }\n' };
    const content = Buffer.from(Buffer.from(JSON.stringify(release)).toString('base64')).toString('base64');
    stored(await bench.otherClient.cluster.patch(bench.ref('Secret', name), [{ op: 'replace', path: '/data/release', value: content }], 'mallory'));
    await expect(beginHelm({ release: 'forged', namespace: bench.namespace }, place())).rejects.toMatchObject({
      code: 'nothing-to-adopt', details: { leftOut: [{ name: 'theirs', reason: 'unmarked' }] },
    });
  });
});

test('a version that Helm stores while the release is put aside: Helm keeps it, and nothing is written', async () => {
  await smallRelease();
  const adoption = await beginHelm({ release: 'small', namespace: bench.namespace }, place());
  await storedVersion('small', 1, 2, { status: 'pending-upgrade' });
  await expect(adoptHelm(adoption, place())).rejects.toMatchObject({ code: 'release-changed' });
  expect((await secretOf('small', 1)).metadata.labels).toMatchObject({ owner: 'helm' });
  expect((await bench.otherClient.get(bench.ref('ConfigMap', 'small'))).metadata.annotations).not.toHaveProperty(['olm.operatorframework.io/owners']);
});

test('killed while the release is put aside: what Helm has stored until the next run is Helm\'s', async () => {
  await smallRelease();
  await fenceRelease(await beginHelm({ release: 'small', namespace: bench.namespace }, place()), place());
  await storedVersion('small', 1, 2, { status: 'pending-upgrade', owner: 'helm' });
  await expect(adopted({ release: 'small' })).rejects.toMatchObject({ code: 'release-changed' });
  for (const version of [1, 2]) expect((await secretOf('small', version)).metadata.labels).toMatchObject({ owner: 'helm' });
});

test('what the marks of a release say of another extension gives that one up only when it is named', async () => {
  await smallRelease();
  await expect(adopted({ release: 'small', extension: 'victim' })).resolves.toMatchObject({ status: 'complete' });
  await expect(undoHelm('small', bench.namespace, place())).rejects.toMatchObject({
    code: 'release-adopted', message: expect.stringContaining(`extension "victim" with its state in namespace ${bench.namespace} has it. Nothing was changed.`),
  });
  expect(await bench.otherClient.exists(bench.ref('Secret', 'boxcutter.victim'))).toBe(true);
  await expect(undoHelm('small', bench.namespace, place(), { extension: 'victim' })).resolves.toMatchObject({ status: 'complete' });
});

test.each([['complete', true], ['said not to be complete', false]])('an extension that was never adopted, which marks on a release name, and is %s: it is neither taken apart nor given to the release', async (_what, isComplete) => {
  await smallRelease();
  const target = { release: 'small', namespace: bench.namespace, extension: 'victim' };
  await fenceRelease(await beginHelm(target, place()), place());
  const theirs = bench.configMap('theirs', 'theirs');
  await expect(bench.apply(revisionOf([[theirs]], { extension: 'victim' }))).resolves.toMatchObject({ status: 'complete' });
  if (!isComplete) {
    const found = decodeHead(await bench.otherClient.get(bench.ref('Secret', 'boxcutter.victim')));
    const revisions = found.head.revisions.map(({ completeAt: _completeAt, ...revision }) => revision);
    stored(await bench.otherClient.cluster.replace(encodeHead({ ...found.head, revisions }, bench.namespace, found), { fieldManager: 'mallory' }));
  }
  const before = await bench.otherClient.get(refOf(theirs));
  await expect(beginHelm(target, place())).rejects.toMatchObject({ code: 'extension-exists' });
  await expect(undoHelm('small', bench.namespace, place(), { extension: 'victim' })).rejects.toMatchObject({
    code: 'release-not-adopted', message: expect.stringContaining('does not say that it was made of release "small"'),
  });
  await expect(forgetHelm('small', bench.namespace, place(), 0)).rejects.toMatchObject({ code: 'adoption-incomplete' });
  expect(await bench.otherClient.get(refOf(theirs))).toEqual(before);
  expect(await bench.otherClient.exists(bench.ref('Secret', 'boxcutter.victim'))).toBe(true);
});

test('a record that was recovered does not say of which release it was made: who names the extension gives it back', async () => {
  await smallRelease();
  await expect(adopted({ release: 'small' })).resolves.toMatchObject({ status: 'complete' });
  await bench.otherClient.delete(bench.ref('Secret', 'boxcutter.small'));
  await expect(recoverExtension('small', place())).resolves.toMatchObject({ objects: [{ ref: { name: 'small' } }] });
  await expect(undoHelm('small', bench.namespace, place())).rejects.toMatchObject({
    code: 'release-not-adopted', message: expect.stringContaining('does not say that it was made of release "small" in namespace'),
  });
  await expect(undoHelm('small', bench.namespace, place(), { extension: 'small' })).resolves.toMatchObject({ status: 'complete' });
  const back = await bench.otherClient.get(bench.ref('ConfigMap', 'small'));
  expect(back.metadata.annotations).toMatchObject({ 'meta.helm.sh/release-name': 'small' });
  expect((await secretOf('small', 1)).metadata.labels).toMatchObject({ owner: 'helm' });
});

test('a definition that a forged manifest names is left to the release that has installed it', async () => {
  const name = `shops.${group}`;
  const definition = shopChart(group)['crds/shops.yaml'] ?? '';
  const vendor = files.write('vendor', { 'Chart.yaml': 'apiVersion: v2\nname: vendor\nversion: 1.0.0\n', 'crds/shops.yaml': definition, 'templates/a.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: vendor }\n' });
  expect(await helm('Helm 4', 'install', 'vendor', vendor, '-n', bench.namespace)).toMatchObject({ code: 0 });
  await smallRelease();
  const manifest = `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: small }\n---\n${definition}`;
  const release = { name: 'small', namespace: bench.namespace, version: 1, info: { status: 'deployed' }, chart: {}, manifest };
  const value = Buffer.from(Buffer.from(JSON.stringify(release)).toString('base64')).toString('base64');
  stored(await bench.otherClient.cluster.patch(bench.ref('Secret', 'sh.helm.release.v1.small.v1'), [{ op: 'replace', path: '/data/release', value }], 'mallory'));
  const { taking: { leftOut, seen } } = await beginHelm({ release: 'small', namespace: bench.namespace }, place());
  expect([seen.map(idOf), leftOut.map(({ ref, reason }) => [ref.name, reason.type])]).toEqual([['ConfigMap/small'], [[name, 'unmarked']]]);

  // Of the release that has it in crds/ it is, and Helm would not delete it either.
  await expect(adopted({ release: 'vendor' })).resolves.toMatchObject({ status: 'complete' });
  await expect(deleteExtension('vendor', { ...place(), signal: AbortSignal.timeout(30_000) })).resolves.toMatchObject({ status: 'complete' });
  const left = { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', name };
  expect([await bench.otherClient.exists(left), await bench.otherClient.exists(bench.ref('ConfigMap', 'vendor'))]).toEqual([true, false]);
});

test('a failed version that was named is given back, too', async () => {
  await smallRelease();
  const { metadata: { uid } } = await secretOf('small', 1);
  stored(await bench.otherClient.cluster.patch(bench.ref('Secret', 'sh.helm.release.v1.small.v1'), [
    { op: 'test', path: '/metadata/uid', value: uid }, { op: 'replace', path: '/metadata/labels/status', value: 'failed' },
  ], 'helm'));
  await expect(adopted({ release: 'small', releaseVersion: 1 })).resolves.toMatchObject({ status: 'complete' });
  await expect(undoHelm('small', bench.namespace, place())).resolves.toMatchObject({ status: 'complete' });
  expect((await secretOf('small', 1)).metadata.labels).toMatchObject({ owner: 'helm', status: 'failed' });
});

async function smallRelease(): Promise<void> {
  const small = files.write('small-once', { 'Chart.yaml': 'apiVersion: v2\nname: small\nversion: 1.0.0\n', 'templates/a.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: "{{ .Release.Name }}" }\n' });
  expect(await helm('Helm 4', 'install', 'small', small, '-n', bench.namespace)).toMatchObject({ code: 0 });
}

function secretOf(release: string, version: number): Promise<KubeObject> {
  return bench.otherClient.get(bench.ref('Secret', `sh.helm.release.v1.${release}.v${version}`));
}

/** As Helm begins an upgrade: one more version, and the ones before as they were. */
async function storedVersion(release: string, from: number, version: number, labels: Record<string, string>): Promise<ObjectRef> {
  const { type, data } = await secretOf(release, from);
  const copy = {
    apiVersion: 'v1', kind: 'Secret', type, data,
    metadata: { name: `sh.helm.release.v1.${release}.v${version}`, namespace: bench.namespace, labels: { owner: 'helm', name: release, version: String(version), ...labels } },
  };
  return refOf(stored(await bench.otherClient.cluster.create(copy as KubeObject, { fieldManager: 'helm' })));
}

test('what Helm has stored goes when it is asked for, after a while, and only of a release that is adopted', async () => {
  const small = files.write('small', { 'Chart.yaml': 'apiVersion: v2\nname: small\nversion: 1.0.0\n', 'templates/a.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: "{{ .Release.Name }}" }\n' });
  for (const command of ['install', 'upgrade']) expect(await helm('Helm 3', command, 'small', small, '-n', bench.namespace)).toMatchObject({ code: 0 });
  await expect(forgetHelm('small', bench.namespace, place())).rejects.toMatchObject({ code: 'release-not-adopted' });
  await adopted({ release: 'small' });
  await expect(beginHelm({ release: 'small', namespace: bench.namespace }, place())).resolves.toMatchObject({ isAdopted: true });
  await expect(forgetHelm('small', bench.namespace, place())).rejects.toMatchObject({ code: 'adoption-recent' });
  const third = await storedVersion('small', 2, 3, { status: 'pending-upgrade' });
  await expect(forgetHelm('small', bench.namespace, place(), 0)).rejects.toMatchObject({ code: 'release-changed', message: expect.stringContaining('version 3 ') });
  await bench.otherClient.delete(third);
  await expect(forgetHelm('small', bench.namespace, place(), 0)).resolves.toEqual({ extension: 'small', versions: 2 });
  await expect(undoHelm('small', bench.namespace, place())).rejects.toMatchObject({ code: 'release-not-adopted' });
});
