/** ClusterExtension and ClusterCatalog. */
import { ApiObject, Chart, Testing } from 'cdk8s';
import { ClusterCatalog, type ClusterCatalogProps, ClusterExtension, type ClusterExtensionProps, Revision } from '../../constructs';

const extension: ClusterExtensionProps = { namespace: 'argocd', source: { packageName: 'argocd-operator' } };

function synth(declare: (chart: Chart) => void): unknown[] {
  const chart = new Chart(Testing.app(), 'chart');
  declare(chart);
  return Testing.synth(chart);
}

test('a ClusterExtension, with as little as possible', () => {
  expect(synth((chart) => void new ClusterExtension(chart, 'argocd', extension))).toEqual([
    {
      apiVersion: 'olm.operatorframework.io/v1',
      kind: 'ClusterExtension',
      metadata: { name: 'argocd' },
      spec: { namespace: 'argocd', source: { sourceType: 'Catalog', catalog: { packageName: 'argocd-operator' } } },
    },
  ]);
});

test('a ClusterExtension, with everything', () => {
  const props: ClusterExtensionProps = {
    name: 'argo',
    namespace: 'argocd',
    source: { packageName: 'argocd-operator', version: '>=1.2.0, <2.0.0', channels: ['stable'], selector: { matchLabels: { from: 'us' } }, upgradeConstraintPolicy: 'SelfCertified' },
    config: { watchNamespace: 'pipelines' },
    crdUpgradeSafety: 'None',
    progressDeadlineMinutes: 10,
    serviceAccount: 'installer',
    labels: { a: 'b' },
    annotations: { c: 'd' },
  };
  expect(synth((chart) => void new ClusterExtension(chart, 'argocd', props))).toEqual([
    {
      apiVersion: 'olm.operatorframework.io/v1',
      kind: 'ClusterExtension',
      metadata: { name: 'argo', labels: { a: 'b' }, annotations: { c: 'd' } },
      spec: {
        namespace: 'argocd',
        serviceAccount: { name: 'installer' },
        source: {
          sourceType: 'Catalog',
          catalog: { packageName: 'argocd-operator', version: '>=1.2.0, <2.0.0', channels: ['stable'], selector: { matchLabels: { from: 'us' } }, upgradeConstraintPolicy: 'SelfCertified' },
        },
        install: { preflight: { crdUpgradeSafety: { enforcement: 'None' } } },
        config: { configType: 'Inline', inline: { watchNamespace: 'pipelines' } },
        progressDeadlineMinutes: 10,
      },
    },
  ]);
});

test.each<[string, Partial<ClusterExtensionProps>, string]>([
  ['namespace', { namespace: 'Argo' }, 'spec.namespace: "Argo"'],
  ['package', { source: { packageName: 'argo_cd' } }, 'spec.source.catalog.packageName: "argo_cd"'],
  ['version', { source: { packageName: 'a', version: '1'.repeat(65) } }, 'spec.source.catalog.version'],
  ['channel', { source: { packageName: 'a', channels: ['ok', 'not ok'] } }, 'spec.source.catalog.channels[1]: "not ok"'],
  ['version of too many parts', { source: { packageName: 'a', version: 'banana 1.2.3.4' } },
    'spec.source.catalog.version: "banana 1.2.3.4" is not allowed here: invalid version expression.'],
  ['policy', { source: { packageName: 'a', upgradeConstraintPolicy: 'Never' as never } },
    'spec.source.catalog.upgradeConstraintPolicy: "Never" is not allowed here. Allowed: "CatalogProvided", "SelfCertified".'],
  ['configuration', { config: {} }, 'spec.config.inline: must have at least 1 entries, and has 0.'],
  ['deadline', { progressDeadlineMinutes: 5 }, 'spec.progressDeadlineMinutes: 5 is less than allowed (at least 10).'],
  ['service account', { serviceAccount: 'The Installer' }, 'spec.serviceAccount.name: "The Installer" is not allowed here: name must be a valid DNS1123 subdomain.'],
  ['name', { name: 'Argo' }, 'metadata.name: "Argo" is not a valid name for a ClusterExtension.'],
])('a ClusterExtension with a bad %s is refused with path and field', (_, bad, message) => {
  expect(() => synth((chart) => void new ClusterExtension(chart, 'argocd', { ...extension, ...bad }))).toThrow(`[chart/argocd] ${message}`);
});

