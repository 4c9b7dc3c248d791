/** The Cluster API operator on a real API server: from ConfigMaps to images, stuck versions, definitions of others, pause, and its end. */
import { stringifyYaml } from '../../../../lib/yaml';
import type { JsonObject, KubeObject } from '../../../../lib/api';
import { isSettled } from '../../../../lib/controllers/process';
import { REGISTRY_START_MS, startRegistry, type RunningRegistry } from '../../../registry';
import { stored, unique } from '../../support/extension';
import { ClusterApiBench, conditionIn, CONFIG, definition, definitionRef } from './bench';

const GROUP = `${unique('capi')}.example.io`;
const yaml = (object: unknown): string => stringifyYaml(object as JsonObject);
const metadata = (name: string, installOrder: number, platform?: string): string =>
  `name: ${name}\ninstallOrder: ${installOrder}\nselfImageRef: registry.ci/self\n${platform === undefined ? '' : `ocpPlatform: ${platform}\n`}attributes: {type: ${installOrder === 10 ? 'core' : 'infrastructure'}}\n`;
const files = (about: string, manifests: string): Record<string, string> =>
  ({ 'capi-operator-manifests/default/metadata.yaml': about, 'capi-operator-manifests/default/manifests.yaml': manifests });

let bench: ClusterApiBench;
let registry: RunningRegistry;
beforeAll(async () => {
  registry = await startRegistry();
  bench = await ClusterApiBench.open('AWS');
}, REGISTRY_START_MS);
afterAll(async () => {
  await bench.close();
  for (const plural of ['alphas', 'betas', 'gammas', 'deltas']) await bench.client.delete(definitionRef(`${plural}.${GROUP}`)).catch(() => undefined);
  await registry.close();
});

const core = (value: string, more = ''): string => `${bench.configMap('core', value)}---\n${yaml(definition('alphas', GROUP))}${more}`;

test('A release in transport ConfigMaps becomes a version, and is installed: definitions first, then components in their order', async () => {
  await bench.transportConfigMap('infrastructure', 'gcp', bench.configMap('gcp', '1'));
  await bench.transportConfigMap('core', 'cluster-api', core('${VALUE:=1}'));
  await bench.start();
  expect(await bench.says('VersionProgressing', 'True', /^Waiting on ClusterAPI cluster$/)).toMatchObject({ reason: 'WaitingOnExternal' });
  expect(await bench.says('InstallerProgressing', 'True', /^Waiting on a version$/)).toMatchObject({ reason: 'WaitingOnExternal' });
  await bench.configure({});
  expect(await bench.says('VersionProgressing', 'True', /manifests of infrastructure for AWS/)).toMatchObject({ reason: 'WaitingOnExternal' });
  await bench.transportConfigMap('infrastructure', 'aws', bench.configMap('aws', '1'));
  const { versions, currentVersion } = await bench.installed(1);
  expect(currentVersion).toBe('4.21.0-1');
  expect(versions?.[0]?.components).toEqual([
    { name: 'cluster-api', configMaps: ['core-cluster-api'] }, { name: 'cluster-api-provider-aws', configMaps: ['infrastructure-aws'] },
  ]);
  const revision = await bench.client.get({ apiVersion: 'v1', kind: 'ConfigMap', namespace: bench.namespace, name: '4.21.0-1' });
  expect(revision.metadata).toMatchObject({ labels: { 'capi-operator.openshift.io/revision': '4.21.0-1' }, ownerReferences: [{ kind: 'ClusterAPI', name: 'cluster', controller: true }] });
  const { metadata: { labels, annotations } } = await bench.client.get(bench.ref('core'));
  expect(labels).toMatchObject({ 'capi-operator.openshift.io/managed-by': 'cluster-api' });
  expect(annotations).toMatchObject({ 'capi-operator.openshift.io/revision': '1', 'capi-operator.openshift.io/owners': expect.stringContaining(revision.metadata.uid ?? '-') });
  expect(await bench.client.exists(bench.ref('gcp'))).toBe(false);
  await bench.says('Progressing', 'False', /^$/);
  expect(await bench.says('Available', 'True', /^$/)).toMatchObject({ reason: 'AsExpected' });
  expect(await bench.says('InstallerProgressing', 'False', /^Revision 4.21.0-1: complete$/)).toMatchObject({ reason: 'AsExpected' });
  expect(await bench.operator()).toMatchObject({
    versions: [{ name: 'operator', version: '4.21.0' }],
    relatedObjects: expect.arrayContaining([{ group: '', resource: 'namespaces', name: bench.transport }, { group: GROUP, resource: 'alphas', name: '' }]),
  });
});

