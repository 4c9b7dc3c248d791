/**
 * Real releases (`BOXCUTTER_CAPI`) on a cluster where another tool manages some of their definitions: what is required of these from
 * release to release, and that they and their objects are never touched.
 */
import { refOf, type JsonObject, type KubeObject } from '../../../../../lib/api';
import { CAPI_FOLDER } from '../../../../lib/capi/real';
import { conditionIn, CONFIG, definitionRef } from '../bench';
import type { AuditEvent } from '../../../support/audit';
import { ownPlane } from '../../installed/plane';
import { ACCOUNT, HOME, nameOf, objectsOf, OPERATOR_HOME, RealPlatform } from './platform';

jest.setTimeout(180_000);
const describeReal = CAPI_FOLDER === '' ? describe.skip : describe;
/** Of the core, which brings it from 4.21 on; of the provider, always; of the provider up to 4.22. */
const [CLUSTERS, AWS_CLUSTERS, MANAGED_CLUSTERS] = [
  'clusters.cluster.x-k8s.io', 'awsclusters.infrastructure.cluster.x-k8s.io', 'awsmanagedclusters.infrastructure.cluster.x-k8s.io',
];
/** Of the core up to 4.22: ours at first. */
const MACHINE_POOLS = 'machinepools.cluster.x-k8s.io';
/** An object of a user. */
const THEIRS = { apiVersion: 'infrastructure.cluster.x-k8s.io/v1beta2', kind: 'AWSManagedCluster', name: 'theirs', namespace: HOME } as const;
const OTHERS = [CLUSTERS, AWS_CLUSTERS, MANAGED_CLUSTERS, MACHINE_POOLS];
const REQUIREMENT = { apiVersion: 'apiextensions.openshift.io/v1alpha1', kind: 'CompatibilityRequirement' } as const;