test('a ClusterCatalog', () => {
  const props: ClusterCatalogProps = { image: 'registry.example:5000/catalogs/stable:v1', pollIntervalMinutes: 60, priority: -1, availabilityMode: 'Unavailable' };
  expect(synth((chart) => void new ClusterCatalog(chart, 'stable', props))).toEqual([
    {
      apiVersion: 'olm.operatorframework.io/v1',
      kind: 'ClusterCatalog',
      metadata: { name: 'stable' },
      spec: { source: { type: 'Image', image: { ref: 'registry.example:5000/catalogs/stable:v1', pollIntervalMinutes: 60 } }, priority: -1, availabilityMode: 'Unavailable' },
    },
  ]);
});

test.each<[string, ClusterCatalogProps, string]>([
  ['without tag', { image: 'registry.example/catalog' }, 'spec.source.image.ref: "registry.example/catalog" is not allowed here: must end with a digest or a tag.'],
  ['without tag, of a registry with a port', { image: 'registry.example:5000/catalog' }, 'spec.source.image.ref: "registry.example:5000/catalog" is not allowed here: tag is invalid.'],
  ['polled by digest', { image: `registry.example/a@sha256:${'0'.repeat(64)}`, pollIntervalMinutes: 1 }, 'spec.source.image: cannot specify pollIntervalMinutes while using digest-based image.'],
  ['polled too often', { image: 'registry.example/a:b', pollIntervalMinutes: 0 }, 'spec.source.image.pollIntervalMinutes: 0 is less than allowed (at least 1).'],
  ['of half a priority', { image: 'registry.example/a:b', priority: 0.5 }, 'spec.priority: must be an integer, and is a number (0.5).'],
])('a ClusterCatalog %s is refused', (_, props, message) => {
  expect(() => synth((chart) => void new ClusterCatalog(chart, 'stable', props))).toThrow(`[chart/stable] ${message}`);
});

describe('in a revision', () => {
  const inRevision = (declare: (revision: Revision) => void): Revision => {
    const revision = new Revision(Testing.app(), 'platform', { namespace: 'ns' });
    declare(revision);
    return revision;
  };

  test('they are of no namespace, and known', () => {
    const revision = inRevision((scope) => void new ClusterExtension(scope, 'argocd', extension));
    expect(revision.findings).toEqual([]);
    const objects = revision.compiled.compiled?.resolved.phases.flatMap((phase) => phase.objects) ?? [];
    expect(objects.map(({ object }) => object.metadata.namespace)).toEqual([undefined]);
  });

  test('what the API server would refuse is said once, with path and field', () => {
    const revision = inRevision((scope) => void new ClusterExtension(scope, 'argocd', { ...extension, source: { packageName: 'argo_cd' } }));
    expect(() => Testing.synth(revision)).toThrow(
      'platform/argocd/Resource: ClusterExtension.olm.operatorframework.io/v1 argocd: spec.source.catalog.packageName: "argo_cd" is not allowed here: packageName must be',
    );
    expect(revision.findings.map(({ code }) => code)).toEqual(['broken-rule']);
  });

  test('any object of our kinds is checked', () => {
    const revision = inRevision((scope) => void new ApiObject(scope, 'next', {
      apiVersion: 'olm.operatorframework.io/v1',
      kind: 'ClusterExtensionRevision',
      metadata: { name: 'argocd-1' },
      spec: { revision: 1, collisionProtection: 'prevent', lifecycleState: 'Active', phases: [] },
    }));
    expect(revision.findings.map(({ code, path }) => `${code} ${path}`)).toEqual(['value-not-allowed spec.collisionProtection']);
  });
});
