/** What goes with the content of a revision: what the user chose. And which package an extension is. */
import { LABEL_OWNER_NAME, type KubeObject, type ResolvedRevision } from '../../../../lib/api';
import { applyRevision, planRevision, recordedChoices, rollbackExtension, type Outcome, type WriteOptions } from '../../../../lib/runtime';
import { readHead } from '../../../../lib/state';
import { FakeCluster } from '../fake-cluster';

const NAMESPACE = 'shop';
let server: FakeCluster;
beforeEach(() => {
  server = new FakeCluster();
});

const options = (more: Partial<WriteOptions> = {}): WriteOptions => ({ cluster: server.cluster, stateNamespace: NAMESPACE, ...more });
const apply = (revision: ResolvedRevision, more: Partial<WriteOptions> = {}): Promise<Outcome> => applyRevision(revision, options(more));
const recorded = () => recordedChoices('web', options());

function revision(value: string, more: Partial<ResolvedRevision> = {}): ResolvedRevision {
  const metadata = { name: 'settings', namespace: NAMESPACE, labels: { [LABEL_OWNER_NAME]: 'web' } };
  const object: KubeObject = { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { value } };
  return { extension: 'web', number: 1, digest: value, probes: [], phases: [{ name: 'a', objects: [{ object, collisionProtection: 'Prevent' }] }], ...more };
}

describe('what was chosen', () => {
  test('is not known of an extension that is not installed, nor of one whose revision does not say it', async () => {
    await expect(recorded()).resolves.toBeUndefined();
    await apply(revision('1'));
    await expect(recorded()).resolves.toEqual({});
  });

  test('is kept with the content of the newest revision, and not in the record', async () => {
    await apply(revision('1', { packageName: 'web', config: { token: 'hunter2' }, certificates: 'cert-manager' }));
    await expect(recorded()).resolves.toEqual({ packageName: 'web', config: { token: 'hunter2' }, certificates: 'cert-manager' });
    expect(JSON.stringify((await readHead(server.cluster, 'web', NAMESPACE))?.head)).not.toContain('hunter2');
    await apply(revision('2', { config: {} }));
    await expect(recorded()).resolves.toMatchObject({ config: {} });
  });

  test('comes back with the revision that is rolled back to', async () => {
    await apply(revision('1', { config: { a: 1 } }));
    await apply(revision('2', { config: { a: 2 } }));
    await rollbackExtension('web', options());
    await expect(recorded()).resolves.toMatchObject({ config: { a: 1 } });
  });

  test('counts as a change of its own: other choices that give the same objects are recorded under the same number, and once', async () => {
    await apply(revision('1', { config: { a: 1 } }));
    await expect(apply(revision('1', { config: { a: 2 } }))).resolves.toMatchObject({ status: 'complete', revision: 1, unchanged: true, newRevision: false });
    await expect(recorded()).resolves.toMatchObject({ config: { a: 2 } });
    const before = await readHead(server.cluster, 'web', NAMESPACE);
    await apply(revision('1', { config: { a: 2 } }));
    expect((await readHead(server.cluster, 'web', NAMESPACE))?.resourceVersion).toBe(before?.resourceVersion);
  });

  test('of a dry run is not recorded', async () => {
    await apply(revision('1', { config: { a: 1 } }));
    await apply(revision('2', { config: { a: 2 } }), { dryRun: true });
    await expect(recorded()).resolves.toMatchObject({ config: { a: 1 } });
  });

  test('of a revision whose content is lost is that of the one before', async () => {
    await apply(revision('1', { config: { a: 1 } }));
    await apply(revision('2', { config: { a: 2 } }));
    server.remove({ apiVersion: 'v1', kind: 'Secret', namespace: NAMESPACE, name: 'boxcutter-content.web.2' });
    await expect(recorded()).resolves.toMatchObject({ config: { a: 1 } });
  });
});

describe('another package under the same name', () => {
  const keda = revision('1', { packageName: 'keda' });
  const kiali = revision('2', { packageName: 'kiali' });

  test('is refused by apply, dry run and plan, with both names, before anything is written', async () => {
    await apply(keda);
    const before = await readHead(server.cluster, 'web', NAMESPACE);
    const refusal = { code: 'package-differs', category: 'input', message: expect.stringMatching(/Extension "web" is package keda, and this is package kiali: .*Nothing was changed\./) };
    await expect(apply(kiali)).rejects.toMatchObject(refusal);
    await expect(apply(kiali, { dryRun: true })).rejects.toMatchObject(refusal);
    await expect(planRevision(kiali, options())).rejects.toMatchObject(refusal);
    expect((await readHead(server.cluster, 'web', NAMESPACE))?.resourceVersion).toBe(before?.resourceVersion);
  });

  test('takes its place where that is meant, and rolling back needs no permission for it', async () => {
    await apply(keda);
    await expect(planRevision(kiali, { ...options(), changePackage: true })).resolves.toMatchObject({ changes: true });
    await expect(apply(kiali, { changePackage: true })).resolves.toMatchObject({ status: 'complete', revision: 2 });
    await expect(rollbackExtension('web', options())).resolves.toMatchObject({ status: 'complete', revision: 3 });
    await expect(apply(keda)).resolves.toMatchObject({ status: 'complete' });
  });

  test('where one of the two names no package, nothing is refused', async () => {
    await apply(revision('1'));
    await apply(keda);
    await expect(apply(revision('3'))).resolves.toMatchObject({ status: 'complete' });
  });
});
