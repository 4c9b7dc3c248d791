/** Phases of a version, and what the installer says. */
import type { KubeObject } from '../../../../lib/api';
import { installation } from '../../../../lib/controllers/cluster-api/installer/phases';
import { installerReport, type Standing } from '../../../../lib/controllers/cluster-api/installer/report';
import { aggregated, factsOf, type Report } from '../../../../lib/controllers/cluster-api/operator/conditions';
import { relatedObjects } from '../../../../lib/controllers/cluster-api/operator/related';
import { installedOf } from '../../../../lib/controllers/cluster-api/operator/status';
import { contentOf, othersDefinitions, revisionConfigMap, storedRevision, type Config, type Version } from '../../../../lib/controllers/cluster-api/model';
import { conditionsOf } from '../../../../lib/controllers/conditions';
import { renderComponent } from '../../../../lib/capi';
import { componentOf, CONFIG_MAP } from '../../capi/samples';

const object = (kind: string, name: string, annotations?: Record<string, string>): KubeObject => ({
  apiVersion: kind === 'CustomResourceDefinition' ? 'apiextensions.k8s.io/v1' : kind.endsWith('Binding') ? 'rbac.authorization.k8s.io/v1' : 'apps/v1',
  kind, metadata: { name, ...(annotations === undefined ? {} : { annotations }) },
  ...(kind === 'CustomResourceDefinition' ? { spec: { group: name.slice(2), names: { plural: name[0], kind: 'A' }, scope: 'Namespaced', versions: [] } } : {}),
});
const version = (more: Partial<Version> = {}): Version => ({ name: '4.22.0-2', revision: 2, contentID: 'c', ...more });

describe('phases', () => {
  const core = { name: 'core', objects: [object('Deployment', 'manager'), object('CustomResourceDefinition', 'a.x.io'), object('CustomResourceDefinition', 'b.x.io')] };
  const aws = { name: 'aws', objects: [object('ClusterRoleBinding', 'binding')] };
  const shape = (given: Version): unknown => installation(given, [core, aws]).phases.map(({ name, objects }) => [name, ...objects.map(({ object: one }) => `${one.kind} ${one.metadata.name ?? ''}`)]);

  test('two for each component, definitions first; those without objects are left out', () => {
    expect(shape(version())).toEqual([
      ['core-crds', 'CustomResourceDefinition a.x.io', 'CustomResourceDefinition b.x.io'], ['core', 'Deployment manager'], ['aws', 'ClusterRoleBinding binding'],
    ]);
  });

  test('a definition that somebody else manages is left out, and required before everything else', () => {
    expect(shape(version({ unmanagedCRDs: ['b.x.io', 'other.y.io'] }))).toEqual([
      ['preflight', 'CompatibilityRequirement b.x.io'], ['core-crds', 'CustomResourceDefinition a.x.io'], ['core', 'Deployment manager'], ['aws', 'ClusterRoleBinding binding'],
    ]);
    const [preflight] = installation(version({ unmanagedCRDs: ['b.x.io'] }), [core]).phases;
    expect(preflight?.objects[0]?.object['spec']).toEqual({
      compatibilitySchema: {
        customResourceDefinition: { type: 'YAML', data: expect.stringContaining('name: b.x.io') }, requiredVersions: { defaultSelection: 'AllServed' },
      },
      customResourceDefinitionSchemaValidation: { action: 'Deny' },
    });
  });

  test('an incompatible definition ends the installation at once', () => {
    const probes = installation(version(), [core]).probes.flatMap(({ assertions }) => assertions.filter(({ terminal }) => terminal === true));
    expect(probes).toEqual([{ type: 'ConditionEqual', conditionEqual: { type: 'Compatible', status: 'True' }, terminal: true }]);
  });

  test('who may take over what exists: an annotation says it, and is not applied; definitions of transport ConfigMaps had no owner before', () => {
    const adopted = { name: 'core', objects: [object('Deployment', 'a', { 'capi-operator.openshift.io/adopt-existing': 'always', 'x': 'y' }), object('CustomResourceDefinition', 'a.x.io')] };
    const of = (given: Version): unknown => installation(given, [adopted]).phases.flatMap(({ objects }) => (
      objects.map((one) => [one.collisionProtection, one.object.metadata.annotations])
    ));
    expect(of(version())).toEqual([['Prevent', undefined], ['None', { x: 'y' }]]);
    expect(of(version({ components: [{ configMaps: ['core'] }] }))).toEqual([['IfNoController', undefined], ['None', { x: 'y' }]]);
  });

  test('a binding with another role is made anew', () => {
    expect(installation(version(), [aws]).phases[0]?.objects[0]?.replacementPolicy).toBe('Recreate');
  });
});