test('At rest nothing is sent; drift is put right', async () => {
  const before = bench.requests;
  await bench.client.apply({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'elsewhere', namespace: bench.transport } });
  await bench.client.until(bench.ref('elsewhere'), (live) => live !== undefined);
  expect(bench.requests).toEqual(before);
  await bench.client.delete(bench.ref('aws'));
  await bench.client.until(bench.ref('aws'), (live) => live !== undefined && conditionIn(live, 'x') === undefined);
});

test('From ConfigMaps to images: objects are handed over, what is left out goes, and the older version with its ConfigMap', async () => {
  const { uid } = (await bench.client.get(bench.ref('core'))).metadata;
  await bench.release(registry.host, {
    'cluster-capi-controllers': files(metadata('cluster-api', 10), core('2 registry.ci/self')),
    'aws-cluster-api-controllers': files(metadata('cluster-api-provider-aws', 20, 'AWS'), bench.configMap('aws-new', '1')),
    'gcp-cluster-api-controllers': files(metadata('cluster-api-provider-gcp', 20, 'GCP'), bench.configMap('gcp', '1')),
    'other': { 'usr/bin/other': 'x' },
  });
  await bench.installed(2);
  expect((await bench.client.get(bench.ref('core'))).metadata.uid).toBe(uid);
  expect(await bench.valueOf('core')).toMatch(/^2 127\.0\.0\.1:\d+\/.*cluster-capi-controllers@sha256:[0-9a-f]{64}$/);
  expect([await bench.client.exists(bench.ref('aws')), await bench.client.exists(bench.ref('aws-new'))]).toEqual([false, true]);
  expect(await bench.client.exists({ apiVersion: 'v1', kind: 'ConfigMap', namespace: bench.namespace, name: '4.21.0-1' })).toBe(false);
});

test('A version that cannot be installed degrades the operator; the last good one is kept, and goes on being put right', async () => {
  await bench.client.apply({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'taken', namespace: bench.transport }, data: { value: 'mine' } } as never);
  await bench.release(registry.host, {
    'cluster-capi-controllers': files(metadata('cluster-api', 10), core('2 registry.ci/self', `---\n${bench.configMap('taken', 'theirs')}`)),
    'aws-cluster-api-controllers': files(metadata('cluster-api-provider-aws', 20, 'AWS'), bench.configMap('aws-new', '2')),
  });
  expect(await bench.says('InstallerDegraded', 'True', /4\.21\.0-3: terminal error: collision with existing objects: .*taken/)).toMatchObject({ reason: 'NonRetryableError' });
  await bench.says('Degraded', 'True', /^Installer: /);
  expect(await bench.valueOf('taken')).toBe('mine');
  expect(await bench.valueOf('aws-new')).toBe('1');
  expect(await bench.status()).toMatchObject({ currentVersion: '4.21.0-2', desiredVersion: '4.21.0-3' });
  await bench.client.delete(bench.ref('aws-new'));
  await bench.client.until(bench.ref('aws-new'), (live) => live !== undefined);
  await bench.client.delete(bench.ref('taken'));
  await bench.installed(3);
  expect([await bench.valueOf('taken'), await bench.valueOf('aws-new')]).toEqual(['theirs', '2']);
  await bench.says('Degraded', 'False', /^$/);
});

test('A definition that somebody else manages is required to be compatible before anything is written', async () => {
  await bench.define(definition('betas', GROUP, ['a']));
  const name = `betas.${GROUP}`;
  await bench.configure({ unmanagedCRDs: [name] });
  await bench.installed(4);
  await bench.release(registry.host, {
    'cluster-capi-controllers': files(metadata('cluster-api', 10), core('5', `---\n${yaml(definition('betas', GROUP, ['a', 'b']))}`)),
    'aws-cluster-api-controllers': files(metadata('cluster-api-provider-aws', 20, 'AWS'), bench.configMap('aws-new', '5')),
  });
  await bench.says('InstallerDegraded', 'True', /terminal error: .*betas/);
  const requirement = { apiVersion: 'apiextensions.openshift.io/v1alpha1', kind: 'CompatibilityRequirement', name };
  expect(conditionIn(await bench.client.get(requirement), 'Compatible')).toMatchObject({ status: 'False', reason: 'RequirementsNotMet', message: 'removed field : v1.^.spec.b' });
  expect(await bench.valueOf('aws-new')).toBe('2');
  await bench.client.apply(definition('betas', GROUP, ['a', 'b', 'c']));
  await bench.installed(5);
  expect(await bench.valueOf('aws-new')).toBe('5');
  expect((await bench.client.get(definitionRef(name))).metadata.annotations).toBeUndefined();
});

