/** ClusterExtension and ClusterCatalog. */
import { Chart, Testing } from 'cdk8s';
import { ClusterCatalog, type ClusterCatalogProps, ClusterExtension, type ClusterExtensionProps } from '../../constructs';

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
  ['configuration', { config: {} }, 'spec.config.inline: is empty'],
  ['deadline', { progressDeadlineMinutes: 5 }, 'spec.progressDeadlineMinutes: is 5'],
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
  ['without tag', { image: 'registry.example:5000/catalog' }, 'spec.source.image.ref'],
  ['polled by digest', { image: `registry.example/a@sha256:${'0'.repeat(64)}`, pollIntervalMinutes: 1 }, 'spec.source.image.pollIntervalMinutes: cannot be used with a digest'],
  ['polled too often', { image: 'registry.example/a:b', pollIntervalMinutes: 0 }, 'spec.source.image.pollIntervalMinutes: is 0'],
  ['of half a priority', { image: 'registry.example/a:b', priority: 0.5 }, 'spec.priority: is 0.5'],
])('a ClusterCatalog %s is refused', (_, props, message) => {
  expect(() => synth((chart) => void new ClusterCatalog(chart, 'stable', props))).toThrow(`[chart/stable] ${message}`);
});