describe('the ConfigMap of a revision', () => {
  const rendered = [renderComponent(componentOf('core', CONFIG_MAP), [])];
  const config = { apiVersion: 'operator.openshift.io/v1alpha1', kind: 'ClusterAPI', metadata: { name: 'cluster', uid: 'u' }, spec: {} } as Config;
  const made = version({ contentID: '7c7df46938dcb076761e4155879bca7818628872202727e7cd1c63a628b57713' });
  const configMap = revisionConfigMap(made, rendered, config, 'operator');

  test('has the name of the version, a label that says so, the configuration as its owner, and the content', () => {
    expect(configMap.metadata).toMatchObject({ name: '4.22.0-2', namespace: 'operator', labels: { 'capi-operator.openshift.io/revision': '4.22.0-2' }, ownerReferences: [{ kind: 'ClusterAPI', uid: 'u', controller: true }] });
    expect(storedRevision({ ...configMap, metadata: { ...configMap.metadata, uid: 'r' } })).toMatchObject({ name: '4.22.0-2', uid: 'r', number: 2, version: made });
    expect(contentOf(configMap, made)).toEqual([{ name: 'core', objects: rendered[0]?.objects }]);
  });

  test('content that is not what the version was made of is not installed', () => {
    expect(() => contentOf(configMap, { ...made, contentID: 'other' })).toThrow(/content ID mismatch: its ConfigMap has content ID 7c7df469[0-9a-f]+, but the version specifies other/);
    expect(() => contentOf({ ...configMap, binaryData: { content: 'AAAA' } }, made)).toThrow(/its content cannot be read/);
  });

  test('which definitions are others\': by the configuration, its versions, and all revisions that are there', () => {
    const revision = (number: number, ...unmanagedCRDs: string[]): typeof configMap => (
      revisionConfigMap(version({ name: `v-${number}`, revision: number, unmanagedCRDs }), [], config, 'operator')
    );
    const stored = [revision(5), revision(6, 'a.x.io')];
    expect([...othersDefinitions(undefined, stored)]).toEqual(['a.x.io']);
    const status = { versions: [version({ unmanagedCRDs: ['b.x.io'] })] };
    const given = { ...config, spec: { unmanagedCRDs: ['c.x.io'], unmanagedCustomResourceDefinitions: ['d.x.io'] }, status } as unknown as Config;
    expect([...othersDefinitions(given, stored)].sort()).toEqual(['a.x.io', 'b.x.io', 'c.x.io', 'd.x.io']);
  });

  test('a ConfigMap that only looks like one is none', () => {
    expect(storedRevision({ ...configMap, data: { version: '{"name":"other","revision":1}' } })).toBeUndefined();
    expect(storedRevision({ ...configMap, data: { version: 'no JSON' } })).toBeUndefined();
  });
});