test('Paused: what would change is told, object by object, and nothing is written', async () => {
  await bench.configure({ unmanagedCRDs: [`betas.${GROUP}`], installerMode: 'Paused' });
  await bench.says('InstallerProgressing', 'False', /paused; nothing would change/);
  await bench.release(registry.host, {
    'cluster-capi-controllers': files(metadata('cluster-api', 10), core('6', `---\n${yaml(definition('betas', GROUP, ['a', 'b']))}`)),
    'aws-cluster-api-controllers': files(metadata('cluster-api-provider-aws', 20, 'AWS'), bench.configMap('aws-new', '5')),
  });
  const { message } = await bench.says('InstallerProgressing', 'False', /4\.21\.0-6: paused; would change: .*ConfigMap\.v1 [^ ]*\/core: HandedOver and changed/);
  expect(message).toMatch(/\/aws-new: HandedOver(?! and changed)/);
  expect(await bench.valueOf('core')).toBe('5');
  await bench.configure({ unmanagedCRDs: [`betas.${GROUP}`], installerMode: 'Managed' });
  await bench.installed(6);
  expect(await bench.valueOf('core')).toBe('6');
});

test('Objects of users do not go with a definition that a version leaves out, unless that is allowed', async () => {
  const unmanagedCRDs = [`betas.${GROUP}`];
  const images = (more: string, value: string): Record<string, Record<string, string>> => ({
    'cluster-capi-controllers': files(metadata('cluster-api', 10), core(value, more)),
    'aws-cluster-api-controllers': files(metadata('cluster-api-provider-aws', 20, 'AWS'), bench.configMap('aws-new', '5')),
  });
  await bench.configure({ unmanagedCRDs });
  await bench.release(registry.host, images(`---\n${yaml(definition('gammas', GROUP))}`, '7'));
  await bench.installed(7);
  await bench.client.apply({ apiVersion: `${GROUP}/v1`, kind: 'Gamma', metadata: { name: 'one' } });
  await bench.release(registry.host, images('', '8'));
  await bench.says('InstallerDegraded', 'True', /4\.21\.0-7: [^]*gamma/i);
  expect(await bench.client.exists(definitionRef(`gammas.${GROUP}`))).toBe(true);
  expect(await bench.status()).toMatchObject({ currentVersion: '4.21.0-8' });
  await bench.allowDataLoss('4.21.0-7');
  await bench.installed(8);
  await bench.client.until(definitionRef(`gammas.${GROUP}`), (live) => live === undefined);
});

test('A process that is killed is replaced, and nothing is written again', async () => {
  await bench.stop(true);
  const { resourceVersion } = (await bench.client.get(bench.ref('core'))).metadata;
  await bench.start();
  await bench.client.delete(bench.ref('aws-new'));
  await bench.client.until(bench.ref('aws-new'), (live) => live !== undefined);
  expect((await bench.client.get(bench.ref('core'))).metadata.resourceVersion).toBe(resourceVersion);
});

/** The release lists an image that the registry does not have. @returns what takes it off the list */
async function missingImage(): Promise<() => Promise<unknown>> {
  const metadata = { name: 'capi-installer-images', namespace: bench.namespace };
  const data = (await bench.client.get({ apiVersion: 'v1', kind: 'ConfigMap', ...metadata }))['data'] as Readonly<Record<string, string>>;
  const list = (more: object): Promise<unknown> => bench.client.apply({ apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { ...data, ...more } } as KubeObject);
  await list({ other: data['aws-cluster-api-controllers']?.replace(/[0-9a-f]{64}$/, '0'.repeat(64)) });
  return () => list({});
}

test('Of the next release nothing is said to be there before it is; an image that is missing is asked for again', async () => {
  await bench.stop();
  const restore = await missingImage();
  await bench.start({ release: '4.22.0' });
  expect(await bench.says('VersionProgressing', 'True', /has no image/)).toMatchObject({ reason: 'EphemeralError' });
  await bench.says('InstallerProgressing', 'False', /: complete$/);
  expect(await bench.operator()).toMatchObject({ versions: [{ name: 'operator', version: '4.21.0' }] });
  await restore();
  // The definition that others manage is not among those of this release any more.
  await bench.says('VersionProgressing', 'False', /^Success; spec\.unmanagedCRDs names what no provider of this release brings, .*: betas\./);
  expect(await bench.operator()).toMatchObject({ versions: [{ name: 'operator', version: '4.22.0' }] });
  await bench.stop();
  await bench.start();
});

