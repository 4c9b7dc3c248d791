import { conditions, DIGEST, type Fixture, selector } from './cases';

export type { Fixture } from './cases';

const configMap = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings', namespace: 'argocd' }, data: { colour: 'red' } };

const extension: Fixture = {
  kind: 'ClusterExtension',
  spec: {
    namespace: 'argocd',
    serviceAccount: { name: 'argocd-installer' },
    source: {
      sourceType: 'Catalog',
      catalog: {
        packageName: 'argocd-operator',
        version: '>=0.6.0, <1.0.0',
        channels: ['alpha', 'stable-v1'],
        selector: selector('olm.operatorframework.io/metadata.name'),
        upgradeConstraintPolicy: 'SelfCertified',
        dependencies: 'Install',
      },
    },
    install: { preflight: { crdUpgradeSafety: { enforcement: 'None' } } },
    config: {
      configType: 'Inline', inline: { watchNamespace: 'argocd-pipelines', nested: { list: [1, 2] } },
      dangerouslyAcceptBundlesWithoutConfigSchema: true,
    },
    upgradeApproval: {
      mode: 'Automatic', within: 'Minor', soakMinutes: 60,
      windows: [{ schedule: '0 2 * * SAT', durationMinutes: 120, timeZone: 'Europe/Berlin' }],
    },
    onUpgradeFailure: 'Rollback',
    progressDeadlineMinutes: 10,
  },
  status: {
    conditions,
    install: { bundle: { name: 'argocd-operator.v0.6.0', version: '0.6.0', release: '1' } },
    activeRevisions: [{ name: 'argocd-1', conditions }],
  },
};

const source = { sourceType: 'Catalog', catalog: { packageName: 'argocd-operator' } };
const configuredFrom = (configType: string, field: string): Fixture => ({
  kind: 'ClusterExtension',
  spec: { namespace: 'argocd', source, config: { configType, [field]: { name: 'argocd-settings', key: 'config.yaml' } } },
});
const secretConfig = configuredFrom('Secret', 'secret');
const configMapConfig = configuredFrom('ConfigMap', 'configMap');

const catalog: Fixture = {
  kind: 'ClusterCatalog',
  spec: {
    source: { type: 'Image', image: { ref: 'registry.example.com:5000/operators/catalog:v1.2', pollIntervalMinutes: 1 } },
    priority: -1,
    availabilityMode: 'Unavailable',
  },
  status: {
    conditions,
    resolvedSource: { type: 'Image', image: { ref: `registry.example.com:5000/operators/catalog@${DIGEST}` } },
    urls: { base: 'https://catalogd-service.olmv1-system.svc/catalogs/operators' },
    lastUnpacked: '2026-01-15T10:30:00Z',
  },
};

const digestCatalog: Fixture = { kind: 'ClusterCatalog', spec: { source: { type: 'Image', image: { ref: `quay.io/operators/catalog@${DIGEST}` } } } };

const group = 'example.com';
const rollout: Fixture = {
  kind: 'ClusterExtensionRevision',
  spec: {
    lifecycleState: 'Active',
    revision: 2,
    collisionProtection: 'Prevent',
    replacementPolicy: 'Fail',
    phases: [
      {
        name: 'deploy',
        collisionProtection: 'IfNoController',
        replacementPolicy: 'Recreate',
        objects: [
          { object: configMap, collisionProtection: 'None', replacementPolicy: 'Fail' },
          { ref: { name: 'argocd-2-content', namespace: 'olmv1-system', key: 'a1' } },
        ],
      },
    ],
    progressionProbes: [
      {
        selector: { type: 'GroupKind', groupKind: { group, kind: 'Widget' } },
        assertions: [
          { type: 'ConditionEqual', conditionEqual: { type: 'Ready', status: 'True' }, terminal: true },
          { type: 'FieldsEqual', fieldsEqual: { fieldA: 'spec.replicas', fieldB: 'status.readyReplicas' } },
          { type: 'FieldValue', fieldValue: { fieldPath: 'status.phase', value: 'Bound' } },
          { type: 'CEL', cel: { rule: 'self.status.ready > 1', message: 'needs two ready' } },
          { type: 'KindDefault' },
        ],
      },
      { selector: { type: 'Label', label: { matchLabels: { app: 'x' } } }, assertions: [{ type: 'KindDefault' }] },
      { selector: { type: 'Label', label: { matchExpressions: selector('app').matchExpressions } }, assertions: [{ type: 'KindDefault' }] },
      { selector: { type: 'Object', object: { group, kind: 'Widget', namespace: 'argocd', name: 'w' } }, assertions: [{ type: 'KindDefault' }] },
    ],
    progressDeadlineMinutes: 720,
    previous: [{ name: 'argocd-1', uid: '9afe946c-8068-44f4-9084-f146b6d9d167' }],
  },
  status: { conditions, observedPhases: [{ name: 'deploy', digest: DIGEST }] },
};

const pendingUpgrade: Fixture = {
  kind: 'ClusterExtensionRevision',
  spec: {
    clusterExtensionRef: { name: 'argocd' },
    version: '1.2.0-rc.1+build.5',
    bundleMetadata: { name: 'argocd-operator.v1.2.0-rc.1', version: '1.2.0-rc.1+build.5' },
    availableSince: '2026-01-15T10:30:00Z',
    approved: false,
  },
  status: {
    approvedAt: '2026-01-15T10:30:00Z',
    approvedBy: { manager: 'kubectl-patch', user: 'ada' },
    upgrade: {
      basis: DIGEST,
      rendered: DIGEST,
      from: '1.1.0',
      content: `registry.example.com/argocd/bundle@${DIGEST}`,
      digest: DIGEST,
      dependencies: [{ package: 'db', version: '2.0.0', needs: 'argocd needs db >=2' }],
      counts: { create: 1, change: 1, replace: 0, delete: 0, unchanged: 3, other: 0 },
      objects: [{
        action: 'change', object: 'Deployment.apps/v1 argocd/server', message: 'it restarts',
        changes: [{ path: 'spec.replicas', before: '1', after: '2' }],
      }],
      omitted: 0,
      definitions: ['widgets.example.com: warning: a field is deprecated'],
      permissions: ['get secrets in namespace argocd'],
      imagesAdded: ['registry.example.com/argocd/server:1.2.0'],
      imagesRemoved: ['registry.example.com/argocd/server:1.1.0'],
      defaults: [{ path: 'replicas', before: '1', after: '2' }],
      problem: 'two objects could not be asked about',
    },
  },
};

/** Of the kinds of extensions. */
export const FIXTURES = {
  extension, secretConfig, configMapConfig, catalog, digestCatalog, rollout, pendingUpgrade,
} as const;
export type FixtureName = keyof typeof FIXTURES;