describe('what the installer says', () => {
  const ref = { apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'n', name: 'd' };
  const rollout = { type: 'rollout', applied: true, collisions: [], failures: [], terminal: [] } as const;
  const denied = (code: number): (typeof rollout.failures)[number] => (
    { ref, phase: 'core', cause: { type: 'refused', ref, request: 'create', status: { code, reason: '', message: `no ${code}`, causes: [] } } }
  ) as never;
  const standing = (more: Partial<Standing> = {}): Standing => ({ name: 'v2', deleting: false, paused: false, complete: true, objects: [], run: rollout, ...more });

  test.each<[what: string, standings: readonly Standing[], reason: Report['reason'], message: RegExp]>([
    ['without a version', [], 'WaitingOnExternal', /Waiting on a version/],
    ['when all is done', [standing()], 'AsExpected', /^Revision v2: complete$/],
    ['while a phase waits', [standing({ complete: false, objects: [{ ref, phase: 'core', state: 'not-ready', message: 'x', handedOver: false }] })], 'Progressing', /^Revision v2: waiting on phase core$/],
    ['while an older one goes', [standing(), standing({ name: 'v1', deleting: true })], 'Progressing', /^Revision v1: tearing down$/],
    ['when data of others would go', [standing(), standing({ name: 'v1', deleting: true, run: { type: 'error', code: 'data-loss', message: 'There are 3 clusters.', at: 0 } })], 'NonRetryableError', /^Revision v1: There are 3 clusters\. To let it go all the same, annotate ConfigMap v1 with capi-operator\.openshift\.io\/allow-data-loss=true; data will be lost\.$/],
    ['when a definition is not compatible', [standing({ complete: false, run: { ...rollout, terminal: [{ ref, phase: 'preflight', message: 'removed field' }] } })], 'NonRetryableError', /^Revision v2: terminal error: .*removed field/],
    ['when something is in the way', [standing({ complete: false, run: { ...rollout, collisions: [{ ref, phase: 'core', cause: { type: 'unmanaged' } }] } })], 'NonRetryableError', /collision with existing objects: Deployment\.apps\/v1 n\/d \(it exists and no revision manages it\)\. The manifests .* annotation capi-operator\.openshift\.io\/adopt-existing=always on these objects in them; or delete them\.$/],
    ['when that is a definition', [standing({ complete: false, run: { ...rollout, collisions: [{ ref: { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', name: 'a.b' }, phase: 'core', cause: { type: 'unmanaged' } }] } })], 'NonRetryableError', /a definition that another client manages is named in spec\.unmanagedCRDs\.$/],
    ['when its owner was made anew', [standing({ complete: false, run: { ...rollout, collisions: [{ ref, phase: 'core', cause: { type: 'owner-recreated', controller: { apiVersion: 'v1', kind: 'ConfigMap', name: 'v2', uid: 'u', text: 'ConfigMap v2' } } }] } })], 'NonRetryableError', /n\/d \(it is controlled by ConfigMap v2, an owner that was created again since\)\. The manifests .*; or delete them\.$/],
    ['when an object is refused for good', [standing({ complete: false, run: { ...rollout, failures: [denied(422), denied(400)] } })], 'NonRetryableError', /^Revision v2: .*the API server refused to create .*: no 422/],
    ['when one of those that are refused may pass', [standing({ complete: false, run: { ...rollout, failures: [denied(422), denied(403)] } })], 'EphemeralError', /no 422.*no 403/],
    ['when the server does not answer', [standing({ complete: false, run: { type: 'error', code: 'server-failed', message: 'gone.', at: 0 } })], 'EphemeralError', /^Revision v2: gone\./],
    ['while a paused one was not looked at yet', [standing({ paused: true, complete: false })], 'Paused', /^Revision v2: paused; what would change is being looked at$/],
    ['when nothing of a paused one would change', [standing({ paused: true, wouldChange: [] })], 'Paused', /^Revision v2: paused; nothing would change$/],
    ['when it is paused', [standing({ paused: true, complete: false, wouldChange: ['Deployment n/d: Created'] })], 'Paused', /paused; would change: Deployment n\/d: Created/],
  ])('%s', (_what, standings, reason, message) => {
    const report = installerReport(standings);
    expect(report.reason).toBe(reason);
    expect(report.message).toMatch(message);
  });
});

describe('the operator as a whole', () => {
  const own = (version: Report, installer: Report) => conditionsOf([], [...factsOf('Version', version), ...factsOf('Installer', installer)], { now: new Date(0) });
  const shown = (installed: boolean, version: Report, installer: Report): unknown =>
    Object.fromEntries(aggregated(own(version, installer), installed).map(({ type, status, reason, message }) => [type, [status, reason, message]]));
  const good: Report = { reason: 'AsExpected', message: 'Success' };

  test('all is well', () => {
    expect(shown(true, good, good)).toEqual({
      Progressing: ['False', 'AsExpected', ''], Degraded: ['False', 'AsExpected', ''], Available: ['True', 'AsExpected', ''], Upgradeable: ['True', 'AsExpected', ''],
    });
  });

  test('a terminal error degrades it, and what is installed stays available', () => {
    expect(shown(true, good, { reason: 'NonRetryableError', message: 'bad' })).toEqual({
      Progressing: ['False', 'NonRetryableError', 'Installer: bad'], Degraded: ['True', 'NonRetryableError', 'Installer: bad'],
      Available: ['True', 'AsExpected', ''], Upgradeable: ['False', 'NonRetryableError', 'Installer: bad'],
    });
  });

  test('the most severe reason counts, and everybody who has something to say is heard', () => {
    expect(shown(false, { reason: 'Progressing', message: 'one' }, { reason: 'WaitingOnExternal', message: 'two' })).toMatchObject({
      Progressing: ['True', 'WaitingOnExternal', 'Version: one; Installer: two'], Available: ['False', 'Uninitialized', 'no version is installed yet'],
    });
    expect(Object.fromEntries(aggregated([], false).map(({ type, status }) => [type, status]))).toEqual({ Progressing: 'True', Degraded: 'False', Available: 'False', Upgradeable: 'True' });
  });
});

describe('of which release is what is installed', () => {
  const of = (names: readonly string[], currentVersion?: string): Config => ({
    status: { currentVersion, versions: names.map((name, index) => ({ ...version({ name, revision: names.length - index }) })) },
  }) as unknown as Config;
  const done: Report = { reason: 'AsExpected', message: 'Success' };

  test.each<[what: string, config: Config | undefined, said: Report | undefined, expected: object]>([
    ['nothing is', undefined, done, { whole: false }],
    ['it is what the release wants', of(['v2'], 'v2'), done, { whole: true, release: '4.23.0' }],
    ['it is not known yet what the release wants', of(['v2'], 'v2'), undefined, { whole: true }],
    ['the manifests of the release are not there', of(['v2'], 'v2'), { reason: 'WaitingOnExternal', message: 'x' }, { whole: true }],
    ['an older version is still there', of(['v2', 'v1'], 'v2'), done, { whole: true }],
    ['the newest is on the way', of(['v2', 'v1'], 'v1'), done, { whole: true }],
  ])('when %s', (_what, given, said, expected) => {
    expect(installedOf(given, said, '4.23.0')).toEqual(expected);
  });
});

test('related objects: namespaces, what is cluster-scoped, and instances of definitions by the plural that these name', () => {
  const objects = [object('CustomResourceDefinition', 'a.x.io'), { ...object('Deployment', 'd'), metadata: { name: 'd', namespace: 'n' } }, object('ClusterRoleBinding', 'b')];
  const resources: Record<string, { resource: string; namespaced: boolean }> = {
    CustomResourceDefinition: { resource: 'customresourcedefinitions', namespaced: false }, Deployment: { resource: 'deployments', namespaced: true },
    ClusterRoleBinding: { resource: 'clusterrolebindings', namespaced: false },
  };
  expect(relatedObjects(objects, [], (_version, kind) => resources[kind])).toEqual([
    { group: '', resource: 'namespaces', name: 'n' }, { group: 'apiextensions.k8s.io', resource: 'customresourcedefinitions', name: 'a.x.io' },
    { group: 'rbac.authorization.k8s.io', resource: 'clusterrolebindings', name: 'b' }, { group: 'x.io', resource: 'a', name: '' },
  ]);
});