test('A configuration that is deleted with --cascade=orphan leaves everything as it is; the next one takes it over, and writes none of it anew', async () => {
  const [version] = (await bench.status()).versions ?? [];
  const ref = { apiVersion: 'v1', kind: 'ConfigMap', namespace: bench.namespace, name: version?.name ?? '' };
  const { resourceVersion } = (await bench.client.get(bench.ref('core'))).metadata;
  const { uid: versionUid } = (await bench.client.get(ref)).metadata;
  const { metadata: { uid: configUid = '' } } = await bench.client.get(CONFIG);
  stored(await bench.client.cluster.delete(CONFIG, { uid: configUid, propagation: 'Orphan' }));
  // As the garbage collector does it. It hears of a new kind within half a minute: then it may have done so already.
  for (const [of, path] of [[ref, '/metadata/ownerReferences'], [CONFIG, '/metadata/finalizers']] as const) {
    expect(isSettled(await bench.client.cluster.patch(of, [{ op: 'remove', path }], 'garbage-collector'))).toBe(true);
  }
  await bench.says('InstallerProgressing', 'True', /^Waiting on a version$/);
  await bench.says('VersionProgressing', 'True', /^Waiting on ClusterAPI cluster$/);
  await bench.configure({ unmanagedCRDs: [`betas.${GROUP}`] });
  await bench.installed(version?.revision ?? 0);
  const { metadata: { uid } } = await bench.client.get(CONFIG);
  await bench.client.until(ref, (live) => live?.metadata.uid === versionUid && live?.metadata.ownerReferences?.[0]?.uid === uid);
  expect((await bench.client.get(bench.ref('core'))).metadata.resourceVersion).toBe(resourceVersion);
});

test('When the configuration goes, everything is taken down; definitions of others, and those that became so, live on without a mark', async () => {
  const names = [`betas.${GROUP}`, `alphas.${GROUP}`];
  await bench.configure({ unmanagedCRDs: names });
  await bench.installed(9);
  expect((await bench.client.get(definitionRef(`alphas.${GROUP}`))).metadata.annotations ?? {}).toEqual({});
  await bench.client.delete(CONFIG);
  await bench.client.until(bench.ref('core'), (live) => live === undefined);
  await bench.client.until({ apiVersion: 'v1', kind: 'ConfigMap', namespace: bench.namespace, name: '4.21.0-9' }, (live) => live === undefined);
  for (const name of names) {
    const { metadata: { annotations = {}, labels = {} } } = await bench.client.get(definitionRef(name));
    expect([annotations, labels]).toEqual([{}, {}]);
  }
});

test('So do those that were named when a version without them could not be installed any more, or could not even be made', async () => {
  const others = [`betas.${GROUP}`, `alphas.${GROUP}`];
  const [gammas, deltas] = [definitionRef(`gammas.${GROUP}`), definitionRef(`deltas.${GROUP}`)] as const;
  const definitions = ['gammas', 'deltas'].map((plural) => `---\n${yaml(definition(plural, GROUP))}`).join('');
  const release = (more: string): Promise<void> => bench.release(registry.host, {
    'cluster-capi-controllers': files(metadata('cluster-api', 10), core('9', definitions + more)),
    'aws-cluster-api-controllers': files(metadata('cluster-api-provider-aws', 20, 'AWS'), bench.configMap('aws-new', '9')),
  });
  await release('');
  await bench.configure({ unmanagedCRDs: others });
  await bench.installed(1);
  await bench.client.apply({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'occupied', namespace: bench.transport } });
  await release(`---\n${bench.configMap('occupied', 'theirs')}`);
  await bench.says('InstallerDegraded', 'True', /4\.21\.0-2: terminal error: collision/);
  await bench.configure({ unmanagedCRDs: [...others, gammas.name] });
  await bench.says('InstallerDegraded', 'True', /4\.21\.0-3: terminal error: collision/);
  await missingImage();
  await bench.says('VersionProgressing', 'True', /has no image/);
  await bench.configure({ unmanagedCRDs: [...others, gammas.name, deltas.name] });
  await bench.client.delete(CONFIG);
  await bench.client.until(bench.ref('core'), (live) => live === undefined);
  await bench.client.until({ apiVersion: 'v1', kind: 'ConfigMap', namespace: bench.namespace, name: '4.21.0-1' }, (live) => live === undefined);
  for (const ref of [gammas, deltas]) {
    const { metadata: { deletionTimestamp, annotations = {} } } = await bench.client.get(ref);
    expect([deletionTimestamp, annotations]).toEqual([undefined, {}]);
  }
});
