/**
 * Real releases (`BOXCUTTER_CAPI`) on clusters that have some of their objects already: what was applied apart, what another tool has made,
 * and what another tool controls; with ConfigMaps and with images.
 */
import { keyOf, refOf, type KubeObject, type ObjectRef } from '../../../../../lib/api';
import { CAPI_FOLDER } from '../../../../lib/capi/real';
import { conditionIn, CONFIG, definitionRef } from '../bench';
import { ownPlane } from '../../installed/plane';
import { HOME, nameOf, objectsOf, RealPlatform } from './platform';

jest.setTimeout(180_000);
const describeReal = CAPI_FOLDER === '' ? describe.skip : describe;
/** Of another tool, which is the controller of what it has made. */
const TOOL = { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata: { name: 'other-tool' } } as const;
const MACHINES = 'machines.cluster.x-k8s.io';
const ADDRESSES = 'ipaddresses.ipam.cluster.x-k8s.io';

describeReal('objects that are there already', () => {
  const plane = ownPlane('capi-adoption');
  let platform: RealPlatform;
  let toolUid: string;
  beforeAll(async () => {
    platform = await RealPlatform.open(plane, 'GCP');
    toolUid = (await plane.other.apply({ ...TOOL, rules: [] } as KubeObject)).metadata.uid ?? '';
  }, 120_000);
  afterAll(() => platform?.close());

  const gcp = (release: string): readonly KubeObject[] => objectsOf(release, 'GCP', ['core', 'gcp']);
  const configure = (spec: object): Promise<KubeObject> =>
    plane.other.apply({ apiVersion: CONFIG.apiVersion, kind: CONFIG.kind, metadata: { name: 'cluster' }, spec } as KubeObject);
  const found = (objects: readonly KubeObject[], name: string, kind = 'CustomResourceDefinition'): KubeObject =>
    objects.find((object) => object.kind === kind && object.metadata.name === name)!;
  /** As another tool has it, which controls it. */
  const controlled = ({ metadata: { name = '' }, ...rest }: KubeObject): KubeObject => ({
    ...rest, metadata: {
      name, labels: { tool: 'other' },
      ownerReferences: [{ apiVersion: TOOL.apiVersion, kind: TOOL.kind, name: TOOL.metadata.name, uid: toolUid, controller: true }],
    },
  });
  const versionOf = async (ref: ObjectRef): Promise<unknown> => (await plane.other.get(ref)).metadata.resourceVersion;
  const gone = async (objects: readonly KubeObject[]): Promise<void> => {
    for (const object of objects) await plane.other.until(refOf(object), (live) => live === undefined);
  };

  test('GCP 4.20 to 4.21: definitions applied apart are taken over, but not one that another tool controls', async () => {
    const definitions = gcp('4.21').filter(({ kind }) => kind === 'CustomResourceDefinition');
    const ofCore = definitions.filter(({ metadata: { name = '' } }) => !name.includes('.infrastructure.') && name !== MACHINES);
    await platform.applyApart(ofCore.map(({ metadata: { labels: _labels, ...metadata }, ...rest }) => ({ ...rest, metadata }) as KubeObject));
    await plane.other.apply(controlled(found(definitions, MACHINES)));
    await platform.images('4.20', 'core', 'gcp', 'aws');
    await platform.transport('4.20', 'core', 'gcp', 'aws');
    await platform.start('4.20.0');
    await platform.installed('4.20');
    const before = await platform.uids([...gcp('4.20'), ...ofCore]);
    expect(before.size).toBe(gcp('4.20').length + ofCore.length);
    const foreign = await versionOf(definitionRef(MACHINES));
    await platform.stop();
    await platform.images('4.21', 'core', 'gcp', 'aws');
    await platform.transport('4.21', 'core', 'gcp', 'aws');
    await platform.start('4.21.0');
    const { message } = await platform.says('InstallerDegraded', 'True', /collision .*machines\.cluster\.x-k8s\.io \(it is controlled by ClusterRole.*other-tool\)/);
    expect(message).toMatch(/; a definition that another client manages is named in spec\.unmanagedCRDs\.$/);
    expect(await versionOf(definitionRef(MACHINES))).toBe(foreign);
    // The tool lets go of it.
    await plane.other.cluster.patch(definitionRef(MACHINES), [{ op: 'remove', path: '/metadata/ownerReferences' }], 'other-tool');
    await platform.installed('4.21');
    const after = await platform.uids(gcp('4.21'));
    expect([...after.keys()].sort()).toEqual(gcp('4.21').map(nameOf).sort());
    expect([...before].filter(([name, uid]) => after.get(name) !== uid)).toEqual([]);
    expect((await plane.other.get(definitionRef(MACHINES))).metadata.labels)
      .toMatchObject({ 'tool': 'other', 'capi-operator.openshift.io/managed-by': 'cluster-api' });
    expect((await platform.uids(objectsOf('4.21', 'AWS', ['aws']))).size).toBe(0);
  });

  test('what was taken over goes with the configuration, but not as long as there are objects of users', async () => {
    const template = { spec: { clusterName: 'c', bootstrap: { dataSecretName: 's' }, infrastructureRef: { apiGroup: 'a.b', kind: 'K', name: 'n' } } };
    const machine = {
      apiVersion: 'cluster.x-k8s.io/v1beta2', kind: 'MachineSet', metadata: { name: 'theirs', namespace: HOME },
      spec: { clusterName: 'c', selector: {}, template },
    };
    // Nobody answers the webhooks of what is simulated here.
    const webhooks = gcp('4.21').filter(({ kind }) => kind.endsWith('WebhookConfiguration'));
    expect(webhooks.length).toBeGreaterThan(0);
    await platform.stop();
    for (const webhook of webhooks) await plane.other.delete(refOf(webhook));
    await plane.other.apply(machine as KubeObject);
    await plane.other.delete(CONFIG);
    await platform.start('4.21.0');
    await platform.says('InstallerDegraded', 'True', /4\.21\.0-2: [^]*MachineSet/);
    expect(await plane.other.exists(definitionRef('machinesets.cluster.x-k8s.io'))).toBe(true);
    await plane.other.delete(refOf(machine as KubeObject));
    await platform.allowDataLoss('4.21.0-2');
    await gone(gcp('4.21'));
    await platform.stop();
  });

  test('AWS 4.22: images take over what they say; another object is left alone, and a definition is named as that of another', async () => {
    const aws = objectsOf('4.22', 'AWS', ['core', 'aws']);
    await platform.removeTransport('core', 'gcp', 'aws');
    await platform.setPlatform('AWS');
    await plane.other.apply(controlled(found(aws, ADDRESSES)));
    const { metadata: { uid } } = await plane.other.get(definitionRef(ADDRESSES));
    const role = found(aws, 'capi-manager-role', 'ClusterRole');
    await plane.other.apply({ apiVersion: role.apiVersion, kind: role.kind, metadata: { name: 'capi-manager-role' }, rules: [] } as KubeObject);
    const machines = found(aws, MACHINES);
    await plane.other.apply({ ...machines, metadata: { name: MACHINES, labels: { tool: 'other' } } } as KubeObject);
    await plane.other.until(definitionRef(MACHINES), (live) => conditionIn(live, 'Established')?.status === 'True');
    const foreign = await Promise.all([refOf(role), definitionRef(MACHINES)].map(versionOf));
    await platform.images('4.22', 'core', 'aws');
    await configure({});
    await platform.start('4.22.0');
    await platform.says('InstallerDegraded', 'True', /collision .*machines\.cluster\.x-k8s\.io/);
    await configure({ unmanagedCRDs: [MACHINES] });
    await platform.says('InstallerDegraded', 'True', /4\.22\.0-2: .*collision .*capi-manager-role/);
    expect(await Promise.all([refOf(role), definitionRef(MACHINES)].map(versionOf))).toEqual(foreign);
    await plane.other.delete(refOf(role));
    await platform.installed('4.22');
    const live = await plane.other.get(definitionRef(ADDRESSES));
    expect(live.metadata).toMatchObject({ uid, labels: { 'tool': 'other', 'capi-operator.openshift.io/managed-by': 'cluster-api' } });
    // The annotation speaks to the installer alone.
    expect(live.metadata.annotations).not.toHaveProperty(['capi-operator.openshift.io/adopt-existing']);
    expect((await plane.other.get(definitionRef(MACHINES))).metadata.labels).toEqual({ tool: 'other' });
    const all = await platform.uids(aws);
    expect([...all.keys()].sort()).toEqual(aws.map(nameOf).sort());
  });

  test('when that goes, what was taken over goes with it, and what is another\'s stays', async () => {
    await plane.other.delete(CONFIG);
    const machines = keyOf(definitionRef(MACHINES));
    await gone(objectsOf('4.22', 'AWS', ['core', 'aws']).filter((object) => keyOf(refOf(object)) !== machines));
    expect((await plane.other.get(definitionRef(MACHINES))).metadata.labels).toEqual({ tool: 'other' });
  });
});
