/** Revisions that a person writes with kubectl, on a real API server: rolled out phase by phase, kept, handed over, archived, deleted. */
import { GROUP, LABEL_OWNER_NAME, type KubeObject, type OwnerReference } from '../../../../lib/api';
import { revisionController } from '../../../../lib/controllers/revision';
import { AuditLog } from '../../support/audit';
import { ControllerBench, type Process } from '../../support/controllers';

let bench: ControllerBench;
let controller: Process;

beforeEach(async () => {
  bench = await ControllerBench.open('rev');
  controller = await bench.start(revisionController());
});
afterEach(() => bench.close());

const valueOf = (object: KubeObject | undefined): unknown => (object?.['data'] as { value?: string } | undefined)?.value;
const requests = (): Readonly<Record<string, number>> => {
  const { watch: _watch, discovery: _discovery, ...others } = controller.cluster.requests();
  return others;
};

test('A revision of YAML is rolled out: conditions, digests, and the owner of its objects', async () => {
  await bench.createYaml(`
apiVersion: olm.operatorframework.io/v1
kind: ClusterExtensionRevision
metadata:
  name: ${bench.nameOf()}
  labels:
    boxcutter.test/shard: ${bench.extension}
    olm.operatorframework.io/owner-name: ${bench.extension}
  annotations:
    olm.operatorframework.io/bundle-version: 1.2.0
spec:
  lifecycleState: Active
  revision: 1
  collisionProtection: Prevent
  phases:
  - name: configuration
    objects:
    - object:
        apiVersion: v1
        kind: ConfigMap
        metadata: { name: settings, namespace: ${bench.namespace} }
        data: { value: "1" }
  - name: deploy
    objects:
    - object:
        apiVersion: apps/v1
        kind: Deployment
        metadata: { name: web, namespace: ${bench.namespace} }
        spec:
          replicas: 1
          selector: { matchLabels: { app: web } }
          template:
            metadata: { labels: { app: web } }
            spec: { containers: [{ name: web, image: "example.com/web:1" }] }
`);
  expect(await bench.reason('Succeeded', 'RolloutSuccess')).toMatchObject({ status: 'True', message: 'Revision succeeded rolling out.' });
  expect(await bench.condition('Progressing')).toMatchObject({ status: 'False', reason: 'RolledOut', message: 'Revision 1.2.0 is rolled out.', observedGeneration: 1 });
  expect(await bench.condition('Available')).toMatchObject({
    status: 'True', reason: 'ProbesSucceeded', message: 'Objects are available and pass all probes.',
  });
  const revision = await bench.client.get(bench.revisionRef(bench.nameOf()));
  expect(revision.metadata.finalizers).toEqual(['olm.operatorframework.io/teardown']);
  expect(revision['status']).toMatchObject({ observedPhases: [{ name: 'configuration' }, { name: 'deploy' }] });
  const settings = await bench.client.get(bench.ref('ConfigMap', 'settings'));
  expect(settings.metadata.ownerReferences).toEqual([{
    apiVersion: 'olm.operatorframework.io/v1', kind: 'ClusterExtensionRevision', name: bench.nameOf(), uid: revision.metadata.uid,
    controller: true, blockOwnerDeletion: true,
  }]);
  expect(settings.metadata).toMatchObject({
    annotations: { 'olm.operatorframework.io/revision': '1' },
    labels: { [LABEL_OWNER_NAME]: bench.extension, 'olm.operatorframework.io/owner-kind': 'ClusterExtension' },
  });
});

