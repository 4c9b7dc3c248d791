/** What operator-controller of upstream installed by Helm goes on under our controllers: revision 1 as it runs, and nothing is made anew. */
import { join } from 'node:path';
import { loadAll } from 'js-yaml';
import { type KubeObject, refOf } from '../../../../lib/api';
import { chunkedSecrets } from '../../../lib/adoption/helm/stored';
import { helmProgram } from '../../../lib/formats/helm/helm';
import { boxcutter } from '../../cli/command';
import { managersOf } from '../../adoption/helm-bench';
import { stored } from '../../support/extension';
import { fleet, PublishedCatalog, revision, saidOf } from '../fleet';
import { lease } from '../inherited/operator-controller';
import { OFF, replicaOf } from './replica';

const GROUP = 'olm.operatorframework.io';
const FINALIZERS = [`${GROUP}/cleanup-unpack-cache`, `${GROUP}/cleanup-contentmanager-cache`];
// Before the cluster is left.
afterAll(async () => {
  for (const { apiVersion, kind, metadata: { name = '' } } of [...lock(), ...granted].filter((one) => one.metadata.namespace === undefined)) {
    await group.other.delete({ apiVersion, kind, name });
  }
});
const group = fleet();
const { named, config, workload, uidsOf, ask, end, restart } = replicaOf(group);
let namespace: string;
let catalogRef: string;

const manifest = (name: string, data: object): object => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data });

/** What a bundle renders, in the order of an apply. */
async function rendered(name: string, version: string): Promise<readonly KubeObject[]> {
  const folder = join(group.scratch.path, `migration-draft/bundles/${name}.v${version}`);
  const { stdout, stderr, code } = await boxcutter(['bundle', 'render', folder, '--name', named(name).name, '-n', namespace, '--objects', '-o', 'json']);
  if (code !== 0) throw new Error(stderr);
  return (JSON.parse(stdout) as { readonly items: readonly KubeObject[] }).items;
}

/** As operator-controller writes an object: by Helm as a library, with the marks of both, and the extension as its controller. */
async function write(found: KubeObject, owner: KubeObject): Promise<KubeObject> {
  const { metadata } = found;
  const { name = '', uid = '' } = owner.metadata;
  const labels = { ...metadata.labels, [`${GROUP}/owner-kind`]: 'ClusterExtension', [`${GROUP}/owner-name`]: name };
  const ownerReferences = [{ apiVersion: owner.apiVersion, kind: owner.kind, name, uid, controller: true, blockOwnerDeletion: true }];
  const written = { ...found, metadata: { ...metadata, labels, ownerReferences } };
  const marks = { 'meta.helm.sh/release-name': name, 'meta.helm.sh/release-namespace': namespace };
  stored(await group.test.cluster.create({
    ...written,
    metadata: { ...written.metadata, labels: { ...labels, 'app.kubernetes.io/managed-by': 'Helm' }, annotations: { ...metadata.annotations, ...marks } },
  }, { fieldManager: 'operator-controller' }));
  return written;
}

interface Release {
  readonly objects: readonly KubeObject[];
  readonly version: number;
  readonly status: string;
  readonly bundle: string;
}

/** The Secrets of a release, its index first. */
function secretsOf(name: string, owner: KubeObject, { objects, version, status, bundle }: Release): readonly KubeObject[] {
  const labels = {
    [`${GROUP}/package-name`]: name, [`${GROUP}/bundle-name`]: `${name}.v${bundle}`, [`${GROUP}/bundle-version`]: bundle,
    [`${GROUP}/bundle-reference`]: `${group.front.host}/migration/${name}:v${bundle}`,
  };
  const text = objects.map((one) => JSON.stringify(one)).join('\n');
  const { name: extensionName = '', uid = '' } = owner.metadata;
  const draft = { name: extensionName, namespace, version, status, manifest: text, more: { labels, config: undefined } };
  return chunkedSecrets(draft, 500).map((secret, place) => {
    const { uid: _uid, resourceVersion: _version, ...metadata } = secret.metadata;
    const ownerReferences = [{ apiVersion: owner.apiVersion, kind: owner.kind, name: extensionName, uid, controller: true }];
    return { ...secret, metadata: { ...metadata, namespace, ...(place === 0 ? { ownerReferences } : {}) } };
  });
}

/** An extension with the finalizers of operator-controller. */
async function asked(name: string, version: string, more: object = {}): Promise<KubeObject> {
  await ask(name, version, more);
  return stored(await group.test.cluster.patch(named(name), [{ op: 'add', path: '/metadata/finalizers', value: FINALIZERS }], 'operator-controller'));
}