describeReal('definitions of another tool', () => {
  const plane = ownPlane('capi-unmanaged');
  let platform: RealPlatform;
  beforeAll(async () => {
    platform = await RealPlatform.open(plane, 'AWS');
  }, 120_000);
  afterAll(() => platform?.close());

  const aws = (release: string): readonly KubeObject[] => objectsOf(release, 'AWS', ['core', 'aws']);
  const managed = (release: string, ...left: readonly string[]): readonly KubeObject[] =>
    aws(release).filter(({ kind, metadata: { name = '' } }) => kind !== 'CustomResourceDefinition' || !left.includes(name));
  const definitionOf = (release: string, name: string): KubeObject => {
    const found = aws(release).find(({ kind, metadata }) => kind === 'CustomResourceDefinition' && metadata.name === name)!;
    const { labels: _labels, annotations: _annotations, ...metadata } = found.metadata;
    return { ...found, metadata: { ...metadata, labels: { tool: 'other' } } };
  };
  const configure = (unmanagedCRDs: readonly string[], installerMode = 'Managed'): Promise<KubeObject> => plane.other.apply(
    { apiVersion: CONFIG.apiVersion, kind: CONFIG.kind, metadata: { name: 'cluster' }, spec: { unmanagedCRDs, installerMode } } as KubeObject,
  );
  /** What the operator has sent since then, but watches. */
  const sentSince = async (begun: string): Promise<readonly AuditEvent[]> => (await plane.audit.events(({ user: { username }, verb }) => username === ACCOUNT && verb !== 'watch'))
    .filter((event) => (event as unknown as { readonly requestReceivedTimestamp: string }).requestReceivedTimestamp > begun);
  const marksOf = async (name: string): Promise<readonly unknown[]> => {
    const { metadata: { labels = {}, annotations = {} } } = await plane.other.get(definitionRef(name));
    return [...Object.keys(labels), ...Object.keys(annotations)].filter((key) => key.includes('operator.openshift.io') || key.includes('operatorframework'));
  };
  const release = async (to: string, act: () => Promise<void>): Promise<void> => {
    await platform.stop();
    await act();
    await platform.start(`${to}.0`);
  };

  test('4.20: nothing is written before what another tool manages is there; then all is, but that', async () => {
    await configure([CLUSTERS, AWS_CLUSTERS, MANAGED_CLUSTERS]);
    await plane.other.apply(definitionOf('4.20', MANAGED_CLUSTERS));
    await platform.images('4.20', 'core', 'aws');
    await platform.transport('4.20', 'core', 'aws');
    await platform.start('4.20.0');
    const { message } = await platform.says('InstallerDegraded', 'True', /terminal error: /);
    expect(message).toMatch(/awsclusters\.infrastructure\.cluster\.x-k8s\.io: .*The target CRD was not found/);
    expect([...(await platform.uids(aws('4.20'))).keys()]).toEqual([`CustomResourceDefinition/${MANAGED_CLUSTERS}`]);
    await plane.other.apply(definitionOf('4.20', AWS_CLUSTERS));
    await platform.installed('4.20');
    // What a later release brings is nothing to wait for.
    await platform.says('VersionProgressing', 'False', /^Success; .*: clusters\.cluster\.x-k8s\.io$/);
    expect(await Promise.all([AWS_CLUSTERS, MANAGED_CLUSTERS].map(marksOf))).toEqual([[], []]);
    expect((await platform.uids(managed('4.20', AWS_CLUSTERS, MANAGED_CLUSTERS))).size).toBe(45 - 2);
  });

  test('4.21: the definition of the other tool lacks what the release serves: the version before is kept, until the tool has upgraded', async () => {
    const old = withoutStored(definitionOf('4.21', CLUSTERS));
    const { metadata: { uid } } = await plane.other.apply(old);
    const before = await platform.uids(managed('4.20'));
    await release('4.21', async () => {
      await platform.images('4.21', 'core', 'aws');
      await platform.transport('4.21', 'core', 'aws');
    });
    await platform.says('InstallerDegraded', 'True', /terminal error: .*clusters\.cluster\.x-k8s\.io: .*served versions removed : v1beta2/);
    const account = { apiVersion: 'v1', kind: 'ServiceAccount', namespace: HOME, name: 'capa-controller-manager' };
    const { metadata: { annotations } } = await plane.other.get(account);
    expect(annotations).toMatchObject({ 'capi-operator.openshift.io/revision': '1' });
    await plane.other.delete(account);
    await plane.other.until(account, (live) => live !== undefined);
    await plane.other.apply(definitionOf('4.21', AWS_CLUSTERS));
    await plane.other.apply(definitionOf('4.21', CLUSTERS));
    await platform.installed('4.21');
    expect((await plane.other.get(definitionRef(CLUSTERS))).metadata.uid).toBe(uid);
    expect(await marksOf(CLUSTERS)).toEqual([]);
    const after = await platform.uids(managed('4.21'));
    const anew = [...before].filter(([name, former]) => after.has(name) && after.get(name) !== former).map(([name]) => name);
    expect(anew).toEqual(['ServiceAccount/capa-controller-manager']);
  });

  test('what the release needs of it is not taken away again, by the other tool or by anybody', async () => {
    const old = withoutStored(definitionOf('4.21', CLUSTERS));
    const refused = await plane.other.apply(old).then(() => '', String);
    expect(refused).toMatch(/CRD is not compatible with CompatibilityRequirements: .*clusters\.cluster\.x-k8s\.io.*served versions removed : v1beta2/s);
    const { metadata: { uid = '' } } = await plane.other.get(definitionRef(CLUSTERS));
    expect(JSON.stringify(await plane.other.cluster.delete(definitionRef(CLUSTERS), { uid }))).toContain('cannot delete CRD because it has CompatibilityRequirements');
  });

  test('4.22: another one is named in the middle of the upgrade, and is let go without a mark; its uid stays', async () => {
    const { metadata: { uid } } = await plane.other.get(definitionRef(MACHINE_POOLS));
    await release('4.22', async () => {
      await configure(OTHERS);
      // The tool goes along with the releases: each requires fields that are new.
      for (const name of [AWS_CLUSTERS, CLUSTERS]) await plane.other.apply(definitionOf('4.22', name));
      await platform.images('4.22', 'core', 'aws');
      await platform.removeTransport('core', 'aws');
    });
    await platform.installed('4.22');
    expect((await plane.other.get(definitionRef(MACHINE_POOLS))).metadata.uid).toBe(uid);
    expect(await marksOf(MACHINE_POOLS)).toEqual([]);
    expect(conditionIn(await plane.other.get({ ...REQUIREMENT, name: MACHINE_POOLS }), 'Compatible')).toMatchObject({ status: 'True' });
  });

  test('5.0, paused: the API server records no write but the version that waits, and what the operator says; at rest it records nothing', async () => {
    const account = { apiVersion: 'v1', kind: 'ServiceAccount', namespace: HOME, name: 'capa-controller-manager' };
    let begun = '';
    await release('5.0', async () => {
      begun = new Date().toISOString();
      await configure(OTHERS, 'Paused');
      await platform.images('5.0', 'core', 'aws');
    });
    const { message } = await platform.says('InstallerProgressing', 'False', /^Revision 5\.0\.0-\d+: paused; would change: /);
    expect(message).toMatch(/ClusterRoleBinding\.rbac\.authorization\.k8s\.io\/v1 capa-manager-rolebinding: \w+/);
    expect(message).toMatch(/eksconfigs\.bootstrap\.cluster\.x-k8s\.io: would be deleted/);
    for (const name of OTHERS) expect(message).not.toContain(`CustomResourceDefinition.apiextensions.k8s.io/v1 ${name}`);
    // Drift is told, and not put right.
    await plane.other.delete(account);
    await platform.says('InstallerProgressing', 'False', /ServiceAccount\.v1 [^ ]*capa-controller-manager: Created/);
    expect(await plane.other.exists(account)).toBe(false);
    const written = (await sentSince(begun)).filter(({ verb, requestURI }) => !['get', 'list'].includes(verb) && !requestURI.includes('dryRun=All'))
      .map(({ verb, objectRef: { resource, subresource, namespace, name } = {} }) => [verb, [namespace, resource, name, subresource].filter(Boolean).join('/')].join(' '));
    expect([...new Set(written)].sort()).toEqual([
      `create ${OPERATOR_HOME}/configmaps/5.0.0-4`, 'update clusterapis/cluster/status', 'update clusteroperators/cluster-api/status',
    ]);
    const rested = new Date().toISOString();
    for (let index = 0; index < 50; index += 1) {
      await platform.client.apply({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'unrelated', namespace: HOME }, data: { index: String(index) } } as KubeObject);
    }
    expect((await sentSince(rested)).map(({ verb, requestURI }) => `${verb} ${requestURI}`)).toEqual([]);
  });

  test('5.0: of what the release does not bring any more nothing is required; it stays, with objects of users', async () => {
    const { name, namespace, ...kind } = THEIRS;
    await plane.other.apply({ ...kind, metadata: { name, namespace }, spec: {} } as KubeObject);
    for (const name of [AWS_CLUSTERS, CLUSTERS]) await plane.other.apply(definitionOf('5.0', name));
    await configure(OTHERS);
    await platform.installed('5.0');
    await platform.says('VersionProgressing', 'False', /^Success; .*: awsmanagedclusters\.infrastructure\.cluster\.x-k8s\.io, machinepools\.cluster\.x-k8s\.io$/);
    const { objects: required } = await plane.other.cluster.list(REQUIREMENT);
    expect(required.map(({ metadata: { name } }) => name).sort()).toEqual([AWS_CLUSTERS, CLUSTERS]);
    expect(await plane.other.exists(THEIRS)).toBe(true);
    expect(await Promise.all(OTHERS.map(marksOf))).toEqual([[], [], [], []]);
  });

  test('when the configuration goes, so does everything but these', async () => {
    await plane.other.delete(CONFIG);
    const all = managed('5.0', ...OTHERS);
    for (const object of all) await plane.other.until(refOf(object), (live) => live === undefined);
    expect((await platform.uids(managed('4.22', ...OTHERS))).size).toBe(0);
    const kept = await platform.uids(OTHERS.map((name) => ({ ...definitionRef(name), metadata: { name } }) as unknown as KubeObject));
    expect([...kept.keys()].sort()).toEqual(OTHERS.map((name) => `CustomResourceDefinition/${name}`).sort());
    expect((await plane.other.cluster.list(REQUIREMENT)).objects.map(nameOf)).toEqual([]);
    expect(await plane.other.exists(THEIRS)).toBe(true);
  });
});

/** A definition as an older one of the tool: without the version that is stored since. */
function withoutStored(definition: KubeObject): KubeObject {
  const spec = definition['spec'] as JsonObject & { readonly versions: readonly JsonObject[] };
  const former = spec.versions.filter(({ storage }) => storage !== true);
  const versions = former.map((version, index) => ({ ...version, storage: index === former.length - 1 }));
  return { ...definition, spec: { ...spec, versions } } as KubeObject;
}