test('Creating takes one request an object, beside a fixed overhead; at rest nothing is sent', async () => {
  const objects = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => bench.configMap(name, '1'));
  const before = requests();
  const audit = new AuditLog();
  await bench.create({ phases: [['configuration', ...objects]] });
  await bench.reason('Succeeded', 'RolloutSuccess');
  const after = requests();
  // A dry run for each object before anything is written, and one of a process, for how this server creates; the finalizer is the seventh
  // patch; digests and outcome are the two updates.
  const spent = Object.fromEntries(Object.entries(after).map(([verb, count]) => [verb, count - (before[verb] ?? 0)]).filter(([, count]) => count));
  expect(spent).toEqual({ dryRun: 6 + 1, patch: 6 + 1, update: 2 });
  const sent = await audit.events(({ objectRef, requestURI }) => objectRef?.namespace === bench.namespace && requestURI.includes(`fieldManager=${GROUP}`));
  const writes = sent.filter(({ requestURI }) => !requestURI.includes('dryRun=All'));
  expect(writes.map(({ verb, objectRef }) => `${verb} ${objectRef?.name}`).sort()).toEqual(['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `patch ${name}`));
  await bench.client.apply({ ...bench.configMap('elsewhere', '1'), metadata: { name: 'elsewhere', namespace: bench.namespace, labels: { [LABEL_OWNER_NAME]: 'none' } } });
  await bench.client.until(bench.ref('ConfigMap', 'elsewhere'), (live) => live !== undefined);
  expect(requests()).toEqual(after);
});

test('A phase waits for the probes of the one before: a claim that is Pending', async () => {
  await bench.create({
    phases: [['storage', bench.claim('data')], ['configuration', bench.configMap('after', '1')]],
    spec: {
      progressionProbes: [{
        selector: { type: 'GroupKind', groupKind: { group: '', kind: 'PersistentVolumeClaim' } },
        assertions: [{ type: 'FieldValue', fieldValue: { fieldPath: 'status.phase', value: 'Bound' } }],
      }],
    },
  });
  const available = await bench.reason('Available', 'ProbeFailure');
  expect(available).toMatchObject({
    status: 'False',
    message: `Object PersistentVolumeClaim.v1 ${bench.namespace}/data: ".status.phase" == "Bound": it is "Pending"`,
  });
  expect(await bench.condition('Progressing')).toMatchObject({ status: 'True', reason: 'RollingOut', message: 'Revision 1 is rolling out.' });
  expect(await bench.client.exists(bench.ref('ConfigMap', 'after'))).toBe(false);
  await bench.bind('data');
  await bench.reason('Succeeded', 'RolloutSuccess');
  expect(await bench.client.exists(bench.ref('ConfigMap', 'after'))).toBe(true);
});

test('Drift is repaired, deleted objects are made anew, and changes of others elsewhere are left alone', async () => {
  await bench.create({ phases: [['configuration', bench.configMap('a', '1'), bench.configMap('b', '1')]] });
  await bench.reason('Succeeded', 'RolloutSuccess');
  const before = requests();
  await bench.client.apply({ ...bench.configMap('b', 'theirs'), data: { other: 'x' } });
  await bench.client.apply({ ...bench.configMap('a', 'drifted') });
  await bench.client.until(bench.ref('ConfigMap', 'a'), (live) => valueOf(live) === '1');
  const after = requests();
  expect((after['patch'] ?? 0) - (before['patch'] ?? 0)).toBe(1);
  await bench.client.delete(bench.ref('ConfigMap', 'b'));
  await bench.client.until(bench.ref('ConfigMap', 'b'), (live) => valueOf(live) === '1');
  await controller.told('Repaired', 2);
  expect(await bench.condition('Progressing')).toMatchObject({ reason: 'RolledOut' });
});

test('A newer revision takes objects over with one request each, nothing is made anew, and the older one is archived', async () => {
  const [a, b, web] = [bench.ref('ConfigMap', 'a'), bench.ref('ConfigMap', 'b'), bench.ref('Deployment', 'web', 'apps/v1')];
  await bench.create({ version: '1.0.0', phases: [['configuration', bench.configMap('a', '1'), bench.configMap('b', '1'), bench.configMap('old', '1')], ['deploy', bench.deployment('web')]] });
  await bench.reason('Succeeded', 'RolloutSuccess');
  const uids = await bench.uids(a, b, web);
  const before = requests();
  const audit = new AuditLog();
  await bench.create({
    number: 2, version: '1.1.0', spec: await bench.after(1),
    phases: [['configuration', bench.configMap('a', '1'), bench.configMap('b', '2')], ['deploy', bench.deployment('web')]],
  });
  await bench.reason('Succeeded', 'RolloutSuccess', 2);
  expect(await bench.reason('Progressing', 'Archived')).toMatchObject({ status: 'False', message: 'revision is archived' });
  expect(await bench.condition('Available')).toMatchObject({ status: 'Unknown', reason: 'Archived' });
  expect(await bench.condition('Succeeded')).toMatchObject({ status: 'True' });
  expect(await bench.uids(a, b, web)).toEqual(uids);
  // The Deployment controller counts templates: there was never another one, so nothing was restarted.
  expect((await bench.client.get(web)).metadata.annotations).toMatchObject({ 'deployment.kubernetes.io/revision': '1' });
  expect(await bench.client.exists(bench.ref('ConfigMap', 'old'))).toBe(false);
  const { uid } = (await bench.client.get(bench.revisionRef(bench.nameOf(2)))).metadata;
  for (const ref of [a, b, web]) {
    const owners = (await bench.client.get(ref)).metadata.ownerReferences as readonly OwnerReference[];
    expect(owners).toEqual([expect.objectContaining({ uid, controller: true })]);
  }
  await bench.client.until(bench.revisionRef(bench.nameOf()), (live) => live?.metadata.finalizers === undefined);
  // Three handovers, two finalizers set, one archived, one finalizer taken off, and one delete.
  const after = requests();
  expect((after['patch'] ?? 0) - (before['patch'] ?? 0)).toBe(3 + 1 + 1 + 1);
  expect((after['delete'] ?? 0) - (before['delete'] ?? 0)).toBe(1);
  const sent = await audit.events(({ verb, userAgent = '', objectRef, requestURI }) => objectRef?.namespace === bench.namespace
    && ['patch', 'update', 'create', 'delete'].includes(verb) && !requestURI.includes('dryRun=All') && userAgent.startsWith('boxcutter'));
  const ours = sent.filter(({ verb, requestURI }) => verb === 'delete' || requestURI.includes(`fieldManager=${GROUP}`));
  expect(ours.map(({ verb, objectRef }) => `${verb} ${objectRef?.resource}/${objectRef?.name}`).sort())
    .toEqual(['delete configmaps/old', 'patch configmaps/a', 'patch configmaps/b', 'patch deployments/web']);
});

test('A deleted revision goes in reverse order of its phases, and its own object goes last', async () => {
  const held = { ...bench.configMap('last', '1'), metadata: { name: 'last', namespace: bench.namespace, finalizers: ['boxcutter.test/hold'] } };
  await bench.create({ phases: [['first', bench.configMap('first', '1')], ['last', held]] });
  await bench.reason('Succeeded', 'RolloutSuccess');
  await bench.client.delete(bench.revisionRef(bench.nameOf()));
  await bench.client.until(bench.ref('ConfigMap', 'last'), (live) => live?.metadata.deletionTimestamp !== undefined);
  await bench.client.until(bench.revisionRef(bench.nameOf()), (live) => JSON.stringify(live?.['status'] ?? '').includes('is being deleted'));
  expect(await bench.condition('Progressing')).toMatchObject({ status: 'True', reason: 'RollingOut' });
  expect(await bench.client.exists(bench.ref('ConfigMap', 'first'))).toBe(true);
  await bench.client.cluster.patch(bench.ref('ConfigMap', 'last'), [{ op: 'remove', path: '/metadata/finalizers' }], 'kubectl');
  await bench.gone(bench.revisionRef(bench.nameOf()));
  expect(await bench.client.exists(bench.ref('ConfigMap', 'first'))).toBe(false);
});
