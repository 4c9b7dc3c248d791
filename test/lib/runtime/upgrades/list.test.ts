/** Which pending upgrades are shown: those that an extension controls. */
import type { KubeObject } from '../../../../lib/api';
import { pendingUpgradesOf } from '../../../../lib/runtime/upgrades/list';

const API = 'olm.operatorframework.io/v1';
const shop = { apiVersion: API, kind: 'ClusterExtension', metadata: { name: 'shop', uid: 'u' }, spec: {} } as unknown as KubeObject;
const pending = (name: string, owner?: object): KubeObject => ({
  apiVersion: API, kind: 'ClusterExtensionRevision', metadata: { name, uid: name, ...(owner === undefined ? {} : { ownerReferences: [owner] }) },
  spec: { clusterExtensionRef: { name: 'shop' }, version: '1.1.0', bundleMetadata: { name: 'shop.v1.1.0', version: '1.1.0' }, availableSince: '2026-01-01T00:00:00Z', approved: false },
}) as unknown as KubeObject;
const owner = (more: object = {}): object => ({ apiVersion: API, kind: 'ClusterExtension', name: 'shop', uid: 'u', controller: true, ...more });

test('one that says so itself, and that no extension controls, is not shown', async () => {
  const all = [
    pending('real', owner()), pending('forged'), pending('of-an-earlier-one', owner({ uid: 'before' })), pending('not-controlled', owner({ controller: false })),
  ];
  const cluster = { list: async ({ kind }: { readonly kind: string }) => ({ objects: kind === 'ClusterExtension' ? [shop] : all }) };
  expect((await pendingUpgradesOf(cluster as never)).map(({ name }) => name)).toEqual(['real']);
});
