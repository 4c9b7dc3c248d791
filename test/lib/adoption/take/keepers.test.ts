/** Who would apply objects again: Flux, Argo CD and OLM, unless they are stopped. */
import { activeKeepers, refuseActive } from '../../../../lib/adoption';
import type { KubeObject, ObjectRef } from '../../../../lib/api';

const flux = { labels: { 'kustomize.toolkit.fluxcd.io/name': 'shop', 'kustomize.toolkit.fluxcd.io/namespace': 'flux-system' } };
const argo = { annotations: { 'argocd.argoproj.io/tracking-id': 'shop:apps/Deployment:ns/web' } };

const object = (metadata: object): KubeObject => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', namespace: 'ns', ...metadata } });

/** A cluster that has these. */
const cluster = (...objects: readonly KubeObject[]): Parameters<typeof activeKeepers>[1] => ({
  resolve: (apiVersion, kind) => Promise.resolve({ apiVersion, kind, resource: kind, namespaced: true, verbs: [] }),
  kinds: () => Promise.resolve([]),
  get: ({ kind, name }: ObjectRef) => {
    const found = objects.find((one) => one.kind === kind && one.metadata.name === name);
    return Promise.resolve(found === undefined ? { type: 'gone' as const } : { type: 'object' as const, object: found, created: false });
  },
  tryPatch: () => Promise.reject(new Error('Nothing is tried.')),
  list: ({ kind }) => Promise.resolve({ objects: objects.filter((one) => one.kind === kind) }),
});

const kustomization = (spec: object): KubeObject => ({ apiVersion: 'v1', kind: 'Kustomization', metadata: { name: 'shop', namespace: 'flux-system' }, spec });
const application = (spec: object): KubeObject => ({ apiVersion: 'v1', kind: 'Application', metadata: { name: 'shop', namespace: 'argocd' }, spec });

const ofVersion = { labels: { 'olm.owner': 'web.v1', 'olm.owner.kind': 'ClusterServiceVersion', 'olm.owner.namespace': 'ops' } };
const version: KubeObject = { apiVersion: 'v1', kind: 'ClusterServiceVersion', metadata: { name: 'web.v1', namespace: 'ops' } };
const subscription: KubeObject = { apiVersion: 'v1', kind: 'Subscription', metadata: { name: 'sub', namespace: 'ops' }, status: { installedCSV: 'web.v1' } };

test.each<[string, object, KubeObject[], readonly string[]]>([
  ['a Kustomization', flux, [kustomization({})], ['flux suspend kustomization shop -n flux-system']],
  ['one that is suspended', flux, [kustomization({ suspend: true })], []],
  ['one that is gone', flux, [], []],
  ['an Application that syncs by itself', argo, [application({ syncPolicy: { automated: { prune: true } } })], ['argocd app set shop --sync-policy none']],
  ['one that is synced by hand', argo, [application({})], []],
  ['one whose sync is switched off', argo, [application({ syncPolicy: { automated: { enabled: false } } })], []],
  ['an Application, by the label that it tracks objects with', { labels: { 'app.kubernetes.io/instance': 'shop' }, managedFields: [{ manager: 'argocd-controller', operation: 'Apply' }] }, [application({ syncPolicy: { automated: {} } })], ['argocd app set shop --sync-policy none']],
  ['that label on what somebody else has written', { labels: { 'app.kubernetes.io/instance': 'shop' }, managedFields: [{ manager: 'helm', operation: 'Apply' }] }, [application({ syncPolicy: { automated: {} } })], []],
  ['a ClusterServiceVersion, by its labels', ofVersion, [version, subscription], ['boxcutter adopt olm sub -n ops']],
  ['a ClusterServiceVersion, as an owner', { ownerReferences: [{ apiVersion: 'operators.coreos.com/v1alpha1', kind: 'ClusterServiceVersion', name: 'web.v1', uid: 'u' }] }, [{ ...version, metadata: { name: 'web.v1', namespace: 'ns' } }], ['boxcutter adopt olm SUBSCRIPTION -n ns']],
  ['a ClusterServiceVersion that is gone', ofVersion, [subscription], []],
  ['what an OperatorGroup has', { labels: { ...ofVersion.labels, 'olm.owner.kind': 'OperatorGroup' } }, [version], []],
  ['nobody', {}, [kustomization({})], []],
])('%s', async (_what, metadata, there, stops) => {
  const keepers = await activeKeepers([object(metadata), object(metadata)], cluster(...there));
  expect(keepers.map(({ stop }) => stop)).toEqual(stops);
  if (stops.length > 0) expect(() => refuseActive(keepers)).toThrow(/would apply these objects again. Nothing was changed/);
  else expect(() => refuseActive(keepers)).not.toThrow();
});
