/** What going back would do, of an extension of the controllers. */
import type { KubeObject } from '../../../../lib/api';
import { planReturn } from '../../../../lib/runtime';
import { FakeCluster } from '../fake-cluster';

const API = 'olm.operatorframework.io/v1';
const owner = { apiVersion: API, kind: 'ClusterExtension', name: 'shop', uid: 'u', controller: true };
const config = (name: string): object => ({ object: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'shop' }, data: { name } } });
const revision = (number: number, names: readonly string[], annotations: Readonly<Record<string, string>> = {}): KubeObject => ({
  apiVersion: API, kind: 'ClusterExtensionRevision',
  metadata: { name: `shop-${number}`, uid: `u${number}`, creationTimestamp: '2026-01-01T00:00:00Z', ownerReferences: [owner], annotations },
  spec: { lifecycleState: 'Active', revision: number, collisionProtection: 'Prevent', phases: [{ name: 'deploy', objects: names.map(config) }] },
}) as unknown as KubeObject;

/** A server that lists what the controllers have, too. */
class ControlledCluster extends FakeCluster {
  constructor(private readonly revisions: readonly KubeObject[]) {
    super();
  }

  override kinds(): Promise<never> {
    return Promise.resolve(['ClusterExtension', 'ClusterExtensionRevision'].map((kind) => ({ apiVersion: API, kind }))) as unknown as Promise<never>;
  }

  override list({ kind }: { readonly kind?: string }): Promise<{ objects: KubeObject[] }> {
    const extension = { apiVersion: API, kind: 'ClusterExtension', metadata: { name: 'shop', uid: 'u' }, spec: { namespace: 'shop' } };
    return Promise.resolve({ objects: kind === 'ClusterExtension' ? [extension] : kind === 'ClusterExtensionRevision' ? [...this.revisions] : [] });
  }
}

const returned = { extension: 'shop', version: '1.0.0', of: 1, changed: true };

test('each object that would be made, changed or removed', async () => {
  const server = new ControlledCluster([revision(1, ['old']), revision(2, ['new'])]);
  const plan = await planReturn(returned, { cluster: server.cluster });
  expect(plan).toMatchObject({ extension: 'shop', revision: 3, version: '1.0.0', current: { revision: 2 }, changes: true, dataLoss: false });
  expect(plan?.phases.map(({ name, objects }) => [name, objects.map(({ ref, action }) => [ref.name, action])])).toEqual([['deploy', [['old', 'create']]]]);
  expect(plan?.removals.map(({ ref, action }) => [ref.name, action])).toEqual([['new', 'gone']]);
  expect(server.asked.filter((one) => /^(create|replace|delete|patch) /.test(one))).toEqual([]);
});

test('what is not kept, and what is in another cluster, cannot be told', async () => {
  const one = new ControlledCluster([revision(2, ['new'])]);
  expect(await planReturn(returned, { cluster: one.cluster })).toBeUndefined();
  const elsewhere = new ControlledCluster([revision(1, ['old']), revision(2, ['new'], { 'olm.operatorframework.io/target-cluster': 'c' })]);
  expect(await planReturn(returned, { cluster: elsewhere.cluster })).toBeUndefined();
});