const releases = async (name: string): Promise<readonly KubeObject[]> => (await group.test.cluster.list({
  apiVersion: 'v1', kind: 'Secret', namespace, labelSelector: `type=index,name=${named(name).name}`,
})).objects;

beforeAll(async () => {
  const catalog = new PublishedCatalog(group, 'migration');
  for (const name of ['moved', 'torn', 'stuck', 'failed', 'served', 'switched']) {
    await catalog.bundle(name, '1.0.0', { objects: [manifest(name, { version: '1', dropped: 'later' })] });
    await catalog.bundle(name, '1.1.0', { objects: [manifest(name, { version: '2' })] });
    catalog.package(name, { stable: [{ name: '1.0.0' }, { name: '1.1.0', replaces: `${name}.v1.0.0` }] });
  }
  catalogRef = await catalog.push();
  ({ namespace } = group.test);
  await group.apply('ClusterCatalog', group.shard, { source: { type: 'Image', image: { ref: catalogRef } } });
  for (const one of lock()) await group.other.apply(one);
}, 600_000);

let granted: readonly KubeObject[] = [];

/** The ConfigMap of `switched` can only be changed with an annotation that says so: a takeover stays in the middle until then. */
function lock(): readonly KubeObject[] {
  const apiVersion = 'admissionregistration.k8s.io/v1';
  const name = `switched.${group.shard}`;
  const resourceRules = [{ apiGroups: [''], apiVersions: ['v1'], operations: ['UPDATE'], resources: ['configmaps'], resourceNames: ['switched'] }];
  const validations = [{ expression: "has(object.metadata.annotations) && 'open' in object.metadata.annotations", message: 'it is locked' }];
  return [
    { apiVersion, kind: 'ValidatingAdmissionPolicy', metadata: { name }, spec: { failurePolicy: 'Fail', matchConstraints: { resourceRules }, validations } },
    {
      apiVersion, kind: 'ValidatingAdmissionPolicyBinding', metadata: { name },
      spec: { policyName: name, validationActions: ['Deny'], matchResources: { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': namespace } } } },
    },
  ];
}

const uids = new Map<string, string | undefined>();
const spared = async (): Promise<readonly KubeObject[]> => Promise.all([config('moved'), workload('moved')].map((ref) => group.other.get(ref)));

test('a release in chunks becomes revision 1, which protects from no collision; the bundle makes revision 2; no object is made anew', async () => {
  const owner = await asked('moved', '1.0.0');
  const objects: KubeObject[] = [];
  for (const one of await rendered('moved', '1.0.0')) objects.push(await write(one, owner));
  const older = secretsOf('moved', owner, { objects: [], version: 1, status: 'superseded', bundle: '0.9.0' });
  const newest = secretsOf('moved', owner, { objects, version: 2, status: 'deployed', bundle: '1.0.0' });
  expect(newest.length).toBeGreaterThan(1);
  for (const secret of [...older, ...newest]) await group.test.cluster.create(secret);
  for (const { metadata } of await spared()) uids.set(metadata.name ?? '', metadata.uid);

  // Two controllers would write the same objects.
  const held = await group.other.apply(lease(namespace));
  await restart();
  await group.until(named('moved'), 'Progressing True RollingOut: is stopped: kubectl scale --replicas 0 deployment operator-controller-controller-manager');
  expect(await group.other.exists(revision(`${named('moved').name}-1`))).toBe(false);
  await group.other.delete(refOf(held));
  await restart();
  await group.until(named('moved'), 'Installed True Succeeded');
  await group.until(revision(`${named('moved').name}-1`), 'Progressing False Archived');
  await group.until(revision(`${named('moved').name}-2`), 'Progressing False RolledOut');
  const [one, two] = await Promise.all([1, 2].map((number) => group.other.get(revision(`${named('moved').name}-${number}`))));
  expect(one).toMatchObject({
    metadata: { annotations: { [`${GROUP}/migrated-from-helm`]: `sh.helm.release.v1.${named('moved').name}.v2`, [`${GROUP}/bundle-name`]: 'moved.v1.0.0' } },
    spec: { revision: 1, collisionProtection: 'None' },
  });
  expect(two).toMatchObject({ spec: { revision: 2, collisionProtection: 'Prevent' } });
  for (const { kind, metadata } of await spared()) {
    expect([metadata.name, metadata.uid]).toEqual([metadata.name, uids.get(metadata.name ?? '')]);
    expect(metadata.ownerReferences?.map((reference) => reference.name)).toEqual([two?.metadata.name]);
    expect(JSON.stringify([metadata.labels, metadata.annotations])).not.toMatch(/helm/i);
    expect([kind, managersOf({ kind, metadata } as KubeObject).filter((manager) => !manager.startsWith('kube-controller-manager'))]).toEqual([kind, [`${GROUP} Apply`]]);
  }
});

test('operator-controller finds no release any more; what is stored of it goes with revision 1', async () => {
  const indexes = await releases('moved');
  expect(indexes.map(({ metadata: { labels, ownerReferences = [] } }) => [labels?.['owner'], ownerReferences.map(({ kind, name }) => `${kind} ${name}`)])).toEqual([
    [undefined, [`ClusterExtensionRevision ${named('moved').name}-1`]], [undefined, [`ClusterExtensionRevision ${named('moved').name}-1`]],
  ]);
});

test('upgrades go their usual way, fields that the package drops go, and the extension can be deleted', async () => {
  await ask('moved', '1.1.0');
  await group.until(named('moved'), 'Progressing True Succeeded: Revision 1.1.0 is rolled out.');
  const live = await group.other.get(config('moved'));
  expect([live['data'], live.metadata.uid]).toEqual([{ version: '2' }, uids.get('moved')]);
  await group.other.delete(named('moved'));
  await group.other.until(named('moved'), (found) => found === undefined);
  for (const ref of [config('moved'), workload('moved')]) await group.other.until(ref, (found) => found === undefined);
});

test('a chunk that is missing is named in the status, nothing is changed, and it goes on when it is there', async () => {
  await end();
  const owner = await asked('torn', '1.0.0');
  const objects: KubeObject[] = [];
  for (const one of await rendered('torn', '1.0.0')) objects.push(await write(one, owner));
  const [index, lost, ...chunks] = secretsOf('torn', owner, { objects, version: 1, status: 'deployed', bundle: '1.0.0' });
  // As operator-controller leaves them when it ends in between: it writes index and chunks one after the other.
  for (const secret of [index, ...chunks]) if (secret !== undefined) await group.test.cluster.create(secret);
  await restart();
  await group.until(named('torn'), 'Installed Unknown Failed: is missing');
  expect((await group.other.get(config('torn'))).metadata.ownerReferences?.map(({ kind }) => kind)).toEqual(['ClusterExtension']);
  if (lost !== undefined) await group.test.cluster.create(lost);
  await group.until(named('torn'), 'Progressing True Succeeded: Revision 1.0.0 is rolled out.');
});

test('what does not run well counts as installed, so another version can mend it', async () => {
  await end();
  const owner = await asked('stuck', '1.1.0');
  const objects: KubeObject[] = [];
  const claim = { apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: { name: 'stuck', namespace }, spec: { accessModes: ['ReadWriteOnce'], storageClassName: 'none-such', resources: { requests: { storage: '1Gi' } } } };
  for (const one of [claim, ...await rendered('stuck', '1.0.0')]) objects.push(await write(one, owner));
  for (const secret of secretsOf('stuck', owner, { objects, version: 1, status: 'deployed', bundle: '1.0.0' })) await group.test.cluster.create(secret);
  await restart();
  await group.until(revision(`${named('stuck').name}-1`), 'Succeeded True RolloutSuccess');
  await group.until(named('stuck'), 'Progressing True Succeeded: Revision 1.1.0 is rolled out.');
});

test('an install that failed half-way: what there is of it is taken over, and the rest comes with the bundle', async () => {
  await end();
  const owner = await asked('failed', '1.0.0');
  const all = await rendered('failed', '1.0.0');
  const objects: KubeObject[] = [];
  for (const one of all) objects.push(one.kind === 'Deployment' ? one : await write(one, owner));
  for (const secret of secretsOf('failed', owner, { objects, version: 1, status: 'failed', bundle: '1.0.0' })) await group.test.cluster.create(secret);
  await restart();
  await group.until(revision(`${named('failed').name}-2`), 'Progressing False RolledOut');
  const live = await group.until(named('failed'), 'Progressing True Succeeded: Revision 1.0.0 is rolled out.');
  expect(saidOf(live).join()).not.toContain('ollision');
  await expect(group.other.exists(workload('failed'))).resolves.toBe(true);
});

/** What another client has written of an object: nobody has touched it when it is the same. The controller of Deployments counts on it. */
const stand = async (name: string): Promise<readonly unknown[]> => Promise.all([config(name), workload(name)].map(async (ref) => {
  const { metadata: { uid, labels, annotations = {}, ownerReferences } } = await group.other.get(ref);
  const { 'deployment.kubernetes.io/revision': _counted, ...written } = annotations;
  return { uid, labels, annotations: written, ownerReferences };
}));

test('with a service account, nothing is taken over before that may do all of it; then all of it is done as that account', async () => {
  await end();
  const account = 'installer';
  await group.other.apply({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: account, namespace } });
  const owner = await asked('served', '1.0.0', { serviceAccount: { name: account } });
  const objects: KubeObject[] = [];
  for (const one of await rendered('served', '1.0.0')) objects.push(await write(one, owner));
  for (const secret of secretsOf('served', owner, { objects, version: 1, status: 'deployed', bundle: '1.0.0' })) await group.test.cluster.create(secret);
  const before = { stand: await stand('served'), uids: await uidsOf('served'), releases: await releases('served') };
  await restart();
  const live = await group.until(named('served'), 'Installed Unknown Failed: pre-authorization failed');
  const said = saidOf(live).join('\n');
  expect(said).toContain(`Namespace:"${namespace}" APIGroups:[] Resources:[configmaps] ResourceNames:[served] Verbs:[create,delete,get,patch]`);
  expect(said).toContain(`Namespace:"${namespace}" APIGroups:[apps] Resources:[deployments] ResourceNames:[served-operator] Verbs:[create,delete,get,patch]`);
  expect(said).toContain('nothing is taken over, and what is installed runs on as it is');
  expect({ stand: await stand('served'), uids: await uidsOf('served'), releases: await releases('served') }).toEqual(before);
  expect(await group.other.exists(revision(`${named('served').name}-1`))).toBe(false);

  const folder = join(group.scratch.path, 'migration-draft/bundles/served.v1.0.0');
  const roles = await boxcutter(['bundle', 'permissions', folder, '-n', namespace, '--name', named('served').name, '--engine', 'service-account', '--for', `${namespace}/${account}`]);
  granted = loadAll(roles.stdout) as readonly KubeObject[];
  for (const role of granted) await group.other.apply(role);
  await group.until(named('served'), 'Progressing True Succeeded: Revision 1.0.0 is rolled out.');
  expect(await uidsOf('served')).toEqual(before.uids);
  const { metadata: { annotations = {} } } = await group.other.get(revision(`${named('served').name}-1`));
  expect(Object.values(annotations)).toEqual(expect.arrayContaining([account, namespace]));
  expect((await releases('served')).map(({ metadata: { labels } }) => labels?.['owner'])).toEqual([undefined]);
});

test('the gate goes off in the middle: neither we nor helm go on, the status says so; on again, nothing is made anew', async () => {
  await end();
  const owner = await asked('switched', '1.0.0');
  const objects: KubeObject[] = [];
  for (const one of await rendered('switched', '1.0.0')) objects.push(await write(one, owner));
  for (const secret of secretsOf('switched', owner, { objects, version: 1, status: 'deployed', bundle: '1.0.0' })) await group.test.cluster.create(secret);
  const before = await uidsOf('switched');
  await restart();
  await group.until(named('switched'), 'Progressing True RollingOut: it is locked');

  await restart(...OFF, '--helm', helmProgram());
  await group.until(named('switched'), `Progressing True RollingOut: is being taken over by revision ${named('switched').name}-1, which goes on when the feature gate BoxcutterRuntime is on.`);
  const half = await stand('switched');
  await group.test.cluster.patch(config('switched'), [{ op: 'add', path: '/metadata/annotations/open', value: 'yes' }], 'kubectl');
  const { metadata: { generation } } = await ask('switched', '1.1.0') as KubeObject & { readonly metadata: { readonly generation?: number } };
  await group.other.until(named('switched'), (live) => (
    (live?.['status'] as { readonly conditions: readonly { readonly observedGeneration?: number }[] }).conditions.every((one) => one.observedGeneration === generation)
  ));
  expect(saidOf(await group.other.get(named('switched'))).join()).toContain('which goes on when the feature gate BoxcutterRuntime is on');
  expect((await stand('switched'))[1]).toEqual(half[1]);
  expect(await group.other.exists(revision(`${named('switched').name}-2`))).toBe(false);

  await restart();
  await group.until(named('switched'), 'Progressing True Succeeded: Revision 1.1.0 is rolled out.');
  expect(await uidsOf('switched')).toEqual(before);
  expect((await group.other.get(config('switched')))['data']).toEqual({ version: '2' });
  expect((await releases('switched')).map(({ metadata: { labels } }) => labels?.['owner'])).toEqual([undefined]);
  for (const ref of [config('switched'), workload('switched')]) {
    expect((await group.other.get(ref)).metadata.ownerReferences?.map(({ kind }) => kind)).toEqual(['ClusterExtensionRevision']);
  }
});
