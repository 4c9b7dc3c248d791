/**
 * Real provider manifests (`BOXCUTTER_CAPI`), from release to release on a control plane of its own: ConfigMaps of 4.20 and 4.21, images of
 * 4.22 and 5.0, with what made upgrades of them hard. Everything runs as the account that the manifests of the controllers give it.
 */
import { refOf, type JsonObject, type KubeObject, type ObjectRef } from '../../../../../lib/api';
import type { Answer } from '../../../../../lib/engine';
import { CAPI_FOLDER, realConfigMap } from '../../../../lib/capi/real';
import { CONFIG, definitionRef, type ConfigStatus } from '../bench';
import { ownPlane } from '../../installed/plane';
import { ACCOUNT, HOME, nameOf, objectsOf, OPERATOR, OPERATOR_HOME, RealPlatform } from './platform';

const describeReal = CAPI_FOLDER === '' ? describe.skip : describe;

describeReal('real releases', () => {
  const plane = ownPlane('capi-releases');
  let platform: RealPlatform;
  beforeAll(async () => {
    platform = await RealPlatform.open(plane, 'AWS');
  }, 120_000);
  afterAll(() => platform?.close());

  const aws = (release: string): readonly KubeObject[] => objectsOf(release, 'AWS', ['core', 'aws']);
  const definitionsOf = (objects: readonly KubeObject[]): readonly string[] =>
    objects.filter(({ kind }) => kind === 'CustomResourceDefinition').map(({ metadata: { name = '' } }) => name);
  const exists = async (refs: readonly ObjectRef[]): Promise<readonly boolean[]> => Promise.all(refs.map((ref) => plane.other.exists(ref)));

  /** Upgrades, and checks that what is in both was handed over, not made anew. @returns names of what was made anew nevertheless */
  async function upgrade(from: string, to: string, act: () => Promise<void>): Promise<readonly string[]> {
    const [older, newer] = [aws(from), aws(to)];
    const before = await platform.uids(older);
    expect(before.size).toBe(older.length);
    // As a release that is rolled out: the controllers of the one before do not see half of it.
    await platform.stop();
    await act();
    await platform.start(`${to}.0`);
    await platform.installed(to);
    const after = await platform.uids([...older, ...newer]);
    expect([...after.keys()].sort()).toEqual(newer.map(nameOf).sort());
    return [...before].filter(([name, uid]) => after.has(name) && after.get(name) !== uid).map(([name]) => name);
  }

  test('transport ConfigMaps are written by the account of the platform alone', async () => {
    const configMap = realConfigMap('core', '4.20');
    // The server takes a moment to know a policy that is new.
    const refusal = async (): Promise<string> => plane.other.apply(configMap).then(refusal, String);
    expect(await refusal()).toMatch(/transport ConfigMaps are written by system:serviceaccount:openshift-cluster-version:default alone/);
    await platform.client.delete(refOf(configMap));
    const { labels: _labels, ...metadata } = configMap.metadata;
    await plane.other.apply({ ...configMap, metadata } as KubeObject);
    // Nor is one that others made turned into one.
    await expect(plane.other.apply(configMap)).rejects.toThrow(/transport ConfigMaps are written by/);
    await plane.other.delete({ apiVersion: 'v1', kind: 'ConfigMap', namespace: HOME, name: metadata.name ?? '' });
  });

  test('4.20: core and the provider of the platform, each with its image; no other provider', async () => {
    // This release applied the definitions of the core apart.
    await platform.applyApart(objectsOf('4.21', 'AWS', ['core']).filter(({ kind }) => kind === 'CustomResourceDefinition').map(older));
    await platform.images('4.20', 'core', 'aws', 'gcp');
    await platform.transport('4.20', 'core', 'aws', 'gcp');
    await platform.start('4.20.0');
    const { versions } = await platform.installed('4.20');
    expect(versions?.[0]?.components).toEqual([
      { name: 'cluster-api', configMaps: [realConfigMap('core', '4.20').metadata.name] },
      { name: 'cluster-api-provider-aws', configMaps: [realConfigMap('aws', '4.20').metadata.name] },
    ]);
    expect((await platform.uids(aws('4.20'))).size).toBe(45);
    const workloads = await Promise.all(aws('4.20').filter(({ kind }) => kind === 'Deployment').map((object) => plane.other.get(refOf(object))));
    expect(workloads.map((live) => JSON.stringify(live['spec']).match(/to\.be\/replaced|release\/[a-z-]+@sha256/)?.[0]).sort())
      .toEqual(['release/aws-cluster-api-controllers@sha256', 'release/cluster-capi-controllers@sha256']);
    const gcp = objectsOf('4.20', 'GCP', ['gcp']);
    expect((await platform.uids(gcp)).size).toBe(0);
    await platform.says('Available', 'True', /^$/);
  });

  test('what is installed, and from what, is taken away by nobody else: transport ConfigMaps, images, the ConfigMap of a version', async () => {
    const { cluster } = plane.other;
    const refused = async (act: Promise<Answer>): Promise<string> => JSON.stringify(await act);
    const transport = await plane.other.get(refOf(realConfigMap('core', '4.20')));
    const version = await plane.other.get({ apiVersion: 'v1', kind: 'ConfigMap', namespace: OPERATOR_HOME, name: '4.20.0-1' });
    const made = (name: string): Promise<Answer> => (
      cluster.create({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: OPERATOR_HOME } } as KubeObject, { dryRun: true }));
    expect(await refused(made('4.20.0-17'))).toContain('ConfigMaps of revisions are written by');
    expect((await made('notes-17')).type).toBe('object');
    const images = await plane.other.get({ apiVersion: 'v1', kind: 'ConfigMap', namespace: OPERATOR_HOME, name: 'capi-installer-images' });
    const gone = (object: KubeObject): Promise<string> => refused(cluster.delete(refOf(object), { uid: object.metadata.uid ?? '' }));
    expect(await gone(transport)).toContain('transport ConfigMaps are written by');
    expect(await gone(images)).toContain('the images of a release are written by');
    expect(await gone(version)).toContain('ConfigMaps of revisions are written by');
    const patch = (path: string, value: unknown): Promise<string> => refused(cluster.patch(refOf(version), [{ op: 'add', path, value }], 'eve'));
    expect(await patch('/metadata/finalizers', [])).toContain('ConfigMaps of revisions are written by');
    expect(await patch('/metadata/ownerReferences', [])).toContain('ConfigMaps of revisions are written by');
    // As the garbage collector does it for `kubectl delete --cascade=orphan`.
    const collector = cluster.as({ user: 'system:serviceaccount:kube-system:generic-garbage-collector', groups: ['system:serviceaccounts', 'system:authenticated'] });
    expect((await collector.patch(refOf(version), [{ op: 'replace', path: '/metadata/ownerReferences', value: [] }], 'collector')).type).toBe('object');
    await plane.other.until(refOf(version), (live) => live?.metadata.ownerReferences?.[0]?.kind === 'ClusterAPI');
    expect(await refused(cluster.patch(refOf(images), [{ op: 'add', path: '/metadata/annotations', value: { evil: 'x' } }], 'eve'))).toContain('the images of a release are written by');
  });

  test('4.21: definitions that the release had applied apart are taken over', async () => {
    const core = definitionsOf(objectsOf('4.21', 'AWS', ['core']));
    const before = await platform.uids(core.map((name) => ({ ...definitionRef(name), metadata: { name } }) as unknown as KubeObject));
    expect(await upgrade('4.20', '4.21', async () => {
      await platform.images('4.21', 'core', 'aws', 'gcp');
      await platform.transport('4.21', 'core', 'aws', 'gcp');
    })).toEqual([]);
    const taken = await Promise.all(core.map((name) => plane.other.get(definitionRef(name))));
    expect(taken.map((object) => [nameOf(object), object.metadata.uid])).toEqual([...before]);
    for (const { metadata: { annotations = {}, labels = {} } } of taken) {
      expect(annotations).toMatchObject({ 'capi-operator.openshift.io/owners': expect.any(String) });
      expect(labels).toMatchObject({ 'capi-operator.openshift.io/managed-by': 'cluster-api' });
    }
  });

  test('4.22: from ConfigMaps to images; what was renamed is there under its new name alone', async () => {
    expect(await upgrade('4.21', '4.22', async () => {
      await platform.images('4.22', 'core', 'aws', 'capi-operator');
      await platform.removeTransport('core', 'aws', 'gcp');
    })).toEqual([]);
  });

  test('another operator writes its certificates into our objects, and nobody fights', async () => {
    expect(await platform.injectAuthority(Buffer.from('a certificate').toString('base64'))).toBe(4);
    const before = await plane.other.get({ apiVersion: 'admissionregistration.k8s.io/v1', kind: 'ValidatingWebhookConfiguration', name: 'capa-validating-webhook-configuration' });
    await platform.client.apply({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'unrelated', namespace: HOME } });
    await platform.says('InstallerProgressing', 'False', /complete/);
    const after = await plane.other.get({ apiVersion: 'admissionregistration.k8s.io/v1', kind: 'ValidatingWebhookConfiguration', name: 'capa-validating-webhook-configuration' });
    expect(after.metadata.resourceVersion).toBe(before.metadata.resourceVersion);
  });

  test('5.0: a binding gets another role; definitions do not go as long as objects of users would go with them', async () => {
    const cluster = { apiVersion: 'infrastructure.cluster.x-k8s.io/v1beta2', kind: 'AWSManagedCluster', metadata: { name: 'theirs', namespace: HOME }, spec: {} };
    await plane.other.apply(cluster as KubeObject);
    const [older, newer] = [aws('4.22'), aws('5.0')];
    const before = await platform.uids(older);
    await platform.stop();
    await platform.images('5.0', 'core', 'aws', 'gcp', 'metal3', 'vsphere', 'capi-operator');
    await platform.start('5.0.0');
    await platform.says('InstallerDegraded', 'True', /4\.22\.0-\d+: [^]*AWSManagedCluster/);
    const binding = await plane.other.get({ apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRoleBinding', name: 'capa-manager-rolebinding' });
    expect(binding['roleRef']).toMatchObject({ name: 'openshift-capa-manager-role' });
    const gone = definitionsOf(older).filter((name) => !definitionsOf(newer).includes(name));
    expect(gone).toHaveLength(20);
    // None of them: what is refused is refused whole.
    expect(await exists(gone.map(definitionRef))).toEqual(gone.map(() => true));
    await plane.other.delete({ apiVersion: cluster.apiVersion, kind: cluster.kind, name: 'theirs', namespace: HOME });
    const { versions: [, left] = [] } = (await plane.other.get(CONFIG))['status'] as ConfigStatus;
    await platform.allowDataLoss(left?.name ?? '');
    await platform.installed('5.0');
    const after = await platform.uids([...older, ...newer]);
    expect([...after.keys()].sort()).toEqual(newer.map(nameOf).sort());
    const anew = [...before].filter(([name, uid]) => after.has(name) && after.get(name) !== uid).map(([name]) => name);
    expect(anew.sort()).toEqual(['ClusterRoleBinding/capa-manager-rolebinding']);
    expect(await plane.other.get(OPERATOR)).toMatchObject({ status: { versions: [{ name: 'operator', version: '5.0.0' }] } });
  });

  test('once the older version is gone, the API server records nothing of the controllers but their watches', async () => {
    /** What they sent while something happened that they see, and that concerns nobody. */
    const sent = async (): Promise<readonly string[]> => {
      const begun = new Date().toISOString();
      for (let index = 0; index < 50; index += 1) {
        await platform.client.apply({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'unrelated', namespace: HOME }, data: { begun, index: String(index) } } as KubeObject);
      }
      const events = await plane.audit.events(({ user: { username }, verb }) => username === ACCOUNT && verb !== 'watch');
      return events.filter((event) => (event as unknown as { readonly requestReceivedTimestamp: string }).requestReceivedTimestamp > begun)
        .map(({ verb, requestURI }) => `${verb} ${requestURI}`);
    };
    await platform.says('Progressing', 'False', /^$/);
    // Its marks are taken off what was handed over last.
    await sent();
    expect(await sent()).toEqual([]);
  });

  test.each(['GCP', 'BareMetal', 'VSphere'])('beside it, for %s: its provider and no other', async (type) => {
    const { versions: [only] = [] } = await platform.installed('5.0');
    const before = await platform.uids(objectsOf('5.0', type, ['core']));
    await platform.setPlatform(type);
    await platform.installed('5.0', only?.revision);
    const wanted = objectsOf('5.0', type);
    const others = objectsOf('5.0', 'AWS', ['aws', 'capi-operator']);
    const after = await platform.uids([...wanted, ...others]);
    expect([...after.keys()].sort()).toEqual(wanted.map(nameOf).sort());
    expect([...before].filter(([name, uid]) => after.get(name) !== uid)).toEqual([]);
  });

  test('when the configuration goes, all of it goes', async () => {
    await plane.other.delete({ apiVersion: 'operator.openshift.io/v1alpha1', kind: 'ClusterAPI', name: 'cluster' });
    const all = objectsOf('5.0', 'VSphere');
    for (const object of all) await plane.other.until({ apiVersion: object.apiVersion, kind: object.kind, name: object.metadata.name ?? '', ...(object.metadata.namespace === undefined ? {} : { namespace: object.metadata.namespace }) }, (live) => live === undefined);
  });
});

/** A definition as the release before had it: without the version that is stored since. */
function older(definition: KubeObject): KubeObject {
  const spec = definition['spec'] as JsonObject & { readonly versions: readonly JsonObject[] };
  const versions = spec.versions.filter(({ name }) => name !== 'v1beta2').map((version, index, all) => ({ ...version, storage: index === all.length - 1 }));
  const { labels: _labels, ...metadata } = definition.metadata;
  return { ...definition, metadata, spec: { ...spec, versions } } as KubeObject;
}
